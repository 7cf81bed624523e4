//! The game as one seat foresees it among several: its own moves, and between them what the others
//! are likely to do.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use ludorum_core::{Chance, Game, Listing, Node, Policy, Rng, Seat, Variation};
use ludorum_games::sector66::{Content, Move, State, Undo};

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

impl<C: Content> Variation for Foreseen<C> {
    type Whole = Focused<C>;
    type Undo = Vec<(Move, Undo)>;

    fn whole(&self) -> &Focused<C> {
        &self.focused
    }

    fn acting(&self, state: &State) -> Node {
        match self.focused.node(state) {
            Node::Decide(seat) if seat != self.me => Node::Chance,
            node => node,
        }
    }

    fn play(&self, state: &mut State, mv: Move) -> Vec<(Move, Undo)> {
        self.focused.make(state, mv)
    }

    fn take_back(&self, state: &mut State, mv: Move, made: Vec<(Move, Undo)>) {
        self.focused.unmake(state, mv, made);
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
