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
//! | `simulate.rs`, `lessons.rs` | whole games at full speed, and what is learnt from them |
//! | `measure.rs`, `habits.rs` | aggressivity, and whether areas are held |
//! | `roster.rs`, `hired.rs` | all of them with their parameters, and any of them as a tactic |

mod champion;
mod estimate;
mod foresight;
mod habits;
mod hired;
mod lessons;
mod levels;
mod measure;
mod naive;
mod outlook;
mod roster;
mod rules_of_thumb;
mod simulate;
mod tactic;
mod weight_file;
mod weights;
mod wpm;

pub use champion::{Champion, Sight};
pub use estimate::{Estimate, Hidden, MOST_UNITS};
pub use habits::{Habits, NoSuchPlayer, habits, pinned};
pub use hired::hired;
pub use lessons::{Pupil, lesson};
pub use measure::{Measures, Tenth};
pub use naive::Naive;
pub use roster::{Wealth, roster};
pub use rules_of_thumb::{Sdc, Ste, take_and_hold};
pub use simulate::{Watch, shares, simulate};
pub use tactic::Tactic;
pub use weight_file::{BadWeights, Weights};
pub use weights::{Model, Row, Trained};
pub use wpm::{Features, Standing, Wpm};
