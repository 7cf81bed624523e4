//! The sixteen kinds of modules (Table 2.1 of the thesis), and heaps of them as counts in one word.

use std::fmt;

/// A kind of module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Module(u8);

/// What a module is good for besides points: a colonist earns by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// The Ecologist's.
    Green,
    /// The Miner's.
    Blue,
    /// The General's.
    Red,
    /// Nobody's.
    Plain,
}

struct Kind {
    name: &'static str,
    cost: u8,
    value: u8,
    copies: u8,
}

const fn kind(name: &'static str, cost: u8, value: u8, copies: u8) -> Kind {
    Kind {
        name,
        cost,
        value,
        copies,
    }
}

/// Four of each colour: green, blue, red, plain.
const KINDS: [Kind; Module::KINDS] = [
    kind("oxygen-generator", 4, 4, 4),
    kind("water-reservoir", 5, 6, 4),
    kind("hydroponics-facility", 6, 8, 4),
    kind("eco-dome", 8, 11, 1),
    kind("marketplace", 2, 2, 4),
    kind("warehouse", 3, 3, 4),
    kind("quarry", 5, 6, 4),
    kind("purification-plant", 8, 10, 1),
    kind("garrison", 1, 1, 4),
    kind("barracks", 2, 2, 4),
    kind("military-academy", 3, 3, 4),
    kind("defense-system", 6, 7, 1),
    kind("housing-unit", 1, 1, 4),
    kind("spaceport", 4, 5, 4),
    kind("research-lab", 6, 8, 4),
    kind("mass-relay", 12, 16, 1),
];

impl Colour {
    /// The colours that a colonist earns by.
    pub const SYNERGIES: [Colour; 3] = [Colour::Green, Colour::Blue, Colour::Red];
}

impl Module {
    /// The number of kinds.
    pub const KINDS: usize = 16;

    /// Every kind, in the order of Table 2.1.
    pub fn all() -> impl ExactSizeIterator<Item = Module> + Clone {
        (0..Module::KINDS as u8).map(Module)
    }

    /// The kind in the lowest four bits.
    #[inline]
    pub(super) const fn of_bits(bits: u8) -> Module {
        Module(bits & 15)
    }

    /// Its number in Table 2.1, counted from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The kind with this name.
    pub fn named(name: &str) -> Option<Module> {
        Module::all().find(|module| module.name() == name)
    }

    /// The name in moves.
    pub const fn name(self) -> &'static str {
        KINDS[self.index()].name
    }

    /// The omnium it takes to build it.
    #[inline]
    pub const fn cost(self) -> u16 {
        KINDS[self.index()].cost as u16
    }

    /// The points it is worth once built.
    #[inline]
    pub const fn value(self) -> u16 {
        KINDS[self.index()].value as u16
    }

    /// How many of this kind there are.
    pub const fn copies(self) -> u8 {
        KINDS[self.index()].copies
    }

    /// Its colour.
    #[inline]
    pub const fn colour(self) -> Colour {
        match self.0 / 4 {
            0 => Colour::Green,
            1 => Colour::Blue,
            2 => Colour::Red,
            _ => Colour::Plain,
        }
    }

    /// The letter for it in positions: `a` to `p`.
    pub const fn letter(self) -> char {
        (b'a' + self.0) as char
    }

    /// The kind with this letter.
    pub fn lettered(letter: char) -> Option<Module> {
        match letter {
            'a'..='p' => Some(Module(letter as u8 - b'a')),
            _ => None,
        }
    }
}

impl fmt::Display for Module {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A heap of modules in which order does not matter: four bits for the number of each kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Modules(u64);

impl Modules {
    /// No modules.
    pub const NONE: Modules = Modules(0);

    /// All 52 modules.
    pub const ALL: Modules = {
        let mut bits = 0;
        let mut index = 0;
        while index < Module::KINDS {
            bits |= (KINDS[index].copies as u64) << (4 * index);
            index += 1;
        }
        Modules(bits)
    };

