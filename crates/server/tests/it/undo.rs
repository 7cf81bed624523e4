//! Take-backs: without asking if one person plays, by agreement if several do.

use std::sync::Arc;

use ludorum_catalog::{chance_rng, chance_seed};
use ludorum_core::Seed;
use ludorum_protocol::ErrorCode;
use ludorum_protocol::lobby::{ReplayInfo, TableInfo, TableSettings};
use ludorum_protocol::table::{ClientMessage, Event};
use ludorum_server::storage::MemoryStorage;
use ludorum_server::{Config, ServerGames};

use crate::client::{Client, agent};
use crate::{generous, start, start_with};

#[tokio::test(flavor = "multi_thread")]
async fn alone_it_is_free() {
    let running = start().await;
    let host = running.person().await;
    let table = running.open(&host, "tictactoe", &[agent("minimax")]).await;
    running.start(&host, &table.id).await.unwrap();
    let mut client = Client::at(&running, &table.id, Some(&host)).await;
    client.turn().await;
    client.say(&ClientMessage::Undo).await;
    assert_eq!(client.refusal().await, ErrorCode::NothingToUndo);
    client.play("a1").await;
    client.turn().await;
    assert_eq!(client.ply(), 2);
    client.say(&ClientMessage::Undo).await;
    client.until(|client| client.ply() == 0).await;
    assert!(client.turn().await.unwrap().contains(&"a1".to_owned()));
}

#[tokio::test(flavor = "multi_thread")]
async fn others_must_agree() {
    let running = start().await;
    let (host, guest, id) = running.two_players("tictactoe").await;
    let mut first = Client::at(&running, &id, Some(&host)).await;
    let mut second = Client::at(&running, &id, Some(&guest)).await;
    first.turn().await;
    first.play("a1").await;
    first.say(&ClientMessage::Undo).await;
    second
        .until(|client| client.events.contains(&Event::UndoAsked { seat: 0 }))
        .await;
    // The asker cannot accept their own request.
    first.say(&ClientMessage::AnswerUndo { accept: true }).await;
    assert_eq!(first.refusal().await, ErrorCode::NoUndoAsked);
    second
        .say(&ClientMessage::AnswerUndo { accept: false })
        .await;
    first
        .until(|client| client.events.contains(&Event::UndoRefused { seat: 1 }))
        .await;
    assert_eq!(first.ply(), 1);
    first.say(&ClientMessage::Undo).await;
    let asked = |event: &&Event| **event == Event::UndoAsked { seat: 0 };
    second
        .until(|client| client.events.iter().filter(asked).count() == 2)
        .await;
    second
        .say(&ClientMessage::AnswerUndo { accept: true })
        .await;
    first.until(|client| client.ply() == 0).await;
    first.turn().await;
    first.play("b2").await;
}

/// Finds a seed and an attack of the first seat whose outcome changes with each take-back.
fn fickle() -> (u64, String) {
    let variant = ludorum_catalog::open(BOARD).unwrap();
    let outcome = |seed: u64, attack: &str, take_backs: u32| {
        let mut position = variant.start(Seed(seed));
        position.play_text(attack).unwrap();
        position.play_chance(&mut chance_rng(chance_seed(Seed(seed), take_backs), 1))
    };
    let attacks = |seed: u64| {
        let moves = variant.start(Seed(seed)).moves().into_iter();
        moves.filter(|text| text.contains('>'))
    };
    (0..)
        .find_map(|seed| {
            let differs = |attack: &String| {
                let [first, second, third] = [0, 1, 2].map(|count| outcome(seed, attack, count));
                first != second && second != third
            };
            attacks(seed).find(differs).map(|attack| (seed, attack))
        })
        .unwrap()
}

const BOARD: &str = "dicewars:areas=6,cap=40";

/// Returns the text of the last chance event.
fn chance(client: &Client) -> String {
    let mut rolls = client.events.iter().filter_map(|event| match event {
        Event::Moved {
            seat: None, text, ..
        } => Some(text.clone()),
        _ => None,
    });
    rolls.next_back().unwrap()
}

