//! The iterations for one move: selection, expansion, simulation, back-propagation.

use ludorum_core::{
    CandidateMove, Chance, Determinize, Evaluate, Game, MoveChoice, NodeKind, PerSeat, Rng, Seat,
    TurnContext, ValueBound,
};

use super::config::{IsmctsConfig, ObserverModel, reward};
use super::determinizer::Determinizer;
use super::tree::{IsmctsEdge, IsmctsTree, ROOT};
use crate::BudgetMeter;
use crate::mcts::{FinalMoveRule, sort_candidates};
use crate::playout::{OnBudgetSpent, PlayoutEnd, PlayoutRunner};

/// The ISMCTS search for one move; owns the buffers of an iteration.
pub(super) struct IsmctsSearch<'a, G: Game, E> {
    turn: &'a TurnContext<'a, G>,
    config: &'a IsmctsConfig,
    evaluate: &'a E,
    pub(super) trees: Vec<IsmctsTree<G::Move>>,
    meter: BudgetMeter,
    /// Depth limit of the trees, in plies.
    pub(super) deepest: usize,
    iterations: u64,
    /// Sum over all iterations of each seat's utility.
    utilities: PerSeat<f64>,
    /// Index of the current node in each tree.
    current: Vec<u32>,
    /// Nodes visited in this iteration: tree index, node index, and the seat that chose the node's
    /// move (`None` for chance events).
    path: Vec<(usize, u32, Option<Seat>)>,
    moves: Vec<G::Move>,
    /// Edge of each legal move in the tree of the deciding seat.
    edges: Vec<IsmctsEdge<G::Move>>,
}

/// Decision whether the descent of an iteration continues.
#[derive(PartialEq, Eq)]
enum DescentControl {
    Continue,
    /// Ends the descent: a node was added, or there is no memory for it.
    Stop,
}

/// Result of a playout for each seat.
struct PlayoutResult {
    utilities: PerSeat<f64>,
    rewards: PerSeat<f64>,
}

