//! Callback for intermediate results of a running search.

use std::fmt;

use crate::MoveChoice;

/// An optional callback for intermediate results of a running search. It returns nothing, so it
/// cannot influence the search.
pub struct ProgressCallback<'a, M>(Option<&'a ProgressFn<'a, M>>);

type ProgressFn<'a, M> = dyn Fn(&MoveChoice<M>) + Sync + 'a;

impl<'a, M> ProgressCallback<'a, M> {
    /// The absent callback, which ignores all reports.
    pub const NONE: ProgressCallback<'a, M> = ProgressCallback(None);

    /// Wraps `callback`, which searches call on their own thread, so it must return quickly.
    pub fn new(callback: &'a ProgressFn<'a, M>) -> ProgressCallback<'a, M> {
        ProgressCallback(Some(callback))
    }

    /// True if a callback is set.
    #[inline]
    pub fn is_set(self) -> bool {
        self.0.is_some()
    }

    /// Calls the callback with the intermediate result of `so_far`, which is evaluated only if a
    /// callback is set.
    pub fn report(self, so_far: impl FnOnce() -> MoveChoice<M>) {
        if let Some(callback) = self.0 {
            callback(&so_far());
        }
    }
}

impl<M> Clone for ProgressCallback<'_, M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M> Copy for ProgressCallback<'_, M> {}

impl<M> fmt::Debug for ProgressCallback<'_, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Watcher").field(&self.is_set()).finish()
    }
}
