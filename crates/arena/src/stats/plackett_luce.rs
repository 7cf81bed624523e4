//! Strengths of players from rankings of any number of them (Plackett 1975, Luce 1959), fitted to
//! all games at once by minorisation and maximisation (Hunter 2004).
//!
//! Players who share the first place share the win: each of them counts as the one winner in equal parts,
//! so a draw of two is half a win for each. Players who share any other place came in an order that nobody
//! knows: the likelihood is that of all their orders together, and those who share the last place say
//! nothing about each other. Where all losers share a place only wins count, and the shares of wins that
//! strengths predict are those that were seen.

use std::collections::BTreeMap;

use statrs::distribution::{ContinuousCDF, StudentsT};

use super::Z;

/// One game: the players by place, those who share one together; and how often it happened.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranking {
    /// The players by place, the best first. One that holds several seats is there several times.
    pub places: Vec<Vec<usize>>,
    /// How often.
    pub weight: f64,
}

/// What the rankings say.
#[derive(Clone, Debug, PartialEq)]
pub struct Strengths {
    /// The natural logarithm of each strength; they add up to 0.
    pub logs: Vec<f64>,
    /// Whether somebody won or lost everything, so that finite strengths exist only because every
    /// player was given half a win and half a loss against an average one.
    pub is_regularised: bool,
    /// The standard error of each logarithm, by the curvature of the likelihood where it is highest: if
    /// all games were independent.
    pub errors: Vec<f64>,
    /// The inverse of that curvature: the covariance of the logarithms.
    covariance: Vec<Vec<f64>>,
}

/// What one in natural logarithms is on the scale of Elo.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

impl Strengths {
    /// On the scale of Elo, the average being 0.
    pub fn elo(&self) -> Vec<f64> {
        self.logs.iter().map(|log| log * ELO).collect()
    }

    /// The 95 % intervals that follow from the curvature of the likelihood, on the scale of Elo. Those
    /// who won or lost everything have wide ones: their games hardly bound them on one side.
    pub fn elo_95(&self) -> Vec<(f64, f64)> {
        let halves: Vec<f64> = self.errors.iter().map(|error| Z * error).collect();
        self.around(&halves)
    }

    /// The 95 % intervals from clusters of games, such as blocks, on the scale of Elo. Games of one
    /// cluster may depend on each other: the errors are those of Liang and Zeger (1986), with a
    /// correction for as many clusters as there are strengths to fit, and Student's distribution for
    /// few clusters. Where somebody won or lost everything they are at least as wide as the
    /// curvature of the likelihood makes them: games that all ended alike show no spread, but it is
    /// unknown, not nothing. None for fewer than two clusters.
    pub fn elo_95_of_clusters(&self, clusters: &[Vec<Ranking>]) -> Option<Vec<(f64, f64)>> {
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
            let influence = centred(times(&self.covariance, &gradient));
            let squares = variances.iter_mut().zip(influence);
            squares.for_each(|(sum, influence)| *sum += influence * influence);
        }
        let degrees = (count + 1).saturating_sub(players).max(1) as f64;
        let correction = count as f64 / degrees;
        let quantile = StudentsT::new(0.0, 1.0, degrees).ok()?.inverse_cdf(0.975);
        let half = |(variance, error): (&f64, &f64)| {
            let half = quantile * (variance * correction).sqrt();
            match self.is_regularised {
                true => half.max(Z * error),
                false => half,
            }
        };
        let halves: Vec<f64> = variances.iter().zip(&self.errors).map(half).collect();
        Some(self.around(&halves)).filter(|_| halves.iter().all(|half| half.is_finite()))
    }

    /// The derivatives of the logarithm of the likelihood of one game by those of strengths.
    fn gradient_of(&self, places: &[Vec<usize>]) -> Vec<f64> {
        let mut likelihood = Likelihood::empty(self.logs.len());
        likelihood.add(places, 1.0);
        likelihood.gradient(&self.logs)
    }

    fn around(&self, halves: &[f64]) -> Vec<(f64, f64)> {
        let of = |(log, half): (&f64, &f64)| ((log - half) * ELO, (log + half) * ELO);
        self.logs.iter().zip(halves).map(of).collect()
    }
}

