//! Caches of positions (distances, hash) agree with values computed from scratch.

use ludorum_core::{Game, Notation, Seat, Seed};
use ludorum_games::Quoridor;
use ludorum_games::quoridor::goal_distances::GoalDistances;
use ludorum_games::quoridor::{State, Wall, WallOrientation};

use super::plain::{Plain, PlainMove, PlainWall};
use super::{Taste, all_variants, legal_moves, quoridor};

const DIRECTIONS: [(WallOrientation, char); 2] = [
    (WallOrientation::Horizontal, 'h'),
    (WallOrientation::Vertical, 'v'),
];

/// All wall slots, each also in the form of the reference implementation.
fn all_walls(game: &Quoridor) -> Vec<(Wall, PlainWall)> {
    let size = game.grid().size();
    let mut walls = Vec::new();
    for (direction, letter) in DIRECTIONS {
        for square in game.grid().slots() {
            let place = (square.index() % size, square.index() / size);
            let plain = ((place.0 as i32, place.1 as i32), letter);
            walls.push((Wall { square, direction }, plain));
        }
    }
    walls
}

/// Checks distances and pawn paths against a plain breadth-first search.
fn assert_fields(game: &Quoridor, state: &State) {
    let text = game.print_position(state);
    let grid = game.grid();
    let plain = Plain::read(grid.size() as i32, &text);
    let passages = grid.passages(state.walls());
    for seat in Seat::all(game.seats()) {
        let expected = plain.distances(seat.index());
        let field = state.goal_distances(seat);
        for square in grid.all() {
            let distance = expected[square.index()].unwrap_or(GoalDistances::UNREACHABLE);
            assert_eq!(field.distance(square), distance, "{text} {seat} {square:?}");
        }
        let pawn = state.pawn(seat);
        let own = expected[pawn.index()];
        assert_eq!(Some(state.distance(seat)), own, "{text} {seat}");
        let around = grid.step(&passages, pawn.set());
        let expected = around.filter(|&next| field.distance(next) < state.distance(seat));
        let nearer = field.nearer(grid, &passages, pawn);
        assert!(nearer.eq(expected), "{text} {seat}");
    }
}

/// Checks sets of walls: those that change a distance, cross a shortest path, touch a wall, or
/// touch walls or the rim with two or more points.
fn assert_walls(game: &Quoridor, state: &State) {
    let text = game.print_position(state);
    let grid = game.grid();
    let plain = Plain::read(grid.size() as i32, &text);
    let passages = grid.passages(state.walls());
    let free = grid.free_slots(state.walls());
    let (touching, closing) = (grid.touching(state.walls()), grid.closing(state.walls()));
    for (wall, plain_wall) in all_walls(game) {
        let Wall { square, direction } = wall;
        let points = Plain::points(plain_wall);
        let touches = points.into_iter().any(|point| plain.has_wall_at(point));
        let says = touching.along(direction).has(square);
        assert_eq!(says, touches, "{text} {plain_wall:?}");
        let joined = points.into_iter();
        let joined = joined.filter(|&point| plain.has_wall_at(point) || !plain.is_inside(point));
        let says = closing.along(direction).has(square);
        assert_eq!(says, joined.count() >= 2, "{text} {plain_wall:?}");

        for seat in Seat::all(game.seats()) {
            let field = state.goal_distances(seat);
            let crossing = field.crossing(grid, &passages, state.pawn(seat));
            assert_eq!(
                crossing.along(direction).has(square),
                plain.crosses_way(seat.index(), plain_wall),
                "{text} {plain_wall:?} for {seat}"
            );
            if free.along(direction).has(square) {
                let mut with = plain.clone();
                with.hands = vec![1; game.seats()];
                with.play(PlainMove::Wall(plain_wall));
                let sensitive = field.sensitive(grid, &passages);
                assert_eq!(
                    sensitive.along(direction).has(square),
                    with.distances(seat.index()) != plain.distances(seat.index()),
                    "{text} {plain_wall:?} for {seat}"
                );
            }
        }
    }
}

