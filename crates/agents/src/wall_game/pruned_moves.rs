//! The game with irrelevant walls pruned.

use ludorum_core::{Deterministic, Game, GameTransform};
use ludorum_games::quoridor::grid::WallSet;

use super::{WallGame, WallRules, others};

/// A wall game restricted to relevant walls: those across an opponent's shortest path, near pawns,
/// or adjacent to a wall.
#[derive(Debug)]
pub struct PrunedWallGame<G> {
    /// The original game, with all legal moves.
    pub game: G,
}

/// Walls that the pruned game considers relevant, whether legal or not.
fn relevant_walls<R: WallRules>(rules: &R, state: &R::State) -> WallSet {
    let grid = rules.quoridor().grid();
    let board = R::board(state);
    let everywhere = grid.passages(&WallSet::default());
    let mut near = board.occupied();
    for _ in 0..2 {
        near |= grid.step(&everywhere, near);
    }
    // A wall is identified by one of the four squares it touches.
    let around_pawns = WallSet {
        horizontal: near,
        vertical: near,
    };
    let across = others(rules.quoridor().seats(), R::to_move(state))
        .map(|seat| rules.crossing_walls(state, seat));
    across.fold(
        around_pawns.with_all(grid.touching(board.walls())),
        WallSet::with_all,
    )
}

impl<G: WallGame> GameTransform for PrunedWallGame<G> {
    type Base = G;
    type Undo = G::Undo;

    fn base(&self) -> &G {
        &self.game
    }

    fn legal_moves(&self, state: &G::State, out: &mut Vec<G::Move>) {
        let relevant = || relevant_walls(self.game.wall_rules(), state);
        self.game.list_relevant(state, relevant, out);
    }

    fn play(&self, state: &mut G::State, mv: G::Move) -> G::Undo {
        self.game.make(state, mv)
    }

    fn take_back(&self, state: &mut G::State, mv: G::Move, undo: G::Undo) {
        self.game.unmake(state, mv, undo);
    }
}

impl<G: WallGame + Deterministic> Deterministic for PrunedWallGame<G> {}

impl<G: WallGame> WallGame for PrunedWallGame<G> {
    type Rules = G::Rules;

    fn wall_rules(&self) -> &G::Rules {
        self.game.wall_rules()
    }
}
