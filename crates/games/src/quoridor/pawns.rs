//! Pawn moves: steps and jumps.

use super::Quoridor;
use super::grid::{OpenEdges, SquareSide};
use super::squares::{Square, SquareSet};
use super::state::State;

impl Quoridor {
    /// Legal destinations of the pawn of the seat to move.
    ///
    /// A pawn steps to an adjacent square or jumps over a pawn on it: straight ahead if the square
    /// behind is accessible and free, otherwise to an accessible free square beside the other pawn.
    pub fn pawn_moves(&self, state: &State) -> SquareSet {
        let passages = self.grid.passages(&state.walls);
        self.targets(&passages, state.pawn(state.to_move()), state.occupied())
    }

    /// Legal destinations of a pawn on `from`; `occupied` are the squares with pawns.
    #[inline]
    pub(super) fn targets(
        &self,
        passages: &OpenEdges,
        from: Square,
        occupied: SquareSet,
    ) -> SquareSet {
        let near = self.grid.step(passages, from.set());
        if !near.meets(occupied) {
            return near;
        }
        self.targets_entering(passages, from, occupied, &[self.grid.all(); 4])
    }

    /// Legal destinations of a pawn on `from` if some squares may not be entered: `entering` has
    /// the squares that may be entered in each direction of [`SquareSide::ALL`]. A jump treats a
    /// square that may not be entered like one behind a wall.
    pub fn targets_entering(
        &self,
        passages: &OpenEdges,
        from: Square,
        occupied: SquareSet,
        entering: &[SquareSet; 4],
    ) -> SquareSet {
        let mut targets = SquareSet::NONE;
        for (side, &entered) in SquareSide::ALL.into_iter().zip(entering) {
            if !self.grid.open(passages, from, side) {
                continue;
            }
            let over = self.grid.neighbour(from, side);
            if !occupied.has(over) {
                targets |= over.set() & entered;
                continue;
            }
            let free_beyond = |side: SquareSide| {
                if !self.grid.open(passages, over, side) {
                    return SquareSet::NONE;
                }
                let entered = entering[side as usize];
                self.grid.neighbour(over, side).set() & !occupied & entered
            };
            let straight = free_beyond(side);
            targets |= if straight.is_empty() {
                let [one, other] = side.across();
                free_beyond(one) | free_beyond(other)
            } else {
                straight
            };
        }
        targets
    }
}
