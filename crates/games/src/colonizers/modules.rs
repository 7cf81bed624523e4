//! The sixteen kinds of modules (Table 2.1 of the thesis), and multisets of modules.

use std::fmt;

/// One of the sixteen kinds of modules, the buildings of a colony.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ColonyModule(u8);

/// Colour of a module. It determines the colonist that earns omnium for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModuleColour {
    /// Colour of modules for which the Ecologist earns omnium (currency).
    Green,
    /// Colour of modules for which the Miner earns omnium (currency).
    Blue,
    /// Colour of modules for which the General earns omnium (currency).
    Red,
    /// Colour of modules for which no colonist earns omnium (currency).
    Plain,
}

struct ModuleProperties {
    name: &'static str,
    cost: u8,
    value: u8,
    copies: u8,
}

const fn properties(name: &'static str, cost: u8, value: u8, copies: u8) -> ModuleProperties {
    ModuleProperties {
        name,
        cost,
        value,
        copies,
    }
}

/// Properties of the sixteen kinds of modules, four kinds of each colour: green, blue, red, plain.
const KINDS: [ModuleProperties; ColonyModule::KINDS] = [
    properties("oxygen-generator", 4, 4, 4),
    properties("water-reservoir", 5, 6, 4),
    properties("hydroponics-facility", 6, 8, 4),
    properties("eco-dome", 8, 11, 1),
    properties("marketplace", 2, 2, 4),
    properties("warehouse", 3, 3, 4),
    properties("quarry", 5, 6, 4),
    properties("purification-plant", 8, 10, 1),
    properties("garrison", 1, 1, 4),
    properties("barracks", 2, 2, 4),
    properties("military-academy", 3, 3, 4),
    properties("defense-system", 6, 7, 1),
    properties("housing-unit", 1, 1, 4),
    properties("spaceport", 4, 5, 4),
    properties("research-lab", 6, 8, 4),
    properties("mass-relay", 12, 16, 1),
];

impl ModuleColour {
    /// The colours for which some colonist earns omnium (currency).
    pub const SYNERGIES: [ModuleColour; 3] =
        [ModuleColour::Green, ModuleColour::Blue, ModuleColour::Red];
}

impl ColonyModule {
    /// Number of kinds of modules.
    pub const KINDS: usize = 16;

    /// Iterates over all kinds of modules in the order of Table 2.1 of the thesis.
    pub fn all() -> impl ExactSizeIterator<Item = ColonyModule> + Clone {
        (0..ColonyModule::KINDS as u8).map(ColonyModule)
    }

    /// Returns the kind of module whose index is in the lowest four bits of `bits`.
    #[inline]
    pub(super) const fn of_bits(bits: u8) -> ColonyModule {
        ColonyModule(bits & 15)
    }

    /// Index of this kind of module in Table 2.1 of the thesis, counted from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the kind of module called `name`; `None` if no kind has this name.
    pub fn named(name: &str) -> Option<ColonyModule> {
        ColonyModule::all().find(|module| module.name() == name)
    }

    /// Name of the module in moves, such as `quarry`.
    pub const fn name(self) -> &'static str {
        KINDS[self.index()].name
    }

    /// Building cost in omnium, the currency of the game.
    #[inline]
    pub const fn cost(self) -> u16 {
        KINDS[self.index()].cost as u16
    }

    /// Points that this module is worth in a colony.
    #[inline]
    pub const fn value(self) -> u16 {
        KINDS[self.index()].value as u16
    }

    /// Number of cards of this module in the deck of 52 cards.
    pub const fn copies(self) -> u8 {
        KINDS[self.index()].copies
    }

    /// Colour of the module.
    #[inline]
    pub const fn colour(self) -> ModuleColour {
        match self.0 / 4 {
            0 => ModuleColour::Green,
            1 => ModuleColour::Blue,
            2 => ModuleColour::Red,
            _ => ModuleColour::Plain,
        }
    }

    /// Letter of the module in position texts: `a` to `p`.
    pub const fn letter(self) -> char {
        (b'a' + self.0) as char
    }

    /// Returns the kind of module with this letter; `None` if no kind has it.
    pub fn lettered(letter: char) -> Option<ColonyModule> {
        match letter {
            'a'..='p' => Some(ColonyModule(letter as u8 - b'a')),
            _ => None,
        }
    }
}

impl fmt::Display for ColonyModule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A multiset of modules: four bits for the number of each kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct ModuleCounts(u64);

impl ModuleCounts {
    /// The empty multiset.
    pub const NONE: ModuleCounts = ModuleCounts(0);

    /// The multiset of all 52 modules of the game.
    pub const ALL: ModuleCounts = {
        let mut bits = 0;
        let mut index = 0;
        while index < ColonyModule::KINDS {
            bits |= (KINDS[index].copies as u64) << (4 * index);
            index += 1;
        }
        ModuleCounts(bits)
    };

