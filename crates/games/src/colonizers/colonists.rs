//! The six colonists (secret roles), and sets of colonists as bit sets.

use std::fmt;

use super::modules::ModuleColour;

/// A colonist: the secret role of a player for one round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Colonist {
    /// Colonist that draws one extra card at the start of its player's turn.
    Visionary,
    /// Colonist that earns one omnium (the currency) for each green module in its player's colony.
    Ecologist,
    /// Colonist that earns one omnium (the currency) for each blue module in its player's colony.
    Miner,
    /// Colonist that earns one omnium (the currency) for each red module in its player's colony.
    General,
    /// Colonist that may steal omnium (the currency) from the player of a colonist it names.
    Opportunist,
    /// Colonist whose player may swap hands with the player of a colonist it names.
    Spy,
}

const NAMES: [&str; Colonist::ALL.len()] = [
    "visionary",
    "ecologist",
    "miner",
    "general",
    "opportunist",
    "spy",
];

impl Colonist {
    /// All six colonists.
    pub const ALL: [Colonist; 6] = [
        Colonist::Visionary,
        Colonist::Ecologist,
        Colonist::Miner,
        Colonist::General,
        Colonist::Opportunist,
        Colonist::Spy,
    ];

    /// Name of the colonist in moves, such as `miner`.
    pub const fn name(self) -> &'static str {
        NAMES[self as usize]
    }

    /// Returns the colonist called `name`; `None` if no colonist has this name.
    pub fn named(name: &str) -> Option<Colonist> {
        Colonist::ALL.into_iter().find(|other| other.name() == name)
    }

    /// Letter of the colonist in position texts: its initial in upper case.
    pub const fn letter(self) -> char {
        (NAMES[self as usize].as_bytes()[0] - b'a' + b'A') as char
    }

    /// Returns the colonist with the initial `letter`; `None` if no colonist has it.
    pub fn lettered(letter: char) -> Option<Colonist> {
        Colonist::ALL
            .into_iter()
            .find(|other| other.letter() == letter)
    }

    /// Colour of the modules for which this colonist earns omnium (currency); `None` for no income.
    #[inline]
    pub const fn colour(self) -> Option<ModuleColour> {
        match self {
            Colonist::Ecologist => Some(ModuleColour::Green),
            Colonist::Miner => Some(ModuleColour::Blue),
            Colonist::General => Some(ModuleColour::Red),
            Colonist::Visionary | Colonist::Opportunist | Colonist::Spy => None,
        }
    }

    /// The colonist that earns omnium (currency) for modules of a colour; `None` for plain modules.
    #[inline]
    pub const fn of_colour(colour: ModuleColour) -> Option<Colonist> {
        match colour {
            ModuleColour::Green => Some(Colonist::Ecologist),
            ModuleColour::Blue => Some(Colonist::Miner),
            ModuleColour::Red => Some(Colonist::General),
            ModuleColour::Plain => None,
        }
    }

    /// True if the colonist has a power to use in the power phase: the Opportunist and the Spy.
    #[inline]
    pub const fn is_active(self) -> bool {
        matches!(self, Colonist::Opportunist | Colonist::Spy)
    }
}

impl fmt::Display for Colonist {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of colonists as a bit set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct ColonistSet(u8);

impl ColonistSet {
    /// The empty set.
    pub const NONE: ColonistSet = ColonistSet(0);

    /// The set of all six colonists.
    pub const ALL: ColonistSet = ColonistSet(63);

    #[inline]
    pub(super) const fn bits(self) -> u8 {
        self.0
    }

    /// Number of colonists in the set.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// True if the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// True if the set contains `colonist`.
    #[inline]
    pub const fn has(self, colonist: Colonist) -> bool {
        self.0 >> colonist as u8 & 1 == 1
    }

    /// Returns the set with `colonist` added.
    #[inline]
    #[must_use]
    pub const fn with(self, colonist: Colonist) -> ColonistSet {
        ColonistSet(self.0 | 1 << colonist as u8)
    }

    /// Returns the set with `colonist` removed.
    #[inline]
    #[must_use]
    pub const fn without(self, colonist: Colonist) -> ColonistSet {
        ColonistSet(self.0 & !(1 << colonist as u8))
    }

    /// Difference: the colonists of this set that are not in `others`.
    #[inline]
    #[must_use]
    pub const fn minus(self, others: ColonistSet) -> ColonistSet {
        ColonistSet(self.0 & !others.0)
    }

    /// The colonist with `place` others of the set before it; `None` if the set is too small.
    #[inline]
    pub fn nth(self, place: usize) -> Option<Colonist> {
        self.iter().nth(place)
    }

    /// Iterates over the set in the order of [`Colonist::ALL`].
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Colonist> + Clone {
        let mut left = self.0;
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let index = left.trailing_zeros() as usize;
            left &= left - 1;
            Some(Colonist::ALL[index])
        })
    }
}

impl FromIterator<Colonist> for ColonistSet {
    fn from_iter<I: IntoIterator<Item = Colonist>>(colonists: I) -> ColonistSet {
        colonists
            .into_iter()
            .fold(ColonistSet::NONE, ColonistSet::with)
    }
}

impl fmt::Debug for ColonistSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters: String = self.iter().map(Colonist::letter).collect();
        write!(f, "{letters:?}")
    }
}
