//! Fair scheduling: agents of one address do not block those of others.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Request, StatusCode};
use ludorum_protocol::lobby::TableInfo;
use ludorum_protocol::table::{Event, ExceededAgentLimit};
use ludorum_protocol::{ApiProblem, ErrorCode};
use ludorum_server::storage::MemoryStorage;
use ludorum_server::{Config, ServerGames};
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::client::{Client, Person};
use crate::{Running, generous, start_with};

/// Maximum waiting time; far less than the thinking time of the other agents.
const SOON: Duration = Duration::from_secs(10);

/// Spec of an agent that searches until it is stopped.
const ENDLESS: &str = "mcts:iterations=90000000,memory=16";

impl Running {
    /// Sends a POST request from a client address.
    async fn post_from(
        &self,
        address: &str,
        who: &Person,
        path: &str,
        body: &Value,
    ) -> Result<TableInfo, ApiProblem> {
        let address: SocketAddr = format!("{address}:4000").parse().unwrap();
        let request = Request::post(format!("/api/{path}"))
            .extension(ConnectInfo(address))
            .header("host", "localhost")
            .header("content-type", "application/json")
            .header("authorization", format!("Bearer {}", who.token));
        let request = request.body(Body::from(body.to_string())).unwrap();
        let (status, body) = self.request(request).await;
        match status {
            StatusCode::OK | StatusCode::CREATED => Ok(serde_json::from_slice(&body).unwrap()),
            _ => Err(serde_json::from_slice(&body).unwrap()),
        }
    }

    /// Opens a table from a client address with these seats, and starts its game.
    async fn played_from(&self, address: &str, who: &Person, seats: Value) -> TableInfo {
        let table = json!({
            "settings": {"name": "test", "game": "quoridor:size=11", "thinking": false},
            "seats": seats, "name": "host",
        });
        let table = self.post_from(address, who, "tables", &table).await;
        let id = table.unwrap().id;
        let start = format!("tables/{id}/start");
        self.post_from(address, who, &start, &json!(null))
            .await
            .unwrap()
    }

    async fn crowded(&self) {
        let nuisance = self.person().await;
        for _ in 0..4 {
            let seats = json!([seat(ENDLESS), seat(ENDLESS)]);
            self.played_from("10.0.0.1", &nuisance, seats).await;
        }
    }
}

fn seat(spec: &str) -> Value {
    json!({"kind": "agent", "spec": spec})
}

fn few_threads() -> Config {
    Config {
        think_threads: 1,
        max_think_time: Duration::from_secs(15),
        ..generous()
    }
}

