//! A flag that stops a search on another thread, and a gate at which a search pauses.

use std::fmt::Debug;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A gate at which a search pauses while other work has priority for its thread.
///
/// Pausing never changes a choice: searches limited by nodes or iterations continue where they
/// were, and searches limited by time get back the time they [`waited`](PauseGate::waited).
pub trait PauseGate: Debug + Send + Sync {
    /// Blocks until the search may continue or `is_cancelled` returns true.
    fn wait(&self, is_cancelled: &dyn Fn() -> bool);

    /// Returns the total time that searches have waited at this gate.
    fn waited(&self) -> Duration;
}

/// A flag that tells a search on another thread to answer at once.
#[derive(Clone, Debug, Default)]
pub struct StopFlag {
    own: Arc<AtomicBool>,
    parent: Option<Arc<AtomicBool>>,
    gate: Option<Arc<dyn PauseGate>>,
}

impl StopFlag {
    /// Creates a flag that is not raised.
    pub fn new() -> StopFlag {
        StopFlag::default()
    }

    /// Creates a flag that is raised whenever this one is, and can also be raised alone. Both have
    /// the same pause gate.
    pub fn child(&self) -> StopFlag {
        debug_assert!(self.parent.is_none(), "a child flag cannot have children");
        StopFlag {
            own: Arc::default(),
            parent: Some(Arc::clone(&self.own)),
            gate: self.gate.clone(),
        }
    }

    /// Creates an independent flag with the same pause gate, for helper threads of a search.
    pub fn sibling(&self) -> StopFlag {
        StopFlag {
            own: Arc::default(),
            parent: None,
            gate: self.gate.clone(),
        }
    }

    /// Returns this flag with a pause gate: searches pause at `gate` whenever they poll the flag.
    #[must_use]
    pub fn with_gate(&self, gate: Arc<dyn PauseGate>) -> StopFlag {
        StopFlag {
            gate: Some(gate),
            ..self.clone()
        }
    }

    /// Tells every search that holds this flag to answer at once.
    pub fn raise(&self) {
        self.own.store(true, Ordering::Relaxed);
    }

    /// True if the flag is raised. If the flag has a pause gate, first waits there.
    #[inline]
    pub fn is_raised(&self) -> bool {
        if let Some(gate) = &self.gate {
            gate.wait(&|| self.is_up());
        }
        self.is_up()
    }

    /// Total time that searches have waited at the pause gate of this flag; zero without a gate.
    #[inline]
    pub fn waited(&self) -> Duration {
        self.gate
            .as_ref()
            .map_or(Duration::ZERO, |gate| gate.waited())
    }

    #[inline]
    fn is_up(&self) -> bool {
        let is_up = |flag: &Arc<AtomicBool>| flag.load(Ordering::Relaxed);
        is_up(&self.own) || self.parent.as_ref().is_some_and(is_up)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A gate that raises the flag at the first wait.
    #[derive(Debug)]
    struct RaisingGate(StopFlag);

    impl PauseGate for RaisingGate {
        fn wait(&self, is_cancelled: &dyn Fn() -> bool) {
            assert!(!is_cancelled());
            self.0.raise();
            assert!(is_cancelled());
        }

        fn waited(&self) -> Duration {
            Duration::from_secs(1)
        }
    }

    #[test]
    fn children_wait_at_the_gate_of_their_parent_and_are_raised_with_it() {
        let plain = StopFlag::new();
        assert_eq!(plain.waited(), Duration::ZERO);
        let stop = plain.with_gate(Arc::new(RaisingGate(plain.clone())));
        let (child, beside) = (stop.child(), stop.sibling());
        assert_eq!(beside.waited(), Duration::from_secs(1));
        assert!(child.is_raised(), "raised while it waited");
        assert!(plain.is_raised());
    }

    #[test]
    fn a_flag_beside_another_is_raised_alone() {
        let stop = StopFlag::new();
        let beside = stop.sibling();
        stop.raise();
        assert!(!beside.is_raised() && stop.child().is_raised());
    }
}
