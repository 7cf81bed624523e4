//! The four steps of Monte-Carlo tree search, on one tree.

use std::cmp::Reverse;

use ludorum_core::{
    Chance, Evaluate, Game, NodeKind, PerSeat, Policy, ProgressCallback, Rng, SearchStats, Seat,
    squash,
};

use super::config::MctsConfig;
use super::final_choice::choice_from_trees;
use super::selection::best_child;
use super::tree::MctsTree;
use crate::playout::{OnBudgetSpent, PlayoutEnd, PlayoutRunner};
use crate::{BudgetMeter, MoveHints};

/// Game, configuration and root position shared by all workers of an MCTS search.
pub(super) struct MctsContext<'a, G: Game, E, H> {
    pub(super) game: &'a G,
    pub(super) evaluate: &'a E,
    pub(super) hints: &'a H,
    pub(super) config: &'a MctsConfig,
    pub(super) position: &'a G::State,
    /// Legal moves at the root.
    pub(super) moves: &'a [G::Move],
    pub(super) progress: ProgressCallback<'a, G::Move>,
    /// Depth limit of the trees, in plies.
    pub(super) deepest: usize,
}

/// Searches one MCTS tree; owns the buffers of an iteration.
pub(super) struct MctsWorker<'a, G: Game, E, H> {
    context: &'a MctsContext<'a, G, E, H>,
    tree: &'a mut MctsTree<G::Move>,
    playouts: PlayoutRunner<G>,
    meter: BudgetMeter,
    rng: Rng,
    totals: MctsTotals,
    state: G::State,
    /// Nodes visited in this iteration, without the root, each with the seat that chose its move
    /// (`None` for chance events).
    path: Vec<(u32, Option<Seat>)>,
    moves: Vec<G::Move>,
    priorities: Vec<i32>,
    ranked: Vec<(Reverse<i32>, usize, G::Move)>,
}

/// Totals of the search of one tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct MctsTotals {
    pub(super) iterations: u64,
    /// Sum over all iterations of each seat's utility.
    pub(super) utilities: PerSeat<f64>,
    pub(super) effort: SearchStats,
}

/// Node where selection ended, with the children that expansion may add.
enum SelectedLeaf<M> {
    /// A leaf that is not expanded: the game is over, the depth limit is reached, or it is the
    /// first visit.
    Closed,
    /// Decision node of this seat, to be expanded by all its moves.
    Moves(u32, Seat),
    /// Chance node, with an event that was sampled there for the first time.
    Event(u32, M),
}

