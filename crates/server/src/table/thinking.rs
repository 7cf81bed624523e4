//! Agents think here: on a bounded number of threads, with a flag by which they are called off.
//!
//! An agent of ours is made anew for each move. What it chooses then depends on the position and the
//! seeds of the game only, so a restart of the server cannot change a game, and a thousand tables
//! need no more memory for agents than there are threads. External agents are kept by their table, and
//! so are agents that ponder, for as long as they have a thread to do so.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use ludorum_arena::agent_rng;
use ludorum_bridge::{Services, is_guest, thought};
use ludorum_catalog::{Opinion, Player, Position, Variant, Watch};
use ludorum_core::{Budget, Node, Seed, Stop};
use ludorum_protocol::table::Thought;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;

use super::elsewhere::Elsewhere;
use super::kept::Kept;
use super::order::{Answer, Handle, Order};
use crate::Config;

/// Clients are shown what an agent thinks so far no more often than this.
const SHOW_EVERY: Duration = Duration::from_millis(200);

/// The threads agents think on.
#[derive(Clone, Debug)]
pub(crate) struct Thinkers {
    free: Arc<Semaphore>,
    spared: Arc<Mutex<Spared>>,
    /// How many external agents there may be.
    programs: Arc<Semaphore>,
    longest: Duration,
    elsewhere: Option<Elsewhere>,
}

/// A question to an agent.
#[derive(Debug)]
pub(crate) struct Question {
    pub(crate) number: u64,
    pub(crate) variant: Variant,
    pub(crate) position: Position,
    pub(crate) spec: String,
    pub(crate) streams: Seed,
    /// The seed of the setup.
    pub(crate) setup: Seed,
    /// What a service keeps the player under until its next move.
    pub(crate) keep: Option<String>,
    /// The milliseconds it has, if there are clocks.
    pub(crate) time: Option<u64>,
    /// Whether the table is told what the agent thinks so far.
    pub(crate) is_shown: bool,
    /// The player, if it was kept from its last move.
    pub(crate) kept: Option<Kept>,
}

/// Threads that are used until somebody needs them.
#[derive(Debug, Default)]
struct Spared {
    /// The flags of those who think on them.
    stops: Vec<Stop>,
    /// How many wait for a thread: as long as somebody does, there is none to spare.
    waiting: usize,
}

fn lock(spared: &Mutex<Spared>) -> MutexGuard<'_, Spared> {
    spared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Somebody waits for a thread, until this is dropped.
struct Waiting(Arc<Mutex<Spared>>);

impl Waiting {
    fn new(shared: &Arc<Mutex<Spared>>, spared: &mut Spared) -> Waiting {
        spared.waiting += 1;
        Waiting(Arc::clone(shared))
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        lock(&self.0).waiting -= 1;
    }
}

impl Thinkers {
    pub(crate) fn new(config: &Config, services: Option<Services>) -> Thinkers {
        Thinkers {
            elsewhere: services.map(Elsewhere::new),
            free: Arc::new(Semaphore::new(config.thinkers)),
            spared: Arc::default(),
            programs: Arc::new(Semaphore::new(config.most_programs)),
            longest: config.longest_thought,
        }
    }

    /// Waits until a thread is free, and holds it for as long as the answer lives. If none is, one of
    /// those who think on threads that others may need gives up its own.
    pub(crate) async fn room(&self) -> Option<OwnedSemaphorePermit> {
        let waiting = {
            let mut spared = lock(&self.spared);
            // Under the lock, so that whoever has the thread is in the list.
            if let Ok(thread) = Arc::clone(&self.free).try_acquire_owned() {
                return Some(thread);
            }
            spared.stops.retain(|stop| !stop.is_raised());
            if let Some(stop) = spared.stops.pop() {
                stop.raise();
            }
            Waiting::new(&self.spared, &mut spared)
        };
        let thread = Arc::clone(&self.free).acquire_owned().await.ok();
        drop(waiting);
        thread
    }

    /// A thread nobody needs, if there is one. `stop` is raised as soon as somebody does.
    pub(super) fn spare(&self, stop: &Stop) -> Option<OwnedSemaphorePermit> {
        let mut spared = lock(&self.spared);
        if spared.waiting > 0 {
            return None;
        }
        let thread = Arc::clone(&self.free).try_acquire_owned().ok()?;
        spared.stops.retain(|stop| !stop.is_raised());
        spared.stops.push(stop.clone());
        Some(thread)
    }

    /// Has an agent think, and sends the table its answer.
    pub(crate) fn ask(&self, question: Question, stop: Stop, table: Handle) {
        let thinkers = self.clone();
        tokio::spawn(async move {
            let answer = thinkers.answer(question, stop, &table).await;
            // A table that has gone needs no answer; but a player must not be ended here, where
            // nothing may take a while.
            if let Err(unsent) = table.send(Order::Answer(answer)).await {
                spawn_blocking(move || drop(unsent));
            }
        });
    }

