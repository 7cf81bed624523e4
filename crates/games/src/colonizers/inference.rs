//! Inference about other seats' colonists from the observer's own options, from revealed colonists,
//! and from powers that had no effect.

use ludorum_core::{Rng, Seat};

use super::cards::bit;
use super::colonists::{Colonist, ColonistSet};
use super::state::{ColonizersPhase, SEATS, State};

/// Inference of one seat about the colonists of this round. It reads only what that seat may know:
/// its own colonist and the revealed ones.
#[derive(Clone, Copy)]
pub(super) struct ColonistInference<'a> {
    state: &'a State,
    observer: Seat,
    /// Colonists that the observing seat could choose from at its pick; empty before its pick.
    choice: ColonistSet,
}

/// Time of a pick relative to the observer's pick. Before its own pick an observer has no
/// information, so all picks count as [`ColonistPickTiming::Before`].
#[derive(Clone, Copy, PartialEq, Eq)]
enum ColonistPickTiming {
    /// The colonist was picked before the observer's pick, or removed by chance.
    Before,
    /// The colonist was picked after the observer's pick, from those that the observer left.
    After,
}

impl<'a> ColonistInference<'a> {
    pub(super) fn new(
        state: &'a State,
        observer: Seat,
        choice: ColonistSet,
    ) -> ColonistInference<'a> {
        ColonistInference {
            state,
            observer,
            choice,
        }
    }

    /// The colonists that `seat` may have; empty if it has not picked.
    #[inline]
    pub(super) fn colonists(&self, seat: Seat) -> ColonistSet {
        if self.known() & bit(seat) != 0 {
            return self.state.colonist(seat).into_iter().collect();
        }
        let unknown_seats = self.unknown_seats();
        if unknown_seats & bit(seat) == 0 {
            return ColonistSet::NONE;
        }
        let order = self.order(seat);
        let others = unknown_seats & self.seats(order) & !bit(seat);
        let pool = self.pool(order);
        let mut possible = pool.minus(self.state.excluded[seat.index()]);
        for colonist in possible.iter() {
            if !self.can_have(others, pool.without(colonist)) {
                possible = possible.without(colonist);
            }
        }
        possible
    }

    /// The colonists that chance may have removed; empty if none was removed.
    pub(super) fn removed(&self) -> ColonistSet {
        if !self.state.phase.has_colonists() {
            return ColonistSet::NONE;
        }
        let pool = self.pool(ColonistPickTiming::Before);
        let unknown_seats = self.unknown_seats() & self.seats(ColonistPickTiming::Before);
        let is_possible =
            |&colonist: &Colonist| self.can_have(unknown_seats, pool.without(colonist));
        pool.iter().filter(is_possible).collect()
    }

    /// Samples the colonists unknown to the observer uniformly from all consistent assignments and
    /// writes them to `filled`.
    pub(super) fn fill(&self, filled: &mut State, rng: &mut Rng) {
        if !self.state.phase.has_colonists() {
            return;
        }
        let unknown_seats = self.unknown_seats();
        loop {
            let mut before = self.pool(ColonistPickTiming::Before);
            let mut after = self.pool(ColonistPickTiming::After);
            let mut is_allowed = true;
            for seat in Seat::all(SEATS).filter(|&seat| unknown_seats & bit(seat) != 0) {
                let colonist = match self.order(seat) {
                    ColonistPickTiming::Before => draw(&mut before, rng),
                    ColonistPickTiming::After => draw(&mut after, rng),
                };
                is_allowed &= !self.state.excluded[seat.index()].has(colonist);
                filled.picks[seat.index()] = Some(colonist);
            }
            filled.removed = Some(draw(&mut before, rng));
            if is_allowed {
                return;
            }
        }
    }

    /// Bit set of the seats whose colonist the observer knows.
    #[inline]
    fn known(&self) -> u8 {
        self.state.exposed | bit(self.observer)
    }

    /// Bit set of the seats that have picked a colonist unknown to the observer.
    #[inline]
    fn unknown_seats(&self) -> u8 {
        let picked = match self.state.phase {
            ColonizersPhase::Pick => (1 << self.state.turn) - 1,
            phase if phase.has_colonists() => (1 << SEATS) - 1,
            _ => 0,
        };
        picked & !self.known()
    }

    #[inline]
    fn order(&self, seat: Seat) -> ColonistPickTiming {
        match self.seats(ColonistPickTiming::Before) & bit(seat) {
            0 => ColonistPickTiming::After,
            _ => ColonistPickTiming::Before,
        }
    }

    /// Bit set of the seats that picked before or after the observer, whose own bit is arbitrary.
    #[inline]
    fn seats(&self, order: ColonistPickTiming) -> u8 {
        let before = if self.choice.is_empty() {
            (1 << SEATS) - 1
        } else {
            bit(self.observer) - 1
        };
        match order {
            ColonistPickTiming::Before => before,
            ColonistPickTiming::After => !before,
        }
    }

    /// Colonists that the seats picking before or after the observer may have, without known ones.
    #[inline]
    fn pool(&self, order: ColonistPickTiming) -> ColonistSet {
        let pool = match order {
            ColonistPickTiming::Before => ColonistSet::ALL.minus(self.choice),
            ColonistPickTiming::After => self.choice,
        };
        let known = Seat::all(SEATS).filter(|&seat| self.known() & bit(seat) != 0);
        known
            .filter_map(|seat| self.state.colonist(seat))
            .fold(pool, ColonistSet::without)
    }

    /// True if the seats of the bit set `seats` can all have different colonists from `left`, none
    /// of them excluded for its seat.
    fn can_have(&self, seats: u8, left: ColonistSet) -> bool {
        if seats == 0 {
            return true;
        }
        let allowed = left.minus(self.state.excluded[seats.trailing_zeros() as usize]);
        allowed
            .iter()
            .any(|colonist| self.can_have(seats & (seats - 1), left.without(colonist)))
    }
}

/// Removes a random colonist from a set and returns it.
fn draw(left: &mut ColonistSet, rng: &mut Rng) -> Colonist {
    let colonist = left.nth(rng.below(left.len()));
    let colonist = colonist.expect("there are more colonists than seats");
    *left = left.without(colonist);
    colonist
}
