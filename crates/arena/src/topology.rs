//! Estimates the effect of the board on win rates, in games that describe boards by numbers.
//!
//! All games on one board form one observation, because they are not independent.

use ludorum_catalog::Variant;
use ludorum_core::Seed;
use serde::Serialize;

use crate::stats::{Z, mean_95, two_sided_p_value};
use crate::{GameResult, PlanError, RunPlan};

/// Maximum number of groups into which boards are divided by a property.
const MAX_GROUPS: usize = 4;

/// Effect of one numeric property of the board on the agents' win rates.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BoardPropertyRegression {
    /// Name of the board property.
    pub measure: &'static str,
    /// Mean of the board property over all boards.
    pub mean: f64,
    /// Standard deviation of the board property over all boards.
    pub deviation: f64,
    /// Groups of boards with similar values of the property, in ascending order.
    pub groups: Vec<BoardPropertyBin>,
    /// Regression slope of each agent's win rate against the property; `None` if all boards have
    /// the same value.
    pub slopes: Vec<Option<RegressionSlope>>,
}

/// Group of boards with similar values of a numeric property.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BoardPropertyBin {
    /// Lowest value of the board property in the group.
    pub low: f64,
    /// Highest value of the board property in the group.
    pub high: f64,
    /// Mean value of the board property in the group.
    pub mean: f64,
    /// Number of boards in the group.
    pub boards: usize,
    /// Win rate of each agent on the group's boards and its 95 % interval; `None` with too few
    /// boards for an interval.
    pub rates: Vec<(f64, Option<(f64, f64)>)>,
}

/// Slope of the least-squares line of an agent's win rate against a property of the board.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct RegressionSlope {
    /// Change of the win rate (from 0 to 1) per standard deviation of the board property.
    pub per_deviation: f64,
    /// 95 % interval of `per_deviation`, robust to heteroscedasticity (White 1980).
    pub interval: (f64, f64),
    /// Two-sided p-value of the test that the slope is not zero.
    pub p: f64,
}

