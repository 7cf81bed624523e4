//! Which moves look promising before they are searched.

use ludorum_core::{Game, PerSeat, Seat};
use ludorum_games::quoridor::grid::Walls;
use ludorum_games::quoridor::{Move, State, Wall};
use ludorum_search::Hints;

use super::focus::Focused;
use super::weakness::steps;

/// Moves by what they gain at once: steps nearer to the goal, and walls by how much longer they
/// make the others' ways than the mover's own. Walls across nobody else's way are unpromising.
#[derive(Clone, Copy, Debug, Default)]
pub struct Gains;

/// Walls that touch upon the shortest ways of one seat.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ways {
    /// Those across a shortest way.
    crossing: Walls,
    /// Of these, those that may leave no other way as short.
    pub(super) longer: Walls,
}

impl Ways {
    pub(super) fn new(focused: &Focused, state: &State, seat: Seat) -> Ways {
        let grid = focused.game.grid();
        let passages = grid.passages(state.walls());
        let field = state.field(seat);
        let crossing = field.crossing(grid, &passages, state.pawn(seat));
        let sensitive = field.sensitive(grid, &passages);
        Ways {
            crossing,
            longer: Walls {
                horizontal: crossing.horizontal & sensitive.horizontal,
                vertical: crossing.vertical & sensitive.vertical,
            },
        }
    }
}

impl Ways {
    /// Whether `wall` may leave no other way as short.
    pub(super) fn has_longer(&self, wall: Wall) -> bool {
        has(&self.longer, wall)
    }
}

fn has(walls: &Walls, wall: Wall) -> bool {
    walls.along(wall.direction).has(wall.square)
}

/// How many steps more the others have to go after `wall`, less those of the mover.
fn gain(focused: &Focused, state: &State, ways: &PerSeat<Ways>, wall: Wall) -> i32 {
    let game = &focused.game;
    let after = game.grid().passages(&state.walls().with(wall));
    let mut gain = 0;
    for seat in Seat::all(game.seats()) {
        if has(&ways[seat].longer, wall) {
            let now = state.distance(seat);
            let then = steps(game.grid(), &after, state.pawn(seat), game.goal(seat));
            let longer = then.map_or(0, |then| then as i32 - now as i32);
            gain += if seat == state.to_move() {
                -longer
            } else {
                longer
            };
        }
    }
    gain
}

impl Hints<Focused> for Gains {
    fn priorities(
        &self,
        focused: &Focused,
        state: &State,
        depth: u32,
        moves: &[Move],
        out: &mut Vec<i32>,
    ) {
        let me = state.to_move();
        let ways = PerSeat::from_fn(focused.seats(), |seat| Ways::new(focused, state, seat));
        let in_the_way = |wall: Wall| {
            let mut others = Seat::all(focused.seats()).filter(|&seat| seat != me);
            others.any(|other| has(&ways[other].crossing, wall))
        };
        let now = state.distance(me) as i32;
        out.extend(moves.iter().map(|&mv| match mv {
            Move::Step(to) => match now - state.field(me).distance(to) as i32 {
                nearer @ 1.. => 2 + nearer,
                not_nearer => not_nearer,
            },
            Move::Place(wall) if !in_the_way(wall) => -1,
            // Where the search ends with the move, the search itself is as quick as a guess.
            Move::Place(_) if depth < 2 => 0,
            Move::Place(wall) => match gain(focused, state, &ways, wall) {
                gain @ 1.. => 2 * gain,
                loss => loss,
            },
            Move::Pass => 0,
        }));
    }

    /// Between two it is never good to do nothing, but for the rare case in which the pawns face
    /// each other and neither wants to be jumped over.
    fn idle(&self, focused: &Focused, _: &State) -> Option<Move> {
        (focused.seats() == 2).then_some(Move::Pass)
    }
}
