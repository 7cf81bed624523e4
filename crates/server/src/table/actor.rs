//! The task (actor) that owns a table. It handles one message at a time: decide, store the events,
//! wait until they are durable, then apply and broadcast them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Instant;

use ludorum_core::Seat;
use ludorum_protocol::table::{ClientMessage, ServerMessage};
use ludorum_protocol::{ApiProblem, ErrorCode};
use tokio::sync::mpsc;
use tokio::time::sleep_until;

use super::TableTransaction;
use super::agents::PendingMoveRequest;
use super::broadcast::TableUpdateContents;
use super::connection::{ConnectionId, TableConnections};
use super::context::ServerContext;
use super::fair_queue::ClientAddressKey;
use super::game_commands::SubmittedMove;
use super::pacing::PaceControl;
use super::pondering::PonderingSearch;
use super::resident_agents::ResidentAgent;
use super::state::{SeatController, TableState};
use super::table_event::TableEvent;
use super::table_message::{TableCommand, TableHandle, TableMessage};
use super::timers::TickOutcome;
use super::view::ViewSharingPolicy;
use crate::address_limits::AddressPermit;
use crate::blocking::run_blocking;
use crate::error::require;
use crate::identity::{PersonId, short};

/// Capacity of a table's message queue. Senders wait while the queue is full.
const MAILBOX_CAPACITY: usize = 64;

/// Client address to which a table is charged: limit of open tables, and share of search threads.
#[derive(Debug)]
pub(crate) struct TableQuotaOwner {
    /// Address that opened the table; after a restart, that of the first player who connects.
    pub(crate) origin: ClientAddressKey,
    /// Permit of the limit of tables per address. `None` for a table loaded from storage.
    pub(crate) _permit: Option<AddressPermit>,
}

impl TableQuotaOwner {
    /// Owner of a table loaded from storage, before a player connects.
    pub(crate) const UNKNOWN: TableQuotaOwner = TableQuotaOwner {
        origin: ClientAddressKey::Unknown,
        _permit: None,
    };
}

/// Starts the task that owns a table and adds the table to the registry.
pub(crate) fn spawn(
    context: &Arc<ServerContext>,
    state: TableState,
    owner: TableQuotaOwner,
) -> TableHandle {
    let (handle, mailbox) = mpsc::channel(MAILBOX_CAPACITY);
    let mut table = TableActor {
        context: Arc::clone(context),
        state,
        owner,
        mailbox,
        handle: handle.downgrade(),
        connections: TableConnections::default(),
        admitted: BTreeSet::new(),
        turn_began: Instant::now(),
        last_activity: Instant::now(),
        absent_since: BTreeMap::new(),
        thinking: None,
        external_agents: BTreeMap::new(),
        pondering: BTreeMap::new(),
        pondered: BTreeMap::new(),
        hint: None,
        requests: 0,
        retry_at: None,
        pace: PaceControl::default(),
        counted_at: None,
        recount_at: None,
    };
    // Nobody is connected yet: all seated people count as absent until they connect.
    context.players.record_seen(table.state.people());
    let people = table.state.people().into_iter().cloned();
    table.absent_since = people.map(|who| (who, Instant::now())).collect();
    let info = table.state.info(|_| false, 0);
    context
        .registry
        .put(info, handle.clone(), table.state.password.clone());
    tokio::spawn(async move { table.run().await });
    handle
}

/// Task that owns a table: its state, its connected clients, and its running agents.
pub(super) struct TableActor {
    pub(super) context: Arc<ServerContext>,
    pub(super) state: TableState,
    pub(super) owner: TableQuotaOwner,
    pub(super) mailbox: mpsc::Receiver<TableMessage>,
    /// Sender to this table's own mailbox; weak, so that the task ends when all others are dropped.
    pub(super) handle: mpsc::WeakSender<TableMessage>,
    pub(super) connections: TableConnections,
    /// People who entered the table's password.
    pub(super) admitted: BTreeSet<PersonId>,
    pub(super) turn_began: Instant,
    pub(super) last_activity: Instant,
    /// Disconnected people who hold seats, with the time of their disconnection.
    pub(super) absent_since: BTreeMap<PersonId, Instant>,
    pub(super) thinking: Option<PendingMoveRequest>,
    /// External agents of the current game, idle between their moves, by seat.
    pub(super) external_agents: BTreeMap<Seat, ResidentAgent>,
    /// Agents that think while a person is to move, by seat.
    pub(super) pondering: BTreeMap<Seat, PonderingSearch>,
    /// Ply at which the agent of each seat last pondered: agents ponder once per ply.
    pub(super) pondered: BTreeMap<Seat, usize>,
    pub(super) hint: Option<(u64, ConnectionId)>,
    pub(super) requests: u64,
    pub(super) retry_at: Option<Instant>,
    /// Pause and single-step control of games between agents.
    pub(super) pace: PaceControl,
    /// Time of the last broadcast of the spectator count.
    pub(super) counted_at: Option<Instant>,
    /// Time of the next broadcast of the spectator count; `None` if none is due.
    pub(super) recount_at: Option<Instant>,
}

