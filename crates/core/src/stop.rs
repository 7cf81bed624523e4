//! The flag by which a search in another thread is stopped, and the gate at which it waits while
//! others have a better claim to its thread.

use std::fmt::Debug;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A place where a search waits while others have a better claim to its thread.
///
/// Waiting changes no choice: a search that is limited by nodes or iterations goes on where it was,
/// and one that is limited by time is given back what it [`waited`](Gate::waited).
pub trait Gate: Debug + Send + Sync {
    /// Returns as soon as the search may go on, or `is_called_off`.
    fn pass(&self, is_called_off: &dyn Fn() -> bool);

    /// The time spent waiting so far.
    fn waited(&self) -> Duration;
}

/// A flag by which a search in another thread is asked to answer at once.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    own: Arc<AtomicBool>,
    parent: Option<Arc<AtomicBool>>,
    gate: Option<Arc<dyn Gate>>,
}

impl Stop {
    /// A flag that is not raised.
    pub fn new() -> Stop {
        Stop::default()
    }

    /// Another flag, which is raised with this one and can be raised alone. Its searches wait at the
    /// same gate.
    pub fn child(&self) -> Stop {
        debug_assert!(
            self.parent.is_none(),
            "flags have children, not grandchildren"
        );
        Stop {
            own: Arc::default(),
            parent: Some(Arc::clone(&self.own)),
            gate: self.gate.clone(),
        }
    }

    /// A flag of its own for searches that wait at the same gate, such as helpers of a search.
    pub fn beside(&self) -> Stop {
        Stop {
            own: Arc::default(),
            parent: None,
            gate: self.gate.clone(),
        }
    }

    /// The same flag, for a search that waits at `gate` whenever it looks at the flag.
    #[must_use]
    pub fn with_gate(&self, gate: Arc<dyn Gate>) -> Stop {
        Stop {
            gate: Some(gate),
            ..self.clone()
        }
    }

    /// Asks every search that holds this flag to answer at once.
    pub fn raise(&self) {
        self.own.store(true, Ordering::Relaxed);
    }

    /// Whether the flag is raised. A search that has a gate waits there first.
    #[inline]
    pub fn is_raised(&self) -> bool {
        if let Some(gate) = &self.gate {
            gate.pass(&|| self.is_up());
        }
        self.is_up()
    }

    /// The time searches with this flag have waited at its gate.
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

    /// Calls the search off at its first wait.
    #[derive(Debug)]
    struct Closing(Stop);

    impl Gate for Closing {
        fn pass(&self, is_called_off: &dyn Fn() -> bool) {
            assert!(!is_called_off());
            self.0.raise();
            assert!(is_called_off());
        }

        fn waited(&self) -> Duration {
            Duration::from_secs(1)
        }
    }

    #[test]
    fn children_wait_at_the_gate_of_their_parent_and_are_raised_with_it() {
        let plain = Stop::new();
        assert_eq!(plain.waited(), Duration::ZERO);
        let stop = plain.with_gate(Arc::new(Closing(plain.clone())));
        let (child, beside) = (stop.child(), stop.beside());
        assert_eq!(beside.waited(), Duration::from_secs(1));
        assert!(child.is_raised(), "it was called off while it waited");
        assert!(plain.is_raised());
    }

    #[test]
    fn a_flag_beside_another_is_raised_alone() {
        let stop = Stop::new();
        let beside = stop.beside();
        stop.raise();
        assert!(!beside.is_raised() && stop.child().is_raised());
    }
}
