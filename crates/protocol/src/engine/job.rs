//! Jobs of AI services: programs that run our agents for a server, many at a time over one
//! connection.

use serde::{Deserialize, Serialize};

use super::ChosenMove;
use crate::table::AgentMoveAnalysis;

/// Minimum length of a shared secret in bytes, against guessing.
const MIN_SECRET_LENGTH: usize = 16;

/// Secret that a server and its AI services share. A service answers only servers that send it.
#[derive(Clone, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SharedSecret(String);

impl SharedSecret {
    /// Creates a shared secret from the text of a file; white space around it is ignored.
    ///
    /// # Errors
    /// If the secret is too short.
    pub fn new(text: &str) -> Result<SharedSecret, String> {
        let secret = text.trim();
        if secret.len() >= MIN_SECRET_LENGTH {
            Ok(SharedSecret(secret.to_owned()))
        } else {
            Err(format!(
                "a secret has at least {MIN_SECRET_LENGTH} characters; make one with: \
                 head -c 32 /dev/urandom | base64"
            ))
        }
    }
}

/// Compares all bytes, so that the time taken does not show how many of them match.
impl PartialEq for SharedSecret {
    fn eq(&self, other: &SharedSecret) -> bool {
        let pairs = self.0.bytes().zip(other.0.bytes());
        self.0.len() == other.0.len() && pairs.fold(0, |differs, (a, b)| differs | (a ^ b)) == 0
    }
}

impl Eq for SharedSecret {}

impl std::fmt::Debug for SharedSecret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SharedSecret")
    }
}

/// Request for one move of an agent that the AI service creates itself. It holds the whole game,
/// including hidden information: the service is trusted like the server, and shows the agent only
/// the view of its seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgentJob {
    /// Id that the answers repeat; unique among the jobs of a connection.
    pub id: u64,
    /// Spec of the game.
    pub game: String,
    /// Version of the game's rules.
    pub rules: u32,
    /// Seed of the starting position.
    pub setup: u64,
    /// All moves played so far, including chance events and hidden moves.
    pub moves: Vec<String>,
    /// Spec of the agent.
    pub agent: String,
    /// Seed and first ply of the agent, from which it can be rebuilt.
    pub origin: AgentOrigin,
    /// Time limit of the move in milliseconds.
    pub time_ms: u64,
    /// True if the agent may plan with the time limit, as with a game clock. If false, the agent
    /// uses only the limits of its spec and is stopped at the time limit.
    pub clock: bool,
    /// Key under which the service keeps the agent and its search tree for the next move: the same
    /// for all moves of an agent in a game. `None` to drop the agent after this move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub keep: Option<String>,
    /// True to request interim results of the search.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub info: bool,
}

/// Seed and first ply of an agent. An agent rebuilt from them observes the moves played since,
/// repeats its own searches if its state depends on them, and so chooses the same moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgentOrigin {
    /// Seed of the agent in this game, from which the seed of each of its moves is derived.
    pub stream: u64,
    /// Number of moves that were played before the agent took its seat.
    pub since: u64,
}

/// Load of an AI service.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServiceLoad {
    /// Number of jobs that the service runs or has queued.
    pub jobs: u32,
    /// Number of threads of the service that run jobs.
    pub threads: u32,
}

impl ChosenMove {
    /// Creates the answer of an AI service to the job `id` from an agent's analysis.
    pub fn from_analysis(id: u64, analysis: AgentMoveAnalysis) -> ChosenMove {
        ChosenMove {
            id,
            mv: analysis.best,
            value: analysis.value,
            line: analysis.line,
            nodes: Some(analysis.nodes),
            depth: Some(analysis.depth),
            playouts: Some(analysis.playouts),
            time_ms: Some(analysis.time),
            candidates: analysis.candidates,
            note: None,
        }
    }

    /// Converts the message to the analysis of `agent` after `ply` moves; missing counts become 0.
    pub fn into_analysis(self, ply: u32, agent: &str) -> AgentMoveAnalysis {
        AgentMoveAnalysis {
            ply,
            agent: agent.to_owned(),
            best: self.mv,
            value: self.value,
            line: self.line,
            candidates: self.candidates,
            nodes: self.nodes.unwrap_or(0),
            playouts: self.playouts.unwrap_or(0),
            depth: self.depth.unwrap_or(0),
            time: self.time_ms.unwrap_or(0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_secrets_are_refused_and_none_is_printed() {
        assert!(SharedSecret::new("  too short  ").is_err());
        let secret = SharedSecret::new(" long enough to be one\n").unwrap();
        assert_eq!(secret, SharedSecret::new("long enough to be one").unwrap());
        assert_ne!(secret, SharedSecret::new("long enough to be two").unwrap());
        assert!(!format!("{secret:?}").contains("enough"));
    }
}
