//! Sequential probability ratio test (SPRT) over the blocks of a run, in their order.

use std::collections::{BTreeMap, HashSet};

use serde::{Deserialize, Serialize};

use crate::distinct_counter::splitmix64;
use crate::stats::{SequentialTest, SprtDecision, SprtEvidence, SprtHypotheses};
use crate::{GameResult, RunPlan};

/// State of a sequential probability ratio test (SPRT): hypotheses, evidence and number of blocks.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SprtState {
    /// Null and alternative hypothesis of the test, with error probabilities.
    pub hypotheses: SprtHypotheses,
    /// Log-likelihood ratio and decision so far.
    pub evidence: SprtEvidence,
    /// Number of blocks of games examined, including repeated blocks.
    pub blocks: u64,
    /// Number of blocks that repeat an earlier block and are not evidence; 0 in old reports.
    #[serde(default)]
    pub repeated: u64,
}

/// Sequential test of a run in progress, which decides when the run stops.
///
/// Games end in any order, but blocks are tested in the order of the plan, each after all earlier
/// blocks. The decision therefore does not depend on the number of threads.
#[derive(Debug)]
pub struct SprtMonitor<'a> {
    plan: &'a RunPlan,
    hypotheses: SprtHypotheses,
    test: SequentialTest,
    /// Scores of the first agent in games of untested blocks, by block index.
    pending: BTreeMap<u64, Vec<PendingSprtScore>>,
    evidence: SprtEvidence,
    /// Index of the next block of games to test.
    next: u64,
    /// Hashes of the distinct blocks tested so far, to detect repetitions.
    seen: HashSet<u64>,
    /// Number of consecutive repeated blocks up to the last tested block.
    repeats: u64,
}

/// Score of the first agent in a game whose block is not tested yet.
#[derive(Debug)]
struct PendingSprtScore {
    game: u64,
    hash: Option<u64>,
    /// Share of the win of the first agent, summed over its seats.
    share: f64,
    /// Number of seats that the first agent had.
    seats: u64,
}

/// Maximum number of block hashes in memory; beyond it, repetitions are no longer detected.
const MAX_REMEMBERED_BLOCKS: usize = 1 << 20;
/// Number of consecutive repeated blocks after which no new games are expected.
const MAX_CONSECUTIVE_REPEATS: u64 = 500;

impl<'a> SprtMonitor<'a> {
    /// Creates a sequential test of the strength of the plan's first agent.
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

    /// Adds a finished game and tests all complete blocks. Has no effect after the decision.
    pub fn add(&mut self, game: &GameResult) {
        let own = game.seats.iter().filter(|seat| seat.agent == 0);
        let (mut share, mut seats) = (0.0, 0);
        for seat in own {
            share += seat.share;
            seats += 1;
        }
        let block = self.plan.layout().block(game.game);
        self.pending
            .entry(block)
            .or_default()
            .push(PendingSprtScore {
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

    /// True if an earlier block consisted of the same games.
    fn is_repeated(&mut self, games: &[PendingSprtScore]) -> bool {
        // Blocks of a group have the same seatings, but groups differ in agents.
        let group = self.next.wrapping_sub(1) % self.plan.layout().groups();
        let chain =
            |hash: Option<u64>, pending: &PendingSprtScore| Some(splitmix64(hash? ^ pending.hash?));
        match games.iter().fold(Some(group), chain) {
            Some(hash) if self.seen.len() < MAX_REMEMBERED_BLOCKS => !self.seen.insert(hash),
            // Games stored by old versions have no hash.
            _ => false,
        }
    }

    /// True if the test is undecided and the agents only repeat earlier games.
    pub fn is_exhausted(&self) -> bool {
        !self.is_decided() && self.repeats >= MAX_CONSECUTIVE_REPEATS
    }

    /// Number of games in the blocks tested so far.
    pub fn games_seen(&self) -> u64 {
        self.next * self.plan.layout().block_games()
    }

    /// True if the test has accepted one of the hypotheses.
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

    /// Number of games that were tested until the decision; `None` if the test is undecided.
    pub fn decided_after(&self) -> Option<u64> {
        self.is_decided().then(|| self.games_seen())
    }
}
