//! AI services and servers in one process: transports, secrets, certificates, loads, cancelled
//! jobs, pooled agents, faulty services.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use ludorum_catalog::open;
use ludorum_core::{Budget, Seed, StopFlag};
use ludorum_protocol::engine::{
    AgentHello, AgentJob, AgentOrigin, ChosenMove, FromAgent, ServiceLoad, SharedSecret, ToAgent,
    VERSION, to_line,
};
use ludorum_protocol::table::AgentMoveAnalysis;

use super::{AgentService, AgentServiceConfig, RemoteServices};
use crate::{AgentAddress, AgentListener, PlainConnections, TlsIdentity};

const GAME: &str = "quoridor:size=5";

fn secret(text: &str) -> SharedSecret {
    SharedSecret::new(&format!("{text} and sixteen more")).unwrap()
}

fn address(text: &str) -> AgentAddress {
    AgentAddress::parse(text, PlainConnections::Loopback).unwrap()
}

/// Starts a service with one thread that runs until the tests end.
fn start_service_at(listening: &str) -> AgentAddress {
    let listening = AgentAddress::parse_listening(listening, PlainConnections::Loopback).unwrap();
    let identity = TlsIdentity::from_pem(&TlsIdentity::generate_pem().unwrap()).unwrap();
    let listener = AgentListener::bind(listening, Some(identity)).unwrap();
    let address = listener.address().clone();
    let config = AgentServiceConfig {
        threads: 1,
        pooled_agents: 4,
    };
    let service = AgentService::start(secret("right"), config);
    thread::spawn(move || service.serve(&listener, |_| ()));
    address
}

fn start_service() -> AgentAddress {
    start_service_at("tls:127.0.0.1:0")
}

/// Connects to the services at these addresses and waits until all are connected.
fn connect(addresses: &[AgentAddress]) -> RemoteServices {
    let services = RemoteServices::connect(addresses.to_vec(), &secret("right"), |_| ());
    eventually(|| services.connected() == addresses.len());
    services
}

fn eventually(holds: impl Fn() -> bool) {
    let began = Instant::now();
    while !holds() {
        assert!(
            began.elapsed() < Duration::from_secs(30),
            "the condition never became true"
        );
        thread::sleep(Duration::from_millis(10));
    }
}

/// The reason that a server logs when it cannot connect to a service.
fn log_of(address: AgentAddress, secret: &SharedSecret) -> String {
    static LOG: Mutex<Vec<String>> = Mutex::new(Vec::new());
    let shown = format!("AI service at {address}: ");
    let services = RemoteServices::connect(vec![address], secret, |line| {
        LOG.lock().unwrap().push(line.to_owned());
    });
    let own = || {
        let log = LOG.lock().unwrap();
        let own = log.iter().filter(|line| line.contains(&shown));
        own.cloned().collect::<Vec<_>>().join("\n")
    };
    eventually(|| !own().is_empty());
    assert_eq!(services.connected(), 0);
    assert_eq!(think(&services, job("random", &[])), None);
    own()
}

fn job(agent: &str, moves: &[&str]) -> AgentJob {
    AgentJob {
        id: 0,
        game: GAME.to_owned(),
        rules: open(GAME).unwrap().rules_version(),
        setup: 1,
        moves: moves.iter().map(|&text| text.to_owned()).collect(),
        agent: agent.to_owned(),
        origin: AgentOrigin {
            stream: 7,
            since: moves.len() as u64,
        },
        time_ms: 20_000,
        clock: true,
        keep: None,
        info: true,
    }
}

fn believe(chosen: ChosenMove) -> Option<AgentMoveAnalysis> {
    Some(chosen.into_analysis(0, "any"))
}

fn think(services: &RemoteServices, job: AgentJob) -> Option<AgentMoveAnalysis> {
    services.think(job, &StopFlag::new(), &|_| (), &believe)
}

