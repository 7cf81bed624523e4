//! Plackett-Luce model: strengths of players from rankings of any number of them (Plackett 1975,
//! Luce 1959), fitted by minorisation-maximisation (Hunter 2004).
//!
//! Players tied for first place share the win: each counts as the sole winner in equal parts, so a
//! draw of two is half a win for each. Players tied for another place finished in an unknown order:
//! the likelihood sums over all their orders. Ties for the last place carry no information. If all
//! losers tie, the fitted strengths reproduce the observed shares of wins.

mod likelihood;

use std::collections::BTreeMap;

use statrs::distribution::{ContinuousCDF, StudentsT};

use self::likelihood::PlackettLuceLikelihood;
use super::Z;

/// Ranking of the players of a game, with ties, weighted by its number of occurrences.
#[derive(Clone, Debug, PartialEq)]
pub struct WeightedRanking {
    /// Player indices at each place, best place first. A player occurs once per seat.
    pub places: Vec<Vec<usize>>,
    /// Number of games that had this ranking.
    pub weight: f64,
}

/// Fitted Plackett-Luce strengths with their covariance.
#[derive(Clone, Debug, PartialEq)]
pub struct PlackettLuceFit {
    /// Natural logarithm of each player's strength; the logarithms sum to 0.
    pub logs: Vec<f64>,
    /// True if strengths are regularised because a player won or lost all games: each player got
    /// half a win and half a loss against an average player.
    pub is_regularised: bool,
    /// Standard error of each log-strength from the observed information, if games are independent.
    pub errors: Vec<f64>,
    /// Covariance matrix of the log-strengths: the inverse of the observed information.
    covariance: Vec<Vec<f64>>,
}

/// Elo points per unit of the natural logarithm of strength.
const ELO_PER_NAT: f64 = 400.0 / std::f64::consts::LN_10;

impl PlackettLuceFit {
    /// Strength of each player on the Elo scale; the mean is 0.
    pub fn elo(&self) -> Vec<f64> {
        self.logs.iter().map(|log| log * ELO_PER_NAT).collect()
    }

    /// 95 % likelihood (Wald) interval of each player's strength on the Elo scale. Wide for players
    /// who won or lost all games.
    pub fn elo_95(&self) -> Vec<(f64, f64)> {
        let halves: Vec<f64> = self.errors.iter().map(|error| Z * error).collect();
        self.elo_intervals(&halves)
    }

    /// Cluster-robust 95 % intervals on the Elo scale, for dependent games such as blocks: the
    /// sandwich estimator of Liang and Zeger (1986) with a small-sample correction and Student's
    /// distribution. With regularised strengths they are at least as wide as the likelihood
    /// intervals, because identical results show no variance. `None` for fewer than two clusters.
    pub fn elo_95_of_clusters(&self, clusters: &[Vec<WeightedRanking>]) -> Option<Vec<(f64, f64)>> {
        let players = self.logs.len();
        let count = clusters.len();
        if count < 2 || self.covariance.is_empty() {
            return None;
        }
        let mut gradients: BTreeMap<&Vec<Vec<usize>>, Vec<f64>> = BTreeMap::new();
        let mut variances = vec![0.0; players];
        for cluster in clusters {
            let mut gradient = vec![0.0; players];
            for ranking in cluster {
                let one = gradients
                    .entry(&ranking.places)
                    .or_insert_with(|| self.gradient_of(&ranking.places));
                let slopes = gradient.iter_mut().zip(one.iter());
                slopes.for_each(|(sum, slope)| *sum += ranking.weight * slope);
            }
            let influence = centred(multiply(&self.covariance, &gradient));
            let squares = variances.iter_mut().zip(influence);
            squares.for_each(|(sum, influence)| *sum += influence * influence);
        }
        let degrees = (count + 1).saturating_sub(players).max(1) as f64;
        let correction = count as f64 / degrees;
        let quantile = StudentsT::new(0.0, 1.0, degrees).ok()?.inverse_cdf(0.975);
        let half = |(variance, error): (&f64, &f64)| {
            let half = quantile * (variance * correction).sqrt();
            if self.is_regularised {
                half.max(Z * error)
            } else {
                half
            }
        };
        let halves: Vec<f64> = variances.iter().zip(&self.errors).map(half).collect();
        Some(self.elo_intervals(&halves)).filter(|_| halves.iter().all(|half| half.is_finite()))
    }

