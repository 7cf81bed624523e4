//! Any text is parsed as a move or a position of any variant that can be printed and played, or refused
//! with a column inside the text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ludorum_core::{Game, Seed};
use ludorum_games::quoridor::WallNotation;

fuzz_target!(|data: &[u8]| {
    let Some((game, rest)) = fuzz::quoridor(data) else {
        return;
    };
    let Ok(text) = std::str::from_utf8(rest) else {
        return;
    };
    fuzz::move_is_read_or_refused(&game, text);
    for form in WallNotation::ALL {
        match form.parse_wall(game.grid(), text) {
            Ok(wall) => {
                let print = form.print_wall(game.grid(), wall);
                assert_eq!(form.parse_wall(game.grid(), &print), Ok(wall));
            }
            Err(error) => fuzz::check_column(text, &error),
        }
    }
    fuzz::position_is_read_or_refused(&game, text, |state| {
        let (outcome, plies) = game.random_playout(state, &mut Seed(1).rng());
        assert_eq!(outcome.ranks().seats(), game.seats());
        assert!(plies <= u64::from(game.max_plies()));
    });
});
