//! The game as one seat foresees it among several: its own moves, and between them what the others
//! will do if each takes what is best for itself at once.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use ludorum_core::{Deterministic, Evaluate, Game, Node, Outcome, PerSeat, Points, Seat, Seed};
use ludorum_games::quoridor::{Direction, Wall};
use ludorum_games::sector66::{Content, Move, State, WallState};
use ludorum_search::Hints;

use super::focus::Focused;

/// Positions remembered; they are a kilobyte each.
const MOST_KNOWN: usize = 1 << 14;

/// Sector 66 in which only one seat decides. After its move the others answer at once (opponent-model
/// search, Iida et al. 1993), as in Quoridor among four.
pub struct Foreseen<C> {
    focused: Arc<Focused<C>>,
    me: Seat,
    /// Where moves lead, all answers made, by the position before: a search comes by the same
    /// positions again and again.
    known: Mutex<HashMap<(u64, Move), State>>,
}

impl<C> fmt::Debug for Foreseen<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Foreseen")
            .field("me", &self.me)
            .finish_non_exhaustive()
    }
}

impl<C: Content> Foreseen<C> {
    /// As `me` foresees it.
    pub fn new(focused: Arc<Focused<C>>, me: Seat) -> Foreseen<C> {
        Foreseen {
            focused,
            me,
            known: Mutex::default(),
        }
    }

    /// What the seat to move will do: of the steps and the walls the one after which it stands best
    /// against the best of the others, as the thesis scores it. But it arrives if it can, and if the
    /// next seat would arrive, it stops that if it can.
    fn answer(&self, state: &State) -> Move {
        let (seat, seats) = (state.to_move(), self.focused.seats());
        let field = state.board().field(seat);
        let steps = self.focused.game().rules().pawn_steps(state);
        let Some(nearest) = steps.min_by_key(|&to| field.distance(to)) else {
            return self.first(state);
        };
        let step = Move::Step(nearest);
        if field.distance(nearest) == 0 {
            return step;
        }
        let next = seat.next(seats);
        let must_stop = state.board().distance(next) == 1;
        let now = Standing::new(self.focused.seats(), state);
        let away = state.board().distance(seat) as i32 - field.distance(nearest) as i32;
        let mut walked = now;
        walked.own += A_TURN * away;
        match self.best_wall(state, &now, must_stop.then_some(next)) {
            Some((wall, worth)) if must_stop || worth > walked.worth() => Move::Build(wall),
            _ => step,
        }
    }

    /// The wall after which the seat to move stands best, and how well; of those that make the way
    /// of `stopped` longer, if there is such a seat.
    fn best_wall(
        &self,
        state: &State,
        now: &Standing,
        stopped: Option<Seat>,
    ) -> Option<(Wall, i32)> {
        let rules = self.focused.game().rules();
        let (seats, seat) = (self.focused.seats(), state.to_move());
        if state.board().walls_left(seat) == 0 {
            return None;
        }
        let ways = PerSeat::from_fn(seats, |seat| rules.walls_in_the_way(state, seat));
        let free = rules.grid().free_slots(state.board().walls());
        let mut best: Option<(Wall, i32)> = None;
        for direction in [Direction::Horizontal, Direction::Vertical] {
            let others = Seat::all(seats).filter(|&other| other != seat);
            let across = others
                .map(|other| ways[other].along(direction))
                .reduce(|all, more| all | more)?;
            'walls: for square in across & free.along(direction) {
                let wall = Wall { square, direction };
                if state.wall(wall) != WallState::Open {
                    continue;
                }
                let mut then = *now;
                then.own -= A_WALL;
                let mut stops = stopped.is_none();
                for other in Seat::all(seats) {
                    if !ways[other].along(direction).has(square) {
                        continue;
                    }
                    let Some(steps) = rules.steps_behind(state, other, wall) else {
                        // It would close the last way.
                        continue 'walls;
                    };
                    let longer = steps as i32 - state.board().distance(other) as i32;
                    match other == seat {
                        true => then.own -= A_TURN * longer,
                        false => then.others[other] -= A_TURN * longer,
                    }
                    stops |= stopped == Some(other) && longer > 0;
                }
                let worth = then.worth();
                if stops && best.is_none_or(|(_, most)| worth > most) {
                    best = Some((wall, worth));
                }
            }
        }
        best
    }

    /// Any move, for a pawn that is shut in or may not move.
    fn first(&self, state: &State) -> Move {
        let mut moves = Vec::new();
        self.focused.moves(state, &mut moves);
        moves.first().copied().unwrap_or(Move::Pass)
    }
}

