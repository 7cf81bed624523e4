//! Agents think here: on a bounded number of threads, with a flag by which they are called off.
//!
//! An agent is made anew for each move. What it chooses then depends on the position and the seeds
//! of the game only, so a restart of the server cannot change a game, and a thousand tables need no
//! more memory for agents than there are threads.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use ludorum_arena::agent_rng;
use ludorum_bridge::thought;
use ludorum_catalog::{Opinion, Position, Variant, Watch};
use ludorum_core::{Budget, Node, Seed, Stop};
use ludorum_protocol::table::Thought;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;

use super::order::{Answer, Handle, Order};

/// Clients are shown what an agent thinks so far no more often than this.
const SHOW_EVERY: Duration = Duration::from_millis(200);

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
    /// Whether the table is told what the agent thinks so far.
    pub(crate) is_shown: bool,
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
                false => {
                    let table = table.clone();
                    spawn_blocking(move || think(&question, longest, &stop, &table))
                        .await
                        .unwrap_or_else(|error| {
                            tracing::error!(%error, "an agent failed");
                            None
                        })
                }
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

fn think(question: &Question, longest: Duration, stop: &Stop, table: &Handle) -> Option<Thought> {
    let position = &question.position;
    let Node::Decide(seat) = position.node() else {
        return None;
    };
    let mut player = question.variant.player(&question.spec).ok()?;
    let spec = player.spec().to_owned();
    let mut rng = agent_rng(question.streams, seat, position.plies());
    // A fifth of what is left leaves something for the moves to come, and for the way there.
    let share = question.time.map(|left| Duration::from_millis(left / 5));
    let budget = Budget::time(share.map_or(longest, |share| share.min(longest)));
    let began = Instant::now();
    let sight = Sight::default();
    let watch = |opinion: Opinion| {
        if sight.is_due() {
            let thought = thought(&spec, position, opinion, began.elapsed());
            let number = question.number;
            // A table that is busy has no time for it.
            let _ = table.try_send(Order::SoFar {
                question: number,
                thought,
            });
        }
    };
    let watch: Option<&Watch<'_>> = question.is_shown.then_some(&watch);
    let verdict = player
        .try_choose_watched(position, &budget, stop, &mut rng, watch)
        .inspect_err(|forfeit| tracing::error!(spec, %forfeit, "an agent failed"))
        .ok()?;
    let reasons = player.reasons(position);
    let opinion = Opinion { verdict, reasons };
    Some(thought(&spec, position, opinion, began.elapsed()))
}

/// When something was shown last.
#[derive(Default)]
struct Sight(Mutex<Option<Instant>>);

impl Sight {
    /// Whether it is time to show something again.
    fn is_due(&self) -> bool {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_due = last.is_none_or(|last| last.elapsed() >= SHOW_EVERY);
        if is_due {
            *last = Some(Instant::now());
        }
        is_due
    }
}
