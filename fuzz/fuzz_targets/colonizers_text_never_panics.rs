//! Any text is parsed as a move or a position that can be printed, viewed and played, or refused with a
//! column inside the text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ludorum_core::{Chance, Game, Hidden, TerminalStyle, Node, Notation, Seat, Seed};

fuzz_target!(|data: &[u8]| {
    let Some((game, rest)) = fuzz::colonizers(data) else {
        return;
    };
    let Ok(text) = std::str::from_utf8(rest) else {
        return;
    };
    match game.parse_move(text) {
        Ok(mv) => assert_eq!(game.print_move(mv), text),
        Err(error) => fuzz::check_column(text, &error),
    }
    let mut state = match game.parse_position(text) {
        Ok(state) => state,
        Err(error) => return fuzz::check_column(text, &error),
    };
    assert_eq!(game.print_position(&state), text);
    let mut rng = Seed(1).rng();
    for _ in 0..=game.max_plies() {
        for seat in Seat::all(4) {
            let view = game.view(&state, seat);
            assert!(game.draw(&view, TerminalStyle::Colour).ends_with('\n'));
            let sample = game.determinize(&view, &mut rng);
            assert_eq!(game.view(&sample, seat), view);
        }
        let mv = match game.node(&state) {
            Node::Over => {
                assert!(game.outcome(&state).is_some());
                return;
            }
            Node::Chance => game.sample(&state, &mut rng),
            Node::Decide(_) => {
                let mut moves = Vec::new();
                game.moves(&state, &mut moves);
                *rng.pick(&moves).expect("a seat to move has a move")
            }
        };
        assert_eq!(game.check_move(&state, mv), Ok(()));
        game.make(&mut state, mv);
    }
    panic!("the game exceeds its maximum length");
});
