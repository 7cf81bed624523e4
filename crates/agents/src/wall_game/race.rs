//! Race evaluation: turns to go, walls and spells in hand, and the side to move.

use ludorum_core::{EvalPoints, Evaluate, PerSeat, Seat};

use super::weakness::PathWeaknessCache;
use super::{WallGame, WallRules, others};

/// Weights of the features of [`RaceEvaluation`], in hundredths of a turn, tuned by matches.
#[derive(Clone, Copy, Debug)]
struct RaceWeights {
    /// Weight of each wall in hand.
    wall: EvalPoints,
    /// Extra weight of the first four walls in hand: half of this value for the first, a quarter
    /// for the second, and so on.
    first_walls: EvalPoints,
    /// Weight of the squared lead in walls over the opponent with most walls. A seat that runs out
    /// of walls early is at the opponent's mercy, even if it is ahead.
    more_walls: EvalPoints,
    /// Weight of each spell in hand.
    spell: EvalPoints,
    /// Weight of each step by which a single wall could lengthen the seat's path.
    weakness: EvalPoints,
    /// Bonus of the seat to move.
    tempo: EvalPoints,
}

const TWO_PLAYERS: RaceWeights = RaceWeights {
    wall: 100,
    first_walls: 200,
    more_walls: 15,
    spell: 80,
    weakness: 60,
    tempo: 70,
};

const MULTI_PLAYER: RaceWeights = RaceWeights {
    wall: 150,
    first_walls: 200,
    more_walls: 0,
    spell: 80,
    weakness: 30,
    tempo: 70,
};

/// Largest weakness of a path that the evaluation counts, in steps.
const WORST_WEAKNESS: EvalPoints = 12;

/// Bonus for leading a race whose result no walls or spells in hand can change.
const WON_RACE: EvalPoints = 3000;

/// Evaluation of the race to the goal, in hundredths of a turn: distance, weakness of the path,
/// walls and spells in hand, relative to the best opponent.
#[derive(Debug)]
pub struct RaceEvaluation<R: WallRules> {
    distances: R::DistanceCache,
    weakness: PathWeaknessCache,
}

impl<R: WallRules> Default for RaceEvaluation<R> {
    fn default() -> RaceEvaluation<R> {
        RaceEvaluation {
            distances: R::DistanceCache::default(),
            weakness: PathWeaknessCache::default(),
        }
    }
}

impl<R: WallRules> RaceEvaluation<R> {
    fn seat_points(
        &self,
        rules: &R,
        state: &R::State,
        turns: &PerSeat<EvalPoints>,
        seat: Seat,
    ) -> EvalPoints {
        let weights = match turns.seats() {
            2 => TWO_PLAYERS,
            _ => MULTI_PLAYER,
        };
        let walls_left = |seat| EvalPoints::from(R::board(state).walls_left(seat));
        let most = others(turns.seats(), seat).map(walls_left).max();
        let most = most.unwrap_or(0);
        let walls = walls_left(seat);
        let more = (walls - most).max(0);
        let mut points = weights.wall * walls
            + weights.first_walls * [0, 4, 6, 7, 8][walls.min(4) as usize] / 8
            + weights.more_walls * more * more
            + weights.spell * R::spells_in_hand(state, seat) as EvalPoints
            - 100 * turns[seat];
        if most > 0 {
            let weakness = self.weakness.of(rules, state, seat) as EvalPoints;
            points -= weights.weakness * weakness.min(WORST_WEAKNESS);
        }
        if R::to_move(state) == seat {
            points += weights.tempo;
        }
        points
    }
}

/// Seat that reaches its goal first, if no opponent has walls or spells to delay it; else `None`.
fn certain_winner<R: WallRules>(state: &R::State, turns: &PerSeat<EvalPoints>) -> Option<Seat> {
    let seats = turns.seats();
    // Moves until each seat arrives, those of all seats counted.
    let arrival = |seat: Seat| {
        let wait = (seat.index() + seats - R::to_move(state).index()) % seats;
        turns[seat] * seats as EvalPoints + wait as EvalPoints
    };
    let first = Seat::all(seats).min_by_key(|&seat| arrival(seat))?;
    let nobody_can_delay = others(seats, first).all(|other| {
        R::board(state).walls_left(other) == 0 && R::spells_in_hand(state, other) == 0
    });
    nobody_can_delay.then_some(first)
}

impl<G: WallGame> Evaluate<G> for RaceEvaluation<G::Rules> {
    fn points(&self, game: &G, state: &G::State) -> PerSeat<EvalPoints> {
        let (rules, seats) = (game.wall_rules(), game.seats());
        let turns = PerSeat::from_fn(seats, |seat| {
            rules.turns_to_goal(&self.distances, state, seat)
        });
        let mut own = PerSeat::from_fn(seats, |seat| self.seat_points(rules, state, &turns, seat));
        if let Some(winner) = certain_winner::<G::Rules>(state, &turns) {
            own[winner] += WON_RACE;
        }
        PerSeat::from_fn(seats, |seat| {
            let best = others(seats, seat).map(|other| own[other]).max();
            own[seat] - best.unwrap_or(0)
        })
    }

    fn scale(&self) -> EvalPoints {
        300
    }
}