impl<'a, G: Determinize + Chance, E: Evaluate<G>> IsmctsSearch<'a, G, E> {
    pub(super) fn new(
        turn: &'a TurnContext<'a, G>,
        config: &'a IsmctsConfig,
        evaluate: &'a E,
        trees: Vec<IsmctsTree<G::Move>>,
        meter: BudgetMeter,
    ) -> IsmctsSearch<'a, G, E> {
        IsmctsSearch {
            turn,
            config,
            evaluate,
            meter,
            deepest: usize::MAX,
            iterations: 0,
            utilities: PerSeat::filled(turn.game.seats(), 0.0),
            current: vec![ROOT; trees.len()],
            trees,
            path: Vec::new(),
            moves: Vec::new(),
            edges: Vec::new(),
        }
    }

    /// Runs iterations until the budget is spent; at least one.
    pub(super) fn run(
        &mut self,
        playouts: &mut PlayoutRunner<G>,
        worlds: &mut dyn Determinizer<G>,
        rng: &mut Rng,
    ) {
        loop {
            let mut state = worlds.draw(self.turn.game, self.turn.view, rng);
            // 1. Selection, and 2. expansion.
            self.descend(&mut state, rng);
            // 3. Simulation.
            let Some(result) = self.simulate(playouts, &mut state, rng) else {
                return;
            };
            // 4. Back-propagation.
            self.back_propagate(&result);
            if !self.meter.count_iteration() {
                return;
            }
            if self.meter.take_report_due() {
                self.turn.progress.report(|| self.choice());
            }
        }
    }

    /// Descends the trees until a new node is added or the game ends.
    fn descend(&mut self, state: &mut G::State, rng: &mut Rng) {
        let game = self.turn.game;
        self.current.fill(ROOT);
        self.path.clear();
        for _ in 0..self.deepest {
            let step = match game.node(state) {
                NodeKind::Over => return,
                NodeKind::Chance => {
                    let event = game.sample(state, rng);
                    self.follow(state, None, event)
                }
                NodeKind::Decide(seat) => {
                    let (mv, is_new) = self.select(state, seat, rng);
                    match self.follow(state, Some(seat), mv) {
                        DescentControl::Continue if is_new => DescentControl::Stop,
                        step => step,
                    }
                }
            };
            if step == DescentControl::Stop {
                return;
            }
        }
    }

    /// Index of the tree in which a seat chooses its moves.
    fn tree_of(&self, seat: Seat) -> usize {
        match self.config.observers {
            ObserverModel::Single | ObserverModel::SinglePartial => 0,
            ObserverModel::Multiple => seat.index(),
        }
    }

    /// Selects a move of `seat`: a random untried one if there is one, otherwise by UCB. The flag
    /// is true if the move was untried.
    fn select(&mut self, state: &G::State, seat: Seat, rng: &mut Rng) -> (G::Move, bool) {
        self.moves.clear();
        self.turn.game.moves(state, &mut self.moves);
        let number = self.tree_of(seat);
        let owner = self.trees[number].owner;
        let observers = self.config.observers;
        self.edges.clear();
        for at in 0..self.moves.len() {
            let mv = self.moves[at];
            let edge = observers.edge(self.turn.game, owner, state, Some(seat), mv);
            self.edges.push(edge);
        }

        let node = self.current[number];
        let tree = &mut self.trees[number];
        let mut untried = None;
        let mut count = 0;
        let mut best = None;
        let mut best_urgency = f64::NEG_INFINITY;
        for (at, &edge) in self.edges.iter().enumerate() {
            match tree.child(node, edge) {
                None => {
                    count += 1;
                    // Reservoir sampling: all are equally likely.
                    if rng.below(count) == 0 {
                        untried = Some(at);
                    }
                }
                Some(child) if !self.edges[..at].contains(&edge) => {
                    let node = &mut tree[child];
                    let urgency = node.urgency(self.config.exploration);
                    node.available = node.available.saturating_add(1);
                    if urgency > best_urgency || best.is_none() {
                        best_urgency = urgency;
                        best = Some(edge);
                    }
                }
                Some(_) => {}
            }
        }
        match (untried, best) {
            (Some(at), _) => (self.moves[at], true),
            (None, Some(edge)) => (self.moves[self.one_of(edge, rng)], false),
            (None, None) => unreachable!("a seat to move has a move"),
        }
    }

    /// Index of a move chosen uniformly among the legal moves with this edge.
    fn one_of(&self, edge: IsmctsEdge<G::Move>, rng: &mut Rng) -> usize {
        let alike = |&(_, other): &(usize, &IsmctsEdge<G::Move>)| *other == edge;
        let count = self.edges.iter().enumerate().filter(alike).count();
        let number = match count {
            1 => 0,
            _ => rng.below(count),
        };
        let mut these = self.edges.iter().enumerate().filter(alike);
        these.nth(number).expect("index is below the count").0
    }

    /// Makes a move and descends along its edge in every tree.
    fn follow(
        &mut self,
        state: &mut G::State,
        chooser: Option<Seat>,
        mv: G::Move,
    ) -> DescentControl {
        let mut step = DescentControl::Continue;
        for number in 0..self.trees.len() {
            let owner = self.trees[number].owner;
            let observers = self.config.observers;
            let edge = observers.edge(self.turn.game, owner, state, chooser, mv);
            let node = self.current[number];
            let tree = &mut self.trees[number];
            let child = tree.child(node, edge).or_else(|| {
                let child = tree.add(node, edge)?;
                // It was available when it was chosen.
                tree[child].available = 1;
                Some(child)
            });
            match child {
                Some(child) => {
                    self.current[number] = child;
                    self.path.push((number, child, chooser));
                }
                None => step = DescentControl::Stop,
            }
        }
        self.turn.game.make(state, mv);
        // The playout checks the budget between plies.
        let _ = self.meter.count_node();
        step
    }

    /// Runs a playout to the end of the game or to the depth limit; `None` if the budget runs out
    /// before.
    fn simulate(
        &mut self,
        playouts: &mut PlayoutRunner<G>,
        state: &mut G::State,
        rng: &mut Rng,
    ) -> Option<PlayoutResult> {
        let game = self.turn.game;
        let on_budget_spent = match self.iterations {
            0 => OnBudgetSpent::Finish,
            _ => OnBudgetSpent::Stop,
        };
        let depth = self.config.playout_depth;
        match playouts.run(game, state, depth, rng, &mut self.meter, on_budget_spent) {
            PlayoutEnd::Over(outcome) => Some(PlayoutResult {
                utilities: outcome.utilities(),
                rewards: self.config.rewards(&outcome),
            }),
            PlayoutEnd::DepthLimit => {
                self.meter.effort.evaluations += 1;
                let utilities = self.evaluate.utilities(game, state);
                Some(PlayoutResult {
                    utilities,
                    rewards: utilities.map(reward),
                })
            }
            PlayoutEnd::BudgetSpent => None,
        }
    }

    /// Adds the result to every node on the path: the reward of the seat that chose the node's
    /// move.
    fn back_propagate(&mut self, result: &PlayoutResult) {
        for &(number, at, chooser) in &self.path {
            let node = &mut self.trees[number][at];
            // Saturating, so that very long analyses do not overflow.
            node.visits = node.visits.saturating_add(1);
            if let Some(seat) = chooser {
                node.rewards += result.rewards[seat];
            }
        }
        self.iterations += 1;
        let sum = self.utilities;
        self.utilities = PerSeat::from_fn(sum.seats(), |seat| sum[seat] + result.utilities[seat]);
        let depth = &mut self.meter.effort.depth;
        *depth = (*depth).max((self.path.len() / self.trees.len()) as u32);
    }

    /// Move choice by the statistics of the iterations so far.
    pub(super) fn choice(&self) -> MoveChoice<G::Move> {
        let TurnContext { seat, moves, .. } = *self.turn;
        let tree = &self.trees[self.tree_of(seat)];
        let candidate = |&mv: &G::Move| {
            let child = tree.child(ROOT, IsmctsEdge::Chosen(seat, mv));
            let node = child.map(|child| &tree[child]);
            let tried = node.filter(|node| node.visits > 0);
            CandidateMove {
                mv,
                value: tried.map(|node| 2.0 * node.mean() - 1.0),
                bound: ValueBound::Exact,
                visits: tried.map_or(0, |node| u64::from(node.visits)),
            }
        };
        let mut candidates: Vec<_> = moves.iter().map(candidate).collect();
        sort_candidates(&mut candidates, FinalMoveRule::MostVisits);
        let iterations = self.iterations as f64;
        let best = candidates[0].mv;
        MoveChoice {
            value: Some(self.utilities.map(|sum| sum / iterations)),
            line: self.line(best),
            candidates,
            effort: self.meter.effort,
            best,
        }
    }

    /// Most visited variation that begins with `best`, as long as the searching seat moves: moves
    /// of others depend on hidden information.
    fn line(&self, best: G::Move) -> Vec<G::Move> {
        let seat = self.turn.seat;
        let tree = &self.trees[self.tree_of(seat)];
        let mut line = vec![best];
        let mut at = tree.child(ROOT, IsmctsEdge::Chosen(seat, best));
        while let Some(parent) = at {
            let most = tree.children(parent).max_by_key(|(_, child)| child.visits);
            let own = most.and_then(|(number, child)| match child.edge {
                Some(IsmctsEdge::Chosen(chooser, mv)) if chooser == seat => Some((number, mv)),
                _ => None,
            });
            line.extend(own.map(|(_, mv)| mv));
            at = own.map(|(number, _)| number);
        }
        line
    }
}
