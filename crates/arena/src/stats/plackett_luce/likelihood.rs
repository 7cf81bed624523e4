//! Likelihood of rankings under the Plackett-Luce model, and its maximum.

use std::collections::BTreeMap;

use super::WeightedRanking;

/// Maximum number of minorisation-maximisation steps when fitting strengths.
const MAX_STEPS: usize = 2000;
/// Largest change of the log-strengths in a step at which the fit counts as converged.
const PRECISION: f64 = 1e-8;
/// Step size of the finite differences that give the information matrix.
const CURVATURE_STEP: f64 = 1e-4;

/// Plackett-Luce likelihood of rankings: a ranking is a sequence of choices of one player out of
/// several, with probabilities proportional to strength.
pub(super) struct PlackettLuceLikelihood {
    /// Total weight of the choices in which each player was chosen, by player index.
    chosen: Vec<f64>,
    /// Total weight of each choice set; the key lists the indices of the players to choose from.
    choices: BTreeMap<Vec<usize>, f64>,
    /// Total weight of each event in which the tied players (first list) were chosen, in unknown
    /// order, before the others (second list).
    unordered: BTreeMap<(Vec<usize>, Vec<usize>), f64>,
    /// Number of pseudo wins and losses of each player against a player of strength 1; `None` if
    /// the likelihood is not regularised.
    pub(super) prior: Option<f64>,
}

impl PlackettLuceLikelihood {
    /// Builds the likelihood of the rankings, regularised if no finite strengths maximise it.
    pub(super) fn new(players: usize, rankings: &[WeightedRanking]) -> PlackettLuceLikelihood {
        let mut likelihood = PlackettLuceLikelihood::empty(players);
        for ranking in rankings.iter().filter(|ranking| ranking.weight > 0.0) {
            likelihood.add(&ranking.places, ranking.weight);
        }
        likelihood.prior = (!is_strongly_connected(players, rankings)).then_some(0.5);
        likelihood
    }

    /// Creates a likelihood without games and without regularisation.
    pub(super) fn empty(players: usize) -> PlackettLuceLikelihood {
        PlackettLuceLikelihood {
            chosen: vec![0.0; players],
            choices: BTreeMap::new(),
            unordered: BTreeMap::new(),
            prior: None,
        }
    }

    /// Adds a game: `places` lists the player indices at each place, best place first.
    pub(super) fn add(&mut self, places: &[Vec<usize>], weight: f64) {
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

    /// Adds the event that all of `before`, in unknown order, rank ahead of all of `after`.
    pub(super) fn choose(&mut self, before: &[usize], after: &[usize], weight: f64) {
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

    /// Computes the log-strengths that maximise the likelihood, starting from `guess` if given.
    pub(super) fn maximise(&self, players: usize, guess: Option<&[f64]>) -> Vec<f64> {
        let guess = guess.filter(|logs| logs.len() == players);
        let mut logs = guess.map_or_else(|| vec![0.0; players], <[f64]>::to_vec);
        for _ in 0..MAX_STEPS {
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

    /// Expected number of times that each player is chosen, divided by the player's strength.
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

    /// New log-strengths after a minorisation-maximisation step: wins / expected choices.
    fn step(&self, logs: &[f64]) -> Vec<f64> {
        let strengths: Vec<f64> = logs.iter().map(|log| log.exp()).collect();
        let chances = self.chances(&strengths);
        let next = |player: usize| {
            let (mut wins, mut chances) = (self.chosen[player], chances[player]);
            if let Some(half) = self.prior {
                wins += half;
                chances += 2.0 * half / (strengths[player] + 1.0);
            }
            if chances > 0.0 {
                (wins / chances).ln()
            } else {
                logs[player]
            }
        };
        let next: Vec<f64> = (0..logs.len()).map(next).collect();
        if self.prior.is_some() {
            return next;
        }
        // Only ratios matter; the geometric mean is kept at 1.
        let mean = next.iter().sum::<f64>() / next.len().max(1) as f64;
        next.iter().map(|log| log - mean).collect()
    }

    /// Gradient of the log-likelihood with respect to the log-strengths.
    pub(super) fn gradient(&self, logs: &[f64]) -> Vec<f64> {
        let strengths: Vec<f64> = logs.iter().map(|log| log.exp()).collect();
        let chances = self.chances(&strengths);
        let of = |player: usize| {
            let strength = strengths[player];
            let expected = strength * chances[player];
            let prior = self
                .prior
                .map_or(0.0, |half| half - 2.0 * half * strength / (strength + 1.0));
            self.chosen[player] - expected + prior
        };
        (0..logs.len()).map(of).collect()
    }

    /// Covariance of the log-strengths: inverse of the information matrix; `None` if singular.
    pub(super) fn covariance(&self, logs: &[f64]) -> Option<Vec<Vec<f64>>> {
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
        if self.prior.is_none() {
            // Only differences are identified. This fixes the mean; `errors` takes it out again.
            let entries = information.iter_mut().flatten();
            entries.for_each(|entry| *entry += 1.0);
        }
        inverse(information)
    }
}

/// Adds the expected choices of tied players in unknown order, by dynamic programming over subsets
/// (bit masks) of the players chosen so far.
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
    // Probability of choosing this set first, and of then choosing the rest of the tied players.
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
        let probability = reached[set] * completed[set] / reached[all];
        let chance = weight * probability / left[set];
        for index in members(all & !set) {
            chances[before[index]] += chance;
        }
        for &player in after {
            chances[player] += chance;
        }
    }
}

/// Inverse of a symmetric positive definite matrix by Gauss-Jordan elimination; `None` if singular.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
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

/// True if every player has beaten every other, directly or through a chain of players (Ford 1957).
/// Otherwise no finite strengths maximise the likelihood.
fn is_strongly_connected(players: usize, rankings: &[WeightedRanking]) -> bool {
    let mut beats = vec![vec![false; players]; players];
    for ranking in rankings.iter().filter(|ranking| ranking.weight > 0.0) {
        // Players who share a win have partly beaten each other.
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
