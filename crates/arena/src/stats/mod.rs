//! Statistical estimates, intervals and tests. Distributions come from the `statrs` crate.

mod bootstrap;
mod elo;
mod interval;
mod plackett_luce;
mod seats;
mod sequential;

pub use bootstrap::{REPLICATES, ResampleCounts, bootstrap};
pub use elo::{EloEstimate, NormalizedEloEstimate, Pentanomial, Trinomial};
pub use interval::{
    ValueWithInterval, clopper_pearson, mean_95, positive_mean_95, ratio_95, share_95,
    two_sided_p_value, wilson,
};
pub(crate) use plackett_luce::fit_plackett_luce_from;
pub use plackett_luce::{PlackettLuceFit, WeightedRanking, fit_plackett_luce};
pub use seats::SeatAdvantageTest;
pub use sequential::{
    EloModel, SequentialTest, SprtBounds, SprtDecision, SprtEvidence, SprtHypotheses,
    SprtHypothesesError,
};

/// Critical value of the standard normal distribution for two-sided 95 % intervals.
pub(crate) const Z: f64 = 1.959963984540054;

/// Cumulative distribution function of the standard normal distribution.
pub(crate) fn normal_cdf(z: f64) -> f64 {
    statrs::function::erf::erfc(-z / std::f64::consts::SQRT_2) / 2.0
}
