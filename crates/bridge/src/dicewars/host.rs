//! The game: whose turn it is, what they want, and what everyone is told.

use std::fmt;
use std::io;
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use ludorum_agents::Files;
use ludorum_agents::dicewars::roster;
use ludorum_core::{
    Agent, Budget, Chance, Game, Node, Notation, Outcome, ParamError, Rng, Seat, Seed, Stop, Turn,
    Watcher, print_duration,
};
use ludorum_games::DiceWars;
use ludorum_games::dicewars::{Area, Attack, Move, State};
use ludorum_protocol::dicewars::{FromClient, ToClient};

use super::door::Door;
use super::line::{Heard, Line};
use super::telling::Telling;

/// A client may be wrong this often in a turn before the turn is ended for it.
const MOST_ERRORS: u32 = 100;

/// A client that says nothing in so many turns in a row is dropped.
const MOST_PASSED: u32 = 2;

/// So many messages of clients may wait to be looked at. Who sends more waits itself.
const WAITING: usize = 1024;

/// Who sits at a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sitting {
    /// Whoever connects.
    Client,
    /// One of our agents, by its spec.
    Agent(String),
}

/// A game to be played over TCP.
#[derive(Clone, Debug)]
pub struct Host {
    /// The rules.
    pub game: DiceWars,
    /// The seed of the board, the deal and the dice.
    pub seed: Seed,
    /// Who plays, in the order of turns.
    pub seats: Vec<Sitting>,
    /// How long a client may be silent in its turn.
    pub timeout: Duration,
    /// How long the game waits for clients to connect; it is not played without them.
    pub wait: Duration,
}

/// How the wait for clients stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// The clients that have connected.
    pub connected: usize,
    /// The clients that are needed.
    pub needed: usize,
    /// How much longer the game waits.
    pub left: Duration,
}

/// How a game ended.
#[derive(Clone, Debug)]
pub struct Ending {
    /// The result.
    pub outcome: Outcome,
    /// The names clients gave themselves, or the specs of agents.
    pub names: Vec<String>,
    /// What was wrong with clients, in order.
    pub notes: Vec<String>,
}

/// Why a game cannot be played.
#[derive(Debug)]
pub enum HostError {
    /// The connections cannot be accepted.
    Listening(io::Error),
    /// There is no such agent.
    NoAgent(String),
    /// An agent's parameters are not right.
    Params(String, ParamError),
    /// There must be somebody at each seat.
    Seats(usize),
    /// Not all clients have connected in the time there was.
    Missing(Waiting, Duration),
}

impl fmt::Display for HostError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HostError::Listening(error) => write!(f, "cannot accept clients: {error}"),
            HostError::NoAgent(spec) => write!(f, "there is no agent '{spec}' for dicewars"),
            HostError::Params(spec, error) => write!(f, "{spec}: {error}"),
            HostError::Seats(seats) => {
                write!(f, "the game has {seats} seats, name who sits at each")
            }
            HostError::Missing(
                Waiting {
                    connected, needed, ..
                },
                wait,
            ) => write!(
                f,
                "{connected} of {needed} clients have connected in {}, so there is no game; start it \
                 again, or allow more time",
                print_duration(*wait)
            ),
        }
    }
}

impl std::error::Error for HostError {}

/// Somebody at the table.
enum Player {
    Client {
        line: Option<Line>,
        name: String,
    },
    Agent {
        agent: Box<dyn Agent<DiceWars>>,
        spec: String,
    },
}

impl Host {
    /// Waits for the clients and plays the game with them.
    ///
    /// # Errors
    /// When there are no such agents, no clients can be accepted, or not all connect in time. `waiting` is
    /// told now and then who is missing. Nothing a client does is an error.
    pub fn play(
        &self,
        listener: &TcpListener,
        waiting: &mut dyn FnMut(Waiting),
    ) -> Result<Ending, HostError> {
        if self.seats.len() != self.game.seats() {
            return Err(HostError::Seats(self.game.seats()));
        }
        let (sender, heard) = sync_channel(WAITING);
        let mut table = Table {
            host: self,
            telling: Telling {
                players: self.seats.len(),
            },
            state: self.game.initial(self.seed),
            plies: 0,
            players: Vec::new(),
            heard,
            notes: Vec::new(),
            passed: vec![0; self.seats.len()],
        };
        let mut door = Door::open(self, listener, waiting)?;
        for (seat, sitting) in Seat::all(self.seats.len()).zip(&self.seats) {
            let player = match sitting {
                Sitting::Agent(spec) => agent(&self.game, spec)?,
                Sitting::Client => table.welcome(door.next()?, seat, &sender),
            };
            table.players.push(player);
        }
        table.tell_each(Telling::state);
        while let Node::Decide(seat) = self.game.node(&table.state) {
            table.turn(seat);
        }
        Ok(table.close())
    }
}

