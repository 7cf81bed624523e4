//! A position: phase, cards, colonies and omnium of all seats, including hidden information.

use ludorum_core::{NodeKind, Seat};

use super::cards::{Hand, ModuleCard, bit};
use super::colonists::{Colonist, ColonistSet};
use super::deck::Deck;
use super::modules::{ColonyModule, ModuleCounts};
use crate::mixing::mixed;

/// Number of players of Colonizers.
pub const SEATS: usize = 4;

/// Number of modules in a full colony.
pub const COLONY_LIMIT: usize = 8;

/// Choice of the seat to move in the draw phase: omnium (currency) or cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawPhaseChoice {
    /// The seat takes two omnium, the currency of the game.
    Omnium,
    /// The seat draws two cards and keeps one of them.
    Cards,
}

/// Phase of a round of Colonizers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColonizersPhase {
    /// Chance node: a colonist is removed for this round.
    Remove,
    /// Decision node: the seat to move picks a colonist in secret.
    Pick,
    /// Decision node: the seat to move chooses to take omnium (currency) or to draw cards.
    Draw,
    /// Chance node: the Visionary is dealt an extra card, before it takes what it chose to draw.
    Vision(DrawPhaseChoice),
    /// Chance node: one of the two cards that the seat to move draws is dealt.
    Deal,
    /// Decision node: the seat to move keeps one of the two cards that it has drawn.
    Keep,
    /// Decision node: the seat to move may use the power of its colonist.
    Power,
    /// Decision node: the seat to move may build a module.
    Build,
    /// Terminal phase: a colony was full at the end of a round.
    Full,
    /// Terminal phase: the deck had too few cards to draw.
    Empty,
}

impl ColonizersPhase {
    /// True in the phases from the first pick to the end of a round; false between rounds.
    #[inline]
    pub const fn has_colonists(self) -> bool {
        !matches!(
            self,
            ColonizersPhase::Remove | ColonizersPhase::Full | ColonizersPhase::Empty
        )
    }
}

/// A complete position of Colonizers, including hidden information.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    pub(super) deck: Deck,
    pub(super) hands: [Hand; SEATS],
    pub(super) colonies: [ModuleCounts; SEATS],
    pub(super) omnium: [u16; SEATS],
    /// Cards dealt to the seat to move, which keeps one; slots not yet dealt are blank.
    pub(super) offered: [ModuleCard; 2],
    pub(super) offers: u8,
    pub(super) phase: ColonizersPhase,
    pub(super) turn: u8,
    pub(super) removed: Option<Colonist>,
    pub(super) picks: [Option<Colonist>; SEATS],
    /// Bit set of the seats whose colonist is known to all players.
    pub(super) exposed: u8,
    /// For each seat, the colonists that it publicly cannot have, because a power naming them had
    /// no effect. Empty for seats whose colonist is public.
    pub(super) excluded: [ColonistSet; SEATS],
    /// Number of moves and chance events made so far.
    pub(super) plies: u16,
}

impl State {
    pub(super) fn start() -> State {
        State {
            deck: Deck::full(),
            hands: [Hand::default(); SEATS],
            colonies: [ModuleCounts::NONE; SEATS],
            omnium: [0; SEATS],
            offered: [ModuleCard::default(); 2],
            offers: 0,
            phase: ColonizersPhase::Remove,
            turn: 0,
            removed: None,
            picks: [None; SEATS],
            exposed: 0,
            excluded: [ColonistSet::NONE; SEATS],
            plies: 0,
        }
    }

    /// Phase of the current round.
    #[inline]
    pub fn phase(&self) -> ColonizersPhase {
        self.phase
    }

    /// The seat to move; the first seat between rounds.
    #[inline]
    pub fn turn(&self) -> Seat {
        Seat::new(usize::from(self.turn))
    }

    /// The hand of `seat`.
    #[inline]
    pub fn hand(&self, seat: Seat) -> &Hand {
        &self.hands[seat.index()]
    }

    /// The modules that `seat` has built.
    #[inline]
    pub fn colony(&self, seat: Seat) -> ModuleCounts {
        self.colonies[seat.index()]
    }

    /// Amount of omnium (the currency) that `seat` has.
    #[inline]
    pub fn omnium(&self, seat: Seat) -> u16 {
        self.omnium[seat.index()]
    }

    /// The draw pile, together with the cards out of play.
    #[inline]
    pub fn deck(&self) -> &Deck {
        &self.deck
    }

    /// The cards dealt so far to the seat to move, which keeps one of them.
    #[inline]
    pub fn offered(&self) -> &[ModuleCard] {
        &self.offered[..usize::from(self.offers)]
    }

    /// The colonist of `seat`; `None` if it has not picked one in this round.
    #[inline]
    pub fn colonist(&self, seat: Seat) -> Option<Colonist> {
        self.picks[seat.index()]
    }

    /// The colonist that chance removed for this round; `None` between rounds.
    pub fn removed(&self) -> Option<Colonist> {
        self.removed
    }

    /// True if all players know the colonist of `seat`.
    #[inline]
    pub fn is_exposed(&self, seat: Seat) -> bool {
        self.exposed & bit(seat) != 0
    }

