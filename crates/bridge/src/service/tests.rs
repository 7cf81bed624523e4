//! Services and servers in one process: secrets, loads, cancelled jobs, pooled agents, faulty services.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use ludorum_catalog::open;
use ludorum_core::{Budget, Seed, StopFlag};
use ludorum_protocol::service::{
    AgentOrigin, FromService, ServiceHandshake, ServiceLoad, ThinkJob, ToService, VERSION,
};
use ludorum_protocol::table::AgentAnalysis;

use super::channel::{self, SharedSecret};
use super::{AgentService, AgentServiceConfig, RemoteServices};

const GAME: &str = "quoridor:size=5";

fn secret(text: &str) -> SharedSecret {
    SharedSecret::new(&format!("{text} and sixteen more")).unwrap()
}

fn listen() -> (TcpListener, String) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    (listener, address)
}

/// Starts a service with one thread that runs until the tests end.
fn start_service() -> String {
    let (listener, address) = listen();
    let config = AgentServiceConfig {
        threads: 1,
        pooled_agents: 4,
    };
    let service = AgentService::new(secret("right"), config);
    thread::spawn(move || service.serve(&listener, |_| ()));
    address
}

/// Connects to the services at these addresses and waits until all are connected.
fn connect(addresses: &[String]) -> RemoteServices {
    let services = RemoteServices::connect(addresses, &secret("right"), |_| ());
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

fn job(agent: &str, moves: &[&str]) -> ThinkJob {
    ThinkJob {
        job: 0,
        game: GAME.to_owned(),
        rules: open(GAME).unwrap().rules_version(),
        setup: 1,
        moves: moves.iter().map(|&text| text.to_owned()).collect(),
        agent: agent.to_owned(),
        life: AgentOrigin {
            stream: 7,
            since: moves.len() as u64,
        },
        time: 20_000,
        clock: true,
        keep: None,
        show: true,
    }
}

fn think(services: &RemoteServices, job: ThinkJob) -> Option<AgentAnalysis> {
    services.think(job, &StopFlag::new(), &|_| (), &Some)
}

#[test]
fn a_service_answers_what_the_agent_would_answer_here() {
    let services = connect(&[start_service()]);
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
        assert_eq!((there.nodes, there.ply), (here.effort.nodes, 2));
    }
    let wrong = ThinkJob {
        rules: 99,
        ..job("random", &[])
    };
    for bad in [wrong, job("nobody", &[]), job("random", &["e9"])] {
        assert_eq!(think(&services, bad), None);
    }
}

#[test]
fn what_the_agent_thinks_so_far_comes_back() {
    let services = connect(&[start_service()]);
    let seen = Mutex::new(Vec::new());
    let watch = |thought: AgentAnalysis| seen.lock().unwrap().push(thought);
    let job = job("mcts:time=700ms", &[]);
    let chosen = services
        .think(job, &StopFlag::new(), &watch, &Some)
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
        scope.spawn(move || services.think(job("mcts:time=120s", &[]), &long, &|_| (), &Some));
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
        let waits =
            scope.spawn(move || services.think(job("mcts:time=120s", &[]), long, &|_| (), &Some));
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
    let visits = |thought: &AgentAnalysis| -> u64 {
        thought
            .candidates
            .iter()
            .map(|candidate| candidate.visits)
            .sum()
    };
    let new = |moves: &[&str], keep: Option<&str>| ThinkJob {
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
    again.life.since = 0;
    let again = think(&services, again).unwrap();
    assert_eq!((visits(&again), again.best), (visits(&second), second.best));
    // Another agent, and one whose game took another course, start from scratch.
    assert_eq!(visits(&ask(&played, Some("table/game/2"))), 2000);
    assert_eq!(visits(&ask(&[], Some("table/game/1"))), 2000);
    assert_eq!(visits(&ask(&played, None)), 2000);
}

#[test]
fn a_server_with_another_secret_is_refused() {
    let address = start_service();
    let services =
        RemoteServices::connect(std::slice::from_ref(&address), &secret("wrong"), |_| ());
    thread::sleep(Duration::from_millis(600));
    assert_eq!(services.connected(), 0);
    assert_eq!(think(&services, job("random", &[])), None);
    // A replayed handshake does not succeed either.
    let mut stream = TcpStream::connect(&address).unwrap();
    let nonce = "0".repeat(64);
    let hello = ServiceHandshake::Hello {
        version: VERSION,
        nonce: nonce.clone(),
    };
    let send = |stream: &mut TcpStream, greeting: &ServiceHandshake| {
        let line = ludorum_protocol::engine::to_line(greeting);
        stream.write_all(line.as_bytes()).unwrap();
    };
    send(&mut stream, &hello);
    let mut line = Vec::new();
    let mut byte = [0];
    while byte != *b"\n" {
        stream.read_exact(&mut byte).unwrap();
        line.push(byte[0]);
    }
    let ServiceHandshake::Challenge { proof, .. } = serde_json::from_slice(&line).unwrap() else {
        panic!("no challenge");
    };
    // The service's own proof, reflected, is rejected.
    send(&mut stream, &ServiceHandshake::Proof { proof });
    let mut rest = Vec::new();
    // The connection is closed or reset.
    let _ = stream.read_to_end(&mut rest);
    assert!(rest.is_empty());
}

#[test]
fn a_service_with_another_secret_is_told_nothing() {
    let (listener, address) = listen();
    let received = thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let challenge = ServiceHandshake::Challenge {
            version: VERSION,
            nonce: "1".repeat(64),
            proof: "2".repeat(64),
        };
        let line = ludorum_protocol::engine::to_line(&challenge);
        stream.write_all(line.as_bytes()).unwrap();
        let mut received = String::new();
        let _ = stream.read_to_string(&mut received);
        received
    });
    let services = RemoteServices::connect(&[address], &secret("right"), |_| ());
    let received = received.join().unwrap();
    assert_eq!(received.lines().count(), 1, "{received}");
    assert!(received.contains("hello") && !received.contains("sixteen"));
    assert_eq!(services.connected(), 0);
}

