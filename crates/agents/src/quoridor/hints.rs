//! Move ordering.

use ludorum_core::{Game, PerSeat, Seat};
use ludorum_games::quoridor::grid::WallSet;
use ludorum_games::quoridor::{Move, State, Wall};
use ludorum_search::MoveHints;

use super::pruned_moves::PrunedQuoridor;
use super::weakness::steps;

/// Orders moves by immediate gain: steps by progress, walls by how much more they delay opponents
/// than the mover. Walls that block no opponent come last.
#[derive(Clone, Copy, Debug, Default)]
pub struct QuoridorHints;

/// Walls that affect the shortest paths of one seat.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct BlockingWalls {
    /// Walls across a shortest path.
    crossing: WallSet,
    /// Those of them that may leave no path of the same length.
    pub(super) lengthening: WallSet,
}

impl BlockingWalls {
    pub(super) fn new(pruned: &PrunedQuoridor, state: &State, seat: Seat) -> BlockingWalls {
        let grid = pruned.game.grid();
        let passages = grid.passages(state.walls());
        let field = state.goal_distances(seat);
        let crossing = field.crossing(grid, &passages, state.pawn(seat));
        let sensitive = field.sensitive(grid, &passages);
        BlockingWalls {
            crossing,
            lengthening: WallSet {
                horizontal: crossing.horizontal & sensitive.horizontal,
                vertical: crossing.vertical & sensitive.vertical,
            },
        }
    }
}

impl BlockingWalls {
    /// True if `wall` may leave no path of the same length.
    pub(super) fn may_lengthen(&self, wall: Wall) -> bool {
        has(&self.lengthening, wall)
    }
}

fn has(walls: &WallSet, wall: Wall) -> bool {
    walls.along(wall.direction).has(wall.square)
}

/// Steps by which `wall` delays the opponents, minus those of the mover.
fn gain(
    pruned: &PrunedQuoridor,
    state: &State,
    blocking: &PerSeat<BlockingWalls>,
    wall: Wall,
) -> i32 {
    let game = &pruned.game;
    let after = game.grid().passages(&state.walls().with(wall));
    let mut gain = 0;
    for seat in Seat::all(game.seats()) {
        if has(&blocking[seat].lengthening, wall) {
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

impl MoveHints<PrunedQuoridor> for QuoridorHints {
    fn priorities(
        &self,
        pruned: &PrunedQuoridor,
        state: &State,
        depth: u32,
        moves: &[Move],
        out: &mut Vec<i32>,
    ) {
        let me = state.to_move();
        let blocking = PerSeat::from_fn(pruned.seats(), |seat| {
            BlockingWalls::new(pruned, state, seat)
        });
        let in_the_way = |wall: Wall| {
            let mut others = Seat::all(pruned.seats()).filter(|&seat| seat != me);
            others.any(|other| has(&blocking[other].crossing, wall))
        };
        let now = state.distance(me) as i32;
        out.extend(moves.iter().map(|&mv| match mv {
            Move::Step(to) => match now - state.goal_distances(me).distance(to) as i32 {
                nearer @ 1.. => 2 + nearer,
                not_nearer => not_nearer,
            },
            Move::Place(wall) if !in_the_way(wall) => -1,
            // At the last ply searching a move costs no more than estimating it.
            Move::Place(_) if depth < 2 => 0,
            Move::Place(wall) => match gain(pruned, state, &blocking, wall) {
                gain @ 1.. => 2 * gain,
                loss => loss,
            },
            Move::Pass => 0,
        }));
    }

    /// Null move: with two players passing is never good, except in the rare case that the pawns
    /// face each other and neither wants to be jumped.
    fn null_move(&self, pruned: &PrunedQuoridor, _: &State) -> Option<Move> {
        (pruned.seats() == 2).then_some(Move::Pass)
    }
}
