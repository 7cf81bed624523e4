//! Load test of the server. `load serve DIR` runs a server; `load` starts one as a child process,
//! opens tables and idle connections, and measures the latency of moves.

#![allow(clippy::print_stdout, reason = "a benchmark tells its numbers")]

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use ludorum_core::Seed;
use ludorum_protocol::VERSION;
use ludorum_protocol::lobby::{ClientSession, JoinRequest, NewTable, TableInfo, TableSettings};
use ludorum_protocol::table::{ClientMessage, DrawingStyle, GameView, ServerMessage, TableUpdate};
use ludorum_server::storage::SqliteStorage;
use ludorum_server::{Config, Server, ServerGames};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, mpsc};
use tokio::time::{sleep, sleep_until};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

/// Number of tables with a running game during the test.
const TABLES: usize = 2000;
const IDLE: usize = 10_000;
/// Number of clients that open tables in parallel.
const OPENERS: usize = 20;
const PACE: Duration = Duration::from_secs(1);
const P99: Duration = Duration::from_millis(50);
const MEMORY_MIB: u64 = 1024;

type AnyError = Box<dyn std::error::Error + Send + Sync>;
type WsClient = WebSocketStream<TcpStream>;

fn main() -> Result<(), AnyError> {
    let mut args = std::env::args().skip(1);
    let runtime = tokio::runtime::Runtime::new()?;
    match args.next().as_deref() {
        Some("serve") => {
            let folder = args.next().ok_or("name a folder")?;
            runtime.block_on(server(folder.into()))
        }
        seconds => {
            let seconds = seconds.map_or(Ok(20), str::parse)?;
            runtime.block_on(load(Duration::from_secs(seconds)))
        }
    }
}

async fn server(folder: PathBuf) -> Result<(), AnyError> {
    let config = Config {
        requests_per_second: 1e9,
        connections_per_address: 100_000,
        ..Config::default()
    };
    let server = Server::start(
        config,
        Arc::new(SqliteStorage::open(&folder)?),
        ServerGames::catalog(),
    )
    .await?;
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("{}", listener.local_addr()?);
    Ok(ludorum_server::serve(listener, server, std::future::pending()).await?)
}

async fn load(time: Duration) -> Result<(), AnyError> {
    let folder = std::env::temp_dir().join(format!("ludorum-load-{}", std::process::id()));
    let mut child = Command::new(std::env::current_exe()?)
        .arg("serve")
        .arg(&folder)
        .stdout(Stdio::piped())
        .spawn()?;
    let mut line = String::new();
    let out = child.stdout.take().ok_or("no output")?;
    BufReader::new(out).read_line(&mut line)?;
    let address: SocketAddr = line.trim().parse()?;
    let result = measure(address, child.id(), time).await;
    child.kill()?;
    child.wait()?;
    std::fs::remove_dir_all(&folder)?;
    result
}

async fn measure(address: SocketAddr, server: u32, time: Duration) -> Result<(), AnyError> {
    let began = Instant::now();
    let url = format!("http://{address}/api");
    let openers = (0..OPENERS).map(|_| {
        let url = url.clone();
        tokio::task::spawn_blocking(move || open_tables(&url, TABLES / OPENERS))
    });
    let mut tables = Vec::new();
    for opener in openers.collect::<Vec<_>>() {
        tables.extend(opener.await??);
    }
    println!("{TABLES} tables opened in {:.1?}", began.elapsed());
    let idle = hold_idle(address, &tables).await?;
    println!("{} idle connections held", idle.len());
    let counts = Arc::new(LoadTestCounts::default());
    let (latencies, mut measured) = mpsc::unbounded_channel();
    let seated = sit_down(address, tables, &counts).await?;
    let end = Instant::now() + PACE + time;
    let (before, busy_before) = (processor_time(server)?, busy_time()?);
    let mut games = Vec::new();
    for (number, table) in (0..).zip(seated) {
        let (counts, latencies) = (Arc::clone(&counts), latencies.clone());
        games.push(tokio::spawn(async move {
            play(table, number, end, &counts, &latencies).await
        }));
    }
    drop(latencies);
    let mut all = Vec::new();
    while let Some(latency) = measured.recv().await {
        all.push(latency);
    }
    for game in games {
        game.await??;
    }
    let used = ResourceUsage {
        memory: memory_mib(server)?,
        processor: processor_time(server)?.saturating_sub(before),
        everything: busy_time()?.saturating_sub(busy_before),
    };
    drop(idle);
    report(all, &used, &counts)
}

