//! Turns, making and unmaking moves, outcomes.

use ludorum_core::{Deterministic, Game, NodeKind, Outcome, Randomisable, Rng, Seat, Seed};

use super::goal_distances::GoalDistances;
use super::squares::Square;
use super::state::{MAX_PAWNS, State};
use super::{Move, Quoridor};

/// Fields of a position that unmaking a move restores.
#[derive(Clone, Copy, Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "lives on the stack of a search for one move; a box would be allocated every time"
)]
pub enum Undo {
    /// Undo data of a pawn move: the square from which the pawn came.
    Step(Square),
    /// Undo data of a wall move: the goal distances of each seat before the wall was placed.
    Place([GoalDistances; MAX_PAWNS]),
    /// Undo data of a pass: empty, because a pass changes only the ply.
    Pass,
}

impl Quoridor {
    /// The seat whose pawn is on its goal; `None` if no pawn is.
    fn winner(&self, state: &State) -> Option<Seat> {
        Seat::all(self.seats).find(|&seat| self.goal(seat).has(state.pawn(seat)))
    }

    fn push_wall_moves(&self, state: &State, out: &mut Vec<Move>) {
        let placeable = self.placeable(state);
        out.reserve(placeable.count());
        let place = |wall| out.push(Move::Place(wall));
        placeable.iter().for_each(place);
    }
}

impl Game for Quoridor {
    type State = State;
    type Move = Move;
    type Undo = Undo;
    type View = State;

    fn seats(&self) -> usize {
        self.seats
    }

    fn initial(&self, _: Seed) -> State {
        self.assemble(Default::default(), self.starts, [self.walls; MAX_PAWNS], 0)
    }

    #[inline]
    fn node(&self, state: &State) -> NodeKind {
        if state.ply() >= self.max_plies() || self.winner(state).is_some() {
            NodeKind::Over
        } else {
            NodeKind::Decide(state.to_move())
        }
    }

    fn moves(&self, state: &State, out: &mut Vec<Move>) {
        if self.node(state) == NodeKind::Over {
            return;
        }
        let before = out.len();
        out.extend(self.pawn_moves(state).map(Move::Step));
        self.push_wall_moves(state, out);
        if out.len() == before {
            out.push(Move::Pass);
        }
    }

    #[inline]
    fn make(&self, state: &mut State, mv: Move) -> Undo {
        let seat = state.to_move();
        let undo = match mv {
            Move::Step(to) => {
                let from = std::mem::replace(&mut state.pawns[seat.index()], to);
                state.hash ^= self.keys.pawn(seat, from) ^ self.keys.pawn(seat, to);
                Undo::Step(from)
            }
            Move::Place(wall) => {
                let before = state.goal_distances;
                let passages_before = self.grid.passages(&state.walls);
                state.walls = state.walls.with(wall);
                let left = state.left[seat.index()];
                state.left[seat.index()] = left - 1;
                state.hash ^= self.keys.wall(wall)
                    ^ self.keys.left(seat, left)
                    ^ self.keys.left(seat, left - 1);
                let passages = self.grid.passages(&state.walls);
                for seat in Seat::all(self.seats) {
                    let field = &mut state.goal_distances[seat.index()];
                    let sensitive = field.sensitive(&self.grid, &passages_before);
                    if sensitive.has(wall) {
                        *field =
                            GoalDistances::new(&self.grid, &passages, self.goals[seat.index()]);
                    }
                }
                Undo::Place(before)
            }
            Move::Pass => Undo::Pass,
        };
        state.ply += 1;
        undo
    }

    #[inline]
    fn unmake(&self, state: &mut State, mv: Move, undo: Undo) {
        state.ply -= 1;
        let seat = state.to_move();
        match (mv, undo) {
            (Move::Step(to), Undo::Step(from)) => {
                state.pawns[seat.index()] = from;
                state.hash ^= self.keys.pawn(seat, from) ^ self.keys.pawn(seat, to);
            }
            (Move::Place(wall), Undo::Place(before)) => {
                state.walls = state.walls.without(wall);
                let left = state.left[seat.index()];
                state.left[seat.index()] = left + 1;
                state.hash ^= self.keys.wall(wall)
                    ^ self.keys.left(seat, left)
                    ^ self.keys.left(seat, left + 1);
                state.goal_distances = before;
            }
            _ => {}
        }
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        match self.winner(state) {
            Some(winner) => Some(Outcome::win(self.seats, winner)),
            None => (state.ply() >= self.max_plies()).then(|| Outcome::draw(self.seats)),
        }
    }

    // The key includes the ply: with a different ply, fewer or more moves remain before the draw.
    fn key(&self, state: &State) -> u64 {
        state.hash ^ u64::from(state.ply).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn view(&self, state: &State, _: Seat) -> State {
        *state
    }

    #[inline]
    fn max_plies(&self) -> u32 {
        4 * (self.grid.size() * self.grid.size()) as u32
    }

    fn quick_playout(&self, state: &State, rng: &mut Rng) -> Option<(Outcome, u64)> {
        Some(self.random_playout(state, rng))
    }
}

impl Deterministic for Quoridor {}

impl Randomisable for Quoridor {
    /// Appends only the legal wall moves: their number is limited, while random pawn moves can
    /// repeat forever.
    fn randomisable(&self, state: &State, out: &mut Vec<Move>) {
        if self.node(state) != NodeKind::Over {
            self.push_wall_moves(state, out);
        }
    }
}
