//! Templates of Sector 66: looked at and checked by everyone, tried by everyone, saved only by
//! the operator.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use ludorum_plugins::{Draft, Library};
use ludorum_protocol::sector66::{
    CheckedTemplate, KeptTemplate, TemplateInfo, TemplateShelf, TemplateSource,
};
use ludorum_protocol::{Code, Problem};
use tokio::task::spawn_blocking;

use super::body::{Body, Path};
use crate::content::{Content, problem, told};
use crate::operator::{ProgramsOperator, Rights};
use crate::{Error, Server};

/// The templates there are, and whether who asks may save more.
#[utoipa::path(get, path = "/api/templates", tag = "sector66", responses((status = 200, body = TemplateShelf)))]
pub(super) async fn list(
    State(server): State<Arc<Server>>,
    rights: Rights,
) -> Result<Json<TemplateShelf>, Error> {
    let may_save = rights == Rights::Operator && server.content.has_folder();
    let templates = with_content(&server, |content| {
        let library = content.library();
        let shipped = Library::shipped();
        let names = library.templates().into_iter();
        let info = |name: String| {
            let is_shipped = shipped.template_text(&name).is_some();
            let text = library.template_text(&name).unwrap_or_default();
            // Those in the program are right: tests hold that.
            let trouble = match is_shipped {
                true => None,
                false => library.template(&name).err(),
            };
            let problems = trouble.into_iter().flat_map(|trouble| trouble.problems);
            TemplateInfo {
                shipped: is_shipped,
                draft: Draft::read(text).ok().as_ref().map(told),
                problems: problems.map(problem).collect(),
                name,
            }
        };
        Ok(names.map(info).collect())
    });
    let templates = templates.await?;
    Ok(Json(TemplateShelf {
        may_save,
        templates,
    }))
}

/// A template with its file.
#[utoipa::path(
    get, path = "/api/templates/{name}", tag = "sector66",
    params(("name" = String, Path, description = "What it is called in specs of games.")),
    responses((status = 200, body = CheckedTemplate), (status = "4XX", body = Problem))
)]
pub(super) async fn get(
    State(server): State<Arc<Server>>,
    Path(name): Path<String>,
) -> Result<Json<CheckedTemplate>, Error> {
    let games = Arc::clone(&server.games);
    let found = with_content(&server, move |content| {
        let library = content.library();
        let text = library.template_text(&name).map(str::to_owned);
        let kept = || games.kept_trial(&name)?.parts.into_iter().next();
        let text = text.or_else(kept).ok_or(Code::NotFound)?;
        Ok(content.check(TemplateSource::Text(text)))
    });
    Ok(Json(found.await?))
}

/// Says what is wrong with a template, and how its file looks.
#[utoipa::path(
    post, path = "/api/templates/check", tag = "sector66", request_body = TemplateSource,
    responses((status = 200, body = CheckedTemplate), (status = "4XX", body = Problem))
)]
pub(super) async fn check(
    State(server): State<Arc<Server>>,
    Body(source): Body<TemplateSource>,
) -> Result<Json<CheckedTemplate>, Error> {
    let checked = with_content(&server, |content| Ok(content.check(source)));
    Ok(Json(checked.await?))
}

/// Keeps a template for a while, so that it can be played with now.
#[utoipa::path(
    post, path = "/api/templates/try", tag = "sector66", request_body = TemplateSource,
    responses((status = 201, body = KeptTemplate), (status = "4XX", body = Problem))
)]
pub(super) async fn try_out(
    State(server): State<Arc<Server>>,
    Body(source): Body<TemplateSource>,
) -> Result<(StatusCode, Json<KeptTemplate>), Error> {
    let name = with_content(&server, |content| content.try_out(source)).await?;
    Ok((StatusCode::CREATED, Json(KeptTemplate { name })))
}

/// Saves a template, in place of one saved under this name before. Only from the machine of the
/// server.
#[utoipa::path(
    put, path = "/api/templates/{name}", tag = "sector66", request_body = TemplateSource,
    params(("name" = String, Path, description = "What it is to be called in specs of games.")),
    responses((status = 200, body = KeptTemplate), (status = "4XX", body = Problem))
)]
pub(super) async fn save(
    State(server): State<Arc<Server>>,
    _: ProgramsOperator,
    Path(name): Path<String>,
    Body(source): Body<TemplateSource>,
) -> Result<Json<KeptTemplate>, Error> {
    let kept = with_content(&server, move |content| {
        content.save(&name, source)?;
        tracing::info!(name, "a template was saved");
        Ok(KeptTemplate { name })
    });
    Ok(Json(kept.await?))
}

/// Removes a template that was saved. Only for the operator.
#[utoipa::path(
    delete, path = "/api/templates/{name}", tag = "sector66",
    params(("name" = String, Path, description = "What it is called in specs of games.")),
    responses((status = 204), (status = "4XX", body = Problem))
)]
pub(super) async fn remove(
    State(server): State<Arc<Server>>,
    _: ProgramsOperator,
    Path(name): Path<String>,
) -> Result<StatusCode, Error> {
    with_content(&server, move |content| content.remove(&name)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Does something with the content of a server where it may take a while.
async fn with_content<T: Send + 'static>(
    server: &Arc<Server>,
    work: impl FnOnce(&Content) -> Result<T, Error> + Send + 'static,
) -> Result<T, Error> {
    let own = Arc::clone(server);
    let done = spawn_blocking(move || work(&own.content)).await;
    done.map_err(|_| Code::Internal)?
}
