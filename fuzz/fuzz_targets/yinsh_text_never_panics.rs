//! Any text is parsed as a move or a position that can be printed and played, or refused with a column
//! inside the text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ludorum_core::{Game, Notation, Seed};

fuzz_target!(|data: &[u8]| {
    let Some((game, rest)) = fuzz::yinsh(data) else {
        return;
    };
    let Ok(text) = std::str::from_utf8(rest) else {
        return;
    };
    fuzz::move_is_read_or_refused(&game, text);
    fuzz::position_is_read_or_refused(&game, text, |state| {
        assert_eq!(game.print_position(state), text);
        let (_, plies) = game.random_playout(state, &mut Seed(1).rng());
        assert!(plies <= u64::from(game.max_plies()));
    });
});
