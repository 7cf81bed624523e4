//! Who is shown what a search thinks while it goes on thinking.

use std::fmt;

use crate::Choice;

/// Somebody who is shown opinions as a search comes to them, or nobody. Watching changes no result:
/// a search only tells, and asks nothing.
pub struct Watcher<'a, M>(Option<&'a Sight<'a, M>>);

type Sight<'a, M> = dyn Fn(&Choice<M>) + Sync + 'a;

impl<'a, M> Watcher<'a, M> {
    /// Nobody watches.
    pub const NOBODY: Watcher<'a, M> = Watcher(None);

    /// Somebody watches: `sight` is called in the middle of the search, so it should be quick.
    pub fn new(sight: &'a Sight<'a, M>) -> Watcher<'a, M> {
        Watcher(Some(sight))
    }

    /// Whether anybody watches.
    #[inline]
    pub fn is_there(self) -> bool {
        self.0.is_some()
    }

    /// Shows what `so_far` makes, which is asked only if somebody watches.
    pub fn show(self, so_far: impl FnOnce() -> Choice<M>) {
        if let Some(sight) = self.0 {
            sight(&so_far());
        }
    }
}

impl<M> Clone for Watcher<'_, M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M> Copy for Watcher<'_, M> {}

impl<M> fmt::Debug for Watcher<'_, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Watcher").field(&self.is_there()).finish()
    }
}
