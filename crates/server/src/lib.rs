//! The game server: lobby, live tables and storage behind HTTP and WebSocket.
//!
//! ```text
//! client -> connections -> middleware -> routes -> table (one task each) -> storage -> all clients
//! ```
//!
//! [`app`] builds the router of a [`Server`], so tests can call it without a network.

mod address_limits;
mod agent_limits;
mod analysis;
mod blocking;
mod config;
mod connections;
mod content;
mod error;
mod forwarded;
mod games;
mod identity;
mod languages;
mod loading;
mod lobby_subscriber;
mod malformed;
mod matches;
mod metrics;
mod middleware;
mod names;
mod operator;
mod password;
mod plugin_checks;
mod rate_limit;
mod routes;
mod server;
pub mod storage;
mod storage_health;
mod table;
mod table_filter;
mod table_registry;
pub mod translation;

pub use config::Config;
pub use error::Error;
pub use games::ServerGames;
pub use identity::{OperatorTokenHash, new_operator_token};
pub use languages::languages;
pub use server::{Server, check_record, check_table};

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;

/// Default limit on the size of requests and messages, in bytes.
const LARGEST: usize = 16 * 1024;

/// The router of a server, with all routes and middleware.
pub fn app(server: Arc<Server>) -> Router {
    routes::all()
        .layer(DefaultBodyLimit::max(LARGEST))
        .layer(from_fn_with_state(Arc::clone(&server), middleware::guard))
        .with_state(server)
}

/// Serves connections from `listener` within the limits of the [`Config`] until `end` resolves.
///
/// # Errors
/// Never at present: failures affect single connections only, and accepting is retried.
pub async fn serve(
    listener: tokio::net::TcpListener,
    server: Arc<Server>,
    end: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    let app = app(Arc::clone(&server));
    tokio::select! {
        // A graceful shutdown would wait for open WebSockets forever. Dropping them loses nothing:
        // everything announced is stored.
        () = connections::accept(listener, server, app) => Ok(()),
        () = end => Ok(()),
    }
}
