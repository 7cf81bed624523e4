//! New dice at the end of a turn, as one event of chance.

use std::collections::BTreeMap;

use ludorum_core::Rng;

use super::areas::{Area, MAX_AREAS};
use super::odds::MAX_DICE;
use super::state::State;

/// Nodes with more events than this are not listed.
const MOST_LISTED: u64 = 128;

/// How many new dice each area gets: at most seven, three bits each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Growth([u32; 3]);

impl Growth {
    /// No new dice.
    pub const NONE: Growth = Growth([0; 3]);

    /// The new dice of an area.
    #[inline]
    pub fn dice(self, area: Area) -> u8 {
        let bit = |plane: u32| (plane >> area.index() & 1) as u8;
        bit(self.0[0]) | bit(self.0[1]) << 1 | bit(self.0[2]) << 2
    }

    /// The same with one more die on an area, which has fewer than seven.
    #[inline]
    #[must_use]
    pub fn and_one(mut self, area: Area) -> Growth {
        let mut carry = 1 << area.index();
        for plane in &mut self.0 {
            let both = *plane & carry;
            *plane ^= carry;
            carry = both;
        }
        self
    }

    /// The areas that get dice, in order, and how many.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = (Area, u8)> {
        let mut some = self.0[0] | self.0[1] | self.0[2];
        std::iter::from_fn(move || {
            let area = Area::at(some.trailing_zeros() as usize)?;
            some &= some - 1;
            Some((area, self.dice(area)))
        })
    }

    /// All new dice together.
    pub fn total(self) -> u32 {
        let count = |plane: u32| plane.count_ones();
        count(self.0[0]) + 2 * count(self.0[1]) + 4 * count(self.0[2])
    }

    /// So many new dice of the seat to move: one at a time on any of its areas with fewer than eight.
    #[inline]
    pub(super) fn sample(state: &State, placed: u32, rng: &mut Rng) -> Growth {
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
        let mut growth = Growth::NONE;
        for _ in 0..placed {
            let pick = rng.below(opens);
            growth = growth.and_one(open[pick]);
            room[pick] -= 1;
            if room[pick] == 0 {
                opens -= 1;
                open[pick] = open[opens];
                room[pick] = room[opens];
            }
        }
        growth
    }

    /// Whether the seat to move can get just these dice.
    pub(super) fn is_possible(self, state: &State) -> bool {
        let own = state.owned(state.turn());
        let fits = |(area, dice): (Area, u8)| {
            own.has(area) && state.dice(area).saturating_add(dice) <= MAX_DICE
        };
        self.total() == state.income().0 && self.iter().all(fits)
    }

    /// All the ways in which the seat to move can get its dice, with their odds; none if there are
    /// too many to list, or too many on the way there: dice that almost fill the areas end up in
    /// few ways, but their odds depend on the order in which they fell.
    pub(super) fn listed(state: &State) -> Option<BTreeMap<Growth, f64>> {
        let (placed, _) = state.income();
        let own = state.owned(state.turn());
        let rooms = own.map(|area| MAX_DICE - state.dice(area));
        if rooms.clone().map(u32::from).sum::<u32>() == placed {
            let full = own.fold(Growth::NONE, |growth, area| {
                (state.dice(area)..MAX_DICE).fold(growth, |growth, _| growth.and_one(area))
            });
            return Some(BTreeMap::from([(full, 1.0)]));
        }
        if most_ways(rooms, placed) > MOST_LISTED {
            return None;
        }
        let mut ways = BTreeMap::from([(Growth::NONE, 1.0)]);
        for _ in 0..placed {
            let mut next = BTreeMap::new();
            for (growth, odds) in ways {
                let has_room = |&area: &Area| state.dice(area) + growth.dice(area) < MAX_DICE;
                let open = own.filter(has_room);
                let share = odds / open.clone().count() as f64;
                for area in open {
                    *next.entry(growth.and_one(area)).or_insert(0.0) += share;
                }
            }
            ways = next;
        }
        // Rounding would have a single way happen with a little more than certainty.
        let all: f64 = ways.values().sum();
        ways.values_mut().for_each(|odds| *odds /= all);
        Some(ways)
    }
}

/// In how many ways up to `dice` dice can be put on areas with so much room each: the most for any
/// number of them, capped where it does not matter any more.
fn most_ways(rooms: impl Iterator<Item = u8>, dice: u32) -> u64 {
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
