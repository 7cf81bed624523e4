//! What went wrong with an external agent, for programs and for people.

use std::fmt;
use std::time::Duration;

use ludorum_core::print_duration;
use ludorum_protocol::engine::Fault;

/// Something an agent did, or did not do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Trouble {
    pub(crate) fault: Fault,
    pub(crate) reason: String,
}

impl Trouble {
    pub(crate) fn new(fault: Fault, reason: impl Into<String>) -> Trouble {
        // Errors of readers quote what they read.
        let reason = reason.into().chars().map(shown).collect();
        Trouble { fault, reason }
    }

    pub(crate) fn silent(waited: Duration) -> Trouble {
        let waited = print_duration(Duration::from_millis(waited.as_millis() as u64));
        Trouble::new(Fault::Silent, format!("no answer within {waited}"))
    }

    /// Whether nothing more can be expected of the agent, or nothing more should be taken from it.
    pub(crate) fn is_final(&self) -> bool {
        match self.fault {
            Fault::NotStarted
            | Fault::Gone
            | Fault::Flood
            | Fault::WrongProtocol
            | Fault::WrongGame
            | Fault::Resigned
            | Fault::Stopped => true,
            Fault::Silent
            | Fault::Rubbish
            | Fault::Unexpected
            | Fault::IllegalMove
            | Fault::AnsweredTwice
            | Fault::WrongId
            | Fault::WrongName => false,
        }
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

/// A character as it may be shown: a terminal would obey some.
fn shown(c: char) -> char {
    if c.is_control() { '\u{fffd}' } else { c }
}

/// The beginning of something an agent wrote, fit to be shown: one line, no control characters.
pub(crate) fn excerpt(bytes: &[u8]) -> String {
    const SHOWN: usize = 80;
    let text = String::from_utf8_lossy(bytes);
    let clean = text.trim().chars().map(shown);
    let mut start: String = clean.clone().take(SHOWN).collect();
    if clean.count() > SHOWN {
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
