//! The deck and the cards out of play. Unseen cards on top have no order until they are drawn;
//! below them are cards that were put to the bottom, in order.

use super::cards::ModuleCard;
use super::modules::{ColonyModule, ModuleCounts};

const CARDS: usize = 52;

/// The draw pile of module cards, together with the cards out of play.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Deck {
    /// Number of unseen cards of each module on top of the deck. They have no order, because
    /// drawing is a chance event.
    pub(super) fresh: ModuleCounts,
    fresh_len: u8,
    bottom_len: u8,
    out_len: u8,
    /// Bottom cards of the deck first, cards out of play at the end of the array, blanks between.
    cards: [ModuleCard; CARDS],
}

impl Deck {
    /// Creates the deck of a new game with all 52 cards.
    pub(super) fn full() -> Deck {
        Deck::of(ModuleCounts::ALL)
    }

    pub(super) fn of(fresh: ModuleCounts) -> Deck {
        Deck {
            fresh,
            fresh_len: fresh.len() as u8,
            bottom_len: 0,
            out_len: 0,
            cards: [ModuleCard::default(); CARDS],
        }
    }

    /// Number of cards in the deck, without those out of play.
    #[inline]
    pub fn len(&self) -> usize {
        usize::from(self.fresh_len + self.bottom_len)
    }

    /// True if the deck is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Number of cards on top of the deck whose faces no player has seen.
    #[inline]
    pub fn fresh_len(&self) -> usize {
        usize::from(self.fresh_len)
    }

    /// The cards that were put under the deck, in the order in which they will be drawn.
    #[inline]
    pub fn bottom(&self) -> &[ModuleCard] {
        &self.cards[..usize::from(self.bottom_len)]
    }

    /// The next card to be drawn if players have seen it; `None` while unseen cards are on top.
    #[inline]
    pub(super) fn next_known(&self) -> Option<&ModuleCard> {
        match self.fresh_len {
            0 => self.bottom().first(),
            _ => None,
        }
    }

    /// The cards out of play, most recent first.
    #[inline]
    pub fn out(&self) -> &[ModuleCard] {
        &self.cards[CARDS - usize::from(self.out_len)..]
    }

    /// Iterates mutably over the bottom cards of the deck and the cards out of play.
    pub(super) fn cards_mut(&mut self) -> impl Iterator<Item = &mut ModuleCard> {
        let (bottom, rest) = self.cards.split_at_mut(usize::from(self.bottom_len));
        let blank = rest.len() - usize::from(self.out_len);
        bottom.iter_mut().chain(&mut rest[blank..])
    }

    /// Draws the next card, whose face is `module`, and marks it as seen by the bit set `seats`.
    #[inline]
    pub(super) fn draw(&mut self, module: ColonyModule, seats: u8) -> ModuleCard {
        if self.fresh_len > 0 {
            self.fresh.remove(module);
            self.fresh_len -= 1;
            return ModuleCard::new(module, seats);
        }
        let card = self.cards[0];
        debug_assert_eq!(card.module(), module, "the bottom comes in order");
        let last = usize::from(self.bottom_len) - 1;
        self.cards.copy_within(1..=last, 0);
        self.cards[last] = ModuleCard::default();
        self.bottom_len -= 1;
        card.shown_to(seats)
    }

    #[inline]
    pub(super) fn put_to_bottom(&mut self, card: ModuleCard) {
        self.cards[usize::from(self.bottom_len)] = card;
        self.bottom_len += 1;
    }

    #[inline]
    pub(super) fn put_out(&mut self, card: ModuleCard) {
        self.out_len += 1;
        self.cards[CARDS - usize::from(self.out_len)] = card;
    }

    /// Returns the deck without the counts of the unseen cards.
    pub(super) fn without_fresh(mut self) -> Deck {
        self.fresh = ModuleCounts::NONE;
        self
    }

    /// Number of bottom cards and number of cards out of play, packed in one word for the hash key.
    pub(super) fn lengths(&self) -> u64 {
        u64::from(self.bottom_len) << 8 | u64::from(self.out_len)
    }

    pub(super) fn all_cards(&self) -> &[ModuleCard; CARDS] {
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
