//! Plays a game of Dice Wars between TCP clients and agents.

use std::io;
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use super::messages::{DiceWarsFromClient, DiceWarsToClient};
use ludorum_agents::AgentFileCache;
use ludorum_agents::dicewars::roster;
use ludorum_core::{
    Agent, Budget, Chance, Game, NodeKind, Notation, Outcome, ParamError, ProgressCallback, Rng,
    Seat, Seed, StopFlag, TurnContext, print_duration,
};
use ludorum_games::DiceWars;
use ludorum_games::dicewars::{Area, Attack, Move, State};

use super::acceptor::ClientAcceptor;
use super::client_connection::{ClientConnection, ClientEvent};
use super::encode::{DiceWarsMessageEncoder, player_number};

/// Number of invalid messages for one action after which the server ends the client's turn.
const MAX_ERRORS: u32 = 100;

/// Number of consecutive timeouts after which a client is disconnected.
const MAX_TIMEOUTS: u32 = 2;

/// Capacity of the queue of client events. A full queue blocks the reader threads.
const QUEUE_CAPACITY: usize = 1024;

/// Kind of player at a seat: TCP client or built-in agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DiceWarsSeatConfig {
    /// A client that connects over TCP.
    Client,
    /// A built-in agent, given by its spec.
    Agent(String),
}

/// Configuration of a Dice Wars game played over TCP.
#[derive(Clone, Debug)]
pub struct DiceWarsServer {
    /// Rules of the game.
    pub game: DiceWars,
    /// Seed of the board, the deal and the dice.
    pub seed: Seed,
    /// Player of each seat, in turn order.
    pub seats: Vec<DiceWarsSeatConfig>,
    /// Time limit for each action of a client.
    pub timeout: Duration,
    /// Time limit for all clients to connect; the game is cancelled when it expires.
    pub wait: Duration,
}

/// Progress of waiting for the game's clients to connect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClientConnectProgress {
    /// Number of connected clients.
    pub connected: usize,
    /// Number of clients that the game needs.
    pub needed: usize,
    /// Time left for the missing clients to connect.
    pub left: Duration,
}

/// Result of a game played over TCP.
#[derive(Clone, Debug)]
pub struct DiceWarsServerGameResult {
    /// Outcome of the finished game.
    pub outcome: Outcome,
    /// Nickname of the client or spec of the agent at each seat.
    pub names: Vec<String>,
    /// Reports of timeouts, errors and disconnections of clients, in order.
    pub notes: Vec<String>,
}

/// Error that prevents a Dice Wars game over TCP.
#[derive(Debug, thiserror::Error)]
pub enum DiceWarsServerError {
    /// The server cannot accept TCP connections.
    #[error("cannot accept clients: {0}")]
    Listening(io::Error),
    /// No agent of Dice Wars has the name in this spec.
    #[error("unknown agent '{0}' for dicewars")]
    NoAgent(String),
    /// The agent with this spec has invalid parameters.
    #[error("{0}: {1}")]
    Params(String, ParamError),
    /// The number of players given differs from the game's number of seats (this value).
    #[error("the game has {0} seats; name a player for each")]
    Seats(usize),
    /// Not all clients connected within the time limit.
    #[error(
        "only {} of {} clients connected within {}; the game is cancelled. Start it again, or allow \
         more time",
        .0.connected, .0.needed, print_duration(*.1)
    )]
    Missing(ClientConnectProgress, Duration),
}

/// Player at a seat of a running game: TCP client or built-in agent.
enum SeatPlayer {
    Client {
        /// Connection to the client; `None` after it has disconnected.
        connection: Option<ClientConnection>,
        name: String,
    },
    Agent {
        agent: Box<dyn Agent<DiceWars>>,
        spec: String,
    },
}

impl DiceWarsServer {
    /// Waits for the clients and plays the game. `on_wait` receives the progress of the wait.
    ///
    /// # Errors
    /// If an agent is invalid, clients cannot be accepted, or not all of them connect in time.
    /// Nothing that a client does during the game is an error.
    pub fn play(
        &self,
        listener: &TcpListener,
        on_wait: &mut dyn FnMut(ClientConnectProgress),
    ) -> Result<DiceWarsServerGameResult, DiceWarsServerError> {
        if self.seats.len() != self.game.seats() {
            return Err(DiceWarsServerError::Seats(self.game.seats()));
        }
        let (sender, events) = sync_channel(QUEUE_CAPACITY);
        let mut game = HostedDiceWarsGame {
            server: self,
            encoder: DiceWarsMessageEncoder {
                players: self.seats.len(),
            },
            state: self.game.initial(self.seed),
            plies: 0,
            players: Vec::new(),
            events,
            notes: Vec::new(),
            timeouts: vec![0; self.seats.len()],
        };
        let mut acceptor = ClientAcceptor::new(self, listener, on_wait)?;
        for (seat, occupant) in Seat::all(self.seats.len()).zip(&self.seats) {
            let player = match occupant {
                DiceWarsSeatConfig::Agent(spec) => agent(&self.game, spec)?,
                DiceWarsSeatConfig::Client => game.add_client(acceptor.accept()?, seat, &sender),
            };
            game.players.push(player);
        }
        game.send_state();
        while let NodeKind::Decide(seat) = self.game.node(&game.state) {
            game.step(seat);
        }
        Ok(game.finish())
    }
}