/// Plays an attack and takes it back; returns its chance event.
async fn try_out(client: &mut Client, attack: &str) -> String {
    client.turn().await;
    client.play(attack).await;
    client.until(|client| client.ply() >= 2).await;
    let seen = chance(client);
    client.say(&ClientMessage::Undo).await;
    client.until(|client| client.ply() == 0).await;
    seen
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_take_back_chance_is_another_one_also_after_a_restart() {
    let (seed, attack) = fickle();
    let config = || Config {
        seed: Some(seed),
        ..generous()
    };
    let storage = Arc::new(MemoryStorage::new());
    let running = start_with(config(), storage.clone(), ServerGames::catalog()).await;
    let host = running.person().await;
    let table = running.open(&host, BOARD, &[agent("random")]).await;
    running.start(&host, &table.id).await.unwrap();
    let mut client = Client::at(&running, &table.id, Some(&host)).await;
    let first = try_out(&mut client, &attack).await;
    let second = try_out(&mut client, &attack).await;
    assert_ne!(first, second, "the same attack has another end");
    drop((running, client));
    let running = start_with(config(), storage, ServerGames::catalog()).await;
    let mut client = Client::at(&running, &table.id, Some(&host)).await;
    client.until(|client| client.game.is_some()).await;
    let game = client.game.clone().unwrap();
    assert_eq!((game.take_backs, game.unrated), (2, true));
    let third = try_out(&mut client, &attack).await;
    assert_ne!(second, third, "and another one after a restart");
    // The game is marked as unrated in its record and in the list.
    client.say(&ClientMessage::Resign).await;
    let is_over = |client: &Client| client.game.as_ref().unwrap().verdict.is_some();
    client.until(is_over).await;
    let replays: Vec<ReplayInfo> =
        serde_json::from_str(&running.text("/api/replays").await).unwrap();
    assert_eq!((replays[0].take_backs, replays[0].unrated), (3, true));
    let record = running
        .text(&format!("/api/replays/{}", replays[0].id))
        .await;
    let header = ludorum_record::read(record.as_bytes()).unwrap().header;
    assert_eq!(header.take_backs.count, 3);
    assert!(header.take_backs.is_unrated);
}

#[tokio::test(flavor = "multi_thread")]
async fn without_chance_or_cards_a_take_back_is_counted_and_nothing_more() {
    let running = start().await;
    let host = running.person().await;
    let table = running.open(&host, "tictactoe", &[agent("minimax")]).await;
    running.start(&host, &table.id).await.unwrap();
    let mut client = Client::at(&running, &table.id, Some(&host)).await;
    client.turn().await;
    client.play("a1").await;
    client.turn().await;
    client.say(&ClientMessage::Undo).await;
    client.until(|client| client.ply() == 0).await;
    let game = client.game.clone().unwrap();
    assert_eq!((game.take_backs, game.unrated), (1, false));
}

#[tokio::test(flavor = "multi_thread")]
async fn those_who_have_left_must_agree_too() {
    let running = start().await;
    let (host, guest) = (running.person().await, running.person().await);
    let settings = TableSettings {
        substitute: Some("random".to_owned()),
        ..TableSettings::new("test", "tictactoe")
    };
    let table = running.open_with(&host, settings, &[]).await;
    running.join(&guest, &table.id).await.unwrap();
    running.start(&host, &table.id).await.unwrap();
    let mut first = Client::at(&running, &table.id, Some(&host)).await;
    first.turn().await;
    first.play("a1").await;
    let path = format!("tables/{}/leave", table.id);
    let _: TableInfo = running.post(&guest, &path, &()).await.unwrap();
    // An agent moves for the absent person; others still cannot take back without consent.
    first.until(|client| client.ply() == 2).await;
    first.say(&ClientMessage::Undo).await;
    let is_asked = |client: &Client| client.events.contains(&Event::UndoAsked { seat: 0 });
    first.until(is_asked).await;
    assert_eq!(first.ply(), 2);
    let mut second = Client::at(&running, &table.id, Some(&guest)).await;
    second.until(is_asked).await;
    second
        .say(&ClientMessage::AnswerUndo { accept: true })
        .await;
    first.until(|client| client.ply() == 0).await;
}
