//! What an agent is: a view and a budget in, a move and its reasons out.

use crate::{Budget, Game, PerSeat, Rng, Seat, Stop, Watcher};

/// A player. Made anew for every game, so whatever it remembers is about this game.
pub trait Agent<G: Game>: Send {
    /// Chooses one of `turn.moves`. All randomness comes from `rng`.
    fn choose(&mut self, turn: &Turn<'_, G>, rng: &mut Rng) -> Choice<G::Move>;

    /// Tells what `seat`, the agent's own, sees after every move of anyone, its own included.
    /// Agents that keep a tree between moves follow the game with it.
    fn observe(&mut self, game: &G, seat: Seat, view: &G::View) {
        let _ = (game, seat, view);
    }

    /// The tree its last choice came from, if it keeps one for others to look at.
    fn tree(&self) -> Option<Branch<G::Move>> {
        None
    }

    /// Whether it thinks while somebody else is to move, if it is let: then it needs to be kept from one
    /// of its moves to the next, and what it chooses is not the same another time.
    fn ponders(&self) -> bool {
        false
    }

    /// Thinks while somebody else is to move, until `stop` is raised; `view` is what `seat`, the
    /// agent's own, sees. Asked for in interactive play only: results of matches do not depend on it.
    fn ponder(&mut self, game: &G, seat: Seat, view: &G::View, stop: &Stop) {
        let _ = (game, seat, view, stop);
    }

    /// What it carries from one of its moves to the next, so that an agent that was let go can be made
    /// again. The default is the safe answer: rebuilding is slow, but right for every agent that is
    /// reproducible. It must not change during a game.
    fn carries(&self) -> Carried {
        Carried::Choices
    }

    /// The memory it holds between moves, in bytes, for whoever has to limit it. Small things such as
    /// parameters need not be counted.
    fn memory(&self) -> usize {
        0
    }
}

/// What an agent carries from one of its moves to the next.
///
/// An agent made anew chooses like one that has played from the beginning once it has been given
/// these again, in the same order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Carried {
    /// Nothing: a choice depends on the view and the random numbers of the move alone.
    Nothing,
    /// What it observed. Also the answer of agents whose choices are not reproducible, because they
    /// are limited by time or share a table between threads: choosing again would bring nothing back.
    Observations,
    /// What it observed and what came of its own choices: a stream of random numbers, a tree, a
    /// transposition table.
    Choices,
}

impl<G: Game> Agent<G> for Box<dyn Agent<G>> {
    fn choose(&mut self, turn: &Turn<'_, G>, rng: &mut Rng) -> Choice<G::Move> {
        (**self).choose(turn, rng)
    }

    fn observe(&mut self, game: &G, seat: Seat, view: &G::View) {
        (**self).observe(game, seat, view);
    }

    fn tree(&self) -> Option<Branch<G::Move>> {
        (**self).tree()
    }

    fn ponders(&self) -> bool {
        (**self).ponders()
    }

    fn ponder(&mut self, game: &G, seat: Seat, view: &G::View, stop: &Stop) {
        (**self).ponder(game, seat, view, stop);
    }

    fn carries(&self) -> Carried {
        (**self).carries()
    }

    fn memory(&self) -> usize {
        (**self).memory()
    }
}

/// What an agent is asked.
#[derive(Debug)]
pub struct Turn<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// The seat that is to move, and the agent's own.
    pub seat: Seat,
    /// All this seat may know.
    pub view: &'a G::View,
    /// The legal moves; never empty.
    pub moves: &'a [G::Move],
    /// What the table allows; an agent may have tighter limits of its own.
    pub budget: &'a Budget,
    /// Raised when an answer is wanted at once.
    pub stop: &'a Stop,
    /// Who is shown what the agent thinks so far.
    pub watcher: Watcher<'a, G::Move>,
}

impl<'a, G: Game> Turn<'a, G> {
    /// The same turn in another game with the same views and moves, of which these are to be thought
    /// about.
    pub fn within<H>(&self, game: &'a H, moves: &'a [G::Move]) -> Turn<'a, H>
    where
        H: Game<View = G::View, Move = G::Move>,
    {
        Turn {
            game,
            seat: self.seat,
            view: self.view,
            moves,
            budget: self.budget,
            stop: self.stop,
            watcher: self.watcher,
        }
    }
}

/// What an agent answers: a move, and as much of the reasons as it has.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice<M> {
    /// The chosen move.
    pub best: M,
    /// The expected utility of each seat, if the agent has an opinion.
    pub value: Option<PerSeat<f64>>,
    /// The line expected from here, beginning with `best`.
    pub line: Vec<M>,
    /// What was thought of the moves considered, best first.
    pub candidates: Vec<Candidate<M>>,
    /// The work that went into it.
    pub effort: Effort,
}

impl<M: Copy> Choice<M> {
    /// A move without reasons.
    pub fn plain(best: M) -> Choice<M> {
        Choice {
            best,
            value: None,
            line: vec![best],
            candidates: Vec::new(),
            effort: Effort::default(),
        }
    }
}

/// One move an agent considered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate<M> {
    /// The move.
    pub mv: M,
    /// The expected utility for the seat to move, if anything is known of it.
    pub value: Option<f64>,
    /// How well the value is known.
    pub known: Known,
    /// How often the move was tried by a sampling search, 0 by others.
    pub visits: u64,
}

/// A position a search has been at, and all it has seen below.
#[derive(Clone, Debug, PartialEq)]
pub struct Branch<M> {
    /// The move or event that leads here; none at the root.
    pub mv: Option<M>,
    /// Who chose it; none at the root and for chance.
    pub seat: Option<Seat>,
    /// How often the search was here.
    pub visits: u64,
    /// The mean result of whoever chose the move, from 0 (lost) to 1 (won); none for the root and
    /// for chance.
    pub score: Option<f64>,
    /// What the search went on with, in the order in which it was first tried.
    pub children: Vec<Branch<M>>,
}

/// How well a value is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// As well as the search can tell.
    Exactly,
    /// The value is no higher: a search that prunes stops looking at a move once it is sure not to
    /// be the best.
    AtMost,
}

/// The work that went into a choice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Positions visited by making a move.
    pub nodes: u64,
    /// Positions evaluated by an opinion.
    pub evaluations: u64,
    /// Games played out.
    pub playouts: u64,
    /// Plies looked ahead.
    pub depth: u32,
}

impl Effort {
    /// Adds the work of another thread or another move; depth is the larger of the two.
    pub fn add(&mut self, other: &Effort) {
        self.nodes += other.nodes;
        self.evaluations += other.evaluations;
        self.playouts += other.playouts;
        self.depth = self.depth.max(other.depth);
    }
}