fn agent(game: &DiceWars, spec: &str) -> Result<SeatPlayer, DiceWarsServerError> {
    // The operator names the agents, so they may read any file.
    let hired = roster().build_agent(game, spec, &AgentFileCache::anywhere());
    let hired = hired.ok_or_else(|| DiceWarsServerError::NoAgent(spec.to_owned()))?;
    let hired = hired.map_err(|error| DiceWarsServerError::Params(spec.to_owned(), error))?;
    Ok(SeatPlayer::Agent {
        agent: hired.agent,
        spec: spec.to_owned(),
    })
}

/// Next action of a built-in agent: an attack or the end of its turn.
fn choose_action(
    agent: &mut dyn Agent<DiceWars>,
    game: &DiceWars,
    state: &State,
    rng: &mut Rng,
) -> DiceWarsTurnAction {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let turn = TurnContext {
        game,
        seat: state.turn(),
        view: state,
        moves: &moves,
        budget: &Budget::UNLIMITED,
        stop: &StopFlag::new(),
        progress: ProgressCallback::NONE,
    };
    match agent.choose(&turn, rng).best {
        Move::Attack(attack) => DiceWarsTurnAction::Attack(attack),
        _ => DiceWarsTurnAction::EndTurn,
    }
}

/// Running Dice Wars game with its players and the queue of client events.
struct HostedDiceWarsGame<'a> {
    server: &'a DiceWarsServer,
    encoder: DiceWarsMessageEncoder,
    state: State,
    plies: u64,
    players: Vec<SeatPlayer>,
    events: Receiver<(Seat, ClientEvent)>,
    notes: Vec<String>,
    /// Number of consecutive timeouts at each seat.
    timeouts: Vec<u32>,
}

/// Action of the player to move: an attack or the end of its turn.
enum DiceWarsTurnAction {
    Attack(Attack),
    EndTurn,
}

