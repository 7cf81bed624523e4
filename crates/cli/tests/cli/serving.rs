//! `ludorum serve` as a process: played at by terminals, killed, and started again.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, sleep};
use std::time::Duration;

use ludorum_core::Seed;
use ludorum_protocol::lobby::{NewTable, Seating, Session, Settings, TableInfo};
use ludorum_protocol::table::{ClientMessage, Event, Numbered, ServerMessage, Update};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::stream::MaybeTlsStream;
use tokio_tungstenite::tungstenite::{Message, WebSocket, connect};

use crate::{command, folder, ludorum};

/// A server that is killed when dropped.
pub(crate) struct Server {
    child: Child,
    pub(crate) port: u16,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Server {
    /// Starts a server and waits until it says where it is.
    fn start(data: &Path, port: u16) -> Server {
        Server::start_with(data, port, &[])
    }

    /// The same with more arguments.
    pub(crate) fn start_with(data: &Path, port: u16, args: &[&str]) -> Server {
        let agents = data.join("agents");
        let data = data.to_str().unwrap();
        let port = port.to_string();
        let mut child = command(&["serve", "--data", data, "--port", &port, "--log", "error"])
            .args(args)
            .env("LUDORUM_AGENTS", agents)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let out = child.stdout.take().unwrap();
        BufReader::new(out).read_line(&mut line).unwrap();
        let port = line.trim().rsplit(':').next().unwrap();
        let port = port.parse().unwrap_or_else(|_| panic!("{line}"));
        Server { child, port }
    }

    /// kill -9: nothing is said, nothing is closed.
    fn kill(mut self) -> u16 {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        self.port
    }
}

pub(crate) fn post<T: serde::de::DeserializeOwned>(
    port: u16,
    token: &str,
    path: &str,
    body: impl serde::Serialize,
) -> T {
    let url = format!("http://127.0.0.1:{port}/api/{path}");
    let request = ureq::post(&url).header("authorization", format!("Bearer {token}"));
    let mut answer = request.send_json(body).unwrap();
    answer.body_mut().read_json().unwrap()
}

/// Someone alone at a table who plays random moves, game after game, through every crash.
pub(crate) struct Player {
    port: u16,
    token: String,
    table: String,
    /// Every event ever announced, in order, each once.
    announced: Vec<Numbered>,
}

pub(crate) type Socket = WebSocket<MaybeTlsStream<TcpStream>>;

impl Player {
    fn open(port: u16, other: Seating) -> Player {
        let session: Session = post(port, "", "session", ());
        let me = Seating::Here {
            name: "me".to_owned(),
            colour: None,
        };
        let new = NewTable {
            settings: Settings::new("test", "quoridor:size=5,walls=4"),
            password: None,
            seats: vec![me, other],
            name: "me".to_owned(),
        };
        let table: TableInfo = post(port, &session.token, "tables", new);
        let path = format!("tables/{}/start", table.id);
        let _: TableInfo = post(port, &session.token, &path, ());
        Player::at(port, &session.token, &table.id)
    }

    /// Somebody at a table.
    pub(crate) fn at(port: u16, token: &str, table: &str) -> Player {
        Player {
            port,
            token: token.to_owned(),
            table: table.to_owned(),
            announced: Vec::new(),
        }
    }

    /// None while there is no server.
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

