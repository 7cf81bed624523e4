//! Statistics of games. Distributions come from a library; what is here, none has.

mod bootstrap;
mod elo;
mod interval;
mod plackett_luce;
mod seats;
mod sequential;

pub use bootstrap::{Blocks, REPLICATES, bootstrap};
pub use elo::{Elo, NormalizedElo, Pentanomial, Trinomial};
pub use interval::{
    Interval, exact, mean_95, positive_mean_95, ratio_95, share_95, two_sided, wilson,
};
pub(crate) use plackett_luce::strengths_from;
pub use plackett_luce::{Ranking, Strengths, strengths};
pub use seats::SeatEffect;
pub use sequential::{
    Bounds, EloModel, Evidence, Hypotheses, HypothesesError, SequentialTest, Verdict,
};

/// The quantile of the normal distribution for intervals of 95 %.
pub(crate) const Z: f64 = 1.959963984540054;

/// The probability that a standard normal variable is at most `z`.
pub(crate) fn normal_below(z: f64) -> f64 {
    statrs::function::erf::erfc(-z / std::f64::consts::SQRT_2) / 2.0
}
