//! Tracks the budget and counts the work of a running search. The only reader of the clock.

use std::time::{Duration, Instant};

use ludorum_core::{Budget, ProgressCallback, SearchStats, StopFlag};

/// Number of nodes searched between two reads of the clock; one read costs as much as a few nodes.
const NODES_PER_LOOK: u64 = 256;

/// Interval between progress reports.
const SHOW_EVERY: Duration = Duration::from_millis(100);

/// Counts the work of one search and reports when its budget is spent.
///
/// It ignores the depth limit, which each search enforces itself.
#[derive(Debug)]
pub struct BudgetMeter {
    /// Work counted so far, such as nodes and iterations.
    pub effort: SearchStats,
    iterations: u64,
    most_iterations: u64,
    most_nodes: u64,
    deadline: Option<Instant>,
    half_time: Option<Instant>,
    /// Time that searches had waited at the gate of the stop flag before this meter was started.
    waited_before: Duration,
    stop: StopFlag,
    spent: bool,
    /// Time of the next progress report; `None` without a progress callback.
    show_at: Option<Instant>,
    is_show_due: bool,
}

impl BudgetMeter {
    /// Creates a meter for this budget and starts its clock.
    pub fn start(budget: &Budget, stop: &StopFlag) -> BudgetMeter {
        // A time limit beyond the range of the clock is no limit.
        let after = |time| Instant::now().checked_add(time);
        BudgetMeter {
            effort: SearchStats::default(),
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

    /// Makes the meter also tell when a progress report to `callback` is due.
    #[must_use]
    pub fn reporting_to<M>(mut self, callback: ProgressCallback<'_, M>) -> BudgetMeter {
        self.show_at = callback.is_set().then(|| Instant::now() + SHOW_EVERY);
        self
    }

    /// Returns true if a progress report is due, and schedules the next one.
    #[inline]
    pub fn take_report_due(&mut self) -> bool {
        if !self.is_show_due {
            return false;
        }
        self.is_show_due = false;
        self.show_at = Some(Instant::now() + SHOW_EVERY);
        true
    }

    /// Counts one node; returns true if the search may continue.
    #[inline]
    pub fn count_node(&mut self) -> bool {
        self.effort.nodes += 1;
        if self.effort.nodes >= self.most_nodes {
            self.spent = true;
        } else if self.effort.nodes.is_multiple_of(NODES_PER_LOOK) {
            self.check_limits();
        }
        !self.spent
    }

    /// Counts several nodes; the caller checks [`is_spent`](BudgetMeter::is_spent) afterwards.
    #[inline]
    pub fn count_nodes(&mut self, count: u64) {
        self.effort.nodes += count;
        self.spent |= self.effort.nodes >= self.most_nodes;
    }

    /// Counts one iteration; returns true if another one may begin.
    #[inline]
    pub fn count_iteration(&mut self) -> bool {
        self.iterations += 1;
        if self.iterations >= self.most_iterations || self.effort.nodes >= self.most_nodes {
            self.spent = true;
        } else {
            self.check_limits();
        }
        !self.spent
    }

    /// True if the budget is spent or the search was stopped.
    #[inline]
    pub fn is_spent(&self) -> bool {
        self.spent
    }

    /// True if half of the time is used. Each iteration of iterative deepening takes longer than
    /// all before it together, so one begun later would not finish.
    pub fn is_past_half_time(&self) -> bool {
        self.half_time
            .is_some_and(|half_time| self.is_past(half_time, Instant::now()))
    }

    /// True if the instant `time` has passed, not counting the time waited at the stop flag's gate.
    fn is_past(&self, time: Instant, now: Instant) -> bool {
        let waited = || self.stop.waited().saturating_sub(self.waited_before);
        now >= time && now.duration_since(time) >= waited()
    }

    /// Reads the clock and the stop flag now, without waiting for the next regular check.
    #[inline]
    pub fn check_limits(&mut self) {
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

    use ludorum_core::PauseGate;

    #[test]
    fn the_first_limit_reached_ends_the_search() {
        let stop = StopFlag::new();
        let mut meter = BudgetMeter::start(&Budget::nodes(3), &stop);
        assert_eq!([(); 3].map(|()| meter.count_node()), [true, true, false]);

        assert!(BudgetMeter::start(&Budget::nodes(0), &stop).is_spent());
        assert!(BudgetMeter::start(&Budget::time(Duration::ZERO), &stop).is_past_half_time());
        assert!(!BudgetMeter::start(&Budget::time(Duration::MAX), &stop).is_past_half_time());

        let mut meter = BudgetMeter::start(&Budget::iterations(2), &stop);
        assert_eq!([(); 2].map(|()| meter.count_iteration()), [true, false]);

        let mut meter = BudgetMeter::start(&Budget::time(Duration::MAX), &stop);
        assert!(meter.count_iteration());
        stop.raise();
        assert!(!meter.count_iteration());
    }

    /// A gate that counts an hour of waiting for each pass.
    #[derive(Debug)]
    struct CountingGate(Mutex<Duration>);

    impl PauseGate for CountingGate {
        fn wait(&self, _: &dyn Fn() -> bool) {
            *self.0.lock().unwrap() += Duration::from_secs(3600);
        }

        fn waited(&self) -> Duration {
            *self.0.lock().unwrap()
        }
    }

    #[test]
    fn waiting_for_a_thread_takes_no_time_from_a_budget() {
        let gate = Arc::new(CountingGate(Mutex::default()));
        let stop = StopFlag::new().with_gate(gate);
        let mut meter = BudgetMeter::start(&Budget::time(Duration::ZERO), &stop);
        // The search waited an hour at the gate after the clock started.
        assert!(meter.count_iteration() && !meter.is_past_half_time());
        // The hour of waiting was before this clock started.
        let meter = BudgetMeter::start(&Budget::time(Duration::ZERO), &stop);
        assert!(meter.is_past_half_time());
    }
}
