//! Score function (9) of the thesis (Brenner 2015, chapter 3.9.3).

use std::sync::Arc;

use ludorum_core::{EvalPoints, Evaluate, Game, PerSeat, Seat};
use ludorum_games::Sector66;
use ludorum_games::sector66::{ContentSource, Rules, State};

use super::distance::DistanceCache;
use crate::wall_game::WallGame;

/// Weights of [`ThesisScore`]; parentheses give their names in Table 2 of Brenner (2015).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ThesisScoreWeights {
    /// Value of a wall in hand, in turns (`WallValue`).
    pub wall: f64,
    /// Value of a spell in hand, in turns (`SpellValue`).
    pub spell: f64,
    /// Slope of the score as a function of the lead (`ScoreConst`).
    pub growth: f64,
    /// Weight of a seat's own value relative to that of its best opponent
    /// (`CurrentPlayerScoreCoefficient`).
    pub own: f64,
}

impl Default for ThesisScoreWeights {
    fn default() -> ThesisScoreWeights {
        ThesisScoreWeights {
            wall: 0.5,
            spell: 0.75,
            growth: 0.5,
            own: 0.9,
        }
    }
}

/// Score function (9) of Brenner (2015): arc tangent of a seat's lead over its best opponent.
#[derive(Debug, Default)]
pub struct ThesisScore {
    weights: ThesisScoreWeights,
    distances: DistanceCache,
}

/// Evaluation points per turn, the unit of integer evaluations.
const POINTS_OF_A_TURN: f64 = 100.0;

impl ThesisScore {
    /// Creates the score function with these weights.
    pub fn new(weights: ThesisScoreWeights) -> ThesisScore {
        ThesisScore {
            weights,
            distances: DistanceCache::default(),
        }
    }

    /// Value of a position to a seat, in turns: walls and spells in hand minus the turns to its
    /// goal.
    fn value(&self, rules: &Arc<Rules>, state: &State, seat: Seat) -> f64 {
        let walls = f64::from(state.board().walls_left(seat));
        let spells = state.spells_of(seat).count() as f64;
        let turns = f64::from(self.distances.of(rules, state, seat));
        self.weights.wall * walls + self.weights.spell * spells - turns
    }

    /// Lead of each seat, in turns: its own value times its weight, minus the value of its best
    /// opponent.
    fn leads(&self, rules: &Arc<Rules>, state: &State) -> PerSeat<f64> {
        let seats = rules.seats();
        let values = PerSeat::from_fn(seats, |seat| self.value(rules, state, seat));
        PerSeat::from_fn(seats, |seat| {
            let others = Seat::all(seats).filter(|&other| other != seat);
            let best = others.map(|other| values[other]);
            self.weights.own * values[seat] - best.fold(f64::NEG_INFINITY, f64::max)
        })
    }

    /// Score of each seat, from 0 to 1. After the end of the game it is the seat's share of the
    /// win.
    pub fn of<C: ContentSource>(&self, game: &Sector66<C>, state: &State) -> PerSeat<f64> {
        if let Some(outcome) = game.outcome(state) {
            return PerSeat::from_fn(game.seats(), |seat| outcome.share(seat));
        }
        let leads = self.leads(game.wall_rules(), state);
        // From libm, because results of the standard library differ between platforms.
        leads.map(|lead| libm::atan(self.weights.growth * lead) / std::f64::consts::PI + 0.5)
    }
}

/// Integer evaluation for minimax searches: the lead of each seat in hundredths of a turn.
impl<G: WallGame<Rules = Arc<Rules>, State = State>> Evaluate<G> for ThesisScore {
    fn points(&self, game: &G, state: &State) -> PerSeat<EvalPoints> {
        let leads = self.leads(game.wall_rules(), state);
        leads.map(|lead| (lead * POINTS_OF_A_TURN).round() as EvalPoints)
    }

    // The lead at which the score is 0.75.
    fn scale(&self) -> EvalPoints {
        (POINTS_OF_A_TURN / self.weights.growth.abs().max(0.01)) as EvalPoints
    }
}
