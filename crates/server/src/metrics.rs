//! Metrics in Prometheus text format.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::table::ResidentStats;

/// A monotonic counter.
#[derive(Debug, Default)]
pub(crate) struct Counter(AtomicU64);

impl Counter {
    pub(crate) fn add(&self, number: u64) {
        self.0.fetch_add(number, Ordering::Relaxed);
    }

    pub(crate) fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// A gauge, raised by guards.
#[derive(Debug, Default)]
pub(crate) struct Gauge(AtomicU64);

/// Raises a gauge by one until dropped.
#[derive(Debug)]
pub(crate) struct GaugeGuard<'a>(&'a AtomicU64);

impl Gauge {
    pub(crate) fn increment(&self) -> GaugeGuard<'_> {
        self.0.fetch_add(1, Ordering::Relaxed);
        GaugeGuard(&self.0)
    }
}

impl Drop for GaugeGuard<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A latency histogram with fixed buckets.
#[derive(Debug, Default)]
pub(crate) struct LatencyHistogram {
    buckets: [AtomicU64; BOUNDS.len()],
    count: AtomicU64,
    micros: AtomicU64,
}

/// Upper bounds of the buckets in milliseconds.
const BOUNDS: [u64; 8] = [1, 2, 5, 10, 20, 50, 100, 1000];

impl LatencyHistogram {
    pub(crate) fn observe(&self, time: Duration) {
        for (bucket, bound) in self.buckets.iter().zip(BOUNDS) {
            if time <= Duration::from_millis(bound) {
                bucket.fetch_add(1, Ordering::Relaxed);
            }
        }
        self.count.fetch_add(1, Ordering::Relaxed);
        let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        self.micros.fetch_add(micros, Ordering::Relaxed);
    }

    fn print(&self, name: &str, out: &mut String) {
        // Writing to a string cannot fail.
        for (bucket, bound) in self.buckets.iter().zip(BOUNDS) {
            let (count, bound) = (bucket.load(Ordering::Relaxed), bound as f64 / 1e3);
            let _ = writeln!(out, "{name}_bucket{{le=\"{bound}\"}} {count}");
        }
        let count = self.count.load(Ordering::Relaxed);
        let seconds = self.micros.load(Ordering::Relaxed) as f64 / 1e6;
        let _ = writeln!(out, "{name}_bucket{{le=\"+Inf\"}} {count}");
        let _ = writeln!(out, "{name}_sum {seconds}\n{name}_count {count}");
    }
}

/// All metrics of the server.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    pub(crate) requests: Counter,
    pub(crate) moves: Counter,
    pub(crate) refusals: Counter,
    pub(crate) malformed: Counter,
    pub(crate) limited: Counter,
    pub(crate) dropped: Counter,
    pub(crate) connections: Gauge,
    pub(crate) pondering: Gauge,
    pub(crate) rebuilt: Counter,
    pub(crate) commits: LatencyHistogram,
}

impl Metrics {
    /// Renders the metrics for Prometheus.
    pub(crate) fn print(
        &self,
        (tables, loading): (usize, usize),
        residents: ResidentStats,
    ) -> String {
        let mut out = String::new();
        let mut number = |kind: &str, name: &str, help: &str, value: u64| {
            let _ = writeln!(
                out,
                "# HELP ludorum_{name} {help}\n# TYPE ludorum_{name} {kind}\nludorum_{name} {value}"
            );
        };
        number("gauge", "tables", "Live tables.", tables as u64);
        let help = "Tables still to be loaded after the restart.";
        number("gauge", "tables_loading", help, loading as u64);
        let connections = self.connections.0.load(Ordering::Relaxed);
        number("gauge", "connections", "Open WebSockets.", connections);
        let pondering = self.pondering.0.load(Ordering::Relaxed);
        let help = "Agents that are pondering.";
        number("gauge", "pondering", help, pondering);
        let help = "Agents kept for their next move.";
        number("gauge", "agents_resident", help, residents.agents);
        let help = "Memory of the agents kept for their next move.";
        number("gauge", "agents_resident_bytes", help, residents.bytes);
        let help = "Agents evicted for lack of memory.";
        number("counter", "agents_let_go_total", help, residents.evicted);
        for (name, help, counter) in [
            (
                "agents_rebuilt_total",
                "Agents rebuilt in the middle of a game.",
                &self.rebuilt,
            ),
            ("requests_total", "HTTP requests.", &self.requests),
            (
                "moves_total",
                "Moves and chance events played.",
                &self.moves,
            ),
            (
                "refusals_total",
                "Messages refused at tables.",
                &self.refusals,
            ),
            (
                "malformed_total",
                "Messages that could not be read.",
                &self.malformed,
            ),
            (
                "limited_total",
                "Requests and messages over a limit.",
                &self.limited,
            ),
            (
                "dropped_total",
                "Clients disconnected for being too slow.",
                &self.dropped,
            ),
        ] {
            number("counter", name, help, counter.get());
        }
        let name = "ludorum_commit_seconds";
        let _ = writeln!(
            out,
            "# HELP {name} Time until events are durable.\n# TYPE {name} histogram"
        );
        self.commits.print(name, &mut out);
        out
    }
}
