//! The iterations for one move: selection, expansion, simulation, back-propagation.

use ludorum_core::{
    Candidate, Chance, Choice, Evaluate, Game, Hidden, Known, Node, PerSeat, Rng, Seat, Turn,
};

use super::config::{IsmctsConfig, Observers, reward};
use super::tree::{Edge, ROOT, Tree};
use super::worlds::Worlds;
use crate::Meter;
use crate::mcts::{FinalMove, sort_candidates};
use crate::playout::{Ending, Playouts, WhenSpent};

/// The search for one move, with all the memory an iteration uses.
pub(super) struct Search<'a, G: Game, E> {
    turn: &'a Turn<'a, G>,
    config: &'a IsmctsConfig,
    evaluate: &'a E,
    pub(super) trees: Vec<Tree<G::Move>>,
    meter: Meter,
    /// Plies from the root beyond which trees do not grow.
    pub(super) deepest: usize,
    iterations: u64,
    /// The sum over all iterations.
    utilities: PerSeat<f64>,
    /// Where the iteration is in each tree.
    places: Vec<u32>,
    /// The vertices visited, each with its tree and the seat that chose it; none after chance.
    path: Vec<(usize, u32, Option<Seat>)>,
    moves: Vec<G::Move>,
    /// What each of the moves looks like in the tree of who decides.
    edges: Vec<Edge<G::Move>>,
}

/// Whether an iteration goes on down the trees.
#[derive(PartialEq, Eq)]
enum Way {
    On,
    /// Something was added, or there is no room to add it.
    Ends,
}

/// What the end of an iteration is worth to each seat.
struct Result {
    utilities: PerSeat<f64>,
    rewards: PerSeat<f64>,
}

