//! The server: a lobby, live tables and their storage, behind HTTP and WebSocket.
//!
//! ```text
//! client -> connections -> guard -> routes -> table (one task owns it) -> storage (durable) -> every client there
//! ```
//!
//! [`app`] makes the router of a [`Server`], so that tests can ask it without a network.

mod analysis;
mod aside;
mod board;
mod caps;
mod checks;
mod config;
mod connections;
mod content;
mod disk;
mod doors;
mod error;
mod filter;
mod forwarded;
mod games;
mod guard;
mod identity;
mod languages;
mod loading;
mod malformed;
mod matches;
mod metrics;
mod names;
mod operator;
mod password;
mod routes;
mod server;
pub mod storage;
mod table;
mod throttle;
pub mod translation;
mod watcher;

pub use config::Config;
pub use error::Error;
pub use games::Games;
pub use identity::{OperatorKey, new_operator_token};
pub use languages::languages;
pub use server::{Server, check_record, check_table};

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;

/// No request is larger than this many bytes, and no message.
const LARGEST: usize = 16 * 1024;

/// Everything the server answers.
pub fn app(server: Arc<Server>) -> Router {
    routes::all()
        .layer(DefaultBodyLimit::max(LARGEST))
        .layer(from_fn_with_state(Arc::clone(&server), guard::guard))
        .with_state(server)
}

/// Answers those who connect to `listener`, within the limits of the [`Config`], until `end` comes.
///
/// # Errors
/// None today: what fails is one connection, or is tried again.
pub async fn serve(
    listener: tokio::net::TcpListener,
    server: Arc<Server>,
    end: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    let app = app(Arc::clone(&server));
    tokio::select! {
        // Open WebSockets would keep a server that ends gracefully alive for ever; nothing is lost
        // by leaving them, for whatever was told is stored.
        () = connections::accept(listener, server, app) => Ok(()),
        () = end => Ok(()),
    }
}
