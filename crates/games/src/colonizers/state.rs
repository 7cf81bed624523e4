//! A position: whose turn it is, what everyone owns, and where every card lies.

use ludorum_core::{Node, Seat};

use super::cards::{Card, Hand, bit};
use super::colonists::{Colonist, Colonists};
use super::modules::{Module, Modules};
use super::pile::Pile;
use crate::mixing::mixed;

/// The number of players.
pub const SEATS: usize = 4;

/// Modules that fill a colony.
pub const COLONY_LIMIT: usize = 8;

/// What a seat takes in its draw phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Take {
    /// Two omnium.
    Omnium,
    /// Two cards, of which one is kept.
    Cards,
}

/// What happens next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Chance removes a colonist for this round.
    Remove,
    /// The seat whose turn it is picks a colonist.
    Pick,
    /// It takes omnium or cards.
    Draw,
    /// Chance gives the Visionary a card, before what was chosen.
    Vision(Take),
    /// Chance deals one of two cards.
    Deal,
    /// The seat keeps one of the two.
    Keep,
    /// It may use the power of its colonist.
    Power,
    /// It may build a module.
    Build,
    /// The round in which a colony was filled is over.
    Full,
    /// The deck was too small.
    Empty,
}

impl Phase {
    /// Whether one of the colonists has been removed and seats have picked theirs, or are about to.
    #[inline]
    pub const fn has_colonists(self) -> bool {
        !matches!(self, Phase::Remove | Phase::Full | Phase::Empty)
    }
}

/// A position, with everything hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    pub(super) pile: Pile,
    pub(super) hands: [Hand; SEATS],
    pub(super) colonies: [Modules; SEATS],
    pub(super) omnium: [u16; SEATS],
    /// The cards dealt to the seat whose turn it is; what is not dealt yet is blank.
    pub(super) offered: [Card; 2],
    pub(super) offers: u8,
    pub(super) phase: Phase,
    pub(super) turn: u8,
    pub(super) removed: Option<Colonist>,
    pub(super) picks: [Option<Colonist>; SEATS],
    /// The seats, as bits, whose colonist everyone knows.
    pub(super) exposed: u8,
    /// Colonists of which everyone knows that a seat does not have them, because they were named
    /// and nothing happened. Empty for those whose colonist is known.
    pub(super) excluded: [Colonists; SEATS],
    /// Moves and events so far.
    pub(super) plies: u16,
}

impl State {
    pub(super) fn start() -> State {
        State {
            pile: Pile::full(),
            hands: [Hand::default(); SEATS],
            colonies: [Modules::NONE; SEATS],
            omnium: [0; SEATS],
            offered: [Card::default(); 2],
            offers: 0,
            phase: Phase::Remove,
            turn: 0,
            removed: None,
            picks: [None; SEATS],
            exposed: 0,
            excluded: [Colonists::NONE; SEATS],
            plies: 0,
        }
    }

    /// What happens next.
    #[inline]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Whose turn it is; the first seat between rounds.
    #[inline]
    pub fn turn(&self) -> Seat {
        Seat::new(usize::from(self.turn))
    }

    /// The cards in a seat's hand.
    #[inline]
    pub fn hand(&self, seat: Seat) -> &Hand {
        &self.hands[seat.index()]
    }

    /// The modules a seat has built.
    #[inline]
    pub fn colony(&self, seat: Seat) -> Modules {
        self.colonies[seat.index()]
    }

    /// A seat's omnium.
    #[inline]
    pub fn omnium(&self, seat: Seat) -> u16 {
        self.omnium[seat.index()]
    }

    /// The deck, and what is out of play.
    #[inline]
    pub fn pile(&self) -> &Pile {
        &self.pile
    }

    /// The cards dealt to the seat whose turn it is, of which it keeps one.
    #[inline]
    pub fn offered(&self) -> &[Card] {
        &self.offered[..usize::from(self.offers)]
    }