    /// The seat with this colonist; `None` if no seat has it.
    #[inline]
    pub(super) fn holder(&self, colonist: Colonist) -> Option<Seat> {
        let place = self.picks.iter().position(|&pick| pick == Some(colonist));
        place.map(Seat::new)
    }

    /// The colonists that are neither removed nor picked in this round.
    #[inline]
    pub fn available(&self) -> ColonistSet {
        let taken = self.picks.iter().chain([&self.removed]).flatten();
        taken.fold(ColonistSet::ALL, |left, &colonist| left.without(colonist))
    }

    /// The colonists that `seat` could choose from at its pick; empty before its turn to pick.
    #[inline]
    pub(super) fn choice(&self, seat: Seat) -> ColonistSet {
        let had_turn = match self.phase {
            ColonizersPhase::Pick => seat.index() <= usize::from(self.turn),
            phase => phase.has_colonists(),
        };
        if !had_turn {
            return ColonistSet::NONE;
        }
        let before = self.picks[..seat.index()].iter().chain([&self.removed]);
        before
            .flatten()
            .fold(ColonistSet::ALL, |left, &colonist| left.without(colonist))
    }

    /// Bit set of the modules in the hand of the seat to move that it can pay for.
    #[inline]
    pub(super) fn affordable(&self) -> u16 {
        let omnium = self.omnium[usize::from(self.turn)];
        let hand = &self.hands[usize::from(self.turn)];
        hand.modules()
            .filter(|module| module.cost() <= omnium)
            .fold(0, |set, module| set | 1 << module.index())
    }

    #[inline]
    pub(super) fn is_full(&self, seat: Seat) -> bool {
        self.colony(seat).len() >= COLONY_LIMIT
    }

    /// Iterates over all cards in hands, on offer, at the bottom of the deck or out of play; unseen
    /// cards of the deck are left out.
    pub(super) fn cards(&self) -> impl Iterator<Item = ModuleCard> + '_ {
        let hands = self.hands.iter().flat_map(Hand::cards);
        let deck = self.deck.bottom().iter().chain(self.deck.out());
        hands.chain(self.offered()).chain(deck).copied()
    }

    /// Iterates mutably over the cards that `cards` yields, to change their faces and observers.
    pub(super) fn cards_mut(&mut self) -> impl Iterator<Item = &mut ModuleCard> {
        let hands = self.hands.iter_mut().flat_map(Hand::cards_mut);
        let offered = self.offered[..usize::from(self.offers)].iter_mut();
        hands.chain(offered).chain(self.deck.cards_mut())
    }

    /// Kind of game-tree node, ignoring the maximum length of a game.
    #[inline]
    pub(super) fn actor(&self) -> NodeKind {
        match self.phase {
            ColonizersPhase::Remove | ColonizersPhase::Vision(_) | ColonizersPhase::Deal => {
                NodeKind::Chance
            }
            ColonizersPhase::Pick
            | ColonizersPhase::Draw
            | ColonizersPhase::Keep
            | ColonizersPhase::Power
            | ColonizersPhase::Build => NodeKind::Decide(self.turn()),
            ColonizersPhase::Full | ColonizersPhase::Empty => NodeKind::Over,
        }
    }

    pub(super) fn key(&self) -> u64 {
        let colonist = |pick: Option<Colonist>| pick.map_or(7, |colonist| colonist as u64);
        let mut key = mixed(self.deck.fresh.bits(), self.deck.lengths());
        for chunk in self.deck.all_cards().chunks(8) {
            key = mixed(key, bytes(chunk));
        }
        for seat in Seat::all(SEATS) {
            let hand = self.hand(seat);
            let held = bytes(hand.cards()) << 4 | hand.len() as u64;
            let standing = u64::from(self.omnium(seat)) << 16
                | u64::from(self.excluded[seat.index()].bits()) << 8
                | colonist(self.picks[seat.index()]);
            key = mixed(mixed(key, held << 12), standing);
            key = mixed(key, self.colony(seat).bits());
        }
        let phase = match self.phase {
            ColonizersPhase::Remove => 0,
            ColonizersPhase::Pick => 1,
            ColonizersPhase::Draw => 2,
            ColonizersPhase::Vision(DrawPhaseChoice::Omnium) => 3,
            ColonizersPhase::Vision(DrawPhaseChoice::Cards) => 4,
            ColonizersPhase::Deal => 5,
            ColonizersPhase::Keep => 6,
            ColonizersPhase::Power => 7,
            ColonizersPhase::Build => 8,
            ColonizersPhase::Full => 9,
            ColonizersPhase::Empty => 10,
        };
        let round =
            colonist(self.removed) << 8 | u64::from(self.exposed) << 4 | u64::from(self.turn);
        let offered = bytes(&self.offered) << 8 | u64::from(self.offers);
        mixed(
            mixed(key, phase << 32 | round),
            offered << 16 | u64::from(self.plies),
        )
    }
}

fn bytes(cards: &[ModuleCard]) -> u64 {
    cards
        .iter()
        .fold(0, |word, card| word << 8 | u64::from(card.bits()))
}

/// Iterates over the modules of a bit set, in the order of Table 2.1 of the thesis.
#[inline]
pub(super) fn modules_of(mut set: u16) -> impl Iterator<Item = ColonyModule> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let index = set.trailing_zeros() as u8;
        set &= set - 1;
        Some(ColonyModule::of_bits(index))
    })
}