    async fn answer(&self, question: Question, stop: Stop, table: &Handle) -> Answer {
        let (longest, table) = (self.longest, table.clone());
        let number = question.number;
        let answered = if is_guest(&question.spec) {
            // It thinks elsewhere, so no thread of ours is taken.
            let programs = Arc::clone(&self.programs);
            spawn_blocking(move || ask_guest(question, &programs, longest, &stop, &table)).await
        } else {
            if let Some(elsewhere) = &self.elsewhere
                && let Some(thought) = elsewhere.ask(&question, longest, &stop, &table).await
            {
                return Answer {
                    question: number,
                    thought: Ok(thought),
                    kept: None,
                };
            }
            let Some(_thread) = self.room().await else {
                return Answer::failed(number, "the server ends");
            };
            // A flag raised while waiting: nobody wants the answer any more.
            if stop.is_raised() {
                return Answer::failed(number, "it was called off");
            }
            spawn_blocking(move || ask_own(question, longest, &stop, &table)).await
        };
        answered.unwrap_or_else(|error| {
            tracing::error!(%error, "an agent failed");
            Answer::failed(number, "it panicked")
        })
    }
}

/// Asks an agent of ours, made anew unless it has pondered. It is kept if it will.
fn ask_own(mut question: Question, longest: Duration, stop: &Stop, table: &Handle) -> Answer {
    let kept = match question.kept.take() {
        Some(kept) => Ok(kept),
        None => question.player(None),
    };
    let mut kept = match kept {
        Ok(kept) => kept,
        Err(reason) => return Answer::failed(question.number, reason),
    };
    kept.catch_up(&question.position);
    let thought = consult(&mut kept.player, &question, longest, stop, table);
    let will_ponder = thought.is_ok() && question.keep.is_some() && kept.player.ponders();
    Answer {
        question: question.number,
        thought,
        kept: will_ponder.then_some(kept),
    }
}

/// Asks an external agent, which is kept for its next move if it has not failed.
fn ask_guest(
    mut question: Question,
    programs: &Arc<Semaphore>,
    longest: Duration,
    stop: &Stop,
    table: &Handle,
) -> Answer {
    let kept = match question.kept.take() {
        Some(kept) => Ok(kept),
        None => hire(&question, programs),
    };
    let mut kept = match kept {
        Ok(kept) => kept,
        Err(reason) => return Answer::failed(question.number, reason),
    };
    kept.catch_up(&question.position);
    let thought = consult(&mut kept.player, &question, longest, stop, table);
    Answer {
        question: question.number,
        kept: thought.is_ok().then_some(kept),
        thought,
    }
}

/// An external agent for a game, if there may be one more.
fn hire(question: &Question, programs: &Arc<Semaphore>) -> Result<Kept, String> {
    let permit = Arc::clone(programs).try_acquire_owned();
    let permit = permit.map_err(|_| "the server runs as many programs as it may".to_owned())?;
    question.player(Some(permit))
}

const NOT_TO_MOVE: &str = "no seat is to move";

fn consult(
    player: &mut Player,
    question: &Question,
    longest: Duration,
    stop: &Stop,
    table: &Handle,
) -> Result<Thought, String> {
    let position = &question.position;
    let Node::Decide(seat) = position.node() else {
        return Err(NOT_TO_MOVE.to_owned());
    };
    let spec = player.spec().to_owned();
    let mut rng = agent_rng(question.streams, seat, position.plies());
    let began = Instant::now();
    let (sight, number) = (Sight::default(), question.number);
    let watch = |opinion: Opinion| {
        if sight.is_due() {
            let thought = thought(&spec, position, opinion, began.elapsed());
            // A table that is busy has no time for it.
            let _ = table.try_send(Order::SoFar {
                question: number,
                thought,
            });
        }
    };
    let watch: Option<&Watch<'_>> = question.is_shown.then_some(&watch);
    let budget = Budget::time(question.share(longest));
    let verdict = player
        .try_choose_watched(position, &budget, stop, &mut rng, watch)
        .map_err(|forfeit| forfeit.reason)?;
    let reasons = player.reasons(position);
    let opinion = Opinion { verdict, reasons };
    Ok(thought(&spec, position, opinion, began.elapsed()))
}

impl Question {
    /// The player that is asked, made anew.
    fn player(&self, permit: Option<OwnedSemaphorePermit>) -> Result<Kept, String> {
        let Node::Decide(seat) = self.position.node() else {
            return Err(NOT_TO_MOVE.to_owned());
        };
        let player = self.variant.player(&self.spec);
        Ok(Kept {
            player: player.map_err(|error| error.to_string())?,
            spec: self.spec.clone(),
            seat,
            streams: self.streams,
            // The position with its whole history comes with the question.
            seen: self.position.plies(),
            _permit: permit,
        })
    }

    /// The time for this move: a fifth of what is left leaves something for the moves to come, and
    /// for the way there.
    pub(super) fn share(&self, longest: Duration) -> Duration {
        let share = self.time.map(|left| Duration::from_millis(left / 5));
        share.map_or(longest, |share| share.min(longest))
    }
}

impl Answer {
    fn failed(question: u64, reason: impl Into<String>) -> Answer {
        Answer {
            question,
            thought: Err(reason.into()),
            kept: None,
        }
    }
}

/// When something was shown last.
#[derive(Default)]
pub(crate) struct Sight(Mutex<Option<Instant>>);

impl Sight {
    /// Whether it is time to show something again.
    pub(crate) fn is_due(&self) -> bool {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_due = last.is_none_or(|last| last.elapsed() >= SHOW_EVERY);
        if is_due {
            *last = Some(Instant::now());
        }
        is_due
    }
}
