//! Positions away from any table: what can be played there, what is worth knowing, what is refused
//! and why. Nothing is remembered.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use ludorum_catalog::{Position, Variant};
use ludorum_core::{Insight, Node, Seat, Seed};
use ludorum_protocol::study::{Explore, Explored};
use ludorum_protocol::{Code, Problem, study};

use super::body::Body;
use crate::aside::aside;
use crate::table::{illegal, ranks};
use crate::{Error, Server};

/// A position, after some moves from another.
#[utoipa::path(
    post, path = "/api/explore", tag = "study", request_body = Explore,
    responses((status = 200, body = Explored), (status = "4XX", body = Problem))
)]
pub(super) async fn explore(
    State(server): State<Arc<Server>>,
    Body(wanted): Body<Explore>,
) -> Result<Json<Explored>, Error> {
    Ok(Json(aside(|| explored(&server, &wanted))?))
}

fn explored(server: &Server, wanted: &Explore) -> Result<Explored, Problem> {
    let variant = server.games.wanted(&wanted.game)?;
    let position = reached(&variant, wanted.position.as_deref(), &wanted.moves)?;
    let eyes = eyes(&variant, wanted.eyes)?;
    let explored = Explored {
        position: position.text(),
        seen: eyes.map(|seat| position.view(seat).text()),
        to_move: match position.node() {
            Node::Decide(seat) => Some(seat.index() as u8),
            Node::Chance | Node::Over => None,
        },
        moves: position.moves(),
        ranks: position.outcome().map(|outcome| ranks(&outcome)),
        insights: position.insights().into_iter().map(insight).collect(),
        events: position
            .events()
            .unwrap_or_default()
            .into_iter()
            .map(|(text, probability)| study::ChanceEvent { text, probability })
            .collect(),
    };
    goes_on(&position)?;
    Ok(explored)
}

/// Refuses a position whose plug-ins were stopped.
fn goes_on(position: &Position) -> Result<(), Problem> {
    match position.halted() {
        None => Ok(()),
        Some(halted) => Err(Problem::new(Code::PluginStopped)
            .with("plugin", halted.cause)
            .with("reason", halted.message)),
    }
}

/// The seat with whose eyes somebody wants to see, if there is one.
pub(super) fn eyes(variant: &Variant, wanted: Option<u8>) -> Result<Option<Seat>, Code> {
    match wanted.map(usize::from) {
        None => Ok(None),
        Some(seat) if seat < variant.seats() => Ok(Some(Seat::new(seat))),
        Some(_) => Err(Code::UnknownSeat),
    }
}

/// The position after some moves from another, or from the start.
pub(super) fn reached(
    variant: &Variant,
    from: Option<&str>,
    moves: &[String],
) -> Result<Position, Problem> {
    let mut position = match from {
        None => variant.start(Seed(0)),
        Some(text) => variant
            .position(text)
            .map_err(|error| Problem::new(Code::BadGame).with("reason", error))?,
    };
    goes_on(&position)?;
    for text in moves {
        let played = position.play_text(text);
        goes_on(&position)?;
        played.map_err(|error| illegal(text, &error))?;
    }
    Ok(position)
}

fn insight(insight: Insight) -> study::Insight {
    study::Insight {
        seat: insight.seat.index() as u8,
        number: insight.number,
        line: insight.line,
    }
}
