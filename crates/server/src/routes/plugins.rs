//! Plug-ins of Sector 66: what is installed, how it looks, and whether it does what it should.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::IntoResponse;
use ludorum_plugins::{Library, Look, Package, Shape};
use ludorum_protocol::sector66::{
    CastOn, FieldLook, FieldShape, PluginCheck, PluginInfo, PluginKind, PluginShelf, PluginTrouble,
    PluginWords,
};
use ludorum_protocol::{Code, Problem};
use tokio::task::spawn_blocking;

use super::body::Path;
use crate::content::problem;
use crate::{Error, Server};

/// A picture shows shapes and does nothing else, even if somebody opens it by itself.
const PICTURE: &str = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/// The plug-ins there are, and those that cannot be used.
#[utoipa::path(get, path = "/api/plugins", tag = "sector66", responses((status = 200, body = PluginShelf)))]
pub(super) async fn list(State(server): State<Arc<Server>>) -> Result<Json<PluginShelf>, Error> {
    let listed = spawn_blocking(move || {
        let library = server.content.library();
        let shipped = Library::shipped();
        let plugin = |package: &Package| PluginInfo {
            shipped: shipped.plugin(&package.manifest.uuid).is_some(),
            check: server.checks.of(&package.hash),
            ..told(package)
        };
        let troubles = library.troubles().iter().map(|trouble| PluginTrouble {
            file: trouble.file.clone(),
            problems: trouble.problems.iter().cloned().map(problem).collect(),
        });
        PluginShelf {
            plugins: library.plugins().iter().map(plugin).collect(),
            troubles: troubles.collect(),
        }
    });
    Ok(Json(listed.await.map_err(|_| Code::Internal)?))
}

/// The picture of a plug-in.
#[utoipa::path(
    get, path = "/api/plugins/{uuid}/icon.svg", tag = "sector66",
    params(("uuid" = String, Path, description = "The UUID of a plug-in.")),
    responses((status = 200, body = String, content_type = "image/svg+xml"), (status = "4XX", body = Problem))
)]
pub(super) async fn icon(
    State(server): State<Arc<Server>>,
    Path(uuid): Path<String>,
) -> Result<impl IntoResponse, Error> {
    let package = package(&server, uuid).await?;
    Ok(picture(drawn(&package.manifest.icon)))
}

/// A field of a plug-in, with its colour, outline and texture and without its picture.
#[utoipa::path(
    get, path = "/api/plugins/{uuid}/field.svg", tag = "sector66",
    params(("uuid" = String, Path, description = "The UUID of a plug-in that is a field.")),
    responses((status = 200, body = String, content_type = "image/svg+xml"), (status = "4XX", body = Problem))
)]
pub(super) async fn field(
    State(server): State<Arc<Server>>,
    Path(uuid): Path<String>,
) -> Result<impl IntoResponse, Error> {
    let manifest = package(&server, uuid).await?.manifest;
    match manifest.kind {
        ludorum_plugins::PluginKind::Field => Ok(picture(manifest.look.picture())),
        ludorum_plugins::PluginKind::Spell => Err(Code::NotFound.into()),
    }
}

fn picture(svg: String) -> impl IntoResponse {
    let headers = [
        (CONTENT_TYPE, "image/svg+xml"),
        (CONTENT_SECURITY_POLICY, PICTURE),
        (CACHE_CONTROL, "private, max-age=3600"),
    ];
    (headers, svg)
}

/// Checks a plug-in in random games. One check at a time; `GET /api/plugins` tells how it ended.
#[utoipa::path(
    post, path = "/api/plugins/{uuid}/check", tag = "sector66",
    params(("uuid" = String, Path, description = "The UUID of a plug-in.")),
    responses((status = 202, body = PluginCheck), (status = "4XX", body = Problem))
)]
pub(super) async fn check(
    State(server): State<Arc<Server>>,
    Path(uuid): Path<String>,
) -> Result<(StatusCode, Json<PluginCheck>), Error> {
    let package = package(&server, uuid).await?;
    let begun = server.checks.start(package)?;
    Ok((StatusCode::ACCEPTED, Json(begun)))
}

async fn package(server: &Arc<Server>, uuid: String) -> Result<Package, Error> {
    let own = Arc::clone(server);
    let found = spawn_blocking(move || own.content.library().plugin(&uuid).cloned());
    let found = found.await.map_err(|_| Code::Internal)?;
    Ok(found.ok_or(Code::NotFound)?)
}

/// A picture by itself has to say that it is SVG.
fn drawn(icon: &str) -> String {
    match icon.contains("xmlns=") {
        true => icon.to_owned(),
        false => icon.replacen("<svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"", 1),
    }
}

fn told(package: &Package) -> PluginInfo {
    let manifest = &package.manifest;
    let targets = manifest.targets;
    let cast = [
        (targets.fields, CastOn::Field),
        (targets.pawns, CastOn::Pawn),
        (targets.built, CastOn::Built),
        (targets.unbuilt, CastOn::Unbuilt),
    ];
    let words = manifest.translations.iter().map(|(language, words)| {
        let told = PluginWords {
            name: words.name.clone(),
            description: words.description.clone(),
            turned: words.turned.clone(),
        };
        (language.clone(), told)
    });
    PluginInfo {
        uuid: manifest.uuid.clone(),
        folder: package.folder.clone(),
        kind: match manifest.kind {
            ludorum_plugins::PluginKind::Field => PluginKind::Field,
            ludorum_plugins::PluginKind::Spell => PluginKind::Spell,
        },
        name: manifest.name.clone(),
        description: manifest.description.clone(),
        turned: manifest.turned.clone(),
        version: manifest.version.clone(),
        hash: package.hash.clone(),
        shipped: false,
        look: look(&manifest.look),
        cast: cast
            .into_iter()
            .filter_map(|(can, on)| can.then_some(on))
            .collect(),
        range: targets.range,
        translations: words.collect(),
        check: None,
    }
}

fn look(look: &Look) -> FieldLook {
    FieldLook {
        fill: look.fill.clone(),
        shape: match look.shape {
            Shape::Square => FieldShape::Square,
            Shape::Circle => FieldShape::Circle,
            Shape::Diamond => FieldShape::Diamond,
        },
        outlined: look.outline.is_some(),
        textured: look.texture.is_some(),
        pawn: look.pawn,
        spell: look.spell,
    }
}
