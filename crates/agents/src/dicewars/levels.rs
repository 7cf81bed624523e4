//! Levels of the champion: shallower lookahead and noise.

use super::champion::LookaheadConfig;

/// From a beginner, whose values are mostly noise, to full strength.
const LEVELS: [LookaheadConfig; 10] = [
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

const fn lookahead(depth: u32, width: usize, error: f64) -> LookaheadConfig {
    LookaheadConfig {
        depth,
        width,
        error,
    }
}

/// Full strength for three and more players: without reply features there is time to search deeper.
const MULTI_PLAYER: LookaheadConfig = lookahead(4, 3, 0.0);

/// Lookahead of a level from 1 to 10.
pub(super) fn level(number: i64, players: usize) -> LookaheadConfig {
    match (number, players) {
        (10, 3..) => MULTI_PLAYER,
        _ => LEVELS[number.clamp(1, 10) as usize - 1],
    }
}
