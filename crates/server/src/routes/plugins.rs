//! Plug-ins of Sector 66: list, images and checks.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::IntoResponse;
use ludorum_plugins::{ContentLibrary, FieldStyle, FieldStyleShape, PluginPackage};
use ludorum_protocol::content::{
    BrokenPlugin, FieldDrawingShape, FieldStyleInfo, PluginCheck, PluginInfo, PluginKindInfo,
    PluginList, PluginTranslation, SpellTargetKind,
};
use ludorum_protocol::{ApiProblem, ErrorCode};

use super::body::PathParams;
use crate::blocking::blocking;
use crate::content::problem;
use crate::{Error, Server};

/// Content security policy of plug-in images: no scripts, even when opened directly.
const PICTURE: &str = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/// Lists the usable plug-ins, and the broken ones with their problems.
#[utoipa::path(get, path = "/api/plugins", tag = ludorum_plugins::GAME, responses((status = 200, body = PluginList)))]
pub(super) async fn list(State(server): State<Arc<Server>>) -> Result<Json<PluginList>, Error> {
    let listed = blocking(move || {
        let library = server.content.library();
        let shipped = ContentLibrary::shipped();
        let plugin = |package: &PluginPackage| PluginInfo {
            shipped: shipped.plugin(&package.manifest.uuid).is_some(),
            check: server.plugin_checks.of(&package.hash),
            ..plugin_info(package)
        };
        let troubles = library.plugin_errors().iter().map(|trouble| BrokenPlugin {
            file: trouble.file.clone(),
            problems: trouble.problems.iter().cloned().map(problem).collect(),
        });
        PluginList {
            plugins: library.plugins().iter().map(plugin).collect(),
            troubles: troubles.collect(),
        }
    });
    Ok(Json(listed.await?))
}

/// Returns the icon of a plug-in as SVG.
#[utoipa::path(
    get, path = "/api/plugins/{uuid}/icon.svg", tag = ludorum_plugins::GAME,
    params(("uuid" = String, Path, description = "UUID of the plug-in.")),
    responses((status = 200, body = String, content_type = "image/svg+xml"), (status = "4XX", body = ApiProblem))
)]
pub(super) async fn icon(
    State(server): State<Arc<Server>>,
    PathParams(uuid): PathParams<String>,
) -> Result<impl IntoResponse, Error> {
    let package = package(&server, uuid).await?;
    Ok(picture(with_namespace(&package.manifest.icon)))
}

/// Returns the board field of a plug-in as SVG: colour, outline and texture, without the icon.
#[utoipa::path(
    get, path = "/api/plugins/{uuid}/field.svg", tag = ludorum_plugins::GAME,
    params(("uuid" = String, Path, description = "UUID of a plug-in that defines a field.")),
    responses((status = 200, body = String, content_type = "image/svg+xml"), (status = "4XX", body = ApiProblem))
)]
pub(super) async fn field(
    State(server): State<Arc<Server>>,
    PathParams(uuid): PathParams<String>,
) -> Result<impl IntoResponse, Error> {
    let manifest = package(&server, uuid).await?.manifest;
    match manifest.kind {
        ludorum_plugins::PluginKind::Field => Ok(picture(manifest.look.picture())),
        ludorum_plugins::PluginKind::Spell => Err(ErrorCode::NotFound.into()),
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

/// Starts to check a plug-in by playing random games. `GET /api/plugins` returns the result.
#[utoipa::path(
    post, path = "/api/plugins/{uuid}/check", tag = ludorum_plugins::GAME,
    params(("uuid" = String, Path, description = "UUID of the plug-in.")),
    responses((status = 202, body = PluginCheck), (status = "4XX", body = ApiProblem))
)]
pub(super) async fn check(
    State(server): State<Arc<Server>>,
    PathParams(uuid): PathParams<String>,
) -> Result<(StatusCode, Json<PluginCheck>), Error> {
    let package = package(&server, uuid).await?;
    let begun = server.plugin_checks.start(package)?;
    Ok((StatusCode::ACCEPTED, Json(begun)))
}

async fn package(server: &Arc<Server>, uuid: String) -> Result<PluginPackage, Error> {
    let own = Arc::clone(server);
    let found = blocking(move || own.content.library().plugin(&uuid).cloned());
    Ok(found.await?.ok_or(ErrorCode::NotFound)?)
}

/// Adds the XML namespace to an SVG, which standalone files need.
fn with_namespace(icon: &str) -> String {
    if icon.contains("xmlns=") {
        icon.to_owned()
    } else {
        icon.replacen("<svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"", 1)
    }
}

fn plugin_info(package: &PluginPackage) -> PluginInfo {
    let manifest = &package.manifest;
    let targets = manifest.targets;
    let cast = [
        (targets.fields, SpellTargetKind::Field),
        (targets.pawns, SpellTargetKind::Pawn),
        (targets.built, SpellTargetKind::Built),
        (targets.unbuilt, SpellTargetKind::Unbuilt),
    ];
    let words = manifest.translations.iter().map(|(language, words)| {
        let info = PluginTranslation {
            name: words.name.clone(),
            description: words.description.clone(),
            turned: words.turned.clone(),
        };
        (language.clone(), info)
    });
    PluginInfo {
        uuid: manifest.uuid.clone(),
        folder: package.folder.clone(),
        kind: match manifest.kind {
            ludorum_plugins::PluginKind::Field => PluginKindInfo::Field,
            ludorum_plugins::PluginKind::Spell => PluginKindInfo::Spell,
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

fn look(look: &FieldStyle) -> FieldStyleInfo {
    FieldStyleInfo {
        fill: look.fill.clone(),
        shape: match look.shape {
            FieldStyleShape::Square => FieldDrawingShape::Square,
            FieldStyleShape::Circle => FieldDrawingShape::Circle,
            FieldStyleShape::Diamond => FieldDrawingShape::Diamond,
        },
        outlined: look.outline.is_some(),
        textured: look.texture.is_some(),
        pawn: look.pawn,
        spell: look.spell,
    }
}
