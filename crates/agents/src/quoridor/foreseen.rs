//! The game as one seat foresees it among several: its own moves, and between them what the others
//! will do if each takes what is best for itself at once.

use ludorum_core::{Deterministic, Game, Node, PerSeat, Seat, Variation};
use ludorum_games::quoridor::grid::Walls;
use ludorum_games::quoridor::{Direction, Move, State, Wall};

use super::focus::Focused;
use super::hints::Ways;
use super::weakness::steps;

/// Quoridor in which only one seat decides. After its move the others answer at once.
///
/// With three others to answer, a search that weighs all they could do sees hardly beyond its own
/// next move. Taking each answer to be the obvious one it sees several rounds, and that weighs more
/// than being wrong about an answer now and then (opponent-model search, Iida et al. 1993).
#[derive(Clone, Debug)]
pub struct Foreseen {
    /// The whole game with the walls that matter.
    pub focused: Focused,
    /// Who decides.
    pub me: Seat,
}

impl Foreseen {
    /// What the seat to move will do: of the steps and the walls the one by which it gains most on
    /// the others, counting steps to go and walls in hand. But it arrives if it can, and if the next
    /// seat would arrive, it stops that if it can.
    fn answer(&self, state: &State) -> Move {
        let game = &self.focused.game;
        let (seat, seats) = (state.to_move(), game.seats());
        let field = state.field(seat);
        let nearest = game.pawn_moves(state).min_by_key(|&to| field.distance(to));
        let step = nearest.map(|to| {
            let nearer = state.distance(seat) as i32 - field.distance(to) as i32;
            // What a seat gains, each of the others loses.
            (Move::Step(to), (seats as i32 - 1) * nearer)
        });
        if nearest.is_some_and(|to| field.distance(to) == 0) {
            return step.map_or(Move::Pass, |(step, _)| step);
        }
        let next = seat.next(seats);
        let must_stop = state.distance(next) == 1;
        let wall = self.best_wall(state, must_stop.then_some(next));
        match (step, wall) {
            (Some((step, gain)), Some((wall, more))) => match must_stop || more > gain {
                true => Move::Place(wall),
                false => step,
            },
            (Some((step, _)), None) => step,
            (None, Some((wall, _))) => Move::Place(wall),
            (None, None) => self.first(state),
        }
    }

    /// The wall by which the seat to move gains most, and how much; of those that make the way of
    /// `stopped` longer, if there is such a seat.
    fn best_wall(&self, state: &State, stopped: Option<Seat>) -> Option<(Wall, i32)> {
        let game = &self.focused.game;
        let (grid, seats, seat) = (game.grid(), game.seats(), state.to_move());
        if state.walls_left(seat) == 0 {
            return None;
        }
        let ways = PerSeat::from_fn(seats, |seat| Ways::new(&self.focused, state, seat));
        let others = Seat::all(seats).filter(|&other| other != seat);
        let across = others.map(|other| ways[other].longer);
        let across = across.fold(Walls::default(), Walls::with_all);
        let free = grid.free_slots(state.walls());
        let own = seats as i32 - 1;
        let mut best: Option<(Wall, i32)> = None;
        for direction in [Direction::Horizontal, Direction::Vertical] {
            'walls: for square in across.along(direction) & free.along(direction) {
                let wall = Wall { square, direction };
                let after = grid.passages(&state.walls().with(wall));
                // The wall in hand that it costs.
                let mut gain = -own;
                let mut stops = stopped.is_none();
                for other in Seat::all(seats).filter(|&other| ways[other].has_longer(wall)) {
                    let then = steps(grid, &after, state.pawn(other), game.goal(other));
                    let Some(then) = then else {
                        // It would close the last way.
                        continue 'walls;
                    };
                    let longer = then as i32 - state.distance(other) as i32;
                    gain += if other == seat { -own * longer } else { longer };
                    stops |= stopped == Some(other) && longer > 0;
                }
                if stops && best.is_none_or(|(_, most)| gain > most) {
                    best = Some((wall, gain));
                }
            }
        }
        best
    }

    /// Any move, for a pawn that is shut in.
    fn first(&self, state: &State) -> Move {
        let mut moves = Vec::new();
        self.focused.moves(state, &mut moves);
        moves.first().copied().unwrap_or(Move::Pass)
    }
}

impl Variation for Foreseen {
    type Whole = Focused;
    type Undo = State;

    fn whole(&self) -> &Focused {
        &self.focused
    }

    fn play(&self, state: &mut State, mv: Move) -> State {
        let before = *state;
        self.focused.make(state, mv);
        while let Node::Decide(seat) = self.focused.node(state)
            && seat != self.me
        {
            let answer = self.answer(state);
            self.focused.make(state, answer);
        }
        before
    }

    fn take_back(&self, state: &mut State, _: Move, before: State) {
        *state = before;
    }
}

impl Deterministic for Foreseen {}

#[cfg(test)]
mod tests {
    use ludorum_core::{Notation, Seed};
    use ludorum_games::Quoridor;

    use super::*;

    fn four(size: usize) -> Foreseen {
        let walls = Quoridor::default_walls(size, 4);
        Foreseen {
            focused: Focused {
                game: Quoridor::new(size, 4, walls),
            },
            me: Seat::FIRST,
        }
    }

    #[test]
    fn answers_are_legal_and_own_moves_can_be_taken_back() {
        for (size, seed) in (0..60).map(|seed| (5 + 2 * (seed as usize % 3), seed)) {
            let foreseen = four(size);
            let game = &foreseen.focused.game;
            let mut rng = Seed(seed).rng();
            let mut state = game.initial(Seed(0));
            let mut moves = Vec::new();
            while game.outcome(&state).is_none() {
                moves.clear();
                game.moves(&state, &mut moves);
                let answer = foreseen.answer(&state);
                assert!(moves.contains(&answer), "{}", game.print_position(&state));
                let mv = *rng.pick(&moves).unwrap();
                if state.to_move() == foreseen.me {
                    let before = state;
                    let undo = foreseen.make(&mut state, mv);
                    let node = foreseen.node(&state);
                    assert!(matches!(node, Node::Over | Node::Decide(Seat::FIRST)));
                    foreseen.unmake(&mut state, mv, undo);
                    assert_eq!(state, before);
                }
                game.make(&mut state, mv);
            }
        }
    }

    fn answers(position: &str) -> String {
        let foreseen = four(9);
        let game = &foreseen.focused.game;
        let state = game.parse_position(position).unwrap();
        game.print_move(foreseen.answer(&state))
    }

    #[test]
    fn others_do_the_obvious() {
        // The second seat goes to the right: it walks, arrives, or stops the third, which goes down.
        assert_eq!(answers("e1,a5,e9,i5/5,5,5,5/-/1"), "b5");
        assert_eq!(answers("e1,h5,e2,i9/5,5,5,5/-/1"), "i5");
        let stopped = answers("e8,c5,e2,i9/5,5,5,5/-/1");
        assert!(["d1h", "e1h"].contains(&stopped.as_str()), "{stopped}");
        // Without walls it can only walk.
        assert_eq!(answers("e8,c5,e2,i9/5,0,5,5/a7h,c7h,g7h,a6h,c6h/21"), "d5");
    }
}
