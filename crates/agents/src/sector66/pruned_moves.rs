//! The game with irrelevant walls pruned and without chance.

use ludorum_core::{Deterministic, Game, GameTransform, Seat};
use ludorum_games::Sector66;
use ludorum_games::quoridor::grid::WallSet;
use ludorum_games::sector66::{ContentSource, Move, State, Undo};

use super::fixed_chance::FixedChance;

/// Sector 66 restricted to relevant walls: those across an opponent's shortest path, near pawns, or
/// adjacent to a wall.
#[derive(Debug)]
pub struct PrunedSector66<C> {
    /// The game without chance.
    pub base: FixedChance<C>,
}

impl<C: ContentSource> PrunedSector66<C> {
    /// The original game.
    pub fn game(&self) -> &Sector66<C> {
        &self.base.game
    }

    /// The relevant walls, legal or not.
    fn walls(&self, state: &State) -> WallSet {
        let rules = self.game().rules();
        let grid = rules.grid();
        let mut near = state.board().occupied();
        let everywhere = grid.passages(&WallSet::default());
        for _ in 0..2 {
            near |= grid.step(&everywhere, near);
        }
        // A wall is identified by one of the four squares it touches.
        let around = WallSet {
            horizontal: near,
            vertical: near,
        };
        let around = around.with_all(grid.touching(state.board().walls()));
        let others = Seat::all(self.base.seats()).filter(|&seat| seat != state.to_move());
        let across = others.map(|seat| rules.walls_across_shortest_paths(state, seat));
        across.fold(around, WallSet::with_all)
    }
}

impl<C: ContentSource> GameTransform for PrunedSector66<C> {
    type Base = FixedChance<C>;
    type Undo = Vec<(Move, Undo)>;

    fn base(&self) -> &FixedChance<C> {
        &self.base
    }

    fn legal_moves(&self, state: &State, out: &mut Vec<Move>) {
        let before = out.len();
        self.base.moves(state, out);
        let is_wall = |mv: &Move| matches!(mv, Move::Build(_));
        // A pawn enclosed by pawns may have only wall moves: keep all of them.
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
        self.base.make(state, mv)
    }

    fn take_back(&self, state: &mut State, mv: Move, made: Vec<(Move, Undo)>) {
        self.base.unmake(state, mv, made);
    }
}

impl<C: ContentSource> Deterministic for PrunedSector66<C> {}
