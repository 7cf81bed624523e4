//! Hints: for whoever is to move, where the host allows them.

use ludorum_protocol::Code;
use ludorum_protocol::lobby::Settings;
use ludorum_protocol::table::{ClientMessage, ServerMessage};

use crate::client::{Client, here};
use crate::start;

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_to_move_gets_one_and_nobody_else_hears_of_it() {
    let running = start().await;
    let (host, guest, id) = running.two_players("tictactoe").await;
    let mut first = Client::at(&running, &id, Some(&host)).await;
    let mut second = Client::at(&running, &id, Some(&guest)).await;
    let moves = first.turn().await.unwrap();
    second.until(|client| client.game.is_some()).await;
    second.say(&ClientMessage::Hint).await;
    assert_eq!(second.refusal().await, Code::NotYourTurn);
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
async fn where_the_host_does_not_want_them_there_are_none() {
    let running = start().await;
    let host = running.person().await;
    let settings = Settings {
        hints: false,
        ..Settings::new("test", "tictactoe")
    };
    let table = running.open_with(&host, settings, &[here("friend")]).await;
    running.start(&host, &table.id).await.unwrap();
    let mut client = Client::at(&running, &table.id, Some(&host)).await;
    client.turn().await;
    client.say(&ClientMessage::Hint).await;
    assert_eq!(client.refusal().await, Code::NotAllowed);
}