fn agent(game: &DiceWars, spec: &str) -> Result<Player, HostError> {
    // Who starts the game names the agents.
    let hired = roster().hire(game, spec, &Files::anywhere());
    let hired = hired.ok_or_else(|| HostError::NoAgent(spec.to_owned()))?;
    let hired = hired.map_err(|error| HostError::Params(spec.to_owned(), error))?;
    Ok(Player::Agent {
        agent: hired.agent,
        spec: spec.to_owned(),
    })
}

/// What one of our agents wants to do.
fn wish_of(agent: &mut dyn Agent<DiceWars>, game: &DiceWars, state: &State, rng: &mut Rng) -> Wish {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let turn = Turn {
        game,
        seat: state.turn(),
        view: state,
        moves: &moves,
        budget: &Budget::UNLIMITED,
        stop: &Stop::new(),
        watcher: Watcher::NOBODY,
    };
    match agent.choose(&turn, rng).best {
        Move::Attack(attack) => Wish::Attack(attack),
        _ => Wish::End,
    }
}

struct Table<'a> {
    host: &'a Host,
    telling: Telling,
    state: State,
    plies: u64,
    players: Vec<Player>,
    heard: Receiver<(Seat, Heard)>,
    notes: Vec<String>,
    /// The turns in a row that each client has let pass in silence.
    passed: Vec<u32>,
}

/// What a seat does next.
enum Wish {
    Attack(Attack),
    End,
}