impl<'a, G: Hidden + Chance, E: Evaluate<G>> Search<'a, G, E> {
    pub(super) fn new(
        turn: &'a Turn<'a, G>,
        config: &'a IsmctsConfig,
        evaluate: &'a E,
        trees: Vec<Tree<G::Move>>,
        meter: Meter,
    ) -> Search<'a, G, E> {
        Search {
            turn,
            config,
            evaluate,
            meter,
            deepest: usize::MAX,
            iterations: 0,
            utilities: PerSeat::filled(turn.game.seats(), 0.0),
            places: vec![ROOT; trees.len()],
            trees,
            path: Vec::new(),
            moves: Vec::new(),
            edges: Vec::new(),
        }
    }

    /// Searches until the budget is spent, for one iteration at least.
    pub(super) fn run(
        &mut self,
        playouts: &mut Playouts<G>,
        worlds: &mut dyn Worlds<G>,
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
            if !self.meter.iteration() {
                return;
            }
            if self.meter.take_show() {
                self.turn.watcher.show(|| self.conclude());
            }
        }
    }

    /// Goes down the trees to a move that was not tried yet and adds it, or to the end of the game.
    fn descend(&mut self, state: &mut G::State, rng: &mut Rng) {
        let game = self.turn.game;
        self.places.fill(ROOT);
        self.path.clear();
        for _ in 0..self.deepest {
            let way = match game.node(state) {
                Node::Over => return,
                Node::Chance => {
                    let event = game.sample(state, rng);
                    self.follow(state, None, event)
                }
                Node::Decide(seat) => {
                    let (mv, is_new) = self.select(state, seat, rng);
                    match self.follow(state, Some(seat), mv) {
                        Way::On if is_new => Way::Ends,
                        way => way,
                    }
                }
            };
            if way == Way::Ends {
                return;
            }
        }
    }

    /// The tree in which a seat decides.
    fn deciding(&self, seat: Seat) -> usize {
        match self.config.observers {
            Observers::Single | Observers::SinglePartial => 0,
            Observers::Multiple => seat.index(),
        }
    }

    /// The move a seat makes: any of those that were not tried yet, if there are such, or the most
    /// urgent. Also says whether it is new.
    fn select(&mut self, state: &G::State, seat: Seat, rng: &mut Rng) -> (G::Move, bool) {
        self.moves.clear();
        self.turn.game.moves(state, &mut self.moves);
        let number = self.deciding(seat);
        let owner = self.trees[number].owner;
        let observers = self.config.observers;
        self.edges.clear();
        for at in 0..self.moves.len() {
            let mv = self.moves[at];
            let edge = observers.edge(self.turn.game, owner, state, Some(seat), mv);
            self.edges.push(edge);
        }

        let place = self.places[number];
        let tree = &mut self.trees[number];
        let mut untried = None;
        let mut count = 0;
        let mut best = None;
        let mut best_urgency = f64::NEG_INFINITY;
        for (at, &edge) in self.edges.iter().enumerate() {
            match tree.child(place, edge) {
                None => {
                    count += 1;
                    // Leaves each with the same chance (reservoir sampling).
                    if rng.below(count) == 0 {
                        untried = Some(at);
                    }
                }
                Some(child) if !self.edges[..at].contains(&edge) => {
                    let vertex = &mut tree[child];
                    let urgency = vertex.urgency(self.config.exploration);
                    vertex.available = vertex.available.saturating_add(1);
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

    /// One of the moves that look like this, each equally likely.
    fn one_of(&self, edge: Edge<G::Move>, rng: &mut Rng) -> usize {
        let alike = |&(_, other): &(usize, &Edge<G::Move>)| *other == edge;
        let count = self.edges.iter().enumerate().filter(alike).count();
        let number = match count {
            1 => 0,
            _ => rng.below(count),
        };
        let mut these = self.edges.iter().enumerate().filter(alike);
        these.nth(number).expect("there are as many as counted").0
    }

    /// Makes a move, and goes to where it leads in every tree.
    fn follow(&mut self, state: &mut G::State, chooser: Option<Seat>, mv: G::Move) -> Way {
        let mut way = Way::On;
        for number in 0..self.trees.len() {
            let owner = self.trees[number].owner;
            let observers = self.config.observers;
            let edge = observers.edge(self.turn.game, owner, state, chooser, mv);
            let place = self.places[number];
            let tree = &mut self.trees[number];
            let child = tree.child(place, edge).or_else(|| {
                let child = tree.add(place, edge)?;
                // It was there to be chosen when it was first chosen.
                tree[child].available = 1;
                Some(child)
            });
            match child {
                Some(child) => {
                    self.places[number] = child;
                    self.path.push((number, child, chooser));
                }
                None => way = Way::Ends,
            }
        }
        self.turn.game.make(state, mv);
        // Whether the budget is spent is asked between the plies of the playout.
        let _ = self.meter.node();
        way
    }

    /// Plays on to the end of the game, or to where the evaluation takes over; none if the budget
    /// runs out before.
    fn simulate(
        &mut self,
        playouts: &mut Playouts<G>,
        state: &mut G::State,
        rng: &mut Rng,
    ) -> Option<Result> {
        let game = self.turn.game;
        let when_spent = match self.iterations {
            0 => WhenSpent::Finish,
            _ => WhenSpent::Stop,
        };
        let depth = self.config.playout_depth;
        match playouts.run(game, state, depth, rng, &mut self.meter, when_spent) {
            Ending::Over(outcome) => Some(Result {
                utilities: outcome.utilities(),
                rewards: self.config.rewards(&outcome),
            }),
            Ending::CutShort => {
                self.meter.effort.evaluations += 1;
                let utilities = self.evaluate.utilities(game, state);
                Some(Result {
                    utilities,
                    rewards: utilities.map(reward),
                })
            }
            Ending::Spent => None,
        }
    }

    /// Credits every choice on the path with the reward of the seat that made it.
    fn back_propagate(&mut self, result: &Result) {
        for &(number, at, chooser) in &self.path {
            let vertex = &mut self.trees[number][at];
            // Counts stay full rather than start over, should anyone ever analyse for that long.
            vertex.visits = vertex.visits.saturating_add(1);
            if let Some(seat) = chooser {
                vertex.rewards += result.rewards[seat];
            }
        }
        self.iterations += 1;
        let sum = self.utilities;
        self.utilities = PerSeat::from_fn(sum.seats(), |seat| sum[seat] + result.utilities[seat]);
        let depth = &mut self.meter.effort.depth;
        *depth = (*depth).max((self.path.len() / self.trees.len()) as u32);
    }

    /// What the trees have to say.
    pub(super) fn conclude(&self) -> Choice<G::Move> {
        let Turn { seat, moves, .. } = *self.turn;
        let tree = &self.trees[self.deciding(seat)];
        let candidate = |&mv: &G::Move| {
            let child = tree.child(ROOT, Edge::Chosen(seat, mv));
            let vertex = child.map(|child| &tree[child]);
            let tried = vertex.filter(|vertex| vertex.visits > 0);
            Candidate {
                mv,
                value: tried.map(|vertex| 2.0 * vertex.mean() - 1.0),
                known: Known::Exactly,
                visits: tried.map_or(0, |vertex| u64::from(vertex.visits)),
            }
        };
        let mut candidates: Vec<_> = moves.iter().map(candidate).collect();
        sort_candidates(&mut candidates, FinalMove::MostVisits);
        let iterations = self.iterations as f64;
        let best = candidates[0].mv;
        Choice {
            value: Some(self.utilities.map(|sum| sum / iterations)),
            line: self.line(best),
            candidates,
            effort: self.meter.effort,
            best,
        }
    }

    /// The most visited way on from `best`, as long as the seat itself is to choose: what others do
    /// depends on what is hidden.
    fn line(&self, best: G::Move) -> Vec<G::Move> {
        let seat = self.turn.seat;
        let tree = &self.trees[self.deciding(seat)];
        let mut line = vec![best];
        let mut at = tree.child(ROOT, Edge::Chosen(seat, best));
        while let Some(parent) = at {
            let most = tree.children(parent).max_by_key(|(_, child)| child.visits);
            let own = most.and_then(|(number, child)| match child.edge {
                Some(Edge::Chosen(chooser, mv)) if chooser == seat => Some((number, mv)),
                _ => None,
            });
            line.extend(own.map(|(_, mv)| mv));
            at = own.map(|(number, _)| number);
        }
        line
    }
}
