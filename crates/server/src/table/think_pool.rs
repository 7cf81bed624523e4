//! Thread pool on which the agents of all tables search, with cancellation.
//!
//! An agent is sent with the request and returned with the answer, to be kept until its next move
//! (`resident_agents.rs`). A missing agent is rebuilt by replaying its game. Without game clocks
//! only the limits in the agent's spec apply, as in a match, so it chooses the same moves there. An
//! agent that exceeds the server's time limit is stopped, and the table records that.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ludorum_bridge::{RemoteServices, Throttle, encode_thought, is_external_spec};
use ludorum_catalog::{
    MoveRequestOptions, Position, SeatedAgent, ThinkingCallback, Variant, agent_stream,
};
use ludorum_core::{Budget, CarriedState, MoveChoice, Seed, StopFlag};
use ludorum_protocol::table::{AgentMoveAnalysis, ExceededAgentLimit};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;

use super::fair_queue::SearchThreadRequest;
use super::remote_agents::RemoteAgents;
use super::resident_agents::{AgentIdentity, ResidentAgent};
use super::table_message::{MoveAnswer, TableHandle, TableMessage};
use super::thread_pool::FairThreadPool;
use crate::Config;

/// Minimum interval between two intermediate search results of an agent that are sent to clients.
pub(crate) const SHOW_EVERY: Duration = Duration::from_millis(200);

/// Time limit for rebuilding an evicted agent, as a multiple of the time limit of a move.
const REBUILD: u32 = 4;

/// Pool of threads on which agents search, with the time limits of a move.
#[derive(Clone, Debug)]
pub(crate) struct AgentSearchPool {
    pub(crate) threads: FairThreadPool,
    /// Permits that limit the number of external agents running at the same time.
    programs: Arc<Semaphore>,
    limits: MoveTimeLimits,
    remote_agents: Option<RemoteAgents>,
}

/// Time limits of an agent's move.
#[derive(Clone, Copy, Debug)]
struct MoveTimeLimits {
    longest: Duration,
    /// Time limit for replaying the game of an evicted agent.
    rebuild: Duration,
}

/// Request to an agent for a move.
#[derive(Debug)]
pub(crate) struct MoveRequest {
    pub(crate) number: u64,
    pub(crate) variant: Variant,
    pub(crate) position: Position,
    pub(crate) identity: AgentIdentity,
    pub(crate) setup: Seed,
    /// Key under which a remote service keeps the agent until its next move; `None` for a hint.
    pub(crate) keep: Option<String>,
    /// Milliseconds left on the agent's clock; `None` without game clocks.
    pub(crate) time: Option<u64>,
    /// True if intermediate search results are sent to the table.
    pub(crate) is_shown: bool,
    /// Idle agent of the seat; `None` if it must be created.
    pub(crate) resident: Option<ResidentAgent>,
    /// Reason for creating the agent; relevant only if `resident` is `None`.
    pub(crate) creation: AgentCreationReason,
    /// Request for a search thread, with its priority.
    pub(crate) thread_request: SearchThreadRequest,
}

/// Reason for which an agent is created.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AgentCreationReason {
    /// Creation of a new agent, before its first move.
    Fresh,
    /// Creation after an eviction or restart: the agent must replay its earlier moves.
    Rebuild,
}

impl AgentSearchPool {
    pub(crate) fn new(config: &Config, services: Option<RemoteServices>) -> AgentSearchPool {
        AgentSearchPool {
            remote_agents: services.map(RemoteAgents::new),
            threads: FairThreadPool::new(config.think_threads),
            programs: Arc::new(Semaphore::new(config.max_external_agents)),
            limits: MoveTimeLimits {
                longest: config.max_think_time,
                rebuild: config.max_think_time * REBUILD,
            },
        }
    }

    /// Sends a move request to an agent, and the answer to the table.
    pub(crate) fn ask(&self, request: MoveRequest, stop: StopFlag, table: TableHandle) {
        let pool = self.clone();
        tokio::spawn(async move {
            let answer = pool.answer(request, stop, &table).await;
            // If the table is archived, the agent is dropped on a blocking thread, which may be
            // slow.
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
            // External agents search in their own process and need no search thread.
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
                        limits: Vec::from_iter(is_overdue.then_some(ExceededAgentLimit::Time)),
                    };
                }
            }
            let thread = self.threads.acquire(request.thread_request.clone()).await;
            if stop.is_raised() {
                return MoveAnswer::failed(number, "cancelled");
            }
            spawn_blocking(move || {
                // With a game clock, time spent waiting for the thread counts.
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

/// Requests a move from a built-in agent, which is rebuilt if it was not kept.
fn ask_own(
    mut request: MoveRequest,
    limits: MoveTimeLimits,
    stop: &StopFlag,
    table: &TableHandle,
) -> MoveAnswer {
    let MoveTimeLimits { longest, rebuild } = limits;
    let kept = request.resident.take();
    let mut resident = match kept.map_or_else(|| request.create_agent(None), Ok) {
        Ok(resident) => resident,
        Err(reason) => return MoveAnswer::failed(request.number, reason),
    };
    let agent = &mut resident.agent;
    let is_rebuilt = request.creation == AgentCreationReason::Rebuild
        && agent.player().carried_state() != CarriedState::Nothing;
    // Without game clocks only the limits in the agent's spec apply, as in a match.
    let budget = match request.time {
        Some(_) => Budget::time(request.share(longest)),
        None => Budget::UNLIMITED,
    };
    let asking = MoveRequestOptions {
        budget,
        time_limit: Some(longest),
        rebuild_limit: Some(rebuild),
        ..MoveRequestOptions::without_limits(stop)
    };
    let was_forgetful = agent.is_partially_rebuilt();
    let caught_up = agent.catch_up(&request.position, &asking);
    if request.creation == AgentCreationReason::Rebuild {
        // The table may be archived.
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
        limits.push(ExceededAgentLimit::Rebuilding);
    }
    // Not reported with a game clock: all players see the clock.
    if resident.agent.timed_out() && request.time.is_none() {
        limits.push(ExceededAgentLimit::Time);
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

/// Requests a move from an external agent, which is kept for its next move unless it fails.
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
    // External agents are sent their time limit.
    let asking = MoveRequestOptions {
        budget: Budget::time(request.share(longest)),
        ..MoveRequestOptions::without_limits(stop)
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

/// Starts an external agent, unless the limit of external agents is reached.
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
    asking: &MoveRequestOptions<'_>,
    table: &TableHandle,
) -> Result<AgentMoveAnalysis, String> {
    let position = &request.position;
    let spec = agent.player().spec().to_owned();
    let began = Instant::now();
    let (throttle, number) = (Throttle::new(SHOW_EVERY), request.number);
    let report = |interim: MoveChoice<String>| {
        if throttle.is_due() {
            let thought = encode_thought(&spec, position, interim, began.elapsed());
            // Dropped if the table is busy.
            let _ = table.try_send(TableMessage::Progress {
                request: number,
                thought,
            });
        }
    };
    let callback: Option<&ThinkingCallback<'_>> = request.is_shown.then_some(&report);
    let asking = MoveRequestOptions {
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
    /// Creates the agent in the state it had when it took over its seat.
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

    /// Time limit of this move: a fifth of the time left on the clock, at most `longest`, which
    /// also applies without a clock. The rest is a reserve for later moves and latency.
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