#[test]
fn a_service_answers_what_the_agent_would_answer_here() {
    for listening in ["tcp:", "tls:", "ws://", "wss://"] {
        let services = connect(&[start_service_at(&format!("{listening}127.0.0.1:0"))]);
        for agent in ["pvs:depth=3", "mcts:iterations=300", "random"] {
            let there = think(&services, job(agent, &["c2", "c4"])).unwrap();
            let variant = open(GAME).unwrap();
            let mut position = variant.start(Seed(1));
            for text in ["c2", "c4"] {
                position.play_text(text).unwrap();
            }
            let mut player = variant.player(agent).unwrap();
            let budget = Budget::time(Duration::from_secs(20));
            let mut rng = Seed(7).child("move", 2).rng();
            let here = player.choose(&position, &budget, &StopFlag::new(), &mut rng);
            assert_eq!(there.best, position.move_text(here.best), "{agent}");
            assert_eq!(there.nodes, here.effort.nodes);
        }
        let wrong = AgentJob {
            rules: 99,
            ..job("random", &[])
        };
        for bad in [wrong, job("nobody", &[]), job("random", &["e9"])] {
            assert_eq!(think(&services, bad), None);
        }
    }
}

#[test]
fn what_the_agent_thinks_so_far_comes_back() {
    let services = connect(&[start_service()]);
    let seen = Mutex::new(Vec::new());
    let watch = |thought: AgentMoveAnalysis| seen.lock().unwrap().push(thought);
    let job = job("mcts:time=700ms", &[]);
    let chosen = services
        .think(job, &StopFlag::new(), &watch, &believe)
        .unwrap();
    let seen = seen.into_inner().unwrap();
    assert!(!seen.is_empty() && seen[0].nodes < chosen.nodes);
}

#[test]
fn the_least_loaded_service_is_asked() {
    let services = connect(&[start_service(), start_service()]);
    thread::scope(|scope| {
        let stop = StopFlag::new();
        let long = stop.clone();
        let services = &services;
        scope.spawn(move || services.think(job("mcts:time=120s", &[]), &long, &|_| (), &believe));
        thread::sleep(Duration::from_millis(500));
        // The free service gets all jobs: the other one would not answer in time.
        for _ in 0..3 {
            let began = Instant::now();
            think(services, job("pvs:depth=2", &[])).unwrap();
            assert!(began.elapsed() < Duration::from_secs(60));
        }
        // A cancelled job ends at once on the service too.
        let began = Instant::now();
        stop.raise();
        for _ in 0..2 {
            think(services, job("pvs:depth=2", &[])).unwrap();
        }
        assert!(began.elapsed() < Duration::from_secs(60));
    });
}

#[test]
fn a_cancelled_job_frees_its_thread() {
    let services = connect(&[start_service()]);
    let stop = StopFlag::new();
    thread::scope(|scope| {
        let (services, long) = (&services, &stop);
        let waits = scope
            .spawn(move || services.think(job("mcts:time=120s", &[]), long, &|_| (), &believe));
        thread::sleep(Duration::from_millis(300));
        let began = Instant::now();
        stop.raise();
        assert_eq!(waits.join().unwrap(), None);
        think(services, job("pvs:depth=2", &[])).unwrap();
        assert!(began.elapsed() < Duration::from_secs(60));
    });
}

#[test]
fn trees_are_kept_between_moves() {
    let services = connect(&[start_service()]);
    let visits = |thought: &AgentMoveAnalysis| -> u64 {
        thought
            .candidates
            .iter()
            .map(|candidate| candidate.visits)
            .sum()
    };
    let new = |moves: &[&str], keep: Option<&str>| AgentJob {
        keep: keep.map(str::to_owned),
        game: "tictactoe".to_owned(),
        rules: open("tictactoe").unwrap().rules_version(),
        ..job("mcts:iterations=2000", moves)
    };
    let ask = |moves: &[&str], keep: Option<&str>| think(&services, new(moves, keep)).unwrap();
    let first = ask(&[], Some("table/game/1"));
    assert_eq!(visits(&first), 2000);
    let reply = first.line[1].clone();
    let played = [first.best.as_str(), reply.as_str()];
    let second = ask(&played, Some("table/game/1"));
    assert!(visits(&second) > 2000);
    // A lost agent is recreated by replaying its game.
    let mut again = new(&played, None);
    again.origin.since = 0;
    let again = think(&services, again).unwrap();
    assert_eq!((visits(&again), again.best), (visits(&second), second.best));
    // Another agent, and one whose game took another course, start from scratch.
    assert_eq!(visits(&ask(&played, Some("table/game/2"))), 2000);
    assert_eq!(visits(&ask(&[], Some("table/game/1"))), 2000);
    assert_eq!(visits(&ask(&played, None)), 2000);
}

