//! What the games of a run say about its agents, with how sure one can be.

use std::collections::BTreeMap;

use ludorum_core::Seed;
use serde::{Deserialize, Serialize};

use crate::stats::{
    Blocks, Elo, NormalizedElo, Pentanomial, REPLICATES, Ranking, SeatEffect, Strengths, Trinomial,
    bootstrap, exact, strengths, strengths_from,
};
use crate::{GameResult, Layout};

/// What follows from the games of a run. All intervals are of 95 %.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Statistics {
    /// One entry for each agent, in the order of the plan.
    pub agents: Vec<AgentStatistics>,
    /// Whether strengths are finite only because somebody who won or lost everything was given half
    /// a win and half a loss more.
    pub strengths_are_regularised: bool,
    /// Every two agents that met, where games are for two.
    pub pairs: Vec<PairStatistics>,
    /// Whether it matters where one sits; none if no game was won.
    pub seats: Option<SeatEffect>,
}

/// What follows for one agent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AgentStatistics {
    /// Its mean rank, 1 being the best; tied agents share the mean of their places.
    pub mean_rank: f64,
    /// Its interval, from blocks drawn again.
    pub mean_rank_95: Option<(f64, f64)>,
    /// Its mean share of the win.
    pub win_share: f64,
    /// Its interval, from blocks drawn again.
    pub win_share_95: Option<(f64, f64)>,
    /// The exact interval of the rate of games it won alone.
    pub won_alone_95: (f64, f64),
    /// Its strength (Plackett-Luce) on the scale of Elo, the mean of all being 0.
    pub strength: f64,
    /// Its interval, from blocks drawn again; where somebody won or lost everything, at least as wide as
    /// the curvature of the likelihood makes it.
    pub strength_95: Option<(f64, f64)>,
}

/// What follows for two agents that played each other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PairStatistics {
    /// The number of the first agent.
    pub first: usize,
    /// The number of the second.
    pub second: usize,
    /// Games as the first saw them.
    pub games: Trinomial,
    /// The difference, taking games one by one.
    pub elo: Elo,
    /// Pairs of games with seats swapped, by the points of the first.
    pub pairs: Pentanomial,
    /// The difference, taking games in pairs.
    pub pair_elo: Elo,
    /// The same in standard deviations of a game.
    pub normalized: NormalizedElo,
}

/// Strengths are fitted anew this often for their intervals.
const FITS: u64 = 200;

/// Sums over games for one agent, additive over blocks.
#[derive(Clone, Copy, Default)]
struct Sums {
    seats: f64,
    rank: f64,
    share: f64,
}

impl Statistics {
    /// What the games of a run say so far. The seed draws blocks for intervals.
    pub fn of(layout: &Layout, seed: Seed, games: &[GameResult]) -> Statistics {
        let agents = layout.agents();
        let blocks = by_block(layout, games);
        let sums: Vec<Vec<Sums>> = blocks.iter().map(|block| sums(agents, block)).collect();
        let rankings: Vec<Vec<Ranking>> = blocks
            .iter()
            .map(|block| block.iter().map(|game| ranking(game)).collect())
            .collect();
        let all: Vec<Ranking> = rankings.iter().flatten().cloned().collect();
        let fitted = strengths(agents, &gathered(&all));

        let seed = seed.child("bootstrap", 0);
        let means = bootstrap(blocks.len(), REPLICATES, seed, |drawn| means(&sums, drawn));
        let fits = strength_intervals(agents, &rankings, &fitted, seed);
        let total = means_once(&sums, agents);
        let elo = fitted.elo();
        let statistics = |agent: usize| {
            let played = games.iter().flat_map(|game| &game.seats);
            let own = played.filter(|seat| seat.agent == agent);
            let (won, seats) = own.fold((0, 0), |(won, seats), seat| {
                (won + u64::from(seat.share == 1.0), seats + 1)
            });
            AgentStatistics {
                mean_rank: total[2 * agent],
                mean_rank_95: means.as_ref().map(|means| means[2 * agent]),
                win_share: total[2 * agent + 1],
                win_share_95: means.as_ref().map(|means| means[2 * agent + 1]),
                won_alone_95: exact(won, seats),
                strength: elo[agent],
                strength_95: fits.as_ref().map(|fits| fits[agent]),
            }
        };
        Statistics {
            agents: (0..agents).map(statistics).collect(),
            strengths_are_regularised: fitted.is_regularised,
            pairs: match layout.seats() {
                2 => pairs(&blocks),
                _ => Vec::new(),
            },
            seats: seat_effect(layout.seats(), games),
        }
    }
}

fn by_block<'a>(layout: &Layout, games: &'a [GameResult]) -> Vec<Vec<&'a GameResult>> {
    let mut blocks: BTreeMap<u64, Vec<&GameResult>> = BTreeMap::new();
    for game in games {
        blocks
            .entry(layout.block(game.game))
            .or_default()
            .push(game);
    }
    blocks.into_values().collect()
}

