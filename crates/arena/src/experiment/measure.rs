//! Numbers taken from games.

use super::plan::Measure;
use crate::stats::{mean_95, positive_mean_95, wilson};
use crate::{Complexity, GameResult, SeatResult};

/// A number, its 95 % interval if there is one, and the number of cases.
pub(super) type Number = (f64, Option<(f64, f64)>, u64);

/// A mean with half the width of its interval.
pub(super) fn around((mean, half): (f64, f64), cases: usize) -> Number {
    let interval = half.is_finite().then_some((mean - half, mean + half));
    (mean, interval, cases as u64)
}

/// A number taken from games for an agent, or for all that are alike, at a seat or wherever they sit.
pub(super) fn measured(
    measure: Measure,
    agent: usize,
    is_alike: &[bool],
    seat: Option<usize>,
    games: &[GameResult],
) -> Number {
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
    let complexity = Complexity::of(games);
    match measure {
        Measure::Won => shares(&|at, who| who == agent && seat.is_none_or(|seat| seat == at)),
        Measure::WonFirst => shares(&|seat, who| seat == 0 && who == agent),
        Measure::WonLater => shares(&|seat, who| seat > 0 && who == agent),
        Measure::FirstSeat => shares(&|seat, _| seat == 0),
        Measure::KindWon => per_game(&|_, result| result.share),
        Measure::KindLast => per_game(&|game, result| {
            let last = |seat: &&SeatResult| seat.rank == lowest(game);
            let sharing = game.seats.iter().filter(last).count();
            f64::from(u8::from(result.rank == lowest(game))) / sharing.max(1) as f64
        }),
        Measure::Rank => {
            let ranks = games.iter().filter_map(|game| {
                let ranks = kind(game, &|result| f64::from(result.rank));
                let count = ranks.len() as f64;
                (count > 0.0).then(|| ranks.iter().sum::<f64>() / count)
            });
            let ranks: Vec<f64> = ranks.collect();
            around(mean_95(ranks.iter().copied()), ranks.len())
        }
        Measure::Time => per_move(|seat| seat.time_ms),
        Measure::Nodes => per_move(|seat| seat.nodes as f64),
        Measure::Evaluations => per_move(|seat| seat.evaluations as f64),
        Measure::Branching => around(complexity.branching, games.len()),
        Measure::Length => around(complexity.length, games.len()),
        Measure::LogTree => log_tree(&complexity, games.len()),
        Measure::LogPositions
        | Measure::Aggressivity
        | Measure::Held
        | Measure::GameTime
        | Measure::GamesTime => {
            unreachable!("nothing of this is taken from games")
        }
    }
}

/// The logarithm of the game tree, with its interval by the delta method.
fn log_tree(complexity: &Complexity, games: usize) -> Number {
    let ((branching, wide), (length, long)) = (complexity.branching, complexity.length);
    let by_branching = length * wide / (branching * std::f64::consts::LN_10);
    let half = (branching.log10() * long).hypot(by_branching);
    around((complexity.log10_tree(), half), games)
}

/// The rank of whoever came last.
fn lowest(game: &GameResult) -> u8 {
    game.seats.iter().map(|seat| seat.rank).max().unwrap_or(0)
}
