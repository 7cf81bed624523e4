//! The six colonists, and sets of colonists as bit sets.

use std::fmt;

use super::modules::ModuleColour;

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

    /// Name in moves.
    pub const fn name(self) -> &'static str {
        NAMES[self as usize]
    }

    /// The colonist with this name.
    pub fn named(name: &str) -> Option<Colonist> {
        Colonist::ALL.into_iter().find(|other| other.name() == name)
    }

    /// Letter in positions.
    pub const fn letter(self) -> char {
        (NAMES[self as usize].as_bytes()[0] - b'a' + b'A') as char
    }

    /// The colonist with this letter.
    pub fn lettered(letter: char) -> Option<Colonist> {
        Colonist::ALL
            .into_iter()
            .find(|other| other.letter() == letter)
    }

    /// Colour of the modules it earns by.
    #[inline]
    pub const fn colour(self) -> Option<ModuleColour> {
        match self {
            Colonist::Ecologist => Some(ModuleColour::Green),
            Colonist::Miner => Some(ModuleColour::Blue),
            Colonist::General => Some(ModuleColour::Red),
            Colonist::Visionary | Colonist::Opportunist | Colonist::Spy => None,
        }
    }

    /// The colonist that earns by modules of a colour.
    #[inline]
    pub const fn of_colour(colour: ModuleColour) -> Option<Colonist> {
        match colour {
            ModuleColour::Green => Some(Colonist::Ecologist),
            ModuleColour::Blue => Some(Colonist::Miner),
            ModuleColour::Red => Some(Colonist::General),
            ModuleColour::Plain => None,
        }
    }

    /// True if it has a power to use.
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
pub struct ColonistSet(u8);

impl ColonistSet {
    /// No colonist.
    pub const NONE: ColonistSet = ColonistSet(0);

    /// All six.
    pub const ALL: ColonistSet = ColonistSet(63);

    #[inline]
    pub(super) const fn bits(self) -> u8 {
        self.0
    }

    /// Number of colonists.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// True if the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// True if the set contains this colonist.
    #[inline]
    pub const fn has(self, colonist: Colonist) -> bool {
        self.0 >> colonist as u8 & 1 == 1
    }

    /// Adds a colonist.
    #[inline]
    #[must_use]
    pub const fn with(self, colonist: Colonist) -> ColonistSet {
        ColonistSet(self.0 | 1 << colonist as u8)
    }

    /// Removes a colonist.
    #[inline]
    #[must_use]
    pub const fn without(self, colonist: Colonist) -> ColonistSet {
        ColonistSet(self.0 & !(1 << colonist as u8))
    }

    /// Removes these colonists.
    #[inline]
    #[must_use]
    pub const fn minus(self, others: ColonistSet) -> ColonistSet {
        ColonistSet(self.0 & !others.0)
    }

    /// The colonist with `place` others of the set before it.
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