#[test]
fn cached_paths_hash_and_text_equal_fresh_ones() {
    for (size, seats, standard) in all_variants() {
        for walls in [standard.walls(), 40] {
            let game = quoridor(&format!(
                "quoridor:size={size},walls={walls},players={seats}"
            ));
            for index in 0..2 {
                let mut rng = Seed(index).child("paths", size as u64).rng();
                let mut state = game.initial(Seed(1));
                let mut line = Vec::new();
                loop {
                    assert_fields(&game, &state);
                    let text = game.print_position(&state);
                    let fresh = game.parse_position(&text).expect(&text);
                    assert_eq!(game.key(&fresh), game.key(&state), "{text}");
                    assert_eq!(fresh, state, "{text}");
                    let moves = legal_moves(&game, &state);
                    if moves.is_empty() {
                        break;
                    }
                    let mv = Taste::Uniform.pick(&moves, &mut rng);
                    let before = state;
                    line.push((before, mv, game.make(&mut state, mv)));
                }
                while let Some((before, mv, undo)) = line.pop() {
                    game.unmake(&mut state, mv, undo);
                    assert_eq!(state, before);
                    assert_eq!(game.key(&state), game.key(&before));
                }
            }
        }
    }
}

#[test]
fn walls_do_what_is_said_of_them() {
    for (size, seats, _) in all_variants().filter(|&(size, ..)| size != 8 && size != 10) {
        let game = quoridor(&format!("quoridor:size={size},walls=40,players={seats}"));
        for index in 0..(40 / size as u64).max(4) {
            let mut rng = Seed(index).child("walls", size as u64).rng();
            let mut state = game.initial(Seed(1));
            for _ in 0..rng.below(3 * size) {
                let moves = legal_moves(&game, &state);
                if moves.is_empty() {
                    break;
                }
                let mv = Taste::Uniform.pick(&moves, &mut rng);
                game.make(&mut state, mv);
            }
            assert_walls(&game, &state);
        }
    }
}

/// A wall that touches fewer than two points closes no path.
#[test]
fn walls_that_touch_less_than_two_points_close_nothing() {
    for (size, seats, _) in all_variants() {
        let game = quoridor(&format!("quoridor:size={size},walls=40,players={seats}"));
        let grid = game.grid();
        let mut rng = Seed(7).child("closing", size as u64).rng();
        let mut state = game.initial(Seed(1));
        loop {
            let moves = legal_moves(&game, &state);
            if moves.is_empty() {
                break;
            }
            let free = grid.free_slots(state.walls());
            let closing = grid.closing(state.walls());
            let text = game.print_position(&state);
            let mut plain = Plain::read(size as i32, &text);
            for (wall, plain_wall) in all_walls(&game) {
                let Wall { square, direction } = wall;
                let is_free = free.along(direction).has(square);
                if is_free && !closing.along(direction).has(square) {
                    assert!(plain.may_build(plain_wall), "{text} {plain_wall:?}");
                }
            }
            let mv = Taste::Uniform.pick(&moves, &mut rng);
            game.make(&mut state, mv);
        }
    }
}

/// Positions that differ in one feature have different keys.
#[test]
fn everything_that_matters_is_in_the_key() {
    let game = quoridor("quoridor:size=5,walls=4");
    let texts = [
        "c1,c5/4,4/-/0",
        "c1,c5/4,4/-/2",
        "c1,c5/4,4/-/1",
        "b1,c5/4,4/-/2",
        "c1,b5/4,4/-/2",
        "c5,c1/4,4/-/1",
        "c1,c5/3,4/c3h/2",
        "c1,c5/4,3/c3h/2",
        "c1,c5/4,3/c3v/2",
        "c1,c5/4,3/b3v/2",
        "c1,c5/3,3/c3h,b1v/2",
        "c1,c5/2,4/c3h,b1v/4",
        "c1,c5/3,3/c3h,b1v/4",
    ];
    let keys: std::collections::HashSet<u64> = texts
        .iter()
        .filter_map(|text| game.parse_position(text).ok())
        .map(|state| game.key(&state))
        .collect();
    // A position with both pawns on their goals is rejected.
    assert_eq!(keys.len(), texts.len() - 1);
}
