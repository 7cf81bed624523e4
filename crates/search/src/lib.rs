//! Search algorithms, each generic over what a game can do.

mod hints;
mod meter;

pub use hints::{Hints, NoHints};
pub use meter::Meter;
