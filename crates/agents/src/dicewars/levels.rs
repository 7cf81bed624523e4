//! Strength levels of the champion: shallower search and evaluation noise.

use super::champion::TurnSearchConfig;

/// Strength levels of the Dice Wars champion, from 1 (mostly noise) to 10 (full strength).
const LEVELS: [TurnSearchConfig; 10] = [
    lookahead(1, 1, 8.0),
    lookahead(1, 1, 5.0),
    lookahead(1, 1, 3.0),
    lookahead(1, 1, 2.0),
    lookahead(1, 1, 1.2),
    lookahead(1, 1, 0.7),
    lookahead(1, 1, 0.3),
    lookahead(1, 1, 0.0),
    lookahead(2, 2, 0.0),
    lookahead(2, 5, 0.0),
];

const fn lookahead(depth: u32, width: usize, error: f64) -> TurnSearchConfig {
    TurnSearchConfig {
        depth,
        width,
        error,
    }
}

/// Search settings of level 10 with three or more players. The search is deeper because the models
/// need no simulated reply.
const MULTI_PLAYER: TurnSearchConfig = lookahead(4, 3, 0.0);

/// Search settings of a strength level; numbers outside 1 to 10 are clamped.
pub(super) fn level(number: i64, players: usize) -> TurnSearchConfig {
    match (number, players) {
        (10, 3..) => MULTI_PLAYER,
        _ => LEVELS[number.clamp(1, 10) as usize - 1],
    }
}
