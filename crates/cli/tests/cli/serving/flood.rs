//! Thousands of sockets that send half a header must not slow down players of other addresses.

use std::collections::VecDeque;
use std::fs::{self, File};
use std::net::SocketAddr;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use ludorum_core::Seed;
use ludorum_protocol::lobby::SeatOccupantChoice;
use ludorum_protocol::table::ClientMessage;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpSocket, TcpStream};

use super::killed::{Player, next_update, say};
use super::{Server, command};
use crate::{folder, text};

/// Source address of the flood; players use another address.
const ATTACKER: [u8; 4] = [127, 0, 0, 2];

const HALF: &[u8] = b"GET /api/health HTTP/1.1\r\nHost: localhost\r\nX-Slow: ";

/// Limit of the 99th percentile of the response times of players at other addresses.
const P99: Duration = Duration::from_millis(100);

/// A flood of sockets that send half a header; ends when dropped. When all sockets are open, the
/// oldest are closed and reopened.
struct Attack {
    opened: Arc<AtomicUsize>,
    stop: Arc<AtomicBool>,
    task: Option<thread::JoinHandle<()>>,
}

impl Attack {
    fn begin(port: u16, sockets: usize) -> Attack {
        let (opened, stop) = (
            Arc::new(AtomicUsize::new(0)),
            Arc::new(AtomicBool::new(false)),
        );
        let (count, end) = (Arc::clone(&opened), Arc::clone(&stop));
        let task = thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .unwrap();
            runtime.block_on(async move {
                let mut held = VecDeque::new();
                while !end.load(Ordering::Relaxed) {
                    // When all sockets are open, reopens the oldest, a few hundred per second.
                    if held.len() == sockets {
                        tokio::time::sleep(Duration::from_millis(3)).await;
                        held.pop_front();
                    }
                    if let Some(socket) = half(port).await {
                        held.push_back(socket);
                        count.fetch_max(held.len(), Ordering::Relaxed);
                    }
                }
            });
        });
        Attack {
            opened,
            stop,
            task: Some(task),
        }
    }

    fn opened(&self) -> usize {
        self.opened.load(Ordering::Relaxed)
    }
}

impl Drop for Attack {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(task) = self.task.take() {
            let _ = task.join();
        }
    }
}

async fn half(port: u16) -> Option<TcpStream> {
    let socket = TcpSocket::new_v4().ok()?;
    socket.bind(SocketAddr::from((ATTACKER, 0))).ok()?;
    let to = SocketAddr::from(([127, 0, 0, 1], port));
    let connecting = tokio::time::timeout(Duration::from_secs(1), socket.connect(to));
    let mut stream = connecting.await.ok()?.ok()?;
    // Fails if the server has already closed the connection.
    let _ = stream.write_all(HALF).await;
    Some(stream)
}

/// Starts a server with at most `descriptors` open files that writes its log to a file.
fn limited(data: &Path, log: &Path, descriptors: u32) -> Server {
    let ludorum = command(&[]);
    let mut command = Command::new("sh");
    command
        .arg("-c")
        .arg(format!("ulimit -n {descriptors} && exec \"$0\" \"$@\""))
        .arg(ludorum.get_program())
        .args(["serve", "--port", "0", "--log", "warn", "--unlimited"])
        .args(["--data", text(data)])
        .env("LC_ALL", "C")
        .env("LUDORUM_AGENTS", data.join("agents"))
        .stderr(File::create(log).unwrap());
    Server::of(command)
}

/// Returns the 99th percentile of response times.
fn p99(times: &mut [Duration]) -> Duration {
    times.sort_unstable();
    times[(times.len() - 1) * 99 / 100]
}

/// Opens a new connection and returns the response time of a request.
fn newcomer(port: u16) -> Duration {
    let began = Instant::now();
    let answer = ureq::Agent::new_with_defaults()
        .get(format!("http://127.0.0.1:{port}/api/health"))
        .config()
        .timeout_global(Some(Duration::from_secs(30)))
        .build()
        .call();
    assert!(answer.unwrap().status().is_success());
    began.elapsed()
}

