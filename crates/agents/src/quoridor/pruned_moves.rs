//! The game with irrelevant walls pruned.

use ludorum_core::{Deterministic, Game, GameTransform, NodeKind, Seat};
use ludorum_games::Quoridor;
use ludorum_games::quoridor::grid::WallSet;
use ludorum_games::quoridor::{Move, State, Undo, Wall, WallOrientation};

/// Quoridor restricted to relevant walls: those across an opponent's shortest path, near pawns, or
/// adjacent to a wall.
#[derive(Clone, Debug)]
pub struct PrunedQuoridor {
    /// The original game.
    pub game: Quoridor,
}

impl PrunedQuoridor {
    /// The relevant walls, legal or not.
    fn walls(&self, state: &State) -> WallSet {
        let grid = self.game.grid();
        let passages = grid.passages(state.walls());
        let others = Seat::all(self.game.seats()).filter(|&seat| seat != state.to_move());
        let across = others.map(|seat| {
            let field = state.goal_distances(seat);
            field.crossing(grid, &passages, state.pawn(seat))
        });
        let around = self.around_pawns(state);
        across.fold(
            around.with_all(grid.touching(state.walls())),
            WallSet::with_all,
        )
    }

    /// The walls within two squares of a pawn.
    fn around_pawns(&self, state: &State) -> WallSet {
        let grid = self.game.grid();
        let everywhere = grid.passages(&WallSet::default());
        let mut near = state.occupied();
        for _ in 0..2 {
            near |= grid.step(&everywhere, near);
        }
        // A wall is identified by one of the four squares it touches.
        WallSet {
            horizontal: near,
            vertical: near,
        }
    }
}

impl GameTransform for PrunedQuoridor {
    type Base = Quoridor;
    type Undo = Undo;

    fn base(&self) -> &Quoridor {
        &self.game
    }

    fn legal_moves(&self, state: &State, out: &mut Vec<Move>) {
        if self.node(state) == NodeKind::Over {
            return;
        }
        let before = out.len();
        out.extend(self.game.pawn_moves(state).map(Move::Step));
        let placeable = self.game.placeable(state);
        if placeable != WallSet::default() {
            let walls = self.walls(state);
            for direction in [WallOrientation::Horizontal, WallOrientation::Vertical] {
                let squares = placeable.along(direction) & walls.along(direction);
                squares.for_each(|square| out.push(Move::Place(Wall { square, direction })));
            }
        }
        if out.len() == before {
            // An enclosed pawn without a relevant wall: keep all moves.
            self.game.moves(state, out);
        }
    }

    fn play(&self, state: &mut State, mv: Move) -> Undo {
        self.game.make(state, mv)
    }

    fn take_back(&self, state: &mut State, mv: Move, undo: Undo) {
        self.game.unmake(state, mv, undo);
    }
}

impl Deterministic for PrunedQuoridor {}