/// CPU time and memory used during the measurement.
struct ResourceUsage {
    /// Peak memory of the server process in MiB.
    memory: u64,
    /// CPU time of the server process.
    processor: Duration,
    /// CPU time of all processes on the machine.
    everything: Duration,
}

fn report(
    mut all: Vec<Duration>,
    used: &ResourceUsage,
    counts: &LoadTestCounts,
) -> Result<(), AnyError> {
    let memory = used.memory;
    all.sort_unstable();
    let at = |share: f64| all[((all.len() - 1) as f64 * share) as usize];
    let (moves, lost) = (all.len(), counts.lost.load(Ordering::Relaxed));
    println!("{moves} moves, {lost} updates lost or out of order");
    println!(
        "move to everyone's update: median {:.1?}, p90 {:.1?}, p99 {:.1?}, p99.9 {:.1?}, most {:.1?}",
        at(0.5),
        at(0.9),
        at(0.99),
        at(0.999),
        at(1.0)
    );
    println!("memory of the server at its peak: {memory} MiB");
    println!(
        "processor time: server {:.1?}, {:.0?} a move; everything on this machine {:.1?}",
        used.processor,
        used.processor / u32::try_from(moves)?.max(1),
        used.everything
    );
    let is_held = at(0.99) <= P99 && lost == 0 && memory < MEMORY_MIB;
    println!("{}", if is_held { "held" } else { "NOT HELD" });
    if is_held {
        Ok(())
    } else {
        Err("the load is not held".into())
    }
}

#[derive(Default)]
struct LoadTestCounts {
    lost: AtomicU64,
}

/// A table at which two people have started a game.
struct TestTable {
    id: String,
    tokens: [String; 2],
}

fn open_tables(url: &str, count: usize) -> Result<Vec<TestTable>, AnyError> {
    let agent = ureq::Agent::new_with_defaults();
    let post = |token: &str, path: &str, body: &str| -> Result<String, AnyError> {
        let request = agent
            .post(format!("{url}/{path}"))
            .header("authorization", format!("Bearer {token}"))
            .content_type("application/json");
        Ok(request.send(body)?.body_mut().read_to_string()?)
    };
    let new = NewTable {
        settings: TableSettings::new("load", "quoridor"),
        password: None,
        seats: Vec::new(),
        name: "host".to_owned(),
    };
    let new = serde_json::to_string(&new)?;
    let join = JoinRequest {
        name: "guest".to_owned(),
        ..JoinRequest::default()
    };
    let join = serde_json::to_string(&join)?;
    let session = || -> Result<String, AnyError> {
        let session: ClientSession = serde_json::from_str(&post("", "session", "")?)?;
        Ok(session.token)
    };
    (0..count)
        .map(|_| {
            let tokens = [session()?, session()?];
            let table: TableInfo = serde_json::from_str(&post(&tokens[0], "tables", &new)?)?;
            let id = table.id;
            post(&tokens[1], &format!("tables/{id}/join"), &join)?;
            post(
                &tokens[1],
                &format!("tables/{id}/ready"),
                r#"{"ready":true}"#,
            )?;
            post(&tokens[0], &format!("tables/{id}/start"), "")?;
            Ok(TestTable { id, tokens })
        })
        .collect()
}

