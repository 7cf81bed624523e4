//! The thread pool agents think on, with cancellation.
//!
//! An agent travels with the request and returns with the answer, to be kept until its next move
//! (`resident_agents.rs`). A missing agent is rebuilt by replaying its game. Without clocks only
//! its own limits apply, as in a match, so it chooses the same move there; one that thinks for too
//! long is stopped, and the table is told.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ludorum_bridge::{RemoteServices, Throttle, encode_thought, is_external_spec};
use ludorum_catalog::{
    ChoiceRequest, Position, SeatedAgent, ThinkingCallback, Variant, agent_stream,
};
use ludorum_core::{Budget, CarriedState, MoveChoice, Seed, StopFlag};
use ludorum_protocol::table::{AgentAnalysis, AgentLimit};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;

use super::fair_queue::ThreadRequest;
use super::remote_agents::RemoteAgents;
use super::resident_agents::{AgentIdentity, ResidentAgent};
use super::table_message::{MoveAnswer, TableHandle, TableMessage};
use super::thread_pool::FairThreadPool;
use crate::Config;

/// Shortest interval between intermediate results.
pub(crate) const SHOW_EVERY: Duration = Duration::from_millis(200);

/// Time limit for a rebuild, in multiples of the limit for a move.
const REBUILD: u32 = 4;

/// The pool of threads that agents think on, with the limits of a move.
#[derive(Clone, Debug)]
pub(crate) struct ThinkPool {
    pub(crate) threads: FairThreadPool,
    /// Limits the number of external agents.
    programs: Arc<Semaphore>,
    limits: MoveLimits,
    remote_agents: Option<RemoteAgents>,
}

/// Time limits of an agent.
#[derive(Clone, Copy, Debug)]
struct MoveLimits {
    longest: Duration,
    /// For replaying its game after an eviction.
    rebuild: Duration,
}

/// A request to an agent for a move.
#[derive(Debug)]
pub(crate) struct MoveRequest {
    pub(crate) number: u64,
    pub(crate) variant: Variant,
    pub(crate) position: Position,
    pub(crate) identity: AgentIdentity,
    pub(crate) setup: Seed,
    /// Key under which a service keeps the agent until its next move; none for a single question.
    pub(crate) keep: Option<String>,
    /// Milliseconds left on its clock, if there are clocks.
    pub(crate) time: Option<u64>,
    /// True if intermediate results are sent to the table.
    pub(crate) is_shown: bool,
    /// The agent, if it was kept.
    pub(crate) resident: Option<ResidentAgent>,
    /// Kind of creation, if it was not kept.
    pub(crate) creation: AgentCreation,
    /// The thread request with its priority.
    pub(crate) thread_request: ThreadRequest,
}

/// Kind of agent creation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AgentCreation {
    /// For its first move.
    Fresh,
    /// After an eviction: it must replay its earlier moves.
    Rebuild,
}

impl ThinkPool {
    pub(crate) fn new(config: &Config, services: Option<RemoteServices>) -> ThinkPool {
        ThinkPool {
            remote_agents: services.map(RemoteAgents::new),
            threads: FairThreadPool::new(config.think_threads),
            programs: Arc::new(Semaphore::new(config.max_external_agents)),
            limits: MoveLimits {
                longest: config.max_think_time,
                rebuild: config.max_think_time * REBUILD,
            },
        }
    }

    /// Asks an agent and sends its answer to the table.
    pub(crate) fn ask(&self, request: MoveRequest, stop: StopFlag, table: TableHandle) {
        let pool = self.clone();
        tokio::spawn(async move {
            let answer = pool.answer(request, stop, &table).await;
            // If the table is gone, the agent is dropped on a blocking thread, as that may take a
            // while.
            if let Err(unsent) = table.send(TableMessage::Answer(answer)).await {
                spawn_blocking(move || drop(unsent));
            }
        });
    }

    async fn answer(
        &self,
        request: MoveRequest,
        stop: StopFlag,
        table: &TableHandle,
    ) -> MoveAnswer {
        let (limits, table) = (self.limits, table.clone());
        let number = request.number;
        let answered = if is_external_spec(&request.identity.spec) {
            // External agents think in their own process: no thread is taken.
            let programs = Arc::clone(&self.programs);
            let longest = limits.longest;
            spawn_blocking(move || ask_external(request, &programs, longest, &stop, &table)).await
        } else {
            if let Some(remote_agents) = &self.remote_agents {
                let longest = limits.longest;
                let answer = remote_agents.ask(&request, longest, &stop, &table).await;
                if let Some(thought) = answer {
                    let is_overdue =
                        request.time.is_none() && u128::from(thought.time) >= longest.as_millis();
                    return MoveAnswer {
                        request: number,
                        thought: Ok(thought),
                        resident: None,
                        is_rebuilt: false,
                        limits: Vec::from_iter(is_overdue.then_some(AgentLimit::Time)),
                    };
                }
            }
            let thread = self.threads.acquire(request.thread_request.clone()).await;
            // Cancelled while waiting.
            if stop.is_raised() {
                return MoveAnswer::failed(number, "cancelled");
            }
            spawn_blocking(move || {
                // Game clocks keep running while others think.
                let stop = match request.time {
                    Some(_) => thread.with_wall_clock_gate(&stop),
                    None => thread.with_yield_gate(&stop),
                };
                let answer = ask_own(request, limits, &stop, &table);
                drop(thread);
                answer
            })
            .await
        };
        answered.unwrap_or_else(|error| {
            tracing::error!(%error, "an agent failed");
            MoveAnswer::failed(number, "it panicked")
        })
    }
}

