//! The levels of the champion where there are plug-ins.

use crate::levels::Level;

/// Between two, from a beginner, who sees one move ahead and misjudges it by turns, to full strength.
pub(super) const BETWEEN_TWO: [Level; 10] = [
    Level::new(Some(1), 100, 250),
    Level::new(Some(2), 200, 200),
    Level::new(Some(2), 400, 120),
    Level::new(Some(3), 700, 80),
    Level::new(Some(4), 1_000, 50),
    Level::new(None, 1_500, 30),
    Level::new(None, 2_500, 0),
    Level::new(None, 5_000, 0),
    Level::new(None, 10_000, 0),
    Level::new(None, 20_000, 0),
];

/// Among more. Those who do not misjudge positions play them out, which takes more nodes.
pub(super) const AMONG_MORE: [Level; 10] = {
    let mut levels = BETWEEN_TWO;
    levels[6] = Level::new(None, 7_500, 0);
    levels[7] = Level::new(None, 15_000, 0);
    levels[8] = Level::new(None, 30_000, 0);
    levels[9] = Level::new(None, 60_000, 0);
    levels
};
