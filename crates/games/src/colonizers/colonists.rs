//! The six colonists, and sets of them as bits.

use std::fmt;

use super::modules::Colour;

/// A colonist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Colonist {
    /// Draws a module.
    Visionary,
    /// Earns by green modules.
    Ecologist,
    /// Earns by blue modules.
    Miner,
    /// Earns by red modules.
    General,
    /// Steals omnium.
    Opportunist,
    /// Swaps hands.
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
    /// All of them.
    pub const ALL: [Colonist; 6] = [
        Colonist::Visionary,
        Colonist::Ecologist,
        Colonist::Miner,
        Colonist::General,
        Colonist::Opportunist,
        Colonist::Spy,
    ];

    /// The name in moves.
    pub const fn name(self) -> &'static str {
        NAMES[self as usize]
    }

    /// The colonist with this name.
    pub fn named(name: &str) -> Option<Colonist> {
        Colonist::ALL.into_iter().find(|other| other.name() == name)
    }

    /// The letter for it in positions.
    pub const fn letter(self) -> char {
        (NAMES[self as usize].as_bytes()[0] - b'a' + b'A') as char
    }

    /// The colonist with this letter.
    pub fn lettered(letter: char) -> Option<Colonist> {
        Colonist::ALL
            .into_iter()
            .find(|other| other.letter() == letter)
    }

    /// The colour of the modules it earns by.
    #[inline]
    pub const fn colour(self) -> Option<Colour> {
        match self {
            Colonist::Ecologist => Some(Colour::Green),
            Colonist::Miner => Some(Colour::Blue),
            Colonist::General => Some(Colour::Red),
            Colonist::Visionary | Colonist::Opportunist | Colonist::Spy => None,
        }
    }

    /// The colonist that earns by modules of a colour.
    #[inline]
    pub const fn of_colour(colour: Colour) -> Option<Colonist> {
        match colour {
            Colour::Green => Some(Colonist::Ecologist),
            Colour::Blue => Some(Colonist::Miner),
            Colour::Red => Some(Colonist::General),
            Colour::Plain => None,
        }
    }

    /// Whether it has a power to use.
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

/// A set of colonists.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Colonists(u8);

impl Colonists {
    /// No colonist.
    pub const NONE: Colonists = Colonists(0);

    /// All six.
    pub const ALL: Colonists = Colonists(63);

    #[inline]
    pub(super) const fn bits(self) -> u8 {
        self.0
    }

    /// How many.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there are none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether this one is among them.
    #[inline]
    pub const fn has(self, colonist: Colonist) -> bool {
        self.0 >> colonist as u8 & 1 == 1
    }

    /// These and this one.
    #[inline]
    #[must_use]
    pub const fn with(self, colonist: Colonist) -> Colonists {
        Colonists(self.0 | 1 << colonist as u8)
    }

    /// These but not this one.
    #[inline]
    #[must_use]
    pub const fn without(self, colonist: Colonist) -> Colonists {
        Colonists(self.0 & !(1 << colonist as u8))
    }

    /// These but none of those.
    #[inline]
    #[must_use]
    pub const fn minus(self, others: Colonists) -> Colonists {
        Colonists(self.0 & !others.0)
    }

    /// The one that has `place` others before it.
    #[inline]
    pub fn nth(self, place: usize) -> Option<Colonist> {
        self.iter().nth(place)
    }

    /// All of them, in the order of [`Colonist::ALL`].
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

impl FromIterator<Colonist> for Colonists {
    fn from_iter<I: IntoIterator<Item = Colonist>>(colonists: I) -> Colonists {
        colonists.into_iter().fold(Colonists::NONE, Colonists::with)
    }
}

impl fmt::Debug for Colonists {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters: String = self.iter().map(Colonist::letter).collect();
        write!(f, "{letters:?}")
    }
}
