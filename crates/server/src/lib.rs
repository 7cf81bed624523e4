//! The server: a lobby, live tables and their storage, behind HTTP and WebSocket.
//!
//! ```text
//! client -> guard -> routes -> table (one task owns it) -> storage (durable) -> every client there
//! ```
//!
//! [`app`] makes the router of a [`Server`], so that tests can ask it without a network.

mod analysis;
mod board;
mod checks;
mod config;
mod content;
mod doors;
mod error;
mod filter;
mod games;
mod guard;
mod identity;
mod languages;
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
use axum::serve::ListenerExt;

/// No request is larger than this many bytes, and no message.
const LARGEST: usize = 16 * 1024;

/// Everything the server answers.
pub fn app(server: Arc<Server>) -> Router {
    routes::all()
        .layer(DefaultBodyLimit::max(LARGEST))
        .layer(from_fn_with_state(Arc::clone(&server), guard::guard))
        .with_state(server)
}

/// Answers those who connect to `listener`, until `end` comes.
///
/// # Errors
/// When the listener fails.
pub async fn serve(
    listener: tokio::net::TcpListener,
    server: Arc<Server>,
    end: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    // A move is a small packet that should not wait for another.
    let listener = listener.tap_io(|stream| {
        if let Err(error) = stream.set_nodelay(true) {
            tracing::warn!(%error, "packets may be held back");
        }
    });
    let app = app(server).into_make_service_with_connect_info::<std::net::SocketAddr>();
    tokio::select! {
        // Open WebSockets would keep a server that ends gracefully alive for ever; nothing is lost
        // by leaving them, for whatever was told is stored.
        result = async { axum::serve(listener, app).await } => result,
        () = end => Ok(()),
    }
}
