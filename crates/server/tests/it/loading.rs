//! Startup: the server answers at once, reports loading progress, loads requested tables first, and
//! reports its storage health.

use std::collections::BTreeSet;
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use futures_util::StreamExt;
use http_body_util::BodyExt;
use ludorum_core::RulesFile;
use ludorum_protocol::lobby::{LobbyMessage, TableInfo, TableLoadProgress};
use ludorum_server::storage::{
    MemoryStorage, Storage, StorageError, StoredReplay, StoredRulesFileKey, TableEventBatch,
    WriteReceipt,
};
use ludorum_server::{ServerGames, app};
use serde_json::{Value, json};
use tokio::time::{sleep, timeout};
use tokio_tungstenite::connect_async;
use tower::ServiceExt;

use crate::{Running, generous, start_loading, start_with};

/// Timeout of waits, long enough for a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);

/// Storage that blocks loading until released.
struct GatedStorage {
    storage: Arc<MemoryStorage>,
    let_through: Mutex<BTreeSet<String>>,
    changed: Condvar,
}

impl GatedStorage {
    fn open_for(&self, ids: &[String]) {
        self.let_through.lock().unwrap().extend(ids.iter().cloned());
        self.changed.notify_all();
    }
}

impl Storage for GatedStorage {
    fn append(&self, batch: TableEventBatch) -> WriteReceipt {
        self.storage.append(batch)
    }

    fn load(&self, table: &str) -> Result<Option<Vec<String>>, StorageError> {
        let is_shut = |open: &mut BTreeSet<String>| !open.contains(table);
        let open = self.let_through.lock().unwrap();
        let (open, waited) = self
            .changed
            .wait_timeout_while(open, 2 * PATIENCE, is_shut)
            .unwrap();
        drop(open);
        if waited.timed_out() {
            Err(StorageError::new("nobody opened the gate"))
        } else {
            self.storage.load(table)
        }
    }

    fn live(&self) -> Result<Vec<String>, StorageError> {
        self.storage.live()
    }

    fn replay(&self, id: &str) -> Result<Option<StoredReplay>, StorageError> {
        self.storage.replay(id)
    }

    fn replays(&self, limit: usize) -> Result<Vec<StoredReplay>, StorageError> {
        self.storage.replays(limit)
    }

    fn file(&self, key: StoredRulesFileKey<'_>) -> Result<Option<RulesFile>, StorageError> {
        self.storage.file(key)
    }

    fn probe(&self) -> WriteReceipt {
        self.storage.probe()
    }
}

/// Sends a GET request; returns status, loading header and body of the response.
async fn get(running: &Running, path: &str) -> (StatusCode, Option<String>, Value) {
    let request = Request::get(path).header("host", "localhost");
    let request = request.body(Body::empty()).unwrap();
    let answer = app(running.server.clone()).oneshot(request).await.unwrap();
    let loading = answer.headers().get("x-ludorum-loading");
    let loading = loading.map(|value| value.to_str().unwrap().to_owned());
    let status = answer.status();
    let body = answer.into_body().collect().await.unwrap().to_bytes();
    (status, loading, serde_json::from_slice(&body).unwrap())
}

