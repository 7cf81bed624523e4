//! Any text is parsed as a move or a position of any variant that can be printed and played, or refused
//! with a column inside the text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ludorum_core::{Game, Notation, Seed};

fuzz_target!(|data: &[u8]| {
    let Some((game, rest)) = fuzz::dicewars(data) else {
        return;
    };
    let Ok(text) = std::str::from_utf8(rest) else {
        return;
    };
    fuzz::move_is_read_or_refused(&game, text);
    if let Ok(mv) = game.parse_move(text) {
        assert_eq!(game.print_move(mv), text);
    }
    // The board is long, so the rest of a position is also fuzzed on the initial board.
    let board = game.print_position(&game.initial(Seed(1)));
    let board = board.split('/').next().unwrap_or_default();
    fuzz::position_is_read_or_refused(&game, text, |_| ());
    fuzz::position_is_read_or_refused(&game, &format!("{board}/{text}"), |_| ());
});
