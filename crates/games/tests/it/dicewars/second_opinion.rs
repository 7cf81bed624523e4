//! The rules compared with the reference implementation, move by move.

use std::collections::HashMap;

use ludorum_core::{Chance, ChanceListingStatus, Game, Notation, Seat, Seed, perft};
use ludorum_games::DiceWars;
use ludorum_games::dicewars::{Area, Attack, DiceWarsPhase, Move, State};

use super::plain::{Plain, Step};

fn step_of(mv: Move, areas: usize) -> Step {
    match mv {
        Move::Attack(Attack { from, to }) => Step::Attack(from.index(), to.index()),
        Move::End => Step::End,
        Move::Won => Step::Won,
        Move::Lost => Step::Lost,
        Move::Grow(growth) => {
            let dice = |area| usize::from(growth.dice(Area::at(area).unwrap()));
            Step::Grow((0..areas).map(dice).collect())
        }
    }
}

/// Checks that legal moves, listed events and their probabilities are equal.
fn check_steps(game: &DiceWars, state: &State, plain: &Plain) {
    let areas = state.board().areas();
    let mut moves = Vec::new();
    match state.phase() {
        DiceWarsPhase::Decide => game.moves(state, &mut moves),
        DiceWarsPhase::Roll(_) => {
            let mut events = Vec::new();
            game.events(state, &mut events);
            moves.extend(events.iter().map(|&(event, _)| event));
        }
        DiceWarsPhase::Grow => {
            let mut events = Vec::new();
            if game.events(state, &mut events) == ChanceListingStatus::TooMany {
                return;
            }
            let plain: HashMap<Step, f64> = plain.steps().into_iter().collect();
            assert_eq!(plain.len(), events.len());
            for (event, odds) in events {
                let expected = plain[&step_of(event, areas)];
                assert!(
                    (odds - expected).abs() < 1e-9,
                    "{event:?} has odds {odds}, not {expected}"
                );
            }
            return;
        }
    }
    let steps: Vec<Step> = moves.into_iter().map(|mv| step_of(mv, areas)).collect();
    let expected: Vec<Step> = plain.steps().into_iter().map(|(step, _)| step).collect();
    assert_eq!(steps, expected);
}

#[test]
fn games_go_as_the_plain_rules_say() {
    compare(&[
        ("dicewars", 10),
        ("dicewars:areas=6,cap=300", 30),
        ("dicewars:areas=8,players=4,cap=300", 20),
        ("dicewars:players=8", 10),
    ]);
}

/// Plays games of each variant in both implementations; the numbers are seeds per variant.
fn compare(variants: &[(&str, u64)]) {
    for &(spec, seeds) in variants {
        let game = super::dicewars(spec);
        let players = game.seats();
        for seed in 0..seeds {
            let mut plain: Option<Plain> = None;
            super::watch(&game, Seed(seed), |state, mv| {
                let expected = plain.get_or_insert_with(|| Plain::of(state, players));
                assert_eq!(*expected, Plain::of(state, players), "{spec}, seed {seed}");
                for seat in Seat::all(players) {
                    assert_eq!(state.score(seat), expected.score(seat.index()));
                }
                let Some(mv) = mv else { return };
                check_steps(&game, state, expected);
                expected.step(&step_of(mv, state.board().areas()));
            });
        }
    }
}

#[test]
fn perft_is_what_the_plain_rules_count() {
    for (spec, seed, depth) in [
        ("dicewars:areas=6,players=2", 1, 3),
        ("dicewars:areas=6,players=6", 2, 5),
        ("dicewars:areas=7,players=7", 3, 5),
    ] {
        let game = super::dicewars(spec);
        let mut state = game.initial(Seed(seed));
        let plain = Plain::of(&state, game.seats());
        for depth in 1..=depth {
            let count = perft(&game, &mut state, depth);
            assert_eq!(count, Ok(plain.perft(depth)), "{spec} to {depth}");
        }
    }
}

/// Sampled new dice have the distribution of placing them one by one. A small variant is used,
/// because the default one has too many placements to enumerate.
#[test]
fn sampled_dice_follow_the_plain_odds() {
    let game = super::dicewars("dicewars:areas=6,players=2");
    let mut state = game.initial(Seed(4));
    game.make(&mut state, Move::End);
    let plain: HashMap<Step, f64> = Plain::of(&state, 2).steps().into_iter().collect();
    let mut counts: HashMap<Step, u32> = HashMap::new();
    let mut rng = Seed(9).rng();
    let samples = 40_000;
    for _ in 0..samples {
        let event = game.sample(&state, &mut rng);
        *counts.entry(step_of(event, 6)).or_default() += 1;
    }
    for (step, odds) in &plain {
        let expected = odds * f64::from(samples);
        let count = f64::from(counts.get(step).copied().unwrap_or(0));
        let deviation = (expected * (1.0 - odds)).sqrt();
        assert!(
            (count - expected).abs() < 5.0 * deviation + 1.0,
            "{step:?}: {count}, not {expected}"
        );
    }
    assert!(counts.keys().all(|step| plain.contains_key(step)));
    assert!(!game.print_position(&state).is_empty());
}
