//! YINSH: conformance, perft numbers and playthroughs; the folder of the same name compares with a
//! reference implementation and tests symmetries, playouts and texts.

mod plain;
mod playouts;
mod second_opinion;
mod symmetry;
mod text;

use ludorum_core::{Configure, Game, Notation, Params, Seed};
use ludorum_games::Yinsh;
use ludorum_games::yinsh::{Move, State};
use ludorum_testkit::{
    configured, conforms, randomisable_conforms, replay_playthroughs, run_case_file,
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
fn cases_hold() {
    run_case_file::<Yinsh>("tests/yinsh.cases");
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

/// Section 4.3.1 of the thesis: a position is its sorted rings and markers, regardless of move
/// order.
#[test]
fn positions_reached_in_other_orders_are_the_same() {
    let game = yinsh("yinsh");
    let reached = |moves: &str| {
        let mut state = game.initial(Seed(1));
        for text in moves.split(' ') {
            game.make(&mut state, game.parse_move(text).unwrap());
        }
        (game.print_position(&state), game.key(&state))
    };
    let rings = "e5 g7 d4 f8 h8 d6 g5 e8 c3 i7";
    let one = reached(&format!("{rings} e5-e6 g7-g8 d4-d5 f8-f9"));
    let other = reached("d4 f8 e5 g7 c3 i7 g5 e8 h8 d6 d4-d5 f8-f9 e5-e6 g7-g8");
    assert_eq!(one, other);
    assert!(
        one.0
            .starts_with("c3,d5,e6,g5,h8/d6,e8,f9,g8,i7/d4,e5/f8,g7/"),
        "{}",
        one.0
    );
}
