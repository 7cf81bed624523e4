//! Any sequence of legal moves and events, with all that plug-ins make of them, leads to positions that
//! are equal to themselves read from text, and taking the moves back restores every one of them.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((game, choices)) = fuzz::sector66(data) else {
        return;
    };
    fuzz::legal_moves_restore(game, choices, |_| ());
});
