//! Elo differences between two players, from single games and from pairs of games with seats
//! swapped.

use std::f64::consts::FRAC_PI_2;

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, StudentsT};

use super::{Z, normal_cdf, wilson};

/// Normalised Elo per standard deviation of a game's score.
pub(super) const NORMALIZED_ELO_SCALE: f64 = 347.435_585_522_601_46;

/// Pseudo-count added to each pair result for the interval of normalised Elo. Chosen by the
/// simulation in `tests/simulations.rs`.
const PSEUDO_PAIRS: f64 = 0.4;

/// Elo difference of two players with its 95 % interval. Infinite values are `None`, such as the
/// estimate for a player who won all games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct EloEstimate {
    /// Estimated Elo difference; `None` if infinite or there were no games.
    pub elo: Option<f64>,
    /// Lower end of the 95 % interval; `None` if unbounded.
    pub low: Option<f64>,
    /// Upper end of the 95 % interval; `None` if unbounded.
    pub high: Option<f64>,
    /// Likelihood of superiority (LOS): probability from 0 to 1 that the first player is stronger.
    pub superiority: f64,
}

impl EloEstimate {
    /// Elo estimate and both interval ends, infinite where unbounded; the estimate is NaN if there
    /// were no games.
    pub fn numbers(&self) -> [f64; 3] {
        [
            self.elo.unwrap_or_else(|| self.unbounded_estimate()),
            self.low.unwrap_or(f64::NEG_INFINITY),
            self.high.unwrap_or(f64::INFINITY),
        ]
    }

    /// Value shown for a missing Elo estimate: plus or minus infinity for the better or worse first
    /// player, NaN if neither is better.
    pub fn unbounded_estimate(&self) -> f64 {
        (self.superiority - 0.5) * f64::INFINITY
    }
}

/// Normalised Elo difference with its 95 % interval: the mean score above even, in standard
/// deviations of a game, scaled like Elo. Unbounded values are `None`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "StoredNormalizedElo")]
pub struct NormalizedEloEstimate {
    /// Estimated normalised Elo difference; `None` if all pairs had the same uneven result, or
    /// there were no pairs.
    pub elo: Option<f64>,
    /// Lower end of the 95 % interval; `None` if unbounded.
    pub low: Option<f64>,
    /// Upper end of the 95 % interval; `None` if unbounded.
    pub high: Option<f64>,
}

/// Serialized form of a normalised Elo estimate. In old reports, the interval is symmetric and only
/// its half width `plus_minus` is stored.
#[derive(Deserialize)]
struct StoredNormalizedElo {
    elo: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    plus_minus: Option<f64>,
}

impl From<StoredNormalizedElo> for NormalizedEloEstimate {
    fn from(file: StoredNormalizedElo) -> NormalizedEloEstimate {
        let end = |sign: f64| Some(file.elo? + sign * file.plus_minus?);
        NormalizedEloEstimate {
            elo: file.elo,
            low: file.low.or_else(|| end(-1.0)),
            high: file.high.or_else(|| end(1.0)),
        }
    }
}

impl NormalizedEloEstimate {
    /// Replaces the estimate and widens the interval to contain it.
    pub(crate) fn with_estimate(self, elo: Option<f64>) -> NormalizedEloEstimate {
        let with = |end: Option<f64>, further: fn(f64, f64) -> f64| {
            end.map(|end| elo.map_or(end, |elo| further(end, elo)))
        };
        NormalizedEloEstimate {
            elo,
            low: with(self.low, f64::min),
            high: with(self.high, f64::max),
        }
    }

    /// Normalised Elo estimate and both interval ends, infinite where unbounded; the estimate is
    /// NaN if there were too few pairs.
    pub fn numbers(&self) -> [f64; 3] {
        let unbounded_estimate = match (self.low, self.high) {
            (Some(_), None) => f64::INFINITY,
            (None, Some(_)) => f64::NEG_INFINITY,
            _ => f64::NAN,
        };
        [
            self.elo.unwrap_or(unbounded_estimate),
            self.low.unwrap_or(f64::NEG_INFINITY),
            self.high.unwrap_or(f64::INFINITY),
        ]
    }
}