const MOST_STEPS: usize = 2000;
const PRECISION: f64 = 1e-8;
/// Curvature is taken from gradients so far apart, in logarithms of strengths.
const CURVATURE_STEP: f64 = 1e-4;

/// The strengths of `players` players under which these rankings are the most likely.
pub fn strengths(players: usize, rankings: &[Ranking]) -> Strengths {
    strengths_from(players, rankings, None)
}

/// The same from a first guess, which changes the time it takes and nothing else.
pub(crate) fn strengths_from(
    players: usize,
    rankings: &[Ranking],
    guess: Option<&[f64]>,
) -> Strengths {
    let likelihood = Likelihood::new(players, rankings);
    let logs = likelihood.fitted(players, guess);
    let covariance = likelihood.covariance(&logs);
    Strengths {
        errors: errors(players, &covariance),
        logs: centred(logs),
        is_regularised: likelihood.average.is_some(),
        covariance: covariance.unwrap_or_default(),
    }
}

/// The numbers less their mean.
fn centred(numbers: Vec<f64>) -> Vec<f64> {
    let mean = numbers.iter().sum::<f64>() / numbers.len().max(1) as f64;
    numbers.into_iter().map(|number| number - mean).collect()
}

fn times(matrix: &[Vec<f64>], vector: &[f64]) -> Vec<f64> {
    let row = |row: &Vec<f64>| row.iter().zip(vector).map(|(a, b)| a * b).sum();
    matrix.iter().map(row).collect()
}

/// The standard errors of logarithms of strengths, as far as they are from the mean of all.
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

/// What rankings say about strengths: choices of one player out of several, each with a probability
/// proportional to strength.
struct Likelihood {
    /// How often each player was chosen.
    chosen: Vec<f64>,
    /// The players to choose from, and how often.
    choices: BTreeMap<Vec<usize>, f64>,
    /// Players who were all chosen before others, in an unknown order; the others; how often.
    unordered: BTreeMap<(Vec<usize>, Vec<usize>), f64>,
    /// Wins, and losses, of every player against one of strength 1: only where somebody won or lost
    /// everything.
    average: Option<f64>,
}

impl Likelihood {
    fn new(players: usize, rankings: &[Ranking]) -> Likelihood {
        let mut likelihood = Likelihood::empty(players);
        for ranking in rankings.iter().filter(|ranking| ranking.weight > 0.0) {
            likelihood.add(&ranking.places, ranking.weight);
        }
        likelihood.average = (!is_connected(players, rankings)).then_some(0.5);
        likelihood
    }

    fn empty(players: usize) -> Likelihood {
        Likelihood {
            chosen: vec![0.0; players],
            choices: BTreeMap::new(),
            unordered: BTreeMap::new(),
            average: None,
        }
    }

    fn add(&mut self, places: &[Vec<usize>], weight: f64) {
        let Some((first, others)) = places.split_first() else {
            return;
        };
        let losers = others.concat();
        let part = weight / first.len() as f64;
        for winner in 0..first.len() {
            let mut tied = first.clone();
            let winner = tied.remove(winner);
            self.choose(&[winner], &[&tied[..], &losers].concat(), part);
            self.choose(&tied, &losers, part);
        }
        for place in 0..others.len() {
            self.choose(&others[place], &others[place + 1..].concat(), weight);
        }
    }

    /// All of the one were chosen, in an unknown order, before any of the other.
    fn choose(&mut self, before: &[usize], after: &[usize], weight: f64) {
        if before.is_empty() || after.is_empty() {
            return;
        }
        for &player in before {
            self.chosen[player] += weight;
        }
        let (mut before, mut after) = (before.to_vec(), after.to_vec());
        if before.len() == 1 {
            after.append(&mut before);
            after.sort_unstable();
            *self.choices.entry(after).or_default() += weight;
        } else {
            before.sort_unstable();
            after.sort_unstable();
            *self.unordered.entry((before, after)).or_default() += weight;
        }
    }