/// Computes the effect of each numeric property of the board on the win rates of a run.
///
/// # Errors
/// If the game does not describe its boards by numbers.
pub fn board_effects(
    plan: &RunPlan,
    games: &[GameResult],
) -> Result<Vec<BoardPropertyRegression>, PlanError> {
    let measures = plan.variant().setup_numbers(plan.seed());
    if measures.is_empty() {
        let name = plan.variant().name();
        return Err(PlanError::Unanswerable(format!(
            "boards are compared in games that describe them by numbers; {name} does not"
        )));
    }
    let boards = board_observations(plan.variant(), games, plan.agents().len());
    let effect = |(place, &(measure, _)): (usize, &(&'static str, f64))| {
        board_effect(measure, place, &boards, plan.agents().len())
    };
    Ok(measures.iter().enumerate().map(effect).collect())
}

/// One board of a run: its numeric properties and each agent's mean share of the win on it.
struct BoardWinShares {
    /// Values of the board's numeric properties.
    shape: Vec<f64>,
    shares: Vec<Option<f64>>,
}

fn board_observations(
    variant: &Variant,
    games: &[GameResult],
    agents: usize,
) -> Vec<BoardWinShares> {
    let mut boards = Vec::new();
    // Games on one board are consecutive.
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
        boards.push(BoardWinShares {
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

fn board_effect(
    measure: &'static str,
    place: usize,
    boards: &[BoardWinShares],
    agents: usize,
) -> BoardPropertyRegression {
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
        regression_slope(&points, deviation)
    };
    BoardPropertyRegression {
        measure,
        mean,
        deviation,
        groups: board_groups(place, boards, agents),
        slopes: (0..agents).map(slope).collect(),
    }
}

fn regression_slope(points: &[(f64, f64)], deviation: f64) -> Option<RegressionSlope> {
    let count = points.len() as f64;
    if count < 3.0 {
        return None;
    }
    let middle = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / count;
    let (x, y) = (middle(|point| point.0), middle(|point| point.1));
    let squares: f64 = points.iter().map(|point| (point.0 - x).powi(2)).sum();
    if squares <= 0.0 {
        return None;
    }
    let cross_products: f64 = points.iter().map(|p| (p.0 - x) * (p.1 - y)).sum();
    let slope = cross_products / squares;
    let errors: f64 = points
        .iter()
        .map(|p| ((p.0 - x) * (p.1 - y - slope * (p.0 - x))).powi(2))
        .sum();
    let error = (errors * count / (count - 2.0)).sqrt() / squares;
    let (slope, error) = (slope * deviation, error * deviation);
    Some(RegressionSlope {
        per_deviation: slope,
        interval: (slope - Z * error, slope + Z * error),
        p: two_sided_p_value(slope, error),
    })
}

/// Groups boards by the property with index `place`: by value if there are few values, else into
/// groups of similar size.
fn board_groups(place: usize, boards: &[BoardWinShares], agents: usize) -> Vec<BoardPropertyBin> {
    let mut sorted: Vec<f64> = boards.iter().map(|board| board.shape[place]).collect();
    sorted.sort_by(f64::total_cmp);
    let mut ends = sorted.clone();
    ends.dedup();
    if ends.len() > MAX_GROUPS {
        let at = |part: usize| sorted[(sorted.len() * part / MAX_GROUPS).saturating_sub(1)];
        ends = (1..=MAX_GROUPS).map(at).collect();
        ends.dedup();
    }
    let mut below = f64::NEG_INFINITY;
    let mut groups = Vec::new();
    for end in ends {
        let range = |value: f64| value > below && value <= end;
        let inside: Vec<&BoardWinShares> =
            boards.iter().filter(|b| range(b.shape[place])).collect();
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
            groups.push(BoardPropertyBin {
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
    use crate::{Executor, ThreadExecutor};
    use ludorum_catalog::open;
    use ludorum_core::StopFlag;

    #[test]
    fn a_line_through_points_is_found_with_its_spread() {
        let exact: Vec<(f64, f64)> = (0..10)
            .map(|x| (f64::from(x), 3.0 * f64::from(x)))
            .collect();
        let found = regression_slope(&exact, 2.0).unwrap();
        assert!((found.per_deviation - 6.0).abs() < 1e-9 && found.p < 1e-9);
        let noise = [1.0, -1.0, -1.0, 1.0, 1.0, -1.0, -1.0, 1.0];
        let flat: Vec<(f64, f64)> = (0..8).map(f64::from).zip(noise).collect();
        let found = regression_slope(&flat, 1.0).unwrap();
        assert!(found.interval.0 < 0.0 && found.interval.1 > 0.0 && found.p > 0.5);
        assert_eq!(
            regression_slope(&[(1.0, 0.0), (1.0, 1.0), (1.0, 0.5)], 1.0),
            None
        );
    }

    #[test]
    fn every_board_counts_once_in_every_measure() {
        let agents = ["sdc".to_owned(), "naive".to_owned()];
        let plan = RunPlan::new(open("dicewars").unwrap(), &agents, Seed(1), 60).unwrap();
        let games = ThreadExecutor(2).play(&plan, &StopFlag::new()).unwrap();
        let effects = board_effects(&plan, &games).unwrap();
        assert_eq!(effects.len(), 8);
        for effect in &effects {
            let boards: usize = effect.groups.iter().map(|group| group.boards).sum();
            assert_eq!(boards, 30, "{}", effect.measure);
            assert!(effect.groups.len() <= MAX_GROUPS, "{}", effect.measure);
            // The group rates average to the overall rate.
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
            // With two agents the slopes are opposite.
            if let [Some(one), Some(other)] = effect.slopes[..] {
                assert!((one.per_deviation + other.per_deviation).abs() < 1e-9);
            }
        }
        let other = RunPlan::new(
            open("tictactoe").unwrap(),
            &["random".to_owned(), "random".to_owned()],
            Seed(1),
            2,
        );
        assert!(board_effects(&other.unwrap(), &[]).is_err());
    }
}
