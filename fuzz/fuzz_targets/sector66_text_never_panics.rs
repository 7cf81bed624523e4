//! Any text is parsed as a move or a position of any board that can be printed and played, or refused
//! with a column inside the text.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((game, rest)) = fuzz::sector66(data) else {
        return;
    };
    let Ok(text) = std::str::from_utf8(rest) else {
        return;
    };
    fuzz::move_is_read_or_refused(game, text);
    fuzz::position_is_read_or_refused(game, text, |_| ());
});
