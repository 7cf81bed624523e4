//! Translations of the page in the content folder: looked at by everyone, saved by the operator.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use ludorum_protocol::translation::{NewTranslation, Saving, TranslationInfo, TranslationShelf};
use ludorum_protocol::{Code, Problem};
use tokio::task::spawn_blocking;

use super::body::{Body, Path};
use crate::languages::{LONGEST, Languages};
use crate::operator::Operator;
use crate::{Error, Server};

/// The largest request: every character of a file may need two in JSON.
pub(super) const LARGEST: usize = 2 * LONGEST + 1024;

/// The translations in the content folder, and whether who asks may save more.
#[utoipa::path(
    get, path = "/api/translations", tag = "translations",
    responses((status = 200, body = TranslationShelf))
)]
pub(super) async fn list(
    State(server): State<Arc<Server>>,
    operator: Option<Operator>,
) -> Result<Json<TranslationShelf>, Error> {
    let saving = match operator {
        _ if !server.languages.has_folder() => Saving::Never,
        Some(Operator) => Saving::Allowed,
        None if server.desk.config.operator.is_some() => Saving::WithToken,
        None => Saving::Never,
    };
    let translations = with_languages(&server, |languages| Ok(languages.translations())).await?;
    Ok(Json(TranslationShelf {
        saving,
        translations,
    }))
}

/// Saves a translation, in place of one saved under this code before. Only for the operator.
#[utoipa::path(
    put, path = "/api/translations/{code}", tag = "translations", request_body = NewTranslation,
    params(("code" = String, Path, description = "The code of the language, such as `de`.")),
    responses((status = 200, body = TranslationInfo), (status = "4XX", body = Problem))
)]
pub(super) async fn save(
    State(server): State<Arc<Server>>,
    _: Operator,
    Path(code): Path<String>,
    Body(new): Body<NewTranslation>,
) -> Result<Json<TranslationInfo>, Error> {
    let saved = with_languages(&server, move |languages| languages.save(&code, &new.text));
    Ok(Json(saved.await?))
}

/// Removes a translation from the content folder. Only for the operator.
#[utoipa::path(
    delete, path = "/api/translations/{code}", tag = "translations",
    params(("code" = String, Path, description = "The code of the language, such as `de`.")),
    responses((status = 204), (status = "4XX", body = Problem))
)]
pub(super) async fn remove(
    State(server): State<Arc<Server>>,
    _: Operator,
    Path(code): Path<String>,
) -> Result<StatusCode, Error> {
    with_languages(&server, move |languages| languages.remove(&code)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Reads or writes files where that may take a while.
async fn with_languages<T: Send + 'static>(
    server: &Arc<Server>,
    work: impl FnOnce(&Languages) -> Result<T, Error> + Send + 'static,
) -> Result<T, Error> {
    let own = Arc::clone(server);
    let done = spawn_blocking(move || work(&own.languages)).await;
    done.map_err(|_| Code::Internal)?
}
