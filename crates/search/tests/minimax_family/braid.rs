//! A toy whose lines come together again: what a table must be right about.

use ludorum_core::{Deterministic, Game, Node, Outcome, PerSeat, Seat, Seed};

/// Every move adds a number to a sum or takes it off; after a fixed number of moves the sum decides
/// what each seat gets.
///
/// The same position is reached in many ways, but always after the same number of moves. So a table
/// never knows more of a position than the depth of the search shows, and must change nothing.
#[derive(Clone, Debug)]
pub(crate) struct Braid {
    pub(crate) seats: usize,
    pub(crate) length: u32,
    pub(crate) branching: u8,
    pub(crate) order: Order,
    pub(crate) stakes: Stakes,
}

/// Who moves when.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Order {
    /// One after the other.
    InTurn,
    /// Drawn from this seed; the same seat may move several times in a row.
    Drawn(Seed),
}

/// What the sum is worth.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Stakes {
    /// The first seat wants it large, the others small. The move listed last is always the best.
    Sum,
    /// Something drawn from this seed for every sum and every seat.
    Drawn(Seed),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BraidState {
    played: u32,
    sum: i32,
}

impl Braid {
    fn mover(&self, played: u32) -> Seat {
        match self.order {
            Order::InTurn => Seat::new(played as usize % self.seats),
            Order::Drawn(seed) => {
                let drawn = seed.child("mover", u64::from(played)).rng();
                Seat::new({ drawn }.below(self.seats))
            }
        }
    }

    /// The first seat adds, the others take off.
    fn change(&self, played: u32, mv: u8) -> i32 {
        match self.mover(played) {
            Seat::FIRST => i32::from(mv),
            _ => -i32::from(mv),
        }
    }
}

impl Game for Braid {
    type State = BraidState;
    type Move = u8;
    type Undo = ();
    type View = BraidState;

    fn seats(&self) -> usize {
        self.seats
    }

    fn initial(&self, _: Seed) -> BraidState {
        BraidState { played: 0, sum: 0 }
    }

    fn node(&self, state: &BraidState) -> Node {
        match state.played < self.length {
            true => Node::Decide(self.mover(state.played)),
            false => Node::Over,
        }
    }

    fn moves(&self, state: &BraidState, out: &mut Vec<u8>) {
        if state.played < self.length {
            out.extend(0..self.branching);
        }
    }

    fn make(&self, state: &mut BraidState, mv: u8) {
        state.sum += self.change(state.played, mv);
        state.played += 1;
    }

    fn unmake(&self, state: &mut BraidState, mv: u8, (): ()) {
        state.played -= 1;
        state.sum -= self.change(state.played, mv);
    }

    fn outcome(&self, state: &BraidState) -> Option<Outcome> {
        let first = |seat| if seat == Seat::FIRST { 1.0 } else { -1.0 };
        let utilities = PerSeat::from_fn(self.seats, |seat| match self.stakes {
            Stakes::Sum => first(seat) * f64::from(state.sum) / 1000.0,
            Stakes::Drawn(seed) => {
                let (index, sign) = match self.seats {
                    2 => (0, first(seat)),
                    _ => (seat.index() as u64, 1.0),
                };
                let drawn = seed.child("sum", state.sum as u64).child("seat", index);
                sign * (drawn.rng().unit() * 1.9 - 0.95)
            }
        });
        let end = || Outcome::draw(self.seats).with_utilities(utilities);
        (state.played == self.length).then(end)
    }

    fn key(&self, state: &BraidState) -> u64 {
        Seed(u64::from(state.played))
            .child("sum", state.sum as u64)
            .0
    }

    fn view(&self, state: &BraidState, _: Seat) -> BraidState {
        state.clone()
    }

    fn max_plies(&self) -> u32 {
        self.length
    }
}

impl Deterministic for Braid {}
