//! One tree being searched: the four steps of Monte-Carlo tree search.

use std::cmp::Reverse;

use ludorum_core::{
    Chance, Effort, Evaluate, Game, Node, PerSeat, Policy, Rng, Seat, Watcher, squash,
};

use super::config::MctsConfig;
use super::opinion::conclude;
use super::selection::best_child;
use super::tree::Tree;
use crate::playout::{Ending, Playouts, WhenSpent};
use crate::{Hints, Meter};

/// What all workers of a search share.
pub(super) struct Task<'a, G: Game, E, H> {
    pub(super) game: &'a G,
    pub(super) evaluate: &'a E,
    pub(super) hints: &'a H,
    pub(super) config: &'a MctsConfig,
    pub(super) position: &'a G::State,
    /// The moves at the root.
    pub(super) moves: &'a [G::Move],
    pub(super) watcher: Watcher<'a, G::Move>,
    /// Plies from the root beyond which trees do not grow.
    pub(super) deepest: usize,
}

/// A search of one tree, with all the memory an iteration uses.
pub(super) struct Worker<'a, G: Game, E, H> {
    task: &'a Task<'a, G, E, H>,
    tree: &'a mut Tree<G::Move>,
    playouts: Playouts<G>,
    meter: Meter,
    rng: Rng,
    tally: Tally,
    state: G::State,
    /// The vertices visited, the root excepted, each with the seat that chose it; none below
    /// chance nodes.
    path: Vec<(u32, Option<Seat>)>,
    moves: Vec<G::Move>,
    priorities: Vec<i32>,
    ranked: Vec<(Reverse<i32>, usize, G::Move)>,
}

/// What the search of one tree came to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tally {
    pub(super) iterations: u64,
    /// The sum over all iterations.
    pub(super) utilities: PerSeat<f64>,
    pub(super) effort: Effort,
}

/// Where selection left the tree, and what may be added there.
enum Leaf<M> {
    /// Nothing: the game is over, or it is too early to look further.
    Closed,
    /// The moves of this seat.
    Moves(u32, Seat),
    /// This event, which chance came up with for the first time.
    Event(u32, M),
}

