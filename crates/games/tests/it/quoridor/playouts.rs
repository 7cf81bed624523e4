//! Random playouts have the same distribution as uniform choice from the list of legal moves.
//!
//! A playout gives the winner and the number of moves. Close to the ply limit the reference
//! implementation computes their exact probabilities; complete games are compared with games played
//! move by move.

use std::collections::BTreeMap;

use ludorum_core::{Game, Notation, Rng, Seed};
use ludorum_games::Quoridor;
use ludorum_games::quoridor::State;

use super::plain::{End, Plain};
use super::{Taste, all_variants, legal_moves, quoridor};

/// End of a game: the outcome and the number of moves.
type Ending = (End, u64);

fn ending_of_playout(game: &Quoridor, state: &State, rng: &mut Rng) -> Ending {
    let (outcome, plies) = game.random_playout(state, rng);
    match outcome.winner() {
        Some(seat) => (End::Won(seat.index()), plies),
        None => (End::Drawn, plies),
    }
}

fn ending_of_list(game: &Quoridor, state: &State, rng: &mut Rng) -> Ending {
    let mut state = *state;
    let mut plies = 0;
    let mut moves = Vec::new();
    loop {
        if let Some(outcome) = game.outcome(&state) {
            let end = match outcome.winner() {
                Some(seat) => End::Won(seat.index()),
                None => End::Drawn,
            };
            return (end, plies);
        }
        moves.clear();
        game.moves(&state, &mut moves);
        game.make(&mut state, *rng.pick(&moves).expect("a move"));
        plies += 1;
    }
}

/// Adds the exact probabilities of all endings reachable from `board` to `odds_of`.
fn odds(board: &mut Plain, plies: u64, share: f64, odds_of: &mut BTreeMap<Ending, f64>) {
    if let Some(end) = board.end() {
        *odds_of.entry((end, plies)).or_default() += share;
        return;
    }
    let moves = board.moves();
    let share = share / moves.len() as f64;
    for mv in moves {
        let mut child = board.clone();
        child.play(mv);
        odds(&mut child, plies + 1, share, odds_of);
    }
}

/// Samples positions `before` moves from the ply limit, with the last seat next to its goal.
fn positions_near_the_cap(game: &Quoridor, before: u32, seed: Seed) -> Vec<State> {
    let mut rng = seed.rng();
    let mut state = game.initial(seed);
    let size = game.grid().size() as i32;
    let mut found = Vec::new();
    loop {
        let moves = legal_moves(game, &state);
        if moves.is_empty() {
            return found;
        }
        let mut late = Plain::read(size, &game.print_position(&state));
        late.ply = game.max_plies() - before;
        let along = rng.below(size as usize) as i32;
        let next_to_goal = if late.seats() == 2 {
            (along, 1)
        } else {
            (1, along)
        };
        *late.pawns.last_mut().expect("a seat") = next_to_goal;
        if let Ok(late) = game.parse_position(&late.text()) {
            found.push(late);
        }
        let mv = Taste::Uniform.pick(&moves, &mut rng);
        game.make(&mut state, mv);
    }
}

/// Upper bound of a chi-square statistic at six standard deviations (Wilson and Hilferty 1931).
fn chi_square_bound(degrees: usize) -> f64 {
    let degrees = degrees as f64;
    let spread = 2.0 / (9.0 * degrees);
    degrees * (1.0 - spread + 6.0 * spread.sqrt()).powi(3)
}

