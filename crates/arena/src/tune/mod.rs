//! Tuning: parameters of an agent by games, with every trial kept.

mod dimension;
mod method;
mod trial;

pub use dimension::{Dimension, DimensionError, with_parameters};
pub use method::{Method, tune};
pub use trial::{History, Trial, Tuning};
