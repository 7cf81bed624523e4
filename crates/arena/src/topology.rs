//! How results depend on the board, in games that describe their boards by numbers: the win rates of the
//! agents are compared between boards of different shape.
//!
//! All games on one board, in which the agents are rotated over the seats, are one observation: they
//! are not independent of each other.

use ludorum_catalog::Variant;
use ludorum_core::Seed;
use serde::Serialize;

use crate::stats::{Z, mean_95, two_sided};
use crate::{GameResult, Plan, PlanError};

/// Boards are split into so many groups by a measure that has more values.
const GROUPS: usize = 4;

/// How results depend on one measure of the board.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BoardEffect {
    /// The measure.
    pub measure: &'static str,
    /// Its mean over all boards.
    pub mean: f64,
    /// Its standard deviation.
    pub deviation: f64,
    /// Boards with similar values, the lowest first.
    pub groups: Vec<BoardGroup>,
    /// How the win rate of each agent changes with the measure; none if all boards are alike.
    pub slopes: Vec<Option<Slope>>,
}

/// Boards on which a measure has similar values.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BoardGroup {
    /// The lowest value.
    pub low: f64,
    /// The highest value.
    pub high: f64,
    /// The mean.
    pub mean: f64,
    /// The number of boards.
    pub boards: usize,
    /// The win rate of each agent, and its 95 % interval if there are boards enough.
    pub rates: Vec<(f64, Option<(f64, f64)>)>,
}

/// A line through the win rates on all boards, by least squares.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Slope {
    /// What one standard deviation more of the measure adds to the win rate.
    pub per_deviation: f64,
    /// Its 95 % interval, whatever the spread of the rates around the line (White 1980).
    pub interval: (f64, f64),
    /// How likely a slope as steep is if the measure does not matter.
    pub p: f64,
}

