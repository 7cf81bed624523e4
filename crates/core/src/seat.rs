//! Seats of players, and arrays with one value per seat.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{Index, IndexMut};

/// Largest number of seats of any game.
pub const MAX_SEATS: usize = 8;

/// The place of a player in a game, fixed for the whole game. Counted from 0 in code and from 1 in
/// texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(u8);

impl Seat {
    /// The first seat, which moves first in most games.
    pub const FIRST: Seat = Seat(0);

    /// Returns the seat with this index, counted from 0.
    ///
    /// # Panics
    /// If `index` is not below [`MAX_SEATS`].
    #[inline]
    pub const fn new(index: usize) -> Seat {
        assert!(index < MAX_SEATS, "a game has at most eight seats");
        Seat(index as u8)
    }

    /// The index of this seat, counted from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The seat after this one in a game with `seats` seats; the first follows the last.
    #[inline]
    pub const fn next(self, seats: usize) -> Seat {
        Seat(((self.0 as usize + 1) % seats) as u8)
    }

    /// Iterates over all seats of a game with `seats` seats, in order.
    pub fn all(seats: usize) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator + Clone {
        assert!(seats <= MAX_SEATS, "a game has at most eight seats");
        (0..seats).map(|index| Seat(index as u8))
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}

/// An array with one value for each seat of a game, stored inline.
#[derive(Clone, Copy)]
pub struct PerSeat<T> {
    items: [T; MAX_SEATS],
    seats: u8,
}

impl<T: Copy> PerSeat<T> {
    /// Creates an array with `value` for each of `seats` seats.
    #[inline]
    pub fn filled(seats: usize, value: T) -> PerSeat<T> {
        assert!(seats <= MAX_SEATS, "a game has at most eight seats");
        PerSeat {
            items: [value; MAX_SEATS],
            seats: seats as u8,
        }
    }

    /// Creates an array with the result of `make` for each of `seats` seats.
    #[inline]
    pub fn from_fn(seats: usize, mut make: impl FnMut(Seat) -> T) -> PerSeat<T>
    where
        T: Default,
    {
        let mut all = PerSeat::filled(seats, T::default());
        for seat in Seat::all(seats) {
            all[seat] = make(seat);
        }
        all
    }

    /// Number of seats of the game, which is the length of the array.
    #[inline]
    pub fn seats(&self) -> usize {
        usize::from(self.seats)
    }

    /// The values in seat order.
    #[inline]
    pub fn as_slice(&self) -> &[T] {
        &self.items[..self.seats()]
    }

    /// An iterator over the values in seat order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = T> + '_ {
        self.as_slice().iter().copied()
    }

    /// Returns an array with the result of `change` for each value.
    #[inline]
    pub fn map<U: Copy + Default>(&self, mut change: impl FnMut(T) -> U) -> PerSeat<U> {
        PerSeat::from_fn(self.seats(), |seat| change(self[seat]))
    }
}

impl<T> Index<Seat> for PerSeat<T> {
    type Output = T;

    #[inline]
    fn index(&self, seat: Seat) -> &T {
        &self.items[..usize::from(self.seats)][seat.index()]
    }
}

impl<T> IndexMut<Seat> for PerSeat<T> {
    #[inline]
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.items[..usize::from(self.seats)][seat.index()]
    }
}

// Compares the values of existing seats only.
impl<T: Copy + PartialEq> PartialEq for PerSeat<T> {
    fn eq(&self, other: &PerSeat<T>) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl<T: Copy + Eq> Eq for PerSeat<T> {}

impl<T: Copy + Hash> Hash for PerSeat<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_slice().hash(state);
    }
}

impl<T: Copy + fmt::Debug> fmt::Debug for PerSeat<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_go_round_and_are_printed_from_one() {
        let seats: Vec<String> = Seat::all(3).map(|seat| seat.to_string()).collect();
        assert_eq!(seats, ["1", "2", "3"]);
        assert_eq!(Seat::new(2).next(3), Seat::FIRST);
    }

    #[test]
    fn only_seats_at_the_table_count_for_equality() {
        let hash = |values: &PerSeat<u8>| {
            let mut hasher = std::hash::DefaultHasher::new();
            values.hash(&mut hasher);
            hasher.finish()
        };
        let (filled, made) = (PerSeat::filled(2, 1), PerSeat::from_fn(2, |_| 1));
        assert_eq!(filled, made);
        assert_eq!(hash(&filled), hash(&made));
        assert_ne!(filled, PerSeat::filled(3, 1));
    }

    #[test]
    #[should_panic]
    fn a_seat_that_is_not_at_the_table_has_no_value() {
        let values = PerSeat::filled(2, 0);
        let _ = values[Seat::new(2)];
    }
}
