//! Colonizers: conformance, perft numbers and playthroughs; the folder of the same name compares
//! rules and views with a reference implementation and tests inference and refusals.

mod knowledge;
mod plain;
mod refusals;
mod rules;
mod second_opinion;
mod twins;
mod views;

use ludorum_core::{Chance, Game, NodeKind, Seed};
use ludorum_games::Colonizers;
use ludorum_games::colonizers::{Move, State};
use ludorum_testkit::{configured, conforms, replay_playthroughs, run_case_file};

fn colonizers(spec: &str) -> Colonizers {
    configured::<Colonizers>(spec).unwrap_or_else(|error| panic!("{spec}: {error}"))
}

/// Plays a random game; calls `look` with every position and the move or event that follows.
fn watch(game: &Colonizers, seed: Seed, mut look: impl FnMut(&State, Option<Move>)) {
    let mut rng = seed.child("moves", 0).rng();
    let mut state = game.initial(seed);
    let mut moves = Vec::new();
    loop {
        moves.clear();
        game.moves(&state, &mut moves);
        let mv = match game.node(&state) {
            NodeKind::Over => break look(&state, None),
            NodeKind::Chance => game.sample(&state, &mut rng),
            NodeKind::Decide(_) => *rng.pick(&moves).expect("a seat to move has a move"),
        };
        look(&state, Some(mv));
        game.make(&mut state, mv);
    }
}

#[test]
fn conforms_to_the_contract() {
    for (spec, games) in [
        ("colonizers", 2),
        ("colonizers:bonus=published-code,cap=300", 2),
        ("colonizers:cap=40", 4),
    ] {
        let summary = conforms(&colonizers(spec), Seed(1), games);
        assert!(summary.plies > 40, "{spec}: {summary}");
    }
}

#[test]
fn cases_hold() {
    run_case_file::<Colonizers>("tests/colonizers.cases");
}

#[test]
fn playthroughs_are_as_recorded() {
    replay_playthroughs("tests/playthroughs/colonizers", configured::<Colonizers>);
}
