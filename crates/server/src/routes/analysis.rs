//! Agents asked about positions away from any table. They think on the threads of the tables, so
//! both wait for each other, and each address has a few questions at a time.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::{Extension, State};
use ludorum_bridge::is_guest;
use ludorum_core::Stop;
use ludorum_protocol::study::{Analyse, Analysis};
use ludorum_protocol::{Code, Problem};
use tokio::task::spawn_blocking;

use super::body::Body;
use super::study::reached;
use super::tables::Address;
use crate::analysis::Subject;
use crate::games::wanted_agent;
use crate::reach::Reach;
use crate::{Error, Server};

/// What a question gets that says nothing of time.
const USUAL: Duration = Duration::from_secs(1);

/// What the most patient question gets.
const LONGEST: Duration = Duration::from_secs(10);

/// What an agent thinks of a position. Who does not wait for the answer calls the agent off.
#[utoipa::path(
    post, path = "/api/analyse", tag = "study", request_body = Analyse,
    responses((status = 200, body = Analysis), (status = "4XX", body = Problem))
)]
pub(super) async fn analyse(
    State(server): State<Arc<Server>>,
    Extension(address): Extension<Address>,
    reach: Reach,
    Body(wanted): Body<Analyse>,
) -> Result<Json<Analysis>, Error> {
    let door = server.analysts.enter(address.0);
    let door = door.ok_or(Code::TooManyRequests)?;
    let variant = server.games.wanted(&wanted.game)?;
    let agent = wanted.agent.unwrap_or_else(|| variant.adviser());
    if is_guest(&agent) {
        // A program for every position is too much for strangers to ask.
        reach.only_here()?;
    }
    let agent = wanted_agent(&variant, &agent, reach)?;
    let position = reached(&variant, wanted.position.as_deref(), &wanted.moves)?;
    let time = wanted
        .time
        .map_or(USUAL, |time| Duration::from_millis(u64::from(time)));
    let subject = Subject {
        variant,
        position,
        agent,
        time: time.min(LONGEST).min(server.desk.config.longest_thought),
    };
    let room = server.desk.thinkers.room().await.ok_or(Code::Internal)?;
    let called_off = CalledOff(Stop::new());
    let stop = called_off.0.clone();
    // The thread and the place in the queue are given back when the agent has come to its end.
    let thought = spawn_blocking(move || {
        let analysis = subject.analyse(&stop);
        drop((door, room));
        analysis
    });
    let analysis = thought.await.map_err(|_| Code::Internal)?;
    Ok(Json(analysis))
}

/// Raises its flag when nobody waits any more.
struct CalledOff(Stop);

impl Drop for CalledOff {
    fn drop(&mut self) {
        self.0.raise();
    }
}
