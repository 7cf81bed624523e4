//! Errors of external agents: a machine-readable fault and a reason for people.

use std::time::Duration;

use ludorum_core::print_duration;
use ludorum_protocol::engine::AgentFault;

/// Protocol violation or failure of an external agent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub(crate) struct AgentError {
    pub(crate) fault: AgentFault,
    pub(crate) reason: String,
}

impl AgentError {
    pub(crate) fn new(fault: AgentFault, reason: impl Into<String>) -> AgentError {
        // Parse errors quote the input.
        let reason = reason.into().chars().map(printable).collect();
        AgentError { fault, reason }
    }

    pub(crate) fn timeout(waited: Duration) -> AgentError {
        let waited = print_duration(Duration::from_millis(waited.as_millis() as u64));
        AgentError::new(AgentFault::Silent, format!("no answer within {waited}"))
    }

    /// True if the fault makes the agent lose the game at once, without a warning.
    pub(crate) fn is_final(&self) -> bool {
        match self.fault {
            AgentFault::NotStarted
            | AgentFault::Gone
            | AgentFault::Flood
            | AgentFault::WrongProtocol
            | AgentFault::WrongGame
            | AgentFault::Resigned
            | AgentFault::Stopped => true,
            AgentFault::Silent
            | AgentFault::Rubbish
            | AgentFault::Unexpected
            | AgentFault::IllegalMove
            | AgentFault::AnsweredTwice
            | AgentFault::WrongId
            | AgentFault::WrongName => false,
        }
    }
}

/// Replaces a control character, which a terminal would interpret, by U+FFFD.
fn printable(c: char) -> char {
    if c.is_control() { '\u{fffd}' } else { c }
}

/// Returns the first 80 characters of an agent's output on one line, with control characters
/// replaced.
pub(crate) fn excerpt(bytes: &[u8]) -> String {
    const MAX_CHARS: usize = 80;
    let text = String::from_utf8_lossy(bytes);
    let clean = text.trim().chars().map(printable);
    let mut start: String = clean.clone().take(MAX_CHARS).collect();
    if clean.count() > MAX_CHARS {
        start.push('…');
    }
    start
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_agents_write_is_shown_without_harm() {
        assert_eq!(excerpt(b"  hello\n"), "hello");
        assert_eq!(excerpt(b"\x1b[2Ja\xffb"), "\u{fffd}[2Ja\u{fffd}b");
        assert_eq!(excerpt(&[b'x'; 1000]).chars().count(), 81);
    }
}
