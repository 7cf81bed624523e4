//! Hints: only for the player to move; between people only if the host has enabled them.

use ludorum_protocol::ErrorCode;
use ludorum_protocol::lobby::{TableInfo, TableSettings};
use ludorum_protocol::table::{ClientMessage, ServerMessage};
use serde_json::json;

use crate::client::{Client, agent, here};
use crate::start;

fn with_hints(hints: Option<bool>) -> TableSettings {
    TableSettings {
        hints,
        ..TableSettings::new("test", "tictactoe")
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_to_move_gets_one_and_nobody_else_hears_of_it() {
    let running = start().await;
    let (host, guest) = (running.person().await, running.person().await);
    let table = running.open_with(&host, with_hints(Some(true)), &[]).await;
    running.join(&guest, &table.id).await.unwrap();
    running.start(&host, &table.id).await.unwrap();
    let mut first = Client::at(&running, &table.id, Some(&host)).await;
    let mut second = Client::at(&running, &table.id, Some(&guest)).await;
    let moves = first.turn().await.unwrap();
    second.until(|client| client.game.is_some()).await;
    second.say(&ClientMessage::Hint).await;
    assert_eq!(second.refusal().await, ErrorCode::NotYourTurn);
    first.say(&ClientMessage::Hint).await;
    let thought = loop {
        if let Some(ServerMessage::Hint { thought }) = first.hear().await {
            break thought;
        }
    };
    assert!(moves.contains(&thought.best), "{}", thought.best);
    first.play(&thought.best).await;
    second.turn().await;
    assert!(!second.heard.iter().any(|text| text.contains("\"hint\"")));
}

#[tokio::test(flavor = "multi_thread")]
async fn between_people_there_are_none_unless_it_was_said_and_agreed_to() {
    let running = start().await;
    // Between two people hints are off by default, with one device or two.
    let (host, _, id) = running.two_players("tictactoe").await;
    let host_alone = running.person().await;
    let screen = running
        .open_with(&host_alone, with_hints(None), &[here("friend")])
        .await;
    running.start(&host_alone, &screen.id).await.unwrap();
    for (who, id) in [(&host, &id), (&host_alone, &screen.id)] {
        let mut client = Client::at(&running, id, Some(who)).await;
        client.turn().await;
        client.say(&ClientMessage::Hint).await;
        assert_eq!(client.refusal().await, ErrorCode::NotAllowed);
    }
    // Against agents hints are on by default.
    let table = running
        .open_with(&host, with_hints(None), &[agent("random")])
        .await;
    running.start(&host, &table.id).await.unwrap();
    let mut client = Client::at(&running, &table.id, Some(&host)).await;
    client.turn().await;
    client.say(&ClientMessage::Hint).await;
    let hint = |text: &String| text.contains("\"type\":\"hint\"");
    client.until(|client| client.heard.iter().any(hint)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn hints_that_are_allowed_later_have_to_be_agreed_to_again() {
    let running = start().await;
    let (host, guest) = (running.person().await, running.person().await);
    let table = running.open_with(&host, with_hints(None), &[]).await;
    running.join(&guest, &table.id).await.unwrap();
    let path = format!("tables/{}", table.id);
    let put = axum::http::Method::PATCH;
    let changed: TableInfo = running
        .ask(&host, put, &path, &with_hints(Some(true)))
        .await
        .unwrap();
    assert!(!changed.seats[1].ready);
    assert_eq!(
        running.start(&host, &table.id).await.unwrap_err().code,
        ErrorCode::NotReady
    );
    let path = format!("tables/{}/ready", table.id);
    let ready = json!({"ready": true});
    let _: TableInfo = running.post(&guest, &path, &ready).await.unwrap();
    running.start(&host, &table.id).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn where_the_host_does_not_want_them_there_are_none() {
    let running = start().await;
    let host = running.person().await;
    let others = [agent("random")];
    let table = running
        .open_with(&host, with_hints(Some(false)), &others)
        .await;
    running.start(&host, &table.id).await.unwrap();
    let mut client = Client::at(&running, &table.id, Some(&host)).await;
    client.turn().await;
    client.say(&ClientMessage::Hint).await;
    assert_eq!(client.refusal().await, ErrorCode::NotAllowed);
}
