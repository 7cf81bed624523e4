//! The levels of the champion.

use crate::levels::Level;

/// From a beginner, who sees one move ahead and misjudges it by steps, to full strength.
pub(super) const LEVELS: [Level; 10] = [
    Level::new(Some(1), 1_000, 250),
    Level::new(Some(2), 2_000, 200),
    Level::new(Some(2), 3_000, 120),
    Level::new(Some(3), 4_000, 80),
    Level::new(Some(4), 6_000, 50),
    Level::new(None, 5_000, 30),
    Level::new(None, 10_000, 0),
    Level::new(None, 25_000, 0),
    Level::new(None, 60_000, 0),
    Level::new(None, 150_000, 0),
];
