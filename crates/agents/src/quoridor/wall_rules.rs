//! Quoridor for the wall-game agents, and its agent `champion`.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use ludorum_core::{EvalPoints, Game, NodeKind, Seat};
use ludorum_games::Quoridor;
use ludorum_games::quoridor::goal_distances::steps_by;
use ludorum_games::quoridor::grid::{OpenEdges, WallSet};
use ludorum_games::quoridor::{Move, Square, SquareSet, State};
use ludorum_search::{Mcts, MctsConfig};

use super::opponent_model::QuoridorOpponentModelGame;
use crate::AgentKind;
use crate::levels::{StrengthLevel, champion_kind};
use crate::wall_game::{
    OpponentModelWallGame, PathCrossingWalls, PrunedWallGame, WallGame, WallGameChampion,
    WallGameMoveKind, WallRules,
};

/// Agent type `champion` of Quoridor: a search with pruned walls and ten strength levels.
pub fn champion() -> AgentKind<Quoridor> {
    champion_kind([], |game: &Quoridor, params| {
        Ok(Box::new(WallGameChampion::new(game.clone(), params)))
    })
}

/// Strength levels of the Quoridor champion, from 1 (one ply, very noisy) to 10 (full strength).
const LEVELS: [StrengthLevel; 10] = [
    StrengthLevel::new(Some(1), 1_000, 250),
    StrengthLevel::new(Some(2), 2_000, 200),
    StrengthLevel::new(Some(2), 3_000, 120),
    StrengthLevel::new(Some(3), 4_000, 80),
    StrengthLevel::new(Some(4), 6_000, 50),
    StrengthLevel::new(None, 5_000, 30),
    StrengthLevel::new(None, 10_000, 0),
    StrengthLevel::new(None, 25_000, 0),
    StrengthLevel::new(None, 60_000, 0),
    StrengthLevel::new(None, 150_000, 0),
];

impl WallGame for Quoridor {
    type Rules = Quoridor;

    fn wall_rules(&self) -> &Quoridor {
        self
    }

    /// Generates pawn moves and relevant wall placements only; all legal moves if there are none of
    /// these.
    fn list_relevant(
        &self,
        state: &State,
        relevant: impl FnOnce() -> WallSet,
        out: &mut Vec<Move>,
    ) {
        if self.node(state) == NodeKind::Over {
            return;
        }
        let before = out.len();
        out.extend(self.pawn_moves(state).map(Move::Step));
        let placeable = self.placeable(state);
        if placeable != WallSet::default() {
            let walls = placeable & relevant();
            walls.iter().for_each(|wall| out.push(Move::Place(wall)));
        }
        if out.len() == before {
            self.moves(state, out);
        }
    }
}

impl WallRules for Quoridor {
    type State = State;
    type Move = Move;
    type DistanceCache = ();

    const SIMULATES_AT_ROOT: bool = false;

    fn quoridor(&self) -> &Quoridor {
        self
    }

    fn board(state: &State) -> &State {
        state
    }

    fn to_move(state: &State) -> Seat {
        state.to_move()
    }

    fn kind(mv: Move) -> WallGameMoveKind {
        match mv {
            Move::Step(to) => WallGameMoveKind::Step(to),
            Move::Place(wall) => WallGameMoveKind::Wall(wall),
            Move::Pass => WallGameMoveKind::Other,
        }
    }

    fn step(to: Square) -> Move {
        Move::Step(to)
    }

    fn pass() -> Move {
        Move::Pass
    }

    fn pawn_steps(&self, state: &State) -> SquareSet {
        self.pawn_moves(state)
    }

    fn turns_to_goal(&self, (): &(), state: &State, seat: Seat) -> EvalPoints {
        state.distance(seat) as EvalPoints
    }

    fn path_key(&self, state: &State, seat: Seat) -> u64 {
        let mut hasher = FoldedMultiplyHasher(0);
        state.walls().horizontal.hash(&mut hasher);
        state.walls().vertical.hash(&mut hasher);
        hasher.write_u64((state.pawn(seat).index() << 8 | seat.index()) as u64);
        hasher.finish()
    }

    fn crossing_walls(&self, state: &State, seat: Seat) -> WallSet {
        let passages = self.grid().passages(state.walls());
        let field = state.goal_distances(seat);
        field.crossing(self.grid(), &passages, state.pawn(seat))
    }

    fn blocking_walls(&self, state: &State, seat: Seat) -> PathCrossingWalls {
        let passages = self.grid().passages(state.walls());
        let field = state.goal_distances(seat);
        let crossing = field.crossing(self.grid(), &passages, state.pawn(seat));
        PathCrossingWalls {
            crossing,
            lengthening: crossing & field.sensitive(self.grid(), &passages),
        }
    }

    fn distance_over(&self, state: &State, seat: Seat, edges: &OpenEdges) -> Option<u32> {
        let step = |seen| self.grid().step(edges, seen);
        steps_by(state.pawn(seat), self.goal(seat), step)
    }
}

impl OpponentModelWallGame for Quoridor {
    type Model = QuoridorOpponentModelGame;

    fn levels(&self) -> &'static [StrengthLevel; 10] {
        &LEVELS
    }

    fn opponent_model(
        pruned: Arc<PrunedWallGame<Quoridor>>,
        me: Seat,
    ) -> QuoridorOpponentModelGame {
        QuoridorOpponentModelGame { pruned, me }
    }

    /// Creates a Monte-Carlo tree search of the opponent model that evaluates leaves without
    /// playouts.
    fn model_search(config: MctsConfig, _: EvalPoints) -> Mcts<QuoridorOpponentModelGame> {
        Mcts::new(MctsConfig {
            exploration: 0.6,
            first_play: Some(0.5),
            playout_depth: Some(0),
            ..config
        })
    }

    /// True if `me` is to move: the opponent model's tree contains only such positions.
    fn is_in_tree(&self, me: Seat, state: &State) -> bool {
        state.to_move() == me
    }
}

/// Folded-multiply hasher: fast, and with the same result on every platform.
struct FoldedMultiplyHasher(u64);

impl Hasher for FoldedMultiplyHasher {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, word: u64) {
        let mixed = self.0 ^ word ^ 0x9e37_79b9_7f4a_7c15;
        let product = u128::from(mixed) * 0xd6e8_feb8_6659_fd93;
        self.0 = product as u64 ^ (product >> 64) as u64;
    }

    fn write_u128(&mut self, words: u128) {
        self.write_u64(words as u64);
        self.write_u64((words >> 64) as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
