//! Resource limits of external agents: time, memory, output and warnings.

use std::time::Duration;

/// Resource limits of one external agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AgentLimits {
    /// Time from the start of the program to its hello.
    pub start: Duration,
    /// Time per move if the table sets none. It is sent to the agent.
    pub think: Duration,
    /// Tolerance for late answers, and extra time after a timeout warning. It is not sent to the agent.
    pub grace: Duration,
    /// Time from the table's bye until the program is killed.
    pub shutdown: Duration,
    /// Maximum length of a line, in bytes.
    pub line_bytes: usize,
    /// Maximum total length of the lines of one turn, in bytes.
    pub turn_bytes: usize,
    /// Maximum number of queries per turn.
    pub queries: u32,
    /// Data memory of each of its processes, in bytes.
    pub memory: u64,
    /// Warnings per game; the next fault after these forfeits the game.
    pub warnings: u32,
    /// Size of the kept end of its stderr, in bytes.
    pub stderr_bytes: usize,
}

impl Default for AgentLimits {
    fn default() -> AgentLimits {
        AgentLimits {
            start: Duration::from_secs(10),
            think: Duration::from_secs(10),
            grace: Duration::from_secs(1),
            shutdown: Duration::from_millis(500),
            line_bytes: 256 << 10,
            turn_bytes: 64 << 20,
            queries: 1_000_000,
            memory: 2 << 30,
            warnings: 2,
            stderr_bytes: 16 << 10,
        }
    }
}