/// Trinomial counts: wins, draws and losses of one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trinomial {
    /// Number of games won.
    pub wins: u64,
    /// Number of games drawn.
    pub draws: u64,
    /// Number of games lost.
    pub losses: u64,
}

/// Pentanomial counts: numbers of game pairs with seats swapped in which one player scored 0, 1/2,
/// 1, 3/2 and 2 points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pentanomial(pub [u64; 5]);

impl Trinomial {
    /// Estimates the Elo difference from these counts, assuming independent games.
    pub fn elo(&self) -> EloEstimate {
        let weights = [
            (0.0, self.losses as f64),
            (0.5, self.draws as f64),
            (1.0, self.wins as f64),
        ];
        let games = self.wins + self.draws + self.losses;
        estimate(&weights, games)
    }
}

impl Pentanomial {
    /// Number of game pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Estimates the Elo difference from game pairs. The interval is valid although the two games
    /// of a pair are dependent.
    pub fn elo(&self) -> EloEstimate {
        estimate(&self.weights(), self.pairs())
    }

    /// Estimates the normalised Elo difference from game pairs.
    ///
    /// The interval is computed for the arctangent, whose variance is nearly constant (for two
    /// results it is the variance-stabilised win rate), by the delta method with third and fourth
    /// moments. Pseudo-counts allow for results that did not occur.
    pub fn normalized(&self) -> NormalizedEloEstimate {
        let pairs = self.pairs();
        if pairs == 0 {
            return NormalizedEloEstimate {
                elo: None,
                low: None,
                high: None,
            };
        }
        let (mean, variance) = moments(&self.weights());
        let is_alike = self.0.contains(&pairs);
        let elo = if is_alike {
            (mean == 0.5).then_some(0.0)
        } else {
            Some((mean - 0.5) / (2.0 * variance).sqrt() * NORMALIZED_ELO_SCALE)
        };
        let (low, high) = self.angle_95();
        let [low, high] = [low, high]
            .map(|angle| (angle.abs() < FRAC_PI_2).then(|| angle.tan() * NORMALIZED_ELO_SCALE));
        let unbounded = is_alike && elo.is_none();
        let interval = NormalizedEloEstimate {
            elo: None,
            low: low.filter(|_| !(unbounded && mean < 0.5)),
            high: high.filter(|_| !(unbounded && mean > 0.5)),
        };
        interval.with_estimate(elo)
    }

    /// 95 % interval of the arctangent of x, where x is the mean score minus 1/2 in standard
    /// deviations of one game's score.
    fn angle_95(&self) -> (f64, f64) {
        let weights = self
            .weights()
            .map(|(score, count)| (score, count + PSEUDO_PAIRS));
        let (mean, variance) = moments(&weights);
        let total: f64 = weights.iter().map(|(_, count)| count).sum();
        let moment = |power: i32| {
            let each = weights.iter().map(|(score, count)| {
                count / total * ((score - mean) / variance.sqrt()).powi(power)
            });
            each.sum::<f64>()
        };
        let of_pairs = (mean - 0.5) / variance.sqrt();
        let of_games = of_pairs / std::f64::consts::SQRT_2;
        let spread = 1.0 - of_pairs * moment(3) + of_pairs.powi(2) * (moment(4) - 1.0) / 4.0;
        let error = (spread.max(0.0) / total / 2.0).sqrt() / (1.0 + of_games.powi(2));
        let degrees = (self.pairs() as f64 - 1.0).max(1.0);
        let quantile = StudentsT::new(0.0, 1.0, degrees).map_or(Z, |t| t.inverse_cdf(0.975));
        let angle = of_games.atan();
        (angle - quantile * error, angle + quantile * error)
    }

    fn weights(&self) -> [(f64, f64); 5] {
        std::array::from_fn(|index| (index as f64 / 4.0, self.0[index] as f64))
    }
}

/// Elo difference at which a player has this expected score; `None` for scores 0 and 1.
fn elo_of(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| 400.0 * (score / (1.0 - score)).log10())
}

