//! Installed external agents: all clients may use them, only the operator may manage them.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use data_encoding::BASE64;
use ludorum_bridge::{
    AgentInterpreterCommands, AgentRegistry, AgentRegistryError, LaunchError, NameConflictPolicy,
    RegisteredAgent,
};
use ludorum_protocol::lobby::{
    AgentInterpreter, AgentUploadFile, FileContentEncoding, InstallAgentRequest, InstalledAgent,
    SetInterpreterRequest,
};
use ludorum_protocol::{ApiProblem, ErrorCode};

use super::body::{JsonBody, PathParams};
use crate::blocking::blocking;
use crate::operator::ProgramLaunchAuth;
use crate::{Error, Server};

/// Maximum size of an uploaded agent, in bytes.
pub(super) const LARGEST: usize = 4 << 20;

/// Lists the installed external agents.
#[utoipa::path(get, path = "/api/agents", tag = "agents", responses((status = 200, body = [InstalledAgent])))]
pub(super) async fn list(State(server): State<Arc<Server>>) -> Json<Vec<InstalledAgent>> {
    let Some(registry) = server.games.registry().cloned() else {
        return Json(Vec::new());
    };
    let listed = blocking(move || registry.list().0).await;
    Json(listed.unwrap_or_default().iter().map(agent_info).collect())
}

/// Installs an uploaded external agent, optionally replacing one of the same name. Operator only.
#[utoipa::path(
    post, path = "/api/agents", tag = "agents", request_body = InstallAgentRequest,
    responses((status = 201, body = InstalledAgent), (status = "4XX", body = ApiProblem))
)]
pub(super) async fn add(
    State(server): State<Arc<Server>>,
    _: ProgramLaunchAuth,
    JsonBody(new): JsonBody<InstallAgentRequest>,
) -> Result<(StatusCode, Json<InstalledAgent>), Error> {
    let registry = registry(&server)?;
    let files: Result<Vec<_>, ApiProblem> = new.files.into_iter().map(decode).collect();
    let (folder, files) = (new.folder, files?);
    let same_name = if new.replace {
        NameConflictPolicy::Replace
    } else {
        NameConflictPolicy::Refuse
    };
    let receive = move || registry.add_uploaded(folder.as_deref(), &files, same_name);
    let added = blocking(receive).await?.map_err(refused)?;
    tracing::info!(agent = added.name, "an agent was added");
    Ok((StatusCode::CREATED, Json(agent_info(&added))))
}

/// Removes an installed external agent. Operator only.
#[utoipa::path(
    delete, path = "/api/agents/{name}", tag = "agents",
    params(("name" = String, Path, description = "Name of the agent, without the `@`.")),
    responses((status = 204), (status = "4XX", body = ApiProblem))
)]
pub(super) async fn remove(
    State(server): State<Arc<Server>>,
    _: ProgramLaunchAuth,
    PathParams(name): PathParams<String>,
) -> Result<StatusCode, Error> {
    let registry = registry(&server)?;
    let removed = blocking(move || registry.remove(&name)).await?;
    removed.map_err(refused)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Lists the commands that run agent files, by file extension. Operator only.
#[utoipa::path(
    get, path = "/api/runners", tag = "agents",
    responses((status = 200, body = [AgentInterpreter]), (status = "4XX", body = ApiProblem))
)]
pub(super) async fn runners(
    State(server): State<Arc<Server>>,
    _: ProgramLaunchAuth,
) -> Result<Json<Vec<AgentInterpreter>>, Error> {
    let registry = registry(&server)?;
    let kept = blocking(move || registry.interpreters().read()).await?;
    let kept = kept.map_err(unusable)?;
    let runner_info = |(ending, usual): (&str, &str)| AgentInterpreter {
        ending: ending.to_owned(),
        command: kept.get(ending).cloned(),
        usual: usual.to_owned(),
    };
    Ok(Json(
        AgentInterpreterCommands::defaults()
            .map(runner_info)
            .collect(),
    ))
}

/// Sets the command that runs agent files with this extension, such as the Python interpreter for
/// `py`. Operator only.
#[utoipa::path(
    put, path = "/api/runners/{ending}", operation_id = "run_by", tag = "agents", request_body = SetInterpreterRequest,
    params(("ending" = String, Path, description = "File extension, such as `py`.")),
    responses((status = 204), (status = "4XX", body = ApiProblem))
)]
pub(super) async fn set_runner(
    State(server): State<Arc<Server>>,
    _: ProgramLaunchAuth,
    PathParams(ending): PathParams<String>,
    JsonBody(new): JsonBody<SetInterpreterRequest>,
) -> Result<StatusCode, Error> {
    let registry = registry(&server)?;
    let keep = move || {
        registry
            .interpreters()
            .save(&ending, new.command.as_deref())
    };
    blocking(keep).await?.map_err(unusable)?;
    Ok(StatusCode::NO_CONTENT)
}

fn unusable(error: LaunchError) -> Error {
    ApiProblem::new(ErrorCode::BadAgent)
        .with("reason", error)
        .into()
}

fn registry(server: &Server) -> Result<AgentRegistry, Error> {
    Ok(server
        .games
        .registry()
        .cloned()
        .ok_or(ErrorCode::NotFound)?)
}

fn decode(file: AgentUploadFile) -> Result<(String, Vec<u8>), ApiProblem> {
    let bytes = match file.encoding {
        FileContentEncoding::Text => file.content.into_bytes(),
        FileContentEncoding::Base64 => BASE64.decode(file.content.as_bytes()).map_err(|error| {
            let reason = format!("{}: {error}", file.path);
            ApiProblem::new(ErrorCode::BadRequest).with("reason", reason)
        })?,
    };
    Ok((file.path, bytes))
}

fn refused(error: AgentRegistryError) -> Error {
    let code = match error {
        AgentRegistryError::Unknown { .. } => ErrorCode::NotFound,
        AgentRegistryError::Taken { name, .. } => {
            return ApiProblem::new(ErrorCode::AgentTaken)
                .with("name", name)
                .into();
        }
        AgentRegistryError::Bad { .. } => ErrorCode::BadAgent,
    };
    ApiProblem::new(code).with("reason", error).into()
}

fn agent_info(agent: &RegisteredAgent) -> InstalledAgent {
    InstalledAgent {
        spec: format!("@{}", agent.name),
        games: agent.games.clone(),
        summary: agent.summary.clone(),
    }
}
