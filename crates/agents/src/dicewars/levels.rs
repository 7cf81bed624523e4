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

/// The best sight among three and more, who foresee no answers and so have time to look further.
const AMONG_MANY: Sight = sight(4, 3, 0.0);

/// How well the champion of a level sees among so many players; levels count from 1 to 10.
pub(super) fn level(number: i64, players: usize) -> Sight {
    match (number, players) {
        (10, 3..) => AMONG_MANY,
        _ => LEVELS[number.clamp(1, 10) as usize - 1],
    }
}
