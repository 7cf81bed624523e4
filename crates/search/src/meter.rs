//! Watches a budget while a search runs, and counts the work. The only reader of the clock.

use std::time::{Duration, Instant};

use ludorum_core::{Budget, Effort, Stop, Watcher};

/// Reading the clock costs as much as a few nodes, so it is read once in this many.
const NODES_PER_LOOK: u64 = 256;

/// Whoever watches is shown something this often, if it does not come by itself.
const SHOW_EVERY: Duration = Duration::from_millis(100);

/// Counts the effort of one search and says when its budget is spent.
///
/// Depth is not watched here: each search knows its own.
#[derive(Debug)]
pub struct Meter {
    /// The work done so far.
    pub effort: Effort,
    iterations: u64,
    most_iterations: u64,
    most_nodes: u64,
    deadline: Option<Instant>,
    half_time: Option<Instant>,
    /// What had been waited at the gate before the clock started.
    waited_before: Duration,
    stop: Stop,
    spent: bool,
    /// None if nobody watches.
    show_at: Option<Instant>,
    is_show_due: bool,
}

impl Meter {
    /// Starts the clock.
    pub fn start(budget: &Budget, stop: &Stop) -> Meter {
        // A budget beyond what the clock can count is no limit.
        let after = |time| Instant::now().checked_add(time);
        Meter {
            effort: Effort::default(),
            iterations: 0,
            most_iterations: budget.iterations.unwrap_or(u64::MAX),
            most_nodes: budget.nodes.unwrap_or(u64::MAX),
            deadline: budget.time.and_then(after),
            half_time: budget.time.and_then(|time| after(time / 2)),
            waited_before: stop.waited(),
            stop: stop.clone(),
            spent: budget.nodes == Some(0),
            show_at: None,
            is_show_due: false,
        }
    }

    /// The same meter, which also says when it is time to show something to this watcher.
    #[must_use]
    pub fn watched_by<M>(mut self, watcher: Watcher<'_, M>) -> Meter {
        self.show_at = watcher.is_there().then(|| Instant::now() + SHOW_EVERY);
        self
    }

    /// Whether it is time to show something, which it is then not again for a while.
    #[inline]
    pub fn take_show(&mut self) -> bool {
        if !self.is_show_due {
            return false;
        }
        self.is_show_due = false;
        self.show_at = Some(Instant::now() + SHOW_EVERY);
        true
    }

    /// Counts one node and says whether the search may go on.
    #[inline]
    pub fn node(&mut self) -> bool {
        self.effort.nodes += 1;
        if self.effort.nodes >= self.most_nodes {
            self.spent = true;
        } else if self.effort.nodes.is_multiple_of(NODES_PER_LOOK) {
            self.look();
        }
        !self.spent
    }

    /// Counts nodes visited at once; whether the search may go on is asked afterwards.
    #[inline]
    pub fn nodes(&mut self, count: u64) {
        self.effort.nodes += count;
        self.spent |= self.effort.nodes >= self.most_nodes;
    }

    /// Counts one iteration and says whether another may begin.
    #[inline]
    pub fn iteration(&mut self) -> bool {
        self.iterations += 1;
        if self.iterations >= self.most_iterations || self.effort.nodes >= self.most_nodes {
            self.spent = true;
        } else {
            self.look();
        }
        !self.spent
    }

    /// Whether the budget is spent.
    #[inline]
    pub fn is_spent(&self) -> bool {
        self.spent
    }

    /// Whether half of the time is over. Each deepening of a search takes longer than all before
    /// it together, so one that is begun later than this would not be finished.
    pub fn is_past_half_time(&self) -> bool {
        self.half_time
            .is_some_and(|half_time| self.is_past(half_time, Instant::now()))
    }

    /// Whether a time of the budget is over: what was waited at the gate does not count.
    fn is_past(&self, time: Instant, now: Instant) -> bool {
        let waited = || self.stop.waited().saturating_sub(self.waited_before);
        now >= time && now.duration_since(time) >= waited()
    }

    /// Looks at the clock and the flag now.
    #[inline]
    pub fn look(&mut self) {
        self.spent |= self.stop.is_raised();
        if self.deadline.is_none() && self.show_at.is_none() {
            return;
        }
        let now = Instant::now();
        let deadline = self.deadline;
        self.spent |= deadline.is_some_and(|deadline| self.is_past(deadline, now));
        self.is_show_due |= self.show_at.is_some_and(|show_at| now >= show_at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{Arc, Mutex};

    use ludorum_core::Gate;

    #[test]
    fn the_first_limit_reached_ends_the_search() {
        let stop = Stop::new();
        let mut meter = Meter::start(&Budget::nodes(3), &stop);
        assert_eq!([(); 3].map(|()| meter.node()), [true, true, false]);

        assert!(Meter::start(&Budget::nodes(0), &stop).is_spent());
        assert!(Meter::start(&Budget::time(Duration::ZERO), &stop).is_past_half_time());
        assert!(!Meter::start(&Budget::time(Duration::MAX), &stop).is_past_half_time());

        let mut meter = Meter::start(&Budget::iterations(2), &stop);
        assert_eq!([(); 2].map(|()| meter.iteration()), [true, false]);

        let mut meter = Meter::start(&Budget::time(Duration::MAX), &stop);
        assert!(meter.iteration());
        stop.raise();
        assert!(!meter.iteration());
    }

    /// Lets everyone through who has waited for so long.
    #[derive(Debug)]
    struct Waited(Mutex<Duration>);

    impl Gate for Waited {
        fn pass(&self, _: &dyn Fn() -> bool) {
            *self.0.lock().unwrap() += Duration::from_secs(3600);
        }

        fn waited(&self) -> Duration {
            *self.0.lock().unwrap()
        }
    }

    #[test]
    fn waiting_for_a_thread_takes_no_time_from_a_budget() {
        let gate = Arc::new(Waited(Mutex::default()));
        let stop = Stop::new().with_gate(gate);
        let mut meter = Meter::start(&Budget::time(Duration::ZERO), &stop);
        // An hour was waited at the gate since the clock started.
        assert!(meter.iteration() && !meter.is_past_half_time());
        // That was before.
        let meter = Meter::start(&Budget::time(Duration::ZERO), &stop);
        assert!(meter.is_past_half_time());
    }
}
