//! Plays the games of a ladder: in every round everybody meets others of about the same strength, as
//! far as it is known (the Swiss system), for games between unequals say little.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use ludorum_catalog::{Key, Variant};
use ludorum_core::{Seed, Stop};

use super::{Ladder, Rating, Unrated};
use crate::game::{GamePlayer, GameResult, Records};
use crate::statistics::{gathered, ranking};
use crate::stats::{Ranking, Strengths, strengths, strengths_from};
use crate::{Pairing, Plan, PlanError};

/// What is to be played. Every choice follows from the seed and the games before it.
#[derive(Clone, Debug)]
pub struct LadderPlan {
    /// The game.
    pub variant: Variant,
    /// The specs of the agents.
    pub agents: Vec<String>,
    /// Agents that are not measured, and why.
    pub unrated: Vec<Unrated>,
    /// How often everybody meets somebody.
    pub rounds: u64,
    /// The number of games of a group in a round, rounded up so that everybody has every seat.
    pub games: u64,
    /// The seed of everything.
    pub seed: Seed,
    /// The key of games with external agents.
    pub key: Key,
    /// The command that plays this plan.
    pub command: String,
}

impl LadderPlan {
    /// The specs in their shortest form. All that can be wrong is found before the first game.
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

/// By how many points of Elo the order of a round is shaken at most, so that others meet as well.
const SHAKEN: usize = 200;

/// Plays a ladder on several threads; none if `stop` was raised before anything could be told.
/// `on_game` is told how many games have been played of those that are known of by now.
///
/// # Errors
/// When a spec is not right or there are fewer agents than seats.
pub fn play_ladder(
    plan: &LadderPlan,
    threads: usize,
    stop: &Stop,
    mut on_game: impl FnMut(u64),
) -> Result<Option<Ladder>, PlanError> {
    let agents = &plan.checked_agents()?;
    let mut blocks: Vec<Vec<GameResult>> = Vec::new();
    let mut fitted = strengths(agents.len(), &[]);
    for round in 0..plan.rounds {
        let order = order(&fitted.elo(), plan.seed, round);
        let mut groups = Vec::new();
        for (number, group) in (0..).zip(groups_of(&order, plan.variant.seats())) {
            let specs: Vec<String> = group.iter().map(|&agent| agents[agent].clone()).collect();
            let seed = plan.seed.child("round", round).child("group", number);
            let games = Plan::new(plan.variant.clone(), &specs, seed, plan.games)?;
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
    Ok(Some(Ladder {
        program: ludorum_record::Header::this_program(),
        game: plan.variant.spec().to_owned(),
        rules: plan.variant.rules_version(),
        content: plan.variant.content(),
        command: plan.command.clone(),
        games: blocks.iter().map(|block| block.len() as u64).sum(),
        ratings: ratings(agents, &fitted, &intervals, &blocks),
        unrated: plan.unrated.clone(),
    }))
}

/// The agents from the strongest to the weakest as far as it is known, a little shaken.
fn order(elo: &[f64], seed: Seed, round: u64) -> Vec<usize> {
    let mut rng = seed.child("order", round).rng();
    let shaken = elo.iter().map(|elo| elo + rng.below(SHAKEN + 1) as f64);
    let mut order: Vec<(usize, f64)> = shaken.enumerate().collect();
    order.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    let order = order.into_iter().map(|(agent, _)| agent);
    // Those who play twice because the last group is too small are at the one end, then at the other.
    match round % 2 {
        0 => order.collect(),
        _ => order.rev().collect(),
    }
}

/// Neighbours in the order, as many as there are seats; the last ones join those before them.
fn groups_of(order: &[usize], seats: usize) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = order.chunks_exact(seats).map(<[_]>::to_vec).collect();
    if !order.len().is_multiple_of(seats) {
        groups.push(order[order.len() - seats..].to_vec());
    }
    groups
}

/// The games of all groups of a round by blocks, with agents numbered as they are on the ladder.
fn play_groups(
    groups: &[(Vec<usize>, Plan)],
    threads: usize,
    stop: &Stop,
    on_game: &mut impl FnMut(u64),
) -> Vec<Vec<GameResult>> {
    let all: Vec<(usize, u64)> = groups
        .iter()
        .enumerate()
        .flat_map(|(group, (_, plan))| (0..plan.games()).map(move |game| (group, game)))
        .collect();
    let next = AtomicUsize::new(0);
    let mut played: Vec<(usize, GameResult)> = Vec::new();
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..threads.clamp(1, all.len().max(1)) {
            let (sender, all, next) = (sender.clone(), &all, &next);
            scope.spawn(move || {
                while let Some(&(group, game)) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let mut player = GamePlayer::new(&groups[group].1, Records::None, &[]);
                    let Some(played) = player.play(game, stop) else {
                        return;
                    };
                    if sender.send((group, played.result)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        for result in receiver {
            on_game(all.len() as u64);
            played.push(result);
        }
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

/// The rankings of the games of each block. Blocks of the very same games are one: they are no more
/// evidence than one of them.
fn clusters(blocks: &[Vec<GameResult>]) -> Vec<Vec<Ranking>> {
    let mut known: HashMap<Vec<(u64, Vec<usize>)>, usize> = HashMap::new();
    let mut clusters: Vec<Vec<Ranking>> = Vec::new();
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
        clusters[cluster].extend(block.iter().map(ranking));
    }
    clusters
}

fn fit(agents: usize, blocks: &[Vec<GameResult>], guess: Option<&[f64]>) -> Strengths {
    let all: Vec<Ranking> = blocks.iter().flatten().map(ranking).collect();
    strengths_from(agents, &gathered(&all), guess)
}

fn ratings(
    agents: &[String],
    fitted: &Strengths,
    intervals: &[(f64, f64)],
    blocks: &[Vec<GameResult>],
) -> Vec<Rating> {
    let elo = fitted.elo();
    let random = agents.iter().position(|agent| agent == "random");
    let zero = random.map_or(0.0, |random| elo[random]);
    let rating = |agent: usize| {
        let seats = blocks.iter().flatten().flat_map(|game| &game.seats);
        let own: Vec<_> = seats.filter(|seat| seat.agent == agent).collect();
        let moves = own.iter().map(|seat| seat.moves).sum::<u64>().max(1) as f64;
        let (low, high) = intervals[agent];
        let tenth = |elo: f64| ((elo - zero) * 10.0).round() / 10.0;
        Rating {
            agent: agents[agent].clone(),
            elo: tenth(elo[agent]),
            elo_95: (tenth(low), tenth(high)),
            games: own.len() as u64,
            time_per_move_ms: own.iter().map(|seat| seat.time_ms).sum::<f64>() / moves,
            nodes_per_move: own.iter().map(|seat| seat.nodes as f64).sum::<f64>() / moves,
        }
    };
    let mut ratings: Vec<Rating> = (0..agents.len()).map(rating).collect();
    ratings.sort_by_key(|rating| Reverse((rating.elo * 10.0) as i64));
    ratings
}
