//! What reports and statistics need of the games of a run, in memory that does not grow with their
//! number and whatever the order in which they ended.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap, HashSet};

use ludorum_core::MAX_SEATS;
use serde::{Deserialize, Serialize};

use crate::distinct::{DistinctCounter, HashedMap, mixed};
use crate::stats::{Pentanomial, Trinomial};
use crate::{GameResult, Layout, SeatResult};

/// Different games are counted exactly up to this number.
const MOST_GAMES: usize = 1 << 20;
/// Different blocks are counted exactly up to this number.
const MOST_BLOCKS: usize = 1 << 19;
/// Intervals are drawn from at most this many clusters of blocks.
const MOST_CLUSTERS: usize = 4096;
/// Games that were given up are told by so many different reasons.
const MOST_REASONS: usize = 100;

/// The games of a run, summed up.
///
/// Blocks of the very same games are one cluster: they say no more than one of them. With more than
/// [`MOST_CLUSTERS`] different blocks, clusters of unrelated blocks are put together, which leaves
/// enough of them to draw from.
#[derive(Clone, Debug)]
pub struct Tally {
    /// How the games lie; none if that is not known or a game did not fit.
    layout: Option<Layout>,
    /// For each game of a round, the first one with the same agents at the same seats.
    classes: Vec<u32>,
    pub(crate) played: u64,
    pub(crate) plies: u64,
    pub(crate) agents: Vec<AgentSums>,
    pub(crate) seat_wins: Vec<u64>,
    pub(crate) pairs: BTreeMap<(usize, usize), (Trinomial, Pentanomial)>,
    forfeits: BTreeMap<(usize, String), u64>,
    games: DistinctCounter,
    blocks: DistinctCounter,
    /// Games of which nobody knows how they went, kept by older versions.
    unhashed: u64,
    /// Games of blocks that are not complete.
    waiting: HashedMap<Vec<Waiting>>,
    /// Empty lists to be used again.
    spare: Vec<Vec<Waiting>>,
    outcomes: Outcomes,
    clusters: Clusters,
}

/// How many of the games of a run were different.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Distinct {
    /// Games that differ in their setup, their moves, or who sat where.
    pub games: u64,
    /// Blocks that differ in one of their games. Intervals are taken from these.
    pub blocks: u64,
    /// All blocks that were begun.
    pub all_blocks: u64,
    /// Whether there were too many to count exactly: the numbers are estimated from a sample.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_estimated: bool,
}

/// How bad it is that games were repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repetition {
    /// Every group of agents plays the same games from every start: more of them say nothing.
    Always,
    /// At least half of the games had been played before.
    Often,
}

impl Distinct {
    /// Whether so many games of so many groups were repeated too often.
    pub(crate) fn repetition(&self, played: u64, groups: u64) -> Option<Repetition> {
        if self.blocks <= groups && self.all_blocks >= 2 * self.blocks {
            Some(Repetition::Always)
        } else if 2 * self.games <= played {
            Some(Repetition::Often)
        } else {
            None
        }
    }
}

/// How often an agent gave games up for one reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ForfeitCount {
    /// The number of the agent.
    pub agent: usize,
    /// Why.
    pub reason: String,
    /// The number of games.
    pub games: u64,
}

/// Sums over the games of one agent. All are whole numbers, so that their order does not matter.
#[derive(Clone, Debug, Default)]
pub(crate) struct AgentSums {
    pub(crate) games: u64,
    /// Games by how many shared the first place with it; at 0 those it did not win.
    pub(crate) sharing: [u64; MAX_SEATS + 1],
    pub(crate) games_first: u64,
    pub(crate) wins_first: u64,
    pub(crate) wins_later: u64,
    pub(crate) points: i128,
    pub(crate) games_with_points: u64,
    pub(crate) moves: u64,
    pub(crate) nodes: u128,
    pub(crate) nanoseconds: u128,
}

impl AgentSums {
    fn add(&mut self, seat: usize, result: &SeatResult) {
        let sharing = match result.share {
            share if share > 0.0 => (1.0 / share).round().clamp(1.0, MAX_SEATS as f64) as usize,
            _ => 0,
        };
        let won = u64::from(sharing == 1);
        self.games += 1;
        self.sharing[sharing] += 1;
        match seat {
            0 => {
                self.games_first += 1;
                self.wins_first += won;
            }
            _ => self.wins_later += won,
        }
        if let Some(points) = result.points {
            self.points += i128::from(points);
            self.games_with_points += 1;
        }
        self.moves = self.moves.saturating_add(result.moves);
        self.nodes += u128::from(result.nodes);
        self.nanoseconds += (result.time_ms * 1e6).round() as u128;
    }

