//! Who is winning: turns to go, walls and spells in hand, and whose turn it is.

use ludorum_core::{Evaluate, Game, PerSeat, Points, Seat};
use ludorum_games::Sector66;
use ludorum_games::quoridor::{Direction, Wall};
use ludorum_games::sector66::{Content, Part, Reads, State};

use super::distance::Distances;
use crate::quoridor::Weakness;

/// What counts how much, in hundredths of a turn.
#[derive(Clone, Copy, Debug)]
struct Weights {
    /// Each wall in hand.
    wall: Points,
    /// Having any: half of this for the first wall, a quarter for the second, and so on to the
    /// fourth.
    first_walls: Points,
    /// The square of how many walls a seat has more than each of the others.
    more_walls: Points,
    /// Each spell in hand.
    spell: Points,
    /// Each step by which a single wall could lengthen the way.
    weakness: Points,
    /// Being the one to move.
    tempo: Points,
}

const AGAINST_ONE: Weights = Weights {
    wall: 100,
    first_walls: 200,
    more_walls: 15,
    spell: 80,
    weakness: 60,
    tempo: 70,
};

const AGAINST_MORE: Weights = Weights {
    wall: 150,
    first_walls: 200,
    more_walls: 0,
    spell: 80,
    weakness: 30,
    tempo: 70,
};

/// A weakness beyond this many steps is as bad as this.
const WORST_WEAKNESS: Points = 12;

/// Having no way at all is as bad as this many turns.
const FURTHEST: Points = 40;

/// A race that is won unless something nobody has in hand comes between.
const DECIDED: Points = 3000;

/// The race to the targets, in hundredths of a turn. Seats are compared with the best of the others.
#[derive(Debug, Default)]
pub struct Race {
    distances: Distances,
    weakness: Weakness,
}

impl Race {
    fn own<C: Content>(
        &self,
        game: &Sector66<C>,
        state: &State,
        turns: &PerSeat<Points>,
        seat: Seat,
    ) -> Points {
        let weights = match game.seats() {
            2 => AGAINST_ONE,
            _ => AGAINST_MORE,
        };
        let board = state.board();
        let others = Seat::all(game.seats()).filter(|&other| other != seat);
        let most = others.map(|other| board.walls_left(other)).max();
        let most = most.map_or(0, Points::from);
        let walls = Points::from(board.walls_left(seat));
        let more = (walls - most).max(0);
        let mut points = weights.wall * walls
            + weights.first_walls * [0, 4, 6, 7, 8][walls.min(4) as usize] / 8
            + weights.more_walls * more * more
            + weights.spell * state.spells_of(seat).count() as Points
            - 100 * turns[seat];
        if most > 0 {
            let weakness = self.weakness(game, state, seat) as Points;
            points -= weights.weakness * weakness.min(WORST_WEAKNESS);
        }
        if state.to_move() == seat {
            points += weights.tempo;
        }
        points
    }

    /// The most steps by which one wall could lengthen the way of a seat.
    fn weakness<C: Content>(&self, game: &Sector66<C>, state: &State, seat: Seat) -> u32 {
        let mut parts = Reads::NOTHING;
        Part::ALL
            .into_iter()
            .filter(|&part| !matches!(part, Part::Hands | Part::Turn | Part::Pawns))
            .for_each(|part| parts.add(part));
        let pawn = state.board().pawn(seat).index() << 8 | seat.index();
        let key = (state.hash_of(parts) ^ pawn as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.weakness
            .known(key ^ key >> 29, || find(game, state, seat))
    }
}

fn find<C: Content>(game: &Sector66<C>, state: &State, seat: Seat) -> u32 {
    let rules = game.rules();
    let now = state.board().distance(seat);
    let crossing = rules.walls_in_the_way(state, seat);
    let free = rules.grid().free_slots(state.board().walls());
    let mut most = 0;
    for direction in [Direction::Horizontal, Direction::Vertical] {
        for square in crossing.along(direction) & free.along(direction) {
            let wall = Wall { square, direction };
            if let Some(steps) = rules.steps_behind(state, seat, wall) {
                most = most.max(steps - now);
            }
        }
    }
    most
}

/// The seat that arrives first, if nobody else has anything left to delay it.
fn decided<C: Content>(game: &Sector66<C>, state: &State, turns: &PerSeat<Points>) -> Option<Seat> {
    let seats = game.seats();
    // The number of moves until each seat arrives, those of the others included.
    let arrival = |seat: Seat| {
        let wait = (seat.index() + seats - state.to_move().index()) % seats;
        turns[seat] * seats as Points + wait as Points
    };
    let first = Seat::all(seats).min_by_key(|&seat| arrival(seat))?;
    let mut others = Seat::all(seats).filter(|&other| other != first);
    let nobody_can_delay = others.all(|other| {
        state.board().walls_left(other) == 0 && state.spells_of(other).next().is_none()
    });
    nobody_can_delay.then_some(first)
}

impl<C: Content> Evaluate<Sector66<C>> for Race {
    fn points(&self, game: &Sector66<C>, state: &State) -> PerSeat<Points> {
        let turns = PerSeat::from_fn(game.seats(), |seat| {
            let away = self.distances.of(game, state, seat) as Points;
            away.min(FURTHEST) + Points::from(state.skips(seat))
        });
        let mut own = PerSeat::from_fn(game.seats(), |seat| self.own(game, state, &turns, seat));
        if let Some(winner) = decided(game, state, &turns) {
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
