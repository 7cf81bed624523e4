//! Only the operator may add and remove agents.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Method, Request, StatusCode};
use ludorum_bridge::{AgentInterpreterCommands, AgentRegistry, ExternalAgentFactory};
use ludorum_protocol::lobby::InstalledAgent;
use ludorum_server::storage::MemoryStorage;
use ludorum_server::{Config, ServerGames};
use serde_json::{Value, json};

use crate::{OPERATOR_TOKEN, Running, generous, start_with};

fn folder() -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("installing-{number}"));
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

async fn start_in(folder: &Path, programs: bool) -> Running {
    let config = Config {
        programs,
        ..generous()
    };
    let runners = AgentInterpreterCommands::from_file(folder.join("runners.toml"));
    let guests = ExternalAgentFactory::new(
        AgentRegistry::new(folder.join("agents")).with_interpreters(runners),
    );
    let games = ServerGames::catalog().with_guests(guests);
    start_with(config, Arc::new(MemoryStorage::new()), games).await
}

async fn ask(
    running: &Running,
    method: Method,
    path: &str,
    body: &Value,
    from: &str,
    origin: Option<&str>,
) -> (StatusCode, String) {
    let mut request = Request::builder()
        .method(method)
        .uri(format!("/api/{path}"))
        .header("host", "localhost:7878")
        .header("content-type", "application/json");
    if let Some(origin) = origin {
        request = request.header("origin", origin);
    }
    let request = match from {
        NEAR => request.header("x-ludorum-operator", OPERATOR_TOKEN),
        _ => request,
    };
    let mut request = request.body(Body::from(body.to_string())).unwrap();
    let address: SocketAddr = from.parse().unwrap();
    request.extensions_mut().insert(ConnectInfo(address));
    let (status, body) = running.request(request).await;
    (status, String::from_utf8(body).unwrap())
}

/// Client address of the operator.
const NEAR: &str = "127.0.0.1:40000";
/// Client address of another account on the operator's machine, without the token.
const NEIGHBOUR: &str = "127.0.0.1:40001";
const FAR: &str = "192.168.1.9:40000";

fn single(path: &str, content: &str) -> Value {
    json!({"files": [{"path": path, "content": content}]})
}