    #[inline]
    pub(super) const fn bits(self) -> u64 {
        self.0
    }

    /// How many of a kind.
    #[inline]
    pub const fn count(self, module: Module) -> usize {
        (self.0 >> (4 * module.index()) & 15) as usize
    }

    /// How many in all.
    #[inline]
    pub const fn len(self) -> usize {
        nibbles(self.0)
    }

    /// Whether there are none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many of a colour.
    #[inline]
    pub const fn coloured(self, colour: Colour) -> usize {
        nibbles(self.0 >> (16 * colour as u32) & 0xffff)
    }

    /// What they are worth together.
    #[inline]
    pub fn value(self) -> u16 {
        self.kinds()
            .map(|module| module.value() * self.count(module) as u16)
            .sum()
    }

    /// The kinds there are, each once.
    #[inline]
    pub fn kinds(self) -> impl Iterator<Item = Module> + Clone {
        let mut left = self.0;
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let index = left.trailing_zeros() / 4;
            left &= !(15 << (4 * index));
            Some(Module(index as u8))
        })
    }

    /// Every module, those of a kind one after the other.
    pub fn iter(self) -> impl Iterator<Item = Module> + Clone {
        self.kinds()
            .flat_map(move |module| std::iter::repeat_n(module, self.count(module)))
    }

    /// The module that has `place` others before it in [`iter`](Modules::iter).
    #[inline]
    pub(super) fn nth(self, place: usize) -> Option<Module> {
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
    pub(super) fn add(&mut self, module: Module) {
        self.0 += 1 << (4 * module.index());
    }

    #[inline]
    pub(super) fn remove(&mut self, module: Module) {
        debug_assert!(self.count(module) > 0, "there is no {module}");
        self.0 -= 1 << (4 * module.index());
    }

    /// These without those, all of which are among them.
    #[inline]
    pub(super) fn without(self, others: Modules) -> Modules {
        Modules(self.0 - others.0)
    }
}

/// The sum of all groups of four bits.
const fn nibbles(bits: u64) -> usize {
    let low = 0x0f0f_0f0f_0f0f_0f0f;
    let bytes = (bits & low) + (bits >> 4 & low);
    (bytes.wrapping_mul(0x0101_0101_0101_0101) >> 56) as usize
}

impl FromIterator<Module> for Modules {
    fn from_iter<I: IntoIterator<Item = Module>>(modules: I) -> Modules {
        let mut heap = Modules::NONE;
        for module in modules {
            heap.add(module);
        }
        heap
    }
}

impl fmt::Debug for Modules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters: String = self.iter().map(Module::letter).collect();
        write!(f, "{letters:?}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_52_modules_of_16_kinds() {
        assert_eq!(Modules::ALL.len(), 52);
        let counts = Colour::SYNERGIES.map(|colour| Modules::ALL.coloured(colour));
        assert_eq!(counts, [13, 13, 13]);
        assert_eq!(Modules::ALL.coloured(Colour::Plain), 13);
        let singles = Module::all().filter(|module| module.copies() == 1);
        let names: Vec<&str> = singles.map(Module::name).collect();
        let expected = [
            "eco-dome",
            "purification-plant",
            "defense-system",
            "mass-relay",
        ];
        assert_eq!(names, expected);
        let worth: u16 = Module::all()
            .map(|module| module.value() * u16::from(module.copies()))
            .sum();
        assert_eq!((Modules::ALL.value(), worth), (240, 240));
    }

    #[test]
    fn a_heap_is_counted_and_walked_through() {
        let heap: Modules = "aaccp".chars().filter_map(Module::lettered).collect();
        assert_eq!(format!("{heap:?}"), "\"aaccp\"");
        assert_eq!((heap.len(), heap.value()), (5, 4 + 4 + 8 + 8 + 16));
        let by_place: Option<Modules> = (0..5).map(|place| heap.nth(place)).collect();
        assert_eq!(by_place, Some(heap));
        assert_eq!(heap.nth(5), None);
    }
}
