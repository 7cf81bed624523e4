//! The same game without the walls that do not matter, for searches that have no time for them, and
//! without chance.

use ludorum_core::{Deterministic, Game, Seat, Variation};
use ludorum_games::Sector66;
use ludorum_games::quoridor::grid::Walls;
use ludorum_games::sector66::{Content, Move, State, Undo};

use super::settled::Settled;

/// Sector 66 in which only walls that matter may be built: those across a shortest way of another
/// seat, those around pawns, and those that go on from a wall.
#[derive(Debug)]
pub struct Focused<C> {
    /// The whole game, without chance.
    pub settled: Settled<C>,
}

impl<C: Content> Focused<C> {
    /// The whole game.
    pub fn game(&self) -> &Sector66<C> {
        &self.settled.game
    }

    /// The walls that matter, whether they may be built or not.
    fn walls(&self, state: &State) -> Walls {
        let rules = self.game().rules();
        let grid = rules.grid();
        let mut near = state.board().occupied();
        let everywhere = grid.passages(&Walls::default());
        for _ in 0..2 {
            near |= grid.step(&everywhere, near);
        }
        // A wall is named by one of the four squares it touches.
        let around = Walls {
            horizontal: near,
            vertical: near,
        };
        let around = around.with_all(grid.touching(state.board().walls()));
        let others = Seat::all(self.settled.seats()).filter(|&seat| seat != state.to_move());
        let across = others.map(|seat| rules.walls_in_the_way(state, seat));
        across.fold(around, Walls::with_all)
    }
}

impl<C: Content> Variation for Focused<C> {
    type Whole = Settled<C>;
    type Undo = Vec<(Move, Undo)>;

    fn whole(&self) -> &Settled<C> {
        &self.settled
    }

    fn options(&self, state: &State, out: &mut Vec<Move>) {
        let before = out.len();
        self.settled.moves(state, out);
        let is_wall = |mv: &Move| matches!(mv, Move::Build(_));
        // A pawn shut in by pawns may be left with walls alone: then with all there are.
        if out[before..].iter().all(is_wall) {
            return;
        }
        let walls = self.walls(state);
        let matters = |mv: &Move| match mv {
            Move::Build(wall) => walls.along(wall.direction).has(wall.square),
            _ => true,
        };
        let mut index = 0;
        out.retain(|mv| {
            index += 1;
            index <= before || matters(mv)
        });
    }

    fn play(&self, state: &mut State, mv: Move) -> Vec<(Move, Undo)> {
        self.settled.make(state, mv)
    }

    fn take_back(&self, state: &mut State, mv: Move, made: Vec<(Move, Undo)>) {
        self.settled.unmake(state, mv, made);
    }
}

impl<C: Content> Deterministic for Focused<C> {}
