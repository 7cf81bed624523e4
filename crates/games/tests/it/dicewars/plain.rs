//! A naive reference implementation of Dice Wars: numbers in lists, no caches, chance die by die.

use std::collections::{HashMap, HashSet};

use ludorum_core::Seat;
use ludorum_games::dicewars::{DiceWarsPhase, State};

/// A position of the reference implementation. Areas and players count from 0.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Plain {
    pub(super) touching: Vec<Vec<usize>>,
    pub(super) owner: Vec<usize>,
    pub(super) dice: Vec<usize>,
    pub(super) reserve: Vec<usize>,
    pub(super) turn: usize,
    /// Next chance event: `None` for none, `Some(None)` for new dice, or the attack to roll.
    pub(super) pending: Option<Option<(usize, usize)>>,
}

/// A move or chance event of the reference implementation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Step {
    Attack(usize, usize),
    End,
    Won,
    Lost,
    Grow(Vec<usize>),
}

impl Plain {
    pub(super) fn of(state: &State, players: usize) -> Plain {
        let board = state.board();
        Plain {
            touching: board
                .all()
                .map(|area| board.touching(area).map(|other| other.index()).collect())
                .collect(),
            owner: board.all().map(|area| state.owner(area).index()).collect(),
            dice: board
                .all()
                .map(|area| usize::from(state.dice(area)))
                .collect(),
            reserve: Seat::all(players)
                .map(|seat| usize::from(state.reserve(seat)))
                .collect(),
            turn: state.turn().index(),
            pending: match state.phase() {
                DiceWarsPhase::Decide => None,
                DiceWarsPhase::Roll(attack) => Some(Some((attack.from.index(), attack.to.index()))),
                DiceWarsPhase::Grow => Some(None),
            },
        }
    }

    fn areas(&self) -> std::ops::Range<usize> {
        0..self.owner.len()
    }

    pub(super) fn is_won(&self) -> bool {
        self.owner.iter().all(|owner| *owner == self.owner[0])
    }

    /// Size of the largest region, found by merging adjacent areas until nothing changes.
    pub(super) fn score(&self, player: usize) -> usize {
        let mut group: Vec<usize> = self.areas().collect();
        loop {
            let before = group.clone();
            for area in self.areas() {
                for &other in &self.touching[area] {
                    if self.owner[area] == self.owner[other] {
                        let least = group[area].min(group[other]);
                        (group[area], group[other]) = (least, least);
                    }
                }
            }
            if group == before {
                break;
            }
        }
        let mut sizes = HashMap::new();
        for area in self.areas().filter(|&area| self.owner[area] == player) {
            *sizes.entry(group[area]).or_insert(0) += 1;
        }
        sizes.into_values().max().unwrap_or(0)
    }

    pub(super) fn steps(&self) -> Vec<(Step, f64)> {
        match self.pending {
            None if self.is_won() => Vec::new(),
            None => {
                let mut steps = Vec::new();
                for from in self.areas() {
                    for to in self.areas() {
                        let may = self.owner[from] == self.turn
                            && self.owner[to] != self.turn
                            && self.dice[from] >= 2
                            && self.touching[from].contains(&to);
                        if may {
                            steps.push((Step::Attack(from, to), 0.0));
                        }
                    }
                }
                steps.push((Step::End, 0.0));
                steps
            }
            // The minimum sum of the attacker exceeds the maximum sum of the defender.
            Some(Some((from, to))) if self.dice[from] > 6 * self.dice[to] => {
                vec![(Step::Won, 0.0)]
            }
            Some(Some(_)) => vec![(Step::Won, 0.0), (Step::Lost, 0.0)],
            Some(None) => self.growths(),
        }
    }

    /// Lists all placements of new dice with probabilities, by placing them one by one. If they
    /// fill every area there is only one placement, which is returned directly to save time.
    fn growths(&self) -> Vec<(Step, f64)> {
        let income = self.score(self.turn) + self.reserve[self.turn];
        let room = |area| {
            if self.owner[area] == self.turn {
                8 - self.dice[area]
            } else {
                0
            }
        };
        let rooms: Vec<usize> = self.areas().map(room).collect();
        if income >= rooms.iter().sum() {
            return vec![(Step::Grow(rooms), 1.0)];
        }
        let mut ways = HashMap::from([(vec![0; self.owner.len()], 1.0)]);
        for _ in 0..income {
            let mut next = HashMap::new();
            for (added, odds) in &ways {
                let open: Vec<usize> = self
                    .areas()
                    .filter(|&area| {
                        self.owner[area] == self.turn && self.dice[area] + added[area] < 8
                    })
                    .collect();
                for &area in &open {
                    let mut more = added.clone();
                    more[area] += 1;
                    *next.entry(more).or_insert(0.0) += odds / open.len() as f64;
                }
            }
            ways = next;
        }
        ways.into_iter()
            .map(|(added, odds)| (Step::Grow(added), odds))
            .collect()
    }

    pub(super) fn step(&mut self, step: &Step) {
        match (step, self.pending) {
            (Step::Attack(from, to), _) => self.pending = Some(Some((*from, *to))),
            (Step::End, _) => self.pending = Some(None),
            (Step::Won | Step::Lost, Some(Some((from, to)))) => {
                if *step == Step::Won {
                    let loser = std::mem::replace(&mut self.owner[to], self.turn);
                    self.dice[to] = self.dice[from] - 1;
                    if !self.owner.contains(&loser) {
                        self.reserve[loser] = 0;
                    }
                }
                self.dice[from] = 1;
                self.pending = None;
            }
            (Step::Grow(added), _) => {
                let income = self.score(self.turn) + self.reserve[self.turn];
                let placed: usize = added.iter().sum();
                self.reserve[self.turn] = (income - placed).min(64);
                for area in self.areas() {
                    self.dice[area] += added[area];
                }
                self.pending = None;
                let players = self.reserve.len();
                let living: HashSet<usize> = self.owner.iter().copied().collect();
                let order = (1..=players).map(|step| (self.turn + step) % players);
                self.turn = order
                    .into_iter()
                    .find(|player| living.contains(player))
                    .unwrap();
            }
            _ => panic!("{step:?} in {self:?}"),
        }
    }

    pub(super) fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let children = self.steps().into_iter().map(|(step, _)| {
            let mut child = self.clone();
            child.step(&step);
            child.perft(depth - 1)
        });
        children.sum()
    }
}
