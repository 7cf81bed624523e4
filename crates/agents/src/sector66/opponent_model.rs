//! Opponent model for three and more players: opponents' moves become chance events.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use ludorum_core::{Chance, ChanceListingStatus, Game, GameTransform, NodeKind, Policy, Rng, Seat};
use ludorum_games::sector66::{ContentSource, Move, Rules, State, Undo};

use super::distance::DistanceCache;
use super::fixed_chance::FixedChance;
use super::opponent_policy::opponent_policy;
use crate::wall_game::{PrunedWallGame, WallGame};

/// Maximum number of positions in the cache of move probabilities.
const MAX_CACHED_POSITIONS: usize = 1 << 14;

/// Sector 66 in which only one seat decides. Opponents' moves are chance events; the better a move
/// is for its mover, the more probable it is (stochastic form of opponent-model search, Iida et al.
/// 1993).
pub struct Sector66OpponentModelGame<C> {
    pruned: Arc<PrunedWallGame<FixedChance<C>>>,
    me: Seat,
    distances: DistanceCache,
    /// Cache of move probabilities by position hash, since a search revisits positions.
    cache: Mutex<HashMap<u64, MoveProbabilities>>,
}

/// Moves with their probabilities, which sum to 1.
type MoveProbabilities = Arc<[(Move, f64)]>;

impl<C> fmt::Debug for Sector66OpponentModelGame<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sector66OpponentModelGame")
            .field("me", &self.me)
            .finish_non_exhaustive()
    }
}

impl<C: ContentSource> Sector66OpponentModelGame<C> {
    /// Creates the opponent-model game for a search by the seat `me`.
    pub fn new(
        pruned: Arc<PrunedWallGame<FixedChance<C>>>,
        me: Seat,
    ) -> Sector66OpponentModelGame<C> {
        Sector66OpponentModelGame {
            pruned,
            me,
            distances: DistanceCache::default(),
            cache: Mutex::default(),
        }
    }

    /// Probabilities of the moves of the seat to move, from the cache if possible.
    fn move_probabilities(&self, state: &State) -> MoveProbabilities {
        let key = self.pruned.key(state);
        let mut cache = self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(probabilities) = cache.get(&key) {
            return Arc::clone(probabilities);
        }
        if cache.len() >= MAX_CACHED_POSITIONS {
            cache.clear();
        }
        let found = MoveProbabilities::from(opponent_policy(&self.pruned, &self.distances, state));
        cache.insert(key, Arc::clone(&found));
        found
    }

    fn sample_move(&self, state: &State, rng: &mut Rng) -> Move {
        let probabilities = self.move_probabilities(state);
        let mut drawn = rng.unit();
        let found = probabilities.iter().find(|(_, chance)| {
            drawn -= chance;
            drawn < 0.0
        });
        // Rounding may leave the sum slightly below 1.
        found.unwrap_or(&probabilities[0]).0
    }
}

impl<C: ContentSource> GameTransform for Sector66OpponentModelGame<C> {
    type Base = PrunedWallGame<FixedChance<C>>;
    type Undo = Vec<(Move, Undo)>;

    fn base(&self) -> &PrunedWallGame<FixedChance<C>> {
        &self.pruned
    }

    fn acting_node(&self, state: &State) -> NodeKind {
        match self.pruned.node(state) {
            NodeKind::Decide(seat) if seat != self.me => NodeKind::Chance,
            node => node,
        }
    }

    fn play(&self, state: &mut State, mv: Move) -> Vec<(Move, Undo)> {
        self.pruned.make(state, mv)
    }

    fn take_back(&self, state: &mut State, mv: Move, made: Vec<(Move, Undo)>) {
        self.pruned.unmake(state, mv, made);
    }
}

impl<C: ContentSource> WallGame for Sector66OpponentModelGame<C> {
    type Rules = Arc<Rules>;

    fn wall_rules(&self) -> &Arc<Rules> {
        self.pruned.wall_rules()
    }
}

impl<C: ContentSource> Chance for Sector66OpponentModelGame<C> {
    fn events(&self, state: &State, out: &mut Vec<(Move, f64)>) -> ChanceListingStatus {
        if self.node(state) == NodeKind::Chance {
            out.extend_from_slice(&self.move_probabilities(state));
        }
        ChanceListingStatus::Complete
    }

    fn sample(&self, state: &State, rng: &mut Rng) -> Move {
        self.sample_move(state, rng)
    }
}

/// Playout policy that draws the moves of every seat from the opponent model.
#[derive(Clone, Copy, Debug, Default)]
pub struct OpponentModelPolicy;

impl<C: ContentSource> Policy<Sector66OpponentModelGame<C>> for OpponentModelPolicy {
    fn pick(
        &mut self,
        model: &Sector66OpponentModelGame<C>,
        state: &mut State,
        _: &mut Vec<Move>,
        rng: &mut Rng,
    ) -> Move {
        model.sample_move(state, rng)
    }

    fn fork(&self) -> Box<dyn Policy<Sector66OpponentModelGame<C>>> {
        Box::new(*self)
    }
}
