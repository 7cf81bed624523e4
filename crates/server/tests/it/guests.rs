//! External agents at tables: kept for a game, replaced when they fail, restricted by rights.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::Request;
use ludorum_bridge::{AgentRegistry, ExternalAgentFactory};
use ludorum_protocol::lobby::{
    FailurePolicy, NewTable, SeatOccupantChoice, TableInfo, TableSettings,
};
use ludorum_protocol::table::{EndCause, Event};
use ludorum_protocol::{ApiProblem, ErrorCode};
use ludorum_server::storage::{MemoryStorage, Storage};
use ludorum_server::{Config, ServerGames};
use tokio::time::sleep;

use crate::client::{Client, Person, agent, here};
use crate::{OPERATOR_TOKEN, Running, generous, start_with, with_kuhn};

/// Source of an agent that plays the first legal move and records each start.
const GOOD: &str = r#"
import json, os, sys
open("STARTS", "a").write(f"{os.getpid()}\n")
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "hello", "protocol": 1, "name": "good"}), flush=True)
    elif message["type"] == "turn":
        print(json.dumps({"type": "move", "id": message["id"], "move": message["moves"][0]}), flush=True)
    elif message["type"] == "game_over":
        open("STARTS", "a").write("over\n")
    elif message["type"] == "bye":
        break
"#;

/// Source of an agent that prints its observation to the error stream and exits.
const BAD: &str = r#"
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "hello", "protocol": 1, "name": "bad"}), flush=True)
    elif message["type"] == "turn":
        sys.exit("I saw " + message.get("view", "") + "!")
"#;

/// Source of an agent that records the seeds it gets.
const NOSY: &str = r#"
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "hello", "protocol": 1, "name": "nosy"}), flush=True)
    elif message["type"] in ("new_game", "turn"):
        open("SEEDS", "a").write(f"{message['seed']}\n")
        if message["type"] == "turn":
            print(json.dumps({"type": "move", "id": message["id"], "move": message["moves"][0]}), flush=True)
"#;

/// Creates a folder with the test agents installed.
fn folder() -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("guests-{number}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(folder.join("agents/good")).unwrap();
    let starts = folder.join("starts").display().to_string();
    let good = GOOD.replace("STARTS", &starts);
    std::fs::write(folder.join("agents/good/main.py"), good).unwrap();
    std::fs::write(folder.join("agents/bad.py"), BAD).unwrap();
    let seeds = folder.join("seeds").display().to_string();
    let nosy = NOSY.replace("SEEDS", &seeds);
    std::fs::write(folder.join("agents/nosy.py"), nosy).unwrap();
    folder
}

fn with_agents(games: ServerGames, folder: &Path) -> ServerGames {
    games.with_guests(ExternalAgentFactory::new(AgentRegistry::new(
        folder.join("agents"),
    )))
}

fn local() -> Config {
    Config {
        programs: true,
        ..generous()
    }
}

async fn start_in(folder: &Path, config: Config) -> Running {
    let games = with_agents(with_kuhn(), folder);
    start_with(config, Arc::new(MemoryStorage::new()), games).await
}

