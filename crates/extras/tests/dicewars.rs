//! The Dice Wars server with clients of the published protocol, well-behaved and misbehaving.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use ludorum_core::Seed;
use ludorum_extras::dicewars::{
    DiceWarsSeatConfig, DiceWarsServer, DiceWarsServerError, DiceWarsServerGameResult,
};
use ludorum_games::DiceWars;
use serde_json::{Value, json};

/// Starts a server with these seats: `-` for a client, otherwise the spec of an agent.
fn open(
    seats: &[&str],
    timeout: Duration,
) -> (
    SocketAddr,
    JoinHandle<Result<DiceWarsServerGameResult, DiceWarsServerError>>,
) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let occupant = |&spec: &&str| match spec {
        "-" => DiceWarsSeatConfig::Client,
        spec => DiceWarsSeatConfig::Agent(spec.to_owned()),
    };
    let server = DiceWarsServer {
        game: DiceWars::new(seats.len()),
        seed: Seed(3),
        seats: seats.iter().map(occupant).collect(),
        timeout,
        wait: PATIENT,
    };
    (
        address,
        thread::spawn(move || server.play(&listener, &mut |_| {})),
    )
}

const PATIENT: Duration = Duration::from_secs(60);

/// A client like the published one: reads messages that end with NUL, writes JSON followed by
/// `terminator`.
struct Client {
    stream: TcpStream,
    pending: Vec<u8>,
    /// Owner and dice of each area in the client's copy of the game.
    areas: Value,
    player: u64,
    current: u64,
    terminator: &'static str,
}

impl Client {
    fn connect(address: SocketAddr) -> Client {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(PATIENT)).unwrap();
        let mut client = Client {
            stream,
            pending: Vec::new(),
            areas: Value::Null,
            player: 0,
            current: 0,
            terminator: "",
        };
        let start = client.read();
        assert_eq!(start["type"], "game_start");
        client.player = start["player"].as_u64().unwrap();
        client
    }

    fn send(&mut self, text: &str) {
        let text = format!("{text}{}", self.terminator);
        self.stream.write_all(text.as_bytes()).unwrap();
    }

    fn read(&mut self) -> Value {
        let mut buffer = [0; 65_536];
        loop {
            if let Some(end) = self.pending.iter().position(|&byte| byte == 0) {
                let message: Vec<u8> = self.pending.drain(..=end).collect();
                let message: Value = serde_json::from_slice(&message[..end]).unwrap();
                self.update(&message);
                return message;
            }
            let count = self.stream.read(&mut buffer).unwrap();
            assert!(count > 0, "the server has closed the connection");
            self.pending.extend_from_slice(&buffer[..count]);
        }
    }

    /// Updates the client's copy of the game from a message.
    fn update(&mut self, message: &Value) {
        match message["type"].as_str().unwrap() {
            "game_start" | "game_state" => {
                self.areas = message["areas"].clone();
                self.current = message["current_player"].as_u64().unwrap();
            }
            "battle" => {
                for side in ["atk", "def"] {
                    let side = &message["result"][side];
                    let area = &mut self.areas[side["name"].to_string()];
                    area["owner"] = side["owner"].clone();
                    area["dice"] = side["dice"].clone();
                }
                assert_eq!(
                    self.areas, message["areas"],
                    "the result agrees with the areas"
                );
            }
            "end_turn" => {
                for (name, change) in message["areas"].as_object().unwrap() {
                    self.areas[name]["owner"] = change["owner"].clone();
                    self.areas[name]["dice"] = change["dice"].clone();
                }
                self.current = message["current_player"].as_u64().unwrap();
            }
            _ => {}
        }
    }

    /// First legal attack in the client's copy of the game.
    fn attack(&self) -> Option<(u64, u64)> {
        let areas = self.areas.as_object().unwrap();
        for (name, area) in areas {
            if area["owner"] != self.player || area["dice"].as_u64() < Some(2) {
                continue;
            }
            for target in area["adjacent_areas"].as_array().unwrap() {
                if areas[&target.to_string()]["owner"] != self.player {
                    return Some((name.parse().unwrap(), target.as_u64().unwrap()));
                }
            }
        }
        None
    }

    /// Plays to the end, attacking whenever possible, and returns the winner.
    fn play_on(&mut self) -> Value {
        loop {
            if self.current == self.player {
                match self.attack() {
                    Some((atk, def)) => {
                        let message = json!({"type": "battle", "atk": atk, "def": def});
                        self.send(&message.to_string());
                    }
                    None => self.send(r#"{"type": "end_turn"}"#),
                }
            }
            loop {
                let message = self.read();
                match message["type"].as_str().unwrap() {
                    "game_end" => {
                        assert_eq!(self.read(), json!({"type": "close_socket"}));
                        return message["winner"].clone();
                    }
                    "battle" | "end_turn" if self.current == self.player => break,
                    "invalid_move" => panic!("a legal attack was refused"),
                    _ => {}
                }
            }
        }
    }

    /// Waits for the client's first turn.
    fn begin(&mut self) {
        while self.current != self.player || self.read()["type"] != "game_state" {
            if self.current == self.player {
                return;
            }
        }
    }
}

