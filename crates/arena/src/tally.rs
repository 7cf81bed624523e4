//! Sums over the games of a run, for reports and statistics. Memory is bounded, and the order of
//! the games does not matter.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap, HashSet};

use ludorum_core::MAX_SEATS;
use serde::{Deserialize, Serialize};

use crate::distinct_counter::{DistinctCounter, PrehashedMap, splitmix64};
use crate::stats::{Pentanomial, Trinomial};
use crate::{BlockLayout, GameResult, SeatResult};

/// Maximum number of distinct games that are counted exactly; larger numbers are estimated.
const MAX_EXACT_GAMES: usize = 1 << 20;
/// Maximum number of distinct blocks that are counted exactly; larger numbers are estimated.
const MAX_EXACT_BLOCKS: usize = 1 << 19;
/// Maximum number of clusters of blocks that are distinguished for bootstrap intervals.
const MAX_CLUSTERS: usize = 4096;
/// Maximum number of distinct forfeit reasons; further reasons are counted as "other reasons".
const MAX_FORFEIT_REASONS: usize = 100;

/// Running totals over the games of a run: results by agent, seat and pair, and distinct games.
///
/// Blocks of identical games form one cluster, because repetitions add no information. With more
/// than [`MAX_CLUSTERS`] distinct blocks, unrelated blocks share a cluster; enough clusters remain
/// for resampling.
#[derive(Clone, Debug)]
pub struct GameTally {
    /// Layout of the games in blocks and rounds; `None` if it is unknown or a game contradicts it.
    layout: Option<BlockLayout>,
    /// Class of each game of a round: index of the first game in the round with the same agent spec
    /// in every seat.
    classes: Vec<u32>,
    pub(crate) played: u64,
    pub(crate) plies: u64,
    pub(crate) agents: Vec<AgentTotals>,
    pub(crate) seat_wins: Vec<u64>,
    pub(crate) pairs: BTreeMap<(usize, usize), (Trinomial, Pentanomial)>,
    forfeits: BTreeMap<(usize, String), u64>,
    games: DistinctCounter,
    blocks: DistinctCounter,
    /// Number of games without a hash, which old versions stored.
    unhashed: u64,
    /// Games of incomplete blocks, by index of the block in the run.
    pending: PrehashedMap<Vec<IncompleteBlockGame>>,
    /// Empty lists of games, reused to avoid allocations.
    spare: Vec<Vec<IncompleteBlockGame>>,
    outcomes: GameOutcomeNumbering,
    clusters: BootstrapClusterMap,
}

/// Numbers of distinct games and distinct blocks of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DistinctGameCounts {
    /// Number of games that differ from all others in setup, moves or seating.
    pub games: u64,
    /// Number of blocks that differ from all others in at least one game; sample size of the
    /// confidence intervals.
    pub blocks: u64,
    /// Number of blocks with at least one game, repeated blocks included.
    pub all_blocks: u64,
    /// True if the counts are estimates, because there are too many games to count exactly.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_estimated: bool,
}

/// Degree to which the games of a run repeat each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DuplicateGameLevel {
    /// Every group of agents always plays the same games, so more games add no information.
    Always,
    /// At least half of the games are repetitions.
    Often,
}

impl DistinctGameCounts {
    /// Degree of repetition among `played` games of `groups` groups of agents; `None` if less than
    /// half of the games are repetitions.
    pub(crate) fn repetition(&self, played: u64, groups: u64) -> Option<DuplicateGameLevel> {
        if self.blocks <= groups && self.all_blocks >= 2 * self.blocks {
            Some(DuplicateGameLevel::Always)
        } else if 2 * self.games <= played {
            Some(DuplicateGameLevel::Often)
        } else {
            None
        }
    }
}

/// Number of games that an agent forfeited for one reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ForfeitCount {
    /// Index of the agent in the run, from 0.
    pub agent: usize,
    /// Reason for the forfeits, such as a crash or a timeout.
    pub reason: String,
    /// Number of games that the agent forfeited for this reason.
    pub games: u64,
}

/// Totals over the games of one agent, as integers, so that the order of games does not matter.
#[derive(Clone, Debug, Default)]
pub(crate) struct AgentTotals {
    pub(crate) games: u64,
    /// Number of the agent's games by number of tied winners: index 1 counts sole wins, 2 wins
    /// shared by two, and so on; index 0 counts games that the agent did not win.
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

impl AgentTotals {
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

