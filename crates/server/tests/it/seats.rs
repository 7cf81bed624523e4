//! Seats: nobody can take a person's seat, and people who leave get their seats back.

use std::sync::Arc;
use std::time::Duration;

use ludorum_protocol::ErrorCode;
use ludorum_protocol::lobby::{
    JoinRequest, SeatInfo, SeatKind, SeatOccupantChoice, TableInfo, TableSettings,
};
use ludorum_protocol::table::{ClientMessage, Event};
use ludorum_server::storage::MemoryStorage;
use ludorum_server::{Config, ServerGames};

use crate::client::{Client, Person, agent, here};
use crate::{generous, start, start_with};

#[tokio::test(flavor = "multi_thread")]
async fn whoever_claims_the_seat_of_another_gets_nothing() {
    let running = start().await;
    let (host, guest, id) = running.two_players("tictactoe").await;
    let thief = running.person().await;
    for seat in [None, Some(0), Some(1), Some(7), Some(255)] {
        let join = JoinRequest {
            seat,
            name: "host".to_owned(),
            ..JoinRequest::default()
        };
        let joined: Result<TableInfo, _> = running
            .post(&thief, &format!("tables/{id}/join"), &join)
            .await;
        joined.unwrap_err();
    }
    let mut client = Client::silent(&running, &id, Some(&thief)).await;
    let hello = ClientMessage::Hello {
        version: 1,
        last: None,
        seat: Some(0),
        drawing: Default::default(),
    };
    client.say(&hello).await;
    client.until(|client| client.game.is_some()).await;
    assert!(client.you.as_ref().unwrap().seats.is_empty());
    assert_eq!(client.game.as_ref().unwrap().moves, None);
    for message in [
        ClientMessage::Resign,
        ClientMessage::Undo,
        ClientMessage::AnswerUndo { accept: true },
        ClientMessage::Hint,
    ] {
        client.say(&message).await;
        client.refusal().await;
    }
    client.attempt("b2").await;
    assert_eq!(client.refusal().await, ErrorCode::NotYourTurn);
    // The other player cannot move for the first, either; the first can.
    let mut second = Client::at(&running, &id, Some(&guest)).await;
    second.until(|client| client.game.is_some()).await;
    second.attempt("b2").await;
    assert_eq!(second.refusal().await, ErrorCode::NotYourTurn);
    let mut first = Client::at(&running, &id, Some(&host)).await;
    first.turn().await;
    first.play("b2").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_tables_of_one_server_hear_nothing_of_each_other() {
    let running = start().await;
    let (anna, boris, one) = running.two_players("tictactoe").await;
    let (cyril, dana, two) = running.two_players("tictactoe").await;
    let mut clients = Vec::new();
    for (who, table) in [(anna, &one), (boris, &one), (cyril, &two), (dana, &two)] {
        clients.push(Client::at(&running, table, Some(&who)).await);
    }
    for (mover, text) in [(0, "a1"), (2, "b2"), (1, "a2"), (3, "c3")] {
        clients[mover].turn().await;
        clients[mover].play(text).await;
    }
    for (client, moves) in
        clients
            .iter_mut()
            .zip([["a1", "a2"], ["a1", "a2"], ["b2", "c3"], ["b2", "c3"]])
    {
        client.until(|client| client.moves().len() == 2).await;
        assert_eq!(client.moves(), moves);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_that_comes_twice_is_played_once() {
    let running = start().await;
    let (host, _, id) = running.two_players("tictactoe").await;
    let mut client = Client::at(&running, &id, Some(&host)).await;
    client.turn().await;
    client.attempt("b2").await;
    client.attempt("b2").await;
    assert_eq!(client.refusal().await, ErrorCode::NotYourTurn);
    assert_eq!(client.moves(), ["b2"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_agent_plays_for_who_is_away_and_keeps_the_seat_once_it_has_moved() {
    let config = Config {
        away_after: Duration::from_millis(50),
        ..generous()
    };
    let running = start_with(
        config,
        Arc::new(MemoryStorage::new()),
        ServerGames::catalog(),
    )
    .await;
    let (host, guest) = (running.person().await, running.person().await);
    let settings = TableSettings {
        substitute: Some("random".to_owned()),
        ..TableSettings::new("test", "quoridor:size=5,walls=3")
    };
    let table = running.open_with(&host, settings, &[]).await;
    running.join(&guest, &table.id).await.unwrap();
    running.start(&host, &table.id).await.unwrap();
    let mut first = Client::at(&running, &table.id, Some(&host)).await;
    let second = Client::at(&running, &table.id, Some(&guest)).await;
    let moves = first.turn().await.unwrap();
    drop(second);
    first.play(&moves[0]).await;
    // The agent has moved for the second seat.
    assert!(first.turn().await.is_some());
    let seats = first.table.as_ref().unwrap().seats.clone();
    assert_eq!(seats[1].kind, SeatKind::Away);
    assert_eq!(seats[1].agent.as_deref(), Some("random"));
    let mut second = Client::at(&running, &table.id, Some(&guest)).await;
    second.until(|client| client.game.is_some()).await;
    second.say(&ClientMessage::Resign).await;
    assert_eq!(second.refusal().await, ErrorCode::OutOfGame);
    let moves = first.turn().await.unwrap();
    first.play(&moves[0]).await;
    assert!(first.turn().await.is_some(), "the agent plays on");
}

#[tokio::test(flavor = "multi_thread")]
async fn several_at_one_screen_play_with_one_connection() {
    let running = start().await;
    let host = running.person().await;
    let table = running.open(&host, "tictactoe", &[here("friend")]).await;
    running.start(&host, &table.id).await.unwrap();
    let mut client = Client::at(&running, &table.id, Some(&host)).await;
    while let Some(moves) = client.turn().await {
        client.play(&moves[0]).await;
    }
    assert!(client.moves().len() >= 5);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_game_of_the_others_goes_on_when_one_of_more_than_two_gives_up() {
    let running = start().await;
    let (host, guest) = (running.person().await, running.person().await);
    let others = [SeatOccupantChoice::Open, agent("random"), agent("random")];
    let table = running.open(&host, "quoridor:players=4", &others).await;
    running.join(&guest, &table.id).await.unwrap();
    running.start(&host, &table.id).await.unwrap();
    let mut first = Client::at(&running, &table.id, Some(&host)).await;
    let mut second = Client::at(&running, &table.id, Some(&guest)).await;
    first.turn().await;
    first.say(&ClientMessage::Resign).await;
    // An agent moves for the first seat; then the second seat is to move.
    second
        .until(|client| client.events.contains(&Event::Resigned { seat: 0 }))
        .await;
    let moves = second.turn().await.unwrap();
    assert!(second.game.as_ref().unwrap().verdict.is_none());
    let seat = second.table.as_ref().unwrap().seats[0].clone();
    assert_eq!(seat.kind, SeatKind::Away);
    assert!(seat.agent.is_some());
    second.play(&moves[0]).await;
    first.say(&ClientMessage::Resign).await;
    assert_eq!(first.refusal().await, ErrorCode::OutOfGame);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_in_the_place_of_an_agent_that_stands_in_is_refused_until_one_is_back() {
    let running = start().await;
    let (host, guest) = (running.person().await, running.person().await);
    let settings = TableSettings {
        // The agent searches for long, so that the person returns meanwhile.
        substitute: Some("mcts:time=20s".to_owned()),
        ..TableSettings::new("test", "tictactoe")
    };
    let table = running.open_with(&host, settings, &[]).await;
    running.join(&guest, &table.id).await.unwrap();
    running.start(&host, &table.id).await.unwrap();
    let mut first = Client::at(&running, &table.id, Some(&host)).await;
    first.turn().await;
    let path = format!("tables/{}/leave", table.id);
    let left: TableInfo = running.post(&host, &path, &()).await.unwrap();
    assert_eq!(left.seats[0].kind, SeatKind::Away);
    // The host has left, so the guest becomes host.
    assert_eq!(left.host, "guest");
    first.attempt("b2").await;
    assert_eq!(first.refusal().await, ErrorCode::NotYourTurn);
    let mut again = Client::at(&running, &table.id, Some(&host)).await;
    again.turn().await;
    again.play("b2").await;
    let seats = again.table.as_ref().unwrap().seats.clone();
    assert_eq!(
        (seats[0].kind, seats[0].agent.clone()),
        (SeatKind::Person, None)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn agents_have_colours_of_their_own() {
    let running = start().await;
    let host = running.person().await;
    let coloured = |colour: &str| SeatOccupantChoice::Agent {
        spec: "random".to_owned(),
        name: None,
        colour: Some(colour.to_owned()),
    };
    let settings = TableSettings::new("test", "quoridor:players=4");
    let others = [coloured("#123456"), coloured("#654321"), agent("random")];
    let table = running.open_with(&host, settings, &others).await;
    assert_eq!(table.seats[1].colour, "#123456");
    assert_eq!(table.seats[2].colour, "#654321");
    let path = format!("tables/{}/seats/3", table.id);
    let seat = async |seating: SeatOccupantChoice| {
        let put = axum::http::Method::PUT;
        let seated: Result<TableInfo, _> = running.ask(&host, put, &path, &seating).await;
        seated.map_err(|problem| problem.code)
    };
    assert_eq!(seat(coloured("#123456")).await, Err(ErrorCode::ColourTaken));
    assert_eq!(seat(coloured("red")).await, Err(ErrorCode::BadText));
    assert_eq!(
        seat(coloured("#abcdef")).await.unwrap().seats[3].colour,
        "#abcdef"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_joiner_chooses_seat_and_colour_moves_and_brings_somebody_along() {
    let running = start().await;
    let (host, guest) = (running.person().await, running.person().await);
    let table = running.open(&host, "quoridor:players=4", &[]).await;
    let join = async |seat: u8, name: &str, colour: &str| {
        let wanted = serde_json::json!({"seat": seat, "name": name, "colour": colour});
        let path = format!("tables/{}/join", table.id);
        let joined: Result<TableInfo, _> = running.post(&guest, &path, &wanted).await;
        joined.map_err(|problem| problem.code)
    };
    let put = async |who: &Person, seat: u8, seating: SeatOccupantChoice| {
        let path = format!("tables/{}/seats/{seat}", table.id);
        let put = axum::http::Method::PUT;
        let seated: Result<TableInfo, _> = running.ask(who, put, &path, &seating).await;
        seated.map_err(|problem| problem.code)
    };
    let names = |info: &TableInfo| {
        let name = |seat: &SeatInfo| seat.name.clone();
        info.seats.iter().skip(1).map(name).collect::<Vec<String>>()
    };
    // A person without a seat may not assign seats.
    assert_eq!(put(&guest, 2, here("Eve")).await, Err(ErrorCode::NotHost));
    let joined = join(2, "Boris", "#112233").await.unwrap();
    assert_eq!(joined.seats[2].colour, "#112233");
    assert_eq!(names(&joined), ["", "Boris", ""]);
    // The same person moves to another seat with another colour.
    let moved = join(3, "boris", "#445566").await.unwrap();
    assert_eq!(names(&moved), ["", "", "boris"]);
    assert_eq!(moved.seats[3].colour, "#445566");
    // A person's only seat can be left but not given up, and only the host assigns agents.
    assert_eq!(
        put(&guest, 3, SeatOccupantChoice::Open).await,
        Err(ErrorCode::NotHost)
    );
    assert_eq!(
        put(&guest, 1, agent("random")).await,
        Err(ErrorCode::NotHost)
    );
    let both = put(&guest, 1, here("Cyril")).await.unwrap();
    assert_eq!(names(&both), ["Cyril", "", "boris"]);
    assert_eq!(put(&guest, 0, here("Dora")).await, Err(ErrorCode::NotHost));
    assert_eq!(
        put(&guest, 2, here("Cyril")).await,
        Err(ErrorCode::NameTaken)
    );
    let alone = put(&guest, 1, SeatOccupantChoice::Open).await.unwrap();
    assert_eq!(names(&alone), ["", "", "boris"]);
    put(&guest, 1, here("Cyril")).await.unwrap();
    put(&host, 2, agent("random")).await.unwrap();
    running.start(&host, &table.id).await.unwrap_err();
    let path = format!("tables/{}/ready", table.id);
    let ready: TableInfo = running
        .post(&guest, &path, &serde_json::json!({"ready": true}))
        .await
        .unwrap();
    assert!(ready.seats.iter().skip(1).all(|seat| seat.ready));
    running.start(&host, &table.id).await.unwrap();
}
