//! How a pawn moves: steps and jumps.

use super::Quoridor;
use super::grid::{Passages, Side};
use super::squares::{Square, Squares};
use super::state::State;

impl Quoridor {
    /// The squares the pawn of the seat to move may go to.
    ///
    /// It steps to a neighbouring square, or over a pawn that stands there: straight if the square
    /// behind is open and free, else to either open and free side of the pawn jumped over.
    pub fn pawn_moves(&self, state: &State) -> Squares {
        let passages = self.grid.passages(&state.walls);
        self.targets(&passages, state.pawn(state.to_move()), state.occupied())
    }

    /// The squares a pawn on `from` may go to when pawns stand on `occupied`.
    #[inline]
    pub(super) fn targets(&self, passages: &Passages, from: Square, occupied: Squares) -> Squares {
        let near = self.grid.step(passages, from.set());
        if !near.meets(occupied) {
            return near;
        }
        self.targets_entering(passages, from, occupied, &[self.grid.all(); 4])
    }

    /// The same where not every square can be entered from everywhere: `entering` has, in the order
    /// of [`Side::ALL`], the squares one can get to by going that way. A square that cannot be
    /// entered behind a pawn is as good as a wall.
    pub fn targets_entering(
        &self,
        passages: &Passages,
        from: Square,
        occupied: Squares,
        entering: &[Squares; 4],
    ) -> Squares {
        let mut targets = Squares::NONE;
        for (side, &entered) in Side::ALL.into_iter().zip(entering) {
            if !self.grid.open(passages, from, side) {
                continue;
            }
            let over = self.grid.neighbour(from, side);
            if !occupied.has(over) {
                targets |= over.set() & entered;
                continue;
            }
            let free_beyond = |side: Side| {
                if !self.grid.open(passages, over, side) {
                    return Squares::NONE;
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