fn estimate(weights: &[(f64, f64)], samples: u64) -> EloEstimate {
    if samples == 0 {
        return EloEstimate {
            elo: None,
            low: None,
            high: None,
            superiority: 0.5,
        };
    }
    let (mean, variance) = moments(weights);
    let error = (variance / samples as f64).sqrt();
    let (low, high) = match error {
        // All samples have the same score, so their variance is unknown, not zero.
        0.0 => wilson(mean * samples as f64, samples),
        _ => (mean - Z * error, mean + Z * error),
    };
    let superiority = match error {
        0.0 if mean == 0.5 => 0.5,
        // Only wins or only losses: posterior probability of a rate above 1/2 with a uniform prior
        // (Laplace).
        0.0 => {
            let doubt = 0.5_f64.powf(samples as f64 + 1.0);
            if mean > 0.5 { 1.0 - doubt } else { doubt }
        }
        _ => normal_cdf((mean - 0.5) / error),
    };
    EloEstimate {
        elo: elo_of(mean),
        low: elo_of(low),
        high: elo_of(high),
        superiority,
    }
}

/// Mean and variance of weighted values, given as pairs of value and weight.
pub(super) fn moments(weights: &[(f64, f64)]) -> (f64, f64) {
    let total: f64 = weights.iter().map(|(_, weight)| weight).sum();
    let mean = weights.iter().map(|(value, w)| value * w).sum::<f64>() / total;
    let squares = weights.iter().map(|(value, w)| w * (value - mean).powi(2));
    (mean, squares.sum::<f64>() / total)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_loses_all_games_is_infinitely_weaker() {
        let lost = Pentanomial([5, 0, 0, 0, 0]).elo();
        let [elo, low, high] = lost.numbers();
        assert_eq!((elo, low), (f64::NEG_INFINITY, f64::NEG_INFINITY));
        assert!(high.is_finite() && high < 0.0, "{high}");
        let won = Pentanomial([0, 0, 0, 0, 5]).elo();
        assert_eq!(
            (won.numbers()[0], won.numbers()[2]),
            (f64::INFINITY, f64::INFINITY)
        );
        near(won.low, -high);
        let none = Pentanomial([0; 5]).elo();
        assert!(none.numbers()[0].is_nan());
    }

    fn near(a: Option<f64>, b: f64) {
        assert!((a.unwrap() - b).abs() < 0.005, "{a:?} {b}");
    }

    /// A published test of Stockfish.
    #[test]
    fn normalised_elo_is_as_published() {
        let pairs = Pentanomial([379, 10_170, 21_828, 10_640, 343]);
        let normalized = pairs.normalized();
        near(normalized.elo, 3.05);
        near(normalized.low, 3.05 - 2.31);
        near(normalized.high, 3.05 + 2.31);
        assert!(pairs.elo().superiority > 0.99);
    }

    #[test]
    fn three_of_four_points_are_191_elo() {
        let games = Trinomial {
            wins: 60,
            draws: 30,
            losses: 10,
        };
        let elo = games.elo();
        near(elo.elo, 190.85);
        // Mean 0.75, variance 0.1125 (by hand), so the score is 0.75 +- 0.0657.
        near(elo.low, 400.0 * (0.68426_f64 / 0.31574).log10());
        near(elo.high, 400.0 * (0.81574_f64 / 0.18426).log10());
        assert!(elo.superiority > 0.999_999);
    }

    #[test]
    fn equal_results_are_no_difference() {
        let elo = Trinomial {
            wins: 7,
            draws: 3,
            losses: 7,
        }
        .elo();
        near(elo.elo, 0.0);
        near(elo.low.map(|low| low + elo.high.unwrap()), 0.0);
        assert!((elo.superiority - 0.5).abs() < 1e-12);
    }

    #[test]
    fn who_won_everything_has_no_upper_bound() {
        let elo = Pentanomial([0, 0, 0, 0, 20]).elo();
        assert_eq!((elo.elo, elo.high), (None, None));
        assert!((0.999_999..1.0).contains(&elo.superiority));
        assert!(elo.low.unwrap() > 200.0);
        assert_eq!(Pentanomial([0; 5]).elo().superiority, 0.5);
    }

    /// Regression test: an interval "-∞ ± 87.9" is meaningless.
    #[test]
    fn nothing_is_so_far_from_infinity() {
        let lost = Pentanomial([20, 0, 0, 0, 0]).normalized();
        assert_eq!((lost.elo, lost.low), (None, None));
        assert!(lost.high.unwrap() < -200.0, "{lost:?}");
        assert_eq!(lost.numbers()[..2], [f64::NEG_INFINITY; 2]);
        let won = Pentanomial([0, 0, 0, 20, 0]).normalized();
        assert_eq!((won.elo, won.high), (None, None));
        assert!(won.low.unwrap() > 50.0, "{won:?}");
        let even = Pentanomial([0, 0, 20, 0, 0]).normalized();
        assert_eq!(even.elo, Some(0.0));
        near(even.low.map(|low| -low), even.high.unwrap());
        assert!(Pentanomial([0; 5]).normalized().numbers()[0].is_nan());
        for pairs in 0..1024_u64 {
            let counts = std::array::from_fn(|index| pairs >> (2 * index) & 3);
            let [elo, low, high] = Pentanomial(counts).normalized().numbers();
            assert!(low < high, "{counts:?}");
            if elo.is_nan() {
                assert!(low.is_infinite() && high.is_infinite(), "{counts:?}");
            } else {
                assert!(low <= elo && elo <= high, "{counts:?}");
            }
        }
    }

    #[test]
    fn older_reports_have_symmetric_intervals() {
        let read = |text: &str| serde_json::from_str::<NormalizedEloEstimate>(text).unwrap();
        let old = read(r#"{"elo": 3.0, "plus_minus": 2.0}"#);
        assert_eq!(old.numbers(), [3.0, 1.0, 5.0]);
        let nothing = read(r#"{"elo": null, "plus_minus": 87.9}"#);
        assert_eq!((nothing.low, nothing.high), (None, None));
        let now = Pentanomial([0, 0, 0, 0, 9]).normalized();
        assert_eq!(read(&serde_json::to_string(&now).unwrap()), now);
    }

    #[test]
    fn every_estimate_lies_inside_its_interval() {
        let check = |elo: EloEstimate| {
            let [estimate, low, high] = elo.numbers();
            assert!(low <= estimate && estimate <= high, "{elo:?}");
        };
        for pairs in 1..400 {
            check(Pentanomial([pairs, 0, 0, 0, 0]).elo());
            check(Pentanomial([0, 0, 0, 0, pairs]).elo());
            check(Pentanomial([0, 0, pairs, 0, 0]).elo());
            check(Pentanomial([0, 0, 0, 1, pairs]).elo());
        }
        for games in 0..512 {
            let [wins, draws, losses] = [games / 64, games / 8 % 8, games % 8];
            if games > 0 {
                let games = Trinomial {
                    wins,
                    draws,
                    losses,
                };
                check(games.elo());
            }
        }
    }

    /// By hand: the integral of 2p from a half to 1 is 3/4, that of 3p² is 7/8.
    #[test]
    fn a_single_pair_is_no_certainty() {
        let superiority = |pairs: [u64; 5]| Pentanomial(pairs).elo().superiority;
        assert_eq!(superiority([0, 0, 0, 0, 1]), 0.75);
        assert_eq!(superiority([0, 0, 0, 0, 2]), 0.875);
        assert_eq!(superiority([1, 0, 0, 0, 0]), 0.25);
        assert_eq!(superiority([0, 0, 1, 0, 0]), 0.5);
    }

    #[test]
    fn pairs_that_cancel_out_say_more_than_single_games() {
        // The first mover wins, so almost every pair is even.
        let single = Trinomial {
            wins: 52,
            draws: 0,
            losses: 48,
        };
        let pairs = Pentanomial([0, 0, 48, 0, 2]);
        let width = |elo: EloEstimate| elo.high.unwrap() - elo.low.unwrap();
        assert!(width(pairs.elo()) < width(single.elo()) / 2.0);
    }
}
