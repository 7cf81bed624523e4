//! The rules compared with the reference implementation: moves, outcomes and perft counts.

use std::collections::BTreeSet;

use ludorum_core::{Game, NodeKind, Notation, Seat, Seed};
use ludorum_games::Quoridor;
use ludorum_games::quoridor::State;

use super::plain::{End, Plain};
use super::{Taste, all_variants, legal_moves, quoridor};

/// Checks that both implementations agree on the legality of every move that can be written, and on
/// the end of the game.
pub(crate) fn assert_same(game: &Quoridor, state: &State, plain: &mut Plain) {
    let text = game.print_position(state);
    assert_eq!(text, plain.text());
    let end = game.outcome(state).map(|outcome| match outcome.winner() {
        Some(seat) => End::Won(seat.index()),
        None => End::Drawn,
    });
    assert_eq!(end, plain.end(), "{text}");
    let expected_node = match end {
        Some(_) => NodeKind::Over,
        None => NodeKind::Decide(Seat::new(plain.mover())),
    };
    assert_eq!(game.node(state), expected_node, "{text}");

    let ours = legal_moves(game, state);
    let ours: BTreeSet<String> = ours.into_iter().map(|mv| game.print_move(mv)).collect();
    let theirs: BTreeSet<String> = plain.moves().into_iter().map(|mv| mv.text()).collect();
    let only_ours: Vec<&String> = ours.difference(&theirs).collect();
    let only_theirs: Vec<&String> = theirs.difference(&ours).collect();
    assert!(
        ours == theirs,
        "{text}: only ours {only_ours:?}, only the plain one's {only_theirs:?}"
    );
}

/// Plays a random game in both implementations; returns the number of passes.
fn play_both(game: &Quoridor, plain: &mut Plain, taste: Taste, seed: Seed) -> usize {
    let mut rng = seed.rng();
    let mut state = game.initial(seed);
    let mut passes = 0;
    loop {
        assert_same(game, &state, plain);
        let moves = legal_moves(game, &state);
        if moves.is_empty() {
            return passes;
        }
        let mv = taste.pick(&moves, &mut rng);
        let text = game.print_move(mv);
        passes += usize::from(text == "pass");
        let legal = plain.moves();
        let twin = legal.into_iter().find(|mv| mv.text() == text);
        plain.play(twin.expect("the same moves"));
        game.make(&mut state, mv);
    }
}

fn compare_random_games(games_of: impl Fn(usize) -> u64) {
    for (size, seats, standard) in all_variants() {
        let walls = standard.walls();
        // Default walls, none, and so many that some can never be placed.
        for (walls, taste) in [
            (walls, Taste::Uniform),
            (walls, Taste::Steps),
            (40, Taste::Uniform),
            (40, Taste::Steps),
            (0, Taste::Uniform),
        ] {
            let game = quoridor(&format!(
                "quoridor:size={size},walls={walls},players={seats}"
            ));
            for index in 0..games_of(size) {
                let mut plain = Plain::start(size as i32, seats, u32::from(walls));
                let seed = Seed(size as u64).child("game", index);
                play_both(&game, &mut plain, taste, seed);
            }
        }
    }
}

#[test]
fn random_games_have_the_same_moves_as_the_plain_rules() {
    compare_random_games(|size| match size {
        3 => 40,
        4 | 5 => 6,
        6 | 7 => 2,
        _ => 1,
    });
}

#[test]
#[ignore = "minutes"]
fn many_random_games_have_the_same_moves_as_the_plain_rules() {
    compare_random_games(|size| 4000 / (size * size * size) as u64);
}

/// Two pawns are never stuck: each has a path, and if the other pawn is on it, the other's own path
/// leads on from there. Four pawns can be stuck, and then they pass.
#[test]
fn two_never_pass_and_four_sometimes_do() {
    let mut passes = [0, 0];
    for (index, seats) in [2, 4].into_iter().enumerate() {
        let game = quoridor(&format!("quoridor:size=3,walls=2,players={seats}"));
        for seed in 0..300 {
            let mut plain = Plain::start(3, seats, 2);
            passes[index] += play_both(&game, &mut plain, Taste::Uniform, Seed(seed));
        }
    }
    assert_eq!(passes[0], 0);
    assert!(passes[1] > 0);
}

/// Compares perft numbers of the case file up to `most` with the reference implementation.
fn count_plainly(most: u64) {
    let file = std::fs::read_to_string("tests/quoridor.cases").expect("the case file");
    let (mut game, mut state, mut counted) = (None, None, 0);
    for line in file.lines().filter(|line| !line.starts_with('#')) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "game" => {
                let new = quoridor(rest);
                state = Some(new.initial(Seed(1)));
                game = Some(new);
            }
            "position" => {
                let game = game.as_ref().expect("a game");
                state = Some(game.parse_position(rest).expect(rest));
            }
            "moves" => {
                let game = game.as_ref().expect("a game");
                for word in rest.split_whitespace() {
                    let mv = game.parse_move(word).expect(word);
                    game.check_move(state.as_ref().expect("a state"), mv)
                        .expect(word);
                    game.make(state.as_mut().expect("a state"), mv);
                }
            }
            "perft" => {
                let game = game.as_ref().expect("a game");
                let text = game.print_position(state.as_ref().expect("a state"));
                let mut plain = Plain::read(game.grid().size() as i32, &text);
                for (depth, number) in (1..).zip(rest.split_whitespace()) {
                    let number: u64 = number.parse().expect("a number");
                    if number <= most {
                        assert_eq!(plain.perft(depth), number, "{text} {depth}");
                        counted += 1;
                    }
                }
            }
            "ends" => {}
            _ => assert!(line.is_empty(), "{line}"),
        }
    }
    assert!(counted > 0);
}

#[test]
fn a_plain_implementation_counts_the_same() {
    count_plainly(50_000);
}

#[test]
#[ignore = "minutes"]
fn a_plain_implementation_counts_all_of_the_file() {
    count_plainly(u64::MAX);
}
