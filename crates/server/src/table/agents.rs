//! Agents of a table: move requests, cancellation, and answers.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use ludorum_bridge::is_external_spec;
use ludorum_core::{Seat, StopFlag};
use ludorum_protocol::table::{AgentMoveAnalysis, ServerMessage};
use ludorum_protocol::{ApiProblem, ErrorCode};

use super::TableTransaction;
use super::actor::TableActor;
use super::connection::ConnectionId;
use super::fair_queue::{SearchPriority, SearchThreadRequest};
use super::game_commands::SubmittedMove;
use super::lobby_commands::seat_number;
use super::resident_agents::{AgentIdentity, ResidentAgent};
use super::state::SeatController;
use super::table_event::{SeatHolder, TableEvent};
use super::table_message::MoveAnswer;
use super::think_pool::{AgentCreationReason, MoveRequest};
use crate::error::require;
use crate::identity::PersonId;
use crate::table_registry::serialise;

/// Delay before an agent is asked again because its move could not be stored.
const RETRY: Duration = Duration::from_secs(2);

/// Number of search threads of an agent: the parameter `threads` of its spec, or 1.
fn threads_of(spec: &str) -> u32 {
    let (_, params) = spec.split_once(':').unwrap_or((spec, ""));
    let mut params = params.split(',').filter_map(|param| param.split_once('='));
    let threads = params.find(|(name, _)| *name == "threads");
    threads.map_or(1, |(_, value)| value.parse().unwrap_or(1).max(1))
}

/// Agent with a pending move request.
pub(super) struct PendingMoveRequest {
    pub(super) request: u64,
    seat: Seat,
    ply: usize,
    spec: String,
    pub(super) stop: StopFlag,
    /// While a rebuilt agent replays its game: age of the turn when the move was requested.
    /// Otherwise `None`. The replay does not count on the game clock.
    catching_up: Option<Duration>,
}

impl PendingMoveRequest {
    /// True while a rebuilt agent replays its game.
    pub(super) fn catches_up(&self) -> bool {
        self.catching_up.is_some()
    }
}

impl TableActor {
    /// Cancels the pending move request if the turn or the controller of its seat has changed.
    pub(super) fn cancel_agent(&mut self) {
        let is_wanted = |thinking: &PendingMoveRequest| {
            let play = self.state.game.as_ref();
            play.is_some_and(|play| {
                play.to_move() == Some(thinking.seat)
                    && play.plies.len() == thinking.ply
                    && self.state.controller(thinking.seat)
                        == SeatController::Agent(thinking.spec.clone())
            })
        };
        if let Some(thinking) = self.thinking.take_if(|thinking| !is_wanted(thinking)) {
            thinking.stop.raise();
        }
    }

    /// Requests a move if an agent is to move, no request is pending, and the pace allows it.
    pub(super) fn wake_agent(&mut self) {
        let waits = self.retry_at.is_some() || self.state.is_halted();
        if self.thinking.is_some() || waits || self.must_wait() {
            return;
        }
        let Some(seat) = self.to_move() else {
            return;
        };
        let SeatController::Agent(spec) = self.state.controller(seat) else {
            return;
        };
        if self.pondering.contains_key(&seat) {
            // The pondering agent is being stopped and returns soon.
            return;
        }
        self.begin_paced_turn();
        let stop = StopFlag::new();
        let Some((request, creation)) = self.ask_seat(seat, stop.clone()) else {
            return;
        };
        let ply = self.state.game.as_ref().map_or(0, |play| play.plies.len());
        self.thinking = Some(PendingMoveRequest {
            request,
            seat,
            ply,
            spec,
            stop,
            catching_up: (creation == AgentCreationReason::Rebuild)
                .then(|| self.turn_began.elapsed()),
        });
        let ply = ply as u32;
        let begun = ServerMessage::Thinking {
            seat: seat_number(seat),
            ply,
        };
        self.show_thinking(seat, &begun);
    }

    /// Requests a move from the agent of a seat. Returns the number of the request and the reason
    /// for creating the agent; `None` if no agent controls the seat.
    fn ask_seat(&mut self, seat: Seat, stop: StopFlag) -> Option<(u64, AgentCreationReason)> {
        let identity = self.state.agent_identity(seat)?;
        let play = self.state.game.as_ref()?;
        let position = &play.position;
        // An agent asked twice for the same move (its answer could not be stored) would choose
        // differently.
        let is_it = |resident: &ResidentAgent| {
            resident.identity == identity && !resident.agent.has_chosen_at(position)
        };
        let resident = if is_external_spec(&identity.spec) {
            self.external_agents.remove(&seat)
        } else {
            self.context
                .resident_agents
                .take_if(&self.state.id, seat, is_it)
        };
        let mut moves = play.plies.iter().skip(identity.since);
        let has_moved = moves.any(|ply| ply.seat == Some(seat));
        let creation = if resident.is_none() && has_moved && !is_external_spec(&identity.spec) {
            AgentCreationReason::Rebuild
        } else {
            AgentCreationReason::Fresh
        };
        // Hashed, because the seeds of a game are secret.
        let own = identity
            .streams
            .child("keep", u64::from(identity.take_backs))
            .0;
        let keep = format!("{}/{own}/{seat}", self.state.id);
        let request = self.ask(identity, Some(keep), resident, creation, stop)?;
        Some((request, creation))
    }

