//! Views of one seat, and determinization.

use ludorum_core::{Determinize, Rng, Seat};

use super::cards::{ModuleCard, bit};
use super::colonists::{Colonist, ColonistSet};
use super::inference::ColonistInference;
use super::modules::{ColonyModule, ModuleCounts};
use super::state::{ColonizersPhase, SEATS, State};
use super::{Colonizers, Move};

/// The observation of one seat: a position with unseen cards and unknown colonists blanked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    seat: Seat,
    /// Colonists that the observing seat could choose from at its pick; empty before that.
    choice: ColonistSet,
    /// The position, with blanks for all cards and colonists that the observer does not know.
    shown: State,
}

impl View {
    pub(super) fn of(state: &State, seat: Seat) -> View {
        let mut shown = *state;
        for card in shown.cards_mut() {
            *card = card.as_seen_by(seat);
        }
        shown.deck = shown.deck.without_fresh();
        shown.removed = None;
        for other in Seat::all(SEATS).filter(|&other| other != seat && !state.is_exposed(other)) {
            shown.picks[other.index()] = None;
        }
        View {
            seat,
            choice: state.choice(seat),
            shown,
        }
    }

    /// Creates a view that hides nothing.
    pub(super) fn open(state: &State) -> View {
        let mut shown = *state;
        let everyone = (1 << SEATS) - 1;
        for card in shown.cards_mut() {
            *card = card.shown_to(everyone);
        }
        for seat in Seat::all(SEATS).filter(|&seat| state.colonist(seat).is_some()) {
            shown.exposed |= bit(seat);
        }
        View {
            seat: state.turn(),
            choice: ColonistSet::NONE,
            shown,
        }
    }

    /// The seat whose observation this is.
    #[inline]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Phase of the current round.
    #[inline]
    pub fn phase(&self) -> ColonizersPhase {
        self.shown.phase
    }

    /// The seat to move; the first seat between rounds.
    #[inline]
    pub fn turn(&self) -> Seat {
        self.shown.turn()
    }

    /// Amount of omnium (the currency) that `seat` has.
    #[inline]
    pub fn omnium(&self, seat: Seat) -> u16 {
        self.shown.omnium(seat)
    }

    /// The modules that `seat` has built.
    #[inline]
    pub fn colony(&self, seat: Seat) -> ModuleCounts {
        self.shown.colony(seat)
    }

    /// Modules on the cards in the hand of `seat`; `None` for faces that the observer has not seen.
    pub fn hand(
        &self,
        seat: Seat,
    ) -> impl ExactSizeIterator<Item = Option<ColonyModule>> + Clone + '_ {
        self.faces(self.shown.hand(seat).cards())
    }

    /// Modules on the cards offered to the seat to move; `None` for faces unknown to the observer.
    pub fn offered(&self) -> impl ExactSizeIterator<Item = Option<ColonyModule>> + Clone + '_ {
        self.faces(self.shown.offered())
    }

    /// Number of cards in the deck, without those out of play.
    pub fn deck(&self) -> usize {
        self.shown.deck.len()
    }

    /// Number of cards on top of the deck whose faces no player has seen.
    pub fn fresh(&self) -> usize {
        self.shown.deck.fresh_len()
    }

    /// Modules on the bottom cards, in drawing order; `None` for faces unknown to the observer.
    pub fn bottom(&self) -> impl ExactSizeIterator<Item = Option<ColonyModule>> + Clone + '_ {
        self.faces(self.shown.deck.bottom())
    }

    /// Modules on cards out of play, most recent first; `None` for faces unknown to the observer.
    pub fn out(&self) -> impl ExactSizeIterator<Item = Option<ColonyModule>> + Clone + '_ {
        self.faces(self.shown.deck.out())
    }

    /// The colonist of `seat`; `None` before its pick or if the observer does not know the pick.
    #[inline]
    pub fn colonist(&self, seat: Seat) -> Option<Colonist> {
        self.shown.colonist(seat)
    }

    /// True if all players know the colonist of `seat`.
    #[inline]
    pub fn is_exposed(&self, seat: Seat) -> bool {
        self.shown.is_exposed(seat)
    }

    /// The colonists that `seat` may have, as the observer can infer; empty before its pick.
    pub fn colonists(&self, seat: Seat) -> ColonistSet {
        self.inference().colonists(seat)
    }

    /// The colonists that may have been removed in this round, as the observer can infer.
    pub fn removed(&self) -> ColonistSet {
        self.inference().removed()
    }

    /// Modules on all cards whose faces the observer has not seen, in the deck and elsewhere.
    pub fn unseen(&self) -> ModuleCounts {
        let mut unseen = ModuleCounts::ALL;
        for &colony in &self.shown.colonies {
            unseen = unseen.without(colony);
        }
        for card in self.shown.cards().filter(|card| card.is_seen_by(self.seat)) {
            unseen.remove(card.module());
        }
        unseen
    }

    /// The position with unknown cards and colonists blanked; blank cards look like ordinary ones.
    pub(super) fn shown(&self) -> &State {
        &self.shown
    }

    fn faces<'a>(
        &self,
        cards: &'a [ModuleCard],
    ) -> impl ExactSizeIterator<Item = Option<ColonyModule>> + Clone + use<'a> {
        let seat = self.seat;
        cards
            .iter()
            .map(move |card| card.is_seen_by(seat).then(|| card.module()))
    }

    fn inference(&self) -> ColonistInference<'_> {
        ColonistInference::new(&self.shown, self.seat, self.choice)
    }
}

impl State {
    /// The colonists that `seat` may have, as `observer` can infer; empty if `seat` has not picked.
    pub fn colonists(&self, observer: Seat, seat: Seat) -> ColonistSet {
        ColonistInference::new(self, observer, self.choice(observer)).colonists(seat)
    }
}

impl State {
    /// True if seat `to`, or spectators (`None`), see the module or colonist of `mv`, a move or
    /// chance event about to be made.
    pub(super) fn is_revealed(&self, mv: Move, to: Option<Seat>) -> bool {
        let has_seen = |card: Option<&ModuleCard>| {
            to.is_some_and(|seat| card.is_some_and(|card| card.is_seen_by(seat)))
        };
        match mv {
            Move::Remove(_) => false,
            Move::Pick(_) => to == Some(self.turn()),
            Move::Deal(_) => to == Some(self.turn()) || has_seen(self.deck.next_known()),
            Move::Keep(module) => {
                let mut offered = self.offered().iter();
                has_seen(offered.find(|card| card.module() == module))
            }
            Move::Omnium
            | Move::Cards
            | Move::Steal(_)
            | Move::Swap(_)
            | Move::Build(_)
            | Move::Pass => true,
        }
    }
}

impl Determinize for Colonizers {
    /// Samples uniformly from all assignments of the unseen modules (as 52 distinct cards) to
    /// hidden cards, and of the unknown colonists to seats.
    fn determinize(&self, view: &View, rng: &mut Rng) -> State {
        let mut state = view.shown;
        let mut unseen = view.unseen();
        let mut left = unseen.len();
        let hidden = |card: &&mut ModuleCard| !card.is_seen_by(view.seat);
        for card in state.cards_mut().filter(hidden) {
            let module = unseen.nth(rng.below(left));
            let module = module.expect("as many modules are unseen as cards are hidden");
            *card = ModuleCard::new(module, card.seen());
            unseen.remove(module);
            left -= 1;
        }
        state.deck.fresh = unseen;
        view.inference().fill(&mut state, rng);
        state
    }

    #[inline]
    fn observation_id(&self, state: &State, mv: Move, seat: Seat) -> u64 {
        state.observation_id(mv, seat)
    }
}
