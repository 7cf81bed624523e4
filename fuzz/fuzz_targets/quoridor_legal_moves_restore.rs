//! Positions after any legal moves round-trip through text, and unmaking the moves restores them.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((game, choices)) = fuzz::quoridor(data) else {
        return;
    };
    fuzz::legal_moves_restore(&game, choices, |_| ());
});
