//! What we know about Dice Wars.
//!
//! | file | what is in it |
//! |---|---|
//! | `tactic.rs` | players that decide from a position alone |
//! | `naive.rs`, `rules_of_thumb.rs` | naive, SDC, STE and STEi of the thesis |
//! | `wpm.rs` | WPM-S, WPM-D and WPM-C of the thesis |
//! | `estimate.rs` | estimates of the probability to win |
//! | `weights.rs`, `weight_file.rs`, `weights/` | their weights: what ships, and files of users |
//! | `outlook.rs`, `foresight.rs` | what the strongest player sees in a position |
//! | `champion.rs`, `levels.rs` | the strongest player, and what makes it weaker |
//! | `probes.rs` | measures of games: aggressivity, whether areas are held, the shape of the board |
//! | `roster.rs` | all of them with their parameters |

mod champion;
mod estimate;
mod foresight;
mod levels;
mod naive;
mod outlook;
mod probes;
mod roster;
mod rules_of_thumb;
mod tactic;
mod weight_file;
mod weights;
mod wpm;

pub use champion::{Champion, Sight};
pub use estimate::{Estimate, Hidden, MOST_UNITS};
pub use naive::Naive;
pub use probes::{TurnStep, TurnSteps};
pub use roster::{Wealth, roster};
pub use rules_of_thumb::{Sdc, Ste, take_and_hold};
pub use tactic::{Tactic, Tactical};
pub use weight_file::{BadWeights, Weights};
pub use weights::{Model, Row, Trained};
pub use wpm::{Features, Standing, Wpm};
