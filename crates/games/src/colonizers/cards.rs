//! Cards: pieces of cardboard with a module on one side, which lie face down or in a hand. Where a
//! card goes is seen by everyone; its face only by those who held it.

use std::fmt;

use ludorum_core::Seat;

use super::modules::Module;

/// Modules a hand can hold.
pub const HAND_LIMIT: usize = 5;

/// A module, and the seats that have seen it on this card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Card(u8);

impl Card {
    /// A card whose face these seats, as bits, have seen.
    #[inline]
    pub(super) const fn new(module: Module, seen: u8) -> Card {
        Card(module.index() as u8 | seen << 4)
    }

    #[inline]
    pub(super) const fn bits(self) -> u8 {
        self.0
    }

    /// The face.
    #[inline]
    pub const fn module(self) -> Module {
        Module::of_bits(self.0)
    }

    /// The seats that have seen the face, as bits.
    #[inline]
    pub(super) const fn seen(self) -> u8 {
        self.0 >> 4
    }

    /// Whether a seat has seen the face.
    #[inline]
    pub const fn is_seen_by(self, seat: Seat) -> bool {
        self.seen() & bit(seat) != 0
    }

    /// The same card, seen by these seats too.
    #[inline]
    pub(super) const fn shown_to(self, seats: u8) -> Card {
        Card(self.0 | seats << 4)
    }

    /// The card as somebody sees it who may know its face or not.
    #[inline]
    pub(super) const fn as_seen_by(self, seat: Seat) -> Card {
        if self.is_seen_by(seat) {
            self
        } else {
            Card(self.0 & 0xf0)
        }
    }
}

/// The bit of a seat in a set of seats.
#[inline]
pub(super) const fn bit(seat: Seat) -> u8 {
    1 << seat.index()
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{:x}", self.module().letter(), self.seen())
    }
}

/// The cards in a hand, those drawn first in front. What lies behind the last is always blank.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Hand {
    cards: [Card; HAND_LIMIT],
    len: u8,
}

impl Hand {
    /// The cards.
    #[inline]
    pub fn cards(&self) -> &[Card] {
        &self.cards[..usize::from(self.len)]
    }

    #[inline]
    pub(super) fn cards_mut(&mut self) -> &mut [Card] {
        &mut self.cards[..usize::from(self.len)]
    }

    /// The modules on them.
    #[inline]
    pub fn modules(&self) -> impl ExactSizeIterator<Item = Module> + Clone + '_ {
        self.cards().iter().map(|card| card.module())
    }

    /// The number of cards.
    #[inline]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether there are none.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether no card has room any more.
    #[inline]
    pub const fn is_full(&self) -> bool {
        self.len() == HAND_LIMIT
    }

    /// Whether there is a card with this module.
    #[inline]
    pub fn has(&self, module: Module) -> bool {
        self.modules().any(|other| other == module)
    }

    #[inline]
    pub(super) fn push(&mut self, card: Card) {
        self.cards[usize::from(self.len)] = card;
        self.len += 1;
    }

    /// Takes out the first card with this module.
    #[inline]
    pub(super) fn take(&mut self, module: Module) {
        let place = self.modules().position(|other| other == module);
        let place = place.expect("a card that is in the hand");
        self.cards.copy_within(place + 1.., place);
        self.cards[HAND_LIMIT - 1] = Card::default();
        self.len -= 1;
    }
}

impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.cards()).finish()
    }
}
