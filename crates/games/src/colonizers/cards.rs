//! Module cards. Every player sees where a card moves; only seats that have held it know its face.

use std::fmt;

use ludorum_core::Seat;

use super::modules::ColonyModule;

/// Largest number of cards in a hand.
pub const HAND_LIMIT: usize = 5;

/// A module card, with the set of seats that have seen its face.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct ModuleCard(u8);

impl ModuleCard {
    /// Creates a card that shows `module`; `seen` is the bit set of the seats that know its face.
    #[inline]
    pub(super) const fn new(module: ColonyModule, seen: u8) -> ModuleCard {
        ModuleCard(module.index() as u8 | seen << 4)
    }

    #[inline]
    pub(super) const fn bits(self) -> u8 {
        self.0
    }

    /// Face of the card: the module it shows.
    #[inline]
    pub const fn module(self) -> ColonyModule {
        ColonyModule::of_bits(self.0)
    }

    /// Bit set of the seats that have seen the face of this card.
    #[inline]
    pub(super) const fn seen(self) -> u8 {
        self.0 >> 4
    }

    /// True if `seat` has seen the face of this card.
    #[inline]
    pub const fn is_seen_by(self, seat: Seat) -> bool {
        self.seen() & bit(seat) != 0
    }

    /// Returns the card with the bit set `seats` added to those that have seen its face.
    #[inline]
    pub(super) const fn shown_to(self, seats: u8) -> ModuleCard {
        ModuleCard(self.0 | seats << 4)
    }

    /// Returns this card as `seat` sees it: with a blank face if `seat` has not seen the face.
    #[inline]
    pub(super) const fn as_seen_by(self, seat: Seat) -> ModuleCard {
        if self.is_seen_by(seat) {
            self
        } else {
            ModuleCard(self.0 & 0xf0)
        }
    }
}

/// Bit mask with only the bit of `seat`, for bit sets of seats.
#[inline]
pub(super) const fn bit(seat: Seat) -> u8 {
    1 << seat.index()
}

impl fmt::Debug for ModuleCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{:x}", self.module().letter(), self.seen())
    }
}

/// The cards in a player's hand, in the order drawn. Unused slots are always blank.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Hand {
    cards: [ModuleCard; HAND_LIMIT],
    len: u8,
}

impl Hand {
    /// The cards in the hand, in the order drawn.
    #[inline]
    pub fn cards(&self) -> &[ModuleCard] {
        &self.cards[..usize::from(self.len)]
    }

    #[inline]
    pub(super) fn cards_mut(&mut self) -> &mut [ModuleCard] {
        &mut self.cards[..usize::from(self.len)]
    }

    /// Iterates over the modules on the cards in the hand.
    #[inline]
    pub fn modules(&self) -> impl ExactSizeIterator<Item = ColonyModule> + Clone + '_ {
        self.cards().iter().map(|card| card.module())
    }

    /// Number of cards in the hand.
    #[inline]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// True if the hand has no cards.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// True if the hand has [`HAND_LIMIT`] cards.
    #[inline]
    pub const fn is_full(&self) -> bool {
        self.len() == HAND_LIMIT
    }

    /// True if the hand has a card of `module`.
    #[inline]
    pub fn has(&self, module: ColonyModule) -> bool {
        self.modules().any(|other| other == module)
    }

    #[inline]
    pub(super) fn push(&mut self, card: ModuleCard) {
        self.cards[usize::from(self.len)] = card;
        self.len += 1;
    }

    /// Removes the first card of `module` from the hand, which must contain one.
    #[inline]
    pub(super) fn take(&mut self, module: ColonyModule) {
        let place = self.modules().position(|other| other == module);
        let place = place.expect("a card that is in the hand");
        self.cards.copy_within(place + 1.., place);
        self.cards[HAND_LIMIT - 1] = ModuleCard::default();
        self.len -= 1;
    }
}

impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.cards()).finish()
    }
}
