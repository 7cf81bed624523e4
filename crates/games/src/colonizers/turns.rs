//! Effects of moves and chance events on a position.

use ludorum_core::Seat;

use super::Move;
use super::cards::bit;
use super::colonists::{Colonist, ColonistSet};
use super::modules::ColonyModule;
use super::state::{ColonizersPhase, DrawPhaseChoice, SEATS, State};

/// Omnium (currency) that a seat takes instead of cards; also the most it can steal at once.
const OMNIUM_STEP: u16 = 2;

impl State {
    #[inline]
    pub(super) fn play(&mut self, mv: Move) {
        self.plies += 1;
        match mv {
            Move::Remove(colonist) => {
                self.removed = Some(colonist);
                self.phase = ColonizersPhase::Pick;
            }
            Move::Pick(colonist) => self.pick(colonist),
            Move::Omnium => self.begin_turn(DrawPhaseChoice::Omnium),
            Move::Cards => self.begin_turn(DrawPhaseChoice::Cards),
            Move::Deal(module) => self.deal(module),
            Move::Keep(module) => self.keep(module),
            Move::Steal(colonist) => self.steal(colonist),
            Move::Swap(colonist) => self.swap(colonist),
            Move::Build(module) => {
                let turn = usize::from(self.turn);
                self.hands[turn].take(module);
                self.omnium[turn] -= module.cost();
                self.colonies[turn].add(module);
                self.end_turn();
            }
            Move::Pass if self.phase == ColonizersPhase::Power => {
                self.phase = ColonizersPhase::Build;
            }
            Move::Pass => self.end_turn(),
        }
    }

    fn pick(&mut self, colonist: Colonist) {
        self.picks[usize::from(self.turn)] = Some(colonist);
        self.turn += 1;
        if usize::from(self.turn) == SEATS {
            self.turn = 0;
            self.phase = ColonizersPhase::Draw;
        }
    }

    /// Reveals the mover's colonist, applies its passive ability, then carries out `take`.
    fn begin_turn(&mut self, take: DrawPhaseChoice) {
        let turn = usize::from(self.turn);
        self.expose(turn);
        match self.picks[turn] {
            Some(Colonist::Visionary) if !self.hands[turn].is_full() => {
                if self.deck.is_empty() {
                    self.end_round(ColonizersPhase::Empty);
                } else {
                    self.phase = ColonizersPhase::Vision(take);
                }
            }
            colonist => {
                let colour = colonist.and_then(Colonist::colour);
                let earned = colour.map_or(0, |colour| self.colonies[turn].coloured(colour));
                self.omnium[turn] += earned as u16;
                self.take(take);
            }
        }
    }

    #[inline]
    fn take(&mut self, take: DrawPhaseChoice) {
        match take {
            DrawPhaseChoice::Omnium => {
                self.omnium[usize::from(self.turn)] += OMNIUM_STEP;
                self.end_drawing();
            }
            DrawPhaseChoice::Cards if self.deck.len() < 2 => self.end_round(ColonizersPhase::Empty),
            DrawPhaseChoice::Cards => self.phase = ColonizersPhase::Deal,
        }
    }

    fn deal(&mut self, module: ColonyModule) {
        let card = self.deck.draw(module, 1 << self.turn);
        if let ColonizersPhase::Vision(take) = self.phase {
            self.hands[usize::from(self.turn)].push(card);
            return self.take(take);
        }
        self.offered[usize::from(self.offers)] = card;
        self.offers += 1;
        if self.offers == 2 {
            self.phase = ColonizersPhase::Keep;
        }
    }

    /// Puts the first offered card of `module` into the hand, or out of play if the hand is full.
    fn keep(&mut self, module: ColonyModule) {
        let [first, second] = std::mem::take(&mut self.offered);
        self.offers = 0;
        let (kept, other) = if first.module() == module {
            (first, second)
        } else {
            (second, first)
        };
        let hand = &mut self.hands[usize::from(self.turn)];
        if hand.is_full() {
            self.deck.put_out(kept);
        } else {
            hand.push(kept);
        }
        self.deck.put_to_bottom(other);
        self.end_drawing();
    }

    #[inline]
    fn end_drawing(&mut self) {
        let colonist = self.picks[usize::from(self.turn)];
        self.phase = if colonist.is_some_and(Colonist::is_active) {
            ColonizersPhase::Power
        } else {
            ColonizersPhase::Build
        };
    }

    /// The seat that visibly loses currency or swaps cards by `mv`; `None` if no seat does.
    pub(super) fn affected_seat(&self, mv: Move) -> Option<Seat> {
        match mv {
            Move::Steal(target) => self.holder(target).filter(|&seat| self.can_be_robbed(seat)),
            Move::Swap(target) => self.holder(target).filter(|&seat| self.would_swap(seat)),
            _ => None,
        }
    }

    fn can_be_robbed(&self, seat: Seat) -> bool {
        self.omnium(seat) > 0
    }

    /// True if at least one card moves when the seat to move swaps hands with `seat`.
    fn would_swap(&self, seat: Seat) -> bool {
        !self.hand(self.turn()).is_empty() || !self.hand(seat).is_empty()
    }

    fn steal(&mut self, target: Colonist) {
        self.phase = ColonizersPhase::Build;
        let Some(victim) = self.affected_seat(Move::Steal(target)) else {
            return self.exclude(target, State::can_be_robbed);
        };
        let loot = self.omnium(victim).min(OMNIUM_STEP);
        self.omnium[victim.index()] -= loot;
        self.omnium[usize::from(self.turn)] += loot;
        self.expose(victim.index());
    }

    fn swap(&mut self, target: Colonist) {
        self.phase = ColonizersPhase::Build;
        let Some(other) = self.affected_seat(Move::Swap(target)) else {
            return self.exclude(target, State::would_swap);
        };
        let spy = self.turn();
        self.hands.swap(spy.index(), other.index());
        for seat in [spy, other] {
            for card in self.hands[seat.index()].cards_mut() {
                *card = card.shown_to(bit(spy) | bit(other));
            }
        }
        self.expose(other.index());
    }

    /// Makes the colonist of `seat` public.
    #[inline]
    fn expose(&mut self, seat: usize) {
        self.exposed |= bit(Seat::new(seat));
        self.excluded[seat] = ColonistSet::NONE;
    }

    /// Records that a power naming `colonist` had no visible effect: seats for which `would_lose`
    /// is true cannot have that colonist.
    fn exclude(&mut self, colonist: Colonist, would_lose: fn(&State, Seat) -> bool) {
        let holder = self.holder(colonist);
        if holder.is_some_and(|seat| self.is_exposed(seat)) {
            return;
        }
        for seat in Seat::all(SEATS) {
            if !self.is_exposed(seat) && would_lose(self, seat) {
                self.excluded[seat.index()] = self.excluded[seat.index()].with(colonist);
            }
        }
    }

    fn end_turn(&mut self) {
        self.turn += 1;
        self.phase = ColonizersPhase::Draw;
        if usize::from(self.turn) == SEATS {
            self.end_round(if Seat::all(SEATS).any(|seat| self.is_full(seat)) {
                ColonizersPhase::Full
            } else {
                ColonizersPhase::Remove
            });
        }
    }

    /// Ends the round: clears the colonists of all seats and enters phase `next`.
    fn end_round(&mut self, next: ColonizersPhase) {
        self.phase = next;
        self.turn = 0;
        self.removed = None;
        self.picks = [None; SEATS];
        self.exposed = 0;
        self.excluded = [ColonistSet::NONE; SEATS];
    }
}
