//! Any sequence of legal moves and events leads to positions that are equal to themselves read from
//! text, whose samples every seat cannot tell from them, and taking the moves back restores every one.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ludorum_core::{Chance, Game, Hidden, Node, Notation, Seat, Seed};

fuzz_target!(|data: &[u8]| {
    let Some((game, choices)) = fuzz::colonizers(data) else {
        return;
    };
    let mut state = game.initial(Seed(1));
    let mut line = Vec::new();
    for &choice in choices {
        let mut rng = Seed(u64::from(choice)).rng();
        let mv = match game.node(&state) {
            Node::Over => break,
            Node::Chance => game.sample(&state, &mut rng),
            Node::Decide(_) => {
                let mut moves = Vec::new();
                game.moves(&state, &mut moves);
                moves[usize::from(choice) % moves.len()]
            }
        };
        assert_eq!(game.check_move(&state, mv), Ok(()));
        let before = state;
        line.push((before, mv, game.make(&mut state, mv)));
        let fresh = game.parse_position(&game.print_position(&state));
        assert_eq!(fresh, Ok(state));
        let seat = Seat::new(usize::from(choice) % 4);
        let view = game.view(&state, seat);
        let sample = game.determinize(&view, &mut rng);
        assert_eq!(game.view(&sample, seat), view);
        assert_eq!(
            game.parse_position(&game.print_position(&sample)),
            Ok(sample)
        );
    }
    while let Some((before, mv, undo)) = line.pop() {
        game.unmake(&mut state, mv, undo);
        assert_eq!(state, before);
        assert_eq!(game.key(&state), game.key(&before));
    }
});
