//! Tuning of an agent's parameters by playing games. All trials are kept.

mod method;
mod parameter_range;
mod trial;

pub use method::{TuningMethod, tune};
pub use parameter_range::{ParameterRange, ParameterRangeError, with_parameters};
pub use trial::{TuningHistory, TuningPlan, TuningTrial};