/// Opens idle connections to tables at which nobody moves.
async fn hold_idle(address: SocketAddr, tables: &[TestTable]) -> Result<Vec<WsClient>, AnyError> {
    let url = format!("http://{address}/api");
    let token = tables[0].tokens[0].clone();
    let quiet = tokio::task::spawn_blocking(move || -> Result<Vec<String>, AnyError> {
        let open = |_| {
            let new = NewTable {
                settings: TableSettings::new("quiet", "quoridor"),
                password: None,
                seats: Vec::new(),
                name: "host".to_owned(),
            };
            let mut answer = ureq::post(format!("{url}/tables"))
                .header("authorization", format!("Bearer {token}"))
                .content_type("application/json")
                .send(serde_json::to_string(&new)?)?;
            let table: TableInfo = serde_json::from_str(&answer.body_mut().read_to_string()?)?;
            Ok(table.id)
        };
        (0..100).map(open).collect()
    })
    .await??;
    let at_once = Arc::new(Semaphore::new(64));
    let mut joining = Vec::new();
    for number in 0..IDLE {
        let id = quiet[number % quiet.len()].clone();
        let at_once = Arc::clone(&at_once);
        joining.push(tokio::spawn(async move {
            let _permit = at_once.acquire_owned().await?;
            connect(address, &id, None).await
        }));
    }
    let mut idle = Vec::new();
    for join in joining {
        idle.push(join.await??);
    }
    Ok(idle)
}

async fn connect(address: SocketAddr, id: &str, token: Option<&str>) -> Result<WsClient, AnyError> {
    let url = format!("ws://{address}/api/tables/{id}/live");
    let mut request = url.into_client_request()?;
    if let Some(token) = token {
        let headers = request.headers_mut();
        headers.insert("authorization", format!("Bearer {token}").parse()?);
    }
    let stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    let (mut socket, _) = client_async_with_config(request, stream, None).await?;
    let hello = ClientMessage::Hello {
        version: VERSION,
        last: None,
        seat: None,
        drawing: DrawingStyle::None,
    };
    send(&mut socket, &hello).await?;
    Ok(socket)
}

/// The connections of both players at a table, with the current state of their game.
struct TestTableClients {
    sockets: Vec<WsClient>,
    known: [Option<u64>; 2],
    game: GameView,
    moves: Option<Vec<String>>,
}

/// Connects both players of each table before the measurement starts.
async fn sit_down(
    address: SocketAddr,
    tables: Vec<TestTable>,
    counts: &Arc<LoadTestCounts>,
) -> Result<Vec<TestTableClients>, AnyError> {
    let at_once = Arc::new(Semaphore::new(64));
    let mut joining = Vec::new();
    for table in tables {
        let (at_once, counts) = (Arc::clone(&at_once), Arc::clone(counts));
        joining.push(tokio::spawn(async move {
            let _permit = at_once.acquire_owned().await?;
            seat(address, &table, &counts).await
        }));
    }
    let mut seated = Vec::new();
    for join in joining {
        seated.push(join.await??);
    }
    Ok(seated)
}

async fn seat(
    address: SocketAddr,
    table: &TestTable,
    counts: &LoadTestCounts,
) -> Result<TestTableClients, AnyError> {
    let mut sockets = Vec::new();
    for token in &table.tokens {
        sockets.push(connect(address, &table.id, Some(token)).await?);
    }
    let mut known = [None; 2];
    let (mut game, mut moves) = (None, None);
    for (socket, known) in sockets.iter_mut().zip(&mut known) {
        loop {
            let update = next_update(socket, known, counts).await?;
            if let Some(mut new) = update.game {
                moves = new.moves.take().or(moves);
                game = Some(new);
                break;
            }
        }
    }
    Ok(TestTableClients {
        sockets,
        known,
        game: game.ok_or("no game")?,
        moves,
    })
}

