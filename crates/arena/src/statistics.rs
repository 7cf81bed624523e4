//! What the games of a run say about its agents, with how sure one can be.

use std::collections::BTreeMap;

use ludorum_core::{MAX_SEATS, Seed};
use serde::{Deserialize, Serialize};

use crate::stats::{
    Blocks, Elo, NormalizedElo, Pentanomial, REPLICATES, Ranking, SeatEffect, Trinomial, bootstrap,
    exact, share_95, strengths,
};
use crate::tally::{Outcome, Tally};
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
    /// Its interval, from the spread of blocks; where somebody won or lost everything, at least as wide as
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

/// Sums over games for one agent, additive over blocks.
#[derive(Clone, Copy, Default)]
struct Sums {
    seats: f64,
    rank: f64,
    share: f64,
}

impl Statistics {
    /// What the games of a run say so far; none if nobody knows how they lie. The seed draws blocks for
    /// intervals.
    ///
    /// Estimates are those of all games. Intervals are those of the different ones: a game that was
    /// repeated is no more evidence than one.
    pub fn of(tally: &Tally, seed: Seed) -> Option<Statistics> {
        let layout = tally.layout()?;
        let agents = layout.agents();
        let outcomes = Outcomes::of(layout, tally.outcomes());
        let clusters: Vec<Vec<(usize, u64)>> = tally
            .clusters()
            .into_iter()
            .map(|cluster| outcomes.sorted(cluster.outcomes))
            .collect();
        let sums: Vec<Vec<Sums>> = clusters
            .iter()
            .map(|cluster| outcomes.sums(agents, cluster))
            .collect();
        let rankings: Vec<Vec<(usize, u64)>> = clusters
            .iter()
            .map(|cluster| outcomes.rankings_of(cluster))
            .collect();
        let mut weights = vec![0.0; outcomes.rankings.len()];
        for &(ranking, times) in rankings.iter().flatten() {
            weights[ranking] += times as f64;
        }
        let fitted = strengths(agents, &weighted(&outcomes.rankings, &weights));
        let distinct = tally.distinct();
        let part = distinct.map_or(1.0, |of| of.blocks as f64 / of.all_blocks.max(1) as f64);
        let of_distinct = match part < 1.0 {
            true => {
                let weights: Vec<f64> = weights.iter().map(|weight| weight * part).collect();
                strengths(agents, &weighted(&outcomes.rankings, &weights))
            }
            false => fitted.clone(),
        };

        let seed = seed.child("bootstrap", 0);
        let means = bootstrap(sums.len(), REPLICATES, seed, |drawn| means(&sums, drawn));
        let games_of = |cluster: &Vec<(usize, u64)>| {
            let game = |&(ranking, times): &(usize, u64)| Ranking {
                places: outcomes.rankings[ranking].clone(),
                weight: times as f64,
            };
            cluster.iter().map(game).collect::<Vec<Ranking>>()
        };
        let games: Vec<Vec<Ranking>> = rankings.iter().map(games_of).collect();
        let fits = fitted.elo_95_of_clusters(&games).map(|fits| {
            // Games that were repeated bound whoever won them all no more than one.
            let least = match fitted.is_regularised {
                true => of_distinct.elo_95(),
                false => fits.clone(),
            };
            let both = fits.into_iter().zip(least);
            both.map(|((low, high), (least, most))| (low.min(least), high.max(most)))
                .collect::<Vec<(f64, f64)>>()
        });
        let total = means_once(&sums, agents);
        let elo = fitted.elo();
        let statistics = |agent: usize| {
            let played = &tally.agents[agent];
            let games = tally.distinct_games_of(agent);
            AgentStatistics {
                mean_rank: total[2 * agent],
                mean_rank_95: means.as_ref().map(|means| means[2 * agent]),
                win_share: total[2 * agent + 1],
                win_share_95: means.as_ref().map(|means| {
                    let own = sums.iter().filter(|cluster| cluster[agent].seats > 0.0);
                    let clusters = own.count() as u64;
                    share_95(means[2 * agent + 1], total[2 * agent + 1], clusters)
                }),
                won_alone_95: exact(scaled(played.wins(), games, played.games), games),
                strength: elo[agent],
                strength_95: fits.as_ref().map(|fits| fits[agent]),
            }
        };
        Some(Statistics {
            agents: (0..agents).map(statistics).collect(),
            strengths_are_regularised: fitted.is_regularised,
            pairs: match layout.seats() {
                2 => pairs(tally),
                _ => Vec::new(),
            },
            seats: seat_effect(tally),
        })
    }
}

