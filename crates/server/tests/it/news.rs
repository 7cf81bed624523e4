//! Updates of the list of tables, with filters.

use axum::http::Method;
use futures_util::StreamExt;
use ludorum_protocol::lobby::{
    LobbyMessage, NewTable, TableInfo, TablePhase, TableSettings, Visibility,
};
use tokio::net::TcpStream;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::client::{Person, agent, here};
use crate::{Running, start};

/// WebSocket of a client that subscribes to the list of tables.
struct LobbySubscriber(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl LobbySubscriber {
    async fn new(running: &Running, query: &str) -> LobbySubscriber {
        let url = format!("ws://{}/api/lobby/live{query}", running.address);
        LobbySubscriber(connect_async(url).await.unwrap().0)
    }

    async fn hear(&mut self) -> LobbyMessage {
        loop {
            let message = self.0.next().await.unwrap().unwrap();
            if message.is_text() {
                return serde_json::from_str(message.to_text().unwrap()).unwrap();
            }
        }
    }

    /// Receives the initial list; returns the names of its tables.
    async fn first(&mut self) -> Vec<String> {
        match self.hear().await {
            LobbyMessage::Tables { tables, .. } => names(&tables),
            other => panic!("all tables come first: {other:?}"),
        }
    }

    /// Receives an update; returns the changed tables and the ids of removed ones.
    async fn change(&mut self) -> (Vec<TableInfo>, Vec<String>) {
        match self.hear().await {
            LobbyMessage::Changed { tables, gone, .. } => (tables, gone),
            other => panic!("a change: {other:?}"),
        }
    }
}

fn names(tables: &[TableInfo]) -> Vec<String> {
    let names = tables.iter().map(|table| table.settings.name.clone());
    names.collect()
}

async fn open(running: &Running, host: &Person, name: &str, game: &str) -> TableInfo {
    let settings = TableSettings::new(name, game);
    running.open_with(host, settings, &[]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn those_who_watch_the_list_hear_of_whatever_changes() {
    let running = start().await;
    let (host, guest) = (running.person().await, running.person().await);
    let mut watcher = LobbySubscriber::new(&running, "").await;
    assert!(watcher.first().await.is_empty());
    let table = open(&running, &host, "one", "tictactoe").await;
    assert_eq!(watcher.change().await, (vec![table.clone()], vec![]));
    running.join(&guest, &table.id).await.unwrap();
    let (tables, _) = watcher.change().await;
    assert_eq!(tables[0].seats[1].name, "guest");
    running.start(&host, &table.id).await.unwrap();
    while watcher.change().await.0[0].phase != TablePhase::Playing {}
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_is_listed_no_longer_is_gone() {
    let running = start().await;
    let host = running.person().await;
    let table = open(&running, &host, "one", "tictactoe").await;
    let mut watcher = LobbySubscriber::new(&running, "").await;
    assert_eq!(watcher.first().await, ["one"]);
    let hidden = TableSettings {
        visibility: Visibility::Unlisted,
        ..table.settings
    };
    let path = format!("tables/{}", table.id);
    let _: TableInfo = running
        .ask(&host, Method::PATCH, &path, &hidden)
        .await
        .unwrap();
    loop {
        // The opening may be an update too.
        let (tables, gone) = watcher.change().await;
        if gone == [table.id.clone()] {
            break;
        }
        assert_eq!(names(&tables), ["one"]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn filters_are_the_same_in_the_list_and_in_the_news() {
    let running = start().await;
    let host = running.person().await;
    let locked = NewTable {
        settings: TableSettings::new("locked", "tictactoe"),
        password: Some("sesame".to_owned()),
        seats: vec![here("host")],
        name: "host".to_owned(),
    };
    let full = TableSettings::new("full", "tictactoe");
    // Subscribers connected before the tables exist get the same tables later.
    let queries = [
        ("?game=tictactoe", vec!["full", "locked"]),
        ("?game=quoridor", vec!["Quo Vadis"]),
        ("?free=true", vec!["Quo Vadis", "locked"]),
        ("?free=false", vec!["full"]),
        ("?locked=true", vec!["locked"]),
        ("?locked=false&free=true", vec!["Quo Vadis"]),
        ("?text=vADis", vec!["Quo Vadis"]),
        ("?phase=open", vec!["Quo Vadis", "full", "locked"]),
    ];
    let mut watchers = Vec::new();
    for (query, _) in &queries {
        let mut watcher = LobbySubscriber::new(&running, query).await;
        assert!(watcher.first().await.is_empty());
        watchers.push(watcher);
    }
    open(&running, &host, "Quo Vadis", "quoridor:size=5").await;
    let _: TableInfo = running.post(&host, "tables", &locked).await.unwrap();
    running.open_with(&host, full, &[agent("random")]).await;
    for ((query, expected), watcher) in queries.iter().zip(&mut watchers) {
        let tables: Vec<TableInfo> = running
            .ask(&host, Method::GET, &format!("tables{query}"), &())
            .await
            .unwrap();
        let mut listed = names(&tables);
        listed.sort();
        assert_eq!(&listed, expected, "{query}");
        let mut heard = Vec::new();
        while heard.len() < expected.len() {
            let (tables, gone) = watcher.change().await;
            assert!(gone.is_empty(), "{query}");
            heard.extend(names(&tables));
        }
        heard.sort();
        heard.dedup();
        assert_eq!(&heard, expected, "{query}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_fits_no_longer_is_gone_for_those_who_saw_it() {
    let running = start().await;
    let (host, guest) = (running.person().await, running.person().await);
    let table = open(&running, &host, "one", "tictactoe").await;
    let mut free = LobbySubscriber::new(&running, "?free=true").await;
    let mut full = LobbySubscriber::new(&running, "?free=false").await;
    assert_eq!(free.first().await, ["one"]);
    assert!(full.first().await.is_empty());
    running.join(&guest, &table.id).await.unwrap();
    loop {
        // The opening may be an update too.
        let (tables, gone) = free.change().await;
        if tables.is_empty() {
            assert_eq!(gone, [table.id.as_str()]);
            break;
        }
    }
    assert_eq!(names(&full.change().await.0), ["one"]);
    let path = format!("tables/{}/leave", table.id);
    let _: TableInfo = running.post(&guest, &path, &()).await.unwrap();
    assert_eq!(names(&free.change().await.0), ["one"]);
    loop {
        let (tables, gone) = full.change().await;
        if tables.is_empty() {
            assert_eq!(gone, [table.id.as_str()]);
            break;
        }
    }
}
