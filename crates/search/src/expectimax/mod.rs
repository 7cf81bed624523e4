//! Expectiminimax: search to a fixed depth with chance nodes.

mod star;

use ludorum_core::{
    Agent, Budget, CandidateMove, CarriedState, Chance, ChanceListingStatus, Evaluate, Game,
    MoveChoice, NodeKind, PerSeat, PerfectInformation, Rng, Seat, Seed, TurnContext, ValueBound,
};

use crate::BudgetMeter;
use crate::pv_table::PvTable;
use crate::tree_walk::is_leaf;
use star::UtilityBounds;

/// Plays by expectiminimax (Michie 1966): every seat maximises its own utility, and the value of a
/// chance node is the expectation over its events.
///
/// A chance event costs one ply of depth, like a move. If a node has too many events to enumerate,
/// a sample is averaged; it depends only on the position and the seed, so all pruning methods see
/// the same events.
///
/// With two seats, whose utilities must sum to zero, decision nodes are pruned by alpha-beta and
/// chance nodes by [`ChancePruning`]; the value is the same either way. With any other number of
/// seats the search is max^n (Luckhardt and Irani 1986) without pruning.
///
/// The search uses iterative deepening. If the budget ends it early, it plays the best move of the
/// last completed depth; the first ply is always completed. It ignores limits on iterations. Of
/// equal moves it plays the one listed first, or found first at a lower depth.
#[derive(Clone, Copy, Debug)]
pub struct Expectimax<E> {
    /// Search depth in plies, at least 1; the turn's budget may reduce it.
    pub depth: u32,
    /// The evaluation function for leaves.
    pub eval: E,
    /// Pruning method at chance nodes.
    pub pruning: ChancePruning,
    /// Number of events sampled at chance nodes with too many events to enumerate, at least 1.
    pub samples: u32,
}

/// Pruning method at chance nodes (Ballard 1983).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ChancePruning {
    /// No pruning: every event is searched with a full window, so alpha-beta prunes only between
    /// chance nodes.
    None,
    /// Star1: skips the remaining events once they cannot bring the expectation into the window.
    #[default]
    Star1,
    /// Star2: first probes one move after every event, for tighter bounds. Pays off if the first
    /// listed move is often good.
    Star2,
}

impl<E> Expectimax<E> {
    /// Creates a search to `depth` plies with [`ChancePruning::Star1`] and 10 samples.
    pub fn new(depth: u32, eval: E) -> Expectimax<E> {
        Expectimax {
            depth,
            eval,
            pruning: ChancePruning::default(),
            samples: 10,
        }
    }
}

impl<G: PerfectInformation + Chance, E: Evaluate<G>> Agent<G> for Expectimax<E> {
    fn choose(&mut self, turn: &TurnContext<'_, G>, rng: &mut Rng) -> MoveChoice<G::Move> {
        let budget = Budget::depth(self.depth).within(turn.budget);
        let deepest = budget.depth.unwrap_or(1).max(1);
        let mut search = ExpectimaxSearch {
            game: turn.game,
            eval: &self.eval,
            pruning: self.pruning,
            samples: self.samples.max(1),
            seed: Seed(rng.bits()),
            meter: BudgetMeter::start(&budget, turn.stop),
            may_stop: false,
            hit_horizon: false,
            pv: PvTable::new(),
            moves: Vec::new(),
            events: Vec::new(),
            listed: Vec::new(),
        };
        let mut choice = MoveChoice::plain(turn.moves[0]);
        let mut order = turn.moves.to_vec();
        for depth in 1..=deepest {
            let Some(found) = search.search_root(turn, &order, depth) else {
                break;
            };
            choice = found;
            choice.effort.nodes = search.meter.effort.nodes;
            choice.effort.evaluations = search.meter.effort.evaluations;
            turn.progress.report(|| choice.clone());
            if !search.hit_horizon {
                break;
            }
            search.may_stop = true;
            search.meter.check_limits();
            // With more seats the tie-break decides what the others get, so the order is kept.
            if turn.game.seats() == 2 {
                order.clear();
                order.extend(choice.candidates.iter().map(|candidate| candidate.mv));
            }
        }
        choice.effort.nodes = search.meter.effort.nodes;
        choice.effort.evaluations = search.meter.effort.evaluations;
        choice
    }

    fn carried_state(&self) -> CarriedState {
        CarriedState::Nothing
    }
}

/// A running expectiminimax search, with buffers shared by all plies.
struct ExpectimaxSearch<'a, G: Game, E> {
    game: &'a G,
    eval: &'a E,
    pruning: ChancePruning,
    samples: u32,
    seed: Seed,
    meter: BudgetMeter,
    may_stop: bool,
    /// True if the depth limit was reached, so that some position of an unfinished game was
    /// evaluated.
    hit_horizon: bool,
    pv: PvTable<G::Move>,
    /// Stack of moves shared by all plies; each ply pushes its moves and pops them.
    moves: Vec<G::Move>,
    /// Stack of chance events shared by all plies; each ply pushes its events and pops them.
    events: Vec<BoundedChanceEvent<G::Move>>,
    listed: Vec<(G::Move, f64)>,
}

/// A chance event with bounds on the value of the position after it.
#[derive(Clone, Copy)]
struct BoundedChanceEvent<M> {
    mv: M,
    prob: f64,
    bounds: UtilityBounds,
}

