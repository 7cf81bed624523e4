//! A restarted server continues where the last one stopped.

use std::sync::Arc;

use ludorum_protocol::lobby::TablePhase;
use ludorum_protocol::table::ClientMessage;
use ludorum_server::ServerGames;
use ludorum_server::storage::MemoryStorage;

use crate::client::{Client, agent};
use crate::{generous, start_with, with_kuhn};

#[tokio::test(flavor = "multi_thread")]
async fn hidden_cards_stay_the_same_and_hidden() {
    let storage = Arc::new(MemoryStorage::new());
    let running = start_with(generous(), storage.clone(), with_kuhn()).await;
    let (host, guest, id) = running.two_players("kuhn").await;
    let mut before = Vec::new();
    for who in [Some(&host), Some(&guest), None] {
        let mut client = Client::at(&running, &id, who).await;
        client.until(|client| client.game.is_some()).await;
        before.push((client.game, client.events));
    }
    assert_ne!(before[0].0, before[1].0, "each sees a card of their own");
    drop(running);
    let running = start_with(generous(), storage, with_kuhn()).await;
    for (who, before) in [Some(&host), Some(&guest), None].into_iter().zip(before) {
        let mut client = Client::at(&running, &id, who).await;
        client.until(|client| client.game.is_some()).await;
        assert_eq!((client.game, client.events), before);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_agent_that_was_thinking_thinks_again() {
    let storage = Arc::new(MemoryStorage::new());
    let running = start_with(generous(), storage.clone(), ServerGames::catalog()).await;
    let host = running.person().await;
    let table = running
        .open(&host, "tictactoe", &[agent("mcts:time=1s")])
        .await;
    running.start(&host, &table.id).await.unwrap();
    let mut client = Client::at(&running, &table.id, Some(&host)).await;
    client.turn().await;
    client.play("b2").await;
    let last = client.last;
    drop((running, client));
    let running = start_with(generous(), storage, ServerGames::catalog()).await;
    let mut client = Client::since(&running, &table.id, Some(&host), last).await;
    client.until(|client| client.game.is_some()).await;
    assert_eq!(client.ply(), 1, "it is the agent's turn");
    assert!(client.turn().await.is_some());
    assert_eq!(client.ply(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn wishes_and_ticks_are_kept() {
    let storage = Arc::new(MemoryStorage::new());
    let running = start_with(generous(), storage.clone(), ServerGames::catalog()).await;
    let (host, guest) = (running.person().await, running.person().await);
    let table = running.open(&host, "tictactoe", &[]).await;
    running.join(&guest, &table.id).await.unwrap();
    drop(running);
    let running = start_with(generous(), storage.clone(), ServerGames::catalog()).await;
    let started = running.start(&host, &table.id).await.unwrap();
    assert_eq!(started.phase, TablePhase::Playing);
    let mut first = Client::at(&running, &table.id, Some(&host)).await;
    first.turn().await;
    first.play("b2").await;
    first.say(&ClientMessage::Undo).await;
    let is_asked = |client: &Client| client.game.as_ref().unwrap().undo_asked == Some(0);
    first.until(is_asked).await;
    drop((running, first));
    let running = start_with(generous(), storage, ServerGames::catalog()).await;
    let mut second = Client::at(&running, &table.id, Some(&guest)).await;
    second.until(|client| client.game.is_some()).await;
    let accept = ClientMessage::AnswerUndo { accept: true };
    second.say(&accept).await;
    second.until(|client| client.ply() == 0).await;
}