    /// The logarithms of strengths where the likelihood is highest, from a first guess.
    fn fitted(&self, players: usize, guess: Option<&[f64]>) -> Vec<f64> {
        let guess = guess.filter(|logs| logs.len() == players);
        let mut logs = guess.map_or_else(|| vec![0.0; players], <[f64]>::to_vec);
        for _ in 0..MOST_STEPS {
            let next = self.step(&logs);
            let changes = next.iter().zip(&logs).map(|(new, old)| (new - old).abs());
            let change = changes.fold(0.0, f64::max);
            logs = next;
            if change < PRECISION {
                break;
            }
        }
        logs
    }

    /// How often each player was expected to be chosen, divided by its strength.
    fn chances(&self, strengths: &[f64]) -> Vec<f64> {
        let mut chances = vec![0.0; strengths.len()];
        for (players, weight) in &self.choices {
            let sum: f64 = players.iter().map(|&player| strengths[player]).sum();
            for &player in players {
                chances[player] += weight / sum;
            }
        }
        for ((before, after), weight) in &self.unordered {
            add_unordered(&mut chances, strengths, before, after, *weight);
        }
        chances
    }

    /// One step of the algorithm: wins divided by the chances there were.
    fn step(&self, logs: &[f64]) -> Vec<f64> {
        let strengths: Vec<f64> = logs.iter().map(|log| log.exp()).collect();
        let chances = self.chances(&strengths);
        let next = |player: usize| {
            let (mut wins, mut chances) = (self.chosen[player], chances[player]);
            if let Some(half) = self.average {
                wins += half;
                chances += 2.0 * half / (strengths[player] + 1.0);
            }
            match chances > 0.0 {
                true => (wins / chances).ln(),
                false => logs[player],
            }
        };
        let next: Vec<f64> = (0..logs.len()).map(next).collect();
        if self.average.is_some() {
            return next;
        }
        // Only proportions matter; the geometric mean is kept at 1.
        let mean = next.iter().sum::<f64>() / next.len().max(1) as f64;
        next.iter().map(|log| log - mean).collect()
    }

    /// The derivatives of the logarithm of the likelihood by those of strengths.
    fn gradient(&self, logs: &[f64]) -> Vec<f64> {
        let strengths: Vec<f64> = logs.iter().map(|log| log.exp()).collect();
        let chances = self.chances(&strengths);
        let of = |player: usize| {
            let strength = strengths[player];
            let expected = strength * chances[player];
            let average = self
                .average
                .map_or(0.0, |half| half - 2.0 * half * strength / (strength + 1.0));
            self.chosen[player] - expected + average
        };
        (0..logs.len()).map(of).collect()
    }

    /// The inverse of the curvature; none if there is none.
    fn covariance(&self, logs: &[f64]) -> Option<Vec<Vec<f64>>> {
        let slopes = |player: usize| {
            let at = |step: f64| {
                let mut moved = logs.to_vec();
                moved[player] += step;
                self.gradient(&moved)
            };
            let pairs = at(-CURVATURE_STEP).into_iter().zip(at(CURVATURE_STEP));
            pairs
                .map(|(below, above)| (below - above) / (2.0 * CURVATURE_STEP))
                .collect()
        };
        let mut information: Vec<Vec<f64>> = (0..logs.len()).map(slopes).collect();
        if self.average.is_none() {
            // Only differences are known; this fixes the mean, and errors take it out again.
            let entries = information.iter_mut().flatten();
            entries.for_each(|entry| *entry += 1.0);
        }
        inverted(information)
    }
}

