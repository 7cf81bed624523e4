//! Quoridor: conformance, perft numbers and playthroughs; the folder of the same name compares with
//! a reference implementation and tests caches, symmetries, playouts and texts.

mod openspiel;
mod paths;
mod plain;
mod playouts;
mod second_opinion;
mod symmetry;
mod text;

use ludorum_core::{Configure, Game, Notation, Params, Rng, Seed, perft};
use ludorum_games::Quoridor;
use ludorum_games::quoridor::{Move, State};
use ludorum_testkit::{
    configured, conforms, randomisable_conforms, replay_playthroughs, run_case_file,
};

fn quoridor(spec: &str) -> Quoridor {
    configured::<Quoridor>(spec).unwrap_or_else(|error| panic!("{spec}: {error}"))
}

/// All board sizes and numbers of players, with default numbers of walls.
fn all_variants() -> impl Iterator<Item = (usize, usize, Quoridor)> {
    (3..=11).flat_map(|size| {
        [2, 4].map(|seats| {
            let spec = format!("quoridor:size={size},players={seats}");
            (size, seats, quoridor(&spec))
        })
    })
}

fn legal_moves(game: &Quoridor, state: &State) -> Vec<Move> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    moves
}

/// Preference of random games for pawn moves.
#[derive(Clone, Copy)]
enum Taste {
    /// All legal moves are equally likely.
    Uniform,
    /// Pawn moves seven times out of eight, so that pawns meet while walls are in hand.
    Steps,
}

impl Taste {
    /// Picks a random legal move.
    fn pick(self, moves: &[Move], rng: &mut Rng) -> Move {
        let steps: Vec<Move> = moves
            .iter()
            .copied()
            .filter(|mv| matches!(mv, Move::Step(_)))
            .collect();
        let prefers_steps = matches!(self, Taste::Steps) && rng.below(8) > 0;
        let moves = if prefers_steps && !steps.is_empty() {
            &steps
        } else {
            moves
        };
        *rng.pick(moves).expect("a legal move")
    }
}

#[test]
fn conforms_to_the_contract() {
    for (spec, games) in [
        ("quoridor:size=3", 40),
        ("quoridor:size=3,walls=0", 20),
        ("quoridor:size=3,walls=4", 40),
        ("quoridor:size=3,walls=2,players=4", 30),
        ("quoridor:size=3,players=4", 30),
        ("quoridor:size=4", 10),
        ("quoridor:size=4,walls=3,players=4", 10),
        ("quoridor:size=5", 5),
        ("quoridor:size=5,walls=127,players=4", 4),
        ("quoridor:size=6,players=4", 3),
        ("quoridor:size=7,walls=3", 3),
        ("quoridor:size=8,walls=30,notation=upper-left", 1),
        ("quoridor:notation=lower-left", 1),
        ("quoridor:players=4", 1),
        ("quoridor:size=10,notation=upper-left", 1),
        ("quoridor:size=11,notation=lower-left,players=4", 1),
    ] {
        let game = quoridor(spec);
        let summary = conforms(&game, Seed(1), games);
        assert!(summary.longest > 0, "{spec}: {summary}");
        randomisable_conforms(&game, Seed(2), 1);
    }
}

#[test]
fn cases_hold() {
    run_case_file::<Quoridor>("tests/quoridor.cases");
}

#[test]
#[ignore = "a quarter of a billion positions"]
fn four_plies_from_the_start_are_known() {
    let game = quoridor("quoridor");
    let count = perft(&game, &mut game.initial(Seed(1)), 4);
    assert_eq!(count, Ok(247_569_030));
}

#[test]
fn playthroughs_go_as_before() {
    replay_playthroughs("tests/playthroughs/quoridor", configured::<Quoridor>);
}

#[test]
fn walls_are_those_of_the_rules_unless_given() {
    let for_two = [1, 2, 4, 5, 6, 8, 10, 12, 15];
    let for_four = [0, 1, 2, 2, 3, 4, 5, 6, 7];
    for (size, seats, game) in all_variants() {
        let expected = if seats == 2 { for_two } else { for_four };
        assert_eq!(game.walls(), expected[size - 3], "{size} {seats}");
        assert_eq!(game.seats(), seats);
        assert_eq!(game.max_plies() as usize, 4 * size * size);
    }
    assert_eq!(quoridor("quoridor:size=9,walls=0").walls(), 0);
    assert_eq!(quoridor("quoridor:size=3,walls=127,players=4").walls(), 127);
}

/// Chapter 4 of the thesis: moves at the root on 3x3, equation 4.1, and extremes of Figure 4.2.
#[test]
fn moves_to_choose_from_are_those_of_the_thesis() {
    let count = |game: &Quoridor, state: &State| {
        let moves = legal_moves(game, state);
        let is_wall = |mv: &&Move| matches!(mv, Move::Place(_));
        let walls = moves.iter().filter(is_wall).count();
        (moves.len() - walls, walls)
    };
    for size in 3..=11 {
        let game = quoridor(&format!("quoridor:size={size}"));
        let (steps, walls) = count(&game, &game.initial(Seed(0)));
        assert_eq!((steps, walls), (3, 2 * (size - 1) * (size - 1)), "{size}");
    }
    let game = quoridor("quoridor:size=5");
    for (position, moves) in [
        ("a3,b3/4,4/-/7", (5, 32)),
        ("c1,c5/0,4/a3h,d3h,b1v,c1v/8", (1, 0)),
    ] {
        let state = game.parse_position(position).unwrap();
        assert_eq!(count(&game, &state), moves, "{position}");
    }
}

#[test]
fn variants_that_are_not_are_refused() {
    for params in [
        "size=2",
        "size=12",
        "players=3",
        "players=1",
        "walls=-1",
        "walls=128",
        "notation=chess",
    ] {
        let read = Params::parse(&Quoridor::params(), params)
            .and_then(|params| Quoridor::configure(&params));
        assert!(read.is_err(), "{params}");
    }
}
