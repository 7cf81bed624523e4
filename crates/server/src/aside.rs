//! Work that may take a while, kept off the threads that answer requests.

use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::task::block_in_place;

/// Does something that may take a while, such as to ask plug-ins: another thread answers requests in the
/// place of this one meanwhile.
pub(crate) fn aside<T>(work: impl FnOnce() -> T) -> T {
    let flavour = Handle::try_current().map(|runtime| runtime.runtime_flavor());
    match flavour {
        Ok(RuntimeFlavor::MultiThread) => block_in_place(work),
        // There is only this thread, as in some tests, or nobody is answered here.
        _ => work(),
    }
}
