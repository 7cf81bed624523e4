//! Spec strings: `name` or `name:key=value,key=value`.

use std::fmt;

use ludorum_core::ParamError;

/// Splits a spec such as `mcts:time=1s` into name and parameters.
pub(crate) fn split(spec: &str) -> (&str, &str) {
    spec.split_once(':').unwrap_or((spec, ""))
}

/// Splits a comma-separated list of specs. Parameters have commas too: a bare `key=value` belongs to
/// the spec before it.
///
/// ```
/// let seats = ludorum_catalog::split_list("human,mcts:time=1s,c=2,random");
/// assert_eq!(seats, ["human", "mcts:time=1s,c=2", "random"]);
/// ```
pub fn split_list(list: &str) -> Vec<String> {
    let mut specs: Vec<String> = Vec::new();
    for piece in list.split(',') {
        let is_parameter = piece
            .find('=')
            .is_some_and(|equals| piece.find(':').is_none_or(|colon| equals < colon));
        match specs.last_mut() {
            Some(last) if is_parameter && last.contains(':') => {
                last.push(',');
                last.push_str(piece);
            }
            _ => specs.push(piece.to_owned()),
        }
    }
    specs
}

/// Error in the spec of a game or player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SpecError {
    /// No game has the name in the spec.
    UnknownGame {
        /// Name in the spec, which no game has.
        name: String,
        /// Names of all games.
        known: Vec<&'static str>,
    },
    /// The game has no agent with the name in the spec.
    UnknownAgent {
        /// Name in the spec, which no agent of the game has.
        name: String,
        /// Name of the game.
        game: &'static str,
        /// Names of all agents of the game.
        known: Vec<&'static str>,
    },
    /// The parameters in the spec are invalid.
    Params {
        /// The name of the game or agent.
        name: &'static str,
        /// Error of parsing the parameters.
        error: ParamError,
    },
    /// An external player cannot be started.
    External {
        /// Spec of the external player.
        spec: String,
        /// Reason of the failure, and how to fix it.
        reason: String,
    },
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SpecError::UnknownGame { name, known } => {
                write!(f, "unknown game '{name}'; known are {}", known.join(", "))
            }
            SpecError::UnknownAgent { name, game, known } => write!(
                f,
                "unknown agent '{name}' for {game}; known are {}",
                known.join(", ")
            ),
            SpecError::Params { name, error } => write!(f, "{name}: {error}"),
            SpecError::External { spec, reason } => write!(f, "{spec}: {reason}"),
        }
    }
}

impl std::error::Error for SpecError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_split_between_specs_and_not_inside_them() {
        let split = |list| split_list(list).join(" | ");
        assert_eq!(split("a"), "a");
        assert_eq!(split("a,b:x=1,y=2,c:z=3"), "a | b:x=1,y=2 | c:z=3");
        assert_eq!(split("a,x=1"), "a | x=1", "no parameters without a colon");
        assert_eq!(split("b:x=1:2,y=3"), "b:x=1:2,y=3");
    }
}
