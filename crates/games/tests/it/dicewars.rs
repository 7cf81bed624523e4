//! Dice Wars: conformance, perft numbers and playthroughs; the folder of the same name tests odds,
//! boards and refusals and compares with a reference implementation.

mod boards;
mod odds;
mod plain;
mod refusals;
mod second_opinion;
mod totals;

use ludorum_core::{Chance, Game, NodeKind, Rng, Seed};
use ludorum_games::DiceWars;
use ludorum_games::dicewars::{Move, State};
use ludorum_testkit::{configured, conforms, replay_playthroughs, run_case_file};

fn dicewars(spec: &str) -> DiceWars {
    configured::<DiceWars>(spec).unwrap_or_else(|error| panic!("{spec}: {error}"))
}

/// Plays a game in which three moves out of four are attacks; calls `look` with every position and
/// the move or event that follows.
fn watch(game: &DiceWars, seed: Seed, mut look: impl FnMut(&State, Option<Move>)) {
    let mut rng = seed.child("moves", 0).rng();
    let mut state = game.initial(seed);
    loop {
        let mv = match game.node(&state) {
            NodeKind::Over => break look(&state, None),
            NodeKind::Chance => game.sample(&state, &mut rng),
            NodeKind::Decide(_) => likely_attack(game, &state, &mut rng),
        };
        look(&state, Some(mv));
        game.make(&mut state, mv);
    }
}

fn likely_attack(game: &DiceWars, state: &State, rng: &mut Rng) -> Move {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let attacks = moves.len() - 1;
    if attacks > 0 && rng.below(4) > 0 {
        moves[rng.below(attacks)]
    } else {
        Move::End
    }
}

#[test]
fn conforms_to_the_contract() {
    for (spec, games) in [
        ("dicewars:cap=12", 1),
        ("dicewars:areas=6,cap=12", 6),
        ("dicewars:areas=6,players=6,cap=12", 6),
        ("dicewars:areas=8,players=8,cap=12", 3),
        ("dicewars:players=8,cap=8", 1),
        ("dicewars:areas=32,players=5,cap=8", 1),
    ] {
        let summary = conforms(&dicewars(spec), Seed(1), games);
        assert!(summary.plies > 10, "{spec}: {summary}");
    }
}

#[test]
fn cases_hold() {
    run_case_file::<DiceWars>("tests/dicewars.cases");
}

#[test]
fn playthroughs_are_as_recorded() {
    replay_playthroughs("tests/playthroughs/dicewars", configured::<DiceWars>);
}

#[test]
fn more_players_than_areas_are_refused() {
    let error = configured::<DiceWars>("dicewars:areas=6,players=7").unwrap_err();
    assert!(error.contains("use areas=7 or more"), "{error}");
}
