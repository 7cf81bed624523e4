//! The web page: files built from `web/`, embedded in the binary, and translations.
//!
//! A binary built without Node serves a short placeholder page instead.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, Uri};
use axum::response::{Html, IntoResponse, Response};
use ludorum_protocol::ErrorCode;
use ludorum_protocol::lobby::LocaleInfo;
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::blocking::blocking;
use crate::{Error, Server};

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../../web/dist"]
#[allow_missing = true]
struct EmbeddedPage;

/// Folder of page files that can be cached forever, because their names contain content hashes.
const HASHED: &str = "assets/";

/// Serves a file of the web page, or `index.html` for any other path (client-side routing).
pub(super) async fn page(uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path == "api" || path.starts_with("api/") {
        return Error::from(ErrorCode::NotFound).into_response();
    }
    let takes_gzip = headers
        .get(ACCEPT_ENCODING)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|value| value.contains("gzip"));
    if let Some(answer) = file(path, takes_gzip) {
        return answer;
    }
    // A missing asset must not be answered with HTML.
    if path.starts_with(HASHED) {
        return Error::from(ErrorCode::NotFound).into_response();
    }
    file("index.html", takes_gzip)
        .unwrap_or_else(|| Html(include_str!("landing.html")).into_response())
}

/// Lists the languages of the web page.
#[utoipa::path(
    get, path = "/api/locales", tag = "games",
    responses((status = 200, body = Vec<LocaleInfo>))
)]
pub(super) async fn locales(
    State(server): State<Arc<Server>>,
) -> Result<Json<Vec<LocaleInfo>>, Error> {
    Ok(Json(blocking(move || server.languages.offered()).await?))
}

/// Serves the Fluent file (translated texts) of a language.
pub(super) async fn locale(
    State(server): State<Arc<Server>>,
    Path(file): Path<String>,
) -> Result<Response, Error> {
    let found = blocking(move || server.languages.text(&file)).await?;
    let found = found.ok_or(ErrorCode::NotFound)?;
    let kind = [
        (CONTENT_TYPE, "text/plain; charset=utf-8"),
        (CACHE_CONTROL, "no-cache"),
    ];
    Ok((kind, found).into_response())
}

fn file(path: &str, takes_gzip: bool) -> Option<Response> {
    let kind = content_type(path)?;
    let packed = || EmbeddedPage::get(&format!("{path}.gz"));
    let (found, encoding): (EmbeddedFile, _) = match takes_gzip.then(packed).flatten() {
        Some(packed) => (packed, Some("gzip")),
        None => (EmbeddedPage::get(path)?, None),
    };
    let cache = if path.starts_with(HASHED) {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let headers = [
        (CONTENT_TYPE, kind),
        (CACHE_CONTROL, cache),
        (VARY, "accept-encoding"),
    ];
    let encoding = encoding.map(|encoding| [(CONTENT_ENCODING, encoding)]);
    Some(match encoding {
        Some(encoding) => (headers, encoding, found.data).into_response(),
        None => (headers, found.data).into_response(),
    })
}

/// Content type of a page file, by its extension; `None` for an unknown extension.
fn content_type(path: &str) -> Option<&'static str> {
    Some(match path.rsplit_once('.')?.1 {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "json" | "webmanifest" => "application/json",
        "png" => "image/png",
        _ => return None,
    })
}
