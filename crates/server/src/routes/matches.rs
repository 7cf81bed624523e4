//! The match of the server: looked at by everyone, started and ended by the operator.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use ludorum_arena::{Plan, PlanError};
use ludorum_core::Seed;
use ludorum_protocol::matches::{MatchDesk, MatchInfo, NewMatch};
use ludorum_protocol::{Code, Problem};

use super::body::Body;
use crate::aside::aside;
use crate::matches::MOST_GAMES;
use crate::operator::{ProgramsOperator, Rights};
use crate::{Error, Server};

/// The match being played, or the last one, and whether who asks may start another.
#[utoipa::path(get, path = "/api/match", tag = "match", responses((status = 200, body = MatchDesk)))]
pub(super) async fn look(State(server): State<Arc<Server>>, rights: Rights) -> Json<MatchDesk> {
    Json(MatchDesk {
        allowed: rights == Rights::Operator,
        most_games: MOST_GAMES,
        current: server.matches.look(),
    })
}

/// Starts a match. Only for the operator, and one at a time.
#[utoipa::path(
    post, path = "/api/match", tag = "match", request_body = NewMatch,
    responses((status = 201, body = MatchInfo), (status = "4XX", body = Problem))
)]
pub(super) async fn start(
    State(server): State<Arc<Server>>,
    _: ProgramsOperator,
    Body(new): Body<NewMatch>,
) -> Result<(StatusCode, Json<MatchInfo>), Error> {
    let bad = |reason: String| Problem::new(Code::BadRequest).with("reason", reason);
    if !(1..=MOST_GAMES).contains(&new.games) {
        return Err(bad(format!("a match has 1 to {MOST_GAMES} games")).into());
    }
    let seed = match &new.seed {
        None => Seed(0),
        Some(text) => Seed(
            text.parse()
                .map_err(|_| bad(format!("'{text}' is no seed")))?,
        ),
    };
    let plan = aside(|| {
        let variant = server.games.wanted(&new.game)?;
        let agents: Result<Vec<String>, Problem> = new
            .agents
            .iter()
            .map(|spec| server.games.wanted_agent(&variant, spec, Rights::Operator))
            .collect();
        let plan = Plan::new(variant, &agents?, seed, u64::from(new.games));
        plan.map_err(|error| bad(error.to_string()))
    })?;
    let plan = match new.openings {
        None => plan,
        Some(openings) => opened(plan, openings).await?.map_err(bad)?,
    };
    // Tables keep a thread where there is more than one.
    let threads = server.desk.config.thinkers.saturating_sub(1).max(1);
    let info = server.matches.start(plan, threads)?;
    Ok((StatusCode::CREATED, Json(info)))
}

/// The same run with openings. To find the first one may take a search.
async fn opened(plan: Plan, openings: String) -> Result<Result<Plan, String>, Code> {
    let open = move || {
        let plan = plan.opened_by(Some(&openings))?;
        plan.check_openings()?;
        Ok(plan)
    };
    let opened = tokio::task::spawn_blocking(open).await;
    let opened = opened.map_err(|error| {
        tracing::error!(%error, "openings of a match");
        Code::Internal
    })?;
    Ok(opened.map_err(|error: PlanError| error.to_string()))
}

/// Ends the match being played. Only for the operator.
#[utoipa::path(
    delete, path = "/api/match", tag = "match",
    responses((status = 204), (status = "4XX", body = Problem))
)]
pub(super) async fn end(State(server): State<Arc<Server>>, _: ProgramsOperator) -> StatusCode {
    server.matches.end();
    StatusCode::NO_CONTENT
}
