//! All effects of plug-ins are undone exactly.

use std::collections::BTreeMap;

use ludorum_core::{Chance, Game, NodeKind, Seed};
use ludorum_games::sector66::Move;

use crate::game;

#[test]
fn a_hundred_thousand_moves_with_all_plugins_are_taken_back() {
    let mut made = 0;
    let mut used: BTreeMap<String, usize> = BTreeMap::new();
    let specs = [
        "sector66:template=everything,spells=5",
        "sector66:template=everything,players=4",
    ];
    let games = specs.map(game);
    let mut moves = Vec::new();
    for index in 0.. {
        let game = &games[index % games.len()];
        let mut rng = Seed(index as u64).child("undo", 0).rng();
        let mut state = game.initial(Seed(index as u64));
        let mut line = Vec::new();
        loop {
            let mv = match game.node(&state) {
                NodeKind::Over => break,
                NodeKind::Chance => game.sample(&state, &mut rng),
                NodeKind::Decide(_) => {
                    moves.clear();
                    game.moves(&state, &mut moves);
                    // Half of the time a step or a spell, as uniform play rarely casts.
                    let is_lively = |mv: &&Move| !matches!(mv, Move::Build(_));
                    let lively: Vec<Move> = moves.iter().filter(is_lively).copied().collect();
                    let pool = if rng.below(2) == 0 && !lively.is_empty() {
                        &lively
                    } else {
                        &moves
                    };
                    *rng.pick(pool).expect("somebody is to move")
                }
            };
            let plugin = match mv {
                Move::Cast(spell, _) => Some(spell),
                Move::Step(field) => state.kind_of(field),
                _ => None,
            };
            if let Some(plugin) = plugin {
                let name = game.rules().plugin(plugin).name.clone();
                *used.entry(name).or_default() += 1;
            }
            let before = (state.clone(), game.key(&state));
            let undo = game.make(&mut state, mv);
            line.push((mv, undo, before));
            made += 1;
        }
        for (mv, undo, (before, key)) in line.into_iter().rev() {
            game.unmake(&mut state, mv, undo);
            assert_eq!(state, before, "game {index}, {mv:?}");
            assert_eq!(game.key(&state), key);
        }
        if made >= 100_000 {
            break;
        }
    }
    // Forbidden fields cannot be stepped on; all others were used often.
    let plugins = games[0].rules().plugins().len();
    assert_eq!(used.len(), plugins - 1, "{used:?}");
    assert!(used.values().all(|&times| times >= 50), "{used:?}");
}
