//! Blocking work: on threads of its own, or on async threads.

use ludorum_protocol::Code;
use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::task::{block_in_place, spawn_blocking};

/// Runs blocking work, such as file operations, on another thread.
///
/// # Errors
/// If it panics.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Code> {
    spawn_blocking(work).await.map_err(|_| Code::Internal)
}

/// Runs blocking work, such as plug-in calls, while another thread takes over this thread's
/// requests.
pub(crate) fn run_blocking<T>(work: impl FnOnce() -> T) -> T {
    let flavour = Handle::try_current().map(|runtime| runtime.runtime_flavor());
    match flavour {
        Ok(RuntimeFlavor::MultiThread) => block_in_place(work),
        // A single-threaded runtime (some tests), or no runtime at all.
        _ => work(),
    }
}
