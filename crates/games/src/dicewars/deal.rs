//! Initial positions: random assignment of areas and dice to seats.

use std::cmp::Ordering;
use std::sync::Arc;

use ludorum_core::{MAX_SEATS, Rng, Seat, Seed};

use super::DiceWars;
use super::areas::{Area, AreaSet, MAX_AREAS};
use super::board::DiceWarsBoard;
use super::odds::MAX_DICE;
use super::state::{DiceWarsPhase, State};

/// Smallest and largest number of areas of a random board if the parameters do not fix the number.
pub(super) const DEFAULT_AREAS: (usize, usize) = (29, 31);

impl DiceWars {
    /// Generates the random board of a game from its seed.
    pub fn board(&self, seed: Seed) -> DiceWarsBoard {
        let areas = self.areas.unwrap_or_else(|| {
            let (fewest, most) = DEFAULT_AREAS;
            fewest + seed.child("areas", 0).rng().below(most - fewest + 1)
        });
        DiceWarsBoard::generate(areas, seed.child("board", 0))
    }

    /// Creates a random initial position on a board. Areas are dealt one by one, last seat first.
    /// Then each seat, last first, gets its share of the remaining dice, rounded half to even.
    pub fn deal(&self, board: &Arc<DiceWarsBoard>, rng: &mut Rng) -> State {
        let mut areas = [Area::at(0).expect("the first"); MAX_AREAS];
        let count = board.areas();
        for (place, area) in areas.iter_mut().zip(board.all()) {
            *place = area;
        }
        rng.shuffle(&mut areas[..count]);
        let mut state = State {
            board: Arc::clone(board),
            owned: [AreaSet::NONE; MAX_SEATS],
            dice: [0; MAX_AREAS],
            reserves: [0; MAX_SEATS],
            turn: Seat::FIRST,
            phase: DiceWarsPhase::Decide,
            attacks: 0,
            idle: 1,
            last: None,
        };
        let last_first = Seat::all(self.players).rev().cycle();
        for (&area, seat) in areas[..count].iter().zip(last_first) {
            let owned = &mut state.owned[seat.index()];
            *owned = owned.with(area);
            state.dice[area.index()] = 1;
        }
        let mut left = 3 * count - rng.below(6);
        for seat in Seat::all(self.players).rev() {
            // The remaining dice are shared by this seat and the seats before it.
            let share = rounded_half_to_even(left, seat.index() + 1);
            left -= share;
            add_random_dice(&mut state, seat, share, rng);
        }
        state
    }
}

/// Divides `dividend` by `divisor` and rounds to the nearest integer, half to even.
fn rounded_half_to_even(dividend: usize, divisor: usize) -> usize {
    let (quotient, remainder) = (dividend / divisor, dividend % divisor);
    let is_up = match (2 * remainder).cmp(&divisor) {
        Ordering::Less => false,
        Ordering::Equal => quotient % 2 == 1,
        Ordering::Greater => true,
    };
    quotient + usize::from(is_up)
}

/// Adds dice to random areas of `seat` until it has `dice` dice in total.
fn add_random_dice(state: &mut State, seat: Seat, dice: usize, rng: &mut Rng) {
    let mut open = state.owned(seat);
    for _ in open.count()..dice {
        if open.is_empty() {
            break;
        }
        let pick = rng.below(open.count());
        let area = open.nth_area(pick).expect("so many are open");
        state.dice[area.index()] += 1;
        if state.dice(area) == MAX_DICE {
            open = open.without(area);
        }
    }
}
