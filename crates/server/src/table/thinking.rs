//! Agents think here: on a bounded number of threads, with a flag by which they are called off.
//!
//! An agent comes with the question and goes back with the answer, to be kept until its next move
//! (`resident.rs`). One that is not there is made again, and goes through its game first. It has no limits but its own
//! where there are no clocks, as in a match, so it chooses as it would there; only one that thinks for
//! too long is stopped, and the table is told so.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use ludorum_bridge::{Services, is_guest, thought};
use ludorum_catalog::{Asking, Opinion, Position, SeatedAgent, Variant, Watch, agent_stream};
use ludorum_core::{Budget, Carried, Seed, Stop};
use ludorum_protocol::table::{Limit, Thought};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;

use super::elsewhere::Elsewhere;
use super::order::{Answer, Handle, Order};
use super::resident::{Life, Resident};
use super::sharing::Claimant;
use super::threads::{SpareThread, Thread, Threads};
use crate::Config;

/// Clients are shown what an agent thinks so far no more often than this.
const SHOW_EVERY: Duration = Duration::from_millis(200);

/// An agent that was let go has so many times the time of a move to make its choices again.
const REBUILD: u32 = 4;

/// The threads agents think on, and what they may take.
#[derive(Clone, Debug)]
pub(crate) struct Thinkers {
    threads: Threads,
    /// How many external agents there may be.
    programs: Arc<Semaphore>,
    limits: Limits,
    elsewhere: Option<Elsewhere>,
}

/// What an agent may take.
#[derive(Clone, Copy, Debug)]
struct Limits {
    /// For a move.
    longest: Duration,
    /// For making its choices again, if it was let go.
    rebuild: Duration,
}

/// A question to an agent.
#[derive(Debug)]
pub(crate) struct Question {
    pub(crate) number: u64,
    pub(crate) variant: Variant,
    pub(crate) position: Position,
    /// The agent that is asked.
    pub(crate) life: Life,
    /// The seed of the setup.
    pub(crate) setup: Seed,
    /// What a service keeps the agent under until its next move; none for one that is asked only once.
    pub(crate) keep: Option<String>,
    /// The milliseconds it has, if there are clocks.
    pub(crate) time: Option<u64>,
    /// Whether the table is told what the agent thinks so far.
    pub(crate) is_shown: bool,
    /// The agent itself, if it was kept from its last move.
    pub(crate) resident: Option<Resident>,
    /// How the agent is made if it was not.
    pub(crate) making: Making,
    /// Who wants the answer.
    pub(crate) claimant: Claimant,
}

/// How an agent is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Making {
    /// For its first move.
    Anew,
    /// After it has been let go: it has moves to make again.
    Again,
}

impl Thinkers {
    pub(crate) fn new(config: &Config, services: Option<Services>) -> Thinkers {
        Thinkers {
            elsewhere: services.map(Elsewhere::new),
            threads: Threads::new(config.thinkers),
            programs: Arc::new(Semaphore::new(config.most_programs)),
            limits: Limits {
                longest: config.longest_thought,
                rebuild: config.longest_thought * REBUILD,
            },
        }
    }

    /// Waits until a thread is free for somebody, who holds it for as long as the answer lives.
    pub(crate) async fn room(&self, claimant: Claimant) -> Thread {
        self.threads.room(claimant).await
    }

    /// A thread nobody needs, if there is one. `stop` is raised as soon as somebody does.
    pub(super) fn spare(&self, stop: &Stop) -> Option<SpareThread> {
        self.threads.spare(stop)
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
        let (limits, table) = (self.limits, table.clone());
        let number = question.number;
        let answered = if is_guest(&question.life.spec) {
            // It thinks elsewhere, so no thread of ours is taken.
            let programs = Arc::clone(&self.programs);
            let longest = limits.longest;
            spawn_blocking(move || ask_guest(question, &programs, longest, &stop, &table)).await
        } else {
            if let Some(elsewhere) = &self.elsewhere {
                let longest = limits.longest;
                let answer = elsewhere.ask(&question, longest, &stop, &table).await;
                if let Some(thought) = answer {
                    let is_overdue =
                        question.time.is_none() && u128::from(thought.time) >= longest.as_millis();
                    return Answer {
                        question: number,
                        thought: Ok(thought),
                        resident: None,
                        is_rebuilt: false,
                        limits: Vec::from_iter(is_overdue.then_some(Limit::Time)),
                    };
                }
            }
            let thread = self.room(question.claimant.clone()).await;
            // A flag raised while waiting: nobody wants the answer any more.
            if stop.is_raised() {
                return Answer::failed(number, "it was called off");
            }
            spawn_blocking(move || {
                // Clocks of a game go on while others think.
                let stop = match question.time {
                    Some(_) => thread.at_gate_by_the_clock(&stop),
                    None => thread.at_gate(&stop),
                };
                let answer = ask_own(question, limits, &stop, &table);
                drop(thread);
                answer
            })
            .await
        };
        answered.unwrap_or_else(|error| {
            tracing::error!(%error, "an agent failed");
            Answer::failed(number, "it panicked")
        })
    }
}