/// Adds the expected chances of players of whom some were chosen before all others, in an order that
/// is any of theirs with its probability. Sets of those chosen so far are the bits of a number.
fn add_unordered(
    chances: &mut [f64],
    strengths: &[f64],
    before: &[usize],
    after: &[usize],
    weight: f64,
) {
    let sum = |players: &[usize]| players.iter().map(|&player| strengths[player]).sum::<f64>();
    let all = (1_usize << before.len()) - 1;
    let members = |set: usize| (0..before.len()).filter(move |index| set >> index & 1 == 1);
    let strength = |index: usize| strengths[before[index]];
    let behind = sum(after);
    let left: Vec<f64> = (0..=all)
        .map(|set| behind + members(all & !set).map(strength).sum::<f64>())
        .collect();
    // The probability that this set is chosen first, and that from then on the others follow.
    let mut reached = vec![0.0; all + 1];
    let mut completed = vec![0.0; all + 1];
    reached[0] = 1.0;
    completed[all] = 1.0;
    for set in 1..=all {
        let last = |index: usize| {
            let earlier = set & !(1 << index);
            reached[earlier] * strength(index) / left[earlier]
        };
        reached[set] = members(set).map(last).sum();
    }
    for set in (0..all).rev() {
        let next = |index: usize| strength(index) / left[set] * completed[set | 1 << index];
        completed[set] = members(all & !set).map(next).sum();
    }
    for set in 0..all {
        let likely = reached[set] * completed[set] / reached[all];
        let chance = weight * likely / left[set];
        for index in members(all & !set) {
            chances[before[index]] += chance;
        }
        for &player in after {
            chances[player] += chance;
        }
    }
}

/// The inverse of a symmetric positive definite matrix, by Gauss and Jordan; none if it has none.
fn inverted(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let size = matrix.len();
    for (index, row) in matrix.iter_mut().enumerate() {
        row.extend((0..size).map(|column| f64::from(u8::from(column == index))));
    }
    for pivot in 0..size {
        let by = matrix[pivot][pivot];
        if by.is_nan() || by <= 0.0 {
            return None;
        }
        matrix[pivot].iter_mut().for_each(|entry| *entry /= by);
        let pivot_row = matrix[pivot].clone();
        for (index, row) in matrix.iter_mut().enumerate() {
            let times = row[pivot];
            if index != pivot {
                let entries = row.iter_mut().zip(&pivot_row);
                entries.for_each(|(entry, other)| *entry -= times * other);
            }
        }
    }
    Some(matrix.into_iter().map(|row| row[size..].to_vec()).collect())
}