impl<G: Chance, E: Evaluate<G>> ExpectimaxSearch<'_, G, E> {
    /// Searches the root to `depth` plies; `None` if the budget is spent before all root moves are
    /// finished.
    fn search_root(
        &mut self,
        turn: &TurnContext<'_, G>,
        order: &[G::Move],
        depth: u32,
    ) -> Option<MoveChoice<G::Move>>
    where
        G: PerfectInformation,
    {
        let mut state = turn.view.clone();
        let mut window = UtilityBounds::FULL;
        let mut choice: Option<MoveChoice<G::Move>> = None;
        let mut candidates = Vec::with_capacity(order.len());
        self.hit_horizon = false;
        for &mv in order {
            let utilities = self.descend(&mut state, mv, |search, state| {
                if turn.game.seats() == 2 {
                    let first = search.value(state, depth - 1, 1, window)?;
                    Some(PerSeat::from_fn(2, |seat| match seat {
                        Seat::FIRST => first,
                        _ => -first,
                    }))
                } else {
                    search.values(state, depth - 1, 1)
                }
            })?;
            let value = utilities[turn.seat];
            let best = choice.as_ref().and_then(|choice| choice.value);
            let is_better = best.is_none_or(|best| value > best[turn.seat]);
            let is_pruned = turn.game.seats() == 2 && !is_better;
            candidates.push(CandidateMove {
                mv,
                value: Some(value),
                bound: if is_pruned {
                    ValueBound::Upper
                } else {
                    ValueBound::Exact
                },
                visits: 0,
            });
            if is_better {
                let mut line = vec![mv];
                line.extend_from_slice(self.pv.line_from(1));
                choice = Some(MoveChoice {
                    value: Some(utilities),
                    line,
                    ..MoveChoice::plain(mv)
                });
                window.narrow(turn.seat, utilities[Seat::FIRST]);
            }
        }
        // Stable sort: the best stays before moves with only an upper bound.
        candidates
            .sort_by(|a, b| f64::total_cmp(&b.value.unwrap_or(-1.0), &a.value.unwrap_or(-1.0)));
        choice.map(|mut choice| {
            choice.candidates = candidates;
            choice.effort.depth = depth;
            choice
        })
    }

    /// Makes a move, searches the position after it and unmakes it; `None` if the budget is spent.
    fn descend<V>(
        &mut self,
        state: &mut G::State,
        mv: G::Move,
        search: impl FnOnce(&mut Self, &mut G::State) -> Option<V>,
    ) -> Option<V> {
        if self.may_stop && self.meter.is_spent() {
            return None;
        }
        self.meter.count_node();
        let undo = self.game.make(state, mv);
        let value = search(self, state);
        self.game.unmake(state, mv, undo);
        value
    }

    /// The value of a position for every seat, searched without pruning; `None` if the budget is
    /// spent.
    fn values(&mut self, state: &mut G::State, depth: u32, ply: u32) -> Option<PerSeat<f64>> {
        self.pv.clear(ply);
        let node = self.game.node(state);
        if let Some(utilities) = self.leaf(state, node, depth) {
            return Some(utilities);
        }
        let below =
            |search: &mut Self, state: &mut G::State| search.values(state, depth - 1, ply + 1);
        if let NodeKind::Decide(seat) = node {
            let start = self.list_moves(state);
            let mut best: Option<PerSeat<f64>> = None;
            for at in start..self.moves.len() {
                let mv = self.moves[at];
                let utilities = self.descend(state, mv, below)?;
                if best.is_none_or(|best| utilities[seat] > best[seat]) {
                    best = Some(utilities);
                    self.pv.update(ply, mv);
                }
            }
            self.moves.truncate(start);
            best
        } else {
            let start = self.list_events(state);
            let mut sum = PerSeat::filled(self.game.seats(), 0.0);
            for at in start..self.events.len() {
                let BoundedChanceEvent { mv, prob, .. } = self.events[at];
                let utilities = self.descend(state, mv, below)?;
                sum = PerSeat::from_fn(sum.seats(), |seat| sum[seat] + prob * utilities[seat]);
            }
            self.events.truncate(start);
            Some(sum)
        }
    }

    /// Utilities of a leaf for every seat; `None` for an inner node.
    fn leaf(&mut self, state: &G::State, node: NodeKind, depth: u32) -> Option<PerSeat<f64>> {
        if node == NodeKind::Over {
            let outcome = self.game.outcome(state);
            return Some(
                outcome
                    .expect("a game that is over has an outcome")
                    .utilities(),
            );
        }
        (depth == 0 || is_leaf(self.eval.overrides(), self.game, state)).then(|| {
            self.hit_horizon = true;
            self.meter.effort.evaluations += 1;
            self.eval.utilities(self.game, state)
        })
    }

    /// Pushes the legal moves on the move stack and returns the index of the first.
    fn list_moves(&mut self, state: &G::State) -> usize {
        let start = self.moves.len();
        self.game.moves(state, &mut self.moves);
        start
    }

    /// Pushes the chance events, or a sample of them, on the event stack and returns the index of
    /// the first.
    fn list_events(&mut self, state: &G::State) -> usize {
        self.listed.clear();
        if self.game.events(state, &mut self.listed) == ChanceListingStatus::TooMany {
            let mut rng = self.seed.child("events", self.game.key(state)).rng();
            let prob = 1.0 / f64::from(self.samples);
            for _ in 0..self.samples {
                self.listed.push((self.game.sample(state, &mut rng), prob));
            }
        }
        let start = self.events.len();
        let possible = self.listed.iter().filter(|&&(_, prob)| prob > 0.0);
        self.events
            .extend(possible.map(|&(mv, prob)| BoundedChanceEvent {
                mv,
                prob,
                bounds: UtilityBounds::FULL,
            }));
        start
    }
}
