//! Agents asked about positions away from any table. They think on the threads of the tables, so
//! both wait for each other, and each address has a few questions at a time.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::{Extension, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use futures_util::stream::unfold;
use ludorum_bridge::is_guest;
use ludorum_core::Stop;
use ludorum_protocol::study::{Analyse, Analysis, SearchTree};
use ludorum_protocol::{Code, Problem};
use tokio::sync::mpsc;
use tokio::task::spawn_blocking;

use super::body::Body;
use super::study::reached;
use super::tables::Address;
use crate::analysis::Subject;
use crate::aside::aside;
use crate::doors::Door;
use crate::operator::Rights;
use crate::table::{Claimant, Origin, Standing, Thread};
use crate::{Error, Server};

/// What a question gets that says nothing of time.
const USUAL: Duration = Duration::from_secs(1);

/// What the most patient question gets.
const LONGEST: Duration = Duration::from_secs(10);

/// So many positions of a tree are sent; about 4 MB.
const LARGEST_TREE: u64 = 50_000;

/// So many lines wait for whoever reads them.
const WAITING: usize = 4;

/// What an agent thinks of a position. Who does not wait for the answer calls the agent off.
#[utoipa::path(
    post, path = "/api/analyse", tag = "study", request_body = Analyse,
    responses((status = 200, body = Analysis), (status = "4XX", body = Problem))
)]
pub(super) async fn analyse(
    State(server): State<Arc<Server>>,
    Extension(address): Extension<Address>,
    rights: Rights,
    Body(wanted): Body<Analyse>,
) -> Result<Json<Analysis>, Error> {
    let (subject, place) = seat(&server, address, rights, wanted).await?;
    let called_off = CalledOff(Stop::new());
    let stop = place.1.at_gate(&called_off.0);
    let thought = spawn_blocking(move || {
        let analysis = subject.analyse(&stop, None);
        drop(place);
        analysis
    });
    let analysis = thought.await.map_err(|_| Code::Internal)?;
    Ok(Json(analysis))
}

/// The same, told while the agent thinks: a line of JSON now and then, the last one is the answer.
#[utoipa::path(
    post, path = "/api/analyse/live", tag = "study", request_body = Analyse,
    responses(
        (status = 200, body = String, content_type = "application/x-ndjson", description = "An `Analysis` in each line."),
        (status = "4XX", body = Problem),
    )
)]
pub(super) async fn live(
    State(server): State<Arc<Server>>,
    Extension(address): Extension<Address>,
    rights: Rights,
    Body(wanted): Body<Analyse>,
) -> Result<Response, Error> {
    let (subject, place) = seat(&server, address, rights, wanted).await?;
    let (tell, told) = mpsc::channel::<Analysis>(WAITING);
    let called_off = CalledOff(Stop::new());
    let stop = place.1.at_gate(&called_off.0);
    spawn_blocking(move || {
        // Who is slow misses what is no longer true anyway.
        let so_far = |analysis| drop(tell.try_send(analysis));
        let analysis = subject.analyse(&stop, Some(&so_far));
        drop(place);
        // Who has gone needs no answer.
        let _ = tell.blocking_send(analysis);
    });
    let lines = unfold((told, called_off), async |(mut told, called_off)| {
        let analysis = told.recv().await?;
        let line = serde_json::to_string(&analysis).map(|line| line + "\n");
        Some((line, (told, called_off)))
    });
    let kind = [(CONTENT_TYPE, "application/x-ndjson")];
    Ok((kind, axum::body::Body::from_stream(lines)).into_response())
}

/// The tree of the agent's search, if it keeps one: `sector66-mcts:save-tree=on` does. Positions it
/// visited least are left out of a tree that is too large.
#[utoipa::path(
    post, path = "/api/analyse/tree", tag = "study", request_body = Analyse,
    responses((status = 200, body = SearchTree), (status = "4XX", body = Problem))
)]
pub(super) async fn tree(
    State(server): State<Arc<Server>>,
    Extension(address): Extension<Address>,
    rights: Rights,
    Body(wanted): Body<Analyse>,
) -> Result<Json<SearchTree>, Error> {
    let (subject, place) = seat(&server, address, rights, wanted).await?;
    let called_off = CalledOff(Stop::new());
    let stop = place.1.at_gate(&called_off.0);
    let agent = subject.agent.clone();
    let grown = spawn_blocking(move || {
        let tree = subject.tree(&stop, LARGEST_TREE);
        drop(place);
        tree
    });
    let tree = grown.await.map_err(|_| Code::Internal)?;
    let reason = format!("{agent} has no tree to show here");
    Ok(Json(tree.ok_or_else(|| {
        Problem::new(Code::BadAgent).with("reason", reason)
    })?))
}

/// What is asked for, and a place to think about it: in the queue of the address, and a thread. They
/// are given back when the agent has come to its end.
async fn seat(
    server: &Server,
    address: Address,
    rights: Rights,
    wanted: Analyse,
) -> Result<(Subject, (Door, Thread)), Problem> {
    let door = server.analysts.enter(address.0);
    let door = door.ok_or(Code::TooManyRequests)?;
    let subject = aside(|| subject(server, rights, wanted))?;
    let claimant = Claimant {
        standing: Standing::People,
        origin: Origin::of(address.0),
        table: String::new(),
        threads: 1,
    };
    let room = server.desk.thinkers.room(claimant).await;
    Ok((subject, (door, room)))
}

fn subject(server: &Server, rights: Rights, wanted: Analyse) -> Result<Subject, Problem> {
    let variant = server.games.wanted(&wanted.game)?;
    let agent = wanted.agent.unwrap_or_else(|| variant.adviser());
    if is_guest(&agent) {
        // A program for every position is too much for strangers to ask.
        rights.only_operator()?;
    }
    let agent = server.games.wanted_agent(&variant, &agent, rights)?;
    let position = reached(&variant, wanted.position.as_deref(), &wanted.moves)?;
    let time = wanted
        .time
        .map_or(USUAL, |time| Duration::from_millis(u64::from(time)));
    Ok(Subject {
        variant,
        position,
        agent,
        time: time.min(LONGEST).min(server.desk.config.longest_thought),
    })
}

/// Raises its flag when nobody waits any more.
struct CalledOff(Stop);

impl Drop for CalledOff {
    fn drop(&mut self) {
        self.0.raise();
    }
}