#[test]
fn a_server_with_another_secret_is_refused_and_told_why() {
    let log = log_of(start_service(), &secret("wrong"));
    assert!(log.contains("its secret differs"), "{log}");
}

#[test]
fn a_service_with_another_certificate_is_told_nothing() {
    let (service, other) = (start_service().to_string(), start_service().to_string());
    let (place, _) = service.split_once('#').unwrap();
    let (_, fingerprint) = other.split_once('#').unwrap();
    let pinned = format!("{place}#{fingerprint}");
    let log = log_of(address(&pinned), &secret("right"));
    assert!(log.contains("another fingerprint"), "{log}");
    // Without a fingerprint only certificate authorities are trusted; the log says what to do.
    let log = log_of(address(place), &secret("right"));
    assert!(
        log.contains("not trusted") && log.contains("append #"),
        "{log}"
    );
}

/// Starts a fake service that handles connections with `act`.
fn fake_service(act: impl Fn(TcpStream) + Send + Sync + 'static) -> AgentAddress {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let place = listener.local_addr().unwrap();
    let act = Arc::new(act);
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let act = act.clone();
            thread::spawn(move || act(stream));
        }
    });
    address(&format!("tcp:{place}"))
}

/// Reads a line from a stream, byte by byte.
fn read_line(stream: &mut TcpStream) -> String {
    let mut line = Vec::new();
    let mut byte = [0];
    while byte != *b"\n" && stream.read_exact(&mut byte).is_ok() {
        line.push(byte[0]);
    }
    String::from_utf8(line).unwrap()
}

#[test]
fn programs_of_other_versions_are_named_in_the_error() {
    // A service of another version of the protocol.
    let newer = fake_service(|mut stream| {
        let _ = stream.write_all(b"{\"type\":\"hello\",\"protocol\":9,\"name\":\"ludorum\"}\n");
        thread::sleep(Duration::from_secs(1));
    });
    let log = log_of(newer, &secret("right"));
    assert!(log.contains("protocol version 9, not 1"), "{log}");
    // An agent that is no service.
    let agent = fake_service(|mut stream| {
        let _ = stream.write_all(b"{\"type\":\"hello\",\"protocol\":1,\"name\":\"bot\"}\n");
        thread::sleep(Duration::from_secs(1));
    });
    let log = log_of(agent, &secret("right"));
    assert!(log.contains("not an AI service"), "{log}");
    // A server from before services spoke the engine protocol, and one of a later version.
    let service = start_service_at("tcp:127.0.0.1:0");
    for (hello, reason) in [
        (
            "{\"type\":\"hello\",\"version\":2,\"nonce\":\"00\"}\n",
            "missing field `protocol`",
        ),
        (
            "{\"type\":\"hello\",\"protocol\":9,\"program\":\"x\"}\n",
            "protocol version 9, not 1",
        ),
    ] {
        let mut stream = TcpStream::connect(&service.host_and_port).unwrap();
        stream.write_all(hello.as_bytes()).unwrap();
        let answer = read_line(&mut stream);
        assert!(
            answer.contains("resign") && answer.contains(reason),
            "{answer}"
        );
    }
    // A program without TLS at an encrypted address.
    let plain = fake_service(|mut stream| {
        let _ = stream.write_all(b"{\"type\":\"hello\"}\n");
    });
    let log = log_of(
        address(&format!("tls:{}", plain.host_and_port)),
        &secret("right"),
    );
    assert!(log.contains("may not use TLS"), "{log}");
}

#[test]
fn rubbish_from_a_service_does_no_harm() {
    let long = "x".repeat(3 << 20);
    let deep = "[".repeat(100_000);
    let greetings = [
        "".to_owned(),
        "rubbish\n".to_owned(),
        "\u{0}\u{1}\n".to_owned(),
        "{\"type\":\"hello\"}\n".to_owned(),
        "{\"type\":\"load\",\"jobs\":0,\"threads\":1}\n".to_owned(),
        long,
        deep,
    ];
    let addresses: Vec<AgentAddress> = greetings
        .into_iter()
        .map(|text| {
            fake_service(move |mut stream| {
                let _ = stream.write_all(text.as_bytes());
                thread::sleep(Duration::from_millis(200));
            })
        })
        .collect();
    let services = RemoteServices::connect(addresses, &secret("right"), |_| ());
    thread::sleep(Duration::from_millis(700));
    assert_eq!(services.connected(), 0);
    assert_eq!(think(&services, job("random", &[])), None);
}

