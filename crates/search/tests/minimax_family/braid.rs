//! A toy game with many transpositions, to test transposition tables.

use ludorum_core::{Deterministic, Game, NodeKind, Outcome, PerSeat, Seat, Seed};

/// A game in which every move adds to or subtracts from a sum; after a fixed number of moves the sum
/// determines the payoffs.
///
/// Transpositions always have the same length. So table entries are never deeper than required, and a
/// table must not change the result.
#[derive(Clone, Debug)]
pub(crate) struct Braid {
    pub(crate) seats: usize,
    pub(crate) length: u32,
    pub(crate) branching: u8,
    pub(crate) order: TurnOrder,
    pub(crate) payoff: Payoff,
}

/// Order in which the seats move.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TurnOrder {
    /// Alternating.
    InTurn,
    /// Random by this seed; a seat may move several times in a row.
    Drawn(Seed),
}

/// Payoff of the final sum.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Payoff {
    /// The first seat maximises the sum, the others minimise it. The last listed move is always best.
    Sum,
    /// Random by this seed, for every sum and seat.
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
            TurnOrder::InTurn => Seat::new(played as usize % self.seats),
            TurnOrder::Drawn(seed) => {
                let drawn = seed.child("mover", u64::from(played)).rng();
                Seat::new({ drawn }.below(self.seats))
            }
        }
    }

    /// The first seat adds, the others subtract.
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

    fn node(&self, state: &BraidState) -> NodeKind {
        if state.played < self.length {
            NodeKind::Decide(self.mover(state.played))
        } else {
            NodeKind::Over
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
        let utilities = PerSeat::from_fn(self.seats, |seat| match self.payoff {
            Payoff::Sum => first(seat) * f64::from(state.sum) / 1000.0,
            Payoff::Drawn(seed) => {
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
