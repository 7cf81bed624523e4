//! Elo differences between two players: from single games, and from pairs with seats swapped.

use serde::{Deserialize, Serialize};

use super::{Z, normal_below, wilson};

/// Normalised Elo is this many times the distance from equality in standard deviations of a game.
pub(super) const NORMALIZED: f64 = 347.435_585_522_601_46;

/// A difference in strength. What no number can bound (a player who won all games) is none.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Elo {
    /// The estimate.
    pub elo: Option<f64>,
    /// The lower end of the 95 % interval.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
    /// The likelihood that the first player is the better one.
    pub superiority: f64,
}

impl Elo {
    /// The estimate and the ends of its interval, infinite where nothing bounds them; not a number if
    /// there were no games.
    pub fn numbers(&self) -> [f64; 3] {
        [
            self.elo.unwrap_or_else(|| self.beyond()),
            self.low.unwrap_or(f64::NEG_INFINITY),
            self.high.unwrap_or(f64::INFINITY),
        ]
    }

    /// What an estimate that no number can be is, by who is likelier to be better.
    pub fn beyond(&self) -> f64 {
        (self.superiority - 0.5) * f64::INFINITY
    }
}

/// A difference in standard deviations of a game, scaled to look like Elo: it says how many games
/// it takes to see the difference, whatever the share of draws.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct NormalizedElo {
    /// The estimate; none if all pairs ended alike.
    pub elo: Option<f64>,
    /// Half the width of the 95 % interval.
    pub plus_minus: f64,
}

/// Games of one player: won, drawn, lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trinomial {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

/// Pairs of games with seats swapped, by the points of one player: 0, a half, 1, one and a half, 2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pentanomial(pub [u64; 5]);

impl Trinomial {
    /// The difference that these games show, if they were independent.
    pub fn elo(&self) -> Elo {
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
    /// The number of pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The difference that these pairs show. Two games from one setup are not independent, so this
    /// is the honest interval.
    pub fn elo(&self) -> Elo {
        estimate(&self.weights(), self.pairs())
    }

    /// The normalised difference.
    pub fn normalized(&self) -> NormalizedElo {
        let (mean, variance) = moments(&self.weights());
        let games = 2.0 * self.pairs() as f64;
        let deviation = (2.0 * variance).sqrt();
        NormalizedElo {
            elo: (deviation > 0.0).then(|| (mean - 0.5) / deviation * NORMALIZED),
            plus_minus: Z / games.max(1.0).sqrt() * NORMALIZED,
        }
    }

    fn weights(&self) -> [(f64, f64); 5] {
        std::array::from_fn(|index| (index as f64 / 4.0, self.0[index] as f64))
    }
}

/// The Elo difference at which a player scores this much; none for all or nothing.
fn elo_of(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| 400.0 * (score / (1.0 - score)).log10())
}

fn estimate(weights: &[(f64, f64)], samples: u64) -> Elo {
    if samples == 0 {
        return Elo {
            elo: None,
            low: None,
            high: None,
            superiority: 0.5,
        };
    }
    let (mean, variance) = moments(weights);
    let error = (variance / samples as f64).sqrt();
    let (low, high) = match error {
        // All ended alike: the spread is unknown, not nothing.
        0.0 => wilson(mean * samples as f64, samples),
        _ => (mean - Z * error, mean + Z * error),
    };
    let superiority = match error {
        0.0 if mean == 0.5 => 0.5,
        // Nothing but wins (Laplace): with every chance to win equally likely before, that it is
        // above a half.
        0.0 => {
            let doubt = 0.5_f64.powf(samples as f64 + 1.0);
            if mean > 0.5 { 1.0 - doubt } else { doubt }
        }
        _ => normal_below((mean - 0.5) / error),
    };
    Elo {
        elo: elo_of(mean),
        low: elo_of(low),
        high: elo_of(high),
        superiority,
    }
}

/// Mean and variance of values with weights.
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
        assert!((normalized.plus_minus - 2.31).abs() < 0.005);
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
        assert_eq!(Pentanomial([0, 0, 9, 0, 0]).normalized().elo, None);
    }

    #[test]
    fn every_estimate_lies_inside_its_interval() {
        let check = |elo: Elo| {
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
        // Whoever begins wins, so every pair is even: 100 games, 50 wins each.
        let single = Trinomial {
            wins: 52,
            draws: 0,
            losses: 48,
        };
        let pairs = Pentanomial([0, 0, 48, 0, 2]);
        let width = |elo: Elo| elo.high.unwrap() - elo.low.unwrap();
        assert!(width(pairs.elo()) < width(single.elo()) / 2.0);
    }
}
