//! Any sequence of legal moves leads to positions that are equal to themselves read from text, and
//! taking the moves back restores every one of them.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ludorum_core::{Game, Notation, Seed};

fuzz_target!(|data: &[u8]| {
    let Some((game, choices)) = fuzz::yinsh(data) else {
        return;
    };
    let mut state = game.initial(Seed(1));
    let mut line = Vec::new();
    for &choice in choices {
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        if moves.is_empty() {
            assert!(game.outcome(&state).is_some());
            break;
        }
        let mv = moves[usize::from(choice) % moves.len()];
        assert_eq!(game.check_move(&state, mv), Ok(()));
        let before = state;
        line.push((before, mv, game.make(&mut state, mv)));
        let fresh = game.parse_position(&game.print_position(&state));
        assert_eq!(fresh, Ok(state));
    }
    while let Some((before, mv, undo)) = line.pop() {
        game.unmake(&mut state, mv, undo);
        assert_eq!(state, before);
    }
});
