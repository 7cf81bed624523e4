//! Functions that run blocking work without stalling the async runtime.

use std::sync::Arc;

use ludorum_protocol::ErrorCode;
use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::task::{block_in_place, spawn_blocking};

use crate::{Error, Server};

/// Runs blocking work, such as file operations, on a thread of the blocking pool.
///
/// # Errors
/// When the work panics.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, ErrorCode> {
    spawn_blocking(work).await.map_err(|_| ErrorCode::Internal)
}

/// Runs `work`, which accesses files of the server, on a thread of the blocking pool.
///
/// # Errors
/// When the work fails or panics.
pub(crate) async fn with_files<T: Send + 'static>(
    server: Arc<Server>,
    work: impl FnOnce(&Server) -> Result<T, Error> + Send + 'static,
) -> Result<T, Error> {
    blocking(move || work(&server)).await?
}

/// Runs blocking work, such as plug-in calls, on the current thread while the runtime moves other
/// tasks away from it.
pub(crate) fn run_blocking<T>(work: impl FnOnce() -> T) -> T {
    let flavour = Handle::try_current().map(|runtime| runtime.runtime_flavor());
    match flavour {
        Ok(RuntimeFlavor::MultiThread) => block_in_place(work),
        // A single-threaded runtime (some tests), or no runtime at all.
        _ => work(),
    }
}
