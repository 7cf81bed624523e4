//! Positions after any legal moves and events round-trip through text, their determinizations have the
//! same views, and unmaking the moves restores them.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ludorum_core::{Game, Hidden, Notation, Seat, Seed};

fuzz_target!(|data: &[u8]| {
    let Some((game, choices)) = fuzz::colonizers(data) else {
        return;
    };
    fuzz::legal_moves_restore(&game, choices, |state| {
        let mut rng = Seed(game.key(state)).rng();
        for seat in Seat::all(4) {
            let view = game.view(state, seat);
            let sample = game.determinize(&view, &mut rng);
            assert_eq!(game.view(&sample, seat), view);
            let text = game.print_position(&sample);
            assert_eq!(game.parse_position(&text), Ok(sample));
        }
    });
});