impl HostedDiceWarsGame<'_> {
    fn add_client(
        &mut self,
        stream: TcpStream,
        seat: Seat,
        events: &SyncSender<(Seat, ClientEvent)>,
    ) -> SeatPlayer {
        // A client whose connection fails here counts as disconnected.
        let mut connection = ClientConnection::open(stream, seat, events.clone()).ok();
        let start = self.encoder.start(&self.state, seat);
        if !connection
            .as_mut()
            .is_some_and(|client| client.send(&start))
        {
            connection = None;
            self.note(seat, "disconnected before the game started");
        }
        SeatPlayer::Client {
            connection,
            name: format!("client {seat}"),
        }
    }

    fn note(&mut self, seat: Seat, what: &str) {
        self.notes.push(format!("seat {seat} {what}"));
    }

    /// Sends the state of the game to every client, encoded for its seat.
    fn send_state(&mut self) {
        for seat in Seat::all(self.players.len()) {
            let message = self.encoder.state(&self.state, seat);
            self.send(seat, &message);
        }
    }

    fn send_to_all(&mut self, message: &DiceWarsToClient) {
        for seat in Seat::all(self.players.len()) {
            self.send(seat, message);
        }
    }

    fn send(&mut self, seat: Seat, message: &DiceWarsToClient) {
        if let SeatPlayer::Client { connection, .. } = &mut self.players[seat.index()]
            && let Some(client) = connection
            && !client.send(message)
        {
            *connection = None;
            self.note(seat, "does not read messages and was disconnected");
        }
    }

    /// Plays the next action of a seat, an attack or the end of its turn, and broadcasts it.
    fn step(&mut self, seat: Seat) {
        let action = match &mut self.players[seat.index()] {
            SeatPlayer::Agent { agent, .. } => {
                let streams = self.server.seed.child("seat", seat.index() as u64);
                let mut rng = streams.child("move", self.plies).rng();
                choose_action(&mut **agent, &self.server.game, &self.state, &mut rng)
            }
            SeatPlayer::Client { .. } => self.wait_for_action(seat),
        };
        match action {
            DiceWarsTurnAction::Attack(attack) => {
                self.play(Move::Attack(attack));
                self.roll();
                if let Some(battle) = self.encoder.battle(&self.state) {
                    self.send_to_all(&battle);
                }
            }
            DiceWarsTurnAction::EndTurn => {
                self.play(Move::End);
                if let Move::Grow(growth) = self.roll() {
                    let message = self.encoder.end_turn(&self.state, growth);
                    self.send_to_all(&message);
                }
            }
        }
    }

    fn play(&mut self, mv: Move) {
        self.server.game.make(&mut self.state, mv);
        self.plies += 1;
    }

    fn roll(&mut self) -> Move {
        let mut rng = self.server.seed.child("chance", self.plies).rng();
        let event = self.server.game.sample(&self.state, &mut rng);
        self.play(event);
        event
    }

    /// Waits for a legal action of a client. Ends its turn if the client disconnects, times out or
    /// sends too many invalid messages.
    fn wait_for_action(&mut self, seat: Seat) -> DiceWarsTurnAction {
        let deadline = Instant::now() + self.server.timeout;
        let mut errors = 0;
        loop {
            if !self.is_connected(seat) {
                return DiceWarsTurnAction::EndTurn;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            let event = self.events.recv_timeout(left);
            if matches!(&event, Ok((from, ClientEvent::Message(_) | ClientEvent::Malformed)) if *from == seat)
            {
                self.timeouts[seat.index()] = 0;
            }
            match event {
                Ok((from, event)) if from != seat => self.handle_out_of_turn(from, event),
                Ok((_, ClientEvent::Message(DiceWarsFromClient::ClientDesc { nickname }))) => {
                    self.rename(seat, &nickname);
                }
                Ok((_, ClientEvent::Message(DiceWarsFromClient::EndTurn))) => {
                    return DiceWarsTurnAction::EndTurn;
                }
                Ok((_, ClientEvent::Message(DiceWarsFromClient::Battle { atk, def }))) => {
                    if let Some(attack) = self.legal_attack(atk, def) {
                        return DiceWarsTurnAction::Attack(attack);
                    }
                    self.send(seat, &DiceWarsToClient::InvalidMove);
                    errors += 1;
                }
                Ok((_, ClientEvent::Malformed)) => {
                    self.send(seat, &DiceWarsToClient::InvalidMove);
                    errors += 1;
                }
                Ok((_, ClientEvent::Disconnected)) => self.handle_disconnect(seat),
                Err(RecvTimeoutError::Timeout) => {
                    self.handle_timeout(seat);
                    return DiceWarsTurnAction::EndTurn;
                }
                // Only the reader threads hold senders, so all clients have left.
                Err(RecvTimeoutError::Disconnected) => return DiceWarsTurnAction::EndTurn,
            }
            if errors >= MAX_ERRORS {
                self.note(seat, "sent too many invalid messages: its turn was ended");
                return DiceWarsTurnAction::EndTurn;
            }
        }
    }

    /// Notes a timeout of a client, and disconnects it after `MAX_TIMEOUTS` in a row.
    fn handle_timeout(&mut self, seat: Seat) {
        let timeouts = &mut self.timeouts[seat.index()];
        *timeouts += 1;
        if *timeouts < MAX_TIMEOUTS {
            return self.note(seat, "did not answer in time: its turn was ended");
        }
        if let SeatPlayer::Client { connection, .. } = &mut self.players[seat.index()] {
            *connection = None;
        }
        self.note(
            seat,
            "did not answer in two turns in a row and was disconnected: its turns end at once",
        );
    }

    fn legal_attack(&self, from: u8, to: u8) -> Option<Attack> {
        let area = |number: u8| Area::at(usize::from(number).checked_sub(1)?);
        let attack = Attack {
            from: area(from)?,
            to: area(to)?,
        };
        let check = self
            .server
            .game
            .check_move(&self.state, Move::Attack(attack));
        check.is_ok().then_some(attack)
    }

    /// Handles an event of a client that is not to move: only nickname and disconnection matter.
    fn handle_out_of_turn(&mut self, seat: Seat, event: ClientEvent) {
        match event {
            ClientEvent::Message(DiceWarsFromClient::ClientDesc { nickname }) => {
                self.rename(seat, &nickname);
            }
            ClientEvent::Disconnected => self.handle_disconnect(seat),
            ClientEvent::Message(_) | ClientEvent::Malformed => {}
        }
    }

    fn is_connected(&self, seat: Seat) -> bool {
        let player = &self.players[seat.index()];
        matches!(
            player,
            SeatPlayer::Client {
                connection: Some(_),
                ..
            }
        )
    }

    fn handle_disconnect(&mut self, seat: Seat) {
        if let SeatPlayer::Client { connection, .. } = &mut self.players[seat.index()]
            && connection.take().is_some()
        {
            self.note(seat, "disconnected: its turns end at once");
        }
    }

    fn rename(&mut self, seat: Seat, nickname: &str) {
        if let SeatPlayer::Client { name, .. } = &mut self.players[seat.index()] {
            let printable = nickname.chars().filter(|c| !c.is_control());
            *name = printable.take(40).collect();
        }
    }

    fn finish(mut self) -> DiceWarsServerGameResult {
        let outcome = self
            .server
            .game
            .outcome(&self.state)
            .expect("the game is over");
        let winner = outcome.winner().map(player_number);
        self.send_to_all(&DiceWarsToClient::GameEnd { winner });
        self.send_to_all(&DiceWarsToClient::CloseSocket);
        let name = |player: &SeatPlayer| match player {
            SeatPlayer::Client { name, .. } => name.clone(),
            SeatPlayer::Agent { spec, .. } => spec.clone(),
        };
        DiceWarsServerGameResult {
            outcome,
            names: self.players.iter().map(name).collect(),
            notes: self.notes,
        }
    }
}
