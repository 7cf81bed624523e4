//! The task that owns a table. It does one thing at a time: decides, has the facts stored, waits until
//! they are durable, and only then changes the table and tells everyone.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use ludorum_core::Seat;
use ludorum_protocol::table::{ClientMessage, ServerMessage};
use ludorum_protocol::{Code, Problem};
use tokio::sync::mpsc;
use tokio::time::sleep_until;

use super::Decision;
use super::asking::Thinking;
use super::audience::Part;
use super::connection::{ConnectionId, Connections};
use super::desk::Desk;
use super::fact::Fact;
use super::order::{Handle, Order, Wish};
use super::pacing::Watched;
use super::playing::Made;
use super::pondering::Pondering;
use super::resident::Resident;
use super::sharing::Origin;
use super::state::{Mover, State};
use super::ticking::Life;
use super::view::Secrecy;
use crate::aside::aside;
use crate::doors::Door;
use crate::identity::{Person, short};
use crate::storage::{Batch, StorageError};

/// An end that could not be stored is tried again after this long.
const RETRY: Duration = Duration::from_secs(2);

/// More orders than this wait at whoever gives them.
const INBOX: usize = 64;

/// Whom a table counts for.
#[derive(Debug)]
pub(crate) struct Owner {
    /// Where it was opened, or where somebody who plays there came from first after a restart.
    pub(crate) origin: Origin,
    /// One of as many tables as an address may have.
    pub(crate) _place: Option<Door>,
}

impl Owner {
    /// Nobody has come yet.
    pub(crate) const UNKNOWN: Owner = Owner {
        origin: Origin::Unknown,
        _place: None,
    };
}

/// Starts the task of a table and puts the table on the board.
pub(crate) fn spawn(desk: &Arc<Desk>, state: State, owner: Owner) -> Handle {
    let (handle, inbox) = mpsc::channel(INBOX);
    let mut table = Table {
        desk: Arc::clone(desk),
        state,
        owner,
        inbox,
        handle: handle.downgrade(),
        connections: Connections::default(),
        admitted: BTreeSet::new(),
        turn_began: Instant::now(),
        touched: Instant::now(),
        left: BTreeMap::new(),
        thinking: None,
        guests: BTreeMap::new(),
        pondering: BTreeMap::new(),
        pondered: BTreeMap::new(),
        hint: None,
        questions: 0,
        resting_until: None,
        watched: Watched::default(),
        counted_at: None,
        recount_at: None,
    };
    // Nobody is connected yet; who does not come back has left.
    desk.players.note(table.state.people());
    let people = table.state.people().into_iter().cloned();
    table.left = people.map(|who| (who, Instant::now())).collect();
    let info = table.state.info(|_| false, 0);
    desk.board
        .put(info, handle.clone(), table.state.password.clone());
    tokio::spawn(async move { table.run().await });
    handle
}

pub(super) struct Table {
    pub(super) desk: Arc<Desk>,
    pub(super) state: State,
    pub(super) owner: Owner,
    pub(super) inbox: mpsc::Receiver<Order>,
    /// Weak, so that a table nobody knows ends.
    pub(super) handle: mpsc::WeakSender<Order>,
    pub(super) connections: Connections,
    /// Those who know the password and only watch.
    pub(super) admitted: BTreeSet<Person>,
    pub(super) turn_began: Instant,
    pub(super) touched: Instant,
    /// Since when somebody with a seat has not been connected.
    pub(super) left: BTreeMap<Person, Instant>,
    pub(super) thinking: Option<Thinking>,
    /// The external agents of the game.
    pub(super) guests: BTreeMap<Seat, Resident>,
    /// Agents that think while a person does. One that was called off is soon kept again.
    pub(super) pondering: BTreeMap<Seat, Pondering>,
    /// The last ply during which an agent of a seat has done so.
    pub(super) pondered: BTreeMap<Seat, usize>,
    pub(super) hint: Option<(u64, ConnectionId)>,
    pub(super) questions: u64,
    pub(super) resting_until: Option<Instant>,
    /// How fast agents play among themselves.
    pub(super) watched: Watched,
    /// When everyone was told how many watch, and when they are told again.
    pub(super) counted_at: Option<Instant>,
    pub(super) recount_at: Option<Instant>,
}

