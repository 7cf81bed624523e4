//! Moves in four notations, positions, and error messages for invalid text.

use ludorum_core::{Game, Notation, Seed, TerminalStyle};
use ludorum_games::Quoridor;
use ludorum_games::quoridor::{Move, Wall, WallNotation, WallOrientation};

use super::quoridor;

const DIRECTIONS: [WallOrientation; 2] = [WallOrientation::Horizontal, WallOrientation::Vertical];

fn all_walls(game: &Quoridor) -> Vec<Wall> {
    let slots = game.grid().slots();
    let walls = DIRECTIONS.map(|direction| slots.map(move |square| Wall { square, direction }));
    walls.into_iter().flatten().collect()
}

fn in_form(form: WallNotation, size: usize) -> Quoridor {
    quoridor(&format!("quoridor:size={size},notation={}", form.name()))
}

#[test]
fn every_wall_of_every_size_has_one_text_in_each_form() {
    for size in 3..=11 {
        for form in WallNotation::ALL {
            let game = in_form(form, size);
            let mut texts = std::collections::HashSet::new();
            for wall in all_walls(&game) {
                let text = form.print_wall(game.grid(), wall);
                assert_eq!(form.parse_wall(game.grid(), &text), Ok(wall), "{text}");
                assert_eq!(game.parse_move(&text), Ok(Move::Place(wall)), "{text}");
                assert_eq!(game.print_move(Move::Place(wall)), text);
                assert!(texts.insert(text.clone()), "{text} twice");
            }
            assert_eq!(texts.len(), 2 * (size - 1) * (size - 1));
        }
    }
}

#[test]
fn the_forms_say_the_same_as_the_rules() {
    // One row per wall: default notation, both compass spellings, upper left, lower left.
    for (size, rows) in [
        (
            9,
            [
                ["e3h", "e3N", "e4S", "e3h", "e4h"],
                ["e3v", "e4E", "f4W", "f4v", "f3v"],
                ["a1h", "a1N", "a2S", "a1h", "a2h"],
                ["a1v", "a2E", "b2W", "b2v", "b1v"],
                ["h8h", "h8N", "h9S", "h8h", "h9h"],
                ["h8v", "h9E", "i9W", "i9v", "i8v"],
            ],
        ),
        (
            11,
            [
                ["j10h", "j10N", "j11S", "j10h", "j11h"],
                ["j10v", "j11E", "k11W", "k11v", "k10v"],
                ["a9h", "a9N", "a10S", "a9h", "a10h"],
                ["a9v", "a10E", "b10W", "b10v", "b9v"],
                ["a10h", "a10N", "a11S", "a10h", "a11h"],
                ["j1v", "j2E", "k2W", "k2v", "k1v"],
            ],
        ),
    ] {
        for row in rows {
            let [ours, compass, other, upper, lower] = row;
            let game = in_form(WallNotation::Ours, size);
            let wall = WallNotation::Ours.parse_wall(game.grid(), ours);
            for (form, text) in [
                (WallNotation::Compass, compass),
                (WallNotation::Compass, other),
                (WallNotation::UpperLeft, upper),
                (WallNotation::LowerLeft, lower),
            ] {
                assert_eq!(form.parse_wall(game.grid(), text), wall, "{ours} {text}");
                let game = in_form(form, size);
                let mv = wall.clone().map(Move::Place);
                assert_eq!(game.parse_move(text), mv, "{ours} {text}");
            }
            let written = WallNotation::Compass.print_wall(game.grid(), wall.expect(ours));
            assert_eq!(written, compass);
        }
    }
}