    /// Gradient of one game's log-likelihood with respect to the log-strengths.
    fn gradient_of(&self, places: &[Vec<usize>]) -> Vec<f64> {
        let mut likelihood = PlackettLuceLikelihood::empty(self.logs.len());
        likelihood.add(places, 1.0);
        likelihood.gradient(&self.logs)
    }

    fn elo_intervals(&self, halves: &[f64]) -> Vec<(f64, f64)> {
        let of =
            |(log, half): (&f64, &f64)| ((log - half) * ELO_PER_NAT, (log + half) * ELO_PER_NAT);
        self.logs.iter().zip(halves).map(of).collect()
    }
}

/// Fits the maximum-likelihood strengths of `players` players to the rankings of their games.
pub fn fit_plackett_luce(players: usize, rankings: &[WeightedRanking]) -> PlackettLuceFit {
    fit_plackett_luce_from(players, rankings, None)
}

/// Fits strengths like [`fit_plackett_luce`], from an initial guess that affects only speed.
pub(crate) fn fit_plackett_luce_from(
    players: usize,
    rankings: &[WeightedRanking],
    guess: Option<&[f64]>,
) -> PlackettLuceFit {
    let likelihood = PlackettLuceLikelihood::new(players, rankings);
    let logs = likelihood.maximise(players, guess);
    let covariance = likelihood.covariance(&logs);
    PlackettLuceFit {
        errors: errors(players, &covariance),
        logs: centred(logs),
        is_regularised: likelihood.prior.is_some(),
        covariance: covariance.unwrap_or_default(),
    }
}

/// Subtracts the mean of the numbers from each number.
fn centred(numbers: Vec<f64>) -> Vec<f64> {
    let mean = numbers.iter().sum::<f64>() / numbers.len().max(1) as f64;
    numbers.into_iter().map(|number| number - mean).collect()
}

fn multiply(matrix: &[Vec<f64>], vector: &[f64]) -> Vec<f64> {
    let row = |row: &Vec<f64>| row.iter().zip(vector).map(|(a, b)| a * b).sum();
    matrix.iter().map(row).collect()
}

