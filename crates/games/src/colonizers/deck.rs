//! The deck and the cards out of play. Unseen cards on top have no order until they are drawn;
//! below them are the cards put to the bottom, in order.

use super::cards::Card;
use super::modules::{ColonyModule, ModuleCounts};

const CARDS: usize = 52;

/// The deck, and the cards that are out of play.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Deck {
    /// Counts of the cards on top. Drawing one is a chance event, so they need no order.
    pub(super) fresh: ModuleCounts,
    fresh_len: u8,
    bottom_len: u8,
    out_len: u8,
    /// Cards at the bottom from the front, cards out of play from the back, blanks between.
    cards: [Card; CARDS],
}

impl Deck {
    /// A shuffled deck.
    pub(super) fn full() -> Deck {
        Deck::of(ModuleCounts::ALL)
    }

    pub(super) fn of(fresh: ModuleCounts) -> Deck {
        Deck {
            fresh,
            fresh_len: fresh.len() as u8,
            bottom_len: 0,
            out_len: 0,
            cards: [Card::default(); CARDS],
        }
    }

    /// Number of cards in the deck.
    #[inline]
    pub fn len(&self) -> usize {
        usize::from(self.fresh_len + self.bottom_len)
    }

    /// True if the deck is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Number of cards on top, which nobody has seen.
    #[inline]
    pub fn fresh_len(&self) -> usize {
        usize::from(self.fresh_len)
    }

    /// The cards put to the bottom, the next to be drawn first.
    #[inline]
    pub fn bottom(&self) -> &[Card] {
        &self.cards[..usize::from(self.bottom_len)]
    }

    /// The next card to be drawn, if it has been in a hand before.
    #[inline]
    pub(super) fn next_known(&self) -> Option<&Card> {
        match self.fresh_len {
            0 => self.bottom().first(),
            _ => None,
        }
    }

    /// The cards out of play, the last one first.
    #[inline]
    pub fn out(&self) -> &[Card] {
        &self.cards[CARDS - usize::from(self.out_len)..]
    }

    /// Mutable references to the cards at the bottom and out of play.
    pub(super) fn cards_mut(&mut self) -> impl Iterator<Item = &mut Card> {
        let (bottom, rest) = self.cards.split_at_mut(usize::from(self.bottom_len));
        let blank = rest.len() - usize::from(self.out_len);
        bottom.iter_mut().chain(&mut rest[blank..])
    }

    /// Draws the top card, which has this module, and shows it to these seats.
    #[inline]
    pub(super) fn draw(&mut self, module: ColonyModule, seats: u8) -> Card {
        if self.fresh_len > 0 {
            self.fresh.remove(module);
            self.fresh_len -= 1;
            return Card::new(module, seats);
        }
        let card = self.cards[0];
        debug_assert_eq!(card.module(), module, "the bottom comes in order");
        let last = usize::from(self.bottom_len) - 1;
        self.cards.copy_within(1..=last, 0);
        self.cards[last] = Card::default();
        self.bottom_len -= 1;
        card.shown_to(seats)
    }

    #[inline]
    pub(super) fn put_to_bottom(&mut self, card: Card) {
        self.cards[usize::from(self.bottom_len)] = card;
        self.bottom_len += 1;
    }

    #[inline]
    pub(super) fn put_out(&mut self, card: Card) {
        self.out_len += 1;
        self.cards[CARDS - usize::from(self.out_len)] = card;
    }

    /// The deck without the faces of the cards on top.
    pub(super) fn without_fresh(mut self) -> Deck {
        self.fresh = ModuleCounts::NONE;
        self
    }

    /// The numbers of cards in one word, for the hash key.
    pub(super) fn lengths(&self) -> u64 {
        u64::from(self.bottom_len) << 8 | u64::from(self.out_len)
    }

    pub(super) fn all_cards(&self) -> &[Card; CARDS] {
        &self.cards
    }
}

impl std::fmt::Debug for Deck {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Deck")
            .field("fresh", &self.fresh)
            .field("bottom", &self.bottom())
            .field("out", &self.out())
            .finish()
    }
}