/// What a turn, a wall in hand and a spell in hand count: the weights of the thesis, in quarters.
const A_TURN: i32 = 4;
const A_WALL: i32 = 2;
const A_SPELL: i32 = 3;

/// How the seat to move stands against the others.
#[derive(Clone, Copy)]
struct Standing {
    own: i32,
    /// The others; the seat itself is never the best of them.
    others: PerSeat<i32>,
}

impl Standing {
    fn new(seats: usize, state: &State) -> Standing {
        let value = |seat: Seat| {
            let walls = i32::from(state.board().walls_left(seat));
            let spells = state.spells_of(seat).count() as i32;
            A_WALL * walls + A_SPELL * spells - A_TURN * state.board().distance(seat) as i32
        };
        let me = state.to_move();
        Standing {
            own: value(me),
            others: PerSeat::from_fn(seats, |seat| match seat == me {
                true => i32::MIN / 2,
                false => value(seat),
            }),
        }
    }

    /// What it is worth, the own value counting nine tenths.
    fn worth(&self) -> i32 {
        9 * self.own - 10 * self.others.iter().max().unwrap_or(0)
    }
}

impl<C: Content> Game for Foreseen<C> {
    type State = State;
    type Move = Move;
    type Undo = State;
    type View = State;

    fn seats(&self) -> usize {
        self.focused.seats()
    }

    fn initial(&self, seed: Seed) -> State {
        self.focused.initial(seed)
    }

    fn node(&self, state: &State) -> Node {
        self.focused.node(state)
    }

    fn moves(&self, state: &State, out: &mut Vec<Move>) {
        self.focused.moves(state, out);
    }

    fn make(&self, state: &mut State, mv: Move) -> State {
        let step = (self.focused.key(state), mv);
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(after) = known.get(&step) {
            return std::mem::replace(state, after.clone());
        }
        let before = state.clone();
        self.focused.make(state, mv);
        while let Node::Decide(seat) = self.focused.node(state)
            && seat != self.me
        {
            let answer = self.answer(state);
            self.focused.make(state, answer);
        }
        if known.len() >= MOST_KNOWN {
            known.clear();
        }
        known.insert(step, state.clone());
        before
    }

    fn unmake(&self, state: &mut State, _: Move, before: State) {
        *state = before;
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        self.focused.outcome(state)
    }

    fn key(&self, state: &State) -> u64 {
        self.focused.key(state)
    }

    fn view(&self, state: &State, seat: Seat) -> State {
        self.focused.view(state, seat)
    }

    fn max_plies(&self) -> u32 {
        self.focused.max_plies()
    }
}

impl<C: Content> Deterministic for Foreseen<C> {}

/// What is known of the focused game, for the foreseen one.
#[derive(Clone, Copy, Debug, Default)]
pub struct AsFocused<T>(pub T);

impl<C: Content, E: Evaluate<Focused<C>>> Evaluate<Foreseen<C>> for AsFocused<E> {
    fn points(&self, foreseen: &Foreseen<C>, state: &State) -> PerSeat<Points> {
        self.0.points(&foreseen.focused, state)
    }

    fn scale(&self) -> Points {
        self.0.scale()
    }
}

impl<C: Content, H: Hints<Focused<C>>> Hints<Foreseen<C>> for AsFocused<H> {
    fn priorities(
        &self,
        foreseen: &Foreseen<C>,
        state: &State,
        depth: u32,
        moves: &[Move],
        out: &mut Vec<i32>,
    ) {
        self.0
            .priorities(&foreseen.focused, state, depth, moves, out);
    }
}
