//! What positions keep to be quick: distances, hash and what `make` changes, against fresh ones.

use ludorum_core::{Game, Notation, Seat, Seed};
use ludorum_games::Quoridor;
use ludorum_games::quoridor::field::Field;
use ludorum_games::quoridor::{Move, State, Wall};

use crate::plain::{Plain, PlainMove};
use crate::{Taste, all_variants, legal_moves, quoridor};

/// The distances of all squares, the nearer neighbours and the pawns' distances are those of a
/// plain breadth-first search.
fn assert_fields(game: &Quoridor, state: &State) {
    let text = game.print_position(state);
    let plain = Plain::read(game.grid().size() as i32, &text);
    for seat in Seat::all(game.seats()) {
        let expected = plain.distances(seat.index());
        let field = state.field(seat);
        for square in game.grid().all() {
            let distance = expected[square.index()].unwrap_or(Field::NO_WAY);
            assert_eq!(field.distance(square), distance, "{text} {seat} {square:?}");
        }
        let pawn = state.pawn(seat);
        let own = expected[pawn.index()];
        assert_eq!(Some(state.distance(seat)), own, "{text} {seat}");
        let passages = game.grid().passages(state.walls());
        for square in field.nearer(game.grid(), &passages, pawn) {
            assert_eq!(
                field.distance(square) + 1,
                state.distance(seat),
                "{text} {seat}"
            );
        }
        let is_there = game.goal(seat).has(pawn);
        let nearer = field.nearer(game.grid(), &passages, pawn);
        assert_eq!(nearer.is_empty(), is_there, "{text} {seat}");
    }
}

/// The walls a field says would change a distance are just those that do.
fn assert_sensitive(game: &Quoridor, state: &State) {
    let text = game.print_position(state);
    let size = game.grid().size() as i32;
    let plain = Plain::read(size, &text);
    let passages = game.grid().passages(state.walls());
    let free = game.grid().free_slots(state.walls());
    for direction in [
        ludorum_games::quoridor::Direction::Horizontal,
        ludorum_games::quoridor::Direction::Vertical,
    ] {
        for square in free.along(direction) {
            let wall = Wall { square, direction };
            let name = game.print_move(Move::Place(wall));
            for seat in Seat::all(game.seats()) {
                let says = state.field(seat).sensitive(game.grid(), &passages);
                let says = says.along(direction).has(square);
                let place = (square.index() as i32 % size, square.index() as i32 / size);
                let letter = name.chars().last().expect("a letter");
                let mut with = plain.clone();
                with.hands = vec![1; game.seats()];
                with.play(PlainMove::Wall((place, letter)));
                let changes = with.distances(seat.index()) != plain.distances(seat.index());
                assert_eq!(says, changes, "{text} {name} for {seat}");
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
fn just_the_walls_that_change_a_distance_are_sensitive() {
    for (size, seats, _) in all_variants().filter(|&(size, ..)| size != 8 && size != 10) {
        let game = quoridor(&format!("quoridor:size={size},walls=40,players={seats}"));
        for index in 0..(40 / size as u64).max(4) {
            let mut rng = Seed(index).child("sensitive", size as u64).rng();
            let mut state = game.initial(Seed(1));
            for _ in 0..rng.below(3 * size) {
                let moves = legal_moves(&game, &state);
                if moves.is_empty() {
                    break;
                }
                let mv = Taste::Uniform.pick(&moves, &mut rng);
                game.make(&mut state, mv);
            }
            assert_sensitive(&game, &state);
        }
    }
}

/// A wall found not to close a path by touching fewer than two points really does not.
#[test]
fn walls_that_touch_less_than_two_points_close_nothing() {
    for (size, seats, _) in all_variants() {
        let game = quoridor(&format!("quoridor:size={size},walls=40,players={seats}"));
        let mut rng = Seed(7).child("closing", size as u64).rng();
        let mut state = game.initial(Seed(1));
        loop {
            let moves = legal_moves(&game, &state);
            if moves.is_empty() {
                break;
            }
            let free = game.grid().free_slots(state.walls());
            let closing = game.grid().closing(state.walls());
            let text = game.print_position(&state);
            let mut plain = Plain::read(size as i32, &text);
            for (direction, letter) in [
                (ludorum_games::quoridor::Direction::Horizontal, 'h'),
                (ludorum_games::quoridor::Direction::Vertical, 'v'),
            ] {
                for square in free.along(direction) & !closing.along(direction) {
                    let (column, row) = (square.index() % size, square.index() / size);
                    let wall = ((column as i32, row as i32), letter);
                    assert!(plain.may_build(wall), "{text} {wall:?}");
                }
            }
            let mv = Taste::Uniform.pick(&moves, &mut rng);
            game.make(&mut state, mv);
        }
    }
}

/// Keys tell positions apart that differ in one thing only.
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
    // Both pawns on their goals is no position.
    assert_eq!(keys.len(), texts.len() - 1);
}
