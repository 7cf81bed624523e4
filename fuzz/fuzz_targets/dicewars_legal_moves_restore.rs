//! Any sequence of legal moves and events leads to positions that are equal to themselves read from
//! text, with 1 to 8 dice everywhere, and taking the moves back restores every one of them.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ludorum_core::{Chance, Game, Node, Notation, Seed};

fuzz_target!(|data: &[u8]| {
    let Some((game, choices)) = fuzz::dicewars(data) else {
        return;
    };
    let mut state = game.initial(Seed(1));
    let mut line = Vec::new();
    for &choice in choices {
        let mv = match game.node(&state) {
            Node::Over => break,
            Node::Chance => game.sample(&state, &mut Seed(u64::from(choice)).rng()),
            Node::Decide(_) => {
                let mut moves = Vec::new();
                game.moves(&state, &mut moves);
                moves[usize::from(choice) % moves.len()]
            }
        };
        assert_eq!(game.check_move(&state, mv), Ok(()));
        let before = state.clone();
        line.push((before, mv, game.make(&mut state, mv)));
        for area in state.board().all() {
            assert!((1..=8).contains(&state.dice(area)));
        }
        let fresh = game.parse_position(&game.print_position(&state));
        let fresh = fresh.expect("a position of a game");
        assert_eq!(fresh, state);
        assert_eq!(game.key(&fresh), game.key(&state));
    }
    while let Some((before, mv, undo)) = line.pop() {
        game.unmake(&mut state, mv, undo);
        assert_eq!(state, before);
        assert_eq!(game.key(&state), game.key(&before));
    }
});
