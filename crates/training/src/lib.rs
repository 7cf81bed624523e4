//! Training of agents' weights from games: logistic regression and a small neural network, with
//! accuracy and calibration.

mod labelled_samples;
mod network;
mod newton;

pub use labelled_samples::{CalibrationBin, FitError, LabelledSamples};
pub use network::NetworkTrainingConfig;
