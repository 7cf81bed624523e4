//! Levels of the champion.

use crate::levels::StrengthLevel;

/// From a beginner, who looks one ply ahead and errs by steps, to full strength.
pub(super) const LEVELS: [StrengthLevel; 10] = [
    StrengthLevel::new(Some(1), 1_000, 250),
    StrengthLevel::new(Some(2), 2_000, 200),
    StrengthLevel::new(Some(2), 3_000, 120),
    StrengthLevel::new(Some(3), 4_000, 80),
    StrengthLevel::new(Some(4), 6_000, 50),
    StrengthLevel::new(None, 5_000, 30),
    StrengthLevel::new(None, 10_000, 0),
    StrengthLevel::new(None, 25_000, 0),
    StrengthLevel::new(None, 60_000, 0),
    StrengthLevel::new(None, 150_000, 0),
];
