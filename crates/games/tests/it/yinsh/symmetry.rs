//! The rules respect the twelve symmetries of the board and treat both colours alike.

use ludorum_core::{Game, Notation, Seed, perft};
use ludorum_games::Yinsh;
use ludorum_games::yinsh::{BoardPoint, State};

use super::{legal_moves, yinsh};

/// Rotates a point by 60 degrees about the centre f6.
fn turned(point: BoardPoint) -> BoardPoint {
    let (right, up) = (i16::from(point.column()) - 5, i16::from(point.row()) - 6);
    at(up, up - right)
}

/// Reflects a point: exchanges letter and number.
fn mirrored(point: BoardPoint) -> BoardPoint {
    at(i16::from(point.row()) - 6, i16::from(point.column()) - 5)
}

fn at(right: i16, up: i16) -> BoardPoint {
    let (column, row) = ((right + 5) as u8, (up + 6) as u8);
    BoardPoint::at(column, row).expect("the board is the same from all sides")
}

/// Applies `map` to every point of a position.
fn mapped(game: &Yinsh, text: &str, map: fn(BoardPoint) -> BoardPoint) -> State {
    let mut parts: Vec<String> = text.split('/').map(str::to_owned).collect();
    for part in parts[..4].iter_mut().filter(|part| *part != "-") {
        let mut points: Vec<BoardPoint> = part
            .split(',')
            .map(|word| match game.parse_move(word) {
                Ok(ludorum_games::yinsh::Move::Place(point)) => map(point),
                other => panic!("{word} is no point: {other:?}"),
            })
            .collect();
        points.sort();
        let place = |point| game.print_move(ludorum_games::yinsh::Move::Place(point));
        *part = points.into_iter().map(place).collect::<Vec<_>>().join(",");
    }
    game.parse_position(&parts.join("/")).expect("a position")
}

/// Exchanges the colours of a position.
fn recoloured(game: &Yinsh, text: &str) -> Option<State> {
    let parts: Vec<&str> = text.split('/').collect();
    let [white, black, white_markers, black_markers, won, seat, step] = parts[..] else {
        panic!("{text}");
    };
    if matches!(step, "place" | "over") {
        return None;
    }
    let (own, other) = won.split_once(',').expect("two numbers");
    let seat = if seat == "1" { "2" } else { "1" };
    let text =
        format!("{black}/{white}/{black_markers}/{white_markers}/{other},{own}/{seat}/{step}");
    Some(game.parse_position(&text).expect("a position"))
}

#[test]
fn games_are_the_same_from_all_sides_and_for_both_colours() {
    let game = yinsh("yinsh");
    let mut rng = Seed(3).rng();
    for _ in 0..6 {
        let mut state = game.initial(Seed(1));
        loop {
            let moves = legal_moves(&game, &state);
            let Some(&mv) = rng.pick(&moves) else {
                break;
            };
            if rng.below(6) == 0 {
                let count = |state: &State| perft(&game, &mut state.clone(), 2);
                let text = game.print_position(&state);
                let expected = count(&state);
                assert_eq!(count(&mapped(&game, &text, turned)), expected, "{text}");
                assert_eq!(count(&mapped(&game, &text, mirrored)), expected, "{text}");
                if let Some(other) = recoloured(&game, &text) {
                    assert_eq!(count(&other), expected, "{text}");
                }
            }
            game.make(&mut state, mv);
        }
    }
}

#[test]
fn six_turns_lead_back() {
    for point in BoardPoint::all() {
        let six = (0..6).fold(point, |point, _| turned(point));
        assert_eq!(six, point);
        assert_eq!(mirrored(mirrored(point)), point);
    }
}
