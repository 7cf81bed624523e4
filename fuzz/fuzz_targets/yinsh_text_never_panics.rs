//! Any text is a move or a position, which can then be written and played, or is refused with a column
//! inside of it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ludorum_core::{Game, Ink, Notation, Seed, TextError};

fn check_column(text: &str, error: &TextError) {
    let last = text.chars().count() + 1;
    assert!(
        error
            .column()
            .is_none_or(|column| (1..=last).contains(&column))
    );
}

fuzz_target!(|data: &[u8]| {
    let Some((game, rest)) = fuzz::yinsh(data) else {
        return;
    };
    let Ok(text) = std::str::from_utf8(rest) else {
        return;
    };
    let start = game.initial(Seed(1));
    match game.parse_move(text) {
        Ok(mv) => {
            assert_eq!(game.parse_move(&game.print_move(mv)), Ok(mv));
            let mut moves = Vec::new();
            game.moves(&start, &mut moves);
            assert_eq!(game.check_move(&start, mv).is_ok(), moves.contains(&mv));
        }
        Err(error) => check_column(text, &error),
    }
    match game.parse_position(text) {
        Ok(state) => {
            assert_eq!(game.print_position(&state), text);
            assert!(game.draw(&state, Ink::Colour).ends_with('\n'));
            let (_, plies) = game.random_playout(&state, &mut Seed(1).rng());
            assert!(plies <= u64::from(game.max_plies()));
            let mut moves = Vec::new();
            game.moves(&state, &mut moves);
            assert_eq!(moves.is_empty(), game.outcome(&state).is_some());
            for mv in moves {
                assert_eq!(game.check_move(&state, mv), Ok(()));
            }
        }
        Err(error) => check_column(text, &error),
    }
});
