//! Positions after any legal moves and events round-trip through text and have 1 to 8 dice everywhere,
//! and unmaking the moves restores them.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((game, choices)) = fuzz::dicewars(data) else {
        return;
    };
    fuzz::legal_moves_restore(&game, choices, |state| {
        for area in state.board().all() {
            assert!((1..=8).contains(&state.dice(area)));
        }
    });
});