fn sums(agents: usize, block: &[&GameResult]) -> Vec<Sums> {
    let mut sums = vec![Sums::default(); agents];
    for game in block {
        for seat in &game.seats {
            let tied = game.seats.iter().filter(|other| other.rank == seat.rank);
            let sum = &mut sums[seat.agent];
            sum.seats += 1.0;
            sum.rank += f64::from(seat.rank) + (tied.count() as f64 - 1.0) / 2.0;
            sum.share += seat.share;
        }
    }
    sums
}

/// Mean rank and mean share of each agent, over blocks drawn so often.
fn means(sums: &[Vec<Sums>], drawn: Blocks<'_>) -> Vec<f64> {
    let agents = sums.first().map_or(0, Vec::len);
    let mut total = vec![Sums::default(); agents];
    for (block, &times) in sums.iter().zip(drawn) {
        for (total, sum) in total.iter_mut().zip(block) {
            total.seats += sum.seats * f64::from(times);
            total.rank += sum.rank * f64::from(times);
            total.share += sum.share * f64::from(times);
        }
    }
    let of = |total: &Sums| [total.rank, total.share].map(|sum| sum / total.seats.max(1.0));
    total.iter().flat_map(of).collect()
}

fn means_once(sums: &[Vec<Sums>], agents: usize) -> Vec<f64> {
    match sums.is_empty() {
        true => vec![0.0; 2 * agents],
        false => means(sums, &vec![1; sums.len()]),
    }
}

/// The agents of a game by place, one for each seat: who holds several is there several times.
pub(crate) fn ranking(game: &GameResult) -> Ranking {
    let mut places: BTreeMap<u8, Vec<usize>> = BTreeMap::new();
    for seat in &game.seats {
        places.entry(seat.rank).or_default().push(seat.agent);
    }
    for place in places.values_mut() {
        place.sort_unstable();
    }
    Ranking {
        places: places.into_values().collect(),
        weight: 1.0,
    }
}

/// Equal rankings together: there are few different ones, and fitting takes as long as there are.
pub(crate) fn gathered(rankings: &[Ranking]) -> Vec<Ranking> {
    let mut weights: BTreeMap<&Vec<Vec<usize>>, f64> = BTreeMap::new();
    for ranking in rankings {
        *weights.entry(&ranking.places).or_default() += ranking.weight;
    }
    weights
        .into_iter()
        .map(|(places, weight)| Ranking {
            places: places.clone(),
            weight,
        })
        .collect()
}

/// The intervals of strengths on the scale of Elo, around these; none for fewer than two blocks.
pub(crate) fn strength_intervals(
    agents: usize,
    blocks: &[Vec<Ranking>],
    fitted: &Strengths,
    seed: Seed,
) -> Option<Vec<(f64, f64)>> {
    let drawn = bootstrap(blocks.len(), FITS, seed, |drawn| {
        let mut rankings = Vec::new();
        for (block, &times) in blocks.iter().zip(drawn) {
            rankings.extend(block.iter().map(|ranking| Ranking {
                weight: f64::from(times),
                ..ranking.clone()
            }));
        }
        strengths_from(agents, &gathered(&rankings), Some(&fitted.logs)).elo()
    })?;
    // Drawing again the games of somebody who won them all shows no spread: it is unknown, not
    // nothing.
    let by_curvature = fitted.is_regularised.then(|| fitted.elo_95());
    let with_estimate = |(agent, (low, high)): (usize, (f64, f64))| {
        let (least, most) = by_curvature.as_ref().map_or((low, high), |all| all[agent]);
        let estimate = fitted.elo()[agent];
        (low.min(least).min(estimate), high.max(most).max(estimate))
    };
    Some(drawn.into_iter().enumerate().map(with_estimate).collect())
}

fn pairs(blocks: &[Vec<&GameResult>]) -> Vec<PairStatistics> {
    let mut found: BTreeMap<(usize, usize), (Trinomial, Pentanomial)> = BTreeMap::new();
    for block in blocks {
        let Some([one, other]) = block
            .first()
            .map(|game| [0, 1].map(|s| game.seats[s].agent))
        else {
            continue;
        };
        let (first, second) = (one.min(other), one.max(other));
        let (games, pairs) = found.entry((first, second)).or_default();
        let mut halves = 0.0;
        for game in block {
            let own = game.seats.iter().find(|seat| seat.agent == first);
            let share = own.map_or(0.5, |seat| seat.share);
            halves += 2.0 * share;
            match share {
                1.0 => games.wins += 1,
                0.0 => games.losses += 1,
                _ => games.draws += 1,
            }
        }
        // A block whose other game is still to be played is no pair.
        if block.len() == 2 {
            pairs.0[halves as usize] += 1;
        }
    }
    let statistics =
        |((first, second), (games, pairs)): ((_, _), (Trinomial, Pentanomial))| PairStatistics {
            first,
            second,
            elo: games.elo(),
            pair_elo: pairs.elo(),
            normalized: pairs.normalized(),
            games,
            pairs,
        };
    found.into_iter().map(statistics).collect()
}

fn seat_effect(seats: usize, games: &[GameResult]) -> Option<SeatEffect> {
    let mut wins = vec![0; seats];
    for game in games {
        let winner = game.seats.iter().position(|seat| seat.share == 1.0);
        if let Some(winner) = winner.filter(|_| game.forfeit.is_none()) {
            wins[winner] += 1;
        }
    }
    SeatEffect::of(wins)
}