impl TableActor {
    async fn run(&mut self) {
        loop {
            self.stop_if_halted().await;
            self.stop_pondering();
            self.wake_agent();
            self.start_pondering();
            let deadline = self.deadline();
            tokio::select! {
                message = self.mailbox.recv() => match message {
                    Some(message) => self.handle(message).await,
                    None => break,
                },
                () = sleep_until(deadline.into()) => {
                    if self.tick().await == TickOutcome::Stop {
                        break;
                    }
                }
            }
        }
        if let Some(thinking) = self.thinking.take() {
            thinking.stop.raise();
        }
        for pondering in self.pondering.values() {
            pondering.stop.raise();
        }
        for guest in std::mem::take(&mut self.external_agents).into_values() {
            guest.shut_down(None);
        }
        self.context
            .resident_agents
            .retain(&self.state.id, |_| false);
    }

    async fn handle(&mut self, message: TableMessage) {
        self.last_activity = Instant::now();
        match message {
            TableMessage::Command {
                who,
                command,
                reply,
            } => {
                let result = self.on_command(&who, command).await;
                let info = result.map(|()| self.info());
                let _ = reply.send(info);
            }
            TableMessage::Admit { who, reply } => {
                self.admitted.insert(who);
                let _ = reply.send(Ok(()));
            }
            TableMessage::Connect {
                hello,
                outbox,
                reply,
            } => {
                let result = self.connect(hello, outbox).await;
                let id = result.as_ref().ok().copied();
                if let (Err(_), Some(id)) = (reply.send(result), id) {
                    self.on_disconnect(id);
                }
            }
            TableMessage::FromClient { from, message } => {
                if let Err(problem) = self.on_message(from, message).await {
                    self.context.metrics.refusals.add(1);
                    self.send_to(from, &ServerMessage::Refused { problem });
                }
            }
            TableMessage::Disconnected { from } => self.on_disconnect(from),
            TableMessage::Progress { request, thought } => self.on_progress(request, thought),
            TableMessage::Answer(answer) => self.on_answer(answer).await,
            TableMessage::CaughtUp { request } => self.on_caught_up(request),
            TableMessage::Pondered { seat, resident } => self.on_pondered(seat, resident),
        }
    }

    async fn on_command(
        &mut self,
        who: &PersonId,
        command: TableCommand,
    ) -> Result<(), ApiProblem> {
        if let TableCommand::Info = command {
            return Ok(());
        }
        // Commands may run plug-in scripts, which block.
        let transaction = run_blocking(|| self.decide_command(who, command))?;
        self.commit(transaction).await
    }

    fn decide_command(
        &self,
        who: &PersonId,
        command: TableCommand,
    ) -> Result<TableTransaction, ApiProblem> {
        match command {
            TableCommand::Info => Ok(TableTransaction::default()),
            TableCommand::Join {
                seat,
                name,
                colour,
                is_admitted,
            } => {
                let is_known = is_admitted || self.is_known(Some(who));
                require(is_known, ErrorCode::PasswordNeeded)?;
                self.state.join(who, seat, &name, colour.as_deref())
            }
            TableCommand::Leave => self.state.leave(who),
            TableCommand::Ready(ready) => self.state.ready(who, ready),
            TableCommand::Seat {
                seat,
                seating,
                rights,
            } => self.state.seat(who, seat, &seating, rights),
            TableCommand::Settings(settings) => self.state.change_settings(who, settings),
            TableCommand::Start => {
                self.state.may_start(who)?;
                Ok(self.state.start_game(self.context.config.seed))
            }
        }
    }

    /// Runs `work`, as a blocking task if the game has plug-ins: their scripts may be slow.
    pub(super) fn off_request_thread<T>(&self, work: impl FnOnce() -> T) -> T {
        if self.state.has_plugins() {
            run_blocking(work)
        } else {
            work()
        }
    }

    /// Ends the running game if a fault has stopped its plug-ins.
    async fn stop_if_halted(&mut self) {
        if let Some(transaction) = self.state.end_if_halted() {
            // Retried with the next message. No move is accepted until then.
            self.commit_or_retry(Ok(transaction)).await;
        }
    }