async fn lobby(running: &Running) -> (Vec<TableInfo>, Option<TableLoadProgress>) {
    let url = format!("ws://{}/api/lobby/live", running.address);
    let (mut socket, _) = connect_async(url).await.unwrap();
    let message = socket.next().await.unwrap().unwrap();
    match serde_json::from_str(message.to_text().unwrap()).unwrap() {
        LobbyMessage::Tables { tables, loading } => (tables, loading),
        other => panic!("all tables come first: {other:?}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_answers_while_it_loads_and_loads_first_what_is_asked_for() {
    let storage = Arc::new(MemoryStorage::new());
    let running = start_with(generous(), storage.clone(), ServerGames::catalog()).await;
    let host = running.person().await;
    let mut ids = Vec::new();
    for _ in 0..12 {
        ids.push(running.open(&host, "tictactoe", &[]).await.id);
    }
    ids.sort();
    drop(running);
    let gate = Arc::new(GatedStorage {
        storage,
        let_through: Mutex::default(),
        changed: Condvar::new(),
    });
    let started = start_loading(generous(), gate.clone(), ServerGames::catalog());
    let running = timeout(PATIENCE, started)
        .await
        .expect("it starts although no table can be read");
    let (status, _, health) = get(&running, "/api/health").await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(health["live"], json!(true));
    assert_eq!(health["ready"], json!(false));
    assert_eq!(health["loading"], json!({"done": 0, "total": 12}));
    let (status, _, _) = get(&running, "/api/health/live").await;
    assert_eq!(status, StatusCode::OK);
    let (status, _, _) = get(&running, "/api/health/ready").await;
    assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE);
    let (_, loading, tables) = get(&running, "/api/tables").await;
    assert_eq!((loading.as_deref(), tables), (Some("0/12"), json!([])));
    let progress = TableLoadProgress { done: 0, total: 12 };
    assert_eq!(lobby(&running).await, (vec![], Some(progress)));
    // Without the request this table would be loaded last.
    let last = ids.last().unwrap().clone();
    gate.open_for(std::slice::from_ref(&last));
    let path = format!("tables/{last}");
    let asked = running.ask::<TableInfo>(&host, Method::GET, &path, &());
    let table = timeout(PATIENCE, asked)
        .await
        .expect("it is loaded before the others");
    assert_eq!(table.unwrap().id, last);
    let (_, loading, tables) = get(&running, "/api/tables").await;
    assert_eq!(loading.as_deref(), Some("1/12"));
    assert_eq!(tables.as_array().unwrap().len(), 1);
    let metrics = running.text("/api/metrics").await;
    assert!(metrics.contains("ludorum_tables_loading 11\n"), "{metrics}");
    gate.open_for(&ids);
    timeout(PATIENCE, running.server.loaded()).await.unwrap();
    let (status, _, health) = get(&running, "/api/health/ready").await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(health["tables"], json!(12));
    assert_eq!(health.get("loading"), None);
    let (_, loading, tables) = get(&running, "/api/tables").await;
    assert_eq!((loading, tables.as_array().unwrap().len()), (None, 12));
    let (tables, loading) = lobby(&running).await;
    assert_eq!((tables.len(), loading), (12, None));
}

#[tokio::test(flavor = "multi_thread")]
async fn those_who_watch_the_list_hear_how_loading_goes_on() {
    let storage = Arc::new(MemoryStorage::new());
    let running = start_with(generous(), storage.clone(), ServerGames::catalog()).await;
    let host = running.person().await;
    let first = running.open(&host, "tictactoe", &[]).await.id;
    drop(running);
    let gate = Arc::new(GatedStorage {
        storage,
        let_through: Mutex::default(),
        changed: Condvar::new(),
    });
    let running = start_loading(generous(), gate.clone(), ServerGames::catalog()).await;
    // No matching table changes, but the list is complete now.
    let url = format!("ws://{}/api/lobby/live?game=yinsh", running.address);
    let (mut socket, _) = connect_async(url).await.unwrap();
    let mut is_let = false;
    loop {
        let message = timeout(PATIENCE, socket.next()).await.unwrap();
        let message = message.unwrap().unwrap();
        if !message.is_text() {
            continue;
        }
        match serde_json::from_str(message.to_text().unwrap()).unwrap() {
            LobbyMessage::Changed { loading: None, .. } if is_let => return,
            LobbyMessage::Tables { loading, .. } | LobbyMessage::Changed { loading, .. } => {
                assert_eq!(loading, Some(TableLoadProgress { done: 0, total: 1 }));
            }
        }
        gate.open_for(std::slice::from_ref(&first));
        is_let = true;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_two_ask_for_at_once_is_loaded_once() {
    let storage = Arc::new(MemoryStorage::new());
    let running = start_with(generous(), storage.clone(), ServerGames::catalog()).await;
    let host = running.person().await;
    let id = running.open(&host, "tictactoe", &[]).await.id;
    drop(running);
    let gate = Arc::new(GatedStorage {
        storage,
        let_through: Mutex::default(),
        changed: Condvar::new(),
    });
    let running = start_loading(generous(), gate.clone(), ServerGames::catalog()).await;
    let path = format!("tables/{id}");
    let look = || running.ask::<TableInfo>(&host, Method::GET, &path, &());
    let open = async {
        sleep(Duration::from_millis(50)).await;
        gate.open_for(std::slice::from_ref(&id));
    };
    let asked = async { tokio::join!(look(), look(), look(), open) };
    let (first, second, third, ()) = timeout(PATIENCE, asked).await.unwrap();
    assert!(first.is_ok() && second.is_ok() && third.is_ok());
    running.server.loaded().await;
    let (_, _, health) = get(&running, "/api/health").await;
    assert_eq!(health["tables"], json!(1));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_is_no_good_health() {
    let storage = Arc::new(MemoryStorage::new());
    let running = start_with(generous(), storage.clone(), ServerGames::catalog()).await;
    let until = async |wanted: StatusCode| loop {
        let (status, _, health) = get(&running, "/api/health").await;
        if status == wanted {
            return health;
        }
        sleep(Duration::from_millis(100)).await;
    };
    assert_eq!(until(StatusCode::OK).await["storage"], json!("ok"));
    storage.fill();
    let full = until(StatusCode::SERVICE_UNAVAILABLE);
    let health = timeout(PATIENCE, full).await.unwrap();
    assert_eq!(health["storage"], json!("failing"));
    assert_eq!(health["ready"], json!(false));
    let (status, _, _) = get(&running, "/api/health/ready").await;
    assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE);
    let (status, _, _) = get(&running, "/api/health/live").await;
    assert_eq!(status, StatusCode::OK, "starting it again would not help");
    storage.free();
    timeout(PATIENCE, until(StatusCode::OK)).await.unwrap();
}
