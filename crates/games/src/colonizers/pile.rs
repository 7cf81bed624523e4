//! The deck and what has left play: cards nobody has seen, in no order until they are drawn; behind
//! them those that were put to the bottom, in order; and apart the overdrawn ones.

use super::cards::Card;
use super::modules::{Module, Modules};

const CARDS: usize = 52;

/// The deck, and the cards that are out of play.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Pile {
    /// The cards on top, as many of each kind as there are. Drawing one is a matter of chance, so
    /// they need no order.
    pub(super) fresh: Modules,
    fresh_len: u8,
    bottom_len: u8,
    out_len: u8,
    /// The cards at the bottom from the front, those out of play from the back, blanks between.
    cards: [Card; CARDS],
}

impl Pile {
    /// A shuffled deck.
    pub(super) fn full() -> Pile {
        Pile::of(Modules::ALL)
    }

    pub(super) fn of(fresh: Modules) -> Pile {
        Pile {
            fresh,
            fresh_len: fresh.len() as u8,
            bottom_len: 0,
            out_len: 0,
            cards: [Card::default(); CARDS],
        }
    }

    /// The cards in the deck.
    #[inline]
    pub fn len(&self) -> usize {
        usize::from(self.fresh_len + self.bottom_len)
    }

    /// Whether the deck is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of cards on top, which nobody has seen.
    #[inline]
    pub fn fresh_len(&self) -> usize {
        usize::from(self.fresh_len)
    }

    /// The cards that were put to the bottom, the next to be drawn first.
    #[inline]
    pub fn bottom(&self) -> &[Card] {
        &self.cards[..usize::from(self.bottom_len)]
    }

    /// The card that is drawn next, if it has been in a hand before.
    #[inline]
    pub(super) fn next_known(&self) -> Option<&Card> {
        match self.fresh_len {
            0 => self.bottom().first(),
            _ => None,
        }
    }

    /// The cards that have left play, the last one first.
    #[inline]
    pub fn out(&self) -> &[Card] {
        &self.cards[CARDS - usize::from(self.out_len)..]
    }

    /// The cards at the bottom and those out of play, to be changed.
    pub(super) fn cards_mut(&mut self) -> impl Iterator<Item = &mut Card> {
        let (bottom, rest) = self.cards.split_at_mut(usize::from(self.bottom_len));
        let blank = rest.len() - usize::from(self.out_len);
        bottom.iter_mut().chain(&mut rest[blank..])
    }

    /// Takes the top card, which is one with this module, and shows it to these seats.
    #[inline]
    pub(super) fn draw(&mut self, module: Module, seats: u8) -> Card {
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

    /// The same pile without the kinds of the cards on top.
    pub(super) fn without_fresh(mut self) -> Pile {
        self.fresh = Modules::NONE;
        self
    }

    /// The numbers of cards in one word, for keys.
    pub(super) fn lengths(&self) -> u64 {
        u64::from(self.bottom_len) << 8 | u64::from(self.out_len)
    }

    pub(super) fn all_cards(&self) -> &[Card; CARDS] {
        &self.cards
    }
}

impl std::fmt::Debug for Pile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pile")
            .field("fresh", &self.fresh)
            .field("bottom", &self.bottom())
            .field("out", &self.out())
            .finish()
    }
}