/// Standard errors of the players' log-strengths relative to the mean log-strength.
fn errors(players: usize, covariance: &Option<Vec<Vec<f64>>>) -> Vec<f64> {
    let Some(covariance) = covariance else {
        return vec![f64::INFINITY; players];
    };
    let count = players as f64;
    let row_means: Vec<f64> = covariance
        .iter()
        .map(|row| row.iter().sum::<f64>() / count)
        .collect();
    let mean = row_means.iter().sum::<f64>() / count;
    (0..players)
        .map(|player| covariance[player][player] - 2.0 * row_means[player] + mean)
        .map(|variance| variance.max(0.0).sqrt())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(places: &[&[usize]], weight: f64) -> WeightedRanking {
        WeightedRanking {
            places: places.iter().map(|place| place.to_vec()).collect(),
            weight,
        }
    }

    /// The American League of 1987, in Agresti's Categorical Data Analysis, table 10.10: wins of
    /// the row over the column, and the estimates, Baltimore being 0.
    #[test]
    fn baseball_teams_are_as_strong_as_published() {
        let wins: [[u32; 7]; 7] = [
            [0, 7, 9, 7, 7, 9, 11],
            [6, 0, 7, 5, 11, 9, 9],
            [4, 6, 0, 7, 7, 8, 12],
            [6, 8, 6, 0, 6, 7, 10],
            [6, 2, 6, 7, 0, 7, 12],
            [4, 4, 5, 6, 6, 0, 6],
            [2, 4, 1, 3, 1, 7, 0],
        ];
        let mut rankings = Vec::new();
        for (winner, row) in wins.iter().enumerate() {
            for (loser, &count) in row.iter().enumerate() {
                rankings.push(game(&[&[winner], &[loser]], f64::from(count)));
            }
        }
        let found = fit_plackett_luce(7, &rankings);
        assert!(!found.is_regularised);
        let published = [1.581, 1.436, 1.294, 1.248, 1.108, 0.684, 0.0];
        for (log, expected) in found.logs.iter().zip(published) {
            let log = log - found.logs[6];
            assert!((log - expected).abs() < 2e-3, "{log} {expected}");
        }
    }

    /// Orders as frequent as strengths 3, 2 and 1 predict: the fit recovers the strengths.
    #[test]
    fn strengths_of_three_are_found_again() {
        let strength = [3.0, 2.0, 1.0];
        let mut rankings = Vec::new();
        for order in [
            [0, 1, 2],
            [0, 2, 1],
            [1, 0, 2],
            [1, 2, 0],
            [2, 0, 1],
            [2, 1, 0],
        ] {
            let rest = strength[order[1]] + strength[order[2]];
            let weight = strength[order[0]] / 6.0 * strength[order[1]] / rest;
            rankings.push(game(&[&order[..1], &order[1..2], &order[2..]], weight));
        }
        let found = fit_plackett_luce(3, &rankings);
        assert!((found.logs[0] - found.logs[2] - 3.0_f64.ln()).abs() < 1e-6);
        assert!((found.logs[1] - found.logs[2] - 2.0_f64.ln()).abs() < 1e-6);
        assert!(found.logs.iter().sum::<f64>().abs() < 1e-9);
    }

    /// Two players: the log-odds have the variance 1 / (n p q), and each player is half of them
    /// away from the mean.
    #[test]
    fn standard_errors_are_those_of_the_textbooks() {
        let games = [game(&[&[0], &[1]], 30.0), game(&[&[1], &[0]], 10.0)];
        let found = fit_plackett_luce(2, &games);
        let odds = (1.0 / (40.0 * 0.75 * 0.25_f64)).sqrt();
        for error in &found.errors {
            assert!((error - odds / 2.0).abs() < 1e-6, "{:?}", found.errors);
        }
        let (low, high) = found.elo_95()[0];
        assert!(low < found.elo()[0] && found.elo()[0] < high);
    }

    /// Two players and blocks of two games that both ended alike: half as many independent games.
    #[test]
    fn games_that_repeat_each_other_in_a_block_count_once() {
        let block = |winner: usize| vec![game(&[&[winner], &[1 - winner]], 2.0)];
        let blocks: Vec<_> = (0..400)
            .map(|index| block(usize::from(index % 4 == 0)))
            .collect();
        let all: Vec<WeightedRanking> = blocks.iter().flatten().cloned().collect();
        let found = fit_plackett_luce(2, &all);
        let (low, high) = found.elo_95()[0];
        let (block_low, block_high) = found.elo_95_of_clusters(&blocks).unwrap()[0];
        let ratio = (block_high - block_low) / (high - low);
        assert!((ratio - 2.0_f64.sqrt()).abs() < 0.01, "{ratio}");
        assert_eq!(found.elo_95_of_clusters(&blocks[..1]), None);
    }

    /// A player who won everything has a wider interval than the others.
    #[test]
    fn who_won_everything_has_a_wide_interval() {
        let mut games = vec![game(&[&[1], &[2]], 6.0), game(&[&[2], &[1]], 6.0)];
        games.extend([1, 2].map(|other| game(&[&[0], &[other]], 12.0)));
        let found = fit_plackett_luce(3, &games);
        assert!(found.is_regularised);
        let width = |player: usize| found.elo_95()[player].1 - found.elo_95()[player].0;
        assert!(
            width(0) > 1.5 * width(1) && width(0) > 300.0,
            "{:?}",
            found.elo_95()
        );
    }

    #[test]
    fn a_draw_is_half_a_win_for_each() {
        let drawn = [game(&[&[0, 1]], 10.0), game(&[&[0], &[1]], 5.0)];
        let split = [game(&[&[0], &[1]], 10.0), game(&[&[1], &[0]], 5.0)];
        let (drawn, split) = (fit_plackett_luce(2, &drawn), fit_plackett_luce(2, &split));
        assert!((drawn.logs[0] - split.logs[0]).abs() < 1e-6);
        assert!((split.elo()[0] - split.elo()[1] - 120.412).abs() < 1e-2);
    }

    #[test]
    fn sharing_a_place_favours_nobody() {
        let found = fit_plackett_luce(
            4,
            &[
                game(&[&[0, 1, 2], &[3]], 9.0),
                game(&[&[3], &[0, 1, 2]], 9.0),
            ],
        );
        assert!((found.logs[0] - found.logs[1]).abs() < 1e-6);
        assert!((found.logs[1] - found.logs[2]).abs() < 1e-6);
    }

    /// Dice Wars and Quoridor with four players tell only who won. The strengths then reproduce the
    /// shares of wins; losers that share a place are not taken as equal.
    #[test]
    fn losers_who_share_a_place_are_not_equal() {
        let wins = [1.0, 29.0, 30.0, 40.0];
        let games: Vec<WeightedRanking> = (0..4)
            .map(|winner| {
                let losers: Vec<usize> = (0..4).filter(|&player| player != winner).collect();
                game(&[&[winner], &losers], wins[winner])
            })
            .collect();
        let found = fit_plackett_luce(4, &games);
        let sum: f64 = found.logs.iter().map(|log| log.exp()).sum();
        for (log, won) in found.logs.iter().zip(wins) {
            assert!((log.exp() / sum - won / 100.0).abs() < 1e-6, "{found:?}");
        }
    }

    /// Knowing only who is last is enough to recover the strengths 3, 2 and 1: player 3 is last in
    /// 3/6 · 2/3 + 2/6 · 3/4 of the games, and so on.
    #[test]
    fn players_who_share_a_place_came_in_any_order() {
        let strength = [3.0, 2.0, 1.0];
        let mut likelihood = PlackettLuceLikelihood::empty(3);
        for player in 0..3 {
            let others = [(player + 1) % 3, (player + 2) % 3];
            let [a, b] = others.map(|other| strength[other]);
            let own = strength[player];
            let last = a / 6.0 * b / (b + own) + b / 6.0 * a / (a + own);
            likelihood.choose(&others, &[player], last);
        }
        let logs = likelihood.maximise(3, None);
        assert!((logs[0] - logs[2] - 3.0_f64.ln()).abs() < 1e-6, "{logs:?}");
        assert!((logs[1] - logs[2] - 2.0_f64.ln()).abs() < 1e-6, "{logs:?}");
        let flat = likelihood.gradient(&logs);
        assert!(flat.iter().all(|slope| slope.abs() < 1e-6), "{flat:?}");
    }

    #[test]
    fn a_shared_win_is_a_part_of_a_win_for_each() {
        let shared = [game(&[&[0, 1], &[2]], 4.0), game(&[&[2], &[0, 1]], 1.0)];
        let split = [
            game(&[&[0], &[1], &[2]], 2.0),
            game(&[&[1], &[0], &[2]], 2.0),
            game(&[&[2], &[0, 1]], 1.0),
        ];
        let (shared, split) = (fit_plackett_luce(3, &shared), fit_plackett_luce(3, &split));
        for (a, b) in shared.logs.iter().zip(&split.logs) {
            assert!((a - b).abs() < 1e-9, "{shared:?} {split:?}");
        }
    }

    /// One against three copies of another wins a quarter of the games: they are equal.
    #[test]
    fn holding_several_seats_is_no_strength() {
        let games = [
            game(&[&[0], &[1, 1, 1]], 25.0),
            game(&[&[1], &[0], &[1, 1]], 25.0),
            game(&[&[1], &[1], &[0], &[1]], 25.0),
            game(&[&[1], &[1], &[1], &[0]], 25.0),
        ];
        let found = fit_plackett_luce(2, &games);
        assert!(found.logs[0].abs() < 1e-6, "{:?}", found.logs);
    }

    #[test]
    fn who_never_lost_is_strong_but_not_infinitely() {
        let found = fit_plackett_luce(2, &[game(&[&[0], &[1]], 20.0)]);
        assert!(found.is_regularised);
        assert!((1.0..10.0).contains(&found.logs[0]), "{:?}", found.logs);
    }
}
