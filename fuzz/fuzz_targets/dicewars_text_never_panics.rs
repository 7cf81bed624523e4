//! Any text is a move or a position of any variant, which can then be written and played, or is
//! refused with a column inside of it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ludorum_core::{Game, Ink, Node, Notation, Seed, TextError};

fn check_column(text: &str, error: &TextError) {
    let last = text.chars().count() + 1;
    assert!(
        error
            .column()
            .is_none_or(|column| (1..=last).contains(&column))
    );
}

fuzz_target!(|data: &[u8]| {
    let Some((game, rest)) = fuzz::dicewars(data) else {
        return;
    };
    let Ok(text) = std::str::from_utf8(rest) else {
        return;
    };
    let start = game.initial(Seed(1));
    match game.parse_move(text) {
        Ok(mv) => {
            assert_eq!(game.print_move(mv), text);
            let mut moves = Vec::new();
            game.moves(&start, &mut moves);
            assert_eq!(game.check_move(&start, mv).is_ok(), moves.contains(&mv));
        }
        Err(error) => check_column(text, &error),
    }
    // The board is long: what is fuzzed is the rest of a position, on the board of the start.
    let board = game.print_position(&start);
    let board = board.split('/').next().unwrap_or_default();
    for text in [text.to_owned(), format!("{board}/{text}")] {
        match game.parse_position(&text) {
            Ok(state) => {
                let print = game.print_position(&state);
                assert_eq!(game.parse_position(&print), Ok(state.clone()));
                assert!(game.draw(&state, Ink::Colour).ends_with('\n'));
                let mut moves = Vec::new();
                game.moves(&state, &mut moves);
                let decides = matches!(game.node(&state), Node::Decide(_));
                assert_eq!(!moves.is_empty(), decides);
                for mv in moves {
                    assert_eq!(game.check_move(&state, mv), Ok(()));
                }
            }
            Err(error) => check_column(&text, &error),
        }
    }
});
