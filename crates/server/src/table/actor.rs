//! The task that owns a table. It does one thing at a time: decides, has the facts stored, waits until
//! they are durable, and only then changes the table and tells everyone.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use ludorum_core::{Seat, Stop};
use ludorum_protocol::lobby::Phase;
use ludorum_protocol::table::{ClientMessage, ServerMessage, Thought, Update};
use ludorum_protocol::{Code, Problem};
use tokio::sync::mpsc;
use tokio::time::sleep_until;

use super::Decision;
use super::connection::{Connection, ConnectionId, Connections, Outbox};
use super::fact::Fact;
use super::lobbying::number;
use super::order::{Answer, Handle, Hello, Order, Wish};
use super::playing::Made;
use super::state::{Mover, State};
use super::thinking::{Question, Thinkers};
use super::view::Viewer;
use crate::Config;
use crate::board::Board;
use crate::identity::Person;
use crate::metrics::Metrics;
use crate::storage::{Batch, Storage, StorageError};

/// What all tables of a server share.
pub(crate) struct Desk {
    pub(crate) config: Config,
    pub(crate) storage: Arc<dyn Storage>,
    pub(crate) board: Board,
    pub(crate) thinkers: Thinkers,
    pub(crate) metrics: Metrics,
}

/// More orders than this wait at whoever gives them.
const INBOX: usize = 64;

/// An agent whose move could not be stored tries again after this long.
const RETRY: Duration = Duration::from_secs(2);

/// Starts the task of a table and puts the table on the board.
pub(crate) fn spawn(desk: &Arc<Desk>, state: State) -> Handle {
    let (handle, inbox) = mpsc::channel(INBOX);
    let mut table = Table {
        desk: Arc::clone(desk),
        state,
        inbox,
        handle: handle.downgrade(),
        connections: Connections::default(),
        admitted: BTreeSet::new(),
        turn_began: Instant::now(),
        touched: Instant::now(),
        left: BTreeMap::new(),
        thinking: None,
        hint: None,
        questions: 0,
        resting_until: None,
    };
    // Nobody is connected yet; who does not come back has left.
    let people = table.state.people().into_iter().cloned();
    table.left = people.map(|who| (who, Instant::now())).collect();
    let info = table.state.info(|_| false);
    desk.board
        .put(info, handle.clone(), table.state.password.clone());
    tokio::spawn(async move { table.run().await });
    handle
}

struct Table {
    desk: Arc<Desk>,
    state: State,
    inbox: mpsc::Receiver<Order>,
    /// Weak, so that a table nobody knows ends.
    handle: mpsc::WeakSender<Order>,
    connections: Connections,
    /// Those who know the password and only watch.
    admitted: BTreeSet<Person>,
    turn_began: Instant,
    touched: Instant,
    /// Since when somebody with a seat has not been connected.
    left: BTreeMap<Person, Instant>,
    thinking: Option<Thinking>,
    hint: Option<(u64, ConnectionId)>,
    questions: u64,
    resting_until: Option<Instant>,
}

/// An agent at work.
struct Thinking {
    question: u64,
    seat: Seat,
    ply: usize,
    spec: String,
    stop: Stop,
}

/// What a table still has to do when it is told to end: nothing, or go on.
#[derive(PartialEq, Eq)]
enum Life {
    GoesOn,
    Ends,
}

impl Table {
    async fn run(&mut self) {
        loop {
            self.wake_agent();
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
            Order::Answer(answer) => self.answered(answer).await,
        }
    }

