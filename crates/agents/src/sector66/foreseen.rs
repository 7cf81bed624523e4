//! The game as one seat foresees it among several: its own moves, and between them what the others
//! are likely to do.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use ludorum_core::{
    Chance, Evaluate, Game, Listing, Node, Outcome, PerSeat, Points, Policy, Rng, Seat, Seed,
};
use ludorum_games::sector66::{Content, Move, State, Undo};
use ludorum_search::Hints;

use super::distance::Distances;
use super::focus::Focused;
use super::likely::likely;

/// Positions remembered.
const MOST_KNOWN: usize = 1 << 14;

/// Sector 66 in which only one seat decides; what the others do is left to chance, and the better a
/// move looks to who makes it, the likelier it is (opponent-model search, Iida et al. 1993, with a
/// model that is not always right).
pub struct Foreseen<C> {
    focused: Arc<Focused<C>>,
    me: Seat,
    distances: Distances,
    /// What is likely, by the position: a search comes by the same positions again and again.
    known: Mutex<HashMap<u64, Likely>>,
}

/// Moves with their chances, which sum to 1.
type Likely = Arc<[(Move, f64)]>;

impl<C> fmt::Debug for Foreseen<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Foreseen")
            .field("me", &self.me)
            .finish_non_exhaustive()
    }
}

impl<C: Content> Foreseen<C> {
    /// As `me` foresees it.
    pub fn new(focused: Arc<Focused<C>>, me: Seat) -> Foreseen<C> {
        Foreseen {
            focused,
            me,
            distances: Distances::default(),
            known: Mutex::default(),
        }
    }

    /// What the seat to move is likely to do.
    fn likely(&self, state: &State) -> Likely {
        let key = self.focused.key(state);
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(likely) = known.get(&key) {
            return Arc::clone(likely);
        }
        if known.len() >= MOST_KNOWN {
            known.clear();
        }
        let found = Likely::from(likely(&self.focused, &self.distances, state));
        known.insert(key, Arc::clone(&found));
        found
    }

    fn draw(&self, state: &State, rng: &mut Rng) -> Move {
        let likely = self.likely(state);
        let mut drawn = rng.unit();
        let found = likely.iter().find(|(_, chance)| {
            drawn -= chance;
            drawn < 0.0
        });
        // Chances may sum to a little less than 1.
        found.unwrap_or(&likely[0]).0
    }
}

impl<C: Content> Game for Foreseen<C> {
    type State = State;
    type Move = Move;
    type Undo = Vec<(Move, Undo)>;
    type View = State;

    fn seats(&self) -> usize {
        self.focused.seats()
    }

    fn initial(&self, seed: Seed) -> State {
        self.focused.initial(seed)
    }

    fn node(&self, state: &State) -> Node {
        match self.focused.node(state) {
            Node::Decide(seat) if seat != self.me => Node::Chance,
            node => node,
        }
    }

    fn moves(&self, state: &State, out: &mut Vec<Move>) {
        self.focused.moves(state, out);
    }

    fn make(&self, state: &mut State, mv: Move) -> Vec<(Move, Undo)> {
        self.focused.make(state, mv)
    }

    fn unmake(&self, state: &mut State, mv: Move, made: Vec<(Move, Undo)>) {
        self.focused.unmake(state, mv, made);
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        self.focused.outcome(state)
    }

    fn key(&self, state: &State) -> u64 {
        self.focused.key(state)
    }

    fn view(&self, state: &State, seat: Seat) -> State {
        self.focused.view(state, seat)
    }

    fn max_plies(&self) -> u32 {
        self.focused.max_plies()
    }
}

impl<C: Content> Chance for Foreseen<C> {
    fn events(&self, state: &State, out: &mut Vec<(Move, f64)>) -> Listing {
        if self.node(state) == Node::Chance {
            out.extend_from_slice(&self.likely(state));
        }
        Listing::Complete
    }

    fn sample(&self, state: &State, rng: &mut Rng) -> Move {
        self.draw(state, rng)
    }
}

/// Does what anyone is likely to do, for playouts in which all are alike.
#[derive(Clone, Copy, Debug, Default)]
pub struct LikeOthers;

impl<C: Content> Policy<Foreseen<C>> for LikeOthers {
    fn pick(
        &mut self,
        foreseen: &Foreseen<C>,
        state: &mut State,
        _: &mut Vec<Move>,
        rng: &mut Rng,
    ) -> Move {
        foreseen.draw(state, rng)
    }

    fn fork(&self) -> Box<dyn Policy<Foreseen<C>>> {
        Box::new(*self)
    }
}

/// What is known of the focused game, for the foreseen one.
#[derive(Clone, Copy, Debug, Default)]
pub struct AsFocused<T>(pub T);

impl<C: Content, E: Evaluate<Focused<C>>> Evaluate<Foreseen<C>> for AsFocused<E> {
    fn points(&self, foreseen: &Foreseen<C>, state: &State) -> PerSeat<Points> {
        self.0.points(&foreseen.focused, state)
    }

    fn scale(&self) -> Points {
        self.0.scale()
    }
}

impl<C: Content, H: Hints<Focused<C>>> Hints<Foreseen<C>> for AsFocused<H> {
    fn priorities(
        &self,
        foreseen: &Foreseen<C>,
        state: &State,
        depth: u32,
        moves: &[Move],
        out: &mut Vec<i32>,
    ) {
        self.0
            .priorities(&foreseen.focused, state, depth, moves, out);
    }
}
