//! Our agents as engines for other programs, over TCP, TLS, WebSockets and UGI.

use std::io::{BufReader, Write};
use std::net::TcpListener;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use ludorum_bridge::{
    AgentAddress, AgentLimits, AgentListener, PlainConnections, TlsIdentity, engine, ugi,
};
use ludorum_catalog::open;
use ludorum_core::{Budget, MoveChoice, Seed, StopFlag};

use crate::{every_game, folder, play, summary, with_guests};

#[test]
fn our_agents_play_as_guests_over_tcp() {
    // The engine does not support games with hidden information.
    for variant in every_game().into_iter().filter(|variant| variant.is_open()) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let seats = variant.seats();
        let serving = thread::spawn(move || {
            for _ in 1..seats {
                let (stream, _) = listener.accept().unwrap();
                let input = BufReader::new(stream.try_clone().unwrap());
                engine("ours", Some("greedy"), open, input, stream).unwrap();
            }
        });
        let variant = with_guests(variant, &folder(), AgentLimits::default());
        let spec = format!("tcp:{address}");
        let mut specs = vec!["random"; seats];
        specs[1] = &spec;
        let played = play(&variant, &specs, Seed(5));
        assert!(played.position.outcome().is_some(), "{}", summary(&played));
        drop(played);
        serving.join().unwrap();
    }
}

#[test]
fn nobody_listens() {
    let port = {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        listener.local_addr().unwrap().port()
    };
    let variant = with_guests(
        open("tictactoe").unwrap(),
        &folder(),
        AgentLimits::default(),
    );
    let spec = format!("tcp:127.0.0.1:{port}");
    let reason = play(&variant, &[&spec, "random"], Seed(1)).reason();
    assert!(reason.contains("cannot reach"), "{reason}");
}

/// A shared buffer that records all output.
#[derive(Clone, Default)]
struct SharedBuffer(Arc<Mutex<Vec<u8>>>);