impl<'a, G: Chance, E: Evaluate<G>, H: MoveHints<G>> MctsWorker<'a, G, E, H> {
    pub(super) fn new(
        context: &'a MctsContext<'a, G, E, H>,
        tree: &'a mut MctsTree<G::Move>,
        policy: Box<dyn Policy<G>>,
        meter: BudgetMeter,
        rng: Rng,
    ) -> MctsWorker<'a, G, E, H> {
        MctsWorker {
            totals: MctsTotals {
                iterations: 0,
                utilities: PerSeat::filled(context.game.seats(), 0.0),
                effort: SearchStats::default(),
            },
            state: context.position.clone(),
            path: Vec::new(),
            moves: Vec::new(),
            priorities: Vec::new(),
            ranked: Vec::new(),
            context,
            tree,
            playouts: PlayoutRunner::new(policy),
            meter,
            rng,
        }
    }

    /// Runs iterations until the budget is spent, at least one; returns the totals.
    pub(super) fn run(mut self) -> MctsTotals {
        while self.iterate() && self.meter.count_iteration() {
            if self.meter.take_report_due() {
                self.report();
            }
        }
        self.totals()
    }

    /// Totals of the iterations completed so far.
    fn totals(&self) -> MctsTotals {
        let mut totals = self.totals;
        totals.effort.add(&self.meter.effort);
        totals
    }

    fn report(&self) {
        let MctsContext {
            moves,
            progress,
            config,
            ..
        } = *self.context;
        let trees = std::slice::from_ref(&*self.tree);
        progress.report(|| choice_from_trees(trees, moves, &[self.totals()], config.final_move));
    }

    /// Runs one iteration; returns false if the budget ran out during the iteration, which is then
    /// discarded. The first iteration is always completed.
    fn iterate(&mut self) -> bool {
        self.state.clone_from(self.context.position);
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

    /// Descends to a leaf of the tree, by UCB1 at decisions and by sampling at chance nodes.
    fn select(&mut self) -> SelectedLeaf<G::Move> {
        let mut at = self.tree.root();
        loop {
            // A node is expanded on its second visit, which saves memory: most nodes never have one.
            let is_expandable = self.tree[at].visits > 0 || at == self.tree.root();
            if !is_expandable || self.path.len() >= self.context.deepest {
                return SelectedLeaf::Closed;
            }
            let (child, chooser) = match self.context.game.node(&self.state) {
                NodeKind::Over => return SelectedLeaf::Closed,
                NodeKind::Decide(seat) if self.tree[at].has_children() => {
                    (best_child(self.tree, at, self.context.config), Some(seat))
                }
                NodeKind::Decide(seat) => return SelectedLeaf::Moves(at, seat),
                NodeKind::Chance => {
                    let event = self.context.game.sample(&self.state, &mut self.rng);
                    match self.tree.child(at, event) {
                        Some(child) => (child, None),
                        None => return SelectedLeaf::Event(at, event),
                    }
                }
            };
            self.enter(child, chooser);
            at = child;
        }
    }

    /// Adds the children of the leaf, if memory suffices, and enters one of them.
    fn expand(&mut self, leaf: SelectedLeaf<G::Move>) {
        match leaf {
            SelectedLeaf::Closed => {}
            SelectedLeaf::Moves(at, seat) => {
                if self.tree.is_full() && at != self.tree.root() {
                    return;
                }
                self.moves.clear();
                self.context.game.moves(&self.state, &mut self.moves);
                // Children are tried in this order, which also breaks ties.
                self.rng.shuffle(&mut self.moves);
                self.add_moves(at);
                if self.tree[at].has_children() {
                    let child = best_child(self.tree, at, self.context.config);
                    self.enter(child, Some(seat));
                }
            }
            SelectedLeaf::Event(at, event) => match self.tree.append(at, event) {
                Some(child) => self.enter(child, None),
                None => self.make(event),
            },
        }
    }

    /// Adds `self.moves` as children of node `at`, sorted by priority if move hints are used.
    fn add_moves(&mut self, at: u32) {
        let MctsContext { game, hints, .. } = *self.context;
        let MctsConfig { bias, widening, .. } = *self.context.config;
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

    /// Runs a playout to the end of the game or to the depth limit; returns the utility of each
    /// seat, or `None` if the budget runs out before.
    fn simulate(&mut self) -> Option<PerSeat<f64>> {
        let MctsContext {
            game,
            evaluate,
            config,
            ..
        } = *self.context;
        let on_budget_spent = match self.totals.iterations {
            0 => OnBudgetSpent::Finish,
            _ => OnBudgetSpent::Stop,
        };
        let MctsWorker {
            playouts,
            state,
            rng,
            meter,
            ..
        } = self;
        match playouts.run(
            game,
            state,
            config.playout_depth,
            rng,
            meter,
            on_budget_spent,
        ) {
            PlayoutEnd::Over(outcome) => Some(outcome.utilities()),
            PlayoutEnd::DepthLimit => {
                meter.effort.evaluations += 1;
                Some(evaluate.utilities(game, state))
            }
            PlayoutEnd::BudgetSpent => None,
        }
    }

    /// Adds the result to every node on the path: the utility of the seat that chose the node's
    /// move, so that every seat maximises its own (max^n, Luckhardt and Irani 1986; in MCTS
    /// Sturtevant 2008).
    fn back_propagate(&mut self, utilities: &PerSeat<f64>) {
        // Saturating, so that very long analyses do not overflow.
        let root = self.tree.root();
        self.tree[root].visits = self.tree[root].visits.saturating_add(1);
        for &(at, chooser) in &self.path {
            let node = &mut self.tree[at];
            node.visits = node.visits.saturating_add(1);
            if let Some(seat) = chooser {
                node.wins += (utilities[seat] + 1.0) / 2.0;
            }
        }
        let MctsTotals {
            iterations,
            utilities: sum,
            effort,
        } = &mut self.totals;
        *iterations += 1;
        *sum = PerSeat::from_fn(sum.seats(), |seat| sum[seat] + utilities[seat]);
        effort.depth = effort.depth.max(self.path.len() as u32);
    }

    /// Makes the move that leads to `child` and descends to that node.
    fn enter(&mut self, child: u32, chooser: Option<Seat>) {
        self.make(self.tree[child].mv);
        self.path.push((child, chooser));
    }

    fn make(&mut self, mv: G::Move) {
        self.context.game.make(&mut self.state, mv);
        // The playout checks the budget between plies.
        let _ = self.meter.count_node();
    }
}
