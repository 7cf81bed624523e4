//! Any sequence of legal moves leads to positions that are equal to themselves read from text, and
//! taking the moves back restores every one of them.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((game, choices)) = fuzz::yinsh(data) else {
        return;
    };
    fuzz::legal_moves_restore(&game, choices, |_| ());
});
