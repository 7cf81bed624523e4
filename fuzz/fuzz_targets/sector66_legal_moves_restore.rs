//! Positions after any legal moves and events, including plug-in effects, round-trip through text, and
//! unmaking the moves restores them.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((game, choices)) = fuzz::sector66(data) else {
        return;
    };
    fuzz::legal_moves_restore(game, choices, |_| ());
});