/// Plays a game against a fast agent and one between fast agents, while agents of another address
/// search for a long time.
async fn plays_on(running: &Running) {
    let person = running.person().await;
    let (quick, me) = (
        seat("mcts:iterations=100"),
        json!({"kind": "here", "name": "host"}),
    );
    let table = running
        .played_from("10.0.0.2", &person, json!([quick, me]))
        .await;
    let mut client = Client::at(running, &table.id, Some(&person)).await;
    timeout(SOON, client.turn()).await.expect("answered soon");

    let among_themselves = running
        .played_from("10.0.0.2", &person, json!([quick, quick]))
        .await;
    let mut spectator = Client::at(running, &among_themselves.id, None).await;
    let several = spectator.until(|spectator| spectator.ply() >= 3);
    timeout(SOON, several).await.expect("they play");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_address_does_not_keep_the_agents_of_others_waiting() {
    let storage = Arc::new(MemoryStorage::new());
    let running = start_with(few_threads(), storage.clone(), ServerGames::catalog()).await;
    running.crowded().await;
    plays_on(&running).await;

    // The same tables do not block others after a restart either.
    drop(running);
    let again = start_with(few_threads(), storage, ServerGames::catalog()).await;
    plays_on(&again).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn waiting_for_others_changes_no_choice() {
    let storage = Arc::new(MemoryStorage::new());
    let running = start_with(few_threads(), storage, ServerGames::catalog()).await;
    let person = running.person().await;
    let mut games = Vec::new();
    for is_crowded in [false, true] {
        if is_crowded {
            running.crowded().await;
        }
        let agent = seat("mcts:iterations=2000");
        let table = json!({
            "settings": {"name": "test", "game": "tictactoe", "seed": 7},
            "seats": [agent, agent], "name": "host",
        });
        let table = running.post_from("10.0.0.2", &person, "tables", &table);
        let id = table.await.unwrap().id;
        let start = format!("tables/{id}/start");
        let started = running.post_from("10.0.0.2", &person, &start, &json!(null));
        started.await.unwrap();
        let mut client = Client::at(&running, &id, Some(&person)).await;
        let is_over = |client: &Client| {
            let game = client.game.as_ref();
            game.is_some_and(|game| game.verdict.is_some())
        };
        client.until(is_over).await;
        games.push(client.moves());
    }
    assert!(games[0].len() >= 5);
    assert_eq!(games[0], games[1]);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_agent_that_thinks_for_too_long_is_stopped_and_everyone_is_told() {
    let storage = Arc::new(MemoryStorage::new());
    let config = Config {
        max_think_time: Duration::from_millis(300),
        ..few_threads()
    };
    let running = start_with(config.clone(), storage.clone(), ServerGames::catalog()).await;
    let person = running.person().await;
    let me = json!({"kind": "here", "name": "host"});
    let table = running
        .played_from("10.0.0.2", &person, json!([seat(ENDLESS), me]))
        .await;
    let mut client = Client::at(&running, &table.id, Some(&person)).await;
    client.turn().await;
    let told = |client: &Client| {
        let limited = |event: &Event| match event {
            Event::Limited { seat, limit, .. } => Some((*seat, *limit)),
            _ => None,
        };
        client.events.iter().find_map(limited)
    };
    assert_eq!(told(&client), Some((0, ExceededAgentLimit::Time)));

    // Clients that reconnect after a restart are informed too.
    drop((client, running));
    let again = start_with(config, storage, ServerGames::catalog()).await;
    let mut client = Client::at(&again, &table.id, Some(&person)).await;
    client.turn().await;
    assert_eq!(told(&client), Some((0, ExceededAgentLimit::Time)));
}

#[tokio::test]
async fn an_address_has_only_so_many_tables() {
    let config = Config {
        tables_per_address: 2,
        ..generous()
    };
    let running = start_with(
        config,
        Arc::new(MemoryStorage::new()),
        ServerGames::catalog(),
    )
    .await;
    let new =
        json!({"settings": {"name": "test", "game": "tictactoe"}, "seats": [], "name": "host"});
    for _ in 0..2 {
        let person = running.person().await;
        let opened = running.post_from("10.0.0.1", &person, "tables", &new);
        opened.await.unwrap();
    }
    let person = running.person().await;
    let refused = running.post_from("10.0.0.1", &person, "tables", &new).await;
    let refused = refused.unwrap_err();
    assert_eq!(refused.code, ErrorCode::TooManyTables);
    assert_eq!(refused.params["most"], "2");
    let other = running.post_from("10.0.0.2", &person, "tables", &new).await;
    assert!(other.is_ok());
}

#[tokio::test]
async fn strangers_ask_for_no_more_than_there_is() {
    let config = Config {
        programs: true,
        max_search_memory: 32 << 20,
        ..generous()
    };
    let running = start_with(
        config,
        Arc::new(MemoryStorage::new()),
        ServerGames::catalog(),
    )
    .await;
    let (person, operator) = (running.person().await, running.operator().await);
    let new = |spec: &str| {
        json!({
            "settings": {"name": "test", "game": "quoridor:size=11"},
            "seats": [seat(spec), seat("random")], "name": "host",
        })
    };
    for (spec, told) in [
        (
            "mcts:iterations=1000000000000",
            "iterations is at most 100000000",
        ),
        ("mcts:nodes=1000000000000", "nodes is at most 100000000"),
        ("mcts:memory=33", "memory is at most 32"),
        ("pvs:table=64", "table is at most 32"),
        ("pvs:threads=5", "threads is at most 4"),
        ("mcts:time=10m", "time is at most 30s"),
    ] {
        let new = new(spec);
        let refused = running.post_from("10.0.0.1", &person, "tables", &new);
        let refused = refused.await.unwrap_err();
        assert_eq!(refused.code, ErrorCode::BadAgent, "{spec}");
        assert!(refused.params["reason"].starts_with(told), "{refused:?}");
        // The operator may exceed the limits.
        let own: Result<TableInfo, ApiProblem> = running.post(&operator, "tables", &new).await;
        assert!(own.is_ok(), "{spec}: {own:?}");
    }
    // Default parameters are limited too, and the spec shows the limit.
    let new = new("mcts");
    let opened = running.post_from("10.0.0.1", &person, "tables", &new);
    let agent = opened.await.unwrap().seats[0].agent.clone();
    assert_eq!(agent.as_deref(), Some("mcts:memory=32"));
}
