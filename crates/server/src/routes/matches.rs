//! The match between agents: visible to all clients, controlled by the operator.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use ludorum_arena::{PlanError, RunPlan};
use ludorum_core::Seed;
use ludorum_protocol::matches::{MatchInfo, NewMatch, ServerMatchStatus};
use ludorum_protocol::{ApiProblem, ErrorCode};

use super::body::JsonBody;
use crate::blocking::run_blocking;
use crate::matches::MOST_GAMES;
use crate::operator::{OperatorRights, ProgramLaunchAuth};
use crate::{Error, Server};

/// Returns the running or last match and whether the client may start one.
#[utoipa::path(get, path = "/api/match", tag = "match", responses((status = 200, body = ServerMatchStatus)))]
pub(super) async fn look(
    State(server): State<Arc<Server>>,
    rights: OperatorRights,
) -> Json<ServerMatchStatus> {
    Json(ServerMatchStatus {
        allowed: rights == OperatorRights::Granted,
        most_games: MOST_GAMES,
        current: server.matches.info(),
    })
}

/// Starts a match between agents. Operator only; one match at a time.
#[utoipa::path(
    post, path = "/api/match", tag = "match", request_body = NewMatch,
    responses((status = 201, body = MatchInfo), (status = "4XX", body = ApiProblem))
)]
pub(super) async fn start(
    State(server): State<Arc<Server>>,
    _: ProgramLaunchAuth,
    JsonBody(new): JsonBody<NewMatch>,
) -> Result<(StatusCode, Json<MatchInfo>), Error> {
    let bad = |reason: String| ApiProblem::new(ErrorCode::BadRequest).with("reason", reason);
    if !(1..=MOST_GAMES).contains(&new.games) {
        return Err(bad(format!("a match has 1 to {MOST_GAMES} games")).into());
    }
    let seed = match &new.seed {
        None => Seed(0),
        Some(text) => Seed(
            text.parse()
                .map_err(|_| bad(format!("'{text}' is not a seed")))?,
        ),
    };
    let plan = run_blocking(|| {
        let variant = server.games.open_requested(&new.game)?;
        let agents: Result<Vec<String>, ApiProblem> = new
            .agents
            .iter()
            .map(|spec| {
                server
                    .games
                    .checked_agent_spec(&variant, spec, OperatorRights::Granted)
            })
            .collect();
        let plan = RunPlan::new(variant, &agents?, seed, u64::from(new.games));
        plan.map_err(|error| bad(error.to_string()))
    })?;
    let plan = match new.openings {
        None => plan,
        Some(openings) => opened(plan, openings).await?.map_err(bad)?,
    };
    // Leaves one search thread to the tables if possible.
    let threads = server.context.config.think_threads.saturating_sub(1).max(1);
    let info = server.matches.start(plan, threads)?;
    Ok((StatusCode::CREATED, Json(info)))
}

/// Adds openings to a match plan, on a blocking thread: finding the first one may need a search.
async fn opened(plan: RunPlan, openings: String) -> Result<Result<RunPlan, String>, ErrorCode> {
    let open = move || {
        let plan = plan.with_openings_spec(Some(&openings))?;
        plan.check_openings()?;
        Ok(plan)
    };
    let opened = tokio::task::spawn_blocking(open).await;
    let opened = opened.map_err(|error| {
        tracing::error!(%error, "finding the openings of a match panicked");
        ErrorCode::Internal
    })?;
    Ok(opened.map_err(|error: PlanError| error.to_string()))
}

/// Stops the running match between agents. Operator only.
#[utoipa::path(
    delete, path = "/api/match", tag = "match",
    responses((status = 204), (status = "4XX", body = ApiProblem))
)]
pub(super) async fn end(State(server): State<Arc<Server>>, _: ProgramLaunchAuth) -> StatusCode {
    server.matches.stop_match();
    StatusCode::NO_CONTENT
}
