//! Commands of Dice Wars.

pub(crate) mod attacks;
pub(crate) mod dice;
pub(crate) mod serve;
pub(crate) mod topology;
pub(crate) mod train;
