//! Strengths of players from rankings of any number of them (Plackett 1975, Luce 1959), fitted to
//! all games at once by minorisation and maximisation (Hunter 2004).

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
    /// The standard error of each logarithm, by the curvature of the likelihood where it is highest.
    pub errors: Vec<f64>,
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
        let of = |(log, error): (&f64, &f64)| ((log - Z * error) * ELO, (log + Z * error) * ELO);
        self.logs.iter().zip(&self.errors).map(of).collect()
    }
}

const MOST_STEPS: usize = 2000;
const PRECISION: f64 = 1e-8;

/// Players who share a place stand in every order equally often, as far as rotations and their
/// mirror images go: a draw of two is half a win for each.
fn orders(places: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut orders: Vec<Vec<usize>> = vec![Vec::new()];
    let ways = |place: &[usize]| {
        let size = place.len();
        let turned = (0..size).map(|by| (0..size).map(|i| place[(i + by) % size]).collect());
        let mut ways: Vec<Vec<usize>> = turned.collect();
        if size > 2 {
            let mirrored: Vec<Vec<usize>> = ways
                .iter()
                .map(|way| way.iter().rev().copied().collect())
                .collect();
            ways.extend(mirrored);
        }
        ways
    };
    for place in places {
        let ways = ways(place);
        // All ways of this place behind all orders so far would be too many where several places
        // are shared: the ways are dealt out instead, each equally often.
        let count = least_common_multiple(orders.len(), ways.len());
        orders = (0..count)
            .map(|index| {
                let mut order = orders[index % orders.len()].clone();
                order.extend(&ways[index % ways.len()]);
                order
            })
            .collect();
    }
    orders
}

fn least_common_multiple(a: usize, b: usize) -> usize {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    a / x * b
}

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
    let mut ordered: Vec<(Vec<usize>, f64)> = Vec::new();
    for ranking in rankings.iter().filter(|ranking| ranking.weight > 0.0) {
        let orders = orders(&ranking.places);
        let weight = ranking.weight / orders.len() as f64;
        ordered.extend(orders.into_iter().map(|order| (order, weight)));
    }
    let is_regularised = !is_connected(players, &ordered);
    // The average player is one more, kept at strength 1.
    let ghost = is_regularised.then_some(0.5);
    let mut strengths: Vec<f64> = match guess {
        Some(logs) if logs.len() == players => logs.iter().map(|log| log.exp()).collect(),
        _ => vec![1.0; players],
    };
    for _ in 0..MOST_STEPS {
        let next = step(&strengths, &ordered, ghost);
        let change = next
            .iter()
            .zip(&strengths)
            .map(|(new, old)| (new / old).ln().abs())
            .fold(0.0, f64::max);
        strengths = next;
        if change < PRECISION {
            break;
        }
    }
    let logs: Vec<f64> = strengths.iter().map(|strength| strength.ln()).collect();
    let mean = logs.iter().sum::<f64>() / players.max(1) as f64;
    Strengths {
        errors: errors(&strengths, &ordered, ghost),
        logs: logs.into_iter().map(|log| log - mean).collect(),
        is_regularised,
    }
}

/// The standard errors of the logarithms of strengths, as far as they are from the mean of all.
fn errors(strengths: &[f64], ordered: &[(Vec<usize>, f64)], ghost: Option<f64>) -> Vec<f64> {
    let players = strengths.len();
    let mut information = vec![vec![0.0; players]; players];
    for (order, weight) in ordered {
        // At each place one is chosen of those who are left, each by its strength.
        for place in 0..order.len().saturating_sub(1) {
            let left = &order[place..];
            let sum: f64 = left.iter().map(|&player| strengths[player]).sum();
            for &a in left {
                let share = strengths[a] / sum;
                information[a][a] += weight * share;
                for &b in left {
                    information[a][b] -= weight * share * strengths[b] / sum;
                }
            }
        }
    }
    for (player, strength) in strengths.iter().enumerate() {
        match ghost {
            Some(half) => {
                information[player][player] += 2.0 * half * strength / (strength + 1.0).powi(2);
            }
            // Only differences are known; this fixes the mean, and is taken out of it again below.
            None => information[player]
                .iter_mut()
                .for_each(|entry| *entry += 1.0),
        }
    }
    let Some(covariance) = inverted(information) else {
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

/// One step of the algorithm: wins divided by the chances there were.
fn step(strengths: &[f64], ordered: &[(Vec<usize>, f64)], ghost: Option<f64>) -> Vec<f64> {
    let mut wins = vec![0.0; strengths.len()];
    let mut chances = vec![0.0; strengths.len()];
    for (order, weight) in ordered {
        // Who is last has beaten nobody.
        let mut rest: f64 = order.iter().map(|&player| strengths[player]).sum();
        let mut chance = 0.0;
        for (place, &player) in order.iter().enumerate() {
            let is_last = place + 1 == order.len();
            if !is_last {
                wins[player] += weight;
                chance += weight / rest;
            }
            chances[player] += chance;
            rest -= strengths[player];
        }
    }
    if let Some(half) = ghost {
        for ((wins, chances), strength) in wins.iter_mut().zip(&mut chances).zip(strengths) {
            *wins += half;
            *chances += 2.0 * half / (strength + 1.0);
        }
    }
    let next = wins.iter().zip(&chances).zip(strengths);
    let next: Vec<f64> = next
        .map(|((wins, &chances), &old)| if chances > 0.0 { wins / chances } else { old })
        .collect();
    if ghost.is_some() {
        return next;
    }
    // Only proportions matter; the geometric mean is kept at 1.
    let mean = next.iter().map(|s| s.ln()).sum::<f64>() / next.len().max(1) as f64;
    next.iter().map(|strength| strength / mean.exp()).collect()
}

/// Whether everybody has beaten everybody, directly or through others (Ford 1957): without that
/// there are no finite strengths.
fn is_connected(players: usize, ordered: &[(Vec<usize>, f64)]) -> bool {
    let mut beats = vec![vec![false; players]; players];
    for (order, _) in ordered {
        for pair in order.windows(2) {
            beats[pair[0]][pair[1]] = true;
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