/// Asks an agent of ours, which is made again if it was not kept.
fn ask_own(mut question: Question, limits: Limits, stop: &Stop, table: &Handle) -> Answer {
    let Limits { longest, rebuild } = limits;
    let kept = question.resident.take();
    let mut resident = match kept.map_or_else(|| question.seat(None), Ok) {
        Ok(resident) => resident,
        Err(reason) => return Answer::failed(question.number, reason),
    };
    let agent = &mut resident.agent;
    let is_rebuilt =
        question.making == Making::Again && agent.player().carries() != Carried::Nothing;
    // Without clocks an agent has its own limits only, as in a match.
    let budget = match question.time {
        Some(_) => Budget::time(question.share(longest)),
        None => Budget::UNLIMITED,
    };
    let asking = Asking {
        budget,
        longest: Some(longest),
        longest_rebuild: Some(rebuild),
        ..Asking::without_limits(stop)
    };
    let was_forgetful = agent.is_forgetful();
    let caught_up = agent.catch_up(&question.position, &asking);
    if question.making == Making::Again {
        // A table that has gone needs no answer either.
        let question = question.number;
        let _ = table.blocking_send(Order::CaughtUp { question });
    }
    let thought = match caught_up {
        Err(forfeit) => Err(forfeit.reason),
        Ok(()) if stop.is_raised() => Err("it was called off".to_owned()),
        Ok(()) => consult(agent, &question, &asking, table),
    };
    let mut limits = Vec::new();
    if resident.agent.is_forgetful() && !was_forgetful {
        limits.push(Limit::Rebuilding);
    }
    // Clocks are limits everyone knows of.
    if resident.agent.is_overdue() && question.time.is_none() {
        limits.push(Limit::Time);
    }
    let is_kept = thought.is_ok() && question.keep.is_some() && resident.is_worth_keeping();
    Answer {
        question: question.number,
        thought,
        resident: is_kept.then_some(resident),
        is_rebuilt,
        limits,
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
    let kept = question.resident.take();
    let hired = kept.map_or_else(|| hire(&question, programs), Ok);
    let mut guest = match hired {
        Ok(guest) => guest,
        Err(reason) => return Answer::failed(question.number, reason),
    };
    // A program is told how long it has.
    let asking = Asking {
        budget: Budget::time(question.share(longest)),
        ..Asking::without_limits(stop)
    };
    let thought = consult(&mut guest.agent, &question, &asking, table);
    Answer {
        question: question.number,
        resident: thought.is_ok().then_some(guest),
        thought,
        is_rebuilt: false,
        limits: Vec::new(),
    }
}

/// An external agent for a game, if there may be one more.
fn hire(question: &Question, programs: &Arc<Semaphore>) -> Result<Resident, String> {
    let permit = Arc::clone(programs).try_acquire_owned();
    let permit = permit.map_err(|_| "the server runs as many programs as it may".to_owned())?;
    question.seat(Some(permit))
}

fn consult(
    agent: &mut SeatedAgent,
    question: &Question,
    asking: &Asking<'_>,
    table: &Handle,
) -> Result<Thought, String> {
    let position = &question.position;
    let spec = agent.player().spec().to_owned();
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
    let asking = Asking { watch, ..*asking };
    let verdict = agent
        .choose(position, &asking)
        .map_err(|forfeit| forfeit.reason)?;
    let reasons = agent.player().reasons(position);
    let opinion = Opinion { verdict, reasons };
    Ok(thought(&spec, position, opinion, began.elapsed()))
}

impl Question {
    /// The agent that is asked, made anew at the ply at which it took its seat.
    fn seat(&self, permit: Option<OwnedSemaphorePermit>) -> Result<Resident, String> {
        let Life {
            spec,
            seat,
            streams,
            since,
            ..
        } = &self.life;
        let player = self.variant.player(spec);
        let player = player.map_err(|error| error.to_string())?;
        let stream = agent_stream(*streams, *seat);
        Ok(Resident {
            agent: SeatedAgent::new(player, *seat, stream, *since),
            life: self.life.clone(),
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
            resident: None,
            is_rebuilt: false,
            limits: Vec::new(),
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
