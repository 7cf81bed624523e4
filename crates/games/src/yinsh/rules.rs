//! Turns, making and unmaking moves, outcomes.

use ludorum_core::{
    Deterministic, Game, NodeKind, Outcome, PerSeat, Randomisable, Rng, Seat, Seed,
};

use super::points::{BoardPoint, HexDirection};
use super::set::PointSet;
use super::slides::slide;
use super::state::{MARKERS, RINGS, State, YinshTurnStep};
use super::{Move, Yinsh};

/// Fields of a position that cannot be recomputed when a move is unmade.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    seat: Seat,
    step: YinshTurnStep,
    hash: u64,
}

impl Yinsh {
    /// Returns the next seat and its type of move after `seat` has moved a ring, or removed a ring
    /// for a row. `is_reply`: that row was made by the opponent's move.
    fn after_rows_of(&self, state: &State, seat: Seat, is_reply: bool) -> (Seat, YinshTurnStep) {
        let other = seat.next(2);
        if state.has_row(seat) {
            return (
                seat,
                if is_reply {
                    YinshTurnStep::RowReply
                } else {
                    YinshTurnStep::Row
                },
            );
        }
        if is_reply {
            return (seat, YinshTurnStep::Move);
        }
        if state.has_row(other) {
            return (other, YinshTurnStep::RowReply);
        }
        if state.all_markers().count() == MARKERS {
            return (Seat::FIRST, YinshTurnStep::Over);
        }
        (other, YinshTurnStep::Move)
    }

    /// Returns the next seat and its type of move after `mv`, which is already made on the board.
    fn next(&self, state: &State, mv: Move) -> (Seat, YinshTurnStep) {
        let (seat, step) = (state.seat, state.step);
        let other = seat.next(2);
        match mv {
            Move::Place(_) => {
                let placed = state.rings(other).count();
                (
                    other,
                    if placed == RINGS {
                        YinshTurnStep::Move
                    } else {
                        YinshTurnStep::Place
                    },
                )
            }
            Move::Slide { .. } => self.after_rows_of(state, seat, false),
            Move::Row(_) if step == YinshTurnStep::RowReply => (seat, YinshTurnStep::RingReply),
            Move::Row(_) => (seat, YinshTurnStep::Ring),
            Move::Ring(_) if state.won(seat) == self.rings_to_win => {
                (Seat::FIRST, YinshTurnStep::Over)
            }
            Move::Ring(_) => self.after_rows_of(state, seat, step == YinshTurnStep::RingReply),
            Move::Pass if step == YinshTurnStep::MoveAfterPass => {
                (Seat::FIRST, YinshTurnStep::Over)
            }
            Move::Pass => (other, YinshTurnStep::MoveAfterPass),
        }
    }

    fn list_slides(&self, state: &State, out: &mut Vec<Move>) {
        let (rings, markers) = (state.all_rings(), state.all_markers());
        for from in state.rings(state.seat) {
            for direction in HexDirection::ALL {
                let slide = slide(rings, markers, from, direction);
                let mut at = from.0;
                for _ in 0..slide.free {
                    at = at.wrapping_add_signed(direction.stride());
                    let to = BoardPoint(at);
                    out.push(Move::Slide { from, to });
                }
                if let Some(to) = slide.jump {
                    out.push(Move::Slide { from, to });
                }
            }
        }
    }

    /// Adds a ring of `seat` on a point, or removes it if present; updates the hash.
    #[inline]
    fn toggle_ring(&self, state: &mut State, seat: Seat, point: BoardPoint) {
        state.rings[seat.index()] ^= point.set();
        state.hash ^= self.keys.ring(seat, point);
    }

    /// Adds a marker of `seat` on a point, or removes it if present; updates the hash.
    #[inline]
    fn toggle_marker(&self, state: &mut State, seat: Seat, point: BoardPoint) {
        state.markers[seat.index()] ^= point.set();
        state.hash ^= self.keys.marker(seat, point);
    }

    fn set_won(&self, state: &mut State, seat: Seat, rings: u8) {
        let won = &mut state.won[seat.index()];
        state.hash ^= self.keys.won(seat, *won) ^ self.keys.won(seat, rings);
        *won = rings;
    }
}

impl Game for Yinsh {
    type State = State;
    type Move = Move;
    type Undo = Undo;
    type View = State;

    fn seats(&self) -> usize {
        2
    }

    fn initial(&self, _: Seed) -> State {
        let mut state = State {
            rings: [PointSet::NONE; 2],
            markers: [PointSet::NONE; 2],
            won: [0; 2],
            seat: Seat::FIRST,
            step: YinshTurnStep::Place,
            hash: 0,
        };
        state.hash = self.keys.hash(&state);
        state
    }

