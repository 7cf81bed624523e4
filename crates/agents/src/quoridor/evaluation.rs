//! Evaluations by distances, walls in hand, and the side to move.

use ludorum_core::{EvalPoints, Evaluate, Game, PerSeat, SearchOverrides, Seat};
use ludorum_games::Quoridor;
use ludorum_games::quoridor::State;

use super::weakness::PathWeaknessCache;

/// Evaluation of the thesis (Koirala 2024, 6.1): distances and walls in hand of both sides.
///
/// With more than two seats, each seat is compared with all others.
#[derive(Clone, Copy, Debug)]
pub struct FourFeatureEvaluation(pub DistanceSign);

/// Sign of the distance terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DistanceSign {
    /// `(S_Q - S_P) + (W_P - W_Q)`: a short path is good.
    Sensible,
    /// `(S_P - S_Q) + (W_P - W_Q)`, as equation 6.1 is printed.
    Printed,
}

impl Evaluate<Quoridor> for FourFeatureEvaluation {
    fn points(&self, game: &Quoridor, state: &State) -> PerSeat<EvalPoints> {
        let own = PerSeat::from_fn(game.seats(), |seat| {
            let steps = state.distance(seat) as EvalPoints;
            let walls = EvalPoints::from(state.walls_left(seat));
            match self.0 {
                DistanceSign::Sensible => walls - steps,
                DistanceSign::Printed => walls + steps,
            }
        });
        zero_sum_leads(&own)
    }

    fn scale(&self) -> EvalPoints {
        4
    }
}

/// The same evaluation, also applied to finished games: the pseudocode of the thesis does not treat
/// reaching the goal as the end (6.2.3).
#[derive(Clone, Copy, Debug)]
pub struct GoalBlindEvaluation(pub FourFeatureEvaluation);

impl Evaluate<Quoridor> for GoalBlindEvaluation {
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

impl SearchOverrides<Quoridor> for GoalBlindEvaluation {
    fn terminal_points(&self, game: &Quoridor, state: &State) -> Option<PerSeat<EvalPoints>> {
        Some(self.points(game, state))
    }
}

/// Weights of a [`QuoridorRaceEvaluation`], in hundredths of a step, tuned by matches.
#[derive(Clone, Copy, Debug)]
struct Weights {
    /// Each wall in hand.
    wall: EvalPoints,
    /// First walls in hand: half of this for the first, a quarter for the second, and so on to the
    /// fourth.
    first_walls: EvalPoints,
    /// Square of the lead in walls over the opponent with most walls. A seat that runs out of walls
    /// much earlier is at the opponent's mercy, even if it is ahead.
    more_walls: EvalPoints,
    /// Each step by which a single wall could lengthen the path.
    weakness: EvalPoints,
    /// Being to move.
    tempo: EvalPoints,
}

const TWO_PLAYERS: Weights = Weights {
    wall: 100,
    first_walls: 200,
    more_walls: 15,
    weakness: 60,
    tempo: 70,
};

const MULTI_PLAYER: Weights = Weights {
    wall: 150,
    first_walls: 200,
    more_walls: 0,
    weakness: 30,
    tempo: 70,
};

/// Largest weakness that counts, in steps.
const WORST_WEAKNESS: EvalPoints = 12;

/// Bonus for a race that no opponent has a wall to change.
const WON_RACE: EvalPoints = 3000;

/// Race to the goal, in hundredths of a step: distance, weakness of the path, and walls in hand,
/// relative to the best opponent.
#[derive(Debug, Default)]
pub struct QuoridorRaceEvaluation {
    weakness: PathWeaknessCache,
}

impl QuoridorRaceEvaluation {
    fn seat_points(&self, game: &Quoridor, state: &State, seat: Seat) -> EvalPoints {
        let weights = match game.seats() {
            2 => TWO_PLAYERS,
            _ => MULTI_PLAYER,
        };
        let others = Seat::all(game.seats()).filter(|&other| other != seat);
        let most = others.map(|other| state.walls_left(other)).max();
        let most = most.map_or(0, EvalPoints::from);
        let walls = EvalPoints::from(state.walls_left(seat));
        let more = (walls - most).max(0);
        let mut points = weights.wall * walls
            + weights.first_walls * [0, 4, 6, 7, 8][walls.min(4) as usize] / 8
            + weights.more_walls * more * more
            - 100 * state.distance(seat) as EvalPoints;
        if most > 0 {
            let weakness = self.weakness.of(game, state, seat) as EvalPoints;
            points -= weights.weakness * weakness.min(WORST_WEAKNESS);
        }
        if state.to_move() == seat {
            points += weights.tempo;
        }
        points
    }
}

/// The seat that arrives first, if no opponent has a wall left to delay it.
fn certain_winner(game: &Quoridor, state: &State) -> Option<Seat> {
    let seats = game.seats();
    // Moves until each seat arrives, those of all seats counted.
    let arrival = |seat: Seat| {
        let wait = (seat.index() + seats - state.to_move().index()) % seats;
        state.distance(seat) as usize * seats + wait
    };
    let first = Seat::all(seats).min_by_key(|&seat| arrival(seat))?;
    let mut others = Seat::all(seats).filter(|&other| other != first);
    let nobody_can_delay = others.all(|other| state.walls_left(other) == 0);
    nobody_can_delay.then_some(first)
}

impl Evaluate<Quoridor> for QuoridorRaceEvaluation {
    fn points(&self, game: &Quoridor, state: &State) -> PerSeat<EvalPoints> {
        let mut own = PerSeat::from_fn(game.seats(), |seat| self.seat_points(game, state, seat));
        if let Some(winner) = certain_winner(game, state) {
            own[winner] += WON_RACE;
        }
        PerSeat::from_fn(game.seats(), |seat| {
            let others = Seat::all(game.seats()).filter(|&other| other != seat);
            own[seat] - others.map(|other| own[other]).max().unwrap_or(0)
        })
    }

    fn scale(&self) -> EvalPoints {
        300
    }
}

/// Lead of each seat over the others; the leads sum to zero.
fn zero_sum_leads(own: &PerSeat<EvalPoints>) -> PerSeat<EvalPoints> {
    let all: EvalPoints = own.iter().sum();
    let seats = own.seats() as EvalPoints;
    own.map(|points| seats * points - all)
}