    pub(crate) fn wins(&self) -> u64 {
        self.sharing[1]
    }

    /// The sum of its shares of the win.
    pub(crate) fn shares(&self) -> f64 {
        let shares = self.sharing.iter().enumerate().skip(1);
        shares.map(|(by, &games)| games as f64 / by as f64).sum()
    }
}

#[derive(Clone, Copy, Debug)]
struct Waiting {
    game: u64,
    outcome: u32,
    hash: Option<u64>,
    /// What the agent with the lower number won in a game of two, in halves.
    halves: u8,
}

/// The different ways in which games ended: the place in the round, and the ranks of the seats.
#[derive(Clone, Debug, Default)]
struct Outcomes {
    known: HashedMap<Vec<u32>>,
    list: Vec<Outcome>,
}

/// One way in which games ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Outcome {
    /// The game of the round, which says who sat where.
    pub(crate) place: u32,
    /// The ranks, 1 being the best.
    pub(crate) ranks: [u8; MAX_SEATS],
}

impl Outcomes {
    fn number(&mut self, outcome: Outcome) -> u32 {
        let hash = mixed(u64::from_le_bytes(outcome.ranks) ^ u64::from(outcome.place) << 40);
        let same = self.known.entry(hash).or_default();
        let known = same.iter().find(|&&id| self.list[id as usize] == outcome);
        match known {
            Some(&id) => id,
            None => {
                let id = self.list.len() as u32;
                self.list.push(outcome);
                same.push(id);
                id
            }
        }
    }
}

/// Blocks that are drawn together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cluster {
    /// The first of them.
    pub(crate) first: u64,
    /// How often each outcome occurred, by its number.
    pub(crate) outcomes: Vec<(u32, u64)>,
}

/// Clusters by the hash of their blocks without its last bits: as many as must be left away.
#[derive(Clone, Debug, Default)]
struct Clusters {
    bits: u32,
    found: HashedMap<Cluster>,
}

impl Clusters {
    fn add(&mut self, hash: u64, block: u64, outcomes: impl Iterator<Item = u32>) {
        let cluster = self.found.entry(hash >> self.bits);
        let cluster = cluster.or_insert_with(|| Cluster {
            first: block,
            outcomes: Vec::new(),
        });
        cluster.first = cluster.first.min(block);
        for outcome in outcomes {
            cluster.count(outcome, 1);
        }
        while self.found.len() > MOST_CLUSTERS {
            self.bits += 1;
            for (key, cluster) in std::mem::take(&mut self.found) {
                match self.found.entry(key >> 1) {
                    Entry::Vacant(free) => {
                        free.insert(cluster);
                    }
                    Entry::Occupied(mut other) => {
                        let other = other.get_mut();
                        other.first = other.first.min(cluster.first);
                        for (outcome, times) in cluster.outcomes {
                            other.count(outcome, times);
                        }
                    }
                }
            }
        }
    }
}

impl Cluster {
    fn count(&mut self, outcome: u32, times: u64) {
        match self.outcomes.binary_search_by_key(&outcome, |of| of.0) {
            Ok(at) => self.outcomes[at].1 += times,
            Err(at) => self.outcomes.insert(at, (outcome, times)),
        }
    }
}

impl Tally {
    /// No games yet, of so many agents. Without a layout there are sums but no statistics.
    pub fn new(agents: &[String], layout: Option<Layout>) -> Tally {
        let layout = layout.filter(|layout| layout.seats() <= MAX_SEATS);
        let mut classes = Vec::new();
        if let Some(layout) = &layout {
            let mut first: HashMap<Vec<&str>, u32> = HashMap::new();
            for place in 0..layout.round_games() {
                let seats = layout.seating(place).iter();
                let seats: Vec<&str> = seats.map(|&agent| agents[agent].as_str()).collect();
                classes.push(*first.entry(seats).or_insert(place as u32));
            }
        }
        Tally {
            classes,
            played: 0,
            plies: 0,
            agents: vec![AgentSums::default(); agents.len()],
            seat_wins: vec![0; layout.as_ref().map_or(0, Layout::seats)],
            pairs: BTreeMap::new(),
            forfeits: BTreeMap::new(),
            games: DistinctCounter::new(MOST_GAMES),
            blocks: DistinctCounter::new(MOST_BLOCKS),
            unhashed: 0,
            waiting: HashedMap::default(),
            spare: Vec::new(),
            outcomes: Outcomes::default(),
            clusters: Clusters::default(),
            layout,
        }
    }

