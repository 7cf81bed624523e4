//! Pawn moves: steps and jumps.

use super::Quoridor;
use super::grid::{OpenEdges, SquareSide};
use super::squares::{Square, SquareSet};
use super::state::State;

impl Quoridor {
    /// Legal destinations of the pawn of the seat to move.
    ///
    /// It steps to a neighbouring square, or over a pawn that stands there: straight if the square
    /// behind is open and free, else to either open and free side of the pawn jumped over.
    pub fn pawn_moves(&self, state: &State) -> SquareSet {
        let passages = self.grid.passages(&state.walls);
        self.targets(&passages, state.pawn(state.to_move()), state.occupied())
    }

    /// Legal destinations of a pawn on `from` when pawns stand on `occupied`.
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

    /// Like `targets` where entering squares is restricted: `entering` has, in the
    /// order of [`SquareSide::ALL`], the squares that may be entered in that direction. A closed
    /// square behind a pawn acts as a wall.
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
