//! Functions that run blocking work without stalling the async runtime.

use ludorum_protocol::Code;
use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::task::{block_in_place, spawn_blocking};

/// Runs blocking work, such as file operations, on a thread of the blocking pool.
///
/// # Errors
/// When the work panics.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Code> {
    spawn_blocking(work).await.map_err(|_| Code::Internal)
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