impl<'a, G: Chance, E: Evaluate<G>, H: Hints<G>> Worker<'a, G, E, H> {
    pub(super) fn new(
        task: &'a Task<'a, G, E, H>,
        tree: &'a mut Tree<G::Move>,
        policy: Box<dyn Policy<G>>,
        meter: Meter,
        rng: Rng,
    ) -> Worker<'a, G, E, H> {
        Worker {
            tally: Tally {
                iterations: 0,
                utilities: PerSeat::filled(task.game.seats(), 0.0),
                effort: Effort::default(),
            },
            state: task.position.clone(),
            path: Vec::new(),
            moves: Vec::new(),
            priorities: Vec::new(),
            ranked: Vec::new(),
            task,
            tree,
            playouts: Playouts::new(policy),
            meter,
            rng,
        }
    }

    /// Searches until the budget is spent, for one iteration at least.
    pub(super) fn run(mut self) -> Tally {
        while self.iterate() && self.meter.iteration() {
            if self.meter.take_show() {
                self.show();
            }
        }
        self.tally()
    }

    /// What it came to so far.
    fn tally(&self) -> Tally {
        let mut tally = self.tally;
        tally.effort.add(&self.meter.effort);
        tally
    }

    fn show(&self) {
        let Task {
            moves,
            watcher,
            config,
            ..
        } = *self.task;
        let trees = std::slice::from_ref(&*self.tree);
        watcher.show(|| conclude(trees, moves, &[self.tally()], config.final_move));
    }

    /// Says whether the iteration was completed. One during which the budget runs out is dropped,
    /// unless it is the first.
    fn iterate(&mut self) -> bool {
        self.state.clone_from(self.task.position);
        self.path.clear();

        // 1. Selection.
        let leaf = self.select();
        // 2. Expansion.
        self.expand(leaf);
        // 3. Simulation.
        let Some(utilities) = self.simulate() else {
            return false;
        };
        // 4. Back-propagation.
        self.back_propagate(&utilities);
        true
    }

    /// Follows the most urgent moves, and events as chance has it, to where the tree ends.
    fn select(&mut self) -> Leaf<G::Move> {
        let mut at = self.tree.root();
        loop {
            // A vertex gets children on its second visit: most vertices never have one, and
            // children nobody visits are a waste of memory.
            let is_open = self.tree[at].visits > 0 || at == self.tree.root();
            if !is_open || self.path.len() >= self.task.deepest {
                return Leaf::Closed;
            }
            let (child, chooser) = match self.task.game.node(&self.state) {
                Node::Over => return Leaf::Closed,
                Node::Decide(seat) if self.tree[at].has_children() => {
                    (best_child(self.tree, at, self.task.config), Some(seat))
                }
                Node::Decide(seat) => return Leaf::Moves(at, seat),
                Node::Chance => {
                    let event = self.task.game.sample(&self.state, &mut self.rng);
                    match self.tree.child(at, event) {
                        Some(child) => (child, None),
                        None => return Leaf::Event(at, event),
                    }
                }
            };
            self.enter(child, chooser);
            at = child;
        }
    }

    /// Adds the children of the leaf, as far as there is memory, and enters one of them.
    fn expand(&mut self, leaf: Leaf<G::Move>) {
        match leaf {
            Leaf::Closed => {}
            Leaf::Moves(at, seat) => {
                if self.tree.is_full() && at != self.tree.root() {
                    return;
                }
                self.moves.clear();
                self.task.game.moves(&self.state, &mut self.moves);
                // Children are tried in this order, and of equal ones the first is preferred.
                self.rng.shuffle(&mut self.moves);
                self.add_moves(at);
                if self.tree[at].has_children() {
                    let child = best_child(self.tree, at, self.task.config);
                    self.enter(child, Some(seat));
                }
            }
            Leaf::Event(at, event) => match self.tree.append(at, event) {
                Some(child) => self.enter(child, None),
                None => self.make(event),
            },
        }
    }

    /// Adds `self.moves`, the most promising first where hints are wanted.
    fn add_moves(&mut self, at: u32) {
        let Task { game, hints, .. } = *self.task;
        let MctsConfig { bias, widening, .. } = *self.task.config;
        if bias.is_none() && widening.is_none() {
            let children = self.moves.iter().map(|&mv| (mv, 0.0));
            return self.tree.expand(at, children);
        }
        self.priorities.clear();
        hints.priorities(
            game,
            &self.state,
            u32::MAX,
            &self.moves,
            &mut self.priorities,
        );
        let ranked = self.moves.iter().zip(&self.priorities).enumerate();
        let ranked = ranked.map(|(order, (&mv, &priority))| (Reverse(priority), order, mv));
        self.ranked.clear();
        self.ranked.extend(ranked);
        self.ranked
            .sort_unstable_by_key(|&(priority, order, _)| (priority, order));
        let scale = bias.map_or(1, |bias| bias.scale.max(1));
        let children = self
            .ranked
            .iter()
            .map(|&(Reverse(priority), _, mv)| (mv, squash(priority, scale) as f32));
        self.tree.expand(at, children);
    }

    /// Plays on to the end of the game, or to where the evaluation takes over; none if the budget
    /// runs out before.
    fn simulate(&mut self) -> Option<PerSeat<f64>> {
        let Task {
            game,
            evaluate,
            config,
            ..
        } = *self.task;
        let when_spent = match self.tally.iterations {
            0 => WhenSpent::Finish,
            _ => WhenSpent::Stop,
        };
        let Worker {
            playouts,
            state,
            rng,
            meter,
            ..
        } = self;
        match playouts.run(game, state, config.playout_depth, rng, meter, when_spent) {
            Ending::Over(outcome) => Some(outcome.utilities()),
            Ending::CutShort => {
                meter.effort.evaluations += 1;
                Some(evaluate.utilities(game, state))
            }
            Ending::Spent => None,
        }
    }

    /// Credits every move on the path with the result of the seat that chose it, so that every
    /// seat maximises its own (max^n, Luckhardt and Irani 1986; in MCTS Sturtevant 2008).
    fn back_propagate(&mut self, utilities: &PerSeat<f64>) {
        // Counts stay full rather than start over, should anyone ever analyse for that long.
        let root = self.tree.root();
        self.tree[root].visits = self.tree[root].visits.saturating_add(1);
        for &(at, chooser) in &self.path {
            let vertex = &mut self.tree[at];
            vertex.visits = vertex.visits.saturating_add(1);
            if let Some(seat) = chooser {
                vertex.wins += (utilities[seat] + 1.0) / 2.0;
            }
        }
        let Tally {
            iterations,
            utilities: sum,
            effort,
        } = &mut self.tally;
        *iterations += 1;
        *sum = PerSeat::from_fn(sum.seats(), |seat| sum[seat] + utilities[seat]);
        effort.depth = effort.depth.max(self.path.len() as u32);
    }

    /// Goes to a child in the tree.
    fn enter(&mut self, child: u32, chooser: Option<Seat>) {
        self.make(self.tree[child].mv);
        self.path.push((child, chooser));
    }

    fn make(&mut self, mv: G::Move) {
        self.task.game.make(&mut self.state, mv);
        // Whether the budget is spent is asked between the plies of the playout.
        let _ = self.meter.node();
    }
}
