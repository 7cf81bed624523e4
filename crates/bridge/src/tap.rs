//! Everything that goes on between a table and an agent, for whoever looks for a mistake in one.

use std::fmt;
use std::sync::Arc;

/// What happens at a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Traffic<'a> {
    /// The program was started as this process, and has been told nothing yet. It waits as long as
    /// whoever is told this does.
    Started(u32),
    /// An agent may connect to this address.
    Listening(&'a str),
    /// The table says this.
    Told(&'a str),
    /// The agent says this.
    Said(&'a str),
    /// The agent prints this line to its standard error.
    Printed(&'a str),
}

/// Is told of all traffic, by whichever thread it passes through.
#[derive(Clone)]
pub struct Tap(Arc<dyn Fn(Traffic<'_>) + Send + Sync>);

impl Tap {
    /// Tells this function.
    pub fn new(tell: impl Fn(Traffic<'_>) + Send + Sync + 'static) -> Tap {
        Tap(Arc::new(tell))
    }

    pub(crate) fn tell(&self, traffic: Traffic<'_>) {
        (self.0)(traffic);
    }

    /// Tells what the table says, in a line.
    pub(crate) fn told(&self, line: &str) {
        self.tell(Traffic::Told(line.trim_end()));
    }

    /// Tells what the agent says, in a line as it came.
    pub(crate) fn said(&self, line: &[u8]) {
        self.tell(Traffic::Said(String::from_utf8_lossy(line).trim_end()));
    }

    /// Tells what the agent prints, in a line as it came.
    pub(crate) fn printed(&self, line: &[u8]) {
        self.tell(Traffic::Printed(String::from_utf8_lossy(line).trim_end()));
    }
}

impl fmt::Debug for Tap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Tap")
    }
}
