//! Levels of the champion on boards with plug-ins.

use crate::levels::StrengthLevel;

/// Strength levels of the Sector 66 champion for two players: level 1 looks one ply ahead with
/// errors of several turns, level 10 has full strength.
pub(super) const TWO_PLAYERS: [StrengthLevel; 10] = [
    StrengthLevel::new(Some(1), 100, 250),
    StrengthLevel::new(Some(2), 200, 200),
    StrengthLevel::new(Some(2), 400, 120),
    StrengthLevel::new(Some(3), 700, 80),
    StrengthLevel::new(Some(4), 1_000, 50),
    StrengthLevel::new(None, 1_500, 30),
    StrengthLevel::new(None, 2_500, 0),
    StrengthLevel::new(None, 5_000, 0),
    StrengthLevel::new(None, 10_000, 0),
    StrengthLevel::new(None, 20_000, 0),
];

/// Strength levels of the Sector 66 champion for three and more players. Levels without noise use
/// playouts, which need more nodes.
pub(super) const MULTI_PLAYER: [StrengthLevel; 10] = {
    let mut levels = TWO_PLAYERS;
    levels[6] = StrengthLevel::new(None, 7_500, 0);
    levels[7] = StrengthLevel::new(None, 15_000, 0);
    levels[8] = StrengthLevel::new(None, 30_000, 0);
    levels[9] = StrengthLevel::new(None, 60_000, 0);
    levels
};
