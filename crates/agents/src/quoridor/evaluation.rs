//! Who is winning: distances, walls in hand, and whose turn it is.

use ludorum_core::{Evaluate, Game, PerSeat, Points, Seat};
use ludorum_games::Quoridor;
use ludorum_games::quoridor::State;

use super::weakness::Weakness;

/// The evaluation of the thesis (Koirala 2024, 6.1): distances and walls in hand of both sides.
///
/// With more than two seats every other seat is compared with.
#[derive(Clone, Copy, Debug)]
pub struct FourFeatures(pub Sense);

/// Whether a short way counts for or against a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sense {
    /// `(S_Q - S_P) + (W_P - W_Q)`: a short way is good.
    Sensible,
    /// `(S_P - S_Q) + (W_P - W_Q)`, as equation 6.1 is printed.
    Printed,
}

impl Evaluate<Quoridor> for FourFeatures {
    fn points(&self, game: &Quoridor, state: &State) -> PerSeat<Points> {
        let own = PerSeat::from_fn(game.seats(), |seat| {
            let steps = state.distance(seat) as Points;
            let walls = Points::from(state.walls_left(seat));
            match self.0 {
                Sense::Sensible => walls - steps,
                Sense::Printed => walls + steps,
            }
        });
        against_the_others(&own)
    }

    fn scale(&self) -> Points {
        4
    }
}

/// The same opinion of one who does not know that reaching the goal ends the game: the pseudocode of
/// the thesis judges finished games like all others (6.2.3).
#[derive(Clone, Copy, Debug)]
pub struct Unaware(pub FourFeatures);

impl Evaluate<Quoridor> for Unaware {
    fn points(&self, game: &Quoridor, state: &State) -> PerSeat<Points> {
        self.0.points(game, state)
    }

    fn scale(&self) -> Points {
        Evaluate::<Quoridor>::scale(&self.0)
    }

    fn ending(&self, game: &Quoridor, state: &State) -> Option<PerSeat<Points>> {
        Some(self.points(game, state))
    }
}

/// What counts how much in a [`Race`], in hundredths of a step. Found by matches.
#[derive(Clone, Copy, Debug)]
struct Weights {
    /// Each wall in hand.
    wall: Points,
    /// Having any: half of this for the first wall, a quarter for the second, and so on to the
    /// fourth.
    first_walls: Points,
    /// The square of how many walls a seat has more than each of the others. Who runs out of walls
    /// long before another is at their mercy, however far behind they are.
    more_walls: Points,
    /// Each step by which a single wall could lengthen the way.
    weakness: Points,
    /// Being the one to move.
    tempo: Points,
}

const AGAINST_ONE: Weights = Weights {
    wall: 100,
    first_walls: 200,
    more_walls: 15,
    weakness: 60,
    tempo: 70,
};

const AGAINST_MORE: Weights = Weights {
    wall: 150,
    first_walls: 200,
    more_walls: 0,
    weakness: 30,
    tempo: 70,
};

/// A weakness beyond this many steps is as bad as this.
const WORST_WEAKNESS: Points = 12;

/// A race that is won, as nobody who is behind has a wall to change it.
const DECIDED: Points = 3000;

/// The race to the goal, in hundredths of a step: how far it is, how weak the way is, and what the
/// walls in hand can still do. Seats are compared with the best of the others.
#[derive(Debug, Default)]
pub struct Race {
    weakness: Weakness,
}

impl Race {
    fn own(&self, game: &Quoridor, state: &State, seat: Seat) -> Points {
        let weights = match game.seats() {
            2 => AGAINST_ONE,
            _ => AGAINST_MORE,
        };
        let others = Seat::all(game.seats()).filter(|&other| other != seat);
        let most = others.map(|other| state.walls_left(other)).max();
        let most = most.map_or(0, Points::from);
        let walls = Points::from(state.walls_left(seat));
        let more = (walls - most).max(0);
        let mut points = weights.wall * walls
            + weights.first_walls * [0, 4, 6, 7, 8][walls.min(4) as usize] / 8
            + weights.more_walls * more * more
            - 100 * state.distance(seat) as Points;
        if most > 0 {
            let weakness = self.weakness.of(game, state, seat) as Points;
            points -= weights.weakness * weakness.min(WORST_WEAKNESS);
        }
        if state.to_move() == seat {
            points += weights.tempo;
        }
        points
    }
}

/// The seat that arrives first, if nobody else has a wall left to delay it.
fn decided(game: &Quoridor, state: &State) -> Option<Seat> {
    let seats = game.seats();
    // The number of moves until each seat arrives, those of the others included.
    let arrival = |seat: Seat| {
        let wait = (seat.index() + seats - state.to_move().index()) % seats;
        state.distance(seat) as usize * seats + wait
    };
    let first = Seat::all(seats).min_by_key(|&seat| arrival(seat))?;
    let mut others = Seat::all(seats).filter(|&other| other != first);
    let nobody_can_delay = others.all(|other| state.walls_left(other) == 0);
    nobody_can_delay.then_some(first)
}

impl Evaluate<Quoridor> for Race {
    fn points(&self, game: &Quoridor, state: &State) -> PerSeat<Points> {
        let mut own = PerSeat::from_fn(game.seats(), |seat| self.own(game, state, seat));
        if let Some(winner) = decided(game, state) {
            own[winner] += DECIDED;
        }
        PerSeat::from_fn(game.seats(), |seat| {
            let others = Seat::all(game.seats()).filter(|&other| other != seat);
            own[seat] - others.map(|other| own[other]).max().unwrap_or(0)
        })
    }

    fn scale(&self) -> Points {
        300
    }
}

/// What each seat has more than the others: sums to zero.
fn against_the_others(own: &PerSeat<Points>) -> PerSeat<Points> {
    let all: Points = own.iter().sum();
    let seats = own.seats() as Points;
    own.map(|points| seats * points - all)
}