    /// Plays until told to stop; a connection that breaks is made again.
    fn play(&mut self, seed: u64, stop: &AtomicBool) {
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

    /// Takes down what was announced, which must follow what was announced before.
    fn note(&mut self, update: &Update) {
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

    /// What somebody who knows nothing is told must be what was announced.
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

/// None when the connection is gone.
fn say(socket: &mut Socket, message: &ClientMessage) -> Option<()> {
    let text = serde_json::to_string(message).unwrap();
    socket.send(Message::text(text)).ok()
}

/// The next message; none when the connection is gone.
pub(crate) fn next_message(socket: &mut Socket) -> Option<ServerMessage> {
    loop {
        if let Message::Text(text) = socket.read().ok()? {
            return Some(serde_json::from_str(&text).unwrap());
        }
    }
}

/// The next update; none when the connection is gone.
fn next_update(socket: &mut Socket) -> Option<Update> {
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
    let here = Seating::Here {
        name: "friend".to_owned(),
        colour: None,
    };
    let agent = Seating::Agent {
        spec: "random".to_owned(),
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
        let moved = |event: &&Numbered| matches!(event.event, Event::Moved { .. });
        moves += player.announced.iter().filter(moved).count();
    }
    assert!(moves > 200, "{moves} moves are too few for a test");
    drop(server);
    ludorum(&["db", "check", "--data", data.to_str().unwrap()])
        .ok()
        .tells(&["sound"]);
}

/// A terminal at a server, answering every prompt for a move with a move of its own choice.
struct Terminal {
    child: Child,
    typed: ChildStdin,
    out: Arc<Mutex<String>>,
}

impl Terminal {
    fn open(server: u16, state: &Path, name: &str, args: &[&str]) -> Terminal {
        let url = format!("http://127.0.0.1:{server}");
        let mut child = Command::new(env!("CARGO_BIN_EXE_ludorum"))
            .args(["play", "--server", &url, "--name", name])
            .args(args)
            .env("XDG_STATE_HOME", state)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let out = Arc::new(Mutex::new(String::new()));
        let (mut from, into) = (child.stdout.take().unwrap(), Arc::clone(&out));
        thread::spawn(move || {
            use std::io::Read;
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = from.read(&mut bytes) {
                let text = String::from_utf8_lossy(&bytes[..count]);
                into.lock().unwrap().push_str(&text);
            }
        });
        let typed = child.stdin.take().unwrap();
        Terminal { child, typed, out }
    }

    fn shows(&self) -> String {
        self.out.lock().unwrap().clone()
    }

    /// Waits until something is shown.
    fn wait(&self, text: &str) {
        for _ in 0..3000 {
            if self.shows().contains(text) {
                return;
            }
            sleep(Duration::from_millis(10));
        }
        panic!("'{text}' never shows in {}", self.shows());
    }

    fn type_line(&mut self, line: &str) {
        writeln!(self.typed, "{line}").unwrap();
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn two_terminals_play_each_other_through_a_restart_of_the_server() {
    let data: PathBuf = folder("terminals");
    let state = data.join("state");
    let server = Server::start(&data, 0);
    let mut anna = Terminal::open(server.port, &state, "anna", &["tictactoe"]);
    anna.wait("--table ");
    let shown = anna.shows();
    let id = shown.split("--table ").nth(1).unwrap();
    let id = id.split_whitespace().next().unwrap().to_owned();
    let mut bob = Terminal::open(server.port, &state, "bob", &["--table", &id]);
    anna.wait("1 anna ›");
    anna.type_line("b2");
    bob.wait("1 anna plays b2");
    let port = server.kill();
    let _server = Server::start(&data, port);
    bob.type_line("a1");
    anna.wait("2 bob plays a1");
    anna.type_line("a2");
    bob.wait("1 anna plays a2");
    bob.type_line("a3");
    anna.wait("2 bob plays a3");
    anna.type_line("c2");
    anna.wait("1 anna wins.");
    bob.wait("1 anna wins.");
}

#[test]
fn a_terminal_plays_an_agent_of_the_server_to_the_end() {
    let data = folder("agent");
    let server = Server::start(&data, 0);
    let args = ["tictactoe", "--seats", "human,minimax"];
    let mut anna = Terminal::open(server.port, &data.join("state"), "anna", &args);
    for mv in ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"] {
        anna.type_line(mv);
    }
    anna.wait("rematch or quit");
    let shown = anna.shows();
    assert!(shown.contains("2 minimax plays"), "{shown}");
    assert!(!shown.contains("1 anna wins"), "{shown}");
}

/// Plays the first move, and writes down its process.
const BOT: &str = r#"
import json, os, sys
open("starts", "a").write(f"{os.getpid()}\n")
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "hello", "protocol": 1, "name": "bot"}), flush=True)
    elif message["type"] == "turn":
        print(json.dumps({"type": "move", "id": message["id"], "move": message["moves"][0]}), flush=True)
    elif message["type"] == "bye":
        break
"#;

#[test]
fn external_agents_are_started_again_after_a_kill_and_none_is_left_behind() {
    let data = folder("external");
    std::fs::create_dir_all(data.join("agents")).unwrap();
    std::fs::write(data.join("agents/bot.py"), BOT).unwrap();
    let mut server = Server::start(&data, 0);
    let bot = Seating::Agent {
        spec: "@bot".to_owned(),
    };
    let mut player = Player::open(server.port, bot);
    let stop = Arc::new(AtomicBool::new(false));
    let stopping = Arc::clone(&stop);
    let playing = thread::spawn(move || {
        player.play(3, &stopping);
        player
    });
    for _ in 0..4 {
        sleep(Duration::from_millis(1500));
        let port = server.kill();
        server = Server::start(&data, port);
    }
    sleep(Duration::from_millis(1500));
    stop.store(true, Ordering::SeqCst);
    let player = playing.join().unwrap();
    server.kill();
    let count = |is: fn(&Event) -> bool| {
        let events = player.announced.iter().map(|event| &event.event);
        events.filter(|event| is(event)).count()
    };
    assert!(count(|event| matches!(event, Event::Moved { seat: Some(1), .. })) > 0);
    assert_eq!(count(|event| matches!(event, Event::Failed { .. })), 0);
    let starts = std::fs::read_to_string(data.join("agents/starts")).unwrap();
    assert!(starts.lines().count() > 1, "{starts}");
    for process in starts.lines() {
        let there = Path::new("/proc").join(process);
        for _ in 0..500 {
            if !there.exists() {
                break;
            }
            sleep(Duration::from_millis(10));
        }
        assert!(!there.exists(), "{process} is left behind");
    }
}