/// Compares playouts from `states` with exact probabilities; returns the number of states with more
/// than one ending.
fn hold_against_odds(game: &Quoridor, states: &[State], seed: Seed, samples: u32) -> usize {
    let size = game.grid().size() as i32;
    let mut rng = seed.child("playouts", 0).rng();
    let mut tried = 0;
    let (mut sum, mut degrees) = (0.0, 0);
    for state in states {
        let text = game.print_position(state);
        let mut odds_of = BTreeMap::new();
        odds(&mut Plain::read(size, &text), 0, 1.0, &mut odds_of);
        if odds_of.len() < 2 {
            continue;
        }
        tried += 1;
        let mut counts: BTreeMap<Ending, u32> = BTreeMap::new();
        for _ in 0..samples {
            let ending = ending_of_playout(game, state, &mut rng);
            *counts.entry(ending).or_default() += 1;
        }
        let impossible = counts.keys().find(|ending| !odds_of.contains_key(ending));
        assert_eq!(impossible, None, "{text}");
        let mut cells = 0;
        for (ending, odds) in odds_of {
            let count = f64::from(counts.get(&ending).copied().unwrap_or(0));
            let expected = odds * f64::from(samples);
            let deviation = (expected * (1.0 - odds)).sqrt();
            let off = (count - expected).abs();
            assert!(
                off <= 6.0 * deviation + 3.0,
                "{text}: {ending:?} {count} times, expected {expected:.1}"
            );
            if expected >= 5.0 {
                sum += (count - expected).powi(2) / expected;
                cells += 1;
            }
        }
        degrees += cells.max(1) - 1;
    }
    if degrees > 0 {
        let bound = chi_square_bound(degrees);
        assert!(
            sum <= bound,
            "chi-square {sum:.1} of {degrees}, at most {bound:.1}"
        );
    }
    tried
}

#[test]
fn the_last_moves_of_playouts_have_the_exact_odds() {
    for (size, seats, standard) in all_variants() {
        for walls in [standard.walls(), 1, 40] {
            let game = quoridor(&format!(
                "quoridor:size={size},walls={walls},players={seats}"
            ));
            let games = if size == 3 { 12 } else { 1 };
            let tried: usize = (0..games)
                .map(|seed| {
                    let states = positions_near_the_cap(&game, 1, Seed(seed));
                    hold_against_odds(&game, &states, Seed(seed), 1000)
                })
                .sum();
            assert!(tried > 5, "{size} {seats} {walls}");
        }
    }
}

#[test]
fn the_last_turns_on_the_smallest_boards_have_the_exact_odds() {
    for (spec, before) in [
        ("quoridor:size=3,walls=1", 3),
        ("quoridor:size=3,walls=2", 3),
        ("quoridor:size=3,walls=4", 3),
        ("quoridor:size=3,walls=1,players=4", 4),
        ("quoridor:size=3,walls=2,players=4", 3),
        ("quoridor:size=4,walls=1,players=4", 3),
        ("quoridor:size=4,walls=1", 3),
    ] {
        let game = quoridor(spec);
        let tried: usize = (0..4)
            .map(|seed| {
                let states = positions_near_the_cap(&game, before, Seed(seed));
                hold_against_odds(&game, &states, Seed(seed), 4000)
            })
            .sum();
        assert!(tried > 0, "{spec}");
    }
}

/// Positions with five and six pawn destinations, and with few legal moves.
#[test]
fn the_last_move_has_the_exact_odds_in_odd_places() {
    let four = "quoridor:size=3,walls=1,players=4";
    for (spec, text) in [
        ("quoridor:size=3", "a2,b2/1,1/-/35"),
        (four, "a2,b1,c2,b2/1,1,1,1/-/35"),
        (four, "a2,a3,c2,b2/1,1,1,1/-/35"),
        (four, "b1,a2,c3,b2/0,1,1,1/b1v/35"),
        (
            "quoridor:size=5,walls=1,players=4",
            "a3,c3,e5,b3/0,1,1,1/c3v/99",
        ),
        ("quoridor:size=3,walls=4", "a1,c2/3,3/a1h,a2h/35"),
        ("quoridor:size=3,walls=4", "b1,c2/3,3/a1h,a2h/35"),
        ("quoridor:size=3,walls=4", "c1,a2/3,3/a2h,a1v/35"),
        ("quoridor:size=4,walls=4", "b1,d2/2,2/a1h,a2h,c3h,c1v/63"),
    ] {
        let game = quoridor(spec);
        let state = game.parse_position(text);
        let state = state.unwrap_or_else(|error| panic!("{text}: {error}"));
        let tried = hold_against_odds(&game, &[state], Seed(5), 40_000);
        assert_eq!(tried, 1, "{text}");
    }
}

