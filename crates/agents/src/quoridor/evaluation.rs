//! Who is winning: distances, walls in hand, and whose turn it is.

use ludorum_core::{Evaluate, Game, PerSeat, Points, Seat};
use ludorum_games::Quoridor;
use ludorum_games::quoridor::State;

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

/// The weights of [`Race`], in hundredths of a step.
#[derive(Clone, Copy, Debug)]
pub struct RaceWeights {
    /// One wall in hand.
    pub wall: Points,
    /// One wall more for each step the other still has to go: walls are worth less near the end.
    pub wall_by_distance: Points,
    /// Being the one to move.
    pub tempo: Points,
    /// A race that is won, as nobody has a wall to change it.
    pub decided: Points,
}

impl Default for RaceWeights {
    fn default() -> RaceWeights {
        RaceWeights {
            wall: 40,
            wall_by_distance: 3,
            tempo: 50,
            decided: 3000,
        }
    }
}

/// The race to the goal: a step is worth 100, walls what they can still delay.
#[derive(Clone, Copy, Debug, Default)]
pub struct Race {
    /// What counts how much.
    pub weights: RaceWeights,
}

impl Race {
    fn own(&self, game: &Quoridor, state: &State, seat: Seat) -> Points {
        let w = &self.weights;
        let others = Seat::all(game.seats()).filter(|&other| other != seat);
        let nearest = others.map(|other| state.distance(other)).min().unwrap_or(0);
        let walls = Points::from(state.walls_left(seat));
        let tempo = if state.to_move() == seat { w.tempo } else { 0 };
        let wall = w.wall + w.wall_by_distance * nearest.min(8) as Points;
        tempo + wall * walls - 100 * state.distance(seat) as Points
    }

    /// The points of a race that walls can no longer change.
    fn decided(&self, game: &Quoridor, state: &State) -> Option<(Seat, Points)> {
        let seats = game.seats();
        // The number of moves until each seat arrives, those of the others included.
        let arrival = |seat: Seat| {
            let wait = (seat.index() + seats - state.to_move().index()) % seats;
            state.distance(seat) as usize * seats + wait
        };
        let first = Seat::all(seats).min_by_key(|&seat| arrival(seat))?;
        let mut others = Seat::all(seats).filter(|&other| other != first);
        let nobody_can_delay = others.all(|other| state.walls_left(other) == 0);
        nobody_can_delay.then_some((first, self.weights.decided))
    }
}

impl Evaluate<Quoridor> for Race {
    fn points(&self, game: &Quoridor, state: &State) -> PerSeat<Points> {
        let mut own = PerSeat::from_fn(game.seats(), |seat| self.own(game, state, seat));
        if let Some((winner, points)) = self.decided(game, state) {
            own[winner] += points;
        }
        against_the_others(&own)
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
