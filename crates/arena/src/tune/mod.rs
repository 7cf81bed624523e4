//! Tunes the parameters of an agent by playing games, and records all trials.

mod method;
mod parameter_range;
mod trial;

pub use method::{TuningMethod, tune};
pub use parameter_range::{ParameterRange, ParameterRangeError, with_parameters};
pub use trial::{TuningHistory, TuningPlan, TuningTrial};
