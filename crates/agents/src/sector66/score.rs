//! What a position is worth: the score function (9) of chapter 3.9.3 of the thesis (Brenner 2015).

use ludorum_core::{Evaluate, Game, PerSeat, Points, Seat};
use ludorum_games::Sector66;
use ludorum_games::sector66::{Content, State};

use super::distance::Distances;

/// What counts how much, under the names the thesis gives it in Table 2.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// A wall in hand, in turns (`WallValue`).
    pub wall: f64,
    /// A spell in hand, in turns (`SpellValue`).
    pub spell: f64,
    /// How fast the score grows with the difference (`ScoreConst`).
    pub growth: f64,
    /// What the own value counts against that of the others (`CurrentPlayerScoreCoefficient`).
    pub own: f64,
}

impl Default for Weights {
    fn default() -> Weights {
        Weights {
            wall: 0.5,
            spell: 0.75,
            growth: 0.5,
            own: 0.9,
        }
    }
}

/// The score function.
#[derive(Debug, Default)]
pub struct Score {
    weights: Weights,
    distances: Distances,
}

/// Points of a turn, where whole numbers are wanted.
const POINTS_OF_A_TURN: f64 = 100.0;

impl Score {
    /// With these weights.
    pub fn new(weights: Weights) -> Score {
        Score {
            weights,
            distances: Distances::default(),
        }
    }

    /// The value of a position to a seat (4): walls and spells in hand, less the turns to go.
    fn value<C: Content>(&self, game: &Sector66<C>, state: &State, seat: Seat) -> f64 {
        let walls = f64::from(state.board().walls_left(seat));
        let spells = state.spells_of(seat).count() as f64;
        let turns = f64::from(self.distances.of(game, state, seat));
        self.weights.wall * walls + self.weights.spell * spells - turns
    }

    /// What each seat has more than the best of the others, its own counting less.
    fn leads<C: Content>(&self, game: &Sector66<C>, state: &State) -> PerSeat<f64> {
        let seats = game.seats();
        let values = PerSeat::from_fn(seats, |seat| self.value(game, state, seat));
        PerSeat::from_fn(seats, |seat| {
            let others = Seat::all(seats).filter(|&other| other != seat);
            let best = others.map(|other| values[other]);
            self.weights.own * values[seat] - best.fold(f64::NEG_INFINITY, f64::max)
        })
    }

    /// The score of each seat, from 0 to 1. At the end of the game it is the seat's share of the win.
    pub fn of<C: Content>(&self, game: &Sector66<C>, state: &State) -> PerSeat<f64> {
        if let Some(outcome) = game.outcome(state) {
            return PerSeat::from_fn(game.seats(), |seat| outcome.share(seat));
        }
        let leads = self.leads(game, state);
        // libm, because the standard library's differs between platforms.
        leads.map(|lead| libm::atan(self.weights.growth * lead) / std::f64::consts::PI + 0.5)
    }
}

/// For searches that compare rather than average: the leads themselves, in hundredths of a turn.
impl<C: Content> Evaluate<Sector66<C>> for Score {
    fn points(&self, game: &Sector66<C>, state: &State) -> PerSeat<Points> {
        let leads = self.leads(game, state);
        leads.map(|lead| (lead * POINTS_OF_A_TURN).round() as Points)
    }

    // Where the score is 0.75, which is half of what is better than even.
    fn scale(&self) -> Points {
        (POINTS_OF_A_TURN / self.weights.growth.abs().max(0.01)) as Points
    }
}
