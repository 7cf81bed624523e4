//! Observations of moves: what everyone is told, and what a move reveals to a seat.

use ludorum_core::{Seat, stable_hash};

use super::Move;
use super::colonists::Colonist;
use super::state::State;

impl State {
    /// Identifies what `seat` observes of `mv`, which is about to be made.
    #[inline]
    pub(super) fn observation_id(&self, mv: Move, seat: Seat) -> u64 {
        let turn = self.turn();
        match mv {
            // The first to pick sees the remaining colonists, and so the removed one.
            Move::Remove(_) if seat == Seat::FIRST => stable_hash(mv),
            Move::Remove(_) => 0,
            Move::Pick(_) | Move::Deal(_) | Move::Keep(_) if seat == turn => stable_hash(mv),
            Move::Pick(colonist) if seat.index() == turn.index() + 1 => {
                stable_hash(self.available().without(colonist))
            }
            Move::Pick(_) | Move::Deal(_) | Move::Keep(_) => 0,
            // The colonist is revealed.
            Move::Omnium | Move::Cards if seat != turn => stable_hash((mv, self.colonist(turn))),
            Move::Steal(colonist) if seat != turn => {
                stable_hash((mv, self.robbed(colonist).map(Seat::index)))
            }
            Move::Swap(colonist) if seat != turn => {
                stable_hash((mv, self.swapped(colonist).map(Seat::index)))
            }
            Move::Omnium | Move::Cards | Move::Steal(_) | Move::Swap(_) => stable_hash(mv),
            Move::Build(_) | Move::Pass => stable_hash(mv),
        }
    }

    /// The seat that would be seen to lose omnium if this colonist were stolen from.
    fn robbed(&self, colonist: Colonist) -> Option<Seat> {
        let victim = self.holder(colonist)?;
        (victim != self.turn() && self.omnium(victim) > 0).then_some(victim)
    }

    /// The seat whose cards would be seen to move if hands were swapped with this colonist.
    fn swapped(&self, colonist: Colonist) -> Option<Seat> {
        let other = self.holder(colonist)?;
        let has_cards = |seat| !self.hand(seat).is_empty();
        let cards_move = has_cards(self.turn()) || has_cards(other);
        (other != self.turn() && cards_move).then_some(other)
    }
}
