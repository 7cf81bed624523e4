//! The same game without the walls that do not matter, for searches that have no time for them.

use ludorum_core::{Deterministic, Game, Node, Seat, Variation};
use ludorum_games::Quoridor;
use ludorum_games::quoridor::grid::Walls;
use ludorum_games::quoridor::{Direction, Move, State, Undo, Wall};

/// Quoridor in which only walls that matter may be placed: those across a shortest way of another
/// seat, those around pawns, and those that go on from a wall.
#[derive(Clone, Debug)]
pub struct Focused {
    /// The whole game.
    pub game: Quoridor,
}

impl Focused {
    /// The walls that matter, whether they may be placed or not.
    fn walls(&self, state: &State) -> Walls {
        let grid = self.game.grid();
        let passages = grid.passages(state.walls());
        let others = Seat::all(self.game.seats()).filter(|&seat| seat != state.to_move());
        let across = others.map(|seat| {
            let field = state.field(seat);
            field.crossing(grid, &passages, state.pawn(seat))
        });
        let around = self.around_pawns(state);
        across.fold(
            around.with_all(grid.touching(state.walls())),
            Walls::with_all,
        )
    }

    /// The walls within two squares of a pawn.
    fn around_pawns(&self, state: &State) -> Walls {
        let grid = self.game.grid();
        let everywhere = grid.passages(&Walls::default());
        let mut near = state.occupied();
        for _ in 0..2 {
            near |= grid.step(&everywhere, near);
        }
        // A wall is named by one of the four squares it touches.
        Walls {
            horizontal: near,
            vertical: near,
        }
    }
}

impl Variation for Focused {
    type Whole = Quoridor;
    type Undo = Undo;

    fn whole(&self) -> &Quoridor {
        &self.game
    }

    fn options(&self, state: &State, out: &mut Vec<Move>) {
        if self.node(state) == Node::Over {
            return;
        }
        let before = out.len();
        out.extend(self.game.pawn_moves(state).map(Move::Step));
        let placeable = self.game.placeable(state);
        if placeable != Walls::default() {
            let walls = self.walls(state);
            for direction in [Direction::Horizontal, Direction::Vertical] {
                let squares = placeable.along(direction) & walls.along(direction);
                squares.for_each(|square| out.push(Move::Place(Wall { square, direction })));
            }
        }
        if out.len() == before {
            // A pawn shut in by pawns, and no wall that matters: whatever there is.
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

impl Deterministic for Focused {}