    async fn grant(&mut self, who: &Person, wish: Wish) -> Result<(), Problem> {
        let decision = match wish {
            Wish::Look => return Ok(()),
            Wish::Join {
                seat,
                name,
                colour,
                is_admitted,
            } => {
                if !is_admitted && !self.is_known(Some(who)) {
                    return Err(Code::PasswordNeeded.into());
                }
                self.state.join(who, seat, &name, colour.as_deref())?
            }
            Wish::Leave => self.state.leave(who)?,
            Wish::Ready(ready) => self.state.ready(who, ready)?,
            Wish::Seat { seat, seating } => self.state.seat(who, seat, &seating)?,
            Wish::Settings(settings) => self.state.change_settings(who, settings)?,
            Wish::Start => {
                self.state.may_start(who)?;
                self.state.start_game(self.desk.config.seed)
            }
        };
        self.commit(decision).await
    }

    /// Whether somebody needs no password: there is none, they have a seat, or they gave it.
    fn is_known(&self, who: Option<&Person>) -> bool {
        self.state.password.is_none()
            || who.is_some_and(|who| {
                self.state.host == *who
                    || self.admitted.contains(who)
                    || !self.state.seats_of(who).is_empty()
            })
    }

    async fn connect(&mut self, hello: Hello, outbox: Outbox) -> Result<ConnectionId, Problem> {
        let who = hello.who.as_ref();
        if !self.is_known(who) {
            return Err(Code::PasswordNeeded.into());
        }
        let seats = who.map_or(Vec::new(), |who| self.state.seats_of(who));
        let is_host = who == Some(&self.state.host);
        if seats.is_empty() && !is_host && !self.state.settings.spectators {
            return Err(Code::NotAllowed.into());
        }
        if let Some(who) = who {
            self.left.remove(who);
            let back = self.state.come_back(who);
            if !back.is_empty() {
                self.commit(back.into()).await?;
            }
        }
        let mut connection = Connection {
            outbox,
            you: self.state.you(None, None),
            wanted: hello.seat,
            drawing: hello.drawing,
            // A number from the future is of another table: it knows nothing.
            told: hello.last.filter(|&last| last <= self.state.log.last()),
            who: hello.who,
        };
        connection.you = self
            .state
            .you(connection.who.as_ref(), connection.eyes(&seats));
        let you = serialise(&ServerMessage::You(connection.you.clone()));
        let viewer = connection.viewer(self.to_move());
        let update = self.update(viewer, connection.told, Part::TableAndGame);
        connection.told = Some(self.state.log.last());
        // A new outbox has room for both.
        let _ = connection.outbox.try_send(you);
        let _ = connection.outbox.try_send(update);
        let appears = connection
            .who
            .as_ref()
            .is_some_and(|who| !seats.is_empty() && !self.connections.is_present(who));
        let id = self.connections.add(connection);
        if appears {
            self.announce(Part::Table);
        }
        Ok(id)
    }

    fn gone(&mut self, id: ConnectionId) {
        let connection = self.connections.remove(id);
        if let Some(who) = connection.and_then(|connection| connection.who)
            && self.note_absence(who)
        {
            self.announce(Part::Table);
        }
    }

    /// Whether somebody with a seat is not connected, which is then taken down.
    fn note_absence(&mut self, who: Person) -> bool {
        let is_absent = !self.connections.is_present(&who) && !self.state.seats_of(&who).is_empty();
        if is_absent {
            self.left.insert(who, Instant::now());
        }
        is_absent
    }

    async fn hear(&mut self, from: ConnectionId, message: ClientMessage) -> Result<(), Problem> {
        let connection = self.connections.get(from).ok_or(Code::NotSeated)?;
        let who = connection.who.clone().ok_or(Code::NotSeated)?;
        let decision = match message {
            ClientMessage::Hello { .. } => {
                return Err(Problem::new(Code::BadRequest).with("reason", "hello comes first"));
            }
            ClientMessage::Move { ply, text } => {
                let made = Made {
                    text,
                    time: self.elapsed(),
                    value: None,
                    nodes: 0,
                };
                self.state.person_moves(&who, ply, made)?
            }
            ClientMessage::Undo => self.state.undo(&who)?,
            ClientMessage::AnswerUndo { accept } => self.state.answer_undo(&who, accept)?,
            ClientMessage::Resign => self.state.resign(&who)?,
            ClientMessage::Rematch => self.state.rematch(&who, self.desk.config.seed)?,
            ClientMessage::Hint => return self.ask_hint(from, &who),
        };
        self.commit(decision).await
    }

