//! A trace of the traffic between a table and an agent, for debugging agents.

use std::fmt;
use std::sync::Arc;

/// An event on the connection to an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AgentTrafficEvent<'a> {
    /// The agent's program was started with this process id. The program receives no message until
    /// the callback returns, so that a debugger can attach.
    Started(u32),
    /// The table waits at this address for an agent to connect.
    Listening(&'a str),
    /// The table sent this line to the agent.
    Sent(&'a str),
    /// The agent sent this line to the table.
    Received(&'a str),
    /// The agent wrote this line to stderr.
    Stderr(&'a str),
}

/// Callback that receives all messages from and to agents; it is called from the I/O threads.
#[derive(Clone)]
pub struct TrafficTap(Arc<dyn Fn(AgentTrafficEvent<'_>) + Send + Sync>);

impl TrafficTap {
    /// Creates a tap that calls `callback`.
    pub fn new(callback: impl Fn(AgentTrafficEvent<'_>) + Send + Sync + 'static) -> TrafficTap {
        TrafficTap(Arc::new(callback))
    }

    pub(crate) fn notify(&self, traffic: AgentTrafficEvent<'_>) {
        (self.0)(traffic);
    }

    /// Reports to the callback a line that the table sent.
    pub(crate) fn sent(&self, line: &str) {
        self.notify(AgentTrafficEvent::Sent(line.trim_end()));
    }

    /// Reports to the callback a line that the agent sent.
    pub(crate) fn received(&self, line: &[u8]) {
        self.notify(AgentTrafficEvent::Received(
            String::from_utf8_lossy(line).trim_end(),
        ));
    }

    /// Reports to the callback a line that the agent wrote to stderr.
    pub(crate) fn stderr(&self, line: &[u8]) {
        self.notify(AgentTrafficEvent::Stderr(
            String::from_utf8_lossy(line).trim_end(),
        ));
    }
}

impl fmt::Debug for TrafficTap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Tap")
    }
}
