//! Plug-ins stopped by the time limit. This process does not load them again, so each costs the
//! time limit once and not in every game.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Reasons why plug-ins were blocked after exceeding a time limit, by the hash of the plug-in.
static STOPPED: Mutex<BTreeMap<String, String>> = Mutex::new(BTreeMap::new());

fn lock() -> MutexGuard<'static, BTreeMap<String, String>> {
    STOPPED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Blocks the plug-in with this hash in this process; an earlier reason stays.
pub(super) fn add(hash: &str, reason: &str) {
    let mut stopped = lock();
    stopped
        .entry(hash.to_owned())
        .or_insert_with(|| reason.to_owned());
}

/// Returns the reason why the plug-in with this hash is blocked; `None` if it is not.
pub(super) fn reason(hash: &str) -> Option<String> {
    lock().get(hash).cloned()
}
