//! Computes the metrics of an experiment from game results.

use super::plan::Metric;
use crate::stats::{mean_95, positive_mean_95, wilson};
use crate::{GameComplexity, GameResult, SeatResult};

/// Value of a metric, its 95 % interval (`None` if it has none) and the sample size.
pub(super) type MetricEstimate = (f64, Option<(f64, f64)>, u64);

/// Builds a metric estimate from a mean and half the width of its 95 % interval; `cases` is the
/// sample size.
pub(super) fn mean_interval((mean, half): (f64, f64), cases: usize) -> MetricEstimate {
    let interval = half.is_finite().then_some((mean - half, mean + half));
    (mean, interval, cases as u64)
}

/// Computes a metric from game results. Metrics of one agent use `agent`; metrics of a spec use all
/// agents marked in `is_alike`. `seat` restricts the metric to one seat, counted from 0.
pub(super) fn measure_games(
    measure: Metric,
    agent: usize,
    is_alike: &[bool],
    seat: Option<usize>,
    games: &[GameResult],
) -> MetricEstimate {
    let shares = |wanted: &dyn Fn(usize, usize) -> bool| {
        let (mut share, mut seats) = (0.0, 0);
        for game in games {
            for (seat, result) in game.seats.iter().enumerate() {
                if wanted(seat, result.agent) {
                    share += result.share;
                    seats += 1;
                }
            }
        }
        (
            share / seats.max(1) as f64,
            Some(wilson(share, seats)),
            seats,
        )
    };
    let per_move = |of: fn(&SeatResult) -> f64| {
        let seats = games.iter().flat_map(|game| &game.seats);
        let own = seats.filter(|seat| seat.agent == agent && seat.moves > 0);
        let each: Vec<f64> = own.map(|seat| of(seat) / seat.moves as f64).collect();
        let (mean, interval) = positive_mean_95(each.iter().copied());
        (mean, interval, each.len() as u64)
    };
    let kind = |game: &'_ GameResult, of: &dyn Fn(&SeatResult) -> f64| -> Vec<f64> {
        let seats = game.seats.iter().enumerate();
        let is_asked = |index: usize, result: &SeatResult| {
            is_alike[result.agent] && seat.is_none_or(|seat| seat == index)
        };
        seats
            .filter(|(index, result)| is_asked(*index, result))
            .map(|(_, result)| of(result))
            .collect()
    };
    let per_game = |of: &dyn Fn(&GameResult, &SeatResult) -> f64| {
        let sums = games
            .iter()
            .map(|game| kind(game, &|result| of(game, result)).iter().sum::<f64>());
        let (sum, games) = (sums.sum::<f64>(), games.len() as u64);
        (sum / games.max(1) as f64, Some(wilson(sum, games)), games)
    };
    let complexity = GameComplexity::of(games);
    match measure {
        Metric::Won => shares(&|at, who| who == agent && seat.is_none_or(|seat| seat == at)),
        Metric::WonFirst => shares(&|seat, who| seat == 0 && who == agent),
        Metric::WonLater => shares(&|seat, who| seat > 0 && who == agent),
        Metric::FirstSeat => shares(&|seat, _| seat == 0),
        Metric::KindWon => per_game(&|_, result| result.share),
        Metric::KindLast => per_game(&|game, result| {
            let last = |seat: &&SeatResult| seat.rank == lowest(game);
            let sharing = game.seats.iter().filter(last).count();
            f64::from(u8::from(result.rank == lowest(game))) / sharing.max(1) as f64
        }),
        Metric::Rank => {
            let ranks = games.iter().filter_map(|game| {
                let ranks = kind(game, &|result| f64::from(result.rank));
                let count = ranks.len() as f64;
                (count > 0.0).then(|| ranks.iter().sum::<f64>() / count)
            });
            let ranks: Vec<f64> = ranks.collect();
            mean_interval(mean_95(ranks.iter().copied()), ranks.len())
        }
        Metric::Time => per_move(|seat| seat.time_ms),
        Metric::Nodes => per_move(|seat| seat.nodes as f64),
        Metric::Evaluations => per_move(|seat| seat.evaluations as f64),
        Metric::Branching => mean_interval(complexity.branching, games.len()),
        Metric::Length => mean_interval(complexity.length, games.len()),
        Metric::LogTree => log_tree(&complexity, games.len()),
        Metric::LogPositions
        | Metric::Aggressivity
        | Metric::Held
        | Metric::GameTime
        | Metric::GamesTime => {
            unreachable!("these metrics are not computed from game results")
        }
    }
}

/// Decimal logarithm of the game-tree size, with its 95 % interval by the delta method.
fn log_tree(complexity: &GameComplexity, games: usize) -> MetricEstimate {
    let ((branching, wide), (length, long)) = (complexity.branching, complexity.length);
    let by_branching = length * wide / (branching * std::f64::consts::LN_10);
    let half = (branching.log10() * long).hypot(by_branching);
    mean_interval((complexity.log10_tree(), half), games)
}

/// Rank of the last place in a game: the numerically largest rank.
fn lowest(game: &GameResult) -> u8 {
    game.seats.iter().map(|seat| seat.rank).max().unwrap_or(0)
}