/// Asks a built-in agent, rebuilding it if it was not kept.
fn ask_own(
    mut request: MoveRequest,
    limits: MoveLimits,
    stop: &StopFlag,
    table: &TableHandle,
) -> MoveAnswer {
    let MoveLimits { longest, rebuild } = limits;
    let kept = request.resident.take();
    let mut resident = match kept.map_or_else(|| request.create_agent(None), Ok) {
        Ok(resident) => resident,
        Err(reason) => return MoveAnswer::failed(request.number, reason),
    };
    let agent = &mut resident.agent;
    let is_rebuilt = request.creation == AgentCreation::Rebuild
        && agent.player().carried_state() != CarriedState::Nothing;
    // Without clocks only the agent's own limits apply, as in a match.
    let budget = match request.time {
        Some(_) => Budget::time(request.share(longest)),
        None => Budget::UNLIMITED,
    };
    let asking = ChoiceRequest {
        budget,
        time_limit: Some(longest),
        rebuild_limit: Some(rebuild),
        ..ChoiceRequest::without_limits(stop)
    };
    let was_forgetful = agent.is_partially_rebuilt();
    let caught_up = agent.catch_up(&request.position, &asking);
    if request.creation == AgentCreation::Rebuild {
        // The table may be gone.
        let request = request.number;
        let _ = table.blocking_send(TableMessage::CaughtUp { request });
    }
    let thought = match caught_up {
        Err(forfeit) => Err(forfeit.reason),
        Ok(()) if stop.is_raised() => Err("cancelled".to_owned()),
        Ok(()) => choose_move(agent, &request, &asking, table),
    };
    let mut limits = Vec::new();
    if resident.agent.is_partially_rebuilt() && !was_forgetful {
        limits.push(AgentLimit::Rebuilding);
    }
    // Clock limits are known to everyone.
    if resident.agent.timed_out() && request.time.is_none() {
        limits.push(AgentLimit::Time);
    }
    let is_kept = thought.is_ok() && request.keep.is_some() && resident.is_worth_keeping();
    MoveAnswer {
        request: request.number,
        thought,
        resident: is_kept.then_some(resident),
        is_rebuilt,
        limits,
    }
}

/// Asks an external agent, which is kept unless it fails.
fn ask_external(
    mut request: MoveRequest,
    programs: &Arc<Semaphore>,
    longest: Duration,
    stop: &StopFlag,
    table: &TableHandle,
) -> MoveAnswer {
    let kept = request.resident.take();
    let started = kept.map_or_else(|| start_external(&request, programs), Ok);
    let mut guest = match started {
        Ok(guest) => guest,
        Err(reason) => return MoveAnswer::failed(request.number, reason),
    };
    // Programs are told their time limit.
    let asking = ChoiceRequest {
        budget: Budget::time(request.share(longest)),
        ..ChoiceRequest::without_limits(stop)
    };
    let thought = choose_move(&mut guest.agent, &request, &asking, table);
    MoveAnswer {
        request: request.number,
        resident: thought.is_ok().then_some(guest),
        thought,
        is_rebuilt: false,
        limits: Vec::new(),
    }
}

/// Starts an external agent, if the limit allows one more.
fn start_external(
    request: &MoveRequest,
    programs: &Arc<Semaphore>,
) -> Result<ResidentAgent, String> {
    let permit = Arc::clone(programs).try_acquire_owned();
    let permit =
        permit.map_err(|_| "the server has reached its limit of external agents".to_owned())?;
    request.create_agent(Some(permit))
}

fn choose_move(
    agent: &mut SeatedAgent,
    request: &MoveRequest,
    asking: &ChoiceRequest<'_>,
    table: &TableHandle,
) -> Result<AgentAnalysis, String> {
    let position = &request.position;
    let spec = agent.player().spec().to_owned();
    let began = Instant::now();
    let (throttle, number) = (Throttle::new(SHOW_EVERY), request.number);
    let report = |interim: MoveChoice<String>| {
        if throttle.is_due() {
            let thought = encode_thought(&spec, position, interim, began.elapsed());
            // A busy table skips intermediate results.
            let _ = table.try_send(TableMessage::Progress {
                request: number,
                thought,
            });
        }
    };
    let callback: Option<&ThinkingCallback<'_>> = request.is_shown.then_some(&report);
    let asking = ChoiceRequest {
        callback,
        ..*asking
    };
    agent
        .choose(position, &asking)
        .map_err(|forfeit| forfeit.reason)?;
    let choice = agent.player().last_choice(position);
    let choice = choice.expect("it has just chosen");
    Ok(encode_thought(&spec, position, choice, began.elapsed()))
}

impl MoveRequest {
    /// Creates the agent as of the ply at which it took its seat.
    fn create_agent(&self, permit: Option<OwnedSemaphorePermit>) -> Result<ResidentAgent, String> {
        let AgentIdentity {
            spec,
            seat,
            streams,
            since,
            ..
        } = &self.identity;
        let player = self.variant.player(spec);
        let player = player.map_err(|error| error.to_string())?;
        let stream = agent_stream(*streams, *seat);
        Ok(ResidentAgent {
            agent: SeatedAgent::new(player, *seat, stream, *since),
            identity: self.identity.clone(),
            _permit: permit,
        })
    }

    /// Time for this move: at most a fifth of the clock, as a reserve for later moves and latency.
    pub(super) fn share(&self, longest: Duration) -> Duration {
        let share = self.time.map(|left| Duration::from_millis(left / 5));
        share.map_or(longest, |share| share.min(longest))
    }
}

impl MoveAnswer {
    fn failed(request: u64, reason: impl Into<String>) -> MoveAnswer {
        MoveAnswer {
            request,
            thought: Err(reason.into()),
            resident: None,
            is_rebuilt: false,
            limits: Vec::new(),
        }
    }
}
