//! SIGKILL at any moment: games continue, and no announced event is lost.

use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, sleep};
use std::time::Duration;

use ludorum_core::Seed;
use ludorum_protocol::lobby::{
    ClientSession, NewTable, SeatOccupantChoice, TableInfo, TableSettings,
};
use ludorum_protocol::table::{ClientMessage, Event, NumberedEvent, ServerMessage, TableUpdate};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::stream::MaybeTlsStream;
use tokio_tungstenite::tungstenite::{Message, WebSocket, connect};

use super::{Server, post};
use crate::{folder, ludorum};

/// Client that plays random moves at a table and reconnects after every crash of the server.
pub(crate) struct Player {
    port: u16,
    token: String,
    table: String,
    /// All events that the server has announced, in order.
    pub(super) announced: Vec<NumberedEvent>,
}

pub(crate) type Socket = WebSocket<MaybeTlsStream<TcpStream>>;

impl Player {
    pub(super) fn open(port: u16, other: SeatOccupantChoice) -> Player {
        let session: ClientSession = post(port, "", "session", ());
        let me = SeatOccupantChoice::Here {
            name: "me".to_owned(),
            colour: None,
        };
        let new = NewTable {
            settings: TableSettings::new("test", "quoridor:size=5,walls=4"),
            password: None,
            seats: vec![me, other],
            name: "me".to_owned(),
        };
        let table: TableInfo = post(port, &session.token, "tables", new);
        let path = format!("tables/{}/start", table.id);
        let _: TableInfo = post(port, &session.token, &path, ());
        Player::at(port, &session.token, &table.id)
    }

    /// Creates a client for a table, not connected yet.
    pub(crate) fn at(port: u16, token: &str, table: &str) -> Player {
        Player {
            port,
            token: token.to_owned(),
            table: table.to_owned(),
            announced: Vec::new(),
        }
    }

    /// Connects to the table and asks for the events after `last`; `None` if the server is down.
    pub(crate) fn connect(&self, last: Option<u64>) -> Option<Socket> {
        let url = format!(
            "ws://127.0.0.1:{}/api/tables/{}/live",
            self.port, self.table
        );
        let mut request = url.into_client_request().unwrap();
        let bearer = format!("Bearer {}", self.token);
        let headers = request.headers_mut();
        headers.insert("authorization", bearer.parse().unwrap());
        let (mut socket, _) = connect(request).ok()?;
        if let MaybeTlsStream::Plain(stream) = socket.get_mut() {
            stream.set_nodelay(true).ok()?;
            stream
                .set_read_timeout(Some(Duration::from_secs(30)))
                .ok()?;
        }
        let hello = ClientMessage::Hello {
            version: 1,
            last,
            seat: None,
            drawing: Default::default(),
        };
        say(&mut socket, &hello)?;
        Some(socket)
    }

    fn last(&self) -> Option<u64> {
        self.announced.last().map(|event| event.seq)
    }

    /// Plays random moves until `stop` is set, and reconnects whenever the connection breaks.
    pub(super) fn play(&mut self, seed: u64, stop: &AtomicBool) {
        let mut rng = Seed(seed).rng();
        while !stop.load(Ordering::SeqCst) {
            let Some(mut socket) = self.connect(self.last()) else {
                sleep(Duration::from_millis(5));
                continue;
            };
            while let Some(update) = next_update(&mut socket) {
                self.note(&update);
                let Some(game) = update.game else {
                    continue;
                };
                let message = match game.moves {
                    Some(moves) => ClientMessage::Move {
                        ply: game.ply,
                        text: rng.pick(&moves).unwrap().clone(),
                    },
                    None if game.verdict.is_some() => ClientMessage::Rematch,
                    None => continue,
                };
                if say(&mut socket, &message).is_none() || stop.load(Ordering::SeqCst) {
                    break;
                }
            }
        }
    }

    /// Records announced events and asserts that they follow the earlier ones without a gap.
    fn note(&mut self, update: &TableUpdate) {
        for event in &update.events {
            if let Some(last) = self.last() {
                assert_eq!(
                    event.seq,
                    last + 1,
                    "nothing is missing, nothing comes twice"
                );
            }
            self.announced.push(event.clone());
        }
        assert!(
            Some(update.seq) >= self.last(),
            "an announced event is gone"
        );
    }

    /// Asserts that a new client receives exactly the announced events.
    fn check(&mut self) {
        let mut socket = self.connect(self.last()).unwrap();
        let update = next_update(&mut socket).unwrap();
        self.note(&update);
        let mut socket = self.connect(None).unwrap();
        let update = next_update(&mut socket).unwrap();
        for event in &update.events {
            let known = self.announced.iter().find(|known| known.seq == event.seq);
            if let Some(known) = known {
                assert_eq!(known, event);
            }
        }
    }
}

/// Sends a message; `None` if the connection is closed.
pub(super) fn say(socket: &mut Socket, message: &ClientMessage) -> Option<()> {
    let text = serde_json::to_string(message).unwrap();
    socket.send(Message::text(text)).ok()
}

/// Waits for the next message of the server; `None` if the connection is closed.
pub(crate) fn next_message(socket: &mut Socket) -> Option<ServerMessage> {
    loop {
        if let Message::Text(text) = socket.read().ok()? {
            return Some(serde_json::from_str(&text).unwrap());
        }
    }
}

/// Waits for the next update of the table; `None` if the connection is closed.
pub(super) fn next_update(socket: &mut Socket) -> Option<TableUpdate> {
    loop {
        if let ServerMessage::Update(update) = next_message(socket)? {
            return Some(*update);
        }
    }
}

#[test]
fn killed_at_fifty_moments_everything_goes_on_and_nothing_announced_is_lost() {
    let data = folder("killed");
    let mut server = Server::start(&data, 0);
    let here = SeatOccupantChoice::Here {
        name: "friend".to_owned(),
        colour: None,
    };
    let agent = SeatOccupantChoice::Agent {
        spec: "random".to_owned(),
        name: None,
        colour: None,
    };
    let stop = Arc::new(AtomicBool::new(false));
    let players: Vec<_> = [here.clone(), agent.clone(), here, agent]
        .into_iter()
        .zip(0..)
        .map(|(other, seed)| {
            let mut player = Player::open(server.port, other);
            let stop = Arc::clone(&stop);
            thread::spawn(move || {
                player.play(seed, &stop);
                player
            })
        })
        .collect();
    let mut rng = Seed(50).rng();
    for _ in 0..50 {
        sleep(Duration::from_millis(20 + rng.below(80) as u64));
        let port = server.kill();
        server = Server::start(&data, port);
    }
    sleep(Duration::from_millis(200));
    stop.store(true, Ordering::SeqCst);
    let mut moves = 0;
    for player in players {
        let mut player = player.join().unwrap();
        player.check();
        let moved = |event: &&NumberedEvent| matches!(event.event, Event::Moved { .. });
        moves += player.announced.iter().filter(moved).count();
    }
    assert!(moves > 200, "{moves} moves are too few for a test");
    drop(server);
    ludorum(&["db", "check", "--data", data.to_str().unwrap()])
        .ok()
        .tells(&["intact"]);
}
