//! Templates of Sector 66: all clients may read, check and try them; the operator may save them.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use ludorum_plugins::{BoardTemplateToml, ContentLibrary};
use ludorum_protocol::content::{
    BoardTemplateCheckResult, BoardTemplateInfo, BoardTemplateList, SavedBoardTemplate,
    SubmittedBoardTemplate,
};
use ludorum_protocol::{ApiProblem, ErrorCode};

use super::body::{JsonBody, PathParams};
use crate::blocking::with_files;
use crate::content::{problem, to_protocol};
use crate::operator::{OperatorRights, ProgramLaunchAuth};
use crate::{Error, Server};

/// Lists the templates and reports whether the client may save templates.
#[utoipa::path(get, path = "/api/templates", tag = ludorum_plugins::GAME, responses((status = 200, body = BoardTemplateList)))]
pub(super) async fn list(
    State(server): State<Arc<Server>>,
    rights: OperatorRights,
) -> Result<Json<BoardTemplateList>, Error> {
    let may_save = rights == OperatorRights::Granted && server.content.has_folder();
    let templates = with_files(server, |server| {
        let library = server.content.library();
        let shipped = ContentLibrary::shipped();
        let names = library.templates().into_iter();
        let info = |name: String| {
            let is_shipped = shipped.template_text(&name).is_some();
            let text = library.template_text(&name).unwrap_or_default();
            // Tests check the built-in templates.
            let trouble = if is_shipped {
                None
            } else {
                library.template(&name).err()
            };
            let problems = trouble.into_iter().flat_map(|trouble| trouble.problems);
            BoardTemplateInfo {
                shipped: is_shipped,
                draft: BoardTemplateToml::read(text).ok().as_ref().map(to_protocol),
                problems: problems.map(problem).collect(),
                name,
            }
        };
        Ok(names.map(info).collect())
    });
    let templates = templates.await?;
    Ok(Json(BoardTemplateList {
        may_save,
        templates,
    }))
}

/// Returns a template: its settings, its problems and its file.
#[utoipa::path(
    get, path = "/api/templates/{name}", tag = ludorum_plugins::GAME,
    params(("name" = String, Path, description = "Name of the template in game specs.")),
    responses((status = 200, body = BoardTemplateCheckResult), (status = "4XX", body = ApiProblem))
)]
pub(super) async fn get(
    State(server): State<Arc<Server>>,
    PathParams(name): PathParams<String>,
) -> Result<Json<BoardTemplateCheckResult>, Error> {
    let games = Arc::clone(&server.games);
    let found = with_files(server, move |server| {
        let content = &server.content;
        let library = content.library();
        let text = library.template_text(&name).map(str::to_owned);
        let kept = || games.stored_trial(&name)?.parts.into_iter().next();
        let text = text.or_else(kept).ok_or(ErrorCode::NotFound)?;
        Ok(content.check(SubmittedBoardTemplate::Text(text)))
    });
    Ok(Json(found.await?))
}

/// Checks a template and returns its problems and its file.
#[utoipa::path(
    post, path = "/api/templates/check", tag = ludorum_plugins::GAME, request_body = SubmittedBoardTemplate,
    responses((status = 200, body = BoardTemplateCheckResult), (status = "4XX", body = ApiProblem))
)]
pub(super) async fn check(
    State(server): State<Arc<Server>>,
    JsonBody(source): JsonBody<SubmittedBoardTemplate>,
) -> Result<Json<BoardTemplateCheckResult>, Error> {
    let checked = with_files(server, |server| Ok(server.content.check(source)));
    Ok(Json(checked.await?))
}

/// Stores a template temporarily under a generated name, so that games can try it.
#[utoipa::path(
    post, path = "/api/templates/try", tag = ludorum_plugins::GAME, request_body = SubmittedBoardTemplate,
    responses((status = 201, body = SavedBoardTemplate), (status = "4XX", body = ApiProblem))
)]
pub(super) async fn try_out(
    State(server): State<Arc<Server>>,
    JsonBody(source): JsonBody<SubmittedBoardTemplate>,
) -> Result<(StatusCode, Json<SavedBoardTemplate>), Error> {
    let name = with_files(server, |server| server.content.try_out(source)).await?;
    Ok((StatusCode::CREATED, Json(SavedBoardTemplate { name })))
}

/// Saves a template, replacing one of the same name. Operator only.
#[utoipa::path(
    put, path = "/api/templates/{name}", tag = ludorum_plugins::GAME, request_body = SubmittedBoardTemplate,
    params(("name" = String, Path, description = "Name of the template in game specs.")),
    responses((status = 200, body = SavedBoardTemplate), (status = "4XX", body = ApiProblem))
)]
pub(super) async fn save(
    State(server): State<Arc<Server>>,
    _: ProgramLaunchAuth,
    PathParams(name): PathParams<String>,
    JsonBody(source): JsonBody<SubmittedBoardTemplate>,
) -> Result<Json<SavedBoardTemplate>, Error> {
    let kept = with_files(server, move |server| {
        let content = &server.content;
        content.save(&name, source)?;
        tracing::info!(name, "a template was saved");
        Ok(SavedBoardTemplate { name })
    });
    Ok(Json(kept.await?))
}

/// Removes a saved template. Operator only.
#[utoipa::path(
    delete, path = "/api/templates/{name}", tag = ludorum_plugins::GAME,
    params(("name" = String, Path, description = "Name of the template in game specs.")),
    responses((status = 204), (status = "4XX", body = ApiProblem))
)]
pub(super) async fn remove(
    State(server): State<Arc<Server>>,
    _: ProgramLaunchAuth,
    PathParams(name): PathParams<String>,
) -> Result<StatusCode, Error> {
    with_files(server, move |server| server.content.remove(&name)).await?;
    Ok(StatusCode::NO_CONTENT)
}