/// How the results of a run depend on the boards it was played on.
///
/// # Errors
/// When the game does not describe its boards.
pub fn board_effects(plan: &Plan, games: &[GameResult]) -> Result<Vec<BoardEffect>, PlanError> {
    let measures = plan.variant().setup_numbers(plan.seed());
    if measures.is_empty() {
        let name = plan.variant().name();
        return Err(PlanError::Unanswerable(format!(
            "boards are compared in games that describe them by numbers; {name} does not"
        )));
    }
    let boards = observed(plan.variant(), games, plan.agents().len());
    let effect = |(place, &(measure, _)): (usize, &(&'static str, f64))| {
        effect(measure, place, &boards, plan.agents().len())
    };
    Ok(measures.iter().enumerate().map(effect).collect())
}

/// One board, and the mean share of the wins of each agent on it; none for who did not play there.
struct Observed {
    /// The numbers that describe the board.
    shape: Vec<f64>,
    shares: Vec<Option<f64>>,
}

fn observed(variant: &Variant, games: &[GameResult], agents: usize) -> Vec<Observed> {
    let mut boards = Vec::new();
    // Games on one board follow each other.
    for same in games.chunk_by(|a, b| a.seed == b.seed) {
        let Ok(seed) = same[0].seed.parse() else {
            continue;
        };
        let share = |agent: usize| {
            let seats = same.iter().flat_map(|game| &game.seats);
            let own: Vec<f64> = seats
                .filter(|seat| seat.agent == agent)
                .map(|seat| seat.share)
                .collect();
            (!own.is_empty()).then(|| own.iter().sum::<f64>() / own.len() as f64)
        };
        boards.push(Observed {
            shape: variant
                .setup_numbers(Seed(seed))
                .into_iter()
                .map(|(_, number)| number)
                .collect(),
            shares: (0..agents).map(share).collect(),
        });
    }
    boards
}

fn effect(measure: &'static str, place: usize, boards: &[Observed], agents: usize) -> BoardEffect {
    let values = || boards.iter().map(|board| board.shape[place]);
    let count = boards.len().max(1) as f64;
    let mean = values().sum::<f64>() / count;
    let squares: f64 = values().map(|value| (value - mean).powi(2)).sum();
    let deviation = (squares / (count - 1.0).max(1.0)).sqrt();
    let slope = |agent: usize| {
        let points: Vec<(f64, f64)> = boards
            .iter()
            .filter_map(|board| Some((board.shape[place], board.shares[agent]?)))
            .collect();
        slope(&points, deviation)
    };
    BoardEffect {
        measure,
        mean,
        deviation,
        groups: groups(place, boards, agents),
        slopes: (0..agents).map(slope).collect(),
    }
}

fn slope(points: &[(f64, f64)], deviation: f64) -> Option<Slope> {
    let count = points.len() as f64;
    if count < 3.0 {
        return None;
    }
    let middle = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / count;
    let (x, y) = (middle(|point| point.0), middle(|point| point.1));
    let spread: f64 = points.iter().map(|point| (point.0 - x).powi(2)).sum();
    if spread <= 0.0 {
        return None;
    }
    let together: f64 = points.iter().map(|p| (p.0 - x) * (p.1 - y)).sum();
    let steep = together / spread;
    let errors: f64 = points
        .iter()
        .map(|p| ((p.0 - x) * (p.1 - y - steep * (p.0 - x))).powi(2))
        .sum();
    let error = (errors * count / (count - 2.0)).sqrt() / spread;
    let (steep, error) = (steep * deviation, error * deviation);
    Some(Slope {
        per_deviation: steep,
        interval: (steep - Z * error, steep + Z * error),
        p: two_sided(steep, error),
    })
}

/// Boards by value if there are few values, else in groups of about equal size.
fn groups(place: usize, boards: &[Observed], agents: usize) -> Vec<BoardGroup> {
    let mut sorted: Vec<f64> = boards.iter().map(|board| board.shape[place]).collect();
    sorted.sort_by(f64::total_cmp);
    let mut ends = sorted.clone();
    ends.dedup();
    if ends.len() > GROUPS {
        let at = |part: usize| sorted[(sorted.len() * part / GROUPS).saturating_sub(1)];
        ends = (1..=GROUPS).map(at).collect();
        ends.dedup();
    }
    let mut below = f64::NEG_INFINITY;
    let mut groups = Vec::new();
    for end in ends {
        let range = |value: f64| value > below && value <= end;
        let inside: Vec<&Observed> = boards.iter().filter(|b| range(b.shape[place])).collect();
        let values = || inside.iter().map(|board| board.shape[place]);
        let rate = |agent: usize| {
            let shares: Vec<f64> = inside.iter().filter_map(|b| b.shares[agent]).collect();
            let (mean, half) = mean_95(shares.iter().copied());
            let interval = (mean - half).max(0.0)..(mean + half).min(1.0);
            (
                mean,
                half.is_finite().then_some((interval.start, interval.end)),
            )
        };
        if !inside.is_empty() {
            groups.push(BoardGroup {
                low: values().fold(f64::MAX, f64::min),
                high: values().fold(f64::MIN, f64::max),
                mean: values().sum::<f64>() / inside.len() as f64,
                boards: inside.len(),
                rates: (0..agents).map(rate).collect(),
            });
        }
        below = end;
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Threads, Venue};
    use ludorum_catalog::open;
    use ludorum_core::Stop;

    #[test]
    fn a_line_through_points_is_found_with_its_spread() {
        let exact: Vec<(f64, f64)> = (0..10)
            .map(|x| (f64::from(x), 3.0 * f64::from(x)))
            .collect();
        let found = slope(&exact, 2.0).unwrap();
        assert!((found.per_deviation - 6.0).abs() < 1e-9 && found.p < 1e-9);
        let noise = [1.0, -1.0, -1.0, 1.0, 1.0, -1.0, -1.0, 1.0];
        let flat: Vec<(f64, f64)> = (0..8).map(f64::from).zip(noise).collect();
        let found = slope(&flat, 1.0).unwrap();
        assert!(found.interval.0 < 0.0 && found.interval.1 > 0.0 && found.p > 0.5);
        assert_eq!(slope(&[(1.0, 0.0), (1.0, 1.0), (1.0, 0.5)], 1.0), None);
    }

    #[test]
    fn every_board_counts_once_in_every_measure() {
        let agents = ["sdc".to_owned(), "naive".to_owned()];
        let plan = Plan::new(open("dicewars").unwrap(), &agents, Seed(1), 60).unwrap();
        let games = Threads(2).play(&plan, &Stop::new()).unwrap();
        let effects = board_effects(&plan, &games).unwrap();
        assert_eq!(effects.len(), 8);
        for effect in &effects {
            let boards: usize = effect.groups.iter().map(|group| group.boards).sum();
            assert_eq!(boards, 30, "{}", effect.measure);
            assert!(effect.groups.len() <= GROUPS, "{}", effect.measure);
            // The rates in the groups make up the rate in all games.
            for agent in 0..2 {
                let shares: f64 = games
                    .iter()
                    .flat_map(|game| &game.seats)
                    .filter(|seat| seat.agent == agent)
                    .map(|seat| seat.share)
                    .sum();
                let grouped: f64 = effect
                    .groups
                    .iter()
                    .map(|group| group.boards as f64 * group.rates[agent].0)
                    .sum();
                assert!((grouped - shares / 2.0).abs() < 1e-9, "{}", effect.measure);
            }
            // What one of two wins more the other wins less.
            if let [Some(one), Some(other)] = effect.slopes[..] {
                assert!((one.per_deviation + other.per_deviation).abs() < 1e-9);
            }
        }
        let other = Plan::new(
            open("tictactoe").unwrap(),
            &["random".to_owned(), "random".to_owned()],
            Seed(1),
            2,
        );
        assert!(board_effects(&other.unwrap(), &[]).is_err());
    }
}