/// Compares two samples of endings by winner and by length in about sixteen classes.
fn assert_alike(text: &str, mut one: Vec<Ending>, two: &[Ending]) {
    let mut lengths: Vec<u64> = one.iter().map(|&(_, plies)| plies).collect();
    lengths.sort_unstable();
    let mut limits: Vec<u64> = (1..16)
        .map(|part| lengths[part * lengths.len() / 16])
        .collect();
    limits.dedup();
    let class = |&(end, plies): &Ending| (end, limits.partition_point(|&limit| limit <= plies));
    let mut counts: BTreeMap<(End, usize), [f64; 2]> = BTreeMap::new();
    for ending in one.drain(..) {
        counts.entry(class(&ending)).or_default()[0] += 1.0;
    }
    let total_one: f64 = counts.values().map(|counts| counts[0]).sum();
    for ending in two {
        counts.entry(class(ending)).or_default()[1] += 1.0;
    }
    let total_two = two.len() as f64;
    let (mut sum, mut cells) = (0.0, 0);
    for [a, b] in counts.into_values().filter(|[a, b]| a + b >= 10.0) {
        let difference = a * (total_two / total_one).sqrt() - b * (total_one / total_two).sqrt();
        sum += difference.powi(2) / (a + b);
        cells += 1;
    }
    let bound = chi_square_bound(cells.max(2) - 1);
    assert!(
        sum <= bound,
        "{text}: chi-square {sum:.1} of {cells} classes, at most {bound:.1}"
    );
}

fn compare_whole_games(samples_of: impl Fn(usize) -> usize) {
    for (spec, position) in [
        ("quoridor:size=3", None),
        ("quoridor:size=3,walls=4", None),
        ("quoridor:size=3,walls=3,players=4", None),
        ("quoridor:size=5", None),
        ("quoridor:size=5,players=4", None),
        ("quoridor:size=6,walls=20", None),
        ("quoridor", None),
        ("quoridor:players=4", None),
        ("quoridor:size=11,walls=2", None),
        // Adjacent pawns, one wall in hand.
        (
            "quoridor:size=5",
            Some("c3,c4/0,1/a1h,c2h,a3v,d1v,d3v,b4h,c4v/13"),
        ),
        (
            "quoridor:size=5",
            Some("c3,c4/0,0/a1h,c2h,a3v,d1v,d3v,b4h,c4v,c1h/13"),
        ),
        // Walls in hand, but no free slot.
        ("quoridor:size=3,walls=4", Some("b1,b3/3,3/a1h,a2h/4")),
        (
            "quoridor:size=3,walls=4,players=4",
            Some("b1,a2,b3,c2/3,3,4,4/a1h,a2h/4"),
        ),
        // Only two players have walls.
        (
            "quoridor:size=5,walls=2,players=4",
            Some("c3,b3,c4,d3/0,2,0,2/a1h,c1v,a4h,c4h/9"),
        ),
    ] {
        let game = quoridor(spec);
        let start = match position {
            Some(text) => game.parse_position(text).expect(text),
            None => game.initial(Seed(1)),
        };
        let samples = samples_of(game.grid().size());
        let mut rng = Seed(11).rng();
        let playouts = (0..samples)
            .map(|_| ending_of_playout(&game, &start, &mut rng))
            .collect();
        let listed: Vec<Ending> = (0..samples)
            .map(|_| ending_of_list(&game, &start, &mut rng))
            .collect();
        assert_alike(&format!("{spec} {position:?}"), playouts, &listed);
    }
}

#[test]
fn whole_playouts_end_as_games_from_the_list_do() {
    compare_whole_games(|size| if size < 6 { 5_000 } else { 800 });
}

#[test]
#[ignore = "minutes"]
fn many_whole_playouts_end_as_games_from_the_list_do() {
    compare_whole_games(|size| if size < 6 { 400_000 } else { 40_000 });
}

/// A search may request a playout of a finished position.
#[test]
fn a_playout_of_a_finished_game_has_no_moves() {
    let game = quoridor("quoridor:size=3,walls=1");
    for (text, end) in [
        ("b3,a3/1,1/-/5", End::Won(0)),
        ("a1,b1/1,1/-/6", End::Won(1)),
        ("b1,b3/1,1/-/36", End::Drawn),
        ("b1,b3/0,0/a1h,a2h/36", End::Drawn),
        ("a1,b1/0,0/a1h,a2h/36", End::Won(1)),
    ] {
        let state = game.parse_position(text).expect(text);
        let ending = ending_of_playout(&game, &state, &mut Seed(1).rng());
        assert_eq!(ending, (end, 0), "{text}");
    }
}
