//! Revealed tables: all clients see hidden information, as announced before anybody joins.

use std::sync::Arc;

use axum::http::Method;
use ludorum_protocol::lobby::{TableInfo, TableSettings};
use ludorum_protocol::table::{ClientMessage, DrawingStyle, Event, ServerMessage};
use ludorum_protocol::{ApiProblem, ErrorCode, VERSION};
use ludorum_server::Config;
use ludorum_server::storage::MemoryStorage;

use crate::client::{Client, Person, agent};
use crate::hidden::seed_that_deals;
use crate::{Running, generous, start_with, with_kuhn};

/// Starts a server that deals card 1 to the first seat and card 3 to the second.
async fn dealing() -> Running {
    let config = Config {
        seed: Some(seed_that_deals([1, 3])),
        ..generous()
    };
    start_with(config, Arc::new(MemoryStorage::new()), with_kuhn()).await
}

fn revealed(game: &str) -> TableSettings {
    TableSettings {
        reveal: true,
        ..TableSettings::new("study", game)
    }
}

fn told(client: &Client) -> Vec<String> {
    let moved = client.events.iter().filter_map(|event| match event {
        Event::Moved { text, .. } => Some(text.clone()),
        _ => None,
    });
    moved.collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn everyone_sees_everything_those_who_watch_too() {
    let running = dealing().await;
    let (host, guest) = (running.person().await, running.person().await);
    let table = running.open_with(&host, revealed("kuhn"), &[]).await;
    assert!(table.settings.reveal, "whoever finds it knows");
    running.join(&guest, &table.id).await.unwrap();
    running.start(&host, &table.id).await.unwrap();
    for who in [Some(&host), Some(&guest), None] {
        let mut client = Client::at(&running, &table.id, who).await;
        client.until(|client| client.game.is_some()).await;
        let game = client.game.as_ref().unwrap();
        assert_eq!(game.position.as_deref(), Some("13"));
        assert_eq!(told(&client), ["deal1", "deal3"]);
    }
    let mut terminal = Client::silent(&running, &table.id, None).await;
    let hello = ClientMessage::Hello {
        version: VERSION,
        last: None,
        seat: None,
        drawing: DrawingStyle::Plain,
    };
    terminal.say(&hello).await;
    terminal.until(|client| client.game.is_some()).await;
    let drawing = terminal.game.unwrap().drawing.unwrap();
    let cards = ["host:\nyour card 1", "guest:\nyour card 3"];
    assert!(cards.iter().all(|card| drawing.contains(card)), "{drawing}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_an_agent_thinks_is_hidden_unless_the_table_is_revealed() {
    for (settings, is_shown) in [
        (revealed("kuhn"), true),
        (TableSettings::new("test", "kuhn"), false),
    ] {
        let running = dealing().await;
        let host = running.person().await;
        let table = running.open_with(&host, settings, &[agent("random")]).await;
        running.start(&host, &table.id).await.unwrap();
        let mut client = Client::at(&running, &table.id, Some(&host)).await;
        client.turn().await;
        client.play("pass").await;
        let mut thoughts = 0;
        while client.ply() < 4 {
            let message = client.hear().await.unwrap();
            thoughts += u32::from(matches!(message, ServerMessage::Thought { .. }));
        }
        assert_eq!(thoughts > 0, is_shown);
    }
}

async fn change(
    running: &Running,
    host: &Person,
    table: &TableInfo,
    settings: TableSettings,
) -> Result<TableInfo, ApiProblem> {
    let path = format!("tables/{}", table.id);
    running.ask(host, Method::PATCH, &path, &settings).await
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_revealed_later() {
    let running = dealing().await;
    let host = running.person().await;
    let table = running.open(&host, "kuhn", &[]).await;
    let refused = change(&running, &host, &table, revealed("kuhn")).await;
    assert_eq!(refused.unwrap_err().code, ErrorCode::NotAllowed);
    // A change to an open game in between must not allow it either.
    let open = change(&running, &host, &table, revealed("tictactoe")).await;
    assert!(!open.unwrap().settings.reveal);
    let refused = change(&running, &host, &table, revealed("kuhn")).await;
    assert_eq!(refused.unwrap_err().code, ErrorCode::NotAllowed);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_is_hidden_again_when_the_host_says_so() {
    let running = dealing().await;
    let host = running.person().await;
    let table = running.open_with(&host, revealed("kuhn"), &[]).await;
    let hidden = change(&running, &host, &table, TableSettings::new("test", "kuhn")).await;
    assert!(!hidden.unwrap().settings.reveal);
}
