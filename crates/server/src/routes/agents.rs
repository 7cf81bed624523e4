//! External agents: those installed, for everyone to seat; added and removed only by those who sit at
//! the machine of the server.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use data_encoding::BASE64;
use ludorum_bridge::{Installed, RecipeError, Runners, SameName, Shelf, ShelfError};
use ludorum_protocol::lobby::{AgentFile, Encoding, InstalledAgent, NewAgent, NewRunner, Runner};
use ludorum_protocol::{Code, Problem};
use tokio::task::spawn_blocking;

use super::body::{Body, Path};
use crate::operator::ProgramsOperator;
use crate::{Error, Server};

/// No agent comes in more bytes.
pub(super) const LARGEST: usize = 4 << 20;

/// The installed agents.
#[utoipa::path(get, path = "/api/agents", tag = "agents", responses((status = 200, body = [InstalledAgent])))]
pub(super) async fn list(State(server): State<Arc<Server>>) -> Json<Vec<InstalledAgent>> {
    let Some(shelf) = server.games.shelf().cloned() else {
        return Json(Vec::new());
    };
    let listed = spawn_blocking(move || shelf.list().0).await;
    Json(listed.unwrap_or_default().iter().map(told).collect())
}

/// Installs an agent, in the place of one of the same name if that is wanted. Only for the operator.
#[utoipa::path(
    post, path = "/api/agents", tag = "agents", request_body = NewAgent,
    responses((status = 201, body = InstalledAgent), (status = "4XX", body = Problem))
)]
pub(super) async fn add(
    State(server): State<Arc<Server>>,
    _: ProgramsOperator,
    Body(new): Body<NewAgent>,
) -> Result<(StatusCode, Json<InstalledAgent>), Error> {
    let shelf = shelf(&server)?;
    let files: Result<Vec<_>, Problem> = new.files.into_iter().map(decoded).collect();
    let (folder, files) = (new.folder, files?);
    let same_name = match new.replace {
        true => SameName::Replace,
        false => SameName::Refuse,
    };
    let receive = move || shelf.receive(folder.as_deref(), &files, same_name);
    let added = spawn_blocking(receive).await;
    let added = added.map_err(|_| Code::Internal)?.map_err(refused)?;
    tracing::info!(agent = added.name, "an agent was added");
    Ok((StatusCode::CREATED, Json(told(&added))))
}

/// Removes an agent. Only for the operator.
#[utoipa::path(
    delete, path = "/api/agents/{name}", tag = "agents",
    params(("name" = String, Path, description = "Its name, without the `@`.")),
    responses((status = 204), (status = "4XX", body = Problem))
)]
pub(super) async fn remove(
    State(server): State<Arc<Server>>,
    _: ProgramsOperator,
    Path(name): Path<String>,
) -> Result<StatusCode, Error> {
    let shelf = shelf(&server)?;
    let removed = spawn_blocking(move || shelf.remove(&name)).await;
    removed.map_err(|_| Code::Internal)?.map_err(refused)?;
    Ok(StatusCode::NO_CONTENT)
}

/// What runs agents that are files, by their ending. Only for the operator.
#[utoipa::path(
    get, path = "/api/runners", tag = "agents",
    responses((status = 200, body = [Runner]), (status = "4XX", body = Problem))
)]
pub(super) async fn runners(
    State(server): State<Arc<Server>>,
    _: ProgramsOperator,
) -> Result<Json<Vec<Runner>>, Error> {
    let shelf = shelf(&server)?;
    let kept = spawn_blocking(move || shelf.runners().kept()).await;
    let kept = kept.map_err(|_| Code::Internal)?.map_err(unusable)?;
    let told = |(ending, usual): (&str, &str)| Runner {
        ending: ending.to_owned(),
        command: kept.get(ending).cloned(),
        usual: usual.to_owned(),
    };
    Ok(Json(Runners::endings().map(told).collect()))
}

/// Sets what runs agents that are files with an ending, such as which Python runs `py`. Only for
/// the operator.
#[utoipa::path(
    put, path = "/api/runners/{ending}", tag = "agents", request_body = NewRunner,
    params(("ending" = String, Path, description = "The ending, such as `py`.")),
    responses((status = 204), (status = "4XX", body = Problem))
)]
pub(super) async fn run_by(
    State(server): State<Arc<Server>>,
    _: ProgramsOperator,
    Path(ending): Path<String>,
    Body(new): Body<NewRunner>,
) -> Result<StatusCode, Error> {
    let shelf = shelf(&server)?;
    let keep = move || shelf.runners().keep(&ending, new.command.as_deref());
    let kept = spawn_blocking(keep).await;
    kept.map_err(|_| Code::Internal)?.map_err(unusable)?;
    Ok(StatusCode::NO_CONTENT)
}

fn unusable(error: RecipeError) -> Error {
    Problem::new(Code::BadAgent).with("reason", error).into()
}

fn shelf(server: &Server) -> Result<Shelf, Error> {
    Ok(server.games.shelf().cloned().ok_or(Code::NotFound)?)
}

fn decoded(file: AgentFile) -> Result<(String, Vec<u8>), Problem> {
    let bytes = match file.encoding {
        Encoding::Text => file.content.into_bytes(),
        Encoding::Base64 => BASE64.decode(file.content.as_bytes()).map_err(|error| {
            let reason = format!("{}: {error}", file.path);
            Problem::new(Code::BadRequest).with("reason", reason)
        })?,
    };
    Ok((file.path, bytes))
}

fn refused(error: ShelfError) -> Error {
    let code = match error {
        ShelfError::Unknown { .. } => Code::NotFound,
        ShelfError::Taken { name, .. } => {
            return Problem::new(Code::AgentTaken).with("name", name).into();
        }
        ShelfError::Bad { .. } => Code::BadAgent,
    };
    Problem::new(code).with("reason", error).into()
}

fn told(agent: &Installed) -> InstalledAgent {
    InstalledAgent {
        spec: format!("@{}", agent.name),
        games: agent.games.clone(),
        summary: agent.summary.clone(),
    }
}
