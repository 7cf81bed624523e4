//! Opponent model for three and more players: opponents reply greedily.

use std::sync::Arc;

use ludorum_core::{Deterministic, Game, GameTransform, NodeKind, Seat};
use ludorum_games::Quoridor;
use ludorum_games::quoridor::grid::WallSet;
use ludorum_games::quoridor::{Move, State, Wall};

use crate::wall_game::{PathCrossingWalls, PrunedWallGame, WallGame, delays, nearest_step};

/// Quoridor as a one-player game of `me`: every opponent answers each move with a greedy reply.
///
/// With three opponents, a full search hardly sees beyond its own next move. With one greedy reply
/// per opponent it sees several rounds, which outweighs an occasional wrong prediction
/// (opponent-model search, Iida et al. 1993).
#[derive(Clone, Debug)]
pub struct QuoridorOpponentModelGame {
    /// Quoridor without the moves that place irrelevant walls.
    pub pruned: Arc<PrunedWallGame<Quoridor>>,
    /// Seat whose moves are searched; greedy replies replace the moves of all other seats.
    pub me: Seat,
}

impl QuoridorOpponentModelGame {
    /// Greedy reply of the seat to move: a winning step; else a wall that stops the next seat one
    /// step from its goal; else the step or wall that gains most in distances and walls in hand.
    fn reply(&self, state: &State) -> Move {
        let game = &self.pruned.game;
        let (seat, seats) = (state.to_move(), game.seats());
        let field = state.goal_distances(seat);
        let nearest = nearest_step(game, state);
        let step = nearest.map(|to| {
            let nearer = state.distance(seat) as i32 - field.distance(to) as i32;
            // A step gained counts against each opponent.
            (Move::Step(to), (seats as i32 - 1) * nearer)
        });
        if nearest.is_some_and(|to| field.distance(to) == 0) {
            return step.map_or(Move::Pass, |(step, _)| step);
        }
        let next = seat.next(seats);
        let must_stop = state.distance(next) == 1;
        let wall = self.best_wall(state, must_stop.then_some(next));
        match (step, wall) {
            (Some((step, gain)), Some((wall, more))) => {
                if must_stop || more > gain {
                    Move::Place(wall)
                } else {
                    step
                }
            }
            (Some((step, _)), None) => step,
            (None, Some((wall, _))) => Move::Place(wall),
            (None, None) => self.any_move(state),
        }
    }

    /// Wall that gains most for the seat to move, with its gain; only walls that delay `stopped`,
    /// if a seat is given. `None` if there is no such wall.
    fn best_wall(&self, state: &State, stopped: Option<Seat>) -> Option<(Wall, i32)> {
        let game = &self.pruned.game;
        let (seats, seat) = (game.seats(), state.to_move());
        if state.walls_left(seat) == 0 {
            return None;
        }
        let blocking = PathCrossingWalls::of_all(game, state);
        let others = Seat::all(seats).filter(|&other| other != seat);
        let across = others.map(|other| blocking[other].lengthening);
        let across = across.fold(WallSet::default(), WallSet::with_all);
        let free = game.grid().free_slots(state.walls());
        let own = seats as i32 - 1;
        let mut best: Option<(Wall, i32)> = None;
        for wall in (across & free).iter() {
            // A wall that blocks a last path is illegal.
            let Some(longer) = delays(game, state, &blocking, wall) else {
                continue;
            };
            let others: i32 = longer.iter().sum::<i32>() - longer[seat];
            // A step or a wall of its own counts against each opponent.
            let gain = others - own * (longer[seat] + 1);
            let stops = stopped.is_none_or(|stopped| longer[stopped] > 0);
            if stops && best.is_none_or(|(_, most)| gain > most) {
                best = Some((wall, gain));
            }
        }
        best
    }

    /// First legal move, played if the seat to move has no step and no useful wall; a pass if there
    /// is no legal move.
    fn any_move(&self, state: &State) -> Move {
        let mut moves = Vec::new();
        self.pruned.moves(state, &mut moves);
        moves.first().copied().unwrap_or(Move::Pass)
    }
}

impl GameTransform for QuoridorOpponentModelGame {
    type Base = PrunedWallGame<Quoridor>;
    type Undo = State;

    fn base(&self) -> &PrunedWallGame<Quoridor> {
        &self.pruned
    }

    fn play(&self, state: &mut State, mv: Move) -> State {
        let before = *state;
        self.pruned.make(state, mv);
        while let NodeKind::Decide(seat) = self.pruned.node(state)
            && seat != self.me
        {
            let reply = self.reply(state);
            self.pruned.make(state, reply);
        }
        before
    }

    fn take_back(&self, state: &mut State, _: Move, before: State) {
        *state = before;
    }
}

impl Deterministic for QuoridorOpponentModelGame {}

impl WallGame for QuoridorOpponentModelGame {
    type Rules = Quoridor;

    fn wall_rules(&self) -> &Quoridor {
        &self.pruned.game
    }
}

#[cfg(test)]
mod tests {
    use ludorum_core::{Notation, Seed};

    use super::*;

    fn four(size: usize) -> QuoridorOpponentModelGame {
        let walls = Quoridor::default_walls(size, 4);
        QuoridorOpponentModelGame {
            pruned: Arc::new(PrunedWallGame {
                game: Quoridor::new(size, 4, walls),
            }),
            me: Seat::FIRST,
        }
    }

    #[test]
    fn answers_are_legal_and_own_moves_can_be_taken_back() {
        for (size, seed) in (0..60).map(|seed| (5 + 2 * (seed as usize % 3), seed)) {
            let model = four(size);
            let game = &model.pruned.game;
            let mut rng = Seed(seed).rng();
            let mut state = game.initial(Seed(0));
            let mut moves = Vec::new();
            while game.outcome(&state).is_none() {
                moves.clear();
                game.moves(&state, &mut moves);
                let reply = model.reply(&state);
                assert!(moves.contains(&reply), "{}", game.print_position(&state));
                let mv = *rng.pick(&moves).unwrap();
                if state.to_move() == model.me {
                    let before = state;
                    let undo = model.make(&mut state, mv);
                    let node = model.node(&state);
                    assert!(matches!(
                        node,
                        NodeKind::Over | NodeKind::Decide(Seat::FIRST)
                    ));
                    model.unmake(&mut state, mv, undo);
                    assert_eq!(state, before);
                }
                game.make(&mut state, mv);
            }
        }
    }

    fn answers(position: &str) -> String {
        let model = four(9);
        let game = &model.pruned.game;
        let state = game.parse_position(position).unwrap();
        game.print_move(model.reply(&state))
    }

    #[test]
    fn others_do_the_obvious() {
        // The second seat moves right: it steps, arrives, or stops the third, which moves down.
        assert_eq!(answers("e1,a5,e9,i5/5,5,5,5/-/1"), "b5");
        assert_eq!(answers("e1,h5,e2,i9/5,5,5,5/-/1"), "i5");
        let stopped = answers("e8,c5,e2,i9/5,5,5,5/-/1");
        assert!(["d1h", "e1h"].contains(&stopped.as_str()), "{stopped}");
        // Without walls it can only step.
        assert_eq!(answers("e8,c5,e2,i9/5,0,5,5/a7h,c7h,g7h,a6h,c6h/21"), "d5");
    }
}
