//! Expectiminimax: search to a fixed depth where chance takes its turns too.

mod star;

use ludorum_core::{
    Agent, Budget, Candidate, Carried, Chance, Choice, Evaluate, Game, Known, Listing, Node, Open,
    PerSeat, Rng, Seat, Seed, Turn,
};

use crate::Meter;
use crate::line::Lines;
use star::Window;

/// Plays by expectiminimax (Michie 1966): every seat maximises its own utility, and a chance node
/// is worth the average of its events.
///
/// A move is a move: an event of chance uses up a ply of depth like any other. Where there are
/// too many events to list, some are drawn and averaged; which ones depends on the position and
/// the agent's generator only, so every way to search sees the same.
///
/// Between two seats, whose utilities must sum to zero, decisions are pruned by alpha-beta and
/// chance nodes as [`Pruning`] says; the value is the same either way. With any other number of
/// seats the search is max^n (Luckhardt and Irani 1986) and nothing is pruned.
///
/// The search deepens ply by ply. If the budget ends it early it plays the best move of the last
/// depth it completed; the first ply is completed always. Limits of iterations mean nothing to it.
/// Of equally good moves it plays the one listed first, or found first at a lower depth.
#[derive(Clone, Copy, Debug)]
pub struct Expectimax<E> {
    /// How many moves to look ahead, at least 1; the table's budget may allow fewer.
    pub depth: u32,
    /// The opinion about positions at that depth.
    pub eval: E,
    /// How chance nodes are pruned.
    pub pruning: Pruning,
    /// How many events are drawn where there are too many to list, at least 1.
    pub samples: u32,
}

/// How much is pruned below chance nodes (Ballard 1983).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pruning {
    /// Nothing: every event is searched as if it were a root, so that alpha-beta prunes only
    /// between one chance node and the next.
    None,
    /// Events are left out once no value of theirs could bring the average into the window.
    #[default]
    Star1,
    /// One move after every event is tried first, for bounds that are better than the ends of the
    /// scale. Pays where the first move listed is often a good one.
    Star2,
}

impl<E> Expectimax<E> {
    /// A search of this depth with [`Pruning::Star1`] and 10 samples.
    pub fn new(depth: u32, eval: E) -> Expectimax<E> {
        Expectimax {
            depth,
            eval,
            pruning: Pruning::default(),
            samples: 10,
        }
    }
}

impl<G: Open + Chance, E: Evaluate<G>> Agent<G> for Expectimax<E> {
    fn choose(&mut self, turn: &Turn<'_, G>, rng: &mut Rng) -> Choice<G::Move> {
        let budget = Budget::depth(self.depth).within(turn.budget);
        let deepest = budget.depth.unwrap_or(1).max(1);
        let mut search = Search {
            game: turn.game,
            eval: &self.eval,
            pruning: self.pruning,
            samples: self.samples.max(1),
            seed: Seed(rng.bits()),
            meter: Meter::start(&budget, turn.stop),
            may_stop: false,
            met_horizon: false,
            lines: Lines::new(),
            moves: Vec::new(),
            events: Vec::new(),
            listed: Vec::new(),
        };
        let mut choice = Choice::plain(turn.moves[0]);
        let mut order = turn.moves.to_vec();
        for depth in 1..=deepest {
            let Some(found) = search.root(turn, &order, depth) else {
                break;
            };
            choice = found;
            choice.effort.nodes = search.meter.effort.nodes;
            choice.effort.evaluations = search.meter.effort.evaluations;
            turn.watcher.show(|| choice.clone());
            if !search.met_horizon {
                break;
            }
            search.may_stop = true;
            search.meter.look();
            // With more seats the order of equal moves decides what the others get.
            if turn.game.seats() == 2 {
                order.clear();
                order.extend(choice.candidates.iter().map(|candidate| candidate.mv));
            }
        }
        choice.effort.nodes = search.meter.effort.nodes;
        choice.effort.evaluations = search.meter.effort.evaluations;
        choice
    }

    fn carries(&self) -> Carried {
        Carried::Nothing
    }
}

/// One search, with the memory all its plies share.
struct Search<'a, G: Game, E> {
    game: &'a G,
    eval: &'a E,
    pruning: Pruning,
    samples: u32,
    seed: Seed,
    meter: Meter,
    may_stop: bool,
    /// Whether a position was judged before its game was over.
    met_horizon: bool,
    lines: Lines<G::Move>,
    /// One stack for all plies: each appends its moves and takes them off again.
    moves: Vec<G::Move>,
    /// Likewise.
    events: Vec<Event<G::Move>>,
    listed: Vec<(G::Move, f64)>,
}

/// An event of chance, and what is known of the value behind it.
#[derive(Clone, Copy)]
struct Event<M> {
    mv: M,
    odds: f64,
    bounds: Window,
}

