//! What makes the champion weaker: looking less far, and misjudging what is seen.

use super::champion::Sight;

/// From a beginner, who hardly sees what is good, to full strength.
const LEVELS: [Sight; 10] = [
    sight(1, 1, 8.0),
    sight(1, 1, 5.0),
    sight(1, 1, 3.0),
    sight(1, 1, 2.0),
    sight(1, 1, 1.2),
    sight(1, 1, 0.7),
    sight(1, 1, 0.3),
    sight(1, 1, 0.0),
    sight(2, 2, 0.0),
    sight(2, 5, 0.0),
];

const fn sight(depth: u32, width: usize, error: f64) -> Sight {
    Sight {
        depth,
        width,
        error,
    }
}

/// How well the champion of a level sees; levels count from 1 to 10.
pub(super) fn level(number: i64) -> Sight {
    LEVELS[number.clamp(1, 10) as usize - 1]
}