/// The ways in which the games of a run ended, in an order that does not depend on which came first.
struct Outcomes<'a> {
    layout: &'a Layout,
    ordered: Vec<Outcome>,
    /// The place of each in the order, by its number in the tally.
    places: Vec<usize>,
    /// All rankings, in order.
    rankings: Vec<Vec<Vec<usize>>>,
    /// The ranking of each, by its place in the order.
    ranking: Vec<usize>,
}

impl<'a> Outcomes<'a> {
    fn of(layout: &'a Layout, outcomes: &[Outcome]) -> Outcomes<'a> {
        let mut ordered = outcomes.to_vec();
        ordered.sort_unstable();
        let place = |outcome| ordered.binary_search(outcome).unwrap_or_default();
        let places = outcomes.iter().map(place).collect();
        let seats_of = |outcome: &Outcome| {
            let agents = layout.seating(outcome.place.into()).iter().copied();
            agents.zip(outcome.ranks).collect::<Vec<(usize, u8)>>()
        };
        let all: Vec<Vec<Vec<usize>>> = ordered
            .iter()
            .map(|outcome| by_place(seats_of(outcome)))
            .collect();
        let mut rankings = all.clone();
        rankings.sort_unstable();
        rankings.dedup();
        let number = |places| rankings.binary_search(places).unwrap_or_default();
        let ranking = all.iter().map(number).collect();
        Outcomes {
            layout,
            ordered,
            places,
            rankings,
            ranking,
        }
    }

    /// What occurred, by its place in the order.
    fn sorted(&self, occurred: Vec<(u32, u64)>) -> Vec<(usize, u64)> {
        let occurred = occurred.into_iter();
        let mut sorted: Vec<(usize, u64)> = occurred
            .map(|(id, times)| (self.places[id as usize], times))
            .collect();
        sorted.sort_unstable();
        sorted
    }

    fn sums(&self, agents: usize, occurred: &[(usize, u64)]) -> Vec<Sums> {
        let mut sums = vec![Sums::default(); agents];
        for &(place, times) in occurred {
            let outcome = &self.ordered[place];
            let seating = self.layout.seating(outcome.place.into());
            let ranks = &outcome.ranks[..seating.len().min(MAX_SEATS)];
            let times = times as f64;
            for (&agent, &rank) in seating.iter().zip(ranks) {
                let tied = ranks.iter().filter(|&&other| other == rank).count() as f64;
                let sum = &mut sums[agent];
                sum.seats += times;
                sum.rank += times * (f64::from(rank) + (tied - 1.0) / 2.0);
                if rank == 1 {
                    sum.share += times / tied;
                }
            }
        }
        sums
    }

    /// How often each ranking occurred.
    fn rankings_of(&self, occurred: &[(usize, u64)]) -> Vec<(usize, u64)> {
        let mut counts: BTreeMap<usize, u64> = BTreeMap::new();
        for &(place, times) in occurred {
            *counts.entry(self.ranking[place]).or_default() += times;
        }
        counts.into_iter().collect()
    }
}

/// Mean rank and mean share of each agent, over clusters drawn so often.
fn means(sums: &[Vec<Sums>], drawn: Blocks<'_>) -> Vec<f64> {
    let agents = sums.first().map_or(0, Vec::len);
    let mut total = vec![Sums::default(); agents];
    for (cluster, &times) in sums.iter().zip(drawn) {
        if times == 0 {
            continue;
        }
        for (total, sum) in total.iter_mut().zip(cluster) {
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

/// Agents with their ranks, by place.
fn by_place(seats: impl IntoIterator<Item = (usize, u8)>) -> Vec<Vec<usize>> {
    let mut places: BTreeMap<u8, Vec<usize>> = BTreeMap::new();
    for (agent, rank) in seats {
        places.entry(rank).or_default().push(agent);
    }
    for place in places.values_mut() {
        place.sort_unstable();
    }
    places.into_values().collect()
}

/// The agents of a game by place, one for each seat: who holds several is there several times.
pub(crate) fn ranking(game: &GameResult) -> Ranking {
    Ranking {
        places: by_place(game.seats.iter().map(|seat| (seat.agent, seat.rank))),
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

/// Rankings with their weights; those that weigh nothing are left out.
fn weighted(rankings: &[Vec<Vec<usize>>], weights: &[f64]) -> Vec<Ranking> {
    let occurred = rankings.iter().zip(weights);
    let occurred = occurred.filter(|&(_, &weight)| weight > 0.0);
    occurred
        .map(|(places, &weight)| Ranking {
            places: places.clone(),
            weight,
        })
        .collect()
}

fn pairs(tally: &Tally) -> Vec<PairStatistics> {
    let statistics = |(&pair, &(games, pairs)): (&(usize, usize), &(Trinomial, Pentanomial))| {
        let played = games.wins + games.draws + games.losses;
        let different = tally.distinct_games_between(played, pair);
        let [wins, draws, losses] = thinned([games.wins, games.draws, games.losses], different);
        let few_games = Trinomial {
            wins,
            draws,
            losses,
        };
        let different = tally.distinct_blocks_between(pairs.pairs(), pair);
        let few_pairs = Pentanomial(thinned(pairs.0, different));
        PairStatistics {
            first: pair.0,
            second: pair.1,
            elo: with_interval(games.elo(), few_games.elo()),
            pair_elo: with_interval(pairs.elo(), few_pairs.elo()),
            normalized: few_pairs.normalized().around(pairs.normalized().elo),
            games,
            pairs,
        }
    };
    tally.pairs.iter().map(statistics).collect()
}

/// The estimate of all games with the interval of the different ones.
fn with_interval(all: Elo, different: Elo) -> Elo {
    let beyond = |end: Option<f64>, further: fn(f64, f64) -> f64| {
        end.map(|end| all.elo.map_or(end, |elo| further(end, elo)))
    };
    Elo {
        elo: all.elo,
        low: beyond(different.low, f64::min),
        high: beyond(different.high, f64::max),
        ..different
    }
}

/// So many out of `all`, as part of so many fewer.
fn scaled(count: u64, fewer: u64, all: u64) -> u64 {
    match fewer < all {
        true => (count as f64 * fewer as f64 / all as f64).round() as u64,
        false => count,
    }
}

/// Counts in the same proportions that add up to fewer: the largest remainders are rounded up.
fn thinned<const N: usize>(counts: [u64; N], fewer: u64) -> [u64; N] {
    let all: u64 = counts.iter().sum();
    if fewer >= all {
        return counts;
    }
    let exact = counts.map(|count| count as f64 * fewer as f64 / all as f64);
    let mut thinned = exact.map(|count| count.floor() as u64);
    let mut by_remainder: Vec<usize> = (0..N).collect();
    by_remainder.sort_by(|&a, &b| exact[b].fract().total_cmp(&exact[a].fract()));
    let missing = fewer.saturating_sub(thinned.iter().sum());
    for index in by_remainder.into_iter().take(missing as usize) {
        thinned[index] += 1;
    }
    thinned
}

fn seat_effect(tally: &Tally) -> Option<SeatEffect> {
    let wins = &tally.seat_wins;
    let all = SeatEffect::of(wins.clone())?;
    let part = tally.distinct().map_or(1.0, |distinct| {
        distinct.games as f64 / tally.played.max(1) as f64
    });
    let fewer = |&won: &u64| (won as f64 * part).round() as u64;
    let different = SeatEffect::of(wins.iter().map(fewer).collect());
    let different = different.unwrap_or_else(|| all.clone());
    Some(SeatEffect {
        wins: all.wins,
        cramers_v: all.cramers_v,
        ..different
    })
}
