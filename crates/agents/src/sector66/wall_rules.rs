//! Sector 66 as a wall game, and its champion.

use std::sync::Arc;

use ludorum_core::{EvalPoints, Game, NodeKind, Seat};
use ludorum_games::quoridor::grid::{OpenEdges, WallSet};
use ludorum_games::quoridor::{self, Square, SquareSet};
use ludorum_games::sector66::{ContentSource, Move, Rules, State};
use ludorum_games::{Quoridor, Sector66};
use ludorum_search::{Mcts, MctsConfig};

use super::distance::DistanceCache;
use super::fixed_chance::FixedChance;
use super::levels::{MULTI_PLAYER, TWO_PLAYERS};
use super::opponent_model::{OpponentModelPolicy, Sector66OpponentModelGame};
use super::quoridor_adapter::QuoridorAgentAdapter;
use crate::AgentKind;
use crate::levels::{StrengthLevel, champion_kind};
use crate::wall_game::{
    OpponentModelWallGame, PrunedWallGame, WallGame, WallGameChampion, WallGameMoveKind, WallRules,
};

/// Agent type `champion` of Sector 66. On boards with plain Quoridor rules it is the champion of
/// Quoridor.
pub fn champion<C: ContentSource>() -> AgentKind<Sector66<C>> {
    let native = crate::quoridor::champion();
    champion_kind([], move |game: &Sector66<C>, params| {
        if game.rules().is_plain() {
            let agent = native.build(game.rules().quoridor(), params)?;
            return Ok(Box::new(QuoridorAgentAdapter { agent }));
        }
        Ok(Box::new(WallGameChampion::new(
            FixedChance::new(game),
            params,
        )))
    })
}

/// Number of turns that the evaluation assumes for an unreachable goal.
const MAX_TURNS: EvalPoints = 40;

impl<C: ContentSource> WallGame for Sector66<C> {
    type Rules = Arc<Rules>;

    fn wall_rules(&self) -> &Arc<Rules> {
        self.rules()
    }
}

impl<C: ContentSource> WallGame for FixedChance<C> {
    type Rules = Arc<Rules>;

    fn wall_rules(&self) -> &Arc<Rules> {
        self.game.rules()
    }
}

impl WallRules for Arc<Rules> {
    type State = State;
    type Move = Move;
    type DistanceCache = DistanceCache;

    const SIMULATES_AT_ROOT: bool = true;

    fn quoridor(&self) -> &Quoridor {
        Rules::quoridor(self)
    }

    fn board(state: &State) -> &quoridor::State {
        state.board()
    }

    fn to_move(state: &State) -> Seat {
        state.to_move()
    }

    fn kind(mv: Move) -> WallGameMoveKind {
        match mv {
            Move::Step(to) => WallGameMoveKind::Step(to),
            Move::Build(wall) => WallGameMoveKind::Wall(wall),
            Move::Cast(..) => WallGameMoveKind::Cast,
            Move::Pass | Move::Roll(_) => WallGameMoveKind::Other,
        }
    }

    fn step(to: Square) -> Move {
        Move::Step(to)
    }

    fn pass() -> Move {
        Move::Pass
    }

    fn pawn_steps(&self, state: &State) -> SquareSet {
        Rules::pawn_steps(self, state)
    }

    fn turns_to_goal(&self, distances: &DistanceCache, state: &State, seat: Seat) -> EvalPoints {
        let away = distances.of(self, state, seat) as EvalPoints;
        away.min(MAX_TURNS) + EvalPoints::from(state.skips(seat))
    }

    fn path_key(&self, state: &State, seat: Seat) -> u64 {
        if self.is_plain() {
            return WallRules::path_key(Rules::quoridor(self), state.board(), seat);
        }
        let pawn = state.board().pawn(seat).index() << 8 | seat.index();
        let key = (self.path_fingerprint(state) ^ pawn as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        key ^ key >> 29
    }

    fn crossing_walls(&self, state: &State, seat: Seat) -> WallSet {
        self.walls_across_shortest_paths(state, seat)
    }

    fn distance_over(&self, state: &State, seat: Seat, edges: &OpenEdges) -> Option<u32> {
        Rules::distance_over(self, state, seat, edges)
    }

    fn fields_with_effects(&self, state: &State) -> SquareSet {
        Rules::fields_with_effects(self, state)
    }

    fn has_spell(state: &State, field: Square) -> bool {
        state.spell_on(field).is_some()
    }

    fn spells_in_hand(state: &State, seat: Seat) -> usize {
        state.spells_of(seat).count()
    }

    fn skipped_turns(state: &State, seat: Seat) -> u8 {
        state.skips(seat)
    }

    fn has_extra_turns(state: &State) -> bool {
        state.extra_turns() > 0
    }
}

impl<C: ContentSource> OpponentModelWallGame for FixedChance<C> {
    type Model = Sector66OpponentModelGame<C>;

    fn levels(&self) -> &'static [StrengthLevel; 10] {
        match self.seats() {
            2 => &TWO_PLAYERS,
            _ => &MULTI_PLAYER,
        }
    }

    fn opponent_model(pruned: Arc<PrunedWallGame<Self>>, me: Seat) -> Sector66OpponentModelGame<C> {
        Sector66OpponentModelGame::new(pruned, me)
    }

    /// Creates the MCTS of the opponent model; its playouts draw the moves of every seat from the
    /// model.
    fn model_search(config: MctsConfig, error: EvalPoints) -> Mcts<Sector66OpponentModelGame<C>> {
        let search = Mcts::new(MctsConfig {
            exploration: 0.3,
            // Exceeds the value of any move, so a leading seat also explores untried moves.
            first_play: Some(1.1),
            // Weakened levels evaluate leaves instead of playing out.
            playout_depth: (error > 0).then_some(0),
            ..config
        });
        search.with_playouts(OpponentModelPolicy)
    }

    /// True unless the position is a chance node, since chance is resolved inside the tree.
    fn is_in_tree(&self, _: Seat, state: &State) -> bool {
        self.node(state) != NodeKind::Chance
    }
}