    /// Has the facts stored and waits for it; then, and only then, they have happened.
    async fn commit(&mut self, decision: Decision) -> Result<(), Problem> {
        if decision.facts.is_empty() {
            return Ok(());
        }
        let text = |fact: &Fact| serde_json::to_string(fact).expect("facts are JSON");
        let batch = Batch {
            table: self.state.id.clone(),
            first: self.state.log.last() + 1,
            facts: decision.facts.iter().map(text).collect(),
            replay: decision.replay,
            live: None,
        };
        let began = Instant::now();
        let stored = match self.desk.storage.append(batch).await {
            Ok(stored) => stored,
            Err(_) => Err(StorageError::new("the storage has ended")),
        };
        self.desk.metrics.commits.took(began.elapsed());
        if let Err(error) = stored {
            tracing::error!(table = self.state.id, %error, "facts could not be stored");
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
            }
            if let Err(error) = self.state.apply(fact) {
                // Facts are decided upon with the state they are applied to, so this is a bug.
                tracing::error!(table = self.state.id, ?error, "a fact does not fit");
            }
        }
        self.call_off_agent();
        if part == Part::TableAndGame {
            self.tell_who_they_are();
        }
        self.announce(part);
    }

    fn tell_who_they_are(&mut self) {
        let state = &self.state;
        self.connections.send(|connection| {
            let who = connection.who.as_ref();
            let seats = who.map_or(Vec::new(), |who| state.seats_of(who));
            let you = state.you(who, connection.eyes(&seats));
            (you != connection.you).then(|| {
                connection.you = you;
                serialise(&ServerMessage::You(connection.you.clone()))
            })
        });
    }

    fn announce(&mut self, part: Part) {
        let to_move = self.to_move();
        let mut wanted: Vec<(Viewer, Option<u64>)> = Vec::new();
        for (_, connection) in self.connections.iter_mut() {
            let key = (connection.viewer(to_move), connection.told);
            if !wanted.contains(&key) {
                wanted.push(key);
            }
        }
        let updates: HashMap<(Viewer, Option<u64>), Utf8Bytes> = wanted
            .into_iter()
            .map(|(viewer, told)| ((viewer, told), self.update(viewer, told, part)))
            .collect();
        let last = self.state.log.last();
        let dropped = self.connections.send(|connection| {
            let key = (connection.viewer(to_move), connection.told);
            connection.told = Some(last);
            updates.get(&key).cloned()
        });
        if dropped {
            self.desk.metrics.dropped.add(1);
            let people = self.state.people().into_iter().cloned();
            for who in people.collect::<Vec<_>>() {
                if !self.left.contains_key(&who) {
                    self.note_absence(who);
                }
            }
        }
        if part != Part::Game {
            self.desk.board.update(self.info());
        }
    }

    fn update(&self, viewer: Viewer, told: Option<u64>, part: Part) -> Utf8Bytes {
        serialise(&ServerMessage::Update(Box::new(Update {
            seq: self.state.log.last(),
            events: self.state.log.since(told, viewer.eyes),
            table: (part != Part::Game).then(|| self.info()),
            game: (part != Part::Table)
                .then(|| self.state.game_view(viewer, self.elapsed()))
                .flatten(),
        })))
    }

    fn info(&self) -> ludorum_protocol::lobby::TableInfo {
        self.state
            .info(|person| self.connections.is_present(person))
    }

    fn tell(&mut self, to: ConnectionId, message: &ServerMessage) {
        let sent = match self.connections.get(to) {
            Some(connection) => connection.outbox.try_send(serialise(message)).is_ok(),
            None => true,
        };
        if !sent {
            self.gone(to);
        }
    }

    fn to_move(&self) -> Option<Seat> {
        self.state.game.as_ref().and_then(|play| play.to_move())
    }

    /// Milliseconds since the turn began.
    fn elapsed(&self) -> u64 {
        self.turn_began.elapsed().as_millis() as u64
    }

    /// Calls off an agent whose answer is no longer wanted.
    fn call_off_agent(&mut self) {
        let is_wanted = |thinking: &Thinking| {
            let play = self.state.game.as_ref();
            play.is_some_and(|play| {
                play.to_move() == Some(thinking.seat)
                    && play.plies.len() == thinking.ply
                    && self.state.mover(thinking.seat) == Mover::Agent(thinking.spec.clone())
            })
        };
        if let Some(thinking) = self.thinking.take_if(|thinking| !is_wanted(thinking)) {
            thinking.stop.raise();
        }
    }

    /// Has the agent to move think, if it does not yet.
    fn wake_agent(&mut self) {
        if self.thinking.is_some() || self.resting_until.is_some() {
            return;
        }
        let Some(seat) = self.to_move() else {
            return;
        };
        let Mover::Agent(spec) = self.state.mover(seat) else {
            return;
        };
        let stop = Stop::new();
        let Some(question) = self.ask(&spec, "seat", stop.clone()) else {
            return;
        };
        let ply = self.state.game.as_ref().map_or(0, |play| play.plies.len());
        self.thinking = Some(Thinking {
            question,
            seat,
            ply,
            spec,
            stop,
        });
        self.show(&ServerMessage::Thinking {
            seat: number(seat),
            ply: ply as u32,
        });
    }

    /// Asks an agent about the position; returns the number of the question.
    fn ask(&mut self, spec: &str, stream: &str, stop: Stop) -> Option<u64> {
        let play = self.state.game.as_ref()?;
        let seat = play.to_move()?;
        let handle = self.handle.upgrade()?;
        self.questions += 1;
        let streams = match stream {
            "seat" => play.header.streams,
            other => play.header.streams.child(other, 0),
        };
        let left = self.state.time_left(seat);
        let question = Question {
            number: self.questions,
            variant: self.state.variant.clone(),
            position: play.position.clone(),
            spec: spec.to_owned(),
            streams,
            time: left.map(|left| left.saturating_sub(self.elapsed())),
        };
        self.desk.thinkers.ask(question, stop, handle);
        Some(self.questions)
    }

    fn ask_hint(&mut self, from: ConnectionId, who: &Person) -> Result<(), Problem> {
        if !self.state.settings.hints || self.hint.is_some() {
            return Err(Code::NotAllowed.into());
        }
        let seat = self.to_move().ok_or(Code::NotYourTurn)?;
        if self.state.mover(seat) != Mover::Person(who.clone()) {
            return Err(Code::NotYourTurn.into());
        }
        let adviser = self.state.variant.adviser();
        let question = self.ask(&adviser, "hint", Stop::new());
        self.hint = question.map(|question| (question, from));
        Ok(())
    }

    async fn answered(&mut self, answer: Answer) {
        if let Some((_, from)) = self.hint.take_if(|(hint, _)| *hint == answer.question) {
            if let Some(thought) = answer.thought {
                self.tell(from, &ServerMessage::Hint { thought });
            }
            return;
        }
        let is_answer = |thinking: &mut Thinking| thinking.question == answer.question;
        let Some(thinking) = self.thinking.take_if(is_answer) else {
            return;
        };
        let thought = answer.thought.or_else(|| self.anything(&thinking.spec));
        let Some(thought) = thought else {
            return;
        };
        self.show(&ServerMessage::Thought {
            seat: number(thinking.seat),
            thought: thought.clone(),
        });
        let made = Made {
            text: thought.best,
            time: self.elapsed(),
            value: thought.value,
            nodes: thought.nodes,
        };
        let result = match self.state.agent_moves(made) {
            Ok(decision) => self.commit(decision).await,
            Err(problem) => Err(problem),
        };
        if result.is_err() {
            self.resting_until = Some(Instant::now() + RETRY);
        }
    }

    /// The first legal move, for an agent that failed: the others should not suffer for it.
    fn anything(&self, spec: &str) -> Option<Thought> {
        let play = self.state.game.as_ref()?;
        Some(Thought {
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

    /// Shows what an agent does to everyone, if all may see it.
    fn show(&mut self, message: &ServerMessage) {
        if self.state.settings.thinking && self.state.variant.is_open() {
            let bytes = serialise(message);
            self.connections.send(|_| Some(bytes.clone()));
        }
    }

    /// When there is something to do although nobody asks.
    fn deadline(&self) -> Instant {
        let flag = self.flag_falls();
        let away = self.left.values().min().filter(|_| self.is_waited_for());
        let away = away.map(|&since| since + self.desk.config.away_after);
        let is_idle = self.connections.is_empty() && self.thinking.is_none();
        let archive = is_idle.then(|| self.archived_at());
        let soonest = [flag, away, archive, self.resting_until];
        let far = Instant::now() + Duration::from_secs(3600);
        soonest.into_iter().flatten().min().unwrap_or(far)
    }

    fn flag_falls(&self) -> Option<Instant> {
        let left = self.to_move().and_then(|seat| self.state.time_left(seat))?;
        Some(self.turn_began + Duration::from_millis(left + 1))
    }

    fn archived_at(&self) -> Instant {
        let config = &self.desk.config;
        self.touched
            + match self.state.phase() {
                Phase::Over => config.keep_over,
                Phase::Open | Phase::Playing => config.keep_idle,
            }
    }

    /// Whether somebody is there and plays: only then is there anybody who could mind waiting.
    fn is_waited_for(&self) -> bool {
        let mut people = self.state.people().into_iter();
        self.state.phase() == Phase::Playing
            && self.state.settings.substitute.is_some()
            && people.any(|person| self.connections.is_present(person))
    }

    async fn tick(&mut self) -> Life {
        let now = Instant::now();
        self.resting_until.take_if(|until| *until <= now);
        if self.flag_falls().is_some_and(|falls| falls <= now)
            && let Ok(decision) = self.state.flag()
            && self.commit(decision).await.is_err()
        {
            // Without this a full disk would be asked over and over.
            self.turn_began = now;
        }
        if self.is_waited_for() {
            let after = self.desk.config.away_after;
            let gone = self.left.iter().filter(|(_, since)| **since + after <= now);
            let gone: Vec<Person> = gone.map(|(who, _)| who.clone()).collect();
            for who in gone {
                self.left.remove(&who);
                if let Ok(decision) = self.state.leave(&who) {
                    // If it cannot be stored the others keep waiting.
                    let _ = self.commit(decision).await;
                }
            }
        }
        if self.connections.is_empty() && self.archived_at() <= now && self.thinking.is_none() {
            return self.archive().await;
        }
        Life::GoesOn
    }

    async fn archive(&mut self) -> Life {
        let batch = Batch {
            table: self.state.id.clone(),
            live: Some(false),
            ..Batch::default()
        };
        if !matches!(self.desk.storage.append(batch).await, Ok(Ok(()))) {
            self.touched = Instant::now();
            return Life::GoesOn;
        }
        self.desk.board.remove(&self.state.id);
        // Those who still knew the way are not answered, and find the table again in storage.
        self.inbox.close();
        Life::Ends
    }
}

/// Which part of an update has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Table,
    Game,
    TableAndGame,
}

fn serialise(message: &ServerMessage) -> Utf8Bytes {
    let text = serde_json::to_string(message).expect("messages are JSON");
    text.into()
}