impl Write for SharedBuffer {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The answers of our UGI engine to these lines.
fn ugi_answers(game: &str, agent: &str, lines: &'static str) -> String {
    let output = SharedBuffer::default();
    ugi(open(game).unwrap(), agent, lines.as_bytes(), output.clone()).unwrap();
    let bytes = output.0.lock().unwrap().clone();
    String::from_utf8(bytes).unwrap()
}

#[test]
fn ugi_begins_and_ends() {
    let output = ugi_answers("quoridor", "greedy", "ugi\nisready\nquit\n");
    assert!(output.starts_with("id name Ludorum"), "{output}");
    assert!(output.ends_with("ugiok\nreadyok\n"), "{output}");
}

#[test]
fn ugi_finds_the_winning_move_and_knows_the_end() {
    let output = ugi_answers(
        "quoridor:size=3",
        "alphabeta",
        "uginewgame\nposition startpos moves b2\nquery p1turn\nquery gameover\nquery result\n\
         go depth 2\nposition startpos moves b2 a3 b3\nquery gameover\nquery result\n\
         go nodes 10\nnonsense\nposition startpos moves z9\n",
    );
    let lines: Vec<&str> = output.lines().collect();
    assert_eq!(
        lines[..3],
        ["response false", "response false", "response none"]
    );
    assert!(lines[4].starts_with("bestmove "), "{output}");
    assert_eq!(lines[5..7], ["response true", "response p1win"]);
    assert_eq!(lines[7], "info error no player is to move in this position");
    assert_eq!(lines[8], "info error unknown command 'nonsense'");
    assert!(lines[9].starts_with("info error move 'z9'"), "{output}");
}

/// Plays one game against an engine that listens at an address; returns the reason if it forfeits.
fn play_at(listening: &str, spec_of: impl Fn(String) -> String) -> Option<String> {
    let listening = AgentAddress::parse_listening(listening, PlainConnections::Loopback).unwrap();
    let identity = TlsIdentity::from_pem(&TlsIdentity::generate_pem().unwrap()).unwrap();
    let listener = AgentListener::bind(listening, Some(identity)).unwrap();
    let spec = spec_of(listener.address().to_string());
    let serving = thread::spawn(move || {
        let incoming = listener.accept().unwrap();
        let connection = incoming.handshake(Duration::from_secs(10))?;
        let input = BufReader::new(connection.reader);
        engine("ours", Some("greedy"), open, input, connection.writer)
    });
    let variant = open("quoridor:size=5").unwrap();
    let variant = with_guests(variant, &folder(), AgentLimits::default());
    let played = play(&variant, &["random", &spec], Seed(5));
    let _ = serving.join().unwrap();
    assert_eq!(
        played.forfeit.is_none(),
        played.position.outcome().is_some()
    );
    played.forfeit.map(|(_, forfeit)| forfeit.reason)
}

#[test]
fn our_agents_play_as_guests_over_web_sockets_and_tls() {
    for start in ["ws://", "tls:", "wss://"] {
        let spec = |address| format!("{address},time=5s");
        assert_eq!(play_at(&format!("{start}127.0.0.1:0"), spec), None);
    }
}

#[test]
fn an_engine_with_another_certificate_is_refused() {
    let reason = play_at("tls:127.0.0.1:0", |address| {
        let (place, _) = address.split_once('#').unwrap();
        format!("{place}#{}", "00".repeat(32))
    });
    let reason = reason.unwrap();
    assert!(reason.contains("another fingerprint"), "{reason}");
    let reason = play_at("wss://127.0.0.1:0", |address| {
        address.split_once('#').unwrap().0.to_owned()
    });
    let reason = reason.unwrap();
    assert!(reason.contains("not trusted"), "{reason}");
}

#[test]
fn plain_connections_to_other_machines_are_for_those_who_ask_for_them() {
    let variant = open("tictactoe").unwrap();
    let variant = with_guests(variant, &folder(), AgentLimits::default());
    for spec in ["tcp:192.0.2.1:4567", "ws://example.org:4567/agent"] {
        let error = variant.player(spec).unwrap_err().to_string();
        assert!(error.contains("unencrypted"), "{error}");
        let spec = format!("{spec},plain=on");
        assert_eq!(variant.player(&spec).unwrap().spec(), spec);
    }
}

#[test]
fn who_speaks_no_web_socket_is_refused() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let serving = thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        stream.write_all(b"HTTP/1.1 404 Not Found\r\n\r\n").unwrap();
    });
    let variant = with_guests(
        open("tictactoe").unwrap(),
        &folder(),
        AgentLimits::default(),
    );
    let spec = format!("ws://{address}");
    let reason = play(&variant, &[&spec, "random"], Seed(1)).reason();
    assert!(reason.contains("WebSocket handshake failed"), "{reason}");
    serving.join().unwrap();
    for bad in [
        "ws://",
        "ws://host",
        "ws://host:0",
        "ws://a b:1",
        "ws://u@h:1/",
        "ws://h:1/#x",
    ] {
        let error = variant.player(bad).unwrap_err().to_string();
        assert!(error.contains("ws://HOST:PORT/PATH"), "{error}");
    }
}

#[test]
fn tables_that_watch_are_told_what_our_agent_thinks() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let serving = thread::spawn(move || {
        let (stream, _) = listener.accept().unwrap();
        let input = BufReader::new(stream.try_clone().unwrap());
        engine("ours", Some("mcts:time=800ms"), open, input, stream).unwrap();
    });
    let variant = open("quoridor:size=5").unwrap();
    let variant = with_guests(variant, &folder(), AgentLimits::default());
    let mut player = variant.player(&format!("tcp:{address}")).unwrap();
    let position = variant.start(Seed(1));
    let seen = Mutex::new(Vec::new());
    let watch = |opinion: MoveChoice<String>| seen.lock().unwrap().push(opinion);
    let (budget, stop) = (Budget::time(Duration::from_secs(10)), StopFlag::new());
    let mut rng = Seed(1).rng();
    let verdict =
        player.try_choose_with_callback(&position, &budget, &stop, &mut rng, Some(&watch));
    let verdict = verdict.unwrap();
    let seen = seen.into_inner().unwrap();
    assert!(!seen.is_empty() && seen[0].effort.nodes < verdict.effort.nodes);
    assert_eq!(seen[0].line[0], seen[0].best);
    drop(player);
    serving.join().unwrap();
}