/// The edges that a wall blocks are on the side that its text names.
#[test]
fn a_compass_wall_lies_on_the_named_side_of_its_square() {
    let game = in_form(WallNotation::Compass, 5);
    let grid = game.grid();
    let open = grid.passages(&Default::default());
    for column in 0..5 {
        for row in 0..5 {
            let place = format!("{}{}", (b'a' + column as u8) as char, row + 1);
            // The wall also covers the next square to the right or below.
            let second = |letter: char| match letter {
                'N' | 'S' => (Some(column + 1).filter(|&c| c < 5), Some(row)),
                _ => (Some(column), (row > 0).then(|| row - 1)),
            };
            for letter in ['N', 'S', 'E', 'W'] {
                let text = format!("{place}{letter}");
                let is_inside = second(letter).0.is_some()
                    && second(letter).1.is_some()
                    && match letter {
                        'N' => row < 4,
                        'S' => row > 0,
                        'E' => column < 4,
                        _ => column > 0,
                    };
                let Ok(Move::Place(wall)) = game.parse_move(&text) else {
                    assert!(!is_inside, "{text}");
                    continue;
                };
                assert!(is_inside, "{text}");
                let after =
                    grid.passages(&ludorum_games::quoridor::grid::WallSet::default().with(wall));
                let up = open.up & !after.up;
                let right = open.right & !after.right;
                let (second_column, second_row) = second(letter);
                let cells = [
                    (column, row),
                    (second_column.unwrap_or(9), second_row.unwrap_or(9)),
                ];
                // An edge is represented by the square below or to the left of it.
                let edges = cells.map(|(column, row)| match letter {
                    'N' | 'E' => grid.square(column, row).expect("inside"),
                    'S' => grid.square(column, row - 1).expect("inside"),
                    _ => grid.square(column - 1, row).expect("inside"),
                });
                let blocked = if matches!(letter, 'N' | 'S') {
                    up
                } else {
                    right
                };
                assert_eq!(up.count() + right.count(), 2, "{text}");
                assert!(edges.iter().all(|&edge| blocked.has(edge)), "{text}");
            }
        }
    }
}

#[test]
fn squares_and_passing_are_written_alike_in_all_forms() {
    for form in WallNotation::ALL {
        let game = in_form(form, 11);
        for square in game.grid().all() {
            let (column, row) = (square.index() % 11, square.index() / 11);
            let text = format!("{}{}", (b'a' + column as u8) as char, row + 1);
            assert_eq!(game.print_move(Move::Step(square)), text);
            assert_eq!(game.parse_move(&text), Ok(Move::Step(square)));
        }
        assert_eq!(game.parse_move("pass"), Ok(Move::Pass));
        assert_eq!(game.print_move(Move::Pass), "pass");
    }
}

#[test]
fn text_that_is_no_move_is_refused_with_the_column() {
    let column = "a square starts with a column from a to i (column 1)";
    let row = "a column is followed by a row from 1 to 9 (column 2)";
    let letter = "a wall ends in h or v after its square (column 3)";
    for (form, text, reason) in [
        (WallNotation::Ours, "", column),
        (WallNotation::Ours, " ", column),
        (WallNotation::Ours, "3", column),
        (WallNotation::Ours, "j1", column),
        (WallNotation::Ours, "E3", column),
        (WallNotation::Ours, "é3", column),
        (WallNotation::Ours, "PASS", column),
        (WallNotation::Ours, "pass ", column),
        (WallNotation::Ours, "e", row),
        (WallNotation::Ours, "e0", row),
        (WallNotation::Ours, "e10", row),
        (WallNotation::Ours, "e03", row),
        (WallNotation::Ours, "e-1", row),
        (WallNotation::Ours, "e+1", row),
        (WallNotation::Ours, "eé", row),
        (WallNotation::Ours, "e٣", row),
        (WallNotation::Ours, "e99999999999999999999999999", row),
        (WallNotation::Ours, "e3 ", letter),
        (WallNotation::Ours, "e3N", letter),
        (WallNotation::Ours, "e3H", letter),
        (WallNotation::Ours, "e3é", letter),
        (WallNotation::Ours, "e3x", letter),
        (
            WallNotation::Ours,
            "e3hv",
            "nothing may follow a wall (column 4)",
        ),
        (
            WallNotation::Ours,
            "e3h ",
            "nothing may follow a wall (column 4)",
        ),
        (
            WallNotation::Ours,
            "e3vé",
            "nothing may follow a wall (column 4)",
        ),
        (
            WallNotation::Ours,
            "i3h",
            "i3h would not lie within the board (column 1)",
        ),
        (
            WallNotation::Ours,
            "e9v",
            "e9v would not lie within the board (column 1)",
        ),
        (
            WallNotation::UpperLeft,
            "i3h",
            "i3h would not lie within the board (column 1)",
        ),
        (
            WallNotation::UpperLeft,
            "e9h",
            "e9h would not lie within the board (column 1)",
        ),
        (
            WallNotation::UpperLeft,
            "a3v",
            "a3v would not lie within the board (column 1)",
        ),
        (
            WallNotation::UpperLeft,
            "e1v",
            "e1v would not lie within the board (column 1)",
        ),
        (
            WallNotation::LowerLeft,
            "e1h",
            "e1h would not lie within the board (column 1)",
        ),
        (
            WallNotation::LowerLeft,
            "i3h",
            "i3h would not lie within the board (column 1)",
        ),
        (
            WallNotation::LowerLeft,
            "a3v",
            "a3v would not lie within the board (column 1)",
        ),
        (
            WallNotation::LowerLeft,
            "e9v",
            "e9v would not lie within the board (column 1)",
        ),
        (
            WallNotation::Compass,
            "a1E",
            "a1E would not lie within the board (column 1)",
        ),
        (
            WallNotation::Compass,
            "i3N",
            "i3N would not lie within the board (column 1)",
        ),
        (
            WallNotation::Compass,
            "e9N",
            "e9N would not lie within the board (column 1)",
        ),
        (
            WallNotation::Compass,
            "e1S",
            "e1S would not lie within the board (column 1)",
        ),
        (
            WallNotation::Compass,
            "a3W",
            "a3W would not lie within the board (column 1)",
        ),
        (
            WallNotation::Compass,
            "e3h",
            "a wall ends in N or S or E or W after its square (column 3)",
        ),
        (
            WallNotation::Compass,
            "e3NS",
            "nothing may follow a wall (column 4)",
        ),
    ] {
        let game = in_form(form, 9);
        let error = game.parse_move(text).expect_err(text);
        assert_eq!(error.to_string(), reason, "{text}");
        let is_wall_text = !text.is_empty() && error.column() != Some(1);
        if is_wall_text {
            let error = form.parse_wall(game.grid(), text).expect_err(text);
            assert_eq!(error.to_string(), reason, "{text}");
        }
    }
    let game = in_form(WallNotation::Ours, 11);
    let error = game.parse_move("k11x").expect_err("no wall");
    assert_eq!(error.column(), Some(4));
    let error = WallNotation::Ours
        .parse_wall(game.grid(), "k11")
        .expect_err("no wall");
    assert_eq!(error.column(), Some(4));
}

