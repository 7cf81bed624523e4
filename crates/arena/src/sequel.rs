//! A run that stops by itself: the sequential test over its blocks, in their order.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

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
    /// Games of blocks that wait for others: the share of the first agent, and its seats.
    waiting: BTreeMap<u64, Vec<(f64, u64)>>,
    evidence: Evidence,
}

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
        self.waiting.entry(block).or_default().push((share, seats));
        while !self.is_decided()
            && let Some(next) = self.waiting.first_entry()
        {
            let is_next = *next.key() == self.test.blocks();
            let is_complete = next.get().len() as u64 == self.plan.layout().block_games();
            if !is_next || !is_complete {
                return;
            }
            let games = next.remove();
            let seats: u64 = games.iter().map(|(_, seats)| seats).sum();
            let share: f64 = games.iter().map(|(share, _)| share).sum();
            self.test.add(share / seats.max(1) as f64);
            self.evidence = self.test.evidence();
        }
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
            blocks: self.test.blocks(),
        }
    }

    /// The number of games the verdict rests on, if it has fallen.
    pub fn decided_after(&self) -> Option<u64> {
        self.is_decided()
            .then(|| self.test.blocks() * self.plan.layout().block_games())
    }
}
