//! Plays the games of a rating ladder. As in a Swiss tournament, every round pairs agents of
//! similar strength: games between unequal agents give little information.

use std::cmp::Reverse;
use std::collections::HashMap;

use ludorum_catalog::{SeedKey, Variant};
use ludorum_core::{Seed, StopFlag};

use super::{AgentRating, RatingLadder, UnratedAgent};
use crate::game::{GameResult, GameRunner, RecordMode};
use crate::statistics::{merge_equal_rankings, ranking_of};
use crate::stats::{PlackettLuceFit, WeightedRanking, fit_plackett_luce, fit_plackett_luce_from};
use crate::{Pairing, PlanError, RunPlan, parallel};

/// Plan of the games for a rating ladder. Pairings depend only on the seed and on earlier results.
#[derive(Clone, Debug)]
pub struct LadderPlan {
    /// Game of the ladder, with its parameters.
    pub variant: Variant,
    /// Specs of the agents to rate.
    pub agents: Vec<String>,
    /// Agents that are not rated, with reasons.
    pub unrated: Vec<UnratedAgent>,
    /// Number of rounds of pairings; every agent plays in each round.
    pub rounds: u64,
    /// Number of games per group of agents in a round, rounded up so that every agent plays in
    /// every seat.
    pub games: u64,
    /// Seed from which all games and pairings are derived.
    pub seed: Seed,
    /// Secret key for the seeds of games with external agents.
    pub key: SeedKey,
    /// Command line that plays this ladder again.
    pub command: String,
}

impl LadderPlan {
    /// Checks the plan and returns the agents' specs in canonical form.
    fn checked_agents(&self) -> Result<Vec<String>, PlanError> {
        let seats = self.variant.seats();
        if self.agents.len() < seats {
            return Err(PlanError::Seats {
                game: self.variant.spec().to_owned(),
                pairing: Pairing::RoundRobin,
                seats,
                agents: self.agents.len(),
            });
        }
        if self.games == 0 || self.rounds == 0 {
            return Err(PlanError::NoGames);
        }
        let spec = |agent: &String| Ok(self.variant.player(agent)?.spec().to_owned());
        self.agents.iter().map(spec).collect()
    }
}

/// Largest random Elo bonus of an agent when agents are sorted for a round, so that pairings vary.
const ORDER_NOISE_ELO: usize = 200;

/// Plays a rating ladder on several threads. Calls `on_game` after each game with the round's
/// number of games. If `stop` was raised, rates the games so far (`None` without games).
///
/// # Errors
/// If an agent's spec is invalid or there are fewer agents than seats.
pub fn play_ladder(
    plan: &LadderPlan,
    threads: usize,
    stop: &StopFlag,
    mut on_game: impl FnMut(u64),
) -> Result<Option<RatingLadder>, PlanError> {
    let agents = &plan.checked_agents()?;
    let mut blocks: Vec<Vec<GameResult>> = Vec::new();
    let mut fitted = fit_plackett_luce(agents.len(), &[]);
    for round in 0..plan.rounds {
        let order = noisy_order(&fitted.elo(), plan.seed, round);
        let mut groups = Vec::new();
        for (number, group) in (0..).zip(groups_of(&order, plan.variant.seats())) {
            let specs: Vec<String> = group.iter().map(|&agent| agents[agent].clone()).collect();
            let seed = plan.seed.child("round", round).child("group", number);
            let games = RunPlan::new(plan.variant.clone(), &specs, seed, plan.games)?;
            groups.push((group, games.with_key(plan.key)));
        }
        blocks.extend(play_groups(&groups, threads, stop, &mut on_game));
        if stop.is_raised() {
            break;
        }
        fitted = fit(agents.len(), &blocks, Some(&fitted.logs));
    }
    if blocks.is_empty() {
        return Ok(None);
    }
    let fitted = fit(agents.len(), &blocks, Some(&fitted.logs));
    let intervals = fitted.elo_95_of_clusters(&clusters(&blocks));
    let intervals = intervals.unwrap_or_else(|| fitted.elo_95());
    Ok(Some(RatingLadder {
        program: ludorum_record::RecordHeader::this_program(),
        game: plan.variant.spec().to_owned(),
        rules: plan.variant.rules_version(),
        content: plan.variant.content(),
        command: plan.command.clone(),
        games: blocks.iter().map(|block| block.len() as u64).sum(),
        ratings: ratings(agents, &fitted, &intervals, &blocks),
        unrated: plan.unrated.clone(),
    }))
}

/// Sorts agents from strongest to weakest by their estimated Elo plus a random bonus.
fn noisy_order(elo: &[f64], seed: Seed, round: u64) -> Vec<usize> {
    let mut rng = seed.child("order", round).rng();
    let shaken = elo
        .iter()
        .map(|elo| elo + rng.below(ORDER_NOISE_ELO + 1) as f64);
    let mut order: Vec<(usize, f64)> = shaken.enumerate().collect();
    order.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    let order = order.into_iter().map(|(agent, _)| agent);
    // The direction alternates, so that the agents who play twice in the last group vary.
    match round % 2 {
        0 => order.collect(),
        _ => order.rev().collect(),
    }
}