    /// Sends a move request to the thread pool; returns the request's number. With `keep`, the
    /// agent is kept for its next move; remote services store the agent under this name.
    fn ask(
        &mut self,
        identity: AgentIdentity,
        keep: Option<String>,
        resident: Option<ResidentAgent>,
        creation: AgentCreationReason,
        stop: StopFlag,
    ) -> Option<u64> {
        let play = self.state.game.as_ref()?;
        let handle = self.handle.upgrade()?;
        self.requests += 1;
        let left = self.state.time_left(identity.seat);
        let request = MoveRequest {
            number: self.requests,
            variant: self.state.variant.clone(),
            position: play.position.clone(),
            setup: play.header.seed,
            time: left.map(|left| left.saturating_sub(self.elapsed())),
            is_shown: keep.is_some() && self.state.settings.thinking,
            thread_request: SearchThreadRequest {
                priority: match keep {
                    Some(_) => self.priority(),
                    None => SearchPriority::People,
                },
                origin: self.owner.origin,
                table: self.state.id.clone(),
                threads: threads_of(&identity.spec),
            },
            identity,
            keep,
            resident,
            creation,
        };
        self.context.think_pool.ask(request, stop, handle);
        Some(self.requests)
    }

    /// Search priority of this table's agents: `People` if a seated person is connected.
    fn priority(&self) -> SearchPriority {
        let mut people = self.state.people().into_iter();
        if people.any(|person| self.connections.is_present(person)) {
            SearchPriority::People
        } else {
            SearchPriority::Agents
        }
    }

    /// Starts the game clock of a rebuilt agent that has replayed its game.
    pub(super) fn on_caught_up(&mut self, request: u64) {
        let thinking = self.thinking.as_mut();
        if let Some(thinking) = thinking.filter(|thinking| thinking.request == request)
            && let Some(lasted) = thinking.catching_up.take()
        {
            let now = Instant::now();
            self.turn_began = now.checked_sub(lasted).unwrap_or(now);
        }
    }

    pub(super) fn ask_hint(
        &mut self,
        from: ConnectionId,
        who: &PersonId,
    ) -> Result<(), ApiProblem> {
        let may_ask = self.state.has_hints() && self.hint.is_none();
        require(may_ask, ErrorCode::NotAllowed)?;
        self.state.playing()?;
        self.state.require_active(who)?;
        let seat = self.to_move().ok_or(ErrorCode::NotYourTurn)?;
        let is_theirs = self.state.controller(seat) == SeatController::Person(who.clone());
        require(is_theirs, ErrorCode::NotYourTurn)?;
        self.check_view_for_move(from)?;
        let adviser = self.state.variant.adviser();
        let play = self.state.playing()?;
        let identity = AgentIdentity {
            spec: adviser,
            seat,
            streams: play.header.streams.child("hint", 0),
            since: play.plies.len(),
            take_backs: 0,
        };
        let request = self.ask(
            identity,
            None,
            None,
            AgentCreationReason::Fresh,
            StopFlag::new(),
        );
        self.hint = request.map(|request| (request, from));
        Ok(())
    }

    pub(super) async fn on_answer(&mut self, mut answer: MoveAnswer) {
        if answer.is_rebuilt {
            self.context.metrics.rebuilt.add(1);
        }
        let thinking = self.thinking.as_ref();
        let is_wanted = thinking.is_some_and(|thinking| thinking.request == answer.request);
        if let Some(resident) = answer.resident.take() {
            // The search state of a cancelled agent must not affect later moves.
            if is_wanted || is_external_spec(&resident.identity.spec) {
                self.keep_agent(resident);
            }
        }
        if let Some((_, from)) = self.hint.take_if(|(hint, _)| *hint == answer.request) {
            // The client may have changed its view meanwhile.
            if let Ok(thought) = answer.thought
                && self.check_view_for_move(from).is_ok()
            {
                self.send_to(from, &ServerMessage::Hint { thought });
            }
            return;
        }
        let is_answer = |thinking: &mut PendingMoveRequest| thinking.request == answer.request;
        let Some(thinking) = self.thinking.take_if(is_answer) else {
            return;
        };
        if self.state.is_halted() {
            // A stopped plug-in ends the game.
            return;
        }
        let thought = match answer.thought {
            Ok(thought) => thought,
            Err(reason) => {
                tracing::warn!(
                    table = self.state.id,
                    spec = thinking.spec,
                    reason,
                    "an agent failed"
                );
                // A failed substitute is not replaced: it plays a fallback move.
                let slot = &self.state.slots[thinking.seat.index()];
                if matches!(slot.holder, SeatHolder::Agent { .. }) && !slot.is_out {
                    let failed = self.state.agent_fails(&reason);
                    return self.commit_or_retry(failed).await;
                }
                let Some(thought) = self.fallback_move(&thinking.spec) else {
                    return;
                };
                thought
            }
        };
        let chosen = ServerMessage::Thought {
            seat: seat_number(thinking.seat),
            thought: thought.clone(),
        };
        self.show_thinking(thinking.seat, &chosen);
        let submitted = SubmittedMove {
            text: thought.best,
            time: self.elapsed(),
            value: thought.value,
            nodes: thought.nodes,
        };
        let longest = self.context.config.max_think_time.as_secs();
        let limited = answer.limits.into_iter().map(|limit| TableEvent::Limited {
            seat: seat_number(thinking.seat),
            limit,
            most: longest,
        });
        let moved = self
            .off_request_thread(|| self.state.agent_moves(submitted))
            .map(|mut transaction| {
                transaction.events.splice(0..0, limited);
                transaction
            });
        self.commit_or_retry(moved).await;
    }

