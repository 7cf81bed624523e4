//! What a seat sees of a move: what everyone is told, and what the move brings to light.

use ludorum_core::{Seat, sign_of};

use super::Move;
use super::colonists::Colonist;
use super::state::State;

impl State {
    /// A number for what `seat` sees of `mv`, about to be made.
    #[inline]
    pub(super) fn sign(&self, mv: Move, seat: Seat) -> u64 {
        let turn = self.turn();
        match mv {
            // The first to pick sees what is left, and so what was removed.
            Move::Remove(_) if seat == Seat::FIRST => sign_of(mv),
            Move::Remove(_) => 0,
            Move::Pick(_) | Move::Deal(_) | Move::Keep(_) if seat == turn => sign_of(mv),
            Move::Pick(colonist) if seat.index() == turn.index() + 1 => {
                sign_of(self.available().without(colonist))
            }
            Move::Pick(_) | Move::Deal(_) | Move::Keep(_) => 0,
            // The colonist is revealed.
            Move::Omnium | Move::Cards if seat != turn => sign_of((mv, self.colonist(turn))),
            Move::Steal(colonist) if seat != turn => {
                sign_of((mv, self.robbed(colonist).map(Seat::index)))
            }
            Move::Swap(colonist) if seat != turn => {
                sign_of((mv, self.swapped(colonist).map(Seat::index)))
            }
            Move::Omnium | Move::Cards | Move::Steal(_) | Move::Swap(_) => sign_of(mv),
            Move::Build(_) | Move::Pass => sign_of(mv),
        }
    }

    /// Who would be seen to lose omnium if this colonist were stolen from.
    fn robbed(&self, colonist: Colonist) -> Option<Seat> {
        let victim = self.holder(colonist)?;
        (victim != self.turn() && self.omnium(victim) > 0).then_some(victim)
    }

    /// Whose cards would be seen to move if hands were swapped with this colonist.
    fn swapped(&self, colonist: Colonist) -> Option<Seat> {
        let other = self.holder(colonist)?;
        let has_cards = |seat| !self.hand(seat).is_empty();
        let cards_move = has_cards(self.turn()) || has_cards(other);
        (other != self.turn() && cards_move).then_some(other)
    }
}
