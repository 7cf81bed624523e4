//! Areas of a board, and sets of them as bits.

use std::fmt;

/// The most areas a board may have.
pub const MAX_AREAS: usize = 32;

/// One area of a board. Counted from 0 inside, printed from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Area(u8);

impl Area {
    /// The area with this index, counted from 0; none if no board has so many.
    #[inline]
    pub const fn at(index: usize) -> Option<Area> {
        if index < MAX_AREAS {
            Some(Area(index as u8))
        } else {
            None
        }
    }

    /// The index of this area, counted from 0.
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

/// A set of areas. Iterates over them in order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Areas(u32);

impl Areas {
    /// No area.
    pub const NONE: Areas = Areas(0);

    /// The first `count` areas.
    #[inline]
    pub const fn first(count: usize) -> Areas {
        Areas(((1u64 << count) - 1) as u32)
    }

    /// Just this area.
    #[inline]
    pub const fn only(area: Area) -> Areas {
        Areas(1 << area.0)
    }

    /// The areas whose bits are set.
    #[inline]
    pub(super) const fn of_bits(bits: u32) -> Areas {
        Areas(bits)
    }

    /// One bit for each area.
    #[inline]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Whether the area is in the set.
    #[inline]
    pub const fn has(self, area: Area) -> bool {
        self.0 >> area.0 & 1 == 1
    }

    /// The number of areas.
    #[inline]
    pub const fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is no area.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The set with the area.
    #[inline]
    #[must_use]
    pub const fn with(self, area: Area) -> Areas {
        Areas(self.0 | 1 << area.0)
    }

    /// The set without the area.
    #[inline]
    #[must_use]
    pub const fn without(self, area: Area) -> Areas {
        Areas(self.0 & !(1 << area.0))
    }

    /// The areas in both sets.
    #[inline]
    #[must_use]
    pub const fn and(self, other: Areas) -> Areas {
        Areas(self.0 & other.0)
    }

    /// The areas in either set.
    #[inline]
    #[must_use]
    pub const fn or(self, other: Areas) -> Areas {
        Areas(self.0 | other.0)
    }

    /// The areas that are not in the other set.
    #[inline]
    #[must_use]
    pub const fn minus(self, other: Areas) -> Areas {
        Areas(self.0 & !other.0)
    }

    /// The area before which there are `skipped` others in the set.
    #[inline]
    pub fn nth_area(self, skipped: usize) -> Option<Area> {
        let mut rest = self;
        for _ in 0..skipped {
            rest.next()?;
        }
        rest.next()
    }
}

impl Iterator for Areas {
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

impl FromIterator<Area> for Areas {
    fn from_iter<I: IntoIterator<Item = Area>>(areas: I) -> Areas {
        areas.into_iter().fold(Areas::NONE, Areas::with)
    }
}
