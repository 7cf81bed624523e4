//! Metrics in Prometheus text format.

use std::fmt::{Display, Write as _};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::table::AgentCacheStats;

/// A metric value: a counter that only grows, or a gauge that is raised while guards exist.
#[derive(Debug, Default)]
pub(crate) struct Counter(AtomicU64);

/// RAII guard that keeps a gauge raised by one until dropped.
#[derive(Debug)]
pub(crate) struct GaugeGuard<'a>(&'a Counter);

impl Counter {
    pub(crate) fn add(&self, number: u64) {
        self.0.fetch_add(number, Ordering::Relaxed);
    }

    pub(crate) fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    /// Raises a gauge by one until the returned guard is dropped.
    pub(crate) fn increment(&self) -> GaugeGuard<'_> {
        self.add(1);
        GaugeGuard(self)
    }
}

impl Drop for GaugeGuard<'_> {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A histogram of latencies with fixed buckets.
#[derive(Debug, Default)]
pub(crate) struct LatencyHistogram {
    buckets: [Counter; BOUNDS.len()],
    count: Counter,
    micros: Counter,
}

/// Upper bounds of the histogram's buckets, in milliseconds.
const BOUNDS: [u64; 8] = [1, 2, 5, 10, 20, 50, 100, 1000];

impl LatencyHistogram {
    pub(crate) fn observe(&self, time: Duration) {
        for (bucket, bound) in self.buckets.iter().zip(BOUNDS) {
            if time <= Duration::from_millis(bound) {
                bucket.add(1);
            }
        }
        self.count.add(1);
        let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        self.micros.add(micros);
    }

    fn print(&self, name: &str, help: &str, text: &mut MetricsText) {
        text.head("histogram", name, help);
        for (bucket, bound) in self.buckets.iter().zip(BOUNDS) {
            let bound = bound as f64 / 1e3;
            text.sample(
                format_args!("{name}_bucket{{le=\"{bound}\"}}"),
                bucket.get(),
            );
        }
        let (count, seconds) = (self.count.get(), self.micros.get() as f64 / 1e6);
        text.sample(format_args!("{name}_bucket{{le=\"+Inf\"}}"), count);
        text.sample(format_args!("{name}_sum"), seconds);
        text.sample(format_args!("{name}_count"), count);
    }
}

/// Builder of metrics in Prometheus text format. Writing to its string cannot fail.
#[derive(Debug, Default)]
pub(crate) struct MetricsText(pub(crate) String);

impl MetricsText {
    /// Appends the `# HELP` and `# TYPE` lines of a metric; `kind` is its Prometheus type.
    pub(crate) fn head(&mut self, kind: &str, name: &str, help: &str) {
        let (out, name) = (&mut self.0, format_args!("ludorum_{name}"));
        let _ = writeln!(out, "# HELP {name} {help}\n# TYPE {name} {kind}");
    }

    /// Appends one value of a metric. `name` includes the labels.
    pub(crate) fn sample(&mut self, name: impl Display, value: impl Display) {
        let _ = writeln!(self.0, "ludorum_{name} {value}");
    }

    pub(crate) fn counter(&mut self, name: &str, help: &str, value: u64) {
        self.head("counter", name, help);
        self.sample(name, value);
    }

    pub(crate) fn gauge(&mut self, name: &str, help: &str, value: u64) {
        self.head("gauge", name, help);
        self.sample(name, value);
    }
}

/// All counters, gauges and histograms of the server.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    pub(crate) requests: Counter,
    pub(crate) moves: Counter,
    pub(crate) refusals: Counter,
    pub(crate) malformed: Counter,
    pub(crate) limited: Counter,
    pub(crate) dropped: Counter,
    pub(crate) connections: Counter,
    pub(crate) pondering: Counter,
    pub(crate) rebuilt: Counter,
    pub(crate) commits: LatencyHistogram,
}

impl Metrics {
    /// Renders all metrics as Prometheus text. `tables` and `loading` are the numbers of loaded and
    /// of still unloaded tables.
    pub(crate) fn print(
        &self,
        (tables, loading): (usize, usize),
        residents: AgentCacheStats,
    ) -> MetricsText {
        let mut text = MetricsText::default();
        text.gauge("tables", "Live tables.", tables as u64);
        let help = "Tables still to be loaded after the restart.";
        text.gauge("tables_loading", help, loading as u64);
        text.gauge("connections", "Open WebSockets.", self.connections.get());
        text.gauge(
            "pondering",
            "Agents that are pondering.",
            self.pondering.get(),
        );
        let help = "Agents kept for their next move.";
        text.gauge("agents_resident", help, residents.agents);
        let help = "Memory of the agents kept for their next move.";
        text.gauge("agents_resident_bytes", help, residents.bytes);
        let help = "Agents evicted for lack of memory.";
        text.counter("agents_let_go_total", help, residents.evicted);
        let help = "Agents rebuilt in the middle of a game.";
        text.counter("agents_rebuilt_total", help, self.rebuilt.get());
        text.counter("requests_total", "HTTP requests.", self.requests.get());
        let help = "Moves and chance events played.";
        text.counter("moves_total", help, self.moves.get());
        let help = "Messages refused at tables.";
        text.counter("refusals_total", help, self.refusals.get());
        let help = "Messages that could not be read.";
        text.counter("malformed_total", help, self.malformed.get());
        let help = "Requests and messages over a limit.";
        text.counter("limited_total", help, self.limited.get());
        let help = "Clients disconnected for being too slow.";
        text.counter("dropped_total", help, self.dropped.get());
        let help = "Time until events are durable.";
        self.commits.print("commit_seconds", help, &mut text);
        text
    }
}