    #[inline]
    fn node(&self, state: &State) -> NodeKind {
        match state.step {
            YinshTurnStep::Over => NodeKind::Over,
            _ => NodeKind::Decide(state.seat),
        }
    }

    fn moves(&self, state: &State, out: &mut Vec<Move>) {
        match state.step {
            YinshTurnStep::Over => {}
            YinshTurnStep::Place => out.extend(state.free().map(Move::Place)),
            YinshTurnStep::Move | YinshTurnStep::MoveAfterPass => {
                let before = out.len();
                self.list_slides(state, out);
                if out.len() == before {
                    out.push(Move::Pass);
                }
            }
            YinshTurnStep::Row | YinshTurnStep::RowReply => {
                out.extend(state.rows(state.seat).map(Move::Row));
            }
            YinshTurnStep::Ring | YinshTurnStep::RingReply => {
                out.extend(state.rings(state.seat).map(Move::Ring));
            }
        }
    }

    fn make(&self, state: &mut State, mv: Move) -> Undo {
        let seat = state.seat;
        let undo = Undo {
            seat,
            step: state.step,
            hash: state.hash,
        };
        match mv {
            Move::Place(point) => self.toggle_ring(state, seat, point),
            Move::Slide { from, to } => {
                for point in state.flip(from, to) {
                    state.hash ^= self.keys.flips[point.index()];
                }
                self.toggle_ring(state, seat, from);
                self.toggle_ring(state, seat, to);
                self.toggle_marker(state, seat, from);
            }
            Move::Row(row) => {
                for point in row.points() {
                    self.toggle_marker(state, seat, point);
                }
            }
            Move::Ring(point) => {
                self.toggle_ring(state, seat, point);
                self.set_won(state, seat, state.won(seat) + 1);
            }
            Move::Pass => {}
        }
        let (seat, step) = self.next(state, mv);
        state.hash ^= self.keys.act(state.seat, state.step) ^ self.keys.act(seat, step);
        (state.seat, state.step) = (seat, step);
        undo
    }

    fn unmake(&self, state: &mut State, mv: Move, undo: Undo) {
        let at = undo.seat.index();
        match mv {
            Move::Place(point) => state.rings[at] ^= point.set(),
            Move::Slide { from, to } => {
                state.rings[at] ^= from.set() | to.set();
                state.markers[at] ^= from.set();
                state.flip(from, to);
            }
            Move::Row(row) => state.markers[at] ^= row.points(),
            Move::Ring(point) => {
                state.rings[at] ^= point.set();
                state.won[at] -= 1;
            }
            Move::Pass => {}
        }
        (state.seat, state.step, state.hash) = (undo.seat, undo.step, undo.hash);
    }

    /// Number of rings that each seat has removed. The seat with more wins, however the game ended.
    fn scores(&self, state: &State) -> Option<PerSeat<i32>> {
        Some(PerSeat::from_fn(2, |seat| i32::from(state.won(seat))))
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        if state.step != YinshTurnStep::Over {
            return None;
        }
        let [white, black] = state.won;
        Some(match white.cmp(&black) {
            std::cmp::Ordering::Greater => Outcome::win(2, Seat::new(0)),
            std::cmp::Ordering::Less => Outcome::win(2, Seat::new(1)),
            std::cmp::Ordering::Equal => Outcome::draw(2),
        })
    }

    #[inline]
    fn key(&self, state: &State) -> u64 {
        state.hash
    }

    fn view(&self, state: &State, _: Seat) -> State {
        *state
    }

    /// Upper bound on the plies of a game: every row except the last returns five markers, which
    /// limits the number of ring moves. Between two ring moves at most one player passes.
    fn max_plies(&self) -> u32 {
        let rows = 2 * u32::from(self.rings_to_win) - 1;
        let slides = MARKERS as u32 + 5 * (rows - 1);
        2 * RINGS as u32 + slides + (slides + 1) + 2 * rows
    }

    fn quick_playout(&self, state: &State, rng: &mut Rng) -> Option<(Outcome, u64)> {
        Some(self.random_playout(state, rng))
    }
}

impl State {
    /// Flips the markers between two points and returns the set of flipped markers.
    #[inline]
    fn flip(&mut self, from: BoardPoint, to: BoardPoint) -> PointSet {
        let jumped = self.jumped(from, to);
        self.markers[0] ^= jumped;
        self.markers[1] ^= jumped;
        jumped
    }
}

impl Deterministic for Yinsh {}

impl Randomisable for Yinsh {
    /// Appends all legal moves: their number is bounded, so random moves cannot prolong the game.
    fn randomisable(&self, state: &State, out: &mut Vec<Move>) {
        self.moves(state, out);
    }
}
