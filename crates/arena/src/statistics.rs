//! Statistics of a run with confidence intervals.

use std::collections::BTreeMap;

use ludorum_core::{MAX_SEATS, Seed};
use serde::{Deserialize, Serialize};

use crate::stats::{
    EloEstimate, NormalizedEloEstimate, Pentanomial, REPLICATES, ResampleCounts, SeatAdvantageTest,
    Trinomial, WeightedRanking, bootstrap, clopper_pearson, fit_plackett_luce, share_95,
};
use crate::tally::{GameTally, ScheduledOutcome};
use crate::{BlockLayout, GameResult};

/// Statistics of a run: rank, win share and strength of each agent, with 95 % confidence intervals.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunStatistics {
    /// Statistics of each agent, in the order of the plan.
    pub agents: Vec<AgentRunStatistics>,
    /// True if half a win and half a loss were added for each agent to estimate strengths, because
    /// an agent won or lost all its games.
    pub strengths_are_regularised: bool,
    /// Statistics of each pair of opponents; empty if the game has more than two seats.
    pub pairs: Vec<PairStatistics>,
    /// Effect of the seat on winning; `None` if no game was won.
    pub seats: Option<SeatAdvantageTest>,
}

/// Statistics of one agent in a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AgentRunStatistics {
    /// Mean final rank; 1 is best. Tied agents each get the mean of their ranks.
    pub mean_rank: f64,
    /// 95 % bootstrap interval of the mean rank; blocks are resampled. `None` with too few blocks.
    pub mean_rank_95: Option<(f64, f64)>,
    /// Mean share of the win: a sole winner has 1, n tied winners have 1/n each.
    pub win_share: f64,
    /// 95 % bootstrap interval of the win share; blocks are resampled. `None` with too few blocks.
    pub win_share_95: Option<(f64, f64)>,
    /// Exact (Clopper-Pearson) 95 % interval of the share of games that the agent won alone.
    pub won_alone_95: (f64, f64),
    /// Plackett-Luce strength on the Elo scale; the mean over all agents is 0.
    pub strength: f64,
    /// Cluster-robust 95 % interval of the strength, with blocks of games as clusters; `None` with
    /// too few blocks. For regularised strengths, at least as wide as the likelihood interval.
    pub strength_95: Option<(f64, f64)>,
}

/// Statistics of the games between two agents.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PairStatistics {
    /// Index of the first agent in the run, from 0.
    pub first: usize,
    /// Index of the second agent in the run, from 0.
    pub second: usize,
    /// Numbers of wins, draws and losses of the first agent against the second.
    pub games: Trinomial,
    /// Elo difference between first and second agent, estimated from single games.
    pub elo: EloEstimate,
    /// Numbers of game pairs with seats swapped, by the points of the first agent.
    pub pairs: Pentanomial,
    /// Elo difference between first and second agent, estimated from game pairs with seats swapped.
    pub pair_elo: EloEstimate,
    /// Normalised Elo difference between the agents, estimated from game pairs with seats swapped.
    pub normalized: NormalizedEloEstimate,
}

/// Sums of one agent's ranks and win shares over the games of a block or cluster.
#[derive(Clone, Copy, Default)]
struct RankAndShareSums {
    seats: f64,
    rank: f64,
    share: f64,
}