#[test]
fn sensible_positions_are_read_and_written_the_same() {
    for (spec, text) in [
        ("quoridor", "e1,e9/10,10/-/0"),
        ("quoridor", "e1,e9/10,9/e3h/2"),
        ("quoridor", "e8,e1/10,10/-/324"),
        (
            "quoridor",
            "e5,e6/0,0/a1h,c1h,e1h,g1h,a3h,c3h,e3h,g3h,a5h,c5h,e5h,g5h,a7h,c7h,e7h,g7h,a2v,c2v,e2v,g2v/40",
        ),
        ("quoridor:players=4", "e1,a5,e9,i5/5,5,5,5/-/0"),
        (
            "quoridor:players=4",
            "e1,a5,e9,i5/4,4,4,4/c4h,e4h,a1v,e3v/4",
        ),
        ("quoridor:size=11", "f1,f11/15,14/j10v/2"),
        ("quoridor:size=3,walls=0", "a1,b1/0,0/-/36"),
        ("quoridor:size=5,notation=compass", "c1,c5/3,4/c3h/1"),
    ] {
        let game = quoridor(spec);
        let state = game.parse_position(text);
        let state = state.unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(game.print_position(&state), text);
    }
}

#[test]
fn walls_of_a_position_may_stand_in_any_order() {
    let game = quoridor("quoridor");
    let one = game.parse_position("e1,e9/9,9/e3h,b5v/2");
    let other = game.parse_position("e1,e9/9,9/b5v,e3h/2");
    assert!(one.is_ok());
    assert_eq!(one, other);
}

