//! Pondering: agents limited by time search while a person is to move, without delaying any move.

use std::sync::Arc;
use std::time::Duration;

use ludorum_server::storage::MemoryStorage;
use ludorum_server::{Config, ServerGames};
use tokio::time::{sleep, timeout};

use crate::client::{Client, Person, agent};
use crate::numbers::number;
use crate::{Running, generous, start_with};

async fn with_threads(think_threads: usize) -> Running {
    let config = Config {
        think_threads,
        ..generous()
    };
    start_with(
        config,
        Arc::new(MemoryStorage::new()),
        ServerGames::catalog(),
    )
    .await
}

/// Waits until this many agents are pondering.
async fn pondering(running: &Running, count: f64) {
    let reached = async {
        while number(running, "ludorum_pondering").await != count {
            sleep(Duration::from_millis(5)).await;
        }
    };
    let reached = timeout(Duration::from_secs(60), reached).await;
    reached.expect("in time");
}

/// Starts a game of YINSH in which the agent has moved and a person is to move.
async fn begun(running: &Running, spec: &str) -> (Person, Client) {
    let host = running.person().await;
    let table = running.open(&host, "yinsh", &[agent(spec)]).await;
    running.start(&host, &table.id).await.unwrap();
    let mut client = Client::at(running, &table.id, Some(&host)).await;
    for _ in 0..6 {
        move_on(&mut client).await;
    }
    client.turn().await;
    (host, client)
}

async fn move_on(client: &mut Client) {
    let moves = client.turn().await.expect("a move");
    client.play(&moves[0]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_agent_thinks_while_a_person_does_until_the_person_moves_or_goes() {
    let running = with_threads(2).await;
    let (_, mut client) = begun(&running, "champion:time=20ms").await;
    for _ in 0..3 {
        pondering(&running, 1.0).await;
        // The agent replies at once, so it has stopped pondering.
        move_on(&mut client).await;
        client.turn().await;
    }
    pondering(&running, 1.0).await;
    drop(client);
    pondering(&running, 0.0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_has_to_move_gets_the_thread_of_an_agent_that_ponders() {
    let running = with_threads(1).await;
    let (_, mut first) = begun(&running, "champion:time=20ms").await;
    pondering(&running, 1.0).await;
    let (_, mut second) = begun(&running, "champion:nodes=100").await;
    pondering(&running, 0.0).await;
    // Both games continue; when the thread is free, the agent of the first game ponders again.
    for client in [&mut second, &mut first] {
        move_on(client).await;
        client.turn().await;
    }
    pondering(&running, 1.0).await;
    // The runtime shuts down only if its blocking threads end.
    drop(first);
    pondering(&running, 0.0).await;
}