    #[inline]
    pub(super) const fn bits(self) -> u64 {
        self.0
    }

    /// Number of modules of kind `module`.
    #[inline]
    pub const fn count(self, module: ColonyModule) -> usize {
        (self.0 >> (4 * module.index()) & 15) as usize
    }

    /// Total number of modules.
    #[inline]
    pub const fn len(self) -> usize {
        sum_of_nibbles(self.0)
    }

    /// True if the multiset is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Number of modules of colour `colour`.
    #[inline]
    pub const fn coloured(self, colour: ModuleColour) -> usize {
        sum_of_nibbles(self.0 >> (16 * colour as u32) & 0xffff)
    }

    /// Total points that the modules are worth in a colony.
    #[inline]
    pub fn value(self) -> u16 {
        self.kinds()
            .map(|module| module.value() * self.count(module) as u16)
            .sum()
    }

    /// Iterates over the kinds of modules in this multiset, each kind once.
    #[inline]
    pub fn kinds(self) -> impl Iterator<Item = ColonyModule> + Clone {
        let mut left = self.0;
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let index = left.trailing_zeros() / 4;
            left &= !(15 << (4 * index));
            Some(ColonyModule(index as u8))
        })
    }

    /// Iterates over all modules, grouped by kind.
    pub fn iter(self) -> impl Iterator<Item = ColonyModule> + Clone {
        self.kinds()
            .flat_map(move |module| std::iter::repeat_n(module, self.count(module)))
    }

    /// The module at index `place` of [`iter`](ModuleCounts::iter); `None` if out of range.
    #[inline]
    pub(super) fn nth(self, place: usize) -> Option<ColonyModule> {
        let mut place = place;
        for module in self.kinds() {
            let count = self.count(module);
            if place < count {
                return Some(module);
            }
            place -= count;
        }
        None
    }

    #[inline]
    pub(super) fn add(&mut self, module: ColonyModule) {
        self.0 += 1 << (4 * module.index());
    }

    #[inline]
    pub(super) fn remove(&mut self, module: ColonyModule) {
        debug_assert!(self.count(module) > 0, "there is no {module}");
        self.0 -= 1 << (4 * module.index());
    }

    /// Returns the multiset with `others`, which must all be present, removed.
    #[inline]
    pub(super) fn without(self, others: ModuleCounts) -> ModuleCounts {
        ModuleCounts(self.0 - others.0)
    }
}

/// Sums the sixteen numbers of four bits in `bits`.
const fn sum_of_nibbles(bits: u64) -> usize {
    let low = 0x0f0f_0f0f_0f0f_0f0f;
    let bytes = (bits & low) + (bits >> 4 & low);
    (bytes.wrapping_mul(0x0101_0101_0101_0101) >> 56) as usize
}

impl FromIterator<ColonyModule> for ModuleCounts {
    fn from_iter<I: IntoIterator<Item = ColonyModule>>(modules: I) -> ModuleCounts {
        let mut heap = ModuleCounts::NONE;
        for module in modules {
            heap.add(module);
        }
        heap
    }
}

impl fmt::Debug for ModuleCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters: String = self.iter().map(ColonyModule::letter).collect();
        write!(f, "{letters:?}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_52_modules_of_16_kinds() {
        assert_eq!(ModuleCounts::ALL.len(), 52);
        let counts = ModuleColour::SYNERGIES.map(|colour| ModuleCounts::ALL.coloured(colour));
        assert_eq!(counts, [13, 13, 13]);
        assert_eq!(ModuleCounts::ALL.coloured(ModuleColour::Plain), 13);
        let singles = ColonyModule::all().filter(|module| module.copies() == 1);
        let names: Vec<&str> = singles.map(ColonyModule::name).collect();
        let expected = [
            "eco-dome",
            "purification-plant",
            "defense-system",
            "mass-relay",
        ];
        assert_eq!(names, expected);
        let worth: u16 = ColonyModule::all()
            .map(|module| module.value() * u16::from(module.copies()))
            .sum();
        assert_eq!((ModuleCounts::ALL.value(), worth), (240, 240));
    }

    #[test]
    fn a_heap_is_counted_and_walked_through() {
        let heap: ModuleCounts = "aaccp".chars().filter_map(ColonyModule::lettered).collect();
        assert_eq!(format!("{heap:?}"), "\"aaccp\"");
        assert_eq!((heap.len(), heap.value()), (5, 4 + 4 + 8 + 8 + 16));
        let by_place: Option<ModuleCounts> = (0..5).map(|place| heap.nth(place)).collect();
        assert_eq!(by_place, Some(heap));
        assert_eq!(heap.nth(5), None);
    }
}
