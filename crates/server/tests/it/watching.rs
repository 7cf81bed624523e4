//! Spectators: admitted only if the host allows it, and without the right to move.

use ludorum_protocol::ErrorCode;
use ludorum_protocol::lobby::{NewTable, TableInfo, TableSettings, WatchRequest};

use crate::client::{Client, here};
use crate::start;

#[tokio::test(flavor = "multi_thread")]
async fn spectators_see_every_move_of_an_open_game_and_cannot_move() {
    let running = start().await;
    let (host, _, id) = running.two_players("tictactoe").await;
    let stranger = running.person().await;
    let mut first = Client::at(&running, &id, Some(&host)).await;
    let mut nobody = Client::at(&running, &id, None).await;
    let mut somebody = Client::at(&running, &id, Some(&stranger)).await;
    first.turn().await;
    first.play("b2").await;
    for client in [&mut nobody, &mut somebody] {
        client.until(|client| client.ply() == 1).await;
        assert_eq!(client.moves(), ["b2"]);
        let game = client.game.as_ref().unwrap();
        assert!(game.position.is_some() && game.moves.is_none());
        client.attempt("a1").await;
        let refused = client.refusal().await;
        assert!(matches!(
            refused,
            ErrorCode::NotSeated | ErrorCode::NotYourTurn
        ));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn where_the_host_does_not_want_them_they_are_sent_away() {
    let running = start().await;
    let (host, guest) = (running.person().await, running.person().await);
    let settings = TableSettings {
        spectators: false,
        ..TableSettings::new("test", "tictactoe")
    };
    let table = running.open_with(&host, settings, &[]).await;
    running.join(&guest, &table.id).await.unwrap();
    running.start(&host, &table.id).await.unwrap();
    let stranger = running.person().await;
    for who in [None, Some(&stranger)] {
        let mut client = Client::at(&running, &table.id, who).await;
        assert_eq!(client.refusal().await, ErrorCode::NotAllowed);
        assert!(
            client.hear().await.is_none(),
            "and the connection is closed"
        );
        assert!(client.game.is_none() && client.events.is_empty());
    }
    for who in [&host, &guest] {
        let mut client = Client::at(&running, &table.id, Some(who)).await;
        client.until(|client| client.game.is_some()).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_knows_the_password_may_watch() {
    let running = start().await;
    let (host, stranger) = (running.person().await, running.person().await);
    let new = NewTable {
        settings: TableSettings::new("locked", "tictactoe"),
        password: Some("sesame".to_owned()),
        seats: vec![here("host"), here("friend")],
        name: "host".to_owned(),
    };
    let table: TableInfo = running.post(&host, "tables", &new).await.unwrap();
    running.start(&host, &table.id).await.unwrap();
    let enter = async |password: &str| -> Option<ErrorCode> {
        let path = format!("tables/{}/enter", table.id);
        let password = password.to_owned();
        running
            .post_empty(&stranger, &path, &WatchRequest { password })
            .await
    };
    assert_eq!(enter("open").await, Some(ErrorCode::WrongPassword));
    let mut client = Client::at(&running, &table.id, Some(&stranger)).await;
    assert_eq!(client.refusal().await, ErrorCode::PasswordNeeded);
    assert_eq!(enter("sesame").await, None);
    let mut client = Client::at(&running, &table.id, Some(&stranger)).await;
    client.until(|client| client.game.is_some()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn everyone_knows_how_many_watch() {
    let running = start().await;
    let (host, guest, id) = running.two_players("tictactoe").await;
    let stranger = running.person().await;
    let mut first = Client::at(&running, &id, Some(&host)).await;
    let mut second = Client::at(&running, &id, Some(&guest)).await;
    let watched_by = |count: u32| {
        move |client: &Client| {
            let table = client.table.as_ref();
            table.is_some_and(|table| table.watching == count)
        }
    };
    first.until(watched_by(0)).await;
    // A person with two connections counts once, and players do not count.
    let one = Client::at(&running, &id, Some(&stranger)).await;
    let again = Client::at(&running, &id, Some(&stranger)).await;
    let nobody = Client::at(&running, &id, None).await;
    for client in [&mut first, &mut second] {
        client.until(watched_by(2)).await;
    }
    let listed: Vec<TableInfo> = serde_json::from_str(&running.text("/api/tables").await).unwrap();
    assert_eq!(listed[0].watching, 2);
    drop((one, nobody));
    first.until(watched_by(1)).await;
    drop(again);
    first.until(watched_by(0)).await;
}