    /// The number of games.
    pub fn played(&self) -> u64 {
        self.played
    }

    /// How the games lie; none if that is not known.
    pub fn layout(&self) -> Option<&Layout> {
        self.layout.as_ref()
    }

    /// Takes a game into account. Each is given once, in any order.
    pub fn add(&mut self, game: &GameResult) {
        self.played += 1;
        self.plies = self.plies.saturating_add(game.plies);
        for (seat, result) in game.seats.iter().enumerate() {
            if let Some(sums) = self.agents.get_mut(result.agent) {
                sums.add(seat, result);
            }
        }
        if let Some(forfeit) = &game.forfeit {
            self.add_forfeit(game, forfeit.seat, &forfeit.reason);
        }
        let seats = game.seats.iter().map(|seat| seat.agent);
        let fits = |layout: &Layout| seats.eq(layout.seating(game.game).iter().copied());
        if !self.layout.as_ref().is_some_and(fits) {
            self.layout = None;
        }
        if let Some(layout) = &self.layout {
            let (block, size) = (layout.block(game.game), layout.block_games());
            let place = (game.game % layout.round_games()) as u32;
            self.add_to_block(game, place, block, size);
        }
    }

    fn add_forfeit(&mut self, game: &GameResult, seat: usize, reason: &str) {
        // A report that is resumed from may claim any seat.
        let Some(seat) = game.seats.get(seat.wrapping_sub(1)) else {
            return;
        };
        let mut key = (seat.agent, reason.to_owned());
        if self.forfeits.len() >= MOST_REASONS && !self.forfeits.contains_key(&key) {
            key.1 = "other reasons".to_owned();
        }
        *self.forfeits.entry(key).or_default() += 1;
    }

    fn add_to_block(&mut self, game: &GameResult, place: u32, block: u64, size: u64) {
        let winner = game.seats.iter().position(|seat| seat.share == 1.0);
        if let Some(winner) = winner.filter(|_| game.forfeit.is_none()) {
            self.seat_wins[winner] += 1;
        }
        let mut ranks = [0; MAX_SEATS];
        for (rank, seat) in ranks.iter_mut().zip(&game.seats) {
            *rank = seat.rank;
        }
        let class = self.classes[place as usize];
        let hash = game.hash.map(|hash| {
            let hash = mixed(hash ^ mixed(class.into()));
            self.games.add(hash, class);
            hash
        });
        self.unhashed += u64::from(hash.is_none());
        let mut halves = 0;
        if let [one, other] = &game.seats[..] {
            let first = if one.agent <= other.agent { one } else { other };
            halves = (2.0 * first.share) as u8;
            let key = (one.agent.min(other.agent), one.agent.max(other.agent));
            let games = &mut self.pairs.entry(key).or_default().0;
            match halves {
                2 => games.wins += 1,
                0 => games.losses += 1,
                _ => games.draws += 1,
            }
        }
        let waiting = Waiting {
            game: game.game,
            outcome: self.outcomes.number(Outcome { place, ranks }),
            hash,
            halves,
        };
        let spare = || self.spare.pop().unwrap_or_default();
        let games = self.waiting.entry(block).or_insert_with(spare);
        games.push(waiting);
        if games.len() as u64 == size
            && let Some(mut games) = self.waiting.remove(&block)
        {
            if let [one, other] = &game.seats[..] {
                let key = (one.agent.min(other.agent), one.agent.max(other.agent));
                let halves: u8 = games.iter().map(|game| game.halves).sum();
                // A block whose other game is still to be played is no pair.
                if let (Some((_, pairs)), 2) = (self.pairs.get_mut(&key), games.len()) {
                    pairs.0[usize::from(halves.min(4))] += 1;
                }
            }
            self.add_block(block, &mut games);
            games.clear();
            self.spare.push(games);
        }
    }

    fn add_block(&mut self, block: u64, games: &mut [Waiting]) {
        let known = block_hash(games);
        if let (Some(hash), Some(layout)) = (known, &self.layout) {
            let place = block * layout.block_games() % layout.round_games();
            self.blocks.add(hash, self.classes[place as usize]);
        }
        // Blocks nobody knows the games of count as different.
        let hash = known.unwrap_or(mixed(block));
        let outcomes = games.iter().map(|waiting| waiting.outcome);
        self.clusters.add(hash, block, outcomes);
    }