impl Table<'_> {
    fn welcome(
        &mut self,
        stream: TcpStream,
        seat: Seat,
        heard: &SyncSender<(Seat, Heard)>,
    ) -> Player {
        // A connection that breaks here is a client that is gone.
        let mut line = Line::open(stream, seat, heard.clone()).ok();
        let start = self.telling.start(&self.state, seat);
        if !line.as_mut().is_some_and(|line| line.send(&start)) {
            line = None;
            self.note(seat, "left before the game began");
        }
        Player::Client {
            line,
            name: format!("client {seat}"),
        }
    }

    fn note(&mut self, seat: Seat, what: &str) {
        self.notes.push(format!("seat {seat} {what}"));
    }

    /// Tells every client something of its own.
    fn tell_each(&mut self, message: impl Fn(Telling, &State, Seat) -> ToClient) {
        for index in 0..self.players.len() {
            let seat = Seat::new(index);
            let message = message(self.telling, &self.state, seat);
            self.tell(seat, &message);
        }
    }

    fn tell(&mut self, seat: Seat, message: &ToClient) {
        if let Player::Client { line: slot, .. } = &mut self.players[seat.index()]
            && let Some(line) = slot
            && !line.send(message)
        {
            *slot = None;
            self.note(seat, "does not take messages and is given up");
        }
    }

    /// One step of a turn.
    fn turn(&mut self, seat: Seat) {
        let wish = match &mut self.players[seat.index()] {
            Player::Agent { agent, .. } => {
                let streams = self.host.seed.child("seat", seat.index() as u64);
                let mut rng = streams.child("move", self.plies).rng();
                wish_of(&mut **agent, &self.host.game, &self.state, &mut rng)
            }
            Player::Client { .. } => self.ask(seat),
        };
        match wish {
            Wish::Attack(attack) => {
                self.play(Move::Attack(attack));
                self.roll();
                if let Some(battle) = self.telling.battle(&self.state) {
                    self.tell_each(|_, _, _| battle.clone());
                }
            }
            Wish::End => {
                self.play(Move::End);
                if let Move::Grow(growth) = self.roll() {
                    let message = self.telling.end_turn(&self.state, growth);
                    self.tell_each(|_, _, _| message.clone());
                }
            }
        }
    }

    fn play(&mut self, mv: Move) {
        self.host.game.make(&mut self.state, mv);
        self.plies += 1;
    }

    fn roll(&mut self) -> Move {
        let mut rng = self.host.seed.child("chance", self.plies).rng();
        let event = self.host.game.sample(&self.state, &mut rng);
        self.play(event);
        event
    }

    /// Waits until the client at a seat wants something that is possible. One that is gone, silent
    /// for too long or wrong too often ends its turn.
    fn ask(&mut self, seat: Seat) -> Wish {
        let until = Instant::now() + self.host.timeout;
        let mut errors = 0;
        loop {
            if !self.is_there(seat) {
                return Wish::End;
            }
            let left = until.saturating_duration_since(Instant::now());
            let heard = self.heard.recv_timeout(left);
            if matches!(&heard, Ok((from, Heard::Said(_) | Heard::Nonsense)) if *from == seat) {
                self.passed[seat.index()] = 0;
            }
            match heard {
                Ok((from, heard)) if from != seat => self.hear_other(from, heard),
                Ok((_, Heard::Said(FromClient::ClientDesc { nickname }))) => {
                    self.rename(seat, &nickname);
                }
                Ok((_, Heard::Said(FromClient::EndTurn))) => return Wish::End,
                Ok((_, Heard::Said(FromClient::Battle { atk, def }))) => {
                    if let Some(attack) = self.possible(atk, def) {
                        return Wish::Attack(attack);
                    }
                    self.tell(seat, &ToClient::InvalidMove);
                    errors += 1;
                }
                Ok((_, Heard::Nonsense)) => {
                    self.tell(seat, &ToClient::InvalidMove);
                    errors += 1;
                }
                Ok((_, Heard::Gone)) => self.is_gone(seat),
                Err(RecvTimeoutError::Timeout) => {
                    self.let_pass(seat);
                    return Wish::End;
                }
                // The table keeps no sender, so this is when every client is gone.
                Err(RecvTimeoutError::Disconnected) => return Wish::End,
            }
            if errors >= MOST_ERRORS {
                self.note(seat, "was wrong too often: its turn was ended");
                return Wish::End;
            }
        }
    }

    /// A client has said nothing in its turn. One that does so again is dropped.
    fn let_pass(&mut self, seat: Seat) {
        let passed = &mut self.passed[seat.index()];
        *passed += 1;
        if *passed < MOST_PASSED {
            return self.note(seat, "was silent for too long: its turn was ended");
        }
        if let Player::Client { line, .. } = &mut self.players[seat.index()] {
            *line = None;
        }
        self.note(
            seat,
            "was silent in two turns and is dropped: its turns are ended for it",
        );
    }

    fn possible(&self, from: u8, to: u8) -> Option<Attack> {
        let area = |number: u8| Area::at(usize::from(number).checked_sub(1)?);
        let attack = Attack {
            from: area(from)?,
            to: area(to)?,
        };
        let verdict = self.host.game.check_move(&self.state, Move::Attack(attack));
        verdict.is_ok().then_some(attack)
    }

    /// What a client says when it is not its turn is ignored, but for its name and its leaving.
    fn hear_other(&mut self, seat: Seat, heard: Heard) {
        match heard {
            Heard::Said(FromClient::ClientDesc { nickname }) => self.rename(seat, &nickname),
            Heard::Gone => self.is_gone(seat),
            Heard::Said(_) | Heard::Nonsense => {}
        }
    }

    fn is_there(&self, seat: Seat) -> bool {
        matches!(
            &self.players[seat.index()],
            Player::Client { line: Some(_), .. }
        )
    }

    fn is_gone(&mut self, seat: Seat) {
        if let Player::Client { line, .. } = &mut self.players[seat.index()]
            && line.take().is_some()
        {
            self.note(seat, "left: its turns are ended for it");
        }
    }

    fn rename(&mut self, seat: Seat, nickname: &str) {
        if let Player::Client { name, .. } = &mut self.players[seat.index()] {
            let printable = nickname.chars().filter(|sign| !sign.is_control());
            *name = printable.take(40).collect();
        }
    }

    fn close(mut self) -> Ending {
        let outcome = self
            .host
            .game
            .outcome(&self.state)
            .expect("the game is over");
        let winner = outcome.winner().map(super::telling::number);
        self.tell_each(|_, _, _| ToClient::GameEnd { winner });
        self.tell_each(|_, _, _| ToClient::CloseSocket);
        let name = |player: &Player| match player {
            Player::Client { name, .. } => name.clone(),
            Player::Agent { spec, .. } => spec.clone(),
        };
        Ending {
            outcome,
            names: self.players.iter().map(name).collect(),
            notes: self.notes,
        }
    }
}
