//! YINSH: the contract, the known numbers, the games on record; and in the folder beside, the rules
//! held against a plain implementation, symmetries, playouts and texts.
#![allow(clippy::disallowed_methods, reason = "tests read files")]

#[path = "yinsh/plain.rs"]
mod plain;
#[path = "yinsh/playouts.rs"]
mod playouts;
#[path = "yinsh/second_opinion.rs"]
mod second_opinion;
#[path = "yinsh/symmetry.rs"]
mod symmetry;
#[path = "yinsh/text.rs"]
mod text;

use ludorum_core::{Configure, Game, Params, Seed};
use ludorum_games::Yinsh;
use ludorum_games::yinsh::{Move, State};
use ludorum_testkit::{
    configured, conforms, randomisable_conforms, replay_playthroughs, run_perft_file,
};

fn yinsh(spec: &str) -> Yinsh {
    configured::<Yinsh>(spec).unwrap_or_else(|error| panic!("{spec}: {error}"))
}

fn legal_moves(game: &Yinsh, state: &State) -> Vec<Move> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    moves
}

#[test]
fn conforms_to_the_contract() {
    for (spec, games) in [("yinsh", 20), ("yinsh:rings_to_win=1", 10)] {
        let game = yinsh(spec);
        let summary = conforms(&game, Seed(1), games);
        assert!(summary.longest > 20, "{spec}: {summary}");
        randomisable_conforms(&game, Seed(2), 1);
    }
}

#[test]
fn perft_counts_are_known() {
    run_perft_file("tests/yinsh.perft", configured::<Yinsh>);
}

#[test]
fn playthroughs_go_as_before() {
    replay_playthroughs("tests/playthroughs/yinsh", configured::<Yinsh>);
}

#[test]
fn variants_that_are_not_are_refused() {
    for params in ["rings_to_win=2", "rings_to_win=0", "size=9"] {
        let read =
            Params::parse(&Yinsh::params(), params).and_then(|params| Yinsh::configure(&params));
        assert!(read.is_err(), "{params}");
    }
}
