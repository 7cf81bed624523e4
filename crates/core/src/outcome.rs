//! Results of finished games.

use crate::{PerSeat, Seat};

/// The result of a finished game: a rank and a utility for each seat.
///
/// Rank 0 is the best; tied seats share a rank. Agents maximise utility, which lies in [-1, 1].
/// By default a sole winner gets 1, a loser -1, and each of `k` tied winners `2/k - 1` (0 in a
/// draw of two).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    ranks: PerSeat<u8>,
    utilities: PerSeat<f64>,
}

impl Outcome {
    /// Creates the outcome with one winner and all other seats tied for second.
    pub fn win(seats: usize, winner: Seat) -> Outcome {
        Outcome::from_ranks(PerSeat::from_fn(seats, |seat| u8::from(seat != winner)))
    }

    /// Creates the outcome with all seats tied.
    pub fn draw(seats: usize) -> Outcome {
        Outcome::from_ranks(PerSeat::filled(seats, 0))
    }

    /// Creates the outcome with these ranks, of which the best must be 0, and default utilities.
    pub fn from_ranks(ranks: PerSeat<u8>) -> Outcome {
        let winners = ranks.iter().filter(|&rank| rank == 0).count();
        assert!(winners > 0, "some seat must have rank 0");
        let utilities = ranks.map(|rank| match rank {
            0 => 2.0 / winners as f64 - 1.0,
            _ => -1.0,
        });
        Outcome { ranks, utilities }
    }

    /// Replaces the utilities of this outcome, each between -1 and 1; the ranks stay the same.
    pub fn with_utilities(mut self, utilities: PerSeat<f64>) -> Outcome {
        assert!(
            utilities.iter().all(|utility| utility.abs() <= 1.0),
            "a utility lies between -1 and 1"
        );
        self.utilities = utilities;
        self
    }

    /// The rank of each seat; 0 is the best.
    #[inline]
    pub fn ranks(&self) -> PerSeat<u8> {
        self.ranks
    }

    /// The utility of each seat, from -1 to 1.
    #[inline]
    pub fn utilities(&self) -> PerSeat<f64> {
        self.utilities
    }

    /// The only seat with rank 0; `None` if several seats share that rank.
    pub fn winner(&self) -> Option<Seat> {
        let mut first = Seat::all(self.ranks.seats()).filter(|&seat| self.ranks[seat] == 0);
        match (first.next(), first.next()) {
            (Some(seat), None) => Some(seat),
            _ => None,
        }
    }

    /// The seat's share of the win: 1 for a sole winner, `1/k` for each of `k` tied winners,
    /// otherwise 0.
    pub fn share(&self, seat: Seat) -> f64 {
        match self.ranks[seat] {
            0 => 1.0 / self.ranks.iter().filter(|&rank| rank == 0).count() as f64,
            _ => 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_of_the_win_sum_to_one() {
        for outcome in [
            Outcome::win(4, Seat::new(2)),
            Outcome::draw(3),
            Outcome::from_ranks(PerSeat::from_fn(4, |seat| (seat.index() / 2) as u8)),
        ] {
            let sum: f64 = Seat::all(outcome.ranks().seats())
                .map(|seat| outcome.share(seat))
                .sum();
            assert!((sum - 1.0).abs() < 1e-12, "{outcome:?}");
        }
    }

    #[test]
    fn a_draw_between_two_is_worth_nothing_and_has_no_winner() {
        let draw = Outcome::draw(2);
        assert_eq!(draw.utilities().as_slice(), [0.0, 0.0]);
        assert_eq!(draw.winner(), None);
        assert_eq!(Outcome::win(2, Seat::new(1)).winner(), Some(Seat::new(1)));
    }
}
