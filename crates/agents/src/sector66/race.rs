//! Race evaluation: turns to go, walls and spells in hand, and the side to move.

use ludorum_core::{EvalPoints, Evaluate, Game, PerSeat, Seat};
use ludorum_games::Sector66;
use ludorum_games::quoridor::{Wall, WallOrientation};
use ludorum_games::sector66::{ContentSource, ReadSet, State, StatePart};

use super::distance::DistanceCache;
use crate::quoridor::PathWeaknessCache;

/// Feature weights, in hundredths of a turn.
#[derive(Clone, Copy, Debug)]
struct Weights {
    /// Each wall in hand.
    wall: EvalPoints,
    /// First walls in hand: half of this for the first, a quarter for the second, and so on to the
    /// fourth.
    first_walls: EvalPoints,
    /// Square of the lead in walls over the opponent with most walls.
    more_walls: EvalPoints,
    /// Each spell in hand.
    spell: EvalPoints,
    /// Each step by which a single wall could lengthen the path.
    weakness: EvalPoints,
    /// Being to move.
    tempo: EvalPoints,
}

const TWO_PLAYERS: Weights = Weights {
    wall: 100,
    first_walls: 200,
    more_walls: 15,
    spell: 80,
    weakness: 60,
    tempo: 70,
};

const MULTI_PLAYER: Weights = Weights {
    wall: 150,
    first_walls: 200,
    more_walls: 0,
    spell: 80,
    weakness: 30,
    tempo: 70,
};

/// Largest weakness that counts, in steps.
const WORST_WEAKNESS: EvalPoints = 12;

/// Turns that an unreachable target counts as.
const MAX_TURNS: EvalPoints = 40;

/// Bonus for a race that walls and spells in hand cannot change.
const WON_RACE: EvalPoints = 3000;

/// Race to the targets, in hundredths of a turn, relative to the best opponent.
#[derive(Debug, Default)]
pub struct Sector66RaceEvaluation {
    distances: DistanceCache,
    weakness: PathWeaknessCache,
}

impl Sector66RaceEvaluation {
    fn seat_points<C: ContentSource>(
        &self,
        game: &Sector66<C>,
        state: &State,
        turns: &PerSeat<EvalPoints>,
        seat: Seat,
    ) -> EvalPoints {
        let weights = match game.seats() {
            2 => TWO_PLAYERS,
            _ => MULTI_PLAYER,
        };
        let board = state.board();
        let others = Seat::all(game.seats()).filter(|&other| other != seat);
        let most = others.map(|other| board.walls_left(other)).max();
        let most = most.map_or(0, EvalPoints::from);
        let walls = EvalPoints::from(board.walls_left(seat));
        let more = (walls - most).max(0);
        let mut points = weights.wall * walls
            + weights.first_walls * [0, 4, 6, 7, 8][walls.min(4) as usize] / 8
            + weights.more_walls * more * more
            + weights.spell * state.spells_of(seat).count() as EvalPoints
            - 100 * turns[seat];
        if most > 0 {
            let weakness = self.weakness(game, state, seat) as EvalPoints;
            points -= weights.weakness * weakness.min(WORST_WEAKNESS);
        }
        if state.to_move() == seat {
            points += weights.tempo;
        }
        points
    }

    /// Most steps by which one wall could lengthen the path of a seat.
    fn weakness<C: ContentSource>(&self, game: &Sector66<C>, state: &State, seat: Seat) -> u32 {
        let mut parts = ReadSet::NOTHING;
        StatePart::ALL
            .into_iter()
            .filter(|&part| !matches!(part, StatePart::Hands | StatePart::Turn | StatePart::Pawns))
            .for_each(|part| parts.add(part));
        let pawn = state.board().pawn(seat).index() << 8 | seat.index();
        let key = (state.hash_of(parts) ^ pawn as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.weakness
            .get_or_compute(key ^ key >> 29, || compute_weakness(game, state, seat))
    }
}

fn compute_weakness<C: ContentSource>(game: &Sector66<C>, state: &State, seat: Seat) -> u32 {
    let rules = game.rules();
    let now = state.board().distance(seat);
    let crossing = rules.walls_across_shortest_paths(state, seat);
    let free = rules.grid().free_slots(state.board().walls());
    let mut most = 0;
    for direction in [WallOrientation::Horizontal, WallOrientation::Vertical] {
        for square in crossing.along(direction) & free.along(direction) {
            let wall = Wall { square, direction };
            if let Some(steps) = rules.distance_with_wall(state, seat, wall) {
                most = most.max(steps - now);
            }
        }
    }
    most
}

/// The seat that arrives first, if no opponent has walls or spells to delay it.
fn certain_winner<C: ContentSource>(
    game: &Sector66<C>,
    state: &State,
    turns: &PerSeat<EvalPoints>,
) -> Option<Seat> {
    let seats = game.seats();
    // Moves until each seat arrives, those of all seats counted.
    let arrival = |seat: Seat| {
        let wait = (seat.index() + seats - state.to_move().index()) % seats;
        turns[seat] * seats as EvalPoints + wait as EvalPoints
    };
    let first = Seat::all(seats).min_by_key(|&seat| arrival(seat))?;
    let mut others = Seat::all(seats).filter(|&other| other != first);
    let nobody_can_delay = others.all(|other| {
        state.board().walls_left(other) == 0 && state.spells_of(other).next().is_none()
    });
    nobody_can_delay.then_some(first)
}

impl<C: ContentSource> Evaluate<Sector66<C>> for Sector66RaceEvaluation {
    fn points(&self, game: &Sector66<C>, state: &State) -> PerSeat<EvalPoints> {
        let turns = PerSeat::from_fn(game.seats(), |seat| {
            let away = self.distances.of(game, state, seat) as EvalPoints;
            away.min(MAX_TURNS) + EvalPoints::from(state.skips(seat))
        });
        let mut own = PerSeat::from_fn(game.seats(), |seat| {
            self.seat_points(game, state, &turns, seat)
        });
        if let Some(winner) = certain_winner(game, state, &turns) {
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