    /// Sum of the agent's shares of the win over its games.
    pub(crate) fn shares(&self) -> f64 {
        let shares = self.sharing.iter().enumerate().skip(1);
        shares.map(|(by, &games)| games as f64 / by as f64).sum()
    }
}

#[derive(Clone, Copy, Debug)]
struct IncompleteBlockGame {
    game: u64,
    outcome: u32,
    hash: Option<u64>,
    /// Score, in half points, of the agent with the lower index in a two-player game.
    half_points: u8,
}

/// Assigns consecutive indices to distinct game outcomes.
#[derive(Clone, Debug, Default)]
struct GameOutcomeNumbering {
    known: PrehashedMap<Vec<u32>>,
    list: Vec<ScheduledOutcome>,
}

/// Outcome of a game: index of the game in its round, and final ranks of the seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ScheduledOutcome {
    /// Index of the game in its round, which fixes the seating.
    pub(crate) place: u32,
    /// Final rank of each seat; 1 is best, 0 is an unused seat.
    pub(crate) ranks: [u8; MAX_SEATS],
}

impl GameOutcomeNumbering {
    fn id_of(&mut self, outcome: ScheduledOutcome) -> u32 {
        let hash = splitmix64(u64::from_le_bytes(outcome.ranks) ^ u64::from(outcome.place) << 40);
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

/// Cluster of blocks that are resampled together in the bootstrap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BootstrapCluster {
    /// Lowest index of the blocks in the cluster.
    pub(crate) first: u64,
    /// Indices of the outcomes in the cluster with their numbers of occurrences, sorted by index.
    pub(crate) outcomes: Vec<(u32, u64)>,
}

/// Clusters of blocks by block hash. Hashes lose their lowest `bits` bits, which limits the number
/// of clusters.
#[derive(Clone, Debug, Default)]
struct BootstrapClusterMap {
    bits: u32,
    by_hash: PrehashedMap<BootstrapCluster>,
}

impl BootstrapClusterMap {
    fn add(&mut self, hash: u64, block: u64, outcomes: impl Iterator<Item = u32>) {
        let cluster = self.by_hash.entry(hash >> self.bits);
        let cluster = cluster.or_insert_with(|| BootstrapCluster {
            first: block,
            outcomes: Vec::new(),
        });
        cluster.first = cluster.first.min(block);
        for outcome in outcomes {
            cluster.count(outcome, 1);
        }
        while self.by_hash.len() > MAX_CLUSTERS {
            self.bits += 1;
            for (key, cluster) in std::mem::take(&mut self.by_hash) {
                match self.by_hash.entry(key >> 1) {
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

impl BootstrapCluster {
    fn count(&mut self, outcome: u32, times: u64) {
        match self.outcomes.binary_search_by_key(&outcome, |of| of.0) {
            Ok(at) => self.outcomes[at].1 += times,
            Err(at) => self.outcomes.insert(at, (outcome, times)),
        }
    }
}

impl GameTally {
    /// Creates an empty tally for the agents. Without a layout, statistics cannot be computed.
    pub fn new(agents: &[String], layout: Option<BlockLayout>) -> GameTally {
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
        GameTally {
            classes,
            played: 0,
            plies: 0,
            agents: vec![AgentTotals::default(); agents.len()],
            seat_wins: vec![0; layout.as_ref().map_or(0, BlockLayout::seats)],
            pairs: BTreeMap::new(),
            forfeits: BTreeMap::new(),
            games: DistinctCounter::new(MAX_EXACT_GAMES),
            blocks: DistinctCounter::new(MAX_EXACT_BLOCKS),
            unhashed: 0,
            pending: PrehashedMap::default(),
            spare: Vec::new(),
            outcomes: GameOutcomeNumbering::default(),
            clusters: BootstrapClusterMap::default(),
            layout,
        }
    }

    /// Number of games added to the tally.
    pub fn played(&self) -> u64 {
        self.played
    }

    /// Layout of the games in blocks and rounds; `None` if it is unknown or a game contradicts it.
    pub fn layout(&self) -> Option<&BlockLayout> {
        self.layout.as_ref()
    }

    /// Adds a game to the totals. Games may be added in any order, but each only once.
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
        let fits = |layout: &BlockLayout| seats.eq(layout.seating(game.game).iter().copied());
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
        // A stored report may contain an invalid seat number.
        let Some(seat) = game.seats.get(seat.wrapping_sub(1)) else {
            return;
        };
        let mut key = (seat.agent, reason.to_owned());
        if self.forfeits.len() >= MAX_FORFEIT_REASONS && !self.forfeits.contains_key(&key) {
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
            let hash = splitmix64(hash ^ splitmix64(class.into()));
            self.games.add(hash, class);
            hash
        });
        self.unhashed += u64::from(hash.is_none());
        let mut half_points = 0;
        if let [one, other] = &game.seats[..] {
            let first = if one.agent <= other.agent { one } else { other };
            half_points = (2.0 * first.share) as u8;
            let key = (one.agent.min(other.agent), one.agent.max(other.agent));
            let games = &mut self.pairs.entry(key).or_default().0;
            match half_points {
                2 => games.wins += 1,
                0 => games.losses += 1,
                _ => games.draws += 1,
            }
        }
        let pending = IncompleteBlockGame {
            game: game.game,
            outcome: self.outcomes.id_of(ScheduledOutcome { place, ranks }),
            hash,
            half_points,
        };
        let spare = || self.spare.pop().unwrap_or_default();
        let games = self.pending.entry(block).or_insert_with(spare);
        games.push(pending);
        if games.len() as u64 == size
            && let Some(mut games) = self.pending.remove(&block)
        {
            if let [one, other] = &game.seats[..] {
                let key = (one.agent.min(other.agent), one.agent.max(other.agent));
                let half_points: u8 = games.iter().map(|game| game.half_points).sum();
                // A pair needs both games of its block.
                if let (Some((_, pairs)), 2) = (self.pairs.get_mut(&key), games.len()) {
                    pairs.0[usize::from(half_points.min(4))] += 1;
                }
            }
            self.add_block(block, &mut games);
            games.clear();
            self.spare.push(games);
        }
    }

    fn add_block(&mut self, block: u64, games: &mut [IncompleteBlockGame]) {
        let known = block_hash(games);
        if let (Some(hash), Some(layout)) = (known, &self.layout) {
            let place = block * layout.block_games() % layout.round_games();
            self.blocks.add(hash, self.classes[place as usize]);
        }
        // Blocks of games without hashes count as distinct.
        let hash = known.unwrap_or(splitmix64(block));
        let outcomes = games.iter().map(|pending| pending.outcome);
        self.clusters.add(hash, block, outcomes);
    }

    /// Bootstrap clusters, sorted by their first block. Incomplete blocks are included.
    pub(crate) fn clusters(&self) -> Vec<BootstrapCluster> {
        let mut clusters = self.clusters.clone();
        for (&block, games) in &self.pending {
            let hash = block_hash(&mut games.clone()).unwrap_or(splitmix64(block));
            let outcomes = games.iter().map(|pending| pending.outcome);
            clusters.add(hash, block, outcomes);
        }
        let mut clusters: Vec<BootstrapCluster> = clusters.by_hash.into_values().collect();
        clusters.sort_unstable_by_key(|cluster| cluster.first);
        clusters
    }

    /// Distinct game outcomes; the position in the slice is the outcome's index in the tally.
    pub(crate) fn outcomes(&self) -> &[ScheduledOutcome] {
        &self.outcomes.list
    }

    /// Numbers of distinct games and blocks; `None` without games, hashes or a layout.
    pub fn distinct(&self) -> Option<DistinctGameCounts> {
        let layout = self.layout.as_ref()?;
        if self.played == 0 || self.unhashed > 0 {
            return None;
        }
        let pending = self.pending.values();
        let complete = self.played - pending.map(|games| games.len() as u64).sum::<u64>();
        let all_blocks = complete / layout.block_games() + self.pending.len() as u64;
        let begun = self.pending.values();
        let begun: HashSet<Option<u64>> = begun.map(|w| block_hash(&mut w.clone())).collect();
        Some(DistinctGameCounts {
            games: self.games.count().min(self.played),
            blocks: (self.blocks.count() + begun.len() as u64).min(all_blocks),
            all_blocks,
            is_estimated: self.games.is_estimated() || self.blocks.is_estimated(),
        })
    }

    /// Number of an agent's distinct games; a game counts once for every seat the agent had.
    pub(crate) fn distinct_games_of(&self, agent: usize) -> u64 {
        self.distinct_games(self.agents[agent].games, |seats| {
            seats.iter().filter(|&&seat| seat == agent).count() as u64
        })
    }

    /// Number of distinct games between two agents, at most `games`. Returns `games` if the layout
    /// or the hash of a game is unknown.
    pub(crate) fn distinct_games_between(&self, games: u64, pair: (usize, usize)) -> u64 {
        self.distinct_games(games, |seats| {
            u64::from(seats.contains(&pair.0) && seats.contains(&pair.1))
        })
    }

    /// Number of distinct games, at most `games`. A game counts `weight` times, which depends on
    /// its agent indices by seat.
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

    /// Number of distinct complete blocks between two agents, at most `blocks`. Returns `blocks` if
    /// the layout or the hash of a game is unknown.
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

    /// Numbers of forfeits by agent and reason.
    pub(crate) fn forfeits(&self) -> Vec<ForfeitCount> {
        let count = |((agent, reason), &games): (&(usize, String), &u64)| ForfeitCount {
            agent: *agent,
            reason: reason.clone(),
            games,
        };
        self.forfeits.iter().map(count).collect()
    }
}

/// Hash of all games of a block, to detect repeated blocks; `None` if a game has no hash.
fn block_hash(games: &mut [IncompleteBlockGame]) -> Option<u64> {
    games.sort_unstable_by_key(|pending| pending.game);
    let chain =
        |hash: Option<u64>, pending: &IncompleteBlockGame| Some(splitmix64(hash? ^ pending.hash?));
    games.iter().fold(Some(games.len() as u64), chain)
}
