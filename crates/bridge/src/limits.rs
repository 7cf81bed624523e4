//! How much an external agent may take: time, memory, output, and patience.

use std::time::Duration;

/// The limits of one external agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// From the start of the program to its hello.
    pub start: Duration,
    /// For a move, where the table has no limit of its own. The agent is told.
    pub think: Duration,
    /// What it may be late, and what it gets more after a warning for silence. It is not told.
    pub grace: Duration,
    /// From the table's bye to the end of the program; then it is killed.
    pub farewell: Duration,
    /// The longest line, in bytes.
    pub line_bytes: usize,
    /// All lines of one turn together, in bytes.
    pub turn_bytes: usize,
    /// The questions of one turn.
    pub questions: u32,
    /// The memory each of its processes may write to, in bytes.
    pub memory: u64,
    /// Warnings in a game; what would be one more loses it.
    pub warnings: u32,
    /// How much of what it prints to stderr is kept, in bytes.
    pub log_bytes: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            start: Duration::from_secs(10),
            think: Duration::from_secs(10),
            grace: Duration::from_secs(1),
            farewell: Duration::from_millis(500),
            line_bytes: 256 << 10,
            turn_bytes: 64 << 20,
            questions: 1_000_000,
            memory: 2 << 30,
            warnings: 2,
            log_bytes: 16 << 10,
        }
    }
}
