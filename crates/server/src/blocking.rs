//! Blocking work on async threads.

use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::task::block_in_place;

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
