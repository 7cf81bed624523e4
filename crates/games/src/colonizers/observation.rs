//! Observations of moves: the part of a move that a seat sees.

use ludorum_core::{Seat, stable_hash};

use super::Move;
use super::colonists::Colonist;
use super::state::State;

impl State {
    /// Hash of the observation that `seat` makes of `mv`, a move about to be made in this position.
    #[inline]
    pub(super) fn observation_id(&self, mv: Move, seat: Seat) -> u64 {
        let turn = self.turn();
        match mv {
            // The first seat to pick sees the remaining colonists and thereby the removed one.
            Move::Remove(_) if seat == Seat::FIRST => stable_hash(mv),
            Move::Remove(_) => 0,
            Move::Pick(_) | Move::Deal(_) | Move::Keep(_) if seat == turn => stable_hash(mv),
            Move::Pick(colonist) if seat.index() == turn.index() + 1 => {
                stable_hash(self.available().without(colonist))
            }
            Move::Pick(_) | Move::Deal(_) | Move::Keep(_) => 0,
            // Drawing reveals the colonist of the seat to move.
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

    /// The seat that visibly loses currency if the Opportunist names `colonist`, or `None`.
    fn robbed(&self, colonist: Colonist) -> Option<Seat> {
        let victim = self.holder(colonist)?;
        (victim != self.turn() && self.omnium(victim) > 0).then_some(victim)
    }

    /// The seat whose cards visibly move if the Spy names `colonist`; `None` if no card moves.
    fn swapped(&self, colonist: Colonist) -> Option<Seat> {
        let other = self.holder(colonist)?;
        let has_cards = |seat| !self.hand(seat).is_empty();
        let cards_move = has_cards(self.turn()) || has_cards(other);
        (other != self.turn() && cards_move).then_some(other)
    }
}