    async fn on_message(
        &mut self,
        from: ConnectionId,
        message: ClientMessage,
    ) -> Result<(), ApiProblem> {
        let connection = self.connections.get(from).ok_or(ErrorCode::NotSeated)?;
        let who = connection.who.clone().ok_or(ErrorCode::NotSeated)?;
        let transaction = match message {
            ClientMessage::Hello { .. } => {
                return Err(ApiProblem::new(ErrorCode::BadRequest)
                    .with("reason", "only the first message may be hello"));
            }
            ClientMessage::Look { seat } => return self.change_view(from, seat),
            ClientMessage::Pace { pause, paused } => return self.set_pace(&who, pause, paused),
            ClientMessage::Step => return self.step(&who),
            ClientMessage::Move { ply, text } => {
                self.check_view_for_move(from)?;
                let submitted = SubmittedMove {
                    text,
                    time: self.elapsed(),
                    value: None,
                    nodes: 0,
                };
                self.off_request_thread(|| self.state.person_moves(&who, ply, submitted))?
            }
            ClientMessage::Undo => self.state.undo(&who)?,
            ClientMessage::AnswerUndo { accept } => self.state.answer_undo(&who, accept)?,
            ClientMessage::Resign => {
                let eyes = connection.you.eyes.map(|seat| Seat::new(usize::from(seat)));
                self.state.resign(&who, eyes)?
            }
            ClientMessage::Rematch => {
                self.off_request_thread(|| self.state.rematch(&who, self.context.config.seed))?
            }
            ClientMessage::Hint => return self.ask_hint(from, &who),
        };
        self.commit(transaction).await
    }

    /// Stores the events of a transaction, waits until they are durable, and applies them.
    pub(super) async fn commit(&mut self, transaction: TableTransaction) -> Result<(), ApiProblem> {
        if transaction.events.is_empty() {
            return Ok(());
        }
        let (batch, events) = transaction.into_batch(&self.state.id, self.state.log.last() + 1);
        let began = Instant::now();
        let stored = self.context.store(batch).await;
        self.context.metrics.commits.observe(began.elapsed());
        if let Err(error) = stored {
            tracing::error!(table = short(&self.state.id), %error, "events could not be stored");
            self.catch_up().await;
            return Err(ErrorCode::NotStored.into());
        }
        self.apply(events);
        Ok(())
    }

    /// Reloads the events after a failed write, and applies those that were stored nevertheless.
    async fn catch_up(&mut self) {
        let (storage, id) = (Arc::clone(&self.context.storage), self.state.id.clone());
        let loaded = tokio::task::spawn_blocking(move || storage.load(&id)).await;
        let Ok(Ok(Some(events))) = loaded else {
            return;
        };
        let known = usize::try_from(self.state.log.last()).unwrap_or(usize::MAX);
        let missed = events.iter().skip(known);
        let missed: Result<Vec<TableEvent>, _> =
            missed.map(|event| serde_json::from_str(event)).collect();
        if let Ok(missed) = missed
            && !missed.is_empty()
        {
            self.apply(missed);
        }
    }

    /// Applies stored events to the state and broadcasts the update to all clients.
    fn apply(&mut self, events: Vec<TableEvent>) {
        if self.state.has_plugins() {
            run_blocking(|| self.apply_now(events));
        } else {
            self.apply_now(events);
        }
    }

    fn apply_now(&mut self, events: Vec<TableEvent>) {
        let mut scope = TableUpdateContents::Game;
        for event in events {
            match event {
                TableEvent::Moved { .. } => self.context.metrics.moves.add(1),
                TableEvent::UndoAsked { .. }
                | TableEvent::UndoAccepted { .. }
                | TableEvent::UndoRefused { .. } => {}
                _ => scope = TableUpdateContents::TableAndGame,
            }
            if matches!(
                event,
                TableEvent::Moved { .. } | TableEvent::Undone { .. } | TableEvent::Started { .. }
            ) {
                self.turn_began = Instant::now();
                self.pace.next_turn();
            }
            if matches!(event, TableEvent::Started { .. }) {
                self.pace.go_on();
            }
            if let Err(error) = self.state.apply(event) {
                // Commands create events for exactly this state, so an error is a bug.
                tracing::error!(
                    table = short(&self.state.id),
                    ?error,
                    "an event does not fit the state"
                );
            }
        }
        self.cancel_agent();
        self.release_agents();
        if scope == TableUpdateContents::TableAndGame {
            self.send_identities();
        }
        self.broadcast(scope);
    }

    pub(super) fn to_move(&self) -> Option<Seat> {
        self.state.game.as_ref().and_then(|play| play.to_move())
    }

    /// Seat to move if a person controls it; `None` if an agent moves or the game is over.
    pub(super) fn person_to_move(&self) -> Option<Seat> {
        self.to_move()
            .filter(|seat| matches!(self.state.controller(*seat), SeatController::Person(_)))
    }

    /// Milliseconds since the turn began; 0 while a delay or pause holds back the agent to move.
    pub(super) fn elapsed(&self) -> u64 {
        if self.must_wait() {
            0
        } else {
            self.turn_began.elapsed().as_millis() as u64
        }
    }

    /// Refuses a move from a client that is not shown the view of the seat to move.
    pub(super) fn check_view_for_move(&self, from: ConnectionId) -> Result<(), ApiProblem> {
        let connection = self.connections.get(from).ok_or(ErrorCode::NotSeated)?;
        let policy = self.state.view_policy();
        match self.to_move() {
            Some(seat)
                if policy == ViewSharingPolicy::PerSeat && !connection.may_move(seat, policy) =>
            {
                Err(ErrorCode::NotYourTurn.into())
            }
            _ => Ok(()),
        }
    }
}
