//! A run that stops by itself: the sequential test over its blocks, in their order.

use std::collections::{BTreeMap, HashSet};

use serde::{Deserialize, Serialize};

use crate::distinct::mixed;
use crate::stats::{Evidence, Hypotheses, SequentialTest, Verdict};
use crate::{GameResult, Plan};

/// A sequential test and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sequel {
    /// What is tested.
    pub hypotheses: Hypotheses,
    /// What the games say.
    pub evidence: Evidence,
    /// The number of blocks it was said after.
    pub blocks: u64,
    /// Those of them that repeat the games of one before: they are no evidence. Reports written before
    /// these were told apart have none.
    #[serde(default)]
    pub repeated: u64,
}

/// Watches a run and says when it is decided.
///
/// Games end in any order; the test is made after each block in the order of the plan, as soon as
/// all blocks before it are complete. So threads change neither the verdict nor where it falls.
#[derive(Debug)]
pub struct Watch<'a> {
    plan: &'a Plan,
    hypotheses: Hypotheses,
    test: SequentialTest,
    /// Games of blocks that wait for others.
    waiting: BTreeMap<u64, Vec<Waiting>>,
    evidence: Evidence,
    /// The next block.
    next: u64,
    /// The games of each block that is evidence, as a hash.
    known: HashSet<u64>,
    /// How many of the last blocks were no evidence.
    repeats: u64,
}

/// A game of a block that waits for others.
#[derive(Debug)]
struct Waiting {
    game: u64,
    hash: Option<u64>,
    /// The share of the first agent.
    share: f64,
    /// The seats of the first agent.
    seats: u64,
}

/// No more blocks are remembered; nobody tests for longer.
const MOST_KNOWN: usize = 1 << 20;
/// After so many blocks in a row that were played before, there is hardly another.
const MOST_REPEATS: u64 = 500;

impl<'a> Watch<'a> {
    /// Watches a run for the first agent of its plan.
    pub fn new(plan: &'a Plan, hypotheses: Hypotheses) -> Watch<'a> {
        let games = usize::try_from(plan.layout().block_games()).unwrap_or(usize::MAX);
        let test = SequentialTest::new(hypotheses, plan.variant().seats(), games);
        Watch {
            plan,
            hypotheses,
            evidence: test.evidence(),
            test,
            waiting: BTreeMap::new(),
            next: 0,
            known: HashSet::new(),
            repeats: 0,
        }
    }

    /// Takes note of a game. After the verdict nothing counts.
    pub fn add(&mut self, game: &GameResult) {
        let own = game.seats.iter().filter(|seat| seat.agent == 0);
        let (mut share, mut seats) = (0.0, 0);
        for seat in own {
            share += seat.share;
            seats += 1;
        }
        let block = self.plan.layout().block(game.game);
        self.waiting.entry(block).or_default().push(Waiting {
            game: game.game,
            hash: game.hash,
            share,
            seats,
        });
        while !self.is_decided()
            && let Some(next) = self.waiting.first_entry()
        {
            let is_next = *next.key() == self.next;
            let is_complete = next.get().len() as u64 == self.plan.layout().block_games();
            if !is_next || !is_complete {
                return;
            }
            let mut games = next.remove();
            self.next += 1;
            games.sort_unstable_by_key(|waiting| waiting.game);
            if self.is_repeated(&games) {
                self.repeats += 1;
                continue;
            }
            self.repeats = 0;
            let seats: u64 = games.iter().map(|waiting| waiting.seats).sum();
            let share: f64 = games.iter().map(|waiting| waiting.share).sum();
            self.test.add(share / seats.max(1) as f64);
            self.evidence = self.test.evidence();
        }
    }

    /// Whether the very same games were played in a block before.
    fn is_repeated(&mut self, games: &[Waiting]) -> bool {
        // All blocks of a group have the same seatings, but groups differ in who plays.
        let group = self.next.wrapping_sub(1) % self.plan.layout().groups();
        let chain = |hash: Option<u64>, waiting: &Waiting| Some(mixed(hash? ^ waiting.hash?));
        match games.iter().fold(Some(group), chain) {
            Some(hash) if self.known.len() < MOST_KNOWN => !self.known.insert(hash),
            // What older versions kept may be anything.
            _ => false,
        }
    }

    /// Whether the agents only repeat themselves: more games would decide nothing.
    pub fn is_exhausted(&self) -> bool {
        !self.is_decided() && self.repeats >= MOST_REPEATS
    }

    /// All games before this one were looked at.
    pub fn games_seen(&self) -> u64 {
        self.next * self.plan.layout().block_games()
    }

    /// Whether the verdict has fallen.
    pub fn is_decided(&self) -> bool {
        self.evidence.verdict != Verdict::Open
    }

    /// Where the test stands.
    pub fn sequel(&self) -> Sequel {
        Sequel {
            hypotheses: self.hypotheses,
            evidence: self.evidence,
            blocks: self.next,
            repeated: self.next - self.test.blocks(),
        }
    }

    /// The number of games the verdict rests on, if it has fallen.
    pub fn decided_after(&self) -> Option<u64> {
        self.is_decided().then(|| self.games_seen())
    }
}