/// Whether everybody has beaten everybody, directly or through others (Ford 1957): without that
/// there are no finite strengths.
fn is_connected(players: usize, rankings: &[Ranking]) -> bool {
    let mut beats = vec![vec![false; players]; players];
    for ranking in rankings.iter().filter(|ranking| ranking.weight > 0.0) {
        // Who shares the win has beaten, in part, those who share it too.
        let shared = ranking
            .places
            .first()
            .into_iter()
            .map(|first| (first, first));
        let places = ranking.places.windows(2).map(|pair| (&pair[0], &pair[1]));
        for (better, worse) in shared.chain(places) {
            for &winner in better {
                worse.iter().for_each(|&loser| beats[winner][loser] = true);
            }
        }
    }
    let reached = |edge: &dyn Fn(usize, usize) -> bool| {
        let mut seen = vec![false; players];
        let mut todo = vec![0];
        while let Some(player) = todo.pop() {
            if !std::mem::replace(&mut seen[player], true) {
                todo.extend((0..players).filter(|&other| edge(player, other)));
            }
        }
        seen.into_iter().all(|seen| seen)
    };
    players > 0 && reached(&|a, b| beats[a][b]) && reached(&|a, b| beats[b][a])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(places: &[&[usize]], weight: f64) -> Ranking {
        Ranking {
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
        let found = strengths(7, &rankings);
        assert!(!found.is_regularised);
        let published = [1.581, 1.436, 1.294, 1.248, 1.108, 0.684, 0.0];
        for (log, expected) in found.logs.iter().zip(published) {
            let log = log - found.logs[6];
            assert!((log - expected).abs() < 2e-3, "{log} {expected}");
        }
    }

    /// With every order as often as strengths 3, 2 and 1 make it, these are what is found.
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
        let found = strengths(3, &rankings);
        assert!((found.logs[0] - found.logs[2] - 3.0_f64.ln()).abs() < 1e-6);
        assert!((found.logs[1] - found.logs[2] - 2.0_f64.ln()).abs() < 1e-6);
        assert!(found.logs.iter().sum::<f64>().abs() < 1e-9);
    }

    /// Two players: the variance of the logarithm of the odds is 1 / (n p q), and each is half of it away
    /// from the mean of both.
    #[test]
    fn standard_errors_are_those_of_the_textbooks() {
        let games = [game(&[&[0], &[1]], 30.0), game(&[&[1], &[0]], 10.0)];
        let found = strengths(2, &games);
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
        let all: Vec<Ranking> = blocks.iter().flatten().cloned().collect();
        let found = strengths(2, &all);
        let (low, high) = found.elo_95()[0];
        let (block_low, block_high) = found.elo_95_of_clusters(&blocks).unwrap()[0];
        let ratio = (block_high - block_low) / (high - low);
        assert!((ratio - 2.0_f64.sqrt()).abs() < 0.01, "{ratio}");
        assert_eq!(found.elo_95_of_clusters(&blocks[..1]), None);
    }

    /// With the games of the others being equal, who won everything is less well known than they are.
    #[test]
    fn who_won_everything_has_a_wide_interval() {
        let mut games = vec![game(&[&[1], &[2]], 6.0), game(&[&[2], &[1]], 6.0)];
        games.extend([1, 2].map(|other| game(&[&[0], &[other]], 12.0)));
        let found = strengths(3, &games);
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
        let (drawn, split) = (strengths(2, &drawn), strengths(2, &split));
        assert!((drawn.logs[0] - split.logs[0]).abs() < 1e-6);
        assert!((split.elo()[0] - split.elo()[1] - 120.412).abs() < 1e-2);
    }

    #[test]
    fn sharing_a_place_favours_nobody() {
        let found = strengths(
            4,
            &[
                game(&[&[0, 1, 2], &[3]], 9.0),
                game(&[&[3], &[0, 1, 2]], 9.0),
            ],
        );
        assert!((found.logs[0] - found.logs[1]).abs() < 1e-6);
        assert!((found.logs[1] - found.logs[2]).abs() < 1e-6);
    }

    /// Dice Wars and Quoridor with four players tell only who won. Shares of wins are then all there is, and
    /// strengths repeat them; losers that share a place are not thereby equal.
    #[test]
    fn losers_who_share_a_place_are_not_equal() {
        let wins = [1.0, 29.0, 30.0, 40.0];
        let games: Vec<Ranking> = (0..4)
            .map(|winner| {
                let losers: Vec<usize> = (0..4).filter(|&player| player != winner).collect();
                game(&[&[winner], &losers], wins[winner])
            })
            .collect();
        let found = strengths(4, &games);
        let sum: f64 = found.logs.iter().map(|log| log.exp()).sum();
        for (log, won) in found.logs.iter().zip(wins) {
            assert!((log.exp() / sum - won / 100.0).abs() < 1e-6, "{found:?}");
        }
    }

    /// Of strengths 3, 2 and 1 the last is last in 3/6 · 2/3 + 2/6 · 3/4 of the games, and so on: who is last
    /// is enough to find them again, without the order of the others.
    #[test]
    fn players_who_share_a_place_came_in_any_order() {
        let strength = [3.0, 2.0, 1.0];
        let mut likelihood = Likelihood::empty(3);
        for player in 0..3 {
            let others = [(player + 1) % 3, (player + 2) % 3];
            let [a, b] = others.map(|other| strength[other]);
            let own = strength[player];
            let last = a / 6.0 * b / (b + own) + b / 6.0 * a / (a + own);
            likelihood.choose(&others, &[player], last);
        }
        let logs = likelihood.fitted(3, None);
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
        let (shared, split) = (strengths(3, &shared), strengths(3, &split));
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
        let found = strengths(2, &games);
        assert!(found.logs[0].abs() < 1e-6, "{:?}", found.logs);
    }

    #[test]
    fn who_never_lost_is_strong_but_not_infinitely() {
        let found = strengths(2, &[game(&[&[0], &[1]], 20.0)]);
        assert!(found.is_regularised);
        assert!((1.0..10.0).contains(&found.logs[0]), "{:?}", found.logs);
    }
}
