//! What a seat can tell about the colonists of the others: from what it could choose from and passed
//! on, from those that are known to all, and from powers that had no effect.

use ludorum_core::{Rng, Seat};

use super::cards::bit;
use super::colonists::{Colonist, Colonists};
use super::state::{Phase, SEATS, State};

/// The eyes of one seat on the colonists of this round. Of the position it reads only what that seat
/// knows: its own colonist and those known to all.
#[derive(Clone, Copy)]
pub(super) struct Suspicion<'a> {
    state: &'a State,
    observer: Seat,
    /// What the seat could choose from; empty before its turn to pick.
    choice: Colonists,
}

/// When somebody picked, for who knows what it could choose from itself. Who has not had its turn to
/// pick knows nothing: to it everyone picked before.
#[derive(Clone, Copy, PartialEq, Eq)]
enum When {
    /// Before the observer; so was the one that chance removed.
    Before,
    /// After the observer, from what it passed on.
    After,
}

impl<'a> Suspicion<'a> {
    pub(super) fn new(state: &'a State, observer: Seat, choice: Colonists) -> Suspicion<'a> {
        Suspicion {
            state,
            observer,
            choice,
        }
    }

    /// The colonists a seat may have; none if it has not picked.
    #[inline]
    pub(super) fn colonists(&self, seat: Seat) -> Colonists {
        if self.known() & bit(seat) != 0 {
            return self.state.colonist(seat).into_iter().collect();
        }
        let strangers = self.strangers();
        if strangers & bit(seat) == 0 {
            return Colonists::NONE;
        }
        let when = self.when(seat);
        let others = strangers & self.seats(when) & !bit(seat);
        let pool = self.pool(when);
        let mut possible = pool.minus(self.state.excluded[seat.index()]);
        for colonist in possible.iter() {
            if !self.can_have(others, pool.without(colonist)) {
                possible = possible.without(colonist);
            }
        }
        possible
    }

    /// The colonists that may have been removed; none if none was.
    pub(super) fn removed(&self) -> Colonists {
        if !self.state.phase.has_colonists() {
            return Colonists::NONE;
        }
        let pool = self.pool(When::Before);
        let strangers = self.strangers() & self.seats(When::Before);
        let is_possible = |&colonist: &Colonist| self.can_have(strangers, pool.without(colonist));
        pool.iter().filter(is_possible).collect()
    }

    /// Gives every stranger a colonist and removes one, each consistent way as likely as any other.
    pub(super) fn fill(&self, filled: &mut State, rng: &mut Rng) {
        if !self.state.phase.has_colonists() {
            return;
        }
        let strangers = self.strangers();
        loop {
            let mut before = self.pool(When::Before);
            let mut after = self.pool(When::After);
            let mut is_allowed = true;
            for seat in Seat::all(SEATS).filter(|&seat| strangers & bit(seat) != 0) {
                let colonist = match self.when(seat) {
                    When::Before => draw(&mut before, rng),
                    When::After => draw(&mut after, rng),
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

    /// The seats whose colonist the observer knows, as bits.
    #[inline]
    fn known(&self) -> u8 {
        self.state.exposed | bit(self.observer)
    }

    /// The seats that have a colonist which the observer does not know, as bits.
    #[inline]
    fn strangers(&self) -> u8 {
        let picked = match self.state.phase {
            Phase::Pick => (1 << self.state.turn) - 1,
            phase if phase.has_colonists() => (1 << SEATS) - 1,
            _ => 0,
        };
        picked & !self.known()
    }

    #[inline]
    fn when(&self, seat: Seat) -> When {
        match self.seats(When::Before) & bit(seat) {
            0 => When::After,
            _ => When::Before,
        }
    }

    /// The seats that picked then, as bits; the observer is of no meaning.
    #[inline]
    fn seats(&self, when: When) -> u8 {
        let before = match self.choice.is_empty() {
            true => (1 << SEATS) - 1,
            false => bit(self.observer) - 1,
        };
        match when {
            When::Before => before,
            When::After => !before,
        }
    }

    /// The colonists picked then whose holder the observer does not know.
    #[inline]
    fn pool(&self, when: When) -> Colonists {
        let pool = match when {
            When::Before => Colonists::ALL.minus(self.choice),
            When::After => self.choice,
        };
        let known = Seat::all(SEATS).filter(|&seat| self.known() & bit(seat) != 0);
        known
            .filter_map(|seat| self.state.colonist(seat))
            .fold(pool, Colonists::without)
    }

    /// Whether each of these seats can have one of these colonists that is not excluded for it.
    fn can_have(&self, seats: u8, left: Colonists) -> bool {
        if seats == 0 {
            return true;
        }
        let allowed = left.minus(self.state.excluded[seats.trailing_zeros() as usize]);
        allowed
            .iter()
            .any(|colonist| self.can_have(seats & (seats - 1), left.without(colonist)))
    }
}

/// Takes one of the set, each as likely as any other.
fn draw(left: &mut Colonists, rng: &mut Rng) -> Colonist {
    let colonist = left.nth(rng.below(left.len()));
    let colonist = colonist.expect("there are more colonists than seats");
    *left = left.without(colonist);
    colonist
}
