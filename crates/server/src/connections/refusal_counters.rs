//! Counters of refused and timed-out connections, for metrics and a rate-limited log.

use std::io;
use std::net::IpAddr;
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use super::ConnectionRefusal;
use crate::metrics::{Counter, MetricsText};

/// Minimum time between two log lines about the same refusal reason.
const LOG_EVERY: Duration = Duration::from_secs(10);

/// Names of the refusal reasons, used as labels in the metrics.
const KINDS: [&str; 4] = ["address", "public", "total", "descriptors"];

const ONLY_PLAYERS: &str = "the remaining connections are reserved for players";

/// Numbers of refused connections by reason, and of connections that timed out.
#[derive(Debug, Default)]
pub(crate) struct RefusalCounters {
    refused: [Counter; KINDS.len()],
    timed_out: Counter,
    last_logged: Mutex<[Option<LastRefusalLog>; KINDS.len()]>,
}

/// Time and refusal count of the last log line about one refusal reason.
#[derive(Clone, Copy, Debug)]
struct LastRefusalLog {
    at: Instant,
    /// Number of refusals for this reason since the server's start, at the time of the log line.
    refused: u64,
}

impl RefusalCounters {
    /// Counts a connection that a limit refused.
    pub(crate) fn refused(&self, limit: ConnectionRefusal, address: IpAddr) {
        let (kind, what) = match limit {
            ConnectionRefusal::Address => (0, "an address has reached its limit"),
            ConnectionRefusal::Public => (1, ONLY_PLAYERS),
            ConnectionRefusal::Total => (2, "the total limit is reached"),
        };
        if let Some(refused) = self.count(kind) {
            tracing::warn!(%address, refused, "connections refused: {what}");
        }
    }

    /// Counts a connection on trial that was refused because its person holds no seat.
    pub(crate) fn not_a_player(&self) {
        if let Some(refused) = self.count(1) {
            tracing::warn!(refused, "connections refused: {ONLY_PLAYERS}");
        }
    }

    /// Counts a connection that the operating system did not accept, for lack of descriptors.
    pub(crate) fn no_descriptors(&self, error: &io::Error) {
        if let Some(refused) = self.count(3) {
            tracing::error!(%error, refused, "connections refused by the system");
        }
    }

    /// Counts a connection that sent no request in time.
    pub(crate) fn timed_out(&self) {
        self.timed_out.add(1);
    }

    /// Counts a refusal for the reason `KINDS[kind]`. If a log line is due, returns the number of
    /// refusals since the previous line.
    fn count(&self, kind: usize) -> Option<u64> {
        self.refused[kind].add(1);
        let refused = self.refused[kind].get();
        let mut logged = self.last_logged.lock();
        let before = match logged[kind] {
            Some(last) if last.at.elapsed() < LOG_EVERY => return None,
            Some(last) => last.refused,
            None => 0,
        };
        let at = Instant::now();
        logged[kind] = Some(LastRefusalLog { at, refused });
        Some(refused - before)
    }

    /// Appends these counters to the metrics, with `held` as the number of open connections.
    pub(crate) fn print(&self, held: usize, text: &mut MetricsText) {
        text.gauge("connections_held", "Connections of any kind.", held as u64);
        let name = "connections_refused_total";
        text.head("counter", name, "Connections refused by a limit.");
        for (kind, counter) in KINDS.iter().zip(&self.refused) {
            text.sample(format_args!("{name}{{limit=\"{kind}\"}}"), counter.get());
        }
        let help = "Connections that sent no request in time.";
        text.counter("connections_timed_out_total", help, self.timed_out.get());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_is_told_once_and_counted_each_time() {
        let refusals = RefusalCounters::default();
        assert_eq!(refusals.count(0), Some(1));
        for _ in 0..1000 {
            assert_eq!(refusals.count(0), None);
        }
        assert_eq!(refusals.count(1), Some(1));
        let mut text = MetricsText::default();
        refusals.print(7, &mut text);
        let text = text.0;
        for line in [
            "ludorum_connections_held 7",
            "ludorum_connections_refused_total{limit=\"address\"} 1001",
            "ludorum_connections_refused_total{limit=\"public\"} 1",
        ] {
            assert!(text.lines().any(|told| told == line), "{text}");
        }
    }
}
