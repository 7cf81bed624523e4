//! The lobby: lists, news, settings, passwords.

use axum::http::Method;
use futures_util::StreamExt;
use ludorum_protocol::Code;
use ludorum_protocol::lobby::{
    Join, LobbyMessage, NewTable, Phase, SeatKind, Settings, TableInfo, Visibility,
};
use tokio_tungstenite::connect_async;

use crate::client::{Client, agent, here};
use crate::start;

#[tokio::test(flavor = "multi_thread")]
async fn the_list_is_filtered_and_unlisted_tables_are_not_in_it() {
    let running = start().await;
    let host = running.person().await;
    running.open(&host, "tictactoe", &[]).await;
    running.open(&host, "quoridor", &[]).await;
    let secret = Settings {
        visibility: Visibility::Unlisted,
        ..Settings::new("secret", "tictactoe")
    };
    let secret = running.open_with(&host, secret, &[]).await;
    let list = async |query: &str| -> Vec<TableInfo> {
        let path = format!("tables{query}");
        running.ask(&host, Method::GET, &path, &()).await.unwrap()
    };
    assert_eq!(list("").await.len(), 2);
    assert_eq!(list("?game=quoridor").await.len(), 1);
    assert_eq!(list("?phase=playing").await.len(), 0);
    assert_eq!(list("?text=SECRET").await.len(), 0);
    let path = format!("tables/{}", secret.id);
    let found: TableInfo = running.ask(&host, Method::GET, &path, &()).await.unwrap();
    assert_eq!(found, secret);
}

#[tokio::test(flavor = "multi_thread")]
async fn those_who_watch_the_list_hear_of_changes() {
    let running = start().await;
    let host = running.person().await;
    let url = format!("ws://{}/api/lobby/live", running.address);
    let (mut socket, _) = connect_async(url).await.unwrap();
    let mut hear = async || -> LobbyMessage {
        loop {
            let message = socket.next().await.unwrap().unwrap();
            if message.is_text() {
                return serde_json::from_str(message.to_text().unwrap()).unwrap();
            }
        }
    };
    assert_eq!(hear().await, LobbyMessage::Tables { tables: vec![] });
    let table = running.open(&host, "tictactoe", &[]).await;
    let LobbyMessage::Changed { tables, gone } = hear().await else {
        panic!("a change");
    };
    assert_eq!((tables, gone), (vec![table], vec![]));
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_host_changes_settings_and_starts() {
    let running = start().await;
    let (host, guest) = (running.person().await, running.person().await);
    let table = running.open(&host, "tictactoe", &[]).await;
    let path = format!("tables/{}", table.id);
    let settings = Settings::new("other", "quoridor:players=4");
    let change = async |who| -> Result<TableInfo, _> {
        running.ask(who, Method::PATCH, &path, &settings).await
    };
    assert_eq!(change(&guest).await.unwrap_err().code, Code::NotHost);
    assert_eq!(change(&host).await.unwrap().seats.len(), 4);
    assert_eq!(
        running.start(&guest, &table.id).await.unwrap_err().code,
        Code::NotHost
    );
    assert_eq!(
        running.start(&host, &table.id).await.unwrap_err().code,
        Code::NotReady
    );
    running.join(&guest, &table.id).await.unwrap();
    for seat in [2, 3] {
        let path = format!("tables/{}/seats/{seat}", table.id);
        let seating = agent("random");
        let seated: Result<TableInfo, _> = running.ask(&guest, Method::PUT, &path, &seating).await;
        assert_eq!(seated.unwrap_err().code, Code::NotHost);
        let seated: TableInfo = running
            .ask(&host, Method::PUT, &path, &seating)
            .await
            .unwrap();
        assert_eq!(seated.seats[seat].kind, SeatKind::Agent);
    }
    let started = running.start(&host, &table.id).await.unwrap();
    assert_eq!(started.phase, Phase::Playing);
    assert_eq!(change(&host).await.unwrap_err().code, Code::WrongPhase);
}

#[tokio::test(flavor = "multi_thread")]
async fn passwords_are_asked_for_and_cannot_be_guessed_for_ever() {
    let running = start().await;
    let (host, guest) = (running.person().await, running.person().await);
    let new = NewTable {
        settings: Settings::new("locked", "tictactoe"),
        password: Some("sesame".to_owned()),
        seats: vec![here("host")],
        name: "host".to_owned(),
    };
    let table: TableInfo = running.post(&host, "tables", &new).await.unwrap();
    assert!(table.locked);
    let join = async |password: Option<&str>| {
        let join = Join {
            name: "guest".to_owned(),
            password: password.map(str::to_owned),
            ..Join::default()
        };
        let path = format!("tables/{}/join", table.id);
        let joined: Result<TableInfo, _> = running.post(&guest, &path, &join).await;
        joined.map(|_| ()).map_err(|problem| problem.code)
    };
    assert_eq!(join(None).await, Err(Code::PasswordNeeded));
    let mut watcher = Client::at(&running, &table.id, Some(&guest)).await;
    assert_eq!(watcher.refusal().await, Code::PasswordNeeded);
    assert_eq!(join(Some("wrong")).await, Err(Code::WrongPassword));
    assert_eq!(join(Some("sesame")).await, Ok(()));
    for _ in 0..3 {
        assert_eq!(join(Some("wrong")).await, Err(Code::WrongPassword));
    }
    for _ in 0..20 {
        assert_eq!(join(Some("sesame")).await, Err(Code::TooManyTries));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn texts_that_pretend_or_overflow_are_refused() {
    let running = start().await;
    let host = running.person().await;
    let open = async |name: &str, game: &str, spec: &str| {
        let new = NewTable {
            settings: Settings::new(name, game),
            password: None,
            seats: vec![here("host"), agent(spec)],
            name: "host".to_owned(),
        };
        let opened: Result<TableInfo, _> = running.post(&host, "tables", &new).await;
        opened.map(|_| ()).map_err(|problem| problem.code)
    };
    assert_eq!(open("fine", "tictactoe", "random").await, Ok(()));
    for name in ["", " ", "two\nlines", "\u{202e}desrever", &"x".repeat(41)] {
        assert_eq!(open(name, "tictactoe", "random").await, Err(Code::BadText));
    }
    assert_eq!(open("x", "chess", "random").await, Err(Code::BadGame));
    assert_eq!(open("x", "tictactoe", "nobody").await, Err(Code::BadAgent));
    assert_eq!(open("x", "tictactoe", "@nobody").await, Err(Code::BadAgent));
    for spec in ["exec:/bin/true", "tcp:127.0.0.1:1"] {
        // No stranger starts a program.
        let opened = open("x", "tictactoe", spec).await;
        assert_eq!(opened, Err(Code::LocalOnly), "{spec}");
    }
    for spec in ["mcts:memory=60000", "pvs:table=60000", "mcts:threads=200"] {
        assert_eq!(
            open("x", "tictactoe", spec).await,
            Err(Code::BadAgent),
            "{spec}"
        );
    }
}
