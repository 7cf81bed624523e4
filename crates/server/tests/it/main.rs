//! Tests of the server over a network, as clients see it.

mod agents;
mod api;
mod archive;
mod client;
mod clocks;
mod connections;
mod database;
mod dropouts;
mod errors;
mod fairness;
mod faults;
mod games;
mod guests;
mod hidden;
mod hints;
mod installing;
mod loading;
mod lobby;
mod news;
mod numbers;
mod pacing;
mod page;
mod pondering;
mod restart;
mod revealed;
mod safety;
mod screen;
mod seats;
mod sector66;
mod slow;
mod stopped;
mod study;
mod thinking;
mod translations;
mod undo;
mod watching;
mod weights;

use std::net::SocketAddr;
use std::sync::Arc;

use ludorum_agents::Roster;
use ludorum_catalog::CatalogEntry;
use ludorum_server::storage::{MemoryStorage, Storage};
use ludorum_server::{Config, OperatorTokenHash, Server, ServerGames, serve};
use ludorum_testkit::toys::KuhnPoker;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

/// Test server on a free port, stopped when dropped.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    pub(crate) server: Arc<Server>,
    task: JoinHandle<()>,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// The operator's token of all test servers.
pub(crate) const OPERATOR_TOKEN: &str =
    "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

/// Configuration with limits that no test reaches by accident.
pub(crate) fn generous() -> Config {
    Config {
        operator: OperatorTokenHash::of(OPERATOR_TOKEN),
        requests_per_second: 1e6,
        messages_per_second: 1e6,
        connections_per_address: 10_000,
        ..Config::default()
    }
}

pub(crate) async fn start() -> Running {
    start_with(
        generous(),
        Arc::new(MemoryStorage::new()),
        ServerGames::catalog(),
    )
    .await
}

pub(crate) async fn start_with(
    config: Config,
    storage: Arc<dyn Storage>,
    games: ServerGames,
) -> Running {
    let running = start_loading(config, storage, games).await;
    running.server.loaded().await;
    running
}

/// Starts a server that may still be loading its tables.
pub(crate) async fn start_loading(
    config: Config,
    storage: Arc<dyn Storage>,
    games: ServerGames,
) -> Running {
    let server = Server::start(config, storage, games).await.unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let own = Arc::clone(&server);
    let task = tokio::spawn(async move {
        serve(listener, own, std::future::pending()).await.unwrap();
    });
    Running {
        address,
        server,
        task,
    }
}

/// Offers the games of the catalog and Kuhn poker, which has hidden information.
pub(crate) fn with_kuhn() -> ServerGames {
    let mut kinds = ludorum_catalog::kinds();
    kinds.push(CatalogEntry::new(Roster::<KuhnPoker>::hidden(
        &ludorum_agents::GameKnowledge::none(),
    )));
    ServerGames::new(kinds)
}
