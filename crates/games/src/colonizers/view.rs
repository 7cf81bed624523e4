//! What one seat may know, and positions that agree with it.

use ludorum_core::{Hidden, Node, Rng, Seat, sign_of};

use super::cards::{Card, bit};
use super::colonists::{Colonist, Colonists};
use super::inference::Suspicion;
use super::modules::{Module, Modules};
use super::state::{Phase, SEATS, State};
use super::{Colonizers, Move};

/// All that one seat may know of a position. Faces it has not seen and colonists it does not know are
/// not in it: they were wiped out when it was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    seat: Seat,
    /// The colonists it could choose from when it picked, or can now.
    choice: Colonists,
    /// The position with everything blank that the seat does not know.
    shown: State,
}

impl View {
    pub(super) fn of(state: &State, seat: Seat) -> View {
        let mut shown = *state;
        for card in shown.cards_mut() {
            *card = card.as_seen_by(seat);
        }
        shown.pile = shown.pile.without_fresh();
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

    /// A view that has everything.
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
            choice: Colonists::NONE,
            shown,
        }
    }

    /// Whose view it is.
    #[inline]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// What happens next.
    #[inline]
    pub fn phase(&self) -> Phase {
        self.shown.phase
    }

    /// Whose turn it is; the first seat between rounds.
    #[inline]
    pub fn turn(&self) -> Seat {
        self.shown.turn()
    }

    /// A seat's omnium.
    #[inline]
    pub fn omnium(&self, seat: Seat) -> u16 {
        self.shown.omnium(seat)
    }

    /// The modules a seat has built.
    #[inline]
    pub fn colony(&self, seat: Seat) -> Modules {
        self.shown.colony(seat)
    }

    /// The cards in a seat's hand, as far as they are known.
    pub fn hand(&self, seat: Seat) -> impl ExactSizeIterator<Item = Option<Module>> + Clone + '_ {
        self.faces(self.shown.hand(seat).cards())
    }

    /// The cards dealt to the seat whose turn it is, of which it keeps one, as far as they are known.
    pub fn offered(&self) -> impl ExactSizeIterator<Item = Option<Module>> + Clone + '_ {
        self.faces(self.shown.offered())
    }

    /// The number of cards in the deck.
    pub fn deck(&self) -> usize {
        self.shown.pile.len()
    }

    /// The number of cards on top of the deck, which nobody has seen.
    pub fn fresh(&self) -> usize {
        self.shown.pile.fresh_len()
    }

    /// The cards that were put to the bottom, the next to be drawn first, as far as they are known.
    pub fn bottom(&self) -> impl ExactSizeIterator<Item = Option<Module>> + Clone + '_ {
        self.faces(self.shown.pile.bottom())
    }

    /// The cards that have left play, as far as they are known.
    pub fn out(&self) -> impl ExactSizeIterator<Item = Option<Module>> + Clone + '_ {
        self.faces(self.shown.pile.out())
    }

    /// A seat's colonist, if this seat has seen it.
    #[inline]
    pub fn colonist(&self, seat: Seat) -> Option<Colonist> {
        self.shown.colonist(seat)
    }

    /// Whether everyone knows a seat's colonist.
    #[inline]
    pub fn is_exposed(&self, seat: Seat) -> bool {
        self.shown.is_exposed(seat)
    }

    /// The colonists a seat may have, as far as this one can tell; none if it has not picked.
    pub fn colonists(&self, seat: Seat) -> Colonists {
        self.suspicion().colonists(seat)
    }

    /// The colonists that may have been removed in this round, as far as this seat can tell.
    pub fn removed(&self) -> Colonists {
        self.suspicion().removed()
    }

    /// The modules that this seat has not seen: those on top of the deck, and all whose face is hidden.
    pub fn unseen(&self) -> Modules {
        let mut unseen = Modules::ALL;
        for &colony in &self.shown.colonies {
            unseen = unseen.without(colony);
        }
        for card in self.shown.cards().filter(|card| card.is_seen_by(self.seat)) {
            unseen.remove(card.module());
        }
        unseen
    }

    /// The position as far as it is known; blanks look like any other card.
    pub(super) fn shown(&self) -> &State {
        &self.shown
    }

    fn faces<'a>(
        &self,
        cards: &'a [Card],
    ) -> impl ExactSizeIterator<Item = Option<Module>> + Clone + use<'a> {
        let seat = self.seat;
        cards
            .iter()
            .map(move |card| card.is_seen_by(seat).then(|| card.module()))
    }

    fn suspicion(&self) -> Suspicion<'_> {
        Suspicion::new(&self.shown, self.seat, self.choice)
    }
}

impl State {
    /// The colonists that `seat` may have, as far as `observer` can tell; none if it has not picked.
    pub fn colonists(&self, observer: Seat, seat: Seat) -> Colonists {
        Suspicion::new(self, observer, self.choice(observer)).colonists(seat)
    }
}

impl State {
    /// Whether a move or event that is about to happen is told to a seat, or to spectators (`None`),
    /// with the module or colonist that belongs to it.
    pub(super) fn is_told(&self, mv: Move, to: Option<Seat>) -> bool {
        let has_seen = |card: Option<&Card>| {
            to.is_some_and(|seat| card.is_some_and(|card| card.is_seen_by(seat)))
        };
        match mv {
            Move::Remove(_) => false,
            Move::Pick(_) => to == Some(self.turn()),
            Move::Deal(_) => to == Some(self.turn()) || has_seen(self.pile.next_known()),
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

impl Hidden for Colonizers {
    /// Every way to lay the unseen modules on the cards that are hidden, each of the 52 a piece of its
    /// own, and to deal out the unknown colonists is equally likely.
    fn determinize(&self, view: &View, rng: &mut Rng) -> State {
        let mut state = view.shown;
        let mut unseen = view.unseen();
        let mut left = unseen.len();
        let hidden = |card: &&mut Card| !card.is_seen_by(view.seat);
        for card in state.cards_mut().filter(hidden) {
            let module = unseen.nth(rng.below(left));
            let module = module.expect("as many modules are unseen as cards are hidden");
            *card = Card::new(module, card.seen());
            unseen.remove(module);
            left -= 1;
        }
        state.pile.fresh = unseen;
        view.suspicion().fill(&mut state, rng);
        state
    }

    /// Of what others do a seat sees what its view then shows, neither more nor less.
    fn sign(&self, state: &State, mv: Move, seat: Seat) -> u64 {
        if state.actor() == Node::Decide(seat) {
            return sign_of(mv);
        }
        let mut after = *state;
        after.play(mv);
        let view = View::of(&after, seat);
        sign_of((view.shown.key(), view.choice))
    }
}