    /// The clusters of blocks, by the first block of each. Blocks that are not complete are blocks of
    /// fewer games.
    pub(crate) fn clusters(&self) -> Vec<Cluster> {
        let mut clusters = self.clusters.clone();
        for (&block, games) in &self.waiting {
            let hash = block_hash(&mut games.clone()).unwrap_or(mixed(block));
            let outcomes = games.iter().map(|waiting| waiting.outcome);
            clusters.add(hash, block, outcomes);
        }
        let mut clusters: Vec<Cluster> = clusters.found.into_values().collect();
        clusters.sort_unstable_by_key(|cluster| cluster.first);
        clusters
    }

    /// The ways in which games ended, by their numbers.
    pub(crate) fn outcomes(&self) -> &[Outcome] {
        &self.outcomes.list
    }

    /// How many of the games were different; none if nobody knows.
    pub fn distinct(&self) -> Option<Distinct> {
        let layout = self.layout.as_ref()?;
        if self.played == 0 || self.unhashed > 0 {
            return None;
        }
        let waiting = self.waiting.values();
        let complete = self.played - waiting.map(|games| games.len() as u64).sum::<u64>();
        let all_blocks = complete / layout.block_games() + self.waiting.len() as u64;
        let begun = self.waiting.values();
        let begun: HashSet<Option<u64>> = begun.map(|w| block_hash(&mut w.clone())).collect();
        Some(Distinct {
            games: self.games.count().min(self.played),
            blocks: (self.blocks.count() + begun.len() as u64).min(all_blocks),
            all_blocks,
            is_estimated: self.games.is_estimated() || self.blocks.is_estimated(),
        })
    }

    /// How many of an agent's games, counted once for every seat it had in them, were different.
    pub(crate) fn distinct_games_of(&self, agent: usize) -> u64 {
        self.distinct_games(self.agents[agent].games, |seats| {
            seats.iter().filter(|&&seat| seat == agent).count() as u64
        })
    }

    /// How many of the games between two agents were different.
    pub(crate) fn distinct_games_between(&self, games: u64, pair: (usize, usize)) -> u64 {
        self.distinct_games(games, |seats| {
            u64::from(seats.contains(&pair.0) && seats.contains(&pair.1))
        })
    }

    /// How many of so many games were different, each counted as often as `weight` says.
    fn distinct_games(&self, games: u64, weight: impl Fn(&[usize]) -> u64) -> u64 {
        let Some(layout) = self.layout.as_ref().filter(|_| self.unhashed == 0) else {
            return games;
        };
        let mut weights: BTreeMap<u32, u64> = BTreeMap::new();
        for (place, &class) in (0..).zip(&self.classes) {
            let most = weights.entry(class).or_default();
            *most = weight(layout.seating(place)).max(*most);
        }
        let counts = weights.into_iter();
        let distinct = counts.map(|(class, weight)| weight * self.games.of_kind(class));
        distinct.sum::<u64>().min(games)
    }

    /// How many of the complete blocks of two agents were different.
    pub(crate) fn distinct_blocks_between(&self, blocks: u64, pair: (usize, usize)) -> u64 {
        let Some(layout) = self.layout.as_ref().filter(|_| self.unhashed == 0) else {
            return blocks;
        };
        let is_of_pair = |place: &u64| {
            let seats = layout.seating(*place);
            place.is_multiple_of(layout.block_games())
                && seats.contains(&pair.0)
                && seats.contains(&pair.1)
        };
        let mut classes: Vec<u32> = (0..layout.round_games())
            .filter(is_of_pair)
            .map(|place| self.classes[place as usize])
            .collect();
        classes.sort_unstable();
        classes.dedup();
        let distinct = classes.into_iter().map(|class| self.blocks.of_kind(class));
        distinct.sum::<u64>().min(blocks)
    }

    /// Who gave games up, how many, and why.
    pub(crate) fn forfeits(&self) -> Vec<ForfeitCount> {
        let count = |((agent, reason), &games): (&(usize, String), &u64)| ForfeitCount {
            agent: *agent,
            reason: reason.clone(),
            games,
        };
        self.forfeits.iter().map(count).collect()
    }
}

/// What tells the games of a block from those of others: how many there are, and each. None if nobody
/// knows how one of them went.
fn block_hash(games: &mut [Waiting]) -> Option<u64> {
    games.sort_unstable_by_key(|waiting| waiting.game);
    let chain = |hash: Option<u64>, waiting: &Waiting| Some(mixed(hash? ^ waiting.hash?));
    games.iter().fold(Some(games.len() as u64), chain)
}