#[test]
fn positions_that_make_no_sense_are_refused_with_the_reason() {
    let shape = "a position is pawns/walls in hand/walls/moves played, such as e1,e9/10,9/e3h/1";
    for (spec, text, reason) in [
        ("quoridor", "", shape),
        ("quoridor", "e1,e9/10,10/-", shape),
        ("quoridor", "e1,e9/10,10/-/0/", shape),
        (
            "quoridor",
            "e1/10,10/-/0",
            "there must be 2 pawns (column 1)",
        ),
        (
            "quoridor",
            "e1,e9,a5/10,10/-/0",
            "there must be 2 pawns (column 1)",
        ),
        (
            "quoridor",
            "e1,z9/10,10/-/0",
            "a square starts with a column from a to i (column 4)",
        ),
        (
            "quoridor",
            "e1,e10/10,10/-/0",
            "a column is followed by a row from 1 to 9 (column 5)",
        ),
        (
            "quoridor",
            "e1,e9h/10,10/-/0",
            "nothing may follow a square here (column 6)",
        ),
        (
            "quoridor",
            "e5,e5/10,10/-/0",
            "two pawns stand on e5 (column 4)",
        ),
        (
            "quoridor",
            "e1,e9/10/-/0",
            "there must be 2 numbers of walls in hand (column 7)",
        ),
        (
            "quoridor",
            "e1,e9/11,10/-/0",
            "walls in hand are a number from 0 to 10 (column 7)",
        ),
        (
            "quoridor",
            "e1,e9/10,010/-/0",
            "walls in hand are a number from 0 to 10 (column 10)",
        ),
        (
            "quoridor",
            "e1,e9/10,-1/-/0",
            "walls in hand are a number from 0 to 10 (column 10)",
        ),
        (
            "quoridor",
            "e1,e9/10,10//0",
            "a square starts with a column from a to i (column 13)",
        ),
        (
            "quoridor",
            "e1,e9/10,9/e3/2",
            "a wall ends in h or v after its square (column 14)",
        ),
        (
            "quoridor",
            "e1,e9/10,9/i3h/2",
            "i3h would not lie within the board (column 12)",
        ),
        (
            "quoridor",
            "e1,e9/9,9/e3h,e3h/2",
            "e3h overlaps or crosses another wall (column 15)",
        ),
        (
            "quoridor",
            "e1,e9/9,9/e3h,f3h/2",
            "f3h overlaps or crosses another wall (column 15)",
        ),
        (
            "quoridor",
            "e1,e9/9,9/e3h,e3v/2",
            "e3v overlaps or crosses another wall (column 15)",
        ),
        (
            "quoridor",
            "e1,e9/10,10/-/x",
            "the number of moves played is invalid (column 15)",
        ),
        (
            "quoridor",
            "e1,e9/10,10/-/00",
            "the number of moves played is invalid (column 15)",
        ),
        (
            "quoridor",
            "e1,e9/10,10/-/325",
            "the number of moves played is invalid (column 15)",
        ),
        (
            "quoridor",
            "e1,e9/10,10/-/-1",
            "the number of moves played is invalid (column 15)",
        ),
        (
            "quoridor",
            "e1,e9/10,10/-/99999999",
            "the number of moves played is invalid (column 15)",
        ),
        (
            "quoridor",
            "e1,e9/9,10/e3h/0",
            "player 1 has not had enough turns to place so many walls",
        ),
        (
            "quoridor",
            "e1,e9/10,9/e3h/1",
            "player 2 has not had enough turns to place so many walls",
        ),
        (
            "quoridor",
            "e1,e9/10,10/e3h/2",
            "1 walls are on the board but 0 are missing from the hands",
        ),
        (
            "quoridor",
            "e1,e9/9,9/e3h/2",
            "1 walls are on the board but 2 are missing from the hands",
        ),
        (
            "quoridor:size=3,walls=2",
            "b1,b3/0,1/a1v,b1v,a2h/4",
            "player 1 has no path to the goal",
        ),
        (
            "quoridor",
            "e9,e8/10,10/-/2",
            "player 1 is on the goal but did not move last",
        ),
        (
            "quoridor",
            "e2,e1/10,10/-/3",
            "player 2 is on the goal but did not move last",
        ),
        (
            "quoridor",
            "e9,e1/10,10/-/30",
            "player 1 is on the goal but did not move last",
        ),
        (
            "quoridor",
            "e1,a1/10,10/-/0",
            "player 2 is on the goal but did not move last",
        ),
    ] {
        let game = quoridor(spec);
        match game.parse_position(text) {
            Err(error) => assert_eq!(error.to_string(), reason, "{text}"),
            Ok(_) => panic!("{text} was read, expected: {reason}"),
        }
    }
}

#[test]
fn drawings_have_a_line_for_every_row_groove_and_player() {
    for size in 3..=11 {
        for seats in [2, 4] {
            let game = quoridor(&format!("quoridor:size={size},players={seats}"));
            let drawing = game.draw(&game.initial(Seed(1)), TerminalStyle::Plain);
            assert_eq!(drawing.lines().count(), 2 * size + 1 + 2 + seats);
        }
    }
}
