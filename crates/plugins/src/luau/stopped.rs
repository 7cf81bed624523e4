//! Plug-ins that ran into the clock: they are not loaded again by this process, so that they can take
//! its time once and not for every game.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// By the hash of their files, why they were stopped.
static STOPPED: Mutex<BTreeMap<String, String>> = Mutex::new(BTreeMap::new());

fn lock() -> MutexGuard<'static, BTreeMap<String, String>> {
    STOPPED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Remembers why the plug-in with this hash was stopped.
pub(super) fn remember(hash: &str, reason: &str) {
    let mut stopped = lock();
    stopped
        .entry(hash.to_owned())
        .or_insert_with(|| reason.to_owned());
}

/// Why the plug-in with this hash was stopped, if it was.
pub(super) fn reason(hash: &str) -> Option<String> {
    lock().get(hash).cloned()
}