/// Starts a fake service that handles connections with `act`.
fn fake_service(act: impl Fn(TcpStream) + Send + Sync + 'static) -> String {
    let (listener, address) = listen();
    let act = std::sync::Arc::new(act);
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let act = act.clone();
            thread::spawn(move || act(stream));
        }
    });
    address
}

#[test]
fn rubbish_from_a_service_does_no_harm() {
    let long = "x".repeat(3 << 20);
    let deep = "[".repeat(100_000);
    let greetings = [
        "".to_owned(),
        "rubbish\n".to_owned(),
        "\u{0}\u{1}\n".to_owned(),
        "{\"type\":\"challenge\"}\n".to_owned(),
        "{\"type\":\"challenge\",\"version\":9,\"nonce\":\"\",\"proof\":\"\"}\n".to_owned(),
        long,
        deep,
    ];
    let addresses: Vec<String> = greetings
        .into_iter()
        .map(|text| {
            fake_service(move |mut stream| {
                let _ = stream.write_all(text.as_bytes());
                thread::sleep(Duration::from_millis(200));
            })
        })
        .collect();
    let services = RemoteServices::connect(&addresses, &secret("right"), |_| ());
    thread::sleep(Duration::from_millis(700));
    assert_eq!(services.connected(), 0);
    assert_eq!(think(&services, job("random", &[])), None);
}

#[test]
fn a_service_that_lies_or_breaks_off_is_left_for_another() {
    // It knows the secret, reports no load, and then misbehaves in several ways.
    let asked = std::sync::Arc::new(AtomicU32::new(0));
    let counter = asked.clone();
    let liar = fake_service(move |stream| {
        let Ok((mut sender, mut receiver)) =
            channel::accept(stream, &secret("right"), Duration::from_secs(5))
        else {
            return;
        };
        let load = ServiceLoad {
            jobs: 0,
            threads: 1000,
        };
        sender.send(&FromService::Load(load)).unwrap();
        let Ok(ToService::Think(job)) = receiver.receive() else {
            return;
        };
        match counter.fetch_add(1, Ordering::SeqCst) % 3 {
            // An illegal move.
            0 => {
                let thought = AgentAnalysis {
                    ply: 0,
                    agent: String::new(),
                    best: "z9".to_owned(),
                    value: None,
                    line: Vec::new(),
                    candidates: Vec::new(),
                    nodes: 0,
                    playouts: 0,
                    depth: 0,
                    time: 0,
                };
                let job = job.job;
                sender.send(&FromService::Done { job, thought }).unwrap();
            }
            // Not a message.
            1 => sender.send(&"rubbish").unwrap(),
            // No answer.
            _ => sender.close(),
        }
        thread::sleep(Duration::from_millis(100));
    });
    let services = connect(&[liar, start_service()]);
    // The other service answers in any case.
    while asked.load(Ordering::SeqCst) < 3 {
        eventually(|| services.connected() == 2);
        let check = |thought: AgentAnalysis| (thought.best != "z9").then_some(thought);
        let job = job("pvs:depth=2", &[]);
        let thought = services.think(job, &StopFlag::new(), &|_| (), &check);
        assert!(thought.is_some());
    }
}

#[test]
fn lines_changed_on_the_way_are_noticed() {
    // A man in the middle that changes one digit of the second line from the service.
    let address: SocketAddr = start_service().parse().unwrap();
    let middle = fake_service(move |mut client| {
        let mut service = TcpStream::connect(address).unwrap();
        let (mut up, mut down) = (client.try_clone().unwrap(), service.try_clone().unwrap());
        thread::spawn(move || std::io::copy(&mut up, &mut down));
        let (mut lines, mut byte) = (0, [0]);
        while service.read_exact(&mut byte).is_ok() {
            lines += u32::from(byte == *b"\n");
            if lines == 1 && byte == *b"1" {
                byte = *b"2";
            }
            if client.write_all(&byte).is_err() {
                return;
            }
        }
    });
    let services = RemoteServices::connect(&[middle], &secret("right"), |_| ());
    eventually(|| services.connected() == 1);
    // The first load contains `"threads":1`, or its MAC contains a 1.
    eventually(|| services.connected() == 0);
}

#[test]
fn short_secrets_are_refused() {
    assert!(SharedSecret::new("  too short  ").is_err());
    assert!(!format!("{:?}", secret("right")).contains("right"));
}

#[test]
fn who_greets_for_ever_is_turned_away_in_time() {
    let (listener, address) = listen();
    thread::spawn(move || {
        let mut stream = TcpStream::connect(address).unwrap();
        while stream.write_all(b" ").is_ok() {
            thread::sleep(Duration::from_millis(20));
        }
    });
    let (stream, _) = listener.accept().unwrap();
    let began = Instant::now();
    assert!(channel::accept(stream, &secret("right"), Duration::from_millis(300)).is_err());
    assert!(began.elapsed() < Duration::from_secs(8));
}