fn starts(folder: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(folder.join("starts")).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

/// Waits until a condition holds, with a timeout for a busy machine.
async fn eventually(holds: impl Fn() -> bool) {
    for _ in 0..600 {
        if holds() {
            return;
        }
        sleep(Duration::from_millis(50)).await;
    }
    panic!("it never came to hold");
}

fn is_alive(process: &str) -> bool {
    Path::new("/proc").join(process).exists()
}

/// Plays the last listed move until the game is over.
async fn play_out(client: &mut Client) {
    while let Some(moves) = client.turn().await {
        client.play(moves.last().unwrap()).await;
    }
}

fn failure(client: &Client) -> Option<(String, Option<String>)> {
    client.events.iter().find_map(|event| match event {
        Event::Failed { reason, agent, .. } => Some((reason.clone(), agent.clone())),
        _ => None,
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn one_process_plays_a_whole_game_and_ends_with_it() {
    let folder = folder();
    let running = start_in(&folder, generous()).await;
    let host = running.person().await;
    let table = running.open(&host, "tictactoe", &[agent("@good")]).await;
    running.start(&host, &table.id).await.unwrap();
    let mut client = Client::at(&running, &table.id, Some(&host)).await;
    client.turn().await;
    let moves = client.turn().await.unwrap();
    client.play(moves.last().unwrap()).await;
    client.turn().await;
    let process = starts(&folder)[0].clone();
    assert!(is_alive(&process));
    play_out(&mut client).await;
    assert_eq!(failure(&client), None);
    eventually(|| !is_alive(&process)).await;
    // The agent was started once and received the end of the game.
    assert_eq!(starts(&folder), [process.as_str(), "over"]);
    // The record contains the hash of the agent's files.
    let replay = client.events.iter().find_map(|event| match event {
        Event::Ended { replay, .. } => Some(replay.clone()),
        _ => None,
    });
    let path = format!("/api/replays/{}", replay.unwrap());
    let request = Request::get(path).header("host", "localhost");
    let (_, body) = running.request(request.body(Body::empty()).unwrap()).await;
    let record = String::from_utf8(body).unwrap();
    let pinned = record
        .split_whitespace()
        .find(|word| word.starts_with("@good#"));
    assert_eq!(pinned.expect(&record).len(), "@good#".len() + 16);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_agent_is_started_again_where_the_game_was() {
    let folder = folder();
    let storage: Arc<dyn Storage> = Arc::new(MemoryStorage::new());
    let games = || with_agents(ServerGames::catalog(), &folder);
    let running = start_with(generous(), storage.clone(), games()).await;
    let host = running.person().await;
    let table = running.open(&host, "tictactoe", &[agent("@good")]).await;
    running.start(&host, &table.id).await.unwrap();
    let mut client = Client::at(&running, &table.id, Some(&host)).await;
    client.turn().await;
    client.play("b2").await;
    client.turn().await;
    assert_eq!(starts(&folder).len(), 1);
    // The second server has the stored events but no agent process.
    let again = start_with(generous(), storage, games()).await;
    let mut client = Client::at(&again, &table.id, Some(&host)).await;
    client.turn().await;
    assert_eq!(client.ply(), 2);
    play_out(&mut client).await;
    assert_eq!(failure(&client), None);
    eventually(|| {
        starts(&folder)
            .iter()
            .filter(|line| *line != "over")
            .count()
            == 2
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_agent_that_fails_is_replaced_and_all_see_why() {
    let folder = folder();
    let running = start_in(&folder, generous()).await;
    let host = running.person().await;
    let settings = TableSettings {
        substitute: Some("greedy".to_owned()),
        ..TableSettings::new("test", "tictactoe")
    };
    let table = running.open_with(&host, settings, &[agent("@bad")]).await;
    running.start(&host, &table.id).await.unwrap();
    let mut client = Client::at(&running, &table.id, Some(&host)).await;
    play_out(&mut client).await;
    let (reason, plays_on) = failure(&client).expect("all are told");
    assert!(reason.contains("I saw !"), "{reason}");
    assert_eq!(plays_on.as_deref(), Some("greedy"));
    let verdict = client.game.as_ref().unwrap().verdict.clone().unwrap();
    assert_eq!(verdict.by, EndCause::Rules);
    let seat = &client.table.as_ref().unwrap().seats[1];
    assert_eq!(
        (seat.name.as_str(), seat.agent.as_deref()),
        ("@bad", Some("greedy"))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn an_agent_that_fails_loses_where_the_host_wants_it_so() {
    let folder = folder();
    let running = start_in(&folder, generous()).await;
    let host = running.person().await;
    let settings = TableSettings {
        failing: FailurePolicy::Loses,
        ..TableSettings::new("test", "tictactoe")
    };
    let table = running.open_with(&host, settings, &[agent("@bad")]).await;
    running.start(&host, &table.id).await.unwrap();
    let mut client = Client::at(&running, &table.id, Some(&host)).await;
    play_out(&mut client).await;
    assert_eq!(failure(&client).unwrap().1, None);
    let verdict = client.game.as_ref().unwrap().verdict.clone().unwrap();
    assert_eq!((verdict.by, verdict.ranks), (EndCause::Failure, vec![1, 2]));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_failing_agent_knew_is_not_told() {
    let folder = folder();
    let running = start_in(&folder, generous()).await;
    let host = running.person().await;
    let table = running.open(&host, "kuhn", &[agent("@bad")]).await;
    let mut spectator = Client::at(&running, &table.id, None).await;
    running.start(&host, &table.id).await.unwrap();
    let mut client = Client::at(&running, &table.id, Some(&host)).await;
    play_out(&mut client).await;
    spectator
        .until(|client| {
            client
                .game
                .as_ref()
                .is_some_and(|game| game.verdict.is_some())
        })
        .await;
    for client in [&client, &spectator] {
        let (reason, plays_on) = failure(client).expect("that it failed is told");
        assert_eq!(
            (reason.as_str(), plays_on.as_deref()),
            ("", Some("so-ismcts"))
        );
        assert!(!client.heard.concat().contains("I saw"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_more_programs_run_than_may() {
    let folder = folder();
    let config = Config {
        max_external_agents: 0,
        ..generous()
    };
    let running = start_in(&folder, config).await;
    let host = running.person().await;
    let table = running.open(&host, "tictactoe", &[agent("@good")]).await;
    running.start(&host, &table.id).await.unwrap();
    let mut client = Client::at(&running, &table.id, Some(&host)).await;
    play_out(&mut client).await;
    let (reason, _) = failure(&client).unwrap();
    assert!(reason.contains("limit of external agents"), "{reason}");
    assert!(starts(&folder).is_empty());
}

/// Opens a table with this agent, from a client address and with an additional header.
async fn wish(
    running: &Running,
    who: &Person,
    spec: &str,
    from: &str,
    header: (&str, &str),
) -> Result<TableInfo, ApiProblem> {
    let new = NewTable {
        settings: TableSettings::new("test", "tictactoe"),
        password: None,
        seats: vec![
            here("host"),
            SeatOccupantChoice::Agent {
                spec: spec.to_owned(),
                name: None,
                colour: None,
            },
        ],
        name: "host".to_owned(),
    };
    let mut request = Request::post("/api/tables")
        .header("host", "localhost")
        .header("content-type", "application/json")
        .header("authorization", format!("Bearer {}", who.token))
        .header(header.0, header.1)
        .body(Body::from(serde_json::to_vec(&new).unwrap()))
        .unwrap();
    let address: SocketAddr = from.parse().unwrap();
    request.extensions_mut().insert(ConnectInfo(address));
    let (status, body) = running.request(request).await;
    if status.is_success() {
        Ok(serde_json::from_slice(&body).unwrap())
    } else {
        Err(serde_json::from_slice(&body).unwrap())
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn strangers_start_no_programs_and_reach_no_addresses() {
    let folder = folder();
    let program = format!("exec:{}", folder.join("agents/good/main.py").display());
    let specs = [program.as_str(), "tcp:127.0.0.1:9", "ws://127.0.0.1:9/x"];
    let nothing = ("x-nothing", "1");
    let token = ("x-ludorum-operator", OPERATOR_TOKEN);
    let another = ludorum_server::new_operator_token();
    let wrong = ("x-ludorum-operator", another.as_str());
    let near = "127.0.0.1:50000";
    // The origin of a request neither grants nor removes rights.
    for (config, from, header, expected) in [
        (local(), near, token, Ok(())),
        (local(), "192.168.1.7:50000", token, Ok(())),
        (local(), near, nothing, Err(ErrorCode::OperatorOnly)),
        (
            local(),
            "[::1]:50000",
            nothing,
            Err(ErrorCode::OperatorOnly),
        ),
        (local(), near, wrong, Err(ErrorCode::OperatorOnly)),
        (
            local(),
            near,
            ("x-ludorum-operator", ""),
            Err(ErrorCode::OperatorOnly),
        ),
        (
            local(),
            "192.168.1.7:50000",
            nothing,
            Err(ErrorCode::OperatorOnly),
        ),
        (generous(), near, token, Err(ErrorCode::LocalOnly)),
    ] {
        let running = start_in(&folder, config).await;
        let host = running.person().await;
        for spec in specs {
            let answer = wish(&running, &host, spec, from, header).await;
            let code = answer.map(|_| ()).map_err(|problem| problem.code);
            assert_eq!(code, expected, "{spec} from {from} with {header:?}");
        }
        // All clients may use installed agents.
        wish(&running, &host, "@good", from, header).await.unwrap();
        let unknown = wish(&running, &host, "@nobody", "10.0.0.1:1", nothing).await;
        let problem = unknown.unwrap_err();
        assert_eq!(problem.code, ErrorCode::BadAgent);
        assert!(!problem.to_string().contains("good"), "{problem}");
    }
    assert!(
        starts(&folder).is_empty(),
        "a table that is not started starts nothing"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn later_wishes_are_checked_as_well() {
    let folder = folder();
    let running = start_in(&folder, generous()).await;
    let host = running.person().await;
    let table = running.open(&host, "tictactoe", &[]).await;
    let path = format!("tables/{}/seats/1", table.id);
    let program = format!("exec:{}", folder.join("agents/good/main.py").display());
    let put = axum::http::Method::PUT;
    let seated: Result<TableInfo, ApiProblem> =
        running.ask(&host, put, &path, &agent(&program)).await;
    assert_eq!(seated.unwrap_err().code, ErrorCode::LocalOnly);
    for substitute in [program.as_str(), "@good"] {
        let settings = TableSettings {
            substitute: Some(substitute.to_owned()),
            ..TableSettings::new("test", "tictactoe")
        };
        let path = format!("tables/{}", table.id);
        let patch = axum::http::Method::PATCH;
        let changed: Result<TableInfo, ApiProblem> =
            running.ask(&host, patch, &path, &settings).await;
        assert_eq!(changed.unwrap_err().code, ErrorCode::BadAgent);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_operator_seats_programs() {
    let folder = folder();
    let running = start_in(&folder, local()).await;
    let host = running.operator().await;
    let program = format!("exec:{}", folder.join("agents/good").display());
    let table = running.open(&host, "tictactoe", &[agent(&program)]).await;
    running.start(&host, &table.id).await.unwrap();
    let mut client = Client::at(&running, &table.id, Some(&host)).await;
    play_out(&mut client).await;
    assert_eq!(failure(&client), None);
    assert_eq!(starts(&folder).len().min(1), 1);
}

/// Source of an agent that searches for a second and records a stop request.
const SLOW: &str = r#"
import json, sys, select
turns = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "hello", "protocol": 1, "name": "slow"}), flush=True)
    elif message["type"] == "turn":
        turns += 1
        if turns == 1:
            open("STARTS", "a").write("thinking\n")
            select.select([sys.stdin], [], [], 20)
        print(json.dumps({"type": "move", "id": message["id"], "move": message["moves"][0]}), flush=True)
    elif message["type"] == "stop":
        open("STARTS", "a").write("stopped\n")
"#;

#[tokio::test(flavor = "multi_thread")]
async fn a_move_taken_back_calls_the_agent_off_and_it_plays_on() {
    let folder = folder();
    let starts_file = folder.join("starts").display().to_string();
    let slow = SLOW.replace("STARTS", &starts_file);
    std::fs::write(folder.join("agents/slow.py"), slow).unwrap();
    let running = start_in(&folder, generous()).await;
    let host = running.person().await;
    let table = running.open(&host, "tictactoe", &[agent("@slow")]).await;
    running.start(&host, &table.id).await.unwrap();
    let mut client = Client::at(&running, &table.id, Some(&host)).await;
    client.turn().await;
    client.play("b2").await;
    eventually(|| starts(&folder) == ["thinking"]).await;
    client
        .say(&ludorum_protocol::table::ClientMessage::Undo)
        .await;
    client.until(|client| client.ply() == 0).await;
    eventually(|| starts(&folder).len() > 1).await;
    assert_eq!(starts(&folder), ["thinking", "stopped"]);
    // With the discarded answer the agent returns to the table.
    sleep(Duration::from_secs(1)).await;
    client.play("a1").await;
    play_out(&mut client).await;
    assert_eq!(failure(&client), None);
    assert_eq!(starts(&folder), ["thinking", "stopped"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seed_that_is_known_to_all_does_not_lead_to_what_an_agent_is_told() {
    let folder = folder();
    let running = start_in(&folder, local()).await;
    for _ in 0..2 {
        let host = running.person().await;
        let settings = TableSettings {
            seed: Some(7),
            ..TableSettings::new("test", "tictactoe")
        };
        let table = running.open_with(&host, settings, &[agent("@nosy")]).await;
        running.start(&host, &table.id).await.unwrap();
        let mut client = Client::at(&running, &table.id, Some(&host)).await;
        client.turn().await;
        client.play("b2").await;
        client.turn().await;
    }
    let told = std::fs::read_to_string(folder.join("seeds")).unwrap();
    let mut told: Vec<&str> = told.lines().collect();
    assert_eq!(
        told.len(),
        4,
        "at the beginning and at its turn, in both games"
    );
    told.sort_unstable();
    told.dedup();
    assert_eq!(
        told.len(),
        4,
        "all are different, though the games are the same"
    );
}