#[test]
fn a_service_that_lies_or_breaks_off_is_left_for_another() {
    // It reports no load, and then misbehaves in several ways.
    let asked = Arc::new(AtomicU32::new(0));
    let counter = asked.clone();
    let liar = fake_service(move |mut stream| {
        read_line(&mut stream);
        let hello = FromAgent::Hello(AgentHello {
            protocol: VERSION,
            name: "liar".to_owned(),
            version: None,
            games: Vec::new(),
            wants: Vec::new(),
            load: Some(ServiceLoad {
                jobs: 0,
                threads: 1000,
            }),
        });
        stream.write_all(to_line(&hello).as_bytes()).unwrap();
        let Ok(ToAgent::Job(job)) = serde_json::from_str(&read_line(&mut stream)) else {
            return;
        };
        let illegal = FromAgent::Move(ChosenMove {
            id: job.id,
            mv: "z9".to_owned(),
            ..ChosenMove::default()
        });
        match counter.fetch_add(1, Ordering::SeqCst) % 3 {
            0 => stream.write_all(to_line(&illegal).as_bytes()).unwrap(),
            1 => stream.write_all(b"\"rubbish\"\n").unwrap(),
            // No answer.
            _ => {}
        }
        thread::sleep(Duration::from_millis(100));
    });
    let services = connect(&[liar, start_service()]);
    // The other service answers in any case.
    while asked.load(Ordering::SeqCst) < 3 {
        eventually(|| services.connected() == 2);
        let check = |chosen: ChosenMove| believe(chosen).filter(|thought| thought.best != "z9");
        let job = job("pvs:depth=2", &[]);
        let thought = services.think(job, &StopFlag::new(), &|_| (), &check);
        assert!(thought.is_some());
    }
}

#[test]
fn bytes_changed_on_the_way_are_noticed() {
    // A man in the middle that changes one byte in each answer of the service after the handshake.
    let service = start_service();
    let place = service.host_and_port.clone();
    let middle = fake_service(move |mut client| {
        let mut service = TcpStream::connect(&place).unwrap();
        let (mut up, mut down) = (client.try_clone().unwrap(), service.try_clone().unwrap());
        thread::spawn(move || std::io::copy(&mut up, &mut down));
        let (began, mut buffer) = (Instant::now(), [0; 4096]);
        while let Ok(count @ 1..) = service.read(&mut buffer) {
            if began.elapsed() > Duration::from_millis(1500) {
                buffer[count - 1] ^= 1;
            }
            if client.write_all(&buffer[..count]).is_err() {
                return;
            }
        }
    });
    let pinned = service.to_string();
    let (_, fingerprint) = pinned.split_once('#').unwrap();
    let middle = address(&format!("tls:{}#{fingerprint}", middle.host_and_port));
    let services = RemoteServices::connect(vec![middle], &secret("right"), |_| ());
    eventually(|| services.connected() == 1);
    eventually(|| services.connected() == 0);
}

#[test]
fn who_greets_for_ever_is_turned_away_in_time() {
    for listening in ["tls:127.0.0.1:0", "wss://127.0.0.1:0", "ws://127.0.0.1:0"] {
        let address = AgentAddress::parse_listening(listening, PlainConnections::Loopback).unwrap();
        let identity = TlsIdentity::from_pem(&TlsIdentity::generate_pem().unwrap()).unwrap();
        let listener = AgentListener::bind(address, Some(identity)).unwrap();
        let place = listener.address().host_and_port.clone();
        thread::spawn(move || {
            let mut stream = TcpStream::connect(place).unwrap();
            // The beginning of a TLS record that never ends.
            let _ = stream.write_all(&[22, 3, 1, 16, 0]);
            while stream.write_all(b" ").is_ok() {
                thread::sleep(Duration::from_millis(20));
            }
        });
        let began = Instant::now();
        let incoming = listener.accept().unwrap();
        assert!(incoming.handshake(Duration::from_millis(300)).is_err());
        assert!(began.elapsed() < Duration::from_secs(8));
    }
}