impl RunStatistics {
    /// Computes the statistics of a run from its tally; `None` if the layout of the games is
    /// unknown. `seed` determines the bootstrap samples.
    ///
    /// Estimates use all games. Intervals use distinct games only: a repeated game adds no
    /// information.
    pub fn of(tally: &GameTally, seed: Seed) -> Option<RunStatistics> {
        let layout = tally.layout()?;
        let agents = layout.agents();
        let outcomes = SortedGameOutcomes::of(layout, tally.outcomes());
        let clusters: Vec<Vec<(usize, u64)>> = tally
            .clusters()
            .into_iter()
            .map(|cluster| outcomes.sorted(cluster.outcomes))
            .collect();
        let sums: Vec<Vec<RankAndShareSums>> = clusters
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
        let fitted = fit_plackett_luce(agents, &weighted_rankings(&outcomes.rankings, &weights));
        let distinct = tally.distinct();
        let part = distinct.map_or(1.0, |of| of.blocks as f64 / of.all_blocks.max(1) as f64);
        let of_distinct = if part < 1.0 {
            let weights: Vec<f64> = weights.iter().map(|weight| weight * part).collect();
            fit_plackett_luce(agents, &weighted_rankings(&outcomes.rankings, &weights))
        } else {
            fitted.clone()
        };

        let seed = seed.child("bootstrap", 0);
        let means = bootstrap(sums.len(), REPLICATES, seed, |drawn| means(&sums, drawn));
        let games_of = |cluster: &Vec<(usize, u64)>| {
            let game = |&(ranking, times): &(usize, u64)| WeightedRanking {
                places: outcomes.rankings[ranking].clone(),
                weight: times as f64,
            };
            cluster.iter().map(game).collect::<Vec<WeightedRanking>>()
        };
        let games: Vec<Vec<WeightedRanking>> = rankings.iter().map(games_of).collect();
        let fits = fitted.elo_95_of_clusters(&games).map(|fits| {
            // Repeated games must not tighten the bound of an agent that won all its games.
            let least = if fitted.is_regularised {
                of_distinct.elo_95()
            } else {
                fits.clone()
            };
            let both = fits.into_iter().zip(least);
            both.map(|((low, high), (least, most))| (low.min(least), high.max(most)))
                .collect::<Vec<(f64, f64)>>()
        });
        let total = overall_means(&sums, agents);
        let elo = fitted.elo();
        let statistics = |agent: usize| {
            let played = &tally.agents[agent];
            let games = tally.distinct_games_of(agent);
            AgentRunStatistics {
                mean_rank: total[2 * agent],
                mean_rank_95: means.as_ref().map(|means| means[2 * agent]),
                win_share: total[2 * agent + 1],
                win_share_95: means.as_ref().map(|means| {
                    let own = sums.iter().filter(|cluster| cluster[agent].seats > 0.0);
                    let clusters = own.count() as u64;
                    share_95(means[2 * agent + 1], total[2 * agent + 1], clusters)
                }),
                won_alone_95: clopper_pearson(
                    scaled_count(played.wins(), games, played.games),
                    games,
                ),
                strength: elo[agent],
                strength_95: fits.as_ref().map(|fits| fits[agent]),
            }
        };
        Some(RunStatistics {
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

/// Distinct outcomes of a run's games, sorted so that the order of games does not matter.
struct SortedGameOutcomes<'a> {
    layout: &'a BlockLayout,
    ordered: Vec<ScheduledOutcome>,
    /// Index in `ordered` of each outcome of the tally, by the outcome's index in the tally.
    places: Vec<usize>,
    /// Distinct rankings, sorted. A ranking lists the agent indices by place, best place first.
    rankings: Vec<Vec<Vec<usize>>>,
    /// Index in `rankings` of the ranking of each outcome in `ordered`.
    ranking: Vec<usize>,
}

impl<'a> SortedGameOutcomes<'a> {
    fn of(layout: &'a BlockLayout, outcomes: &[ScheduledOutcome]) -> SortedGameOutcomes<'a> {
        let mut ordered = outcomes.to_vec();
        ordered.sort_unstable();
        let place = |outcome| ordered.binary_search(outcome).unwrap_or_default();
        let places = outcomes.iter().map(place).collect();
        let seats_of = |outcome: &ScheduledOutcome| {
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
        SortedGameOutcomes {
            layout,
            ordered,
            places,
            rankings,
            ranking,
        }
    }

    /// Replaces outcome indices of the tally by indices in `ordered`, and sorts by index.
    fn sorted(&self, occurred: Vec<(u32, u64)>) -> Vec<(usize, u64)> {
        let occurred = occurred.into_iter();
        let mut sorted: Vec<(usize, u64)> = occurred
            .map(|(id, times)| (self.places[id as usize], times))
            .collect();
        sorted.sort_unstable();
        sorted
    }

    fn sums(&self, agents: usize, occurred: &[(usize, u64)]) -> Vec<RankAndShareSums> {
        let mut sums = vec![RankAndShareSums::default(); agents];
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

    /// Sums outcome counts by ranking. Returns sorted pairs of ranking index and count.
    fn rankings_of(&self, occurred: &[(usize, u64)]) -> Vec<(usize, u64)> {
        let mut counts: BTreeMap<usize, u64> = BTreeMap::new();
        for &(place, times) in occurred {
            *counts.entry(self.ranking[place]).or_default() += times;
        }
        counts.into_iter().collect()
    }
}

/// Mean rank and mean win share of each agent over a bootstrap sample of clusters.
fn means(sums: &[Vec<RankAndShareSums>], drawn: ResampleCounts<'_>) -> Vec<f64> {
    let agents = sums.first().map_or(0, Vec::len);
    let mut total = vec![RankAndShareSums::default(); agents];
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
    let of =
        |total: &RankAndShareSums| [total.rank, total.share].map(|sum| sum / total.seats.max(1.0));
    total.iter().flat_map(of).collect()
}

fn overall_means(sums: &[Vec<RankAndShareSums>], agents: usize) -> Vec<f64> {
    if sums.is_empty() {
        vec![0.0; 2 * agents]
    } else {
        means(sums, &vec![1; sums.len()])
    }
}

/// Groups agents by rank, best rank first.
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

/// Ranking of the agents in a game. An agent with several seats occurs several times.
pub(crate) fn ranking_of(game: &GameResult) -> WeightedRanking {
    WeightedRanking {
        places: by_place(game.seats.iter().map(|seat| (seat.agent, seat.rank))),
        weight: 1.0,
    }
}

/// Merges equal rankings by adding their weights, because fitting time grows with their number.
pub(crate) fn merge_equal_rankings(rankings: &[WeightedRanking]) -> Vec<WeightedRanking> {
    let mut weights: BTreeMap<&Vec<Vec<usize>>, f64> = BTreeMap::new();
    for ranking in rankings {
        *weights.entry(&ranking.places).or_default() += ranking.weight;
    }
    weights
        .into_iter()
        .map(|(places, weight)| WeightedRanking {
            places: places.clone(),
            weight,
        })
        .collect()
}

/// Pairs each ranking with its weight; omits rankings with weight 0.
fn weighted_rankings(rankings: &[Vec<Vec<usize>>], weights: &[f64]) -> Vec<WeightedRanking> {
    let occurred = rankings.iter().zip(weights);
    let occurred = occurred.filter(|&(_, &weight)| weight > 0.0);
    occurred
        .map(|(places, &weight)| WeightedRanking {
            places: places.clone(),
            weight,
        })
        .collect()
}

fn pairs(tally: &GameTally) -> Vec<PairStatistics> {
    let statistics = |(&pair, &(games, pairs)): (&(usize, usize), &(Trinomial, Pentanomial))| {
        let played = games.wins + games.draws + games.losses;
        let different = tally.distinct_games_between(played, pair);
        let [wins, draws, losses] =
            scaled_counts([games.wins, games.draws, games.losses], different);
        let few_games = Trinomial {
            wins,
            draws,
            losses,
        };
        let different = tally.distinct_blocks_between(pairs.pairs(), pair);
        let few_pairs = Pentanomial(scaled_counts(pairs.0, different));
        PairStatistics {
            first: pair.0,
            second: pair.1,
            elo: with_interval(games.elo(), few_games.elo()),
            pair_elo: with_interval(pairs.elo(), few_pairs.elo()),
            normalized: few_pairs.normalized().with_estimate(pairs.normalized().elo),
            games,
            pairs,
        }
    };
    tally.pairs.iter().map(statistics).collect()
}

/// Combines the Elo estimate from all games with the interval from the distinct games, widened to
/// contain the estimate.
fn with_interval(all: EloEstimate, different: EloEstimate) -> EloEstimate {
    let beyond = |end: Option<f64>, further: fn(f64, f64) -> f64| {
        end.map(|end| all.elo.map_or(end, |elo| further(end, elo)))
    };
    EloEstimate {
        elo: all.elo,
        low: beyond(different.low, f64::min),
        high: beyond(different.high, f64::max),
        ..different
    }
}

/// Scales `count`, a part of `all` games, down proportionally to a total of `fewer` games.
fn scaled_count(count: u64, fewer: u64, all: u64) -> u64 {
    if fewer < all {
        (count as f64 * fewer as f64 / all as f64).round() as u64
    } else {
        count
    }
}

/// Scales counts down proportionally to a total of `fewer`, by the largest-remainder method.
fn scaled_counts<const N: usize>(counts: [u64; N], fewer: u64) -> [u64; N] {
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

fn seat_effect(tally: &GameTally) -> Option<SeatAdvantageTest> {
    let wins = &tally.seat_wins;
    let all = SeatAdvantageTest::of(wins.clone())?;
    let part = tally.distinct().map_or(1.0, |distinct| {
        distinct.games as f64 / tally.played.max(1) as f64
    });
    let fewer = |&won: &u64| (won as f64 * part).round() as u64;
    let different = SeatAdvantageTest::of(wins.iter().map(fewer).collect());
    let different = different.unwrap_or_else(|| all.clone());
    Some(SeatAdvantageTest {
        wins: all.wins,
        cramers_v: all.cramers_v,
        ..different
    })
}