/// Splits the sorted agents into groups of one agent per seat. An incomplete last group is filled
/// up with the agents that precede it.
fn groups_of(order: &[usize], seats: usize) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = order.chunks_exact(seats).map(<[_]>::to_vec).collect();
    if !order.len().is_multiple_of(seats) {
        groups.push(order[order.len() - seats..].to_vec());
    }
    groups
}

/// Plays the games of all groups of a round. Returns one list of games per block; their agent
/// indices refer to the ladder's list of agents.
fn play_groups(
    groups: &[(Vec<usize>, RunPlan)],
    threads: usize,
    stop: &StopFlag,
    on_game: &mut impl FnMut(u64),
) -> Vec<Vec<GameResult>> {
    let all: Vec<(usize, u64)> = groups
        .iter()
        .enumerate()
        .flat_map(|(group, (_, plan))| (0..plan.games()).map(move |game| (group, game)))
        .collect();
    let mut played: Vec<(usize, GameResult)> = Vec::new();
    let play = |&(group, game): &(usize, u64)| {
        let mut runner = GameRunner::new(&groups[group].1, RecordMode::Off, &[]);
        Some((group, runner.play(game, stop)?.result))
    };
    parallel::for_each(&all, threads, play, |_, result| {
        on_game(all.len() as u64);
        played.push(result);
    });
    played.sort_by_key(|(group, result)| (*group, result.game));
    let block = |(group, result): &(usize, GameResult)| {
        let layout = groups[*group].1.layout();
        (*group, layout.block(result.game))
    };
    let blocks = played.chunk_by(|a, b| block(a) == block(b));
    let numbered = |(group, result): &(usize, GameResult)| {
        let mut result = result.clone();
        for seat in &mut result.seats {
            seat.agent = groups[*group].0[seat.agent];
        }
        result
    };
    blocks
        .map(|block| block.iter().map(numbered).collect())
        .collect()
}

/// Rankings of the games by cluster, for cluster-robust intervals. Blocks of identical games form
/// one cluster.
fn clusters(blocks: &[Vec<GameResult>]) -> Vec<Vec<WeightedRanking>> {
    let mut known: HashMap<Vec<(u64, Vec<usize>)>, usize> = HashMap::new();
    let mut clusters: Vec<Vec<WeightedRanking>> = Vec::new();
    for block in blocks {
        let game = |game: &GameResult| {
            let agents = game.seats.iter().map(|seat| seat.agent);
            Some((game.hash?, agents.collect()))
        };
        let games: Option<Vec<(u64, Vec<usize>)>> = block.iter().map(game).collect();
        let next = clusters.len();
        let cluster = games.map_or(next, |games| *known.entry(games).or_insert(next));
        if cluster == next {
            clusters.push(Vec::new());
        }
        clusters[cluster].extend(block.iter().map(ranking_of));
    }
    clusters
}

fn fit(agents: usize, blocks: &[Vec<GameResult>], guess: Option<&[f64]>) -> PlackettLuceFit {
    let all: Vec<WeightedRanking> = blocks.iter().flatten().map(ranking_of).collect();
    fit_plackett_luce_from(agents, &merge_equal_rankings(&all), guess)
}

fn ratings(
    agents: &[String],
    fitted: &PlackettLuceFit,
    intervals: &[(f64, f64)],
    blocks: &[Vec<GameResult>],
) -> Vec<AgentRating> {
    let elo = fitted.elo();
    let random = agents.iter().position(|agent| agent == "random");
    let zero = random.map_or(0.0, |random| elo[random]);
    let rating = |agent: usize| {
        let seats = blocks.iter().flatten().flat_map(|game| &game.seats);
        let own: Vec<_> = seats.filter(|seat| seat.agent == agent).collect();
        let moves = own.iter().map(|seat| seat.moves).sum::<u64>().max(1) as f64;
        let (low, high) = intervals[agent];
        let tenth = |elo: f64| ((elo - zero) * 10.0).round() / 10.0;
        AgentRating {
            agent: agents[agent].clone(),
            elo: tenth(elo[agent]),
            elo_95: (tenth(low), tenth(high)),
            games: own.len() as u64,
            time_per_move_ms: own.iter().map(|seat| seat.time_ms).sum::<f64>() / moves,
            nodes_per_move: own.iter().map(|seat| seat.nodes as f64).sum::<f64>() / moves,
        }
    };
    let mut ratings: Vec<AgentRating> = (0..agents.len()).map(rating).collect();
    ratings.sort_by_key(|rating| Reverse((rating.elo * 10.0) as i64));
    ratings
}
