//! Connections that were refused or timed out: counted for the metrics, told in the log now and then.

use std::fmt::Write as _;
use std::io;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::Limit;
use crate::metrics::Counter;

/// The log tells of a limit that goes on refusing no more often than this.
const TOLD_EVERY: Duration = Duration::from_secs(10);

/// What refuses connections, with the label in the metrics.
const KINDS: [&str; 4] = ["address", "public", "total", "descriptors"];

const ONLY_PLAYERS: &str = "connections are left only for those who play";

/// The connections that were refused, by what refused them.
#[derive(Debug, Default)]
pub(crate) struct Refusals {
    refused: [Counter; KINDS.len()],
    timed_out: Counter,
    told: Mutex<[Option<Told>; KINDS.len()]>,
}

/// The last time the log told of a limit.
#[derive(Clone, Copy, Debug)]
struct Told {
    at: Instant,
    /// How many had been refused by then.
    refused: u64,
}

impl Refusals {
    /// A connection of an address was not let in.
    pub(crate) fn refused(&self, limit: Limit, address: IpAddr) {
        let (kind, what) = match limit {
            Limit::Address => (0, "an address has as many connections as it may"),
            Limit::Public => (1, ONLY_PLAYERS),
            Limit::Total => (2, "no connections are left"),
        };
        if let Some(refused) = self.count(kind) {
            tracing::warn!(%address, refused, "connections refused: {what}");
        }
    }

    /// A connection on trial belonged to nobody who plays.
    pub(crate) fn not_a_player(&self) {
        if let Some(refused) = self.count(1) {
            tracing::warn!(refused, "connections refused: {ONLY_PLAYERS}");
        }
    }

    /// The system would not let another connection in.
    pub(crate) fn no_descriptors(&self, error: &io::Error) {
        if let Some(refused) = self.count(3) {
            tracing::error!(%error, refused, "connections refused by the system");
        }
    }

    /// A connection sent no request in time.
    pub(crate) fn timed_out(&self) {
        self.timed_out.add(1);
    }

    /// Counts one; how many there were since the log told of this kind, if it should now.
    fn count(&self, kind: usize) -> Option<u64> {
        self.refused[kind].add(1);
        let refused = self.refused[kind].get();
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        let before = match told[kind] {
            Some(told) if told.at.elapsed() < TOLD_EVERY => return None,
            Some(told) => told.refused,
            None => 0,
        };
        let at = Instant::now();
        told[kind] = Some(Told { at, refused });
        Some(refused - before)
    }

    /// The numbers for Prometheus, with those of the connections held now.
    pub(crate) fn print(&self, held: usize, out: &mut String) {
        // Writing to a string cannot fail.
        let name = "ludorum_connections_held";
        let _ = writeln!(out, "# HELP {name} Connections of any kind.");
        let _ = writeln!(out, "# TYPE {name} gauge\n{name} {held}");
        let name = "ludorum_connections_refused_total";
        let _ = writeln!(out, "# HELP {name} Connections refused by a limit.");
        let _ = writeln!(out, "# TYPE {name} counter");
        for (kind, counter) in KINDS.iter().zip(&self.refused) {
            let _ = writeln!(out, "{name}{{limit=\"{kind}\"}} {}", counter.get());
        }
        let name = "ludorum_connections_timed_out_total";
        let _ = writeln!(
            out,
            "# HELP {name} Connections that sent no request in time."
        );
        let timed_out = self.timed_out.get();
        let _ = writeln!(out, "# TYPE {name} counter\n{name} {timed_out}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_is_told_once_and_counted_each_time() {
        let refusals = Refusals::default();
        assert_eq!(refusals.count(0), Some(1));
        for _ in 0..1000 {
            assert_eq!(refusals.count(0), None);
        }
        assert_eq!(refusals.count(1), Some(1));
        let mut text = String::new();
        refusals.print(7, &mut text);
        for line in [
            "ludorum_connections_held 7",
            "ludorum_connections_refused_total{limit=\"address\"} 1001",
            "ludorum_connections_refused_total{limit=\"public\"} 1",
        ] {
            assert!(text.lines().any(|told| told == line), "{text}");
        }
    }
}