#[tokio::test(flavor = "multi_thread")]
async fn agents_are_added_listed_and_removed_from_here() {
    let folder = folder();
    let running = start_in(&folder, true).await;
    let own = Some("http://localhost:7878");
    let bot = single("bot.py", "import sys\n");
    let (status, body) = ask(&running, Method::POST, "agents", &bot, NEAR, own).await;
    assert_eq!(status, StatusCode::CREATED, "{body}");
    let manifest = "name = \"clever\"\nprotocol = 1\nfile = \"run.sh\"\ngames = [\"quoridor\"]\n";
    let clever = json!({"folder": "clever", "files": [
        {"path": "agent.toml", "content": manifest},
        {"path": "run.sh", "content": "IyEvYmluL3NoCg==", "encoding": "base64"},
        {"path": "data/book.txt", "content": "e4"},
    ]});
    let (status, body) = ask(&running, Method::POST, "agents", &clever, NEAR, None).await;
    assert_eq!(status, StatusCode::CREATED, "{body}");
    let script = std::fs::read_to_string(folder.join("agents/clever/run.sh")).unwrap();
    assert_eq!(script, "#!/bin/sh\n");
    // All clients may list the installed agents.
    let (_, body) = ask(&running, Method::GET, "agents", &json!(null), FAR, None).await;
    let listed: Vec<InstalledAgent> = serde_json::from_str(&body).unwrap();
    let specs: Vec<&str> = listed.iter().map(|agent| agent.spec.as_str()).collect();
    assert_eq!(specs, ["@bot", "@clever"]);
    // The name is taken until the agent is removed.
    let (status, body) = ask(&running, Method::POST, "agents", &bot, NEAR, None).await;
    assert_eq!(status, StatusCode::CONFLICT);
    let problem: Value = serde_json::from_str(&body).unwrap();
    assert_eq!(problem["code"], "agent_taken");
    assert_eq!(problem["params"]["name"], "bot");
    // A new agent may replace the old one on request.
    let mut newer = single("bot.py", "import os\n");
    newer["replace"] = json!(true);
    let (status, body) = ask(&running, Method::POST, "agents", &newer, NEAR, None).await;
    assert_eq!(status, StatusCode::CREATED, "{body}");
    let kept = std::fs::read_to_string(folder.join("agents/bot.py")).unwrap();
    assert_eq!(kept, "import os\n");
    let null = json!(null);
    let (status, _) = ask(&running, Method::DELETE, "agents/bot", &null, NEAR, own).await;
    assert_eq!(status, StatusCode::NO_CONTENT);
    let (status, _) = ask(&running, Method::DELETE, "agents/bot", &null, NEAR, own).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    let (status, _) = ask(&running, Method::POST, "agents", &bot, NEAR, None).await;
    assert_eq!(status, StatusCode::CREATED);
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_elsewhere_adds_or_removes_anything() {
    let folder = folder();
    let bot = single("bot.py", "import sys\n");
    let running = start_in(&folder, true).await;
    ask(&running, Method::POST, "agents", &bot, NEAR, None).await;
    let other = single("other.py", "import sys\n");
    let closed = start_in(&folder, false).await;
    for (running, from, origin) in [
        (&running, NEIGHBOUR, None),
        (&running, FAR, None),
        (&running, "[2001:db8::7]:1", None),
        (&running, NEAR, Some("http://evil.example")),
        (&running, NEAR, Some("null")),
        (&running, NEAR, Some("http://localhost:1234")),
        (&closed, NEAR, None),
    ] {
        for (method, path, body) in [
            (Method::POST, "agents", &other),
            (Method::DELETE, "agents/bot", &json!(null)),
        ] {
            let (status, _) = ask(running, method, path, body, from, origin).await;
            assert_eq!(
                status,
                StatusCode::FORBIDDEN,
                "{path} from {from}, {origin:?}"
            );
        }
    }
    // Large bodies are not read without the operator's token.
    let large = single("large.py", &"#".repeat(3 << 20));
    let (status, _) = ask(&running, Method::POST, "agents", &large, FAR, None).await;
    assert_eq!(status, StatusCode::FORBIDDEN);
    let names: Vec<_> = std::fs::read_dir(folder.join("agents")).unwrap().collect();
    assert_eq!(names.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn bad_names_and_too_much_are_refused_and_leave_nothing() {
    let folder = folder();
    let running = start_in(&folder, true).await;
    let many: Vec<Value> = (0..101)
        .map(|n| json!({"path": format!("f{n}.py"), "content": ""}))
        .collect();
    for body in [
        single("../bot.py", ""),
        single("/tmp/bot.py", ""),
        single("a/bot.py", ""),
        single(".bot.py", ""),
        single("", ""),
        single("large.py", &"#".repeat((2 << 20) + 1)),
        json!({"files": []}),
        json!({"folder": "../x", "files": [{"path": "main.py", "content": ""}]}),
        json!({"folder": "a/b", "files": [{"path": "main.py", "content": ""}]}),
        json!({"folder": "x", "files": [{"path": "../../main.py", "content": ""}]}),
        json!({"folder": "x", "files": [{"path": "nothing.txt", "content": ""}]}),
        json!({"folder": "x", "files": many}),
        json!({"files": [{"path": "a.py", "content": ""}, {"path": "b.py", "content": ""}]}),
        json!({"files": [{"path": "a.py", "content": "*", "encoding": "base64"}]}),
        json!({"files": [{"path": "unknown.xyz", "content": ""}]}),
    ] {
        let (status, answer) = ask(&running, Method::POST, "agents", &body, NEAR, None).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{answer}");
    }
    let huge = single("huge.py", &"#".repeat(5 << 20));
    let (status, _) = ask(&running, Method::POST, "agents", &huge, NEAR, None).await;
    assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE);
    let left = std::fs::read_dir(folder.join("agents")).map_or(0, Iterator::count);
    assert_eq!(left, 0, "nothing is left behind");
    assert!(!folder.join("bot.py").exists() && !folder.join("x").exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_runs_python_is_set_from_here_only() {
    let folder = folder();
    let running = start_in(&folder, true).await;
    let set = |command: Value, from: &'static str| {
        let body = json!({ "command": command });
        let running = &running;
        async move { ask(running, Method::PUT, "runners/py", &body, from, None).await }
    };
    let command = async || {
        let (status, body) = ask(&running, Method::GET, "runners", &json!({}), NEAR, None).await;
        assert_eq!(status, StatusCode::OK, "{body}");
        let all: Value = serde_json::from_str(&body).unwrap();
        let of = |runner: &&Value| runner["ending"] == "py";
        let py = all.as_array().unwrap().iter().find(of).unwrap().clone();
        assert_eq!(py["usual"], "python3");
        py["command"].clone()
    };
    assert_eq!(command().await, Value::Null);
    assert_eq!(set(json!("sh -e"), NEAR).await.0, StatusCode::NO_CONTENT);
    assert_eq!(command().await, "sh -e");
    let (status, body) = set(json!("no-such-python"), NEAR).await;
    assert!(
        status.is_client_error() && body.contains("no-such-python"),
        "{body}"
    );
    for from in [NEIGHBOUR, FAR] {
        assert_eq!(set(json!("env"), from).await.0, StatusCode::FORBIDDEN);
    }
    let (status, _) = ask(&running, Method::GET, "runners", &json!({}), FAR, None).await;
    assert!(status.is_client_error());
    assert_eq!(command().await, "sh -e");
    assert_eq!(set(Value::Null, NEAR).await.0, StatusCode::NO_CONTENT);
    assert_eq!(command().await, Value::Null);
}
