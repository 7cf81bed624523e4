//! Positions as text: parsing and rejection.

use ludorum_core::{Game, Notation, NotationError, Rng, Seed, TerminalStyle};
use ludorum_games::Yinsh;

use super::{legal_moves, yinsh};

const MOVE: &str = "e5,f3,g5,h8,i4/a5,b7,c8,d9,e10/b3,c3/d4/0,0/1/move";

#[test]
fn positions_that_no_game_comes_to_are_refused() {
    let game = yinsh("yinsh");
    game.parse_position(MOVE).expect("this one is fine");
    for (text, reason) in [
        ("", "a position is rings"),
        ("-/-/-/-/0,0/1", "a position is rings"),
        ("-/-/-/-/0,0/2/place", "seat 1 is to place"),
        ("e5/-/-/-/0,0/1/place", "seat 2 is to place"),
        ("-/e5/-/-/0,0/1/place", "alternate"),
        ("e5/d4/c3/-/0,0/1/place", "no markers"),
        ("e5/d4/-/-/1,0/1/place", "none is removed"),
        ("e5/e5/-/-/0,0/1/place", "two pieces are on e5 (column 4)"),
        ("g5,e5/d4/-/-/0,0/2/place", "e5 is out of order"),
        ("e5,e5/d4/-/-/0,0/2/place", "e5 is out of order"),
        ("e5,z5/d4/-/-/0,0/2/place", "(column 4)"),
        ("e5/-/-/-/0/2/place", "rings removed"),
        ("e5/-/-/-/0,4/2/place", "rings removed"),
        ("e5/-/-/-/0,0/3/place", "seat to act"),
        ("e5/-/-/-/0,0/2/jump", "one of place"),
        (
            "e5,f3,g5,h8/a5,b7,c8,d9,e10/b3/d4/0,0/1/move",
            "4 rings and removed 0",
        ),
        (
            "e5,f3,g5,h8,i4/a5,b7,c8,d9,e10/b3/d4/1,0/1/move",
            "5 rings and removed 1",
        ),
        ("e5,f3/a5,b7/-/-/3,3/1/over", "the game is over when"),
        ("e5,f3/a5,b7,c8/-/-/3,2/1/move", "the game is over when"),
        ("e5,f3/a5,b7,c8/-/-/3,2/2/over", "the seat is written 1"),
        (
            "e5,f3,g5,h8,i4/a5,b7,c8,d9,e10/b3,b4,b5,b6/d4/0,0/1/over",
            "not over",
        ),
        (
            "e5,f3,g5,h8,i4/a5,b7,c8,d9,e10/b2,b3,b4,b5,b6/d4/0,0/1/move",
            "before the next move",
        ),
        (
            "e5,f3,g5,h8,i4/a5,b7,c8,d9,e10/b3,b4,b5,b6/d4/0,0/1/row",
            "no row",
        ),
        (
            "e5,f3,g5,h8,i4/a5,b7,c8,d9,e10/b2,b3,b4,b5,b6/d4/0,0/2/row-reply",
            "row-reply",
        ),
        (
            "e5,f3,g5,h8,i4/a5,b7,c8,d9,e10/b2,b3,b4,b5,b6/d4/0,0/2/ring-reply",
            "removes rows first",
        ),
        (
            "e5,f3,g5,h8,i4/a5,b7,c8,d9,e10/b3/d4/0,0/1/move-after-pass",
            "could have moved",
        ),
    ] {
        let error = game.parse_position(text).expect_err(text).to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
    let blitz = yinsh("yinsh:rings_to_win=1");
    assert!(
        blitz
            .parse_position("e5,f3,g5,h8/a5,b7,c8,d9,e10/b3/d4/1,0/1/move")
            .is_err()
    );
}

fn check_column(text: &str, error: &NotationError) {
    let last = text.chars().count() + 1;
    let is_inside = |column| (1..=last).contains(&column);
    assert!(error.column().is_none_or(is_inside), "{text:?}: {error}");
}

/// Checks that every position that parses can be printed, drawn and played to the end.
fn check_position(game: &Yinsh, text: &str) {
    let state = match game.parse_position(text) {
        Ok(state) => state,
        Err(error) => return check_column(text, &error),
    };
    assert_eq!(game.print_position(&state), text);
    assert!(game.draw(&state, TerminalStyle::Colour).ends_with('\n'));
    let moves = legal_moves(game, &state);
    assert_eq!(moves.is_empty(), game.outcome(&state).is_some(), "{text}");
    for mv in moves {
        let mut after = state;
        game.make(&mut after, mv);
        let written = game.print_position(&after);
        assert_eq!(game.parse_position(&written), Ok(after), "{text}");
    }
    let (_, plies) = game.random_playout(&state, &mut Seed(1).rng());
    assert!(plies <= u64::from(game.max_plies()), "{text}");
}

/// Replaces random characters of a text by others that occur in positions.
fn spoilt(text: &str, rng: &mut Rng) -> String {
    let signs: Vec<char> = "abcdefghijk0123456789,/-x=lé ".chars().collect();
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..1 + rng.below(3) {
        if chars.is_empty() {
            break;
        }
        let at = rng.below(chars.len());
        let sign = *rng.pick(&signs).expect("some signs");
        match rng.below(3) {
            0 => chars[at] = sign,
            1 => chars.insert(at, sign),
            _ => drop(chars.remove(at)),
        }
    }
    chars.into_iter().collect()
}

#[test]
fn spoilt_positions_are_refused_or_can_be_played() {
    let mut rng = Seed(7).rng();
    let file = std::fs::read_to_string("tests/yinsh.cases").expect("the case file");
    let positions: Vec<&str> = file
        .lines()
        .filter_map(|line| line.strip_prefix("position "))
        .chain([MOVE])
        .collect();
    for game in [yinsh("yinsh"), yinsh("yinsh:rings_to_win=1")] {
        for text in &positions {
            check_position(&game, text);
            for _ in 0..40 {
                check_position(&game, &spoilt(text, &mut rng));
            }
        }
    }
}

#[test]
fn spoilt_moves_are_refused_with_a_column_inside() {
    let game = yinsh("yinsh");
    let mut rng = Seed(8).rng();
    for _ in 0..5_000 {
        let text = *rng
            .pick(&["e5", "e5-e8", "=b3-f7", "xb2", "pass"])
            .expect("one");
        let text = spoilt(text, &mut rng);
        match game.parse_move(&text) {
            Ok(mv) => assert_eq!(game.parse_move(&game.print_move(mv)), Ok(mv), "{text}"),
            Err(error) => check_column(&text, &error),
        }
    }
}

#[test]
fn rows_are_read_from_either_end() {
    let game = yinsh("yinsh");
    let row = game.parse_move("=b3-f7").expect("a row");
    assert_eq!(game.parse_move("=f7-b3"), Ok(row));
    assert_eq!(game.print_move(row), "=b3-f7");
}

#[test]
fn refused_moves_say_why_in_a_word() {
    let game = yinsh("yinsh");
    let placing = "e5/-/-/-/0,0/2/place";
    let five = "e5,f3,g5,h8,i4/a5,b7,c8,d9,e10/b3,c4,d5,e6,f7/d4/0,0/1/row";
    for (position, text, word) in [
        (placing, "e5", "ring-there"),
        (placing, "e5-e6", "place-ring"),
        (MOVE, "e6", "move-ring"),
        (MOVE, "pass", "no-pass"),
        (MOVE, "a5-a4", "not-own-ring"),
        (MOVE, "e5-f8", "ring-off-line"),
        (MOVE, "e5-g5", "point-taken"),
        (MOVE, "e5-h5", "ring-over-ring"),
        (MOVE, "i4-b4", "ring-too-far"),
        (five, "=d1-d5", "no-own-row"),
        (five, "xe5", "remove-row"),
    ] {
        let state = game.parse_position(position).expect("a position");
        let refused = game
            .parse_move(text)
            .and_then(|mv| game.check_move(&state, mv))
            .expect_err(text);
        assert_eq!(refused.code(), Some(word), "{text}");
    }
}
