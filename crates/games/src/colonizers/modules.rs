//! The sixteen kinds of modules (Table 2.1 of the thesis), and multisets of modules.

use std::fmt;

/// A kind of module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ColonyModule(u8);

/// Colour of a module: the colonist that earns by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModuleColour {
    /// The Ecologist's.
    Green,
    /// The Miner's.
    Blue,
    /// The General's.
    Red,
    /// Nobody's.
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

/// Four of each colour: green, blue, red, plain.
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
    /// The colours by which colonists earn.
    pub const SYNERGIES: [ModuleColour; 3] =
        [ModuleColour::Green, ModuleColour::Blue, ModuleColour::Red];
}

impl ColonyModule {
    /// Number of kinds.
    pub const KINDS: usize = 16;

    /// Every kind, in the order of Table 2.1.
    pub fn all() -> impl ExactSizeIterator<Item = ColonyModule> + Clone {
        (0..ColonyModule::KINDS as u8).map(ColonyModule)
    }

    /// The kind in the lowest four bits.
    #[inline]
    pub(super) const fn of_bits(bits: u8) -> ColonyModule {
        ColonyModule(bits & 15)
    }

    /// Number in Table 2.1, counted from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The kind with this name.
    pub fn named(name: &str) -> Option<ColonyModule> {
        ColonyModule::all().find(|module| module.name() == name)
    }

    /// Name in moves.
    pub const fn name(self) -> &'static str {
        KINDS[self.index()].name
    }

    /// Building cost in omnium.
    #[inline]
    pub const fn cost(self) -> u16 {
        KINDS[self.index()].cost as u16
    }

    /// Points once built.
    #[inline]
    pub const fn value(self) -> u16 {
        KINDS[self.index()].value as u16
    }

    /// Number of cards of this kind.
    pub const fn copies(self) -> u8 {
        KINDS[self.index()].copies
    }

    /// Its colour.
    #[inline]
    pub const fn colour(self) -> ModuleColour {
        match self.0 / 4 {
            0 => ModuleColour::Green,
            1 => ModuleColour::Blue,
            2 => ModuleColour::Red,
            _ => ModuleColour::Plain,
        }
    }

    /// Letter in positions: `a` to `p`.
    pub const fn letter(self) -> char {
        (b'a' + self.0) as char
    }

    /// The kind with this letter.
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

/// A multiset of modules: four bits for the count of each kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct ModuleCounts(u64);

impl ModuleCounts {
    /// No modules.
    pub const NONE: ModuleCounts = ModuleCounts(0);

    /// All 52 modules.
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

    /// Number of modules of a kind.
    #[inline]
    pub const fn count(self, module: ColonyModule) -> usize {
        (self.0 >> (4 * module.index()) & 15) as usize
    }

    /// Total number of modules.
    #[inline]
    pub const fn len(self) -> usize {
        sum_of_nibbles(self.0)
    }

    /// True if there are no modules.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Number of modules of a colour.
    #[inline]
    pub const fn coloured(self, colour: ModuleColour) -> usize {
        sum_of_nibbles(self.0 >> (16 * colour as u32) & 0xffff)
    }

    /// Total value.
    #[inline]
    pub fn value(self) -> u16 {
        self.kinds()
            .map(|module| module.value() * self.count(module) as u16)
            .sum()
    }

    /// The kinds present, each once.
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

    /// Every module, grouped by kind.
    pub fn iter(self) -> impl Iterator<Item = ColonyModule> + Clone {
        self.kinds()
            .flat_map(move |module| std::iter::repeat_n(module, self.count(module)))
    }

    /// The module with `place` others before it in [`iter`](ModuleCounts::iter).
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

    /// Removes these modules, all of which must be present.
    #[inline]
    pub(super) fn without(self, others: ModuleCounts) -> ModuleCounts {
        ModuleCounts(self.0 - others.0)
    }
}

/// Sum of all groups of four bits.
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
