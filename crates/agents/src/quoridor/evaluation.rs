//! Evaluations of Koirala (2024), by distances to the goal and walls in hand.

use ludorum_core::{EvalPoints, Evaluate, Game, PerSeat, SearchOverrides};
use ludorum_games::Quoridor;
use ludorum_games::quoridor::State;

/// Quoridor evaluation by distances to the goal and walls in hand (Koirala 2024, equation 6.1).
///
/// With more than two seats, each seat is compared with all others.
#[derive(Clone, Copy, Debug)]
pub struct DistanceAndWallEvaluation(pub DistanceTermSign);

/// Sign of the distance terms in a [`DistanceAndWallEvaluation`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DistanceTermSign {
    /// `(S_Q - S_P) + (W_P - W_Q)` for distance S and walls W of player P and opponent Q: a shorter
    /// own path counts as better.
    Sensible,
    /// `(S_P - S_Q) + (W_P - W_Q)`, as equation 6.1 is printed: a longer own path counts as better.
    Printed,
}

impl Evaluate<Quoridor> for DistanceAndWallEvaluation {
    fn points(&self, game: &Quoridor, state: &State) -> PerSeat<EvalPoints> {
        let own = PerSeat::from_fn(game.seats(), |seat| {
            let steps = state.distance(seat) as EvalPoints;
            let walls = EvalPoints::from(state.walls_left(seat));
            match self.0 {
                DistanceTermSign::Sensible => walls - steps,
                DistanceTermSign::Printed => walls + steps,
            }
        });
        zero_sum_leads(&own)
    }

    fn scale(&self) -> EvalPoints {
        4
    }
}

/// [`DistanceAndWallEvaluation`] applied to finished games too, because the pseudocode of Koirala
/// (2024, section 6.2.3) does not end the game at the goal.
#[derive(Clone, Copy, Debug)]
pub struct HeuristicTerminalEvaluation(pub DistanceAndWallEvaluation);

impl Evaluate<Quoridor> for HeuristicTerminalEvaluation {
    fn points(&self, game: &Quoridor, state: &State) -> PerSeat<EvalPoints> {
        self.0.points(game, state)
    }

    fn scale(&self) -> EvalPoints {
        Evaluate::<Quoridor>::scale(&self.0)
    }

    fn overrides(&self) -> Option<&dyn SearchOverrides<Quoridor>> {
        Some(self)
    }
}

impl SearchOverrides<Quoridor> for HeuristicTerminalEvaluation {
    fn terminal_points(&self, game: &Quoridor, state: &State) -> Option<PerSeat<EvalPoints>> {
        Some(self.points(game, state))
    }
}

/// Converts each seat's points to its lead over all other seats; the leads sum to zero.
fn zero_sum_leads(own: &PerSeat<EvalPoints>) -> PerSeat<EvalPoints> {
    let all: EvalPoints = own.iter().sum();
    let seats = own.seats() as EvalPoints;
    own.map(|points| seats * points - all)
}