impl<G: Chance, E: Evaluate<G>> Search<'_, G, E> {
    /// Searches the root to this depth; none if the budget is spent before all moves are.
    fn root(&mut self, turn: &Turn<'_, G>, order: &[G::Move], depth: u32) -> Option<Choice<G::Move>>
    where
        G: Open,
    {
        let mut state = turn.view.clone();
        let mut window = Window::FULL;
        let mut choice: Option<Choice<G::Move>> = None;
        let mut candidates = Vec::with_capacity(order.len());
        self.met_horizon = false;
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
            candidates.push(Candidate {
                mv,
                value: Some(value),
                known: if is_pruned {
                    Known::AtMost
                } else {
                    Known::Exactly
                },
                visits: 0,
            });
            if is_better {
                let mut line = vec![mv];
                line.extend_from_slice(self.lines.from(1));
                choice = Some(Choice {
                    value: Some(utilities),
                    line,
                    ..Choice::plain(mv)
                });
                window.narrow(turn.seat, utilities[Seat::FIRST]);
            }
        }
        // Stable: the best stays before moves of which it is only known that they are no better.
        candidates
            .sort_by(|a, b| f64::total_cmp(&b.value.unwrap_or(-1.0), &a.value.unwrap_or(-1.0)));
        choice.map(|mut choice| {
            choice.candidates = candidates;
            choice.effort.depth = depth;
            choice
        })
    }

    /// Makes a move, searches on from there and takes it back; none if the budget is spent.
    fn descend<V>(
        &mut self,
        state: &mut G::State,
        mv: G::Move,
        search: impl FnOnce(&mut Self, &mut G::State) -> Option<V>,
    ) -> Option<V> {
        if self.may_stop && self.meter.is_spent() {
            return None;
        }
        self.meter.node();
        let undo = self.game.make(state, mv);
        let value = search(self, state);
        self.game.unmake(state, mv, undo);
        value
    }

    /// The value to every seat, without pruning.
    fn values(&mut self, state: &mut G::State, depth: u32, ply: u32) -> Option<PerSeat<f64>> {
        self.lines.clear(ply);
        let node = self.game.node(state);
        if let Some(utilities) = self.leaf(state, node, depth) {
            return Some(utilities);
        }
        let below =
            |search: &mut Self, state: &mut G::State| search.values(state, depth - 1, ply + 1);
        if let Node::Decide(seat) = node {
            let start = self.list_moves(state);
            let mut best: Option<PerSeat<f64>> = None;
            for at in start..self.moves.len() {
                let mv = self.moves[at];
                let utilities = self.descend(state, mv, below)?;
                if best.is_none_or(|best| utilities[seat] > best[seat]) {
                    best = Some(utilities);
                    self.lines.improve(ply, mv);
                }
            }
            self.moves.truncate(start);
            best
        } else {
            let start = self.list_events(state);
            let mut sum = PerSeat::filled(self.game.seats(), 0.0);
            for at in start..self.events.len() {
                let Event { mv, odds, .. } = self.events[at];
                let utilities = self.descend(state, mv, below)?;
                sum = PerSeat::from_fn(sum.seats(), |seat| sum[seat] + odds * utilities[seat]);
            }
            self.events.truncate(start);
            Some(sum)
        }
    }

    /// The utilities where the search goes no further.
    fn leaf(&mut self, state: &G::State, node: Node, depth: u32) -> Option<PerSeat<f64>> {
        if node == Node::Over {
            let outcome = self.game.outcome(state);
            return Some(
                outcome
                    .expect("a game that is over has an outcome")
                    .utilities(),
            );
        }
        (depth == 0 || self.eval.settles(self.game, state)).then(|| {
            self.met_horizon = true;
            self.meter.effort.evaluations += 1;
            self.eval.utilities(self.game, state)
        })
    }

    /// Puts the moves on the stack and says where they start.
    fn list_moves(&mut self, state: &G::State) -> usize {
        let start = self.moves.len();
        self.game.moves(state, &mut self.moves);
        start
    }

    /// Puts the events, or a sample of them, on the stack and says where they start.
    fn list_events(&mut self, state: &G::State) -> usize {
        self.listed.clear();
        if self.game.events(state, &mut self.listed) == Listing::TooMany {
            let mut rng = self.seed.child("events", self.game.key(state)).rng();
            let odds = 1.0 / f64::from(self.samples);
            for _ in 0..self.samples {
                self.listed.push((self.game.sample(state, &mut rng), odds));
            }
        }
        let start = self.events.len();
        let possible = self.listed.iter().filter(|&&(_, odds)| odds > 0.0);
        self.events.extend(possible.map(|&(mv, odds)| Event {
            mv,
            odds,
            bounds: Window::FULL,
        }));
        start
    }
}
