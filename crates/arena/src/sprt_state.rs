//! Sequential probability ratio test (SPRT) over the blocks of a run, in their order.

use std::collections::{BTreeMap, HashSet};

use serde::{Deserialize, Serialize};

use crate::distinct_counter::splitmix64;
use crate::stats::{SequentialTest, SprtDecision, SprtEvidence, SprtHypotheses};
use crate::{GameResult, RunPlan};

/// State of a sequential test: hypotheses, evidence and number of blocks.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SprtState {
    /// Hypotheses.
    pub hypotheses: SprtHypotheses,
    /// Evidence so far.
    pub evidence: SprtEvidence,
    /// Number of blocks seen.
    pub blocks: u64,
    /// Blocks that repeat an earlier one and are not evidence. Missing in old reports.
    #[serde(default)]
    pub repeated: u64,
}

/// Monitors a run with a sequential test and decides when to stop.
///
/// Games end in any order. The test is made after each block in the order of the plan, once all
/// blocks before it are complete, so threads change neither the decision nor when it is made.
#[derive(Debug)]
pub struct SprtMonitor<'a> {
    plan: &'a RunPlan,
    hypotheses: SprtHypotheses,
    test: SequentialTest,
    /// Games of blocks that wait for earlier ones.
    pending: BTreeMap<u64, Vec<PendingScore>>,
    evidence: SprtEvidence,
    /// Next block to test.
    next: u64,
    /// Hashes of the blocks that are evidence.
    seen: HashSet<u64>,
    /// Number of consecutive repeated blocks.
    repeats: u64,
}

/// Score of a game whose block waits for others.
#[derive(Debug)]
struct PendingScore {
    game: u64,
    hash: Option<u64>,
    /// Share of the first agent.
    share: f64,
    /// Number of seats of the first agent.
    seats: u64,
}

/// Maximum number of remembered blocks; no test takes longer.
const MAX_REMEMBERED_BLOCKS: usize = 1 << 20;
/// Consecutive repeated blocks after which the agents are taken to have no new games.
const MAX_CONSECUTIVE_REPEATS: u64 = 500;

impl<'a> SprtMonitor<'a> {
    /// Tests the first agent of the plan.
    pub fn new(plan: &'a RunPlan, hypotheses: SprtHypotheses) -> SprtMonitor<'a> {
        let games = usize::try_from(plan.layout().block_games()).unwrap_or(usize::MAX);
        let test = SequentialTest::new(hypotheses, plan.variant().seats(), games);
        SprtMonitor {
            plan,
            hypotheses,
            evidence: test.evidence(),
            test,
            pending: BTreeMap::new(),
            next: 0,
            seen: HashSet::new(),
            repeats: 0,
        }
    }

    /// Adds a game. Nothing counts after the decision.
    pub fn add(&mut self, game: &GameResult) {
        let own = game.seats.iter().filter(|seat| seat.agent == 0);
        let (mut share, mut seats) = (0.0, 0);
        for seat in own {
            share += seat.share;
            seats += 1;
        }
        let block = self.plan.layout().block(game.game);
        self.pending.entry(block).or_default().push(PendingScore {
            game: game.game,
            hash: game.hash,
            share,
            seats,
        });
        while !self.is_decided()
            && let Some(next) = self.pending.first_entry()
        {
            let is_next = *next.key() == self.next;
            let is_complete = next.get().len() as u64 == self.plan.layout().block_games();
            if !is_next || !is_complete {
                return;
            }
            let mut games = next.remove();
            self.next += 1;
            games.sort_unstable_by_key(|pending| pending.game);
            if self.is_repeated(&games) {
                self.repeats += 1;
                continue;
            }
            self.repeats = 0;
            let seats: u64 = games.iter().map(|pending| pending.seats).sum();
            let share: f64 = games.iter().map(|pending| pending.share).sum();
            self.test.add(share / seats.max(1) as f64);
            self.evidence = self.test.evidence();
        }
    }

    /// True if an earlier block has the same games.
    fn is_repeated(&mut self, games: &[PendingScore]) -> bool {
        // Blocks of a group have the same seatings, but groups differ in agents.
        let group = self.next.wrapping_sub(1) % self.plan.layout().groups();
        let chain =
            |hash: Option<u64>, pending: &PendingScore| Some(splitmix64(hash? ^ pending.hash?));
        match games.iter().fold(Some(group), chain) {
            Some(hash) if self.seen.len() < MAX_REMEMBERED_BLOCKS => !self.seen.insert(hash),
            // Games of older versions have no hash.
            _ => false,
        }
    }

    /// True if the agents only repeat themselves, so more games would not decide.
    pub fn is_exhausted(&self) -> bool {
        !self.is_decided() && self.repeats >= MAX_CONSECUTIVE_REPEATS
    }

    /// Number of games tested, in the order of the plan.
    pub fn games_seen(&self) -> u64 {
        self.next * self.plan.layout().block_games()
    }

    /// True if the test has decided.
    pub fn is_decided(&self) -> bool {
        self.evidence.decision != SprtDecision::Open
    }

    /// Current state of the test.
    pub fn state(&self) -> SprtState {
        SprtState {
            hypotheses: self.hypotheses,
            evidence: self.evidence,
            blocks: self.next,
            repeated: self.next - self.test.blocks(),
        }
    }

    /// Number of games the decision is based on.
    pub fn decided_after(&self) -> Option<u64> {
        self.is_decided().then(|| self.games_seen())
    }
}
