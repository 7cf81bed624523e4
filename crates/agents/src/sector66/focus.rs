//! The same game without the walls that do not matter, for searches that have no time for them, and
//! without chance.

use ludorum_core::{Deterministic, Evaluate, Game, Node, Outcome, PerSeat, Points, Seat, Seed};
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
        let touching = grid.touching(state.board().walls());
        let around = Walls {
            horizontal: near | touching.horizontal,
            vertical: near | touching.vertical,
        };
        let others = Seat::all(self.settled.seats()).filter(|&seat| seat != state.to_move());
        others.fold(around, |all, seat| {
            let across = rules.walls_in_the_way(state, seat);
            Walls {
                horizontal: all.horizontal | across.horizontal,
                vertical: all.vertical | across.vertical,
            }
        })
    }
}

impl<C: Content> Game for Focused<C> {
    type State = State;
    type Move = Move;
    type Undo = Vec<(Move, Undo)>;
    type View = State;

    fn seats(&self) -> usize {
        self.settled.seats()
    }

    fn initial(&self, seed: Seed) -> State {
        self.settled.initial(seed)
    }

    fn node(&self, state: &State) -> Node {
        self.settled.node(state)
    }

    fn moves(&self, state: &State, out: &mut Vec<Move>) {
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

    fn make(&self, state: &mut State, mv: Move) -> Vec<(Move, Undo)> {
        self.settled.make(state, mv)
    }

    fn unmake(&self, state: &mut State, mv: Move, made: Vec<(Move, Undo)>) {
        self.settled.unmake(state, mv, made);
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        self.settled.outcome(state)
    }

    fn key(&self, state: &State) -> u64 {
        self.settled.key(state)
    }

    fn view(&self, state: &State, seat: Seat) -> State {
        self.settled.view(state, seat)
    }

    fn max_plies(&self) -> u32 {
        self.settled.max_plies()
    }
}

impl<C: Content> Deterministic for Focused<C> {}

/// An evaluation of the whole game, for the focused one.
#[derive(Clone, Copy, Debug, Default)]
pub struct InFocus<E>(pub E);

impl<C: Content, E: Evaluate<Sector66<C>>> Evaluate<Focused<C>> for InFocus<E> {
    fn points(&self, focused: &Focused<C>, state: &State) -> PerSeat<Points> {
        self.0.points(focused.game(), state)
    }

    fn scale(&self) -> Points {
        self.0.scale()
    }
}
