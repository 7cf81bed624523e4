//! Agents think here: on a bounded number of threads, with a flag by which they are called off.
//!
//! An agent is made anew for each move. What it chooses then depends on the position and the seeds
//! of the game only, so a restart of the server cannot change a game, and a thousand tables need no
//! more memory for agents than there are threads.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ludorum_arena::agent_rng;
use ludorum_catalog::{Position, Variant};
use ludorum_core::{Budget, Node, Seed, Stop};
use ludorum_protocol::table::{Candidate, Thought};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;

use super::order::{Answer, Handle, Order};

/// Clients are shown this many of the moves an agent considered.
const MOST_CANDIDATES: usize = 10;

/// The threads agents think on.
#[derive(Clone, Debug)]
pub(crate) struct Thinkers {
    free: Arc<Semaphore>,
    longest: Duration,
}

/// A question to an agent.
#[derive(Debug)]
pub(crate) struct Question {
    pub(crate) number: u64,
    pub(crate) variant: Variant,
    pub(crate) position: Position,
    pub(crate) spec: String,
    pub(crate) streams: Seed,
    /// The milliseconds it has, if there are clocks.
    pub(crate) time: Option<u64>,
}

impl Thinkers {
    pub(crate) fn new(threads: usize, longest: Duration) -> Thinkers {
        Thinkers {
            free: Arc::new(Semaphore::new(threads)),
            longest,
        }
    }

    /// Waits until a thread is free, and holds it for as long as the answer lives.
    pub(crate) async fn room(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.free).acquire_owned().await.ok()
    }

    /// Has an agent think, and sends the table its answer.
    pub(crate) fn ask(&self, question: Question, stop: Stop, table: Handle) {
        let (free, longest) = (Arc::clone(&self.free), self.longest);
        tokio::spawn(async move {
            let Ok(_permit) = free.acquire_owned().await else {
                return;
            };
            let number = question.number;
            // A flag raised while waiting: nobody wants the answer any more.
            let thought = match stop.is_raised() {
                true => None,
                false => spawn_blocking(move || think(&question, longest, &stop))
                    .await
                    .unwrap_or_else(|error| {
                        tracing::error!(%error, "an agent failed");
                        None
                    }),
            };
            let answer = Answer {
                question: number,
                thought,
            };
            // A table that has gone needs no answer.
            let _ = table.send(Order::Answer(answer)).await;
        });
    }
}

fn think(question: &Question, longest: Duration, stop: &Stop) -> Option<Thought> {
    let position = &question.position;
    let Node::Decide(seat) = position.node() else {
        return None;
    };
    let mut player = question.variant.player(&question.spec).ok()?;
    let mut rng = agent_rng(question.streams, seat, position.plies());
    // A fifth of what is left leaves something for the moves to come, and for the way there.
    let share = question.time.map(|left| Duration::from_millis(left / 5));
    let budget = Budget::time(share.map_or(longest, |share| share.min(longest)));
    let began = Instant::now();
    let verdict = player.choose(position, &budget, stop, &mut rng);
    let reasons = player.reasons(position);
    let candidates = reasons.candidates.into_iter().take(MOST_CANDIDATES);
    Some(Thought {
        ply: position.plies() as u32,
        agent: player.spec().to_owned(),
        best: position.move_text(verdict.best),
        value: verdict
            .value
            .map(|value| value[seat])
            .filter(|value| value.is_finite()),
        line: reasons.line,
        candidates: candidates
            .map(|reason| Candidate {
                text: reason.text,
                value: reason.value.filter(|value| value.is_finite()),
                visits: reason.visits,
            })
            .collect(),
        nodes: verdict.effort.nodes,
        playouts: verdict.effort.playouts,
        depth: verdict.effort.depth,
        time: began.elapsed().as_millis() as u64,
    })
}