impl Table {
    async fn run(&mut self) {
        loop {
            self.stop_if_halted().await;
            self.call_off_ponderers();
            self.wake_agent();
            self.wake_ponderers();
            let deadline = self.deadline();
            tokio::select! {
                order = self.inbox.recv() => match order {
                    Some(order) => self.obey(order).await,
                    None => break,
                },
                () = sleep_until(deadline.into()) => {
                    if self.tick().await == Life::Ends {
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
        for guest in std::mem::take(&mut self.guests).into_values() {
            guest.dismiss(None);
        }
        self.desk.residents.retain(&self.state.id, |_| false);
    }

    async fn obey(&mut self, order: Order) {
        self.touched = Instant::now();
        match order {
            Order::Wish { who, wish, reply } => {
                let result = self.grant(&who, wish).await;
                let info = result.map(|()| self.info());
                // Who no longer waits need not be told.
                let _ = reply.send(info);
            }
            Order::Admit { who, reply } => {
                self.admitted.insert(who);
                let _ = reply.send(Ok(()));
            }
            Order::Connect {
                hello,
                outbox,
                reply,
            } => {
                let result = self.connect(hello, outbox).await;
                let id = result.as_ref().ok().copied();
                if let (Err(_), Some(id)) = (reply.send(result), id) {
                    self.gone(id);
                }
            }
            Order::Say { from, message } => {
                if let Err(problem) = self.hear(from, message).await {
                    self.desk.metrics.refusals.add(1);
                    self.tell(from, &ServerMessage::Refused { problem });
                }
            }
            Order::Gone { from } => self.gone(from),
            Order::SoFar { question, thought } => self.considers(question, thought),
            Order::Answer(answer) => self.answered(answer).await,
            Order::CaughtUp { question } => self.caught_up(question),
            Order::Pondered { seat, resident } => self.pondered(seat, resident),
        }
    }

    async fn grant(&mut self, who: &Person, wish: Wish) -> Result<(), Problem> {
        if let Wish::Look = wish {
            return Ok(());
        }
        // Whatever is to be played, plug-ins may be asked.
        let decision = aside(|| self.granted(who, wish))?;
        self.commit(decision).await
    }

    fn granted(&self, who: &Person, wish: Wish) -> Result<Decision, Problem> {
        match wish {
            Wish::Look => Ok(Decision::default()),
            Wish::Join {
                seat,
                name,
                colour,
                is_admitted,
            } => {
                if !is_admitted && !self.is_known(Some(who)) {
                    return Err(Code::PasswordNeeded.into());
                }
                self.state.join(who, seat, &name, colour.as_deref())
            }
            Wish::Leave => self.state.leave(who),
            Wish::Ready(ready) => self.state.ready(who, ready),
            Wish::Seat {
                seat,
                seating,
                rights,
            } => self.state.seat(who, seat, &seating, rights),
            Wish::Settings(settings) => self.state.change_settings(who, settings),
            Wish::Start => {
                self.state.may_start(who)?;
                Ok(self.state.start_game(self.desk.config.seed))
            }
        }
    }

    /// Does something that plug-ins may be asked for, if the game has any.
    pub(super) fn beside_requests<T>(&self, work: impl FnOnce() -> T) -> T {
        match self.state.has_plugins() {
            true => aside(work),
            false => work(),
        }
    }

    /// Ends a game whose plug-ins were stopped.
    async fn stop_if_halted(&mut self) {
        if let Some(decision) = self.state.halts()
            && self.commit(decision).await.is_err()
        {
            // It is tried again with whatever comes next; nobody can move meanwhile.
            self.resting_until = Some(Instant::now() + RETRY);
        }
    }

    async fn hear(&mut self, from: ConnectionId, message: ClientMessage) -> Result<(), Problem> {
        let connection = self.connections.get(from).ok_or(Code::NotSeated)?;
        let who = connection.who.clone().ok_or(Code::NotSeated)?;
        let decision = match message {
            ClientMessage::Hello { .. } => {
                return Err(Problem::new(Code::BadRequest).with("reason", "hello comes first"));
            }
            ClientMessage::Look { seat } => return self.look(from, seat),
            ClientMessage::Pace { pause, paused } => return self.set_pace(&who, pause, paused),
            ClientMessage::Step => return self.step(&who),
            ClientMessage::Move { ply, text } => {
                self.sees_own_move(from)?;
                let made = Made {
                    text,
                    time: self.elapsed(),
                    value: None,
                    nodes: 0,
                };
                self.beside_requests(|| self.state.person_moves(&who, ply, made))?
            }
            ClientMessage::Undo => self.state.undo(&who)?,
            ClientMessage::AnswerUndo { accept } => self.state.answer_undo(&who, accept)?,
            ClientMessage::Resign => {
                let eyes = connection.you.eyes.map(|seat| Seat::new(usize::from(seat)));
                self.state.resign(&who, eyes)?
            }
            ClientMessage::Rematch => {
                self.beside_requests(|| self.state.rematch(&who, self.desk.config.seed))?
            }
            ClientMessage::Hint => return self.ask_hint(from, &who),
        };
        self.commit(decision).await
    }

    /// Has the facts stored and waits for it; then, and only then, they have happened.
    pub(super) async fn commit(&mut self, decision: Decision) -> Result<(), Problem> {
        if decision.facts.is_empty() {
            return Ok(());
        }
        let text = |fact: &Fact| serde_json::to_string(fact).expect("facts are JSON");
        let batch = Batch {
            table: self.state.id.clone(),
            first: self.state.log.last() + 1,
            facts: decision.facts.iter().map(text).collect(),
            replay: decision.replay,
            files: decision.files,
            live: None,
        };
        let began = Instant::now();
        let stored = match self.desk.storage.append(batch).await {
            Ok(stored) => stored,
            Err(_) => Err(StorageError::new("the storage has ended")),
        };
        self.desk.metrics.commits.took(began.elapsed());
        if let Err(error) = stored {
            tracing::error!(table = short(&self.state.id), %error, "facts could not be stored");
            self.catch_up().await;
            return Err(Code::NotStored.into());
        }
        self.happen(decision.facts);
        Ok(())
    }

    /// After a failure nobody knows what is on the disk: if it has the facts after all, they have
    /// happened.
    async fn catch_up(&mut self) {
        let (storage, id) = (Arc::clone(&self.desk.storage), self.state.id.clone());
        let loaded = tokio::task::spawn_blocking(move || storage.load(&id)).await;
        let Ok(Ok(Some(facts))) = loaded else {
            return;
        };
        let known = usize::try_from(self.state.log.last()).unwrap_or(usize::MAX);
        let missed = facts.iter().skip(known);
        let missed: Result<Vec<Fact>, _> = missed.map(|fact| serde_json::from_str(fact)).collect();
        if let Ok(missed) = missed
            && !missed.is_empty()
        {
            self.happen(missed);
        }
    }

    /// Changes the table by facts that are durable, and tells everyone.
    fn happen(&mut self, facts: Vec<Fact>) {
        match self.state.has_plugins() {
            true => aside(|| self.happened(facts)),
            false => self.happened(facts),
        }
    }

    fn happened(&mut self, facts: Vec<Fact>) {
        let mut part = Part::Game;
        for fact in facts {
            match fact {
                Fact::Moved { .. } => self.desk.metrics.moves.add(1),
                Fact::UndoAsked { .. } | Fact::UndoAccepted { .. } | Fact::UndoRefused { .. } => {}
                _ => part = Part::TableAndGame,
            }
            if matches!(
                fact,
                Fact::Moved { .. } | Fact::Undone { .. } | Fact::Started { .. }
            ) {
                self.turn_began = Instant::now();
                self.watched.next_turn();
            }
            if matches!(fact, Fact::Started { .. }) {
                self.watched.go_on();
            }
            if let Err(error) = self.state.apply(fact) {
                // Facts are decided upon with the state they are applied to, so this is a bug.
                tracing::error!(table = short(&self.state.id), ?error, "a fact does not fit");
            }
        }
        self.call_off_agent();
        self.dismiss_agents();
        if part == Part::TableAndGame {
            self.tell_who_they_are();
        }
        self.announce(part);
    }

    pub(super) fn to_move(&self) -> Option<Seat> {
        self.state.game.as_ref().and_then(|play| play.to_move())
    }

    /// The seat to move, if it is a person's to decide.
    pub(super) fn person_to_move(&self) -> Option<Seat> {
        self.to_move()
            .filter(|seat| matches!(self.state.mover(*seat), Mover::Person(_)))
    }

    /// Milliseconds since the turn began.
    pub(super) fn elapsed(&self) -> u64 {
        match self.is_held() {
            true => 0,
            false => self.turn_began.elapsed().as_millis() as u64,
        }
    }

    /// Where something is hidden, who moves sees with the eyes of the seat to move.
    pub(super) fn sees_own_move(&self, from: ConnectionId) -> Result<(), Problem> {
        let connection = self.connections.get(from).ok_or(Code::NotSeated)?;
        let secrecy = self.state.secrecy();
        match self.to_move() {
            Some(seat) if secrecy == Secrecy::Hidden && !connection.may_move(seat, secrecy) => {
                Err(Code::NotYourTurn.into())
            }
            _ => Ok(()),
        }
    }
}
