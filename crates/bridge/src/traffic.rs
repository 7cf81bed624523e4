//! A trace of the traffic between a table and an agent, for debugging agents.

use std::fmt;
use std::sync::Arc;

/// An event on the connection to an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrafficEvent<'a> {
    /// The program was started with this process id. Nothing is sent to it until the callback
    /// returns, so that a debugger can attach.
    Started(u32),
    /// An agent may connect to this address.
    Listening(&'a str),
    /// The table sends this line.
    Sent(&'a str),
    /// The agent sends this line.
    Received(&'a str),
    /// The agent writes this line to stderr.
    Stderr(&'a str),
}

/// Callback that receives all traffic; it is called from the I/O threads.
#[derive(Clone)]
pub struct TrafficTap(Arc<dyn Fn(TrafficEvent<'_>) + Send + Sync>);

impl TrafficTap {
    /// A tap that calls `callback`.
    pub fn new(callback: impl Fn(TrafficEvent<'_>) + Send + Sync + 'static) -> TrafficTap {
        TrafficTap(Arc::new(callback))
    }

    pub(crate) fn notify(&self, traffic: TrafficEvent<'_>) {
        (self.0)(traffic);
    }

    /// Reports a line from the table.
    pub(crate) fn sent(&self, line: &str) {
        self.notify(TrafficEvent::Sent(line.trim_end()));
    }

    /// Reports a line from the agent.
    pub(crate) fn received(&self, line: &[u8]) {
        self.notify(TrafficEvent::Received(
            String::from_utf8_lossy(line).trim_end(),
        ));
    }

    /// Reports a line from the agent's stderr.
    pub(crate) fn stderr(&self, line: &[u8]) {
        self.notify(TrafficEvent::Stderr(
            String::from_utf8_lossy(line).trim_end(),
        ));
    }
}

impl fmt::Debug for TrafficTap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Tap")
    }
}
