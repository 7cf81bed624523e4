//! Resource limits of external agents: time, memory, output and warnings.

use std::time::Duration;

/// Resource limits of one external agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AgentLimits {
    /// Time limit from the start of the program to its hello.
    pub start: Duration,
    /// Time limit per move if the table sets none. Sent to the agent.
    pub think: Duration,
    /// Tolerance for late answers, and extra time after a timeout warning. Not sent to the agent.
    pub grace: Duration,
    /// Time from the end of the session until the program is killed.
    pub shutdown: Duration,
    /// Maximum length of a line from the agent, in bytes.
    pub line_bytes: usize,
    /// Maximum total length of the agent's lines during one turn, in bytes.
    pub turn_bytes: usize,
    /// Maximum number of rules queries per turn.
    pub queries: u32,
    /// Memory limit of each process of the agent, in bytes.
    pub memory: u64,
    /// Number of faults per game that cause only a warning; the next fault forfeits the game.
    pub warnings: u32,
    /// Maximum size of the end of the agent's stderr that is stored for error messages, in bytes.
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
