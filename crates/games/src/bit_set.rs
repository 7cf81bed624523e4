//! Bitboards: sets of board squares or points as bits of one `u128`.

/// Implements set operations for a bitboard `struct Set(u128)`: bit `i` stands for `Place(i)`.
macro_rules! bit_set {
    ($Set:ident of $Place:ident) => {
        impl $Set {
            /// The empty set.
            pub const NONE: $Set = $Set(0);

            /// True if the set is empty.
            #[inline]
            pub fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// Number of elements in the set.
            #[inline]
            pub fn count(self) -> usize {
                self.0.count_ones() as usize
            }

            /// True if the set contains `place`.
            #[inline]
            pub fn has(self, place: $Place) -> bool {
                // Faster than a 128-bit shift.
                let halves = [self.0 as u64, (self.0 >> 64) as u64];
                halves[usize::from(place.0 >> 6 & 1)] >> (place.0 & 63) & 1 == 1
            }

            /// True if this set and `other` have an element in common.
            #[inline]
            pub fn meets(self, other: $Set) -> bool {
                self.0 & other.0 != 0
            }

            /// The element with the lowest index; `None` if the set is empty.
            #[inline]
            pub fn first(self) -> Option<$Place> {
                (self.0 != 0).then(|| $Place(self.0.trailing_zeros() as u8))
            }

            /// The element with `n` lower ones in the set, so `nth(0)` is the lowest.
            ///
            /// # Panics
            /// If the set has no more than `n` elements.
            #[inline]
            pub fn nth(self, n: usize) -> $Place {
                let low = self.0 as u64;
                let in_low = low.count_ones() as usize;
                let (mut word, mut skip, base) = if n < in_low {
                    (low, n, 0)
                } else {
                    ((self.0 >> 64) as u64, n - in_low, 64)
                };
                while skip > 0 {
                    word &= word.wrapping_sub(1);
                    skip -= 1;
                }
                assert!(word != 0, "the set has fewer elements");
                $Place(base + word.trailing_zeros() as u8)
            }
        }

        impl Iterator for $Set {
            type Item = $Place;

            #[inline]
            fn next(&mut self) -> Option<$Place> {
                let first = self.first()?;
                self.0 &= self.0 - 1;
                Some(first)
            }

            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                (self.count(), Some(self.count()))
            }

            // Two 64-bit halves are faster than removing bits from the `u128`.
            #[inline]
            fn fold<B, F: FnMut(B, $Place) -> B>(self, init: B, mut f: F) -> B {
                let mut all = init;
                for (mut half, base) in [(self.0 as u64, 0), ((self.0 >> 64) as u64, 64)] {
                    while half != 0 {
                        all = f(all, $Place(base + half.trailing_zeros() as u8));
                        half &= half - 1;
                    }
                }
                all
            }
        }

        impl ::std::ops::BitAnd for $Set {
            type Output = $Set;

            #[inline]
            fn bitand(self, other: $Set) -> $Set {
                $Set(self.0 & other.0)
            }
        }

        impl ::std::ops::BitOr for $Set {
            type Output = $Set;

            #[inline]
            fn bitor(self, other: $Set) -> $Set {
                $Set(self.0 | other.0)
            }
        }

        impl ::std::ops::BitXor for $Set {
            type Output = $Set;

            #[inline]
            fn bitxor(self, other: $Set) -> $Set {
                $Set(self.0 ^ other.0)
            }
        }

        impl ::std::ops::BitAndAssign for $Set {
            #[inline]
            fn bitand_assign(&mut self, other: $Set) {
                self.0 &= other.0;
            }
        }

        impl ::std::ops::BitOrAssign for $Set {
            #[inline]
            fn bitor_assign(&mut self, other: $Set) {
                self.0 |= other.0;
            }
        }

        impl ::std::ops::BitXorAssign for $Set {
            #[inline]
            fn bitxor_assign(&mut self, other: $Set) {
                self.0 ^= other.0;
            }
        }
    };
}

pub(crate) use bit_set;