/// Plays a game at one move per second and measures the latency of each move: from sending it until
/// both players have received the update.
async fn play(
    table: TestTableClients,
    number: u64,
    end: Instant,
    counts: &LoadTestCounts,
    latencies: &mpsc::UnboundedSender<Duration>,
) -> Result<(), AnyError> {
    let TestTableClients {
        mut sockets,
        mut known,
        mut game,
        mut moves,
    } = table;
    let mut rng = Seed(number).rng();
    // Games start at random offsets, so that moves are spread over time.
    let mut next = Instant::now() + PACE.mul_f64(rng.unit());
    while next < end && game.verdict.is_none() {
        sleep_until(next.into()).await;
        next += PACE;
        let mover = usize::from(game.to_move.ok_or("nobody is to move")?);
        let text = match moves.take() {
            Some(moves) => rng.pick(&moves).ok_or("no moves")?.clone(),
            None => return Err("the mover has no moves".into()),
        };
        let ply = game.ply;
        let sent = Instant::now();
        let message = ClientMessage::Move { ply, text };
        send(&mut sockets[mover], &message).await?;
        for (socket, known) in sockets.iter_mut().zip(&mut known) {
            loop {
                let update = next_update(socket, known, counts).await?;
                if let Some(mut new) = update.game
                    && new.ply > ply
                {
                    moves = new.moves.take().or(moves.take());
                    game = new;
                    break;
                }
            }
        }
        latencies.send(sent.elapsed())?;
    }
    // All clients stay connected until the measurement ends.
    sleep(end.saturating_duration_since(Instant::now())).await;
    Ok(())
}

async fn send(socket: &mut WsClient, message: &ClientMessage) -> Result<(), AnyError> {
    let text = serde_json::to_string(message)?;
    Ok(socket.send(Message::text(text)).await?)
}

async fn next_update(
    socket: &mut WsClient,
    known: &mut Option<u64>,
    counts: &LoadTestCounts,
) -> Result<TableUpdate, AnyError> {
    loop {
        let message = socket.next().await.ok_or("the server has gone")??;
        let Message::Text(text) = message else {
            continue;
        };
        if let ServerMessage::Update(update) = serde_json::from_str(&text)? {
            for event in &update.events {
                if known.is_some_and(|known| event.seq != known + 1) {
                    counts.lost.fetch_add(1, Ordering::Relaxed);
                }
                *known = Some(event.seq);
            }
            return Ok(*update);
        }
    }
}

/// Peak memory of a process in MiB.
fn memory_mib(process: u32) -> Result<u64, AnyError> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = line.and_then(|line| line.trim().strip_suffix(" kB"));
    Ok(kib.ok_or("no VmHWM")?.trim().parse::<u64>()? / 1024)
}

/// Duration of one clock tick in `/proc/stat`.
const TICK: Duration = Duration::from_millis(10);

/// CPU time that a process has used.
fn processor_time(process: u32) -> Result<Duration, AnyError> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat"))?;
    // The process name may contain spaces and brackets; later fields do not.
    let (_, fields) = stat.rsplit_once(')').ok_or("no name")?;
    let fields = fields.split_whitespace().skip(11).take(2);
    let ticks: Result<Vec<u32>, _> = fields.map(str::parse).collect();
    Ok(TICK * ticks?.iter().sum())
}

/// CPU time that all processes have used, including time stolen by the hypervisor.
fn busy_time() -> Result<Duration, AnyError> {
    let stat = std::fs::read_to_string("/proc/stat")?;
    let line = stat.lines().next().ok_or("no processors")?;
    let ticks: Result<Vec<u32>, _> = line.split_whitespace().skip(1).map(str::parse).collect();
    let ticks = ticks?;
    // user, nice, system, irq, softirq, steal
    let busy = [0, 1, 2, 5, 6, 7].map(|index| ticks.get(index).copied().unwrap_or(0));
    Ok(TICK * busy.iter().sum())
}
