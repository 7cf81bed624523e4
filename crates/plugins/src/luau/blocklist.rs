//! Plug-ins stopped by the time limit. This process does not load them again, so each costs the
//! time limit once and not in every game.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Reasons for stopping plug-ins, by the hash of the plug-in.
static STOPPED: Mutex<BTreeMap<String, String>> = Mutex::new(BTreeMap::new());

fn lock() -> MutexGuard<'static, BTreeMap<String, String>> {
    STOPPED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Blocks the plug-in with this hash.
pub(super) fn add(hash: &str, reason: &str) {
    let mut stopped = lock();
    stopped
        .entry(hash.to_owned())
        .or_insert_with(|| reason.to_owned());
}

/// The reason why the plug-in with this hash is blocked, if it is.
pub(super) fn reason(hash: &str) -> Option<String> {
    lock().get(hash).cloned()
}