/// Plays during a flood and checks the response times of moves and new connections.
fn check(name: &str, descriptors: u32, sockets: usize, moves: usize) {
    let data = folder(name);
    let log = data.join("log");
    let server = limited(&data, &log, descriptors);
    let here = SeatOccupantChoice::Here {
        name: "friend".to_owned(),
        colour: None,
    };
    let player = Player::open(server.port, here);
    let mut socket = player.connect(None).unwrap();
    let attack = Attack::begin(server.port, sockets);
    let began = Instant::now();
    while attack.opened() < sockets {
        assert!(
            began.elapsed() < Duration::from_secs(120),
            "{}",
            attack.opened()
        );
        sleep(Duration::from_millis(20));
    }
    let mut rng = Seed(1).rng();
    let (mut played, mut arrived) = (Vec::new(), Vec::new());
    let mut sent = None;
    while played.len() < moves {
        let update = next_update(&mut socket).expect("the connection stays");
        let Some(game) = update.game else { continue };
        if let Some(sent) = sent.take() {
            played.push(Instant::now() - sent);
        }
        if played.len() % 4 == 0 {
            arrived.push(newcomer(server.port));
        }
        sleep(Duration::from_millis(10));
        let message = match game.moves {
            Some(moves) => ClientMessage::Move {
                ply: game.ply,
                text: rng.pick(&moves).unwrap().clone(),
            },
            None => ClientMessage::Rematch,
        };
        sent = Some(Instant::now());
        say(&mut socket, &message).expect("the connection stays");
    }
    let (move_time, arrival) = (p99(&mut played), p99(&mut arrived));
    let told = fs::read_to_string(&log).unwrap();
    assert!(told.contains("connections refused"), "{told}");
    assert!(told.lines().count() < 50, "the log is not flooded: {told}");
    assert!(
        move_time <= P99 && arrival <= P99,
        "p99 of moves {move_time:?}, of new connections {arrival:?}"
    );
}

#[test]
fn a_server_with_few_descriptors_answers_during_a_flood() {
    // Fast version of the tests below: asserts only that there is an answer, not its time.
    let data = folder("flood-small");
    let log = data.join("log");
    let server = limited(&data, &log, 128);
    let attack = Attack::begin(server.port, 200);
    while attack.opened() < 200 {
        sleep(Duration::from_millis(20));
    }
    newcomer(server.port);
    let told = fs::read_to_string(&log).unwrap();
    assert!(told.contains("connections refused"), "{told}");
}

#[test]
#[ignore = "long: a flood of connections, measured"]
fn eleven_hundred_half_headers_under_1024_descriptors() {
    check("flood-1100", 1024, 1_100, 1000);
}

#[test]
#[ignore = "long: a flood of connections, measured; needs ulimit -n 20000"]
fn fourteen_thousand_half_headers() {
    check("flood-14000", 1024, 14_000, 1000);
    check("flood-14000-wide", 20_000, 14_000, 1000);
}

/// Sets the soft limit of open files of a process; does not change the hard limit.
#[cfg(target_os = "linux")]
fn set_descriptors(process: u32, soft: usize) {
    let status = Command::new("prlimit")
        .args(["--pid", &process.to_string()])
        .arg(format!("--nofile={soft}:"))
        .status();
    assert!(status.unwrap().success());
}

#[test]
#[cfg(target_os = "linux")]
fn a_server_the_system_gives_no_descriptors_says_so_and_goes_on_when_it_does() {
    let data = folder("no-descriptors");
    let log = data.join("log");
    let server = limited(&data, &log, 256);
    newcomer(server.port);
    let process = server.child.id();
    // No descriptor is left for new connections.
    set_descriptors(process, 3);
    let streams: Vec<_> = (0..5)
        .map(|_| std::net::TcpStream::connect(("127.0.0.1", server.port)).unwrap())
        .collect();
    let began = Instant::now();
    while !fs::read_to_string(&log)
        .unwrap()
        .contains("refused by the system")
    {
        assert!(began.elapsed() < Duration::from_secs(30), "nothing is said");
        sleep(Duration::from_millis(20));
    }
    // The error is logged once, not for every attempt.
    sleep(Duration::from_millis(500));
    assert_eq!(fs::read_to_string(&log).unwrap().lines().count(), 1);
    set_descriptors(process, 256);
    newcomer(server.port);
    drop(streams);
}
