//! Taking moves back: free alone, by agreement with others.

use ludorum_protocol::Code;
use ludorum_protocol::table::{ClientMessage, Event};

use crate::client::{Client, agent};
use crate::start;

#[tokio::test(flavor = "multi_thread")]
async fn alone_it_is_free() {
    let running = start().await;
    let host = running.person().await;
    let table = running.open(&host, "tictactoe", &[agent("minimax")]).await;
    running.start(&host, &table.id).await.unwrap();
    let mut client = Client::at(&running, &table.id, Some(&host)).await;
    client.turn().await;
    client.say(&ClientMessage::Undo).await;
    assert_eq!(client.refusal().await, Code::NothingToUndo);
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
    // Who asked cannot agree with themselves.
    first.say(&ClientMessage::AnswerUndo { accept: true }).await;
    assert_eq!(first.refusal().await, Code::NoUndoAsked);
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
