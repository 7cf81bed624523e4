//! Idle tables are archived, and restored when a client returns.

use std::sync::Arc;
use std::time::Duration;

use axum::http::Method;
use ludorum_protocol::lobby::{ReplayInfo, TableInfo, TablePhase, TableSettings, Visibility};
use ludorum_protocol::table::{ClientMessage, Event};
use ludorum_server::storage::{MemoryStorage, Storage};
use ludorum_server::{Config, ServerGames};
use tokio::time::sleep;

use crate::client::{Client, Person};
use crate::{Running, generous, start, start_with};

const NEVER: Duration = Duration::from_secs(3600);
const SOON: Duration = Duration::from_millis(100);

async fn keeping(over: Duration, idle: Duration, storage: &Arc<MemoryStorage>) -> Running {
    let config = Config {
        archive_finished_after: over,
        archive_idle_after: idle,
        ..generous()
    };
    start_with(config, storage.clone(), ServerGames::catalog()).await
}

async fn listed(running: &Running, who: &Person) -> Vec<String> {
    let tables: Vec<TableInfo> = running.ask(who, Method::GET, "tables", &()).await.unwrap();
    tables.into_iter().map(|table| table.id).collect()
}

/// Waits until a table is archived.
async fn is_archived(running: &Running, who: &Person, storage: &MemoryStorage, id: &str) {
    for _ in 0..600 {
        if storage.live().unwrap().is_empty() {
            assert!(!listed(running, who).await.contains(&id.to_owned()));
            return;
        }
        sleep(Duration::from_millis(50)).await;
    }
    panic!("the table is never archived");
}

#[test]
fn the_times_are_those_of_the_thesis_unless_told() {
    let config = Config::default();
    assert_eq!(config.archive_finished_after, Duration::from_secs(20 * 60));
    assert_eq!(config.archive_idle_after, Duration::from_secs(60 * 60));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_idle_table_is_archived_and_revived_in_the_middle_of_its_game() {
    let storage = Arc::new(MemoryStorage::new());
    let running = keeping(NEVER, SOON, &storage).await;
    let (host, guest, id) = running.two_players("tictactoe").await;
    let mut first = Client::at(&running, &id, Some(&host)).await;
    first.turn().await;
    first.play("b2").await;
    // A connected client prevents archiving.
    sleep(SOON * 3).await;
    assert_eq!(listed(&running, &host).await, [id.as_str()]);
    drop(first);
    is_archived(&running, &host, &storage, &id).await;
    let mut second = Client::at(&running, &id, Some(&guest)).await;
    second.turn().await;
    assert_eq!(second.moves(), ["b2"]);
    second.play("a1").await;
    assert_eq!(storage.live().unwrap(), [id.as_str()]);
    assert_eq!(listed(&running, &host).await, [id]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_table_is_archived_and_its_replay_is_kept() {
    let storage = Arc::new(MemoryStorage::new());
    let running = keeping(SOON, NEVER, &storage).await;
    let (host, guest, id) = running.two_players("tictactoe").await;
    let mut first = Client::at(&running, &id, Some(&host)).await;
    // A table with an unfinished game is archived only after the longer idle timeout.
    sleep(SOON * 3).await;
    first.say(&ClientMessage::Resign).await;
    first.until(is_over).await;
    drop(first);
    is_archived(&running, &host, &storage, &id).await;
    let replays: Vec<ReplayInfo> = running
        .ask(&host, Method::GET, "replays", &())
        .await
        .unwrap();
    assert_eq!(replays.len(), 1);
    assert_eq!(replays[0].seats, ["host", "guest"]);
    // A returning player finds the finished game and may ask for a rematch.
    let mut first = Client::at(&running, &id, Some(&host)).await;
    let mut second = Client::at(&running, &id, Some(&guest)).await;
    first.until(is_over).await;
    first.say(&ClientMessage::Rematch).await;
    second.say(&ClientMessage::Rematch).await;
    let is_playing = |client: &Client| client.table.as_ref().unwrap().phase == TablePhase::Playing;
    first.until(is_playing).await;
}

fn is_over(client: &Client) -> bool {
    let game = client.game.as_ref();
    game.is_some_and(|game| game.verdict.is_some())
}

#[tokio::test(flavor = "multi_thread")]
async fn replays_of_unlisted_tables_are_found_by_those_who_played_only() {
    let running = start().await;
    let (host, guest) = (running.person().await, running.person().await);
    let secret = TableSettings {
        visibility: Visibility::Unlisted,
        ..TableSettings::new("secret", "tictactoe")
    };
    let table = running.open_with(&host, secret, &[]).await;
    running.join(&guest, &table.id).await.unwrap();
    running.start(&host, &table.id).await.unwrap();
    let mut client = Client::at(&running, &table.id, Some(&host)).await;
    client.say(&ClientMessage::Resign).await;
    client.until(is_over).await;
    let ended = client.events.iter().find_map(|event| match event {
        Event::Ended { replay, .. } => Some(replay.clone()),
        _ => None,
    });
    let replays: Vec<ReplayInfo> = running
        .ask(&host, Method::GET, "replays", &())
        .await
        .unwrap();
    assert_eq!(replays, []);
    let request = axum::http::Request::get(format!("/api/replays/{}", ended.unwrap()));
    let request = request.header("host", "localhost");
    let (status, _) = running
        .request(request.body(axum::body::Body::empty()).unwrap())
        .await;
    assert!(status.is_success());
}
