//! Agents without their types. They are shown a position but see only the view of their seat.

use ludorum_core::{
    Agent, Budget, Choice, Effort, Hidden, Known, Node, Notation, PerSeat, Rng, Seat, Stop, Turn,
};

use crate::Position;

/// An agent with its spec, made for one game.
pub struct Player {
    spec: String,
    erased: Box<dyn ErasedPlayer>,
}

/// What a player decided.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verdict {
    /// The number of the chosen move.
    pub best: usize,
    /// The expected utility of each seat, if the player has an opinion.
    pub value: Option<PerSeat<f64>>,
    /// The work that went into it.
    pub effort: Effort,
}

/// Why a player decided as it did.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reasons {
    /// The line expected, beginning with the chosen move.
    pub line: Vec<String>,
    /// What was thought of the moves considered, best first.
    pub candidates: Vec<Reason>,
}

/// What was thought of one move.
#[derive(Clone, Debug, PartialEq)]
pub struct Reason {
    /// The move.
    pub text: String,
    /// The expected utility for the seat to move, if anything is known of it.
    pub value: Option<f64>,
    /// How well the value is known.
    pub known: Known,
    /// How often it was tried by a sampling search, 0 by others.
    pub visits: u64,
}

impl Player {
    pub(crate) fn new(spec: String, erased: Box<dyn ErasedPlayer>) -> Player {
        Player { spec, erased }
    }

    /// The spec of this player in its shortest form.
    pub fn spec(&self) -> &str {
        &self.spec
    }

    /// Chooses a move for the seat to move.
    ///
    /// # Panics
    /// If no seat is to move, or the position is of another variant.
    pub fn choose(
        &mut self,
        position: &Position,
        budget: &Budget,
        stop: &Stop,
        rng: &mut Rng,
    ) -> Verdict {
        self.erased.choose(position, budget, stop, rng)
    }

    /// Shows the player what its seat sees after a move of anyone.
    pub fn observe(&mut self, position: &Position, seat: Seat) {
        self.erased.observe(position, seat);
    }

    /// The reasons of the last choice.
    pub fn reasons(&self, position: &Position) -> Reasons {
        self.erased.reasons(position)
    }
}

impl std::fmt::Debug for Player {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Player").field(&self.spec).finish()
    }
}

pub(crate) trait ErasedPlayer: Send {
    fn choose(
        &mut self,
        position: &Position,
        budget: &Budget,
        stop: &Stop,
        rng: &mut Rng,
    ) -> Verdict;
    fn observe(&mut self, position: &Position, seat: Seat);
    fn reasons(&self, position: &Position) -> Reasons;
}

/// An agent of a known game, with its last choice.
pub(crate) struct Seated<G: Notation> {
    agent: Box<dyn Agent<G>>,
    last: Option<Choice<G::Move>>,
}

impl<G: Notation> Seated<G> {
    pub(crate) fn new(agent: Box<dyn Agent<G>>) -> Seated<G> {
        Seated { agent, last: None }
    }
}

impl<G: Notation + Hidden> ErasedPlayer for Seated<G> {
    fn choose(
        &mut self,
        position: &Position,
        budget: &Budget,
        stop: &Stop,
        rng: &mut Rng,
    ) -> Verdict {
        let line = position.line::<G>();
        let Node::Decide(seat) = line.game.node(&line.state) else {
            panic!("no seat is to move");
        };
        let turn = Turn {
            game: &*line.game,
            seat,
            view: &line.game.view(&line.state, seat),
            moves: &line.moves,
            budget,
            stop,
        };
        let choice = self.agent.choose(&turn, rng);
        let best = line
            .moves
            .iter()
            .position(|&mv| mv == choice.best)
            .expect("an agent chooses a legal move");
        let verdict = Verdict {
            best,
            value: choice.value,
            effort: choice.effort,
        };
        self.last = Some(choice);
        verdict
    }

    fn observe(&mut self, position: &Position, seat: Seat) {
        let line = position.line::<G>();
        let view = line.game.view(&line.state, seat);
        self.agent.observe(&line.game, seat, &view);
    }

    fn reasons(&self, position: &Position) -> Reasons {
        let game = &position.line::<G>().game;
        let Some(choice) = &self.last else {
            return Reasons::default();
        };
        Reasons {
            line: choice.line.iter().map(|&mv| game.print_move(mv)).collect(),
            candidates: choice
                .candidates
                .iter()
                .map(|candidate| Reason {
                    text: game.print_move(candidate.mv),
                    value: candidate.value,
                    known: candidate.known,
                    visits: candidate.visits,
                })
                .collect(),
        }
    }
}
