//! Exploration of positions without a table: legal moves, path annotations, illegal moves.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use ludorum_catalog::{Position, Variant};
use ludorum_core::{BoardPathAnnotation, NodeKind, Seat, Seed};
use ludorum_protocol::study::{ExploreRequest, ExploredPosition};
use ludorum_protocol::{ApiProblem, ErrorCode, study};

use super::body::JsonBody;
use crate::blocking::run_blocking;
use crate::table::{illegal, ranks};
use crate::{Error, Server};

/// Plays moves from a position and returns the resulting position with its legal moves.
#[utoipa::path(
    post, path = "/api/explore", tag = "study", request_body = ExploreRequest,
    responses((status = 200, body = ExploredPosition), (status = "4XX", body = ApiProblem))
)]
pub(super) async fn explore(
    State(server): State<Arc<Server>>,
    JsonBody(wanted): JsonBody<ExploreRequest>,
) -> Result<Json<ExploredPosition>, Error> {
    Ok(Json(run_blocking(|| explored(&server, &wanted))?))
}

fn explored(server: &Server, wanted: &ExploreRequest) -> Result<ExploredPosition, ApiProblem> {
    let variant = server.games.open_requested(&wanted.game)?;
    let position = position_after(&variant, wanted.position.as_deref(), &wanted.moves)?;
    let eyes = view_seat(&variant, wanted.eyes)?;
    let explored = ExploredPosition {
        position: position.text(),
        seen: eyes.map(|seat| position.view(seat).text()),
        to_move: match position.node() {
            NodeKind::Decide(seat) => Some(seat.index() as u8),
            NodeKind::Chance | NodeKind::Over => None,
        },
        moves: position.moves(),
        ranks: position.outcome().map(|outcome| ranks(&outcome)),
        insights: position
            .path_annotations()
            .into_iter()
            .map(insight)
            .collect(),
        events: position
            .events()
            .unwrap_or_default()
            .into_iter()
            .map(|(text, probability)| study::ChanceEvent { text, probability })
            .collect(),
    };
    check_not_halted(&position)?;
    Ok(explored)
}

/// Returns an error if a fault stopped the plug-ins while the position was computed.
fn check_not_halted(position: &Position) -> Result<(), ApiProblem> {
    match position.halted() {
        None => Ok(()),
        Some(halted) => Err(ApiProblem::new(ErrorCode::PluginStopped)
            .with("plugin", halted.cause)
            .with("reason", halted.message)),
    }
}

/// Seat whose view is requested; `None` for the full position. Fails for an unknown seat number.
pub(super) fn view_seat(variant: &Variant, wanted: Option<u8>) -> Result<Option<Seat>, ErrorCode> {
    match wanted.map(usize::from) {
        None => Ok(None),
        Some(seat) if seat < variant.seats() => Ok(Some(Seat::new(seat))),
        Some(_) => Err(ErrorCode::UnknownSeat),
    }
}

/// Plays moves from a position, or from the start of the game, and returns the resulting position.
pub(super) fn position_after(
    variant: &Variant,
    from: Option<&str>,
    moves: &[String],
) -> Result<Position, ApiProblem> {
    let mut position = match from {
        None => variant.start(Seed(0)),
        Some(text) => variant
            .position(text)
            .map_err(|error| ApiProblem::new(ErrorCode::BadGame).with("reason", error))?,
    };
    check_not_halted(&position)?;
    for text in moves {
        let played = position.play_text(text);
        check_not_halted(&position)?;
        played.map_err(|error| illegal(text, &error))?;
    }
    Ok(position)
}

fn insight(insight: BoardPathAnnotation) -> study::BoardPathInfo {
    study::BoardPathInfo {
        seat: insight.seat.index() as u8,
        number: insight.number,
        line: insight.line,
    }
}
