//! The rules and views compared with the reference implementation, move by move.

use ludorum_core::{Chance, Game, NodeKind, Notation, Seat, Seed, perft};
use ludorum_games::Colonizers;
use ludorum_games::colonizers::{Move, State};

use super::knowledge::{position_text, view_text};
use super::plain::Plain;

/// Lists moves, or events with their probabilities, as text.
fn steps(game: &Colonizers, state: &State) -> Vec<(String, Option<f64>)> {
    let print = |mv: Move| game.print_move(mv);
    if game.node(state) == NodeKind::Chance {
        let mut events = Vec::new();
        game.events(state, &mut events);
        let told = events
            .into_iter()
            .map(|(event, odds)| (print(event), Some(odds)));
        return told.collect();
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    moves.into_iter().map(|mv| (print(mv), None)).collect()
}

fn check_steps(game: &Colonizers, state: &State, plain: &Plain) {
    let (found, expected) = (steps(game, state), plain.steps());
    let texts = |steps: &[(String, Option<f64>)]| -> Vec<String> {
        steps.iter().map(|(text, _)| text.clone()).collect()
    };
    assert_eq!(texts(&found), texts(&expected));
    for ((text, odds), (_, expected)) in found.iter().zip(&expected) {
        let difference = odds.unwrap_or(-1.0) - expected.unwrap_or(-1.0);
        assert!(
            difference.abs() < 1e-12,
            "{text}: {odds:?}, not {expected:?}"
        );
    }
}

fn check_end(game: &Colonizers, state: &State, plain: &Plain) {
    let outcome = game.outcome(state).expect("an outcome at the end");
    let ranks: Vec<usize> = outcome.ranks().iter().map(usize::from).collect();
    assert_eq!(ranks, plain.ranks());
    let points = |seat: Seat| usize::from(game.points(state, seat));
    let points: Vec<usize> = Seat::all(4).map(points).collect();
    assert_eq!(
        points,
        (0..4)
            .map(|seat| plain.points(seat))
            .collect::<Vec<usize>>()
    );
}

/// Plays games in both implementations; calls `look` with every position.
fn compare(spec: &str, later_bonus: usize, seeds: u64, look: impl Fn(&Colonizers, &State, &Plain)) {
    let game = super::colonizers(spec);
    let cap = game.max_plies() as usize;
    for seed in 0..seeds {
        let mut plain = Plain::new(cap, later_bonus);
        super::watch(&game, Seed(seed), |state, mv| {
            assert_eq!(
                game.outcome(state).is_some(),
                plain.is_over(),
                "seed {seed}"
            );
            look(&game, state, &plain);
            check_steps(&game, state, &plain);
            match mv {
                Some(mv) => plain.step(&game.print_move(mv)),
                None => check_end(&game, state, &plain),
            }
        });
    }
}

#[test]
fn games_go_as_the_plain_rules_say() {
    let look = |game: &Colonizers, state: &State, plain: &Plain| {
        assert_eq!(game.print_position(state), position_text(plain));
    };
    compare("colonizers", 2, 300, look);
    compare("colonizers:bonus=published-code", 4, 50, look);
    compare("colonizers:cap=200", 2, 50, look);
}

#[test]
#[ignore = "long: thousands of games at the pace of the plain rules"]
fn thousands_of_games_go_as_the_plain_rules_say() {
    compare("colonizers", 2, 5_000, |game, state, plain| {
        assert_eq!(game.print_position(state), position_text(plain));
    });
}

#[test]
fn seats_see_what_the_plain_rules_let_them_see() {
    compare("colonizers", 2, 4, |game, state, plain| {
        for seat in Seat::all(4) {
            let view = game.print_view(&game.view(state, seat));
            assert_eq!(view, view_text(plain, seat.index()));
        }
    });
}

#[test]
fn perft_is_what_the_plain_rules_count() {
    let game = super::colonizers("colonizers");
    let lines = [
        ("", 6),
        (
            "remove:miner pick:visionary pick:spy pick:opportunist pick:general",
            5,
        ),
        (
            "remove:miner pick:spy pick:opportunist pick:general pick:visionary cards deal:quarry",
            4,
        ),
    ];
    for (line, depth) in lines {
        let mut state = game.initial(Seed(1));
        let mut plain = Plain::new(4000, 2);
        for text in line.split_whitespace() {
            game.make(&mut state, game.parse_move(text).unwrap());
            plain.step(text);
        }
        for depth in 1..=depth {
            let count = plain.perft(depth);
            assert_eq!(
                perft(&game, &mut state, depth),
                Ok(count),
                "{line} to {depth}"
            );
        }
    }
}
