//! Agents and knowledge for Dice Wars.
//!
//! | file | content |
//! |---|---|
//! | `fast_policy.rs` | the trait of the policies, and its agent |
//! | `naive.rs`, `rules_of_thumb.rs` | naive, SDC, STE and STEi of Tureček (2018) |
//! | `wpm.rs` | WPM-S, WPM-D and WPM-C of Tureček (2018) |
//! | `weights.rs`, `weight_file.rs`, `weights/` | trained weights: built-in ones and weight files |
//! | `position_features.rs`, `sweep_features.rs` | features of the champion's models |
//! | `champion.rs`, `levels.rs` | the strongest agent and its levels |
//! | `probes.rs` | statistics: aggressivity, areas held, shape of the board |
//! | `roster.rs` | the agents with their parameters |

mod champion;
mod fast_policy;
mod levels;
mod naive;
mod position_features;
mod probes;
mod roster;
mod rules_of_thumb;
mod sweep_features;
mod weight_file;
mod weights;
mod wpm;

pub use crate::win_model::{HiddenLayer, MAX_UNITS, WinModel, sigmoid};
pub use champion::{DiceWarsChampion, TurnSearchConfig};
pub use fast_policy::{DiceWarsPolicy, DiceWarsPolicyAgent};
pub use naive::RandomAttackPolicy;
pub use probes::{DiceWarsTurnEvent, TurnEventDetector};
pub use roster::{DiceAndScoreEvaluation, roster};
pub use rules_of_thumb::{SingleTurnExpectiminimax, StrengthDifferencePolicy, take_and_hold};
pub use weight_file::{DiceWarsWeights, WeightFileError};
pub use weights::{DiceWarsTrainedAgent, DiceWarsWinModelKind, FeatureRow};
pub use wpm::{PlayerTotalsByTurnOrder, WinProbabilityMaximiser, WpmFeatures};
