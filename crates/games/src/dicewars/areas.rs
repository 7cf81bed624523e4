//! Areas of a board, and sets of areas as bitboards.

use std::fmt;

/// Largest number of areas on a board.
pub const MAX_AREAS: usize = 32;

/// An area: adjacent hexes with one owner. Its index counts from 0, its printed number from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Area(u8);

impl Area {
    /// Returns the area with index `index`, counted from 0; `None` if it is [`MAX_AREAS`] or more.
    #[inline]
    pub const fn at(index: usize) -> Option<Area> {
        if index < MAX_AREAS {
            Some(Area(index as u8))
        } else {
            None
        }
    }

    /// Index of the area, counted from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Area {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (self.0 + 1).fmt(f)
    }
}

/// A set of areas as a bitboard. Iterates in ascending order of index.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct AreaSet(u32);

impl AreaSet {
    /// The empty set.
    pub const NONE: AreaSet = AreaSet(0);

    /// The set of the `count` areas with the lowest indices.
    #[inline]
    pub const fn first(count: usize) -> AreaSet {
        AreaSet(((1u64 << count) - 1) as u32)
    }

    /// The set that contains only `area`.
    #[inline]
    pub const fn only(area: Area) -> AreaSet {
        AreaSet(1 << area.0)
    }

    /// Creates a set from a bit mask: bit `i` stands for the area with index `i`.
    #[inline]
    pub(super) const fn of_bits(bits: u32) -> AreaSet {
        AreaSet(bits)
    }

    /// The set as a bit mask: bit `i` stands for the area with index `i`.
    #[inline]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// True if `area` is in the set.
    #[inline]
    pub const fn has(self, area: Area) -> bool {
        self.0 >> area.0 & 1 == 1
    }

    /// Number of areas in the set.
    #[inline]
    pub const fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    /// True if the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the set with `area` added.
    #[inline]
    #[must_use]
    pub const fn with(self, area: Area) -> AreaSet {
        AreaSet(self.0 | 1 << area.0)
    }

    /// Returns the set with `area` removed.
    #[inline]
    #[must_use]
    pub const fn without(self, area: Area) -> AreaSet {
        AreaSet(self.0 & !(1 << area.0))
    }

    /// Intersection of the two sets.
    #[inline]
    #[must_use]
    pub const fn and(self, other: AreaSet) -> AreaSet {
        AreaSet(self.0 & other.0)
    }

    /// Union of the two sets.
    #[inline]
    #[must_use]
    pub const fn or(self, other: AreaSet) -> AreaSet {
        AreaSet(self.0 | other.0)
    }

    /// Difference: the areas of this set that are not in `other`.
    #[inline]
    #[must_use]
    pub const fn minus(self, other: AreaSet) -> AreaSet {
        AreaSet(self.0 & !other.0)
    }

    /// The area with `skipped` lower ones in the set; `None` if the set is too small.
    #[inline]
    pub fn nth_area(self, skipped: usize) -> Option<Area> {
        let mut rest = self;
        for _ in 0..skipped {
            rest.next()?;
        }
        rest.next()
    }
}

impl Iterator for AreaSet {
    type Item = Area;

    #[inline]
    fn next(&mut self) -> Option<Area> {
        if self.0 == 0 {
            return None;
        }
        let area = Area(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(area)
    }
}

impl FromIterator<Area> for AreaSet {
    fn from_iter<I: IntoIterator<Item = Area>>(areas: I) -> AreaSet {
        areas.into_iter().fold(AreaSet::NONE, AreaSet::with)
    }
}