#[test]
fn two_clients_play_to_the_end() {
    let (address, server) = open(&["-", "-"], PATIENT);
    let first = thread::spawn(move || {
        let mut client = Client::connect(address);
        assert_eq!(client.read()["type"], "game_state");
        client.play_on()
    });
    // The second connects after the first has its seat.
    thread::sleep(Duration::from_millis(50));
    let second = thread::spawn(move || {
        let mut client = Client::connect(address);
        client.send(r#"{"type": "client_desc", "nickname": "eager"}"#);
        client.play_on()
    });
    let (first, second) = (first.join().unwrap(), second.join().unwrap());
    let result = server.join().unwrap().unwrap();
    assert_eq!(first, second);
    let winner = result.outcome.winner().unwrap();
    assert_eq!(first, winner.index() as u64 + 1);
    assert!(result.notes.is_empty(), "{:?}", result.notes);
    assert!(
        result.names.contains(&"eager".to_owned()),
        "{:?}",
        result.names
    );
}

/// Clients may end their messages with NUL, as the server does, or with white space.
#[test]
fn clients_with_other_endings_play_to_the_end() {
    let (address, server) = open(&["-", "-", "-"], PATIENT);
    let clients = ["", "\0", "\r\n\0"].map(|terminator| {
        thread::spawn(move || {
            let mut client = Client::connect(address);
            client.terminator = terminator;
            client.send(&json!({"type": "client_desc", "nickname": "one"}).to_string());
            assert_eq!(client.read()["type"], "game_state");
            client.play_on()
        })
    });
    let winners = clients.map(|client| client.join().unwrap());
    let result = server.join().unwrap().unwrap();
    let winner = result.outcome.winner().unwrap();
    assert_eq!(winners, [(); 3].map(|()| json!(winner.index() + 1)));
    assert_eq!(result.names, ["one", "one", "one"]);
    assert!(result.notes.is_empty(), "{:?}", result.notes);
}

#[test]
fn the_board_is_told_whole() {
    let (address, server) = open(&["-", "sdc"], PATIENT);
    let stream = TcpStream::connect(address).unwrap();
    let mut client = Client {
        stream,
        pending: Vec::new(),
        areas: Value::Null,
        player: 1,
        current: 0,
        terminator: "",
    };
    let start = client.read();
    assert_eq!(start["order"], json!([1, 2]));
    assert_eq!(start["no_players"], 2);
    let areas = start["areas"].as_object().unwrap();
    let board = start["board"].as_object().unwrap();
    assert_eq!(areas.len(), board.len());
    for (name, place) in board {
        assert_eq!(place["neighbours"], areas[name]["adjacent_areas"]);
        for hex in place["hexes"].as_array().unwrap() {
            let (x, y) = (hex[0].as_i64().unwrap(), hex[1].as_i64().unwrap());
            assert_eq!((x + y).rem_euclid(2), 0, "{name}: {hex}");
        }
    }
    drop(client);
    let result = server.join().unwrap().unwrap();
    assert!(
        result
            .notes
            .iter()
            .any(|note| note.contains("disconnected")),
        "{:?}",
        result.notes
    );
}

/// Each message has the fields that section 4.3 of the thesis lists.
#[test]
fn messages_tell_what_the_thesis_lists() {
    let (address, server) = open(&["-", "sdc"], PATIENT);
    let mut client = Client::connect(address);
    let state = client.read();
    assert_eq!(state["type"], "game_state");
    assert_eq!(state["current_player"], 1);
    let areas = state["areas"].as_object().unwrap();
    for area in areas.values() {
        assert!(area["owner"].is_u64() && area["dice"].is_u64(), "{area}");
    }
    let (atk, def) = client.attack().unwrap();
    client.send(&json!({"type": "battle", "atk": atk, "def": def}).to_string());
    let battle = client.read();
    assert_eq!(battle["type"], "battle");
    let (attacker, defender) = (&battle["result"]["atk"], &battle["result"]["def"]);
    assert_eq!(
        (&attacker["name"], &defender["name"]),
        (&json!(atk), &json!(def))
    );
    assert_eq!(
        (&attacker["dice"], &attacker["owner"]),
        (&json!(1), &json!(1))
    );
    // The higher roll wins the area.
    let won = attacker["pwr"].as_u64() > defender["pwr"].as_u64();
    assert_eq!(defender["owner"], if won { 1 } else { 2 });
    assert!(defender["dice"].as_u64() >= Some(1));
    client.send(r#"{"type": "end_turn"}"#);
    let end = client.read();
    assert_eq!(end["type"], "end_turn");
    assert_eq!(end["current_player"], 2);
    assert_eq!(end["reserves"].as_object().unwrap().len(), 2);
    let changed = end["areas"].as_object().unwrap();
    assert!(!changed.is_empty());
    for area in changed.values() {
        assert_eq!(area["owner"], 1);
        assert!(area["dice"].as_u64() >= Some(2), "{area}");
    }
    drop(client);
    server.join().unwrap().unwrap();
}

/// Refusals go to the sender only; events go to everyone in the same form.
#[test]
fn only_who_was_wrong_is_told() {
    let (address, server) = open(&["-", "-"], PATIENT);
    let mut first = Client::connect(address);
    let mut second = Client::connect(address);
    assert_eq!((first.player, second.player), (1, 2));
    assert_eq!(first.read()["type"], "game_state");
    assert_eq!(second.read()["type"], "game_state");
    first.send(r#"{"type": "battle", "atk": 0, "def": 0}"#);
    assert_eq!(first.read(), json!({"type": "invalid_move"}));
    first.send(r#"{"type": "end_turn"}"#);
    let end = first.read();
    assert_eq!(end["type"], "end_turn");
    assert_eq!(second.read(), end, "the other gets no refusal");
    drop((first, second));
    server.join().unwrap().unwrap();
}

#[test]
fn bad_input_is_answered_and_changes_nothing() {
    let (address, server) = open(&["-", "sdc"], PATIENT);
    let mut client = Client::connect(address);
    client.begin();
    let before = client.areas.clone();
    let own = |client: &Client, own: bool| -> u64 {
        let areas = client.areas.as_object().unwrap();
        let found = areas
            .iter()
            .find(|(_, area)| (area["owner"] == client.player) == own);
        found.unwrap().0.parse().unwrap()
    };
    let (mine, other) = (own(&client, true), own(&client, false));
    for text in [
        "attack!".to_owned(),
        r#"{"type": "surrender"}"#.to_owned(),
        r#"{"type": "battle"}"#.to_owned(),
        r#"{"type": "battle", "atk": 0, "def": 1}"#.to_owned(),
        r#"{"type": "battle", "atk": 200, "def": 1}"#.to_owned(),
        json!({"type": "battle", "atk": mine, "def": mine}).to_string(),
        json!({"type": "battle", "atk": other, "def": mine}).to_string(),
    ] {
        client.send(&text);
        loop {
            let message = client.read();
            if message["type"] == "game_state" {
                continue;
            }
            assert_eq!(message, json!({"type": "invalid_move"}), "{text}");
            break;
        }
        assert_eq!(client.areas, before);
    }
    // A message in two packets, and two messages in one packet.
    let (atk, def) = client.attack().unwrap();
    let message = json!({"type": "battle", "atk": atk, "def": def}).to_string();
    let (head, tail) = message.split_at(message.len() / 2);
    client.send(head);
    thread::sleep(Duration::from_millis(30));
    client.send(&format!("{tail}{}", r#"{"type": "end_turn"}"#));
    assert_eq!(client.read()["type"], "battle");
    drop(client);
    server.join().unwrap().unwrap();
}

#[test]
fn who_speaks_out_of_turn_is_ignored() {
    let (address, server) = open(&["-", "-"], PATIENT);
    let mut first = Client::connect(address);
    let mut second = Client::connect(address);
    assert_eq!(first.read()["type"], "game_state");
    assert_eq!(second.read()["type"], "game_state");
    second.send(r#"{"type": "end_turn"}"#);
    second.send("nonsense");
    thread::sleep(Duration::from_millis(50));
    let (atk, def) = first.attack().unwrap();
    first.send(&json!({"type": "battle", "atk": atk, "def": def}).to_string());
    assert_eq!(first.read()["type"], "battle");
    let seen = second.read();
    assert_eq!(seen["type"], "battle", "no answer to messages out of turn");
    assert_eq!(second.current, 1);
    drop((first, second));
    server.join().unwrap().unwrap();
}

#[test]
fn a_client_that_is_silent_in_two_turns_is_dropped() {
    let (address, server) = open(&["-", "sdc"], Duration::from_millis(20));
    let mut client = Client::connect(address);
    // The server closes the connection without an end of the game.
    let mut rest = Vec::new();
    client.stream.read_to_end(&mut rest).unwrap();
    assert!(!String::from_utf8_lossy(&rest).contains("game_end"));
    let result = server.join().unwrap().unwrap();
    assert_eq!(result.outcome.winner(), Some(ludorum_core::Seat::new(1)));
    let silent: Vec<&String> = result
        .notes
        .iter()
        .filter(|note| note.contains("did not answer"))
        .collect();
    assert_eq!(silent.len(), 2, "{:?}", result.notes);
    assert!(silent[0].contains("its turn was ended"), "{silent:?}");
    assert!(silent[1].contains("was disconnected"), "{silent:?}");
}

#[test]
fn a_game_whose_clients_do_not_come_says_so_and_is_given_up() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let server = DiceWarsServer {
        game: DiceWars::new(3),
        seed: Seed(3),
        seats: vec![
            DiceWarsSeatConfig::Client,
            DiceWarsSeatConfig::Agent("sdc".to_owned()),
            DiceWarsSeatConfig::Client,
        ],
        timeout: PATIENT,
        wait: Duration::from_millis(600),
    };
    let mut reports = Vec::new();
    let _one = TcpStream::connect(address).unwrap();
    let cancelled = server.play(&listener, &mut |waiting| {
        reports.push((waiting.connected, waiting.needed));
    });
    let error = cancelled.unwrap_err().to_string();
    assert!(
        error.starts_with("only 1 of 2 clients connected within 600ms"),
        "{error}"
    );
    assert_eq!(reports.last(), Some(&(1, 2)));
}

#[test]
fn when_everybody_leaves_the_game_still_ends() {
    let (address, server) = open(&["-", "-", "-"], PATIENT);
    for _ in 0..3 {
        drop(TcpStream::connect(address).unwrap());
    }
    let result = server.join().unwrap().unwrap();
    assert_eq!(result.outcome.winner(), None);
    assert!(result.notes.len() >= 3, "{:?}", result.notes);
}

#[test]
fn agents_that_do_not_exist_are_refused() {
    for (spec, part) in [("nobody", "nobody"), ("ste:threshold=2", "threshold")] {
        let (_, server) = open(&[spec, "sdc"], PATIENT);
        let error = server.join().unwrap().unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
    }
}
