//! Evaluation, pruning, move ordering and champion of games in which walls delay a race: Quoridor
//! and Sector 66.
//!
//! | file | content |
//! |---|---|
//! | `race.rs` | evaluation: distances, walls and spells in hand |
//! | `weakness.rs` | steps by which a wall can lengthen a path |
//! | `path_policy.rs` | shortest-path policy |
//! | `pruned_moves.rs` | the game with irrelevant walls pruned |
//! | `hints.rs` | move ordering |
//! | `champion.rs` | the strongest agent |

mod champion;
mod hints;
mod path_policy;
mod pruned_moves;
mod race;
mod weakness;

pub(crate) use champion::{OpponentModelWallGame, WallGameChampion};
pub use hints::WallGameMoveHints;
pub use path_policy::PathPolicy;
pub(crate) use path_policy::nearest_step;
pub use pruned_moves::PrunedWallGame;
pub use race::RaceEvaluation;

use std::fmt::Debug;

use ludorum_core::{EvalPoints, Game, PerSeat, PerfectInformation, Seat};
use ludorum_games::Quoridor;
use ludorum_games::quoridor::grid::{OpenEdges, WallSet};
use ludorum_games::quoridor::{self, Square, SquareSet, Wall};

/// Rules of a wall game (Quoridor or Sector 66) that its agents need.
pub trait WallRules: Send + Sync + 'static {
    /// Position type of the game.
    type State: Clone;
    /// Move type of the game.
    type Move: Copy;
    /// Type of the cache that [`turns_to_goal`](WallRules::turns_to_goal) uses.
    type DistanceCache: Debug + Default + Send + Sync;

    /// True if move ordering simulates moves at the root, because plug-ins may give them any
    /// effect.
    const SIMULATES_AT_ROOT: bool;

    /// Rules of Quoridor on the same board.
    fn quoridor(&self) -> &Quoridor;

    /// Quoridor part of a position: pawns, built walls and walls in hand.
    fn board(state: &Self::State) -> &quoridor::State;

    /// Seat to move in a position.
    fn to_move(state: &Self::State) -> Seat;

    /// Kind of a move, with its target square or wall.
    fn kind(mv: Self::Move) -> WallGameMoveKind;

    /// The move that steps with the pawn to a square.
    fn step(to: Square) -> Self::Move;

    /// The passing move, legal or not.
    fn pass() -> Self::Move;

    /// Squares to which the seat to move can step with its pawn.
    fn pawn_steps(&self, state: &Self::State) -> SquareSet;

    /// Number of turns that `seat` needs to its goal if no opponent interferes, for the evaluation.
    fn turns_to_goal(
        &self,
        distances: &Self::DistanceCache,
        state: &Self::State,
        seat: Seat,
    ) -> EvalPoints;

    /// Hash of everything that determines the shortest paths of `seat`; key of caches.
    fn path_key(&self, state: &Self::State, seat: Seat) -> u64;

    /// Walls that cross a shortest path of `seat`, whether legal or not.
    fn crossing_walls(&self, state: &Self::State, seat: Seat) -> WallSet;

    /// Walls that cross or lengthen the shortest paths of `seat`.
    fn blocking_walls(&self, state: &Self::State, seat: Seat) -> PathCrossingWalls {
        let crossing = self.crossing_walls(state, seat);
        PathCrossingWalls {
            crossing,
            lengthening: crossing,
        }
    }

    /// Distance of `seat` to its goal if these edges are open, in steps; `None` if no path is left.
    fn distance_over(&self, state: &Self::State, seat: Seat, edges: &OpenEdges) -> Option<u32>;

    /// Fields that have an effect on a pawn that steps there.
    fn fields_with_effects(&self, _: &Self::State) -> SquareSet {
        SquareSet::NONE
    }

    /// True if a spell lies on a field.
    fn has_spell(_: &Self::State, _: Square) -> bool {
        false
    }

    /// Number of spells in the hand of `seat`.
    fn spells_in_hand(_: &Self::State, _: Seat) -> usize {
        0
    }

    /// Number of turns that `seat` must skip.
    fn skipped_turns(_: &Self::State, _: Seat) -> u8 {
        0
    }

    /// True if the seat to move has extra turns after this one.
    fn has_extra_turns(_: &Self::State) -> bool {
        false
    }
}

/// Kind of a move in a wall game (Quoridor or Sector 66).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WallGameMoveKind {
    /// Step of the pawn to a square.
    Step(Square),
    /// Placement of this wall.
    Wall(Wall),
    /// Cast of a spell.
    Cast,
    /// A pass or a chance event.
    Other,
}

/// A game with [`WallRules`]: Quoridor, Sector 66, or a transform of one of them.
pub trait WallGame: PerfectInformation {
    /// Rules type of the game.
    type Rules: WallRules<State = Self::State, Move = Self::Move>;

    /// Rules of the game.
    fn wall_rules(&self) -> &Self::Rules;

    /// Appends all legal moves except walls that are not `relevant`. If a seat can only place
    /// walls, appends all of them.
    fn list_relevant(
        &self,
        state: &Self::State,
        relevant: impl FnOnce() -> WallSet,
        out: &mut Vec<Self::Move>,
    ) {
        let before = out.len();
        self.moves(state, out);
        let wall = |mv: &Self::Move| match Self::Rules::kind(*mv) {
            WallGameMoveKind::Wall(wall) => Some(wall),
            _ => None,
        };
        if out[before..].iter().all(|mv| wall(mv).is_some()) {
            return;
        }
        let relevant = relevant();
        let mut index = 0;
        out.retain(|mv| {
            index += 1;
            index <= before || wall(mv).is_none_or(|wall| relevant.has(wall))
        });
    }
}

/// Walls that cross or lengthen the shortest paths of one seat.
#[derive(Clone, Copy, Debug, Default)]
pub struct PathCrossingWalls {
    /// Walls that cross a shortest path, whether legal or not.
    pub crossing: WallSet,
    /// Walls of `crossing` after which no path of the same length may be left.
    pub lengthening: WallSet,
}

impl PathCrossingWalls {
    /// Walls that cross or lengthen the shortest paths, for each seat.
    pub(crate) fn of_all<R: WallRules>(rules: &R, state: &R::State) -> PerSeat<PathCrossingWalls> {
        PerSeat::from_fn(rules.quoridor().seats(), |seat| {
            rules.blocking_walls(state, seat)
        })
    }
}

/// Number of steps by which `wall` would lengthen the path of each seat; `None` if it would leave
/// some seat without a path.
#[inline]
pub(crate) fn delays<R: WallRules>(
    rules: &R,
    state: &R::State,
    blocking: &PerSeat<PathCrossingWalls>,
    wall: Wall,
) -> Option<PerSeat<i32>> {
    let mut delays = PerSeat::filled(blocking.seats(), 0);
    let edges = edges_with(rules, state, wall);
    for seat in Seat::all(blocking.seats()) {
        if blocking[seat].lengthening.has(wall) {
            let then = rules.distance_over(state, seat, &edges)?;
            delays[seat] = then as i32 - R::board(state).distance(seat) as i32;
        }
    }
    Some(delays)
}

/// Edges between squares that are open once `wall` is built.
fn edges_with<R: WallRules>(rules: &R, state: &R::State, wall: Wall) -> OpenEdges {
    let walls = R::board(state).walls().with(wall);
    rules.quoridor().grid().passages(&walls)
}

/// The seats other than `seat`.
fn others(seats: usize, seat: Seat) -> impl Iterator<Item = Seat> {
    Seat::all(seats).filter(move |&other| other != seat)
}
