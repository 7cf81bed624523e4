//! New dice at the end of a turn: one chance event.

use std::collections::BTreeMap;

use ludorum_core::Rng;

use super::areas::{Area, MAX_AREAS};
use super::odds::MAX_DICE;
use super::state::State;

/// Largest number of placements of new dice that a chance node enumerates; more are only sampled.
const MOST_LISTED: u64 = 128;

/// A chance event at the end of a turn: the number of new dice (0 to 7) per area, bit-sliced into
/// three planes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NewDicePlacement([u32; 3]);

impl NewDicePlacement {
    /// The placement without new dice.
    pub const NONE: NewDicePlacement = NewDicePlacement([0; 3]);

    /// Number of new dice that this placement puts on `area`.
    #[inline]
    pub fn dice(self, area: Area) -> u8 {
        let bit = |plane: u32| (plane >> area.index() & 1) as u8;
        bit(self.0[0]) | bit(self.0[1]) << 1 | bit(self.0[2]) << 2
    }

    /// Returns the placement with one more die on `area`, which must get fewer than seven so far.
    #[inline]
    #[must_use]
    pub fn with_one_more(mut self, area: Area) -> NewDicePlacement {
        let mut carry = 1 << area.index();
        for plane in &mut self.0 {
            let both = *plane & carry;
            *plane ^= carry;
            carry = both;
        }
        self
    }

    /// Iterates over the areas that get new dice, with their number of new dice.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = (Area, u8)> {
        let mut some = self.0[0] | self.0[1] | self.0[2];
        std::iter::from_fn(move || {
            let area = Area::at(some.trailing_zeros() as usize)?;
            some &= some - 1;
            Some((area, self.dice(area)))
        })
    }

    /// Total number of new dice on all areas.
    pub fn total(self) -> u32 {
        let count = |plane: u32| plane.count_ones();
        count(self.0[0]) + 2 * count(self.0[1]) + 4 * count(self.0[2])
    }

    /// Draws a random placement of `placed` new dice of the seat to move: each goes to a random
    /// area of that seat with fewer than eight dice.
    #[inline]
    pub(super) fn sample(state: &State, placed: u32, rng: &mut Rng) -> NewDicePlacement {
        let mut open = [Area::at(0).expect("the first"); MAX_AREAS];
        let mut room = [0; MAX_AREAS];
        let mut opens = 0;
        for area in state.owned(state.turn()) {
            if state.dice(area) < MAX_DICE {
                open[opens] = area;
                room[opens] = MAX_DICE - state.dice(area);
                opens += 1;
            }
        }
        let mut growth = NewDicePlacement::NONE;
        for _ in 0..placed {
            let pick = rng.below(opens);
            growth = growth.with_one_more(open[pick]);
            room[pick] -= 1;
            if room[pick] == 0 {
                opens -= 1;
                open[pick] = open[opens];
                room[pick] = room[opens];
            }
        }
        growth
    }

    /// True if this placement of new dice can happen for the seat to move.
    pub(super) fn is_possible(self, state: &State) -> bool {
        let own = state.owned(state.turn());
        let fits = |(area, dice): (Area, u8)| {
            own.has(area) && state.dice(area).saturating_add(dice) <= MAX_DICE
        };
        self.total() == state.income().0 && self.iter().all(fits)
    }

    /// Enumerates the possible placements of the new dice of the seat to move with their
    /// probabilities. `None` if there are too many placements after any number of dice:
    /// intermediate ones count, because the probabilities depend on the order of the dice.
    pub(super) fn enumerate(state: &State) -> Option<BTreeMap<NewDicePlacement, f64>> {
        let (placed, _) = state.income();
        let own = state.owned(state.turn());
        let rooms = own.map(|area| MAX_DICE - state.dice(area));
        if rooms.clone().map(u32::from).sum::<u32>() == placed {
            let full = own.fold(NewDicePlacement::NONE, |growth, area| {
                (state.dice(area)..MAX_DICE).fold(growth, |growth, _| growth.with_one_more(area))
            });
            return Some(BTreeMap::from([(full, 1.0)]));
        }
        if max_ways(rooms, placed) > MOST_LISTED {
            return None;
        }
        let mut ways = BTreeMap::from([(NewDicePlacement::NONE, 1.0)]);
        for _ in 0..placed {
            let mut next = BTreeMap::new();
            for (growth, odds) in ways {
                let has_room = |&area: &Area| state.dice(area) + growth.dice(area) < MAX_DICE;
                let open = own.filter(has_room);
                let share = odds / open.clone().count() as f64;
                for area in open {
                    *next.entry(growth.with_one_more(area)).or_insert(0.0) += share;
                }
            }
            ways = next;
        }
        // Removes rounding errors.
        let all: f64 = ways.values().sum();
        ways.values_mut().for_each(|odds| *odds /= all);
        Some(ways)
    }
}

/// Largest number of placements of `n` dice on areas with the given free capacities, over all `n`
/// up to `dice`; values above [`MOST_LISTED`] are not exact.
fn max_ways(rooms: impl Iterator<Item = u8>, dice: u32) -> u64 {
    let mut ways = vec![0u64; dice as usize + 1];
    ways[0] = 1;
    for room in rooms {
        for sum in (0..ways.len()).rev() {
            let least = sum.saturating_sub(usize::from(room));
            let all: u64 = ways[least..=sum].iter().sum();
            ways[sum] = all.min(MOST_LISTED + 1);
        }
    }
    ways.into_iter().max().unwrap_or(0)
}