    /// A seat's colonist, once it has picked one in this round.
    #[inline]
    pub fn colonist(&self, seat: Seat) -> Option<Colonist> {
        self.picks[seat.index()]
    }

    /// The colonist that chance removed for this round.
    pub fn removed(&self) -> Option<Colonist> {
        self.removed
    }

    /// Whether everyone knows a seat's colonist.
    #[inline]
    pub fn is_exposed(&self, seat: Seat) -> bool {
        self.exposed & bit(seat) != 0
    }

    /// The seat that has a colonist.
    #[inline]
    pub(super) fn holder(&self, colonist: Colonist) -> Option<Seat> {
        let place = self.picks.iter().position(|&pick| pick == Some(colonist));
        place.map(Seat::new)
    }

    /// The colonists nobody has picked: those the seat to pick may choose from.
    #[inline]
    pub fn available(&self) -> Colonists {
        let taken = self.picks.iter().chain([&self.removed]).flatten();
        taken.fold(Colonists::ALL, |left, &colonist| left.without(colonist))
    }

    /// The colonists a seat could choose from when it picked, or can now; none before that.
    #[inline]
    pub(super) fn choice(&self, seat: Seat) -> Colonists {
        let had_turn = match self.phase {
            Phase::Pick => seat.index() <= usize::from(self.turn),
            phase => phase.has_colonists(),
        };
        if !had_turn {
            return Colonists::NONE;
        }
        let before = self.picks[..seat.index()].iter().chain([&self.removed]);
        before
            .flatten()
            .fold(Colonists::ALL, |left, &colonist| left.without(colonist))
    }

    /// The modules that the seat whose turn it is has and can pay for, as a set of bits.
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

    /// Every card that lies in a hand, is offered, was put to the bottom, or is out of play.
    pub(super) fn cards(&self) -> impl Iterator<Item = Card> + '_ {
        let hands = self.hands.iter().flat_map(Hand::cards);
        let pile = self.pile.bottom().iter().chain(self.pile.out());
        hands.chain(self.offered()).chain(pile).copied()
    }

    /// The same cards, to be changed.
    pub(super) fn cards_mut(&mut self) -> impl Iterator<Item = &mut Card> {
        let hands = self.hands.iter_mut().flat_map(Hand::cards_mut);
        let offered = self.offered[..usize::from(self.offers)].iter_mut();
        hands.chain(offered).chain(self.pile.cards_mut())
    }

    /// Whose decision it is; the cap is not looked at.
    #[inline]
    pub(super) fn actor(&self) -> Node {
        match self.phase {
            Phase::Remove | Phase::Vision(_) | Phase::Deal => Node::Chance,
            Phase::Pick | Phase::Draw | Phase::Keep | Phase::Power | Phase::Build => {
                Node::Decide(self.turn())
            }
            Phase::Full | Phase::Empty => Node::Over,
        }
    }

    pub(super) fn key(&self) -> u64 {
        let colonist = |pick: Option<Colonist>| pick.map_or(7, |colonist| colonist as u64);
        let mut key = mixed(self.pile.fresh.bits(), self.pile.lengths());
        for chunk in self.pile.all_cards().chunks(8) {
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
            Phase::Remove => 0,
            Phase::Pick => 1,
            Phase::Draw => 2,
            Phase::Vision(Take::Omnium) => 3,
            Phase::Vision(Take::Cards) => 4,
            Phase::Deal => 5,
            Phase::Keep => 6,
            Phase::Power => 7,
            Phase::Build => 8,
            Phase::Full => 9,
            Phase::Empty => 10,
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

fn bytes(cards: &[Card]) -> u64 {
    cards
        .iter()
        .fold(0, |word, card| word << 8 | u64::from(card.bits()))
}

/// The modules of a set of bits, in the order of Table 2.1.
#[inline]
pub(super) fn modules_of(mut set: u16) -> impl Iterator<Item = Module> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let index = set.trailing_zeros() as u8;
        set &= set - 1;
        Some(Module::of_bits(index))
    })
}