    /// Commits events caused by an agent or a plug-in fault, and schedules a retry on failure.
    pub(super) async fn commit_or_retry(
        &mut self,
        transaction: Result<TableTransaction, ApiProblem>,
    ) {
        let result = match transaction {
            Ok(transaction) => self.commit(transaction).await,
            Err(problem) => Err(problem),
        };
        if result.is_err() {
            self.retry_at = Some(Instant::now() + RETRY);
        }
    }

    /// Keeps an idle agent for its next move, if it still controls its seat.
    pub(super) fn keep_agent(&mut self, resident: ResidentAgent) {
        if !is_external_spec(&resident.identity.spec) {
            if self.state.agent_identity(resident.identity.seat).as_ref()
                == Some(&resident.identity)
            {
                self.context.resident_agents.put(&self.state.id, resident);
            }
            return;
        }
        let replaced = self
            .external_agents
            .insert(resident.identity.seat, resident);
        if let Some(replaced) = replaced {
            replaced.shut_down(None);
        }
        self.release_agents();
    }

    /// Drops idle agents that no longer control their seat or whose game is over.
    pub(super) fn release_agents(&mut self) {
        let state = &self.state;
        self.context.resident_agents.retain(&state.id, |identity| {
            state.agent_identity(identity.seat).as_ref() == Some(identity)
        });
        if self.external_agents.is_empty() {
            return;
        }
        let play = state.game.as_ref();
        let end = play.map(|play| play.position.clone());
        let streams = play.map(|play| play.header.streams);
        let plies = play.map_or(0, |play| play.plies.len());
        for guest in self.external_agents.values_mut() {
            // External agents undo the moves that were taken back.
            guest.agent.rewind(plies);
        }
        let plays_on = |guest: &ResidentAgent| {
            let now = state.agent_identity(guest.identity.seat);
            now.is_some_and(|now| guest.identity.is_continued_by(&now))
        };
        let (stay, go): (BTreeMap<_, _>, BTreeMap<_, _>) =
            std::mem::take(&mut self.external_agents)
                .into_iter()
                .partition(|(_, guest)| plays_on(guest));
        self.external_agents = stay;
        for guest in go.into_values() {
            let is_their_game = streams == Some(guest.identity.streams);
            guest.shut_down(end.clone().filter(|_| is_their_game));
        }
    }

    /// Analysis with the first legal move, played in place of a substitute agent that failed.
    pub(super) fn fallback_move(&self, spec: &str) -> Option<AgentMoveAnalysis> {
        let play = self.state.game.as_ref()?;
        Some(AgentMoveAnalysis {
            ply: play.plies.len() as u32,
            agent: spec.to_owned(),
            best: play.position.moves().into_iter().next()?,
            value: None,
            line: Vec::new(),
            candidates: Vec::new(),
            nodes: 0,
            playouts: 0,
            depth: 0,
            time: 0,
        })
    }

    /// Sends an intermediate search result of an agent to the clients.
    pub(super) fn on_progress(&mut self, request: u64, thought: AgentMoveAnalysis) {
        if let Some(thinking) = &self.thinking
            && thinking.request == request
        {
            let seat = thinking.seat;
            let considering = ServerMessage::Considering {
                seat: seat_number(seat),
                thought,
            };
            self.show_thinking(seat, &considering);
        }
    }

    /// Sends a message about an agent's search to all clients; with hidden information, only to
    /// clients that are shown the view of its seat.
    fn show_thinking(&self, seat: Seat, message: &ServerMessage) {
        if self.state.settings.thinking {
            let is_for_all = self.state.shows_everything();
            self.connections.offer(&serialise(message), |connection| {
                is_for_all || connection.you.eyes == Some(seat_number(seat))
            });
        }
    }
}
