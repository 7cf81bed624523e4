//! Invariants of dice and reserves, and endings of games.

use ludorum_core::{Chance, ChanceListingStatus, Game, NodeKind, Notation, Seat, Seed};
use ludorum_games::dicewars::{DiceWarsPhase, MAX_RESERVE, Move, State};

fn all_dice(state: &State) -> u32 {
    Seat::all(8).map(|seat| state.total_dice(seat)).sum()
}

#[test]
fn dice_change_only_as_the_rules_say() {
    let mut most_reserve = 0;
    for players in 2..=8 {
        let game = super::dicewars(&format!("dicewars:players={players}"));
        for seed in 0..6 {
            let mut before: Option<(State, Move)> = None;
            super::watch(&game, Seed(100 + seed), |state, mv| {
                for area in state.board().all() {
                    assert!((1..=8).contains(&state.dice(area)));
                }
                for seat in Seat::all(players) {
                    assert!(state.reserve(seat) <= MAX_RESERVE);
                    most_reserve = most_reserve.max(state.reserve(seat));
                }
                if let Some((before, mv)) = &before {
                    check_change(before, *mv, state);
                }
                before = mv.map(|mv| (state.clone(), mv));
            });
        }
    }
    assert!(
        most_reserve > 10,
        "reserves were hardly tried: {most_reserve}"
    );
}

fn check_change(before: &State, mv: Move, after: &State) {
    let change = i64::from(all_dice(after)) - i64::from(all_dice(before));
    let seat = before.turn();
    match (mv, before.phase()) {
        (Move::Won, DiceWarsPhase::Roll(attack)) => {
            assert_eq!(change, -i64::from(before.dice(attack.to)));
            assert_eq!(after.dice(attack.to), before.dice(attack.from) - 1);
            assert_eq!(after.dice(attack.from), 1);
            assert_eq!(after.owner(attack.to), seat);
        }
        (Move::Lost, DiceWarsPhase::Roll(attack)) => {
            assert_eq!(change, 1 - i64::from(before.dice(attack.from)));
            assert_eq!(after.dice(attack.from), 1);
            assert_eq!(after.dice(attack.to), before.dice(attack.to));
            assert_eq!(after.owner(attack.to), before.owner(attack.to));
        }
        (Move::Grow(_), _) => {
            let income = before.score(seat) as i64 + i64::from(before.reserve(seat));
            let kept = i64::from(after.reserve(seat));
            let room: i64 = before
                .owned(seat)
                .map(|area| 8 - i64::from(before.dice(area)))
                .sum();
            assert_eq!(change, income.min(room));
            assert_eq!(kept, (income - change).min(64));
            assert_ne!(
                after.owned(after.turn()).count(),
                0,
                "an eliminated seat is skipped"
            );
        }
        _ => assert_eq!(change, 0),
    }
}

/// With one free place left, dice have nine final placements but a hundred million intermediate
/// ones: enumerating those never finished.
#[test]
fn dice_that_almost_fill_the_land_are_sampled() {
    let game = super::dicewars("dicewars:areas=10");
    let start = game.print_position(&game.initial(Seed(1)));
    let board = start.split('/').next().unwrap();
    let with_reserve = |reserve: usize| {
        let text = format!("{board}/A1A1A1A1A1A1A1A1A1B1/{reserve},0/1/grow/0/1/-");
        game.parse_position(&text).unwrap()
    };
    let room = 9 * 7;
    let score = with_reserve(0).score(Seat::FIRST);
    let mut events = Vec::new();
    let almost = with_reserve(room - 1 - score);
    assert_eq!(
        game.events(&almost, &mut events),
        ChanceListingStatus::TooMany
    );
    let full = with_reserve(room - score);
    assert_eq!(
        game.events(&full, &mut events),
        ChanceListingStatus::Complete
    );
    let [(event, odds)] = events[..] else {
        panic!("{} events", events.len());
    };
    assert_eq!((event, odds), (game.sample(&full, &mut Seed(1).rng()), 1.0));
}

#[test]
fn a_reserve_is_never_more_than_64() {
    let game = super::dicewars("dicewars:areas=6");
    // One seat with five full areas and almost the largest reserve.
    let start = game.print_position(&game.initial(Seed(1)));
    let board = start.split('/').next().unwrap();
    let text = format!("{board}/A8A8A8A8A8B1/62,0/1/grow/0/1/-");
    let mut state = game.parse_position(&text).unwrap();
    let region = state.score(Seat::FIRST);
    assert!(region > 2, "{region}");
    game.make(&mut state, game.parse_move("+").unwrap());
    assert_eq!(state.reserve(Seat::FIRST), 64);
}

#[test]
fn eight_rounds_without_an_attack_are_a_draw() {
    for players in [2, 3, 8] {
        let game = super::dicewars(&format!("dicewars:players={players}"));
        let mut state = game.initial(Seed(1));
        let mut rng = Seed(2).rng();
        let mut ends = 0;
        while game.node(&state) != NodeKind::Over {
            let mv = match game.node(&state) {
                NodeKind::Chance => ludorum_core::Chance::sample(&game, &state, &mut rng),
                _ => {
                    ends += 1;
                    Move::End
                }
            };
            game.make(&mut state, mv);
        }
        assert_eq!(ends, 8 * players);
        let outcome = game.outcome(&state).unwrap();
        assert!(outcome.ranks().iter().all(|rank| rank == 0));
    }
}

/// The turn of an attack does not count as idle: rounds are counted from its end.
#[test]
fn an_attack_begins_the_count_anew() {
    let game = super::dicewars("dicewars");
    let mut state = game.initial(Seed(1));
    let mut rng = Seed(2).rng();
    let mut ends = 0;
    while game.node(&state) != NodeKind::Over {
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        let mv = match game.node(&state) {
            NodeKind::Chance => ludorum_core::Chance::sample(&game, &state, &mut rng),
            _ if ends == 5 && state.attacks() == 0 => moves[0],
            _ => {
                ends += 1;
                Move::End
            }
        };
        game.make(&mut state, mv);
    }
    assert_eq!(ends, 5 + 1 + 16);
}

#[test]
fn in_a_draw_the_eliminated_have_lost() {
    let game = super::dicewars("dicewars:areas=6,players=3,cap=5");
    let start = game.print_position(&game.initial(Seed(1)));
    let board = start.split('/').next().unwrap();
    let text = format!("{board}/A1A1A1C1C1C1/0,0,0/1/move/1/17/-");
    let error = game.parse_position(&text).unwrap_err();
    assert!(error.to_string().contains("last attack"), "{error}");
    let state = game.initial(Seed(1));
    let attack = state.possible_attacks().next().unwrap();
    let (from, to) = (attack.from, attack.to);
    let letters = |index: usize| if index.is_multiple_of(2) { 'A' } else { 'C' };
    let owners: String = (0..6)
        .map(|index| match index {
            _ if index == from.index() => "A1".to_owned(),
            _ if index == to.index() => "C1".to_owned(),
            _ => format!("{}1", letters(index)),
        })
        .collect();
    let text = format!("{board}/{owners}/0,0,0/1/move/1/17/{from}>{to}:A11-C66");
    let state = game.parse_position(&text).unwrap();
    let ranks = game.outcome(&state).unwrap().ranks();
    assert_eq!(ranks.as_slice(), [0, 1, 0]);
}

#[test]
fn the_cap_ends_a_game_but_for_a_win_on_its_last_attack() {
    let game = super::dicewars("dicewars:areas=6,cap=1");
    let mut state = game.initial(Seed(1));
    let attack = state.possible_attacks().next().unwrap();
    game.make(&mut state, Move::Attack(attack));
    let mut lost = state.clone();
    game.make(&mut lost, Move::Lost);
    let outcome = game.outcome(&lost).expect("one attack is all there may be");
    assert_eq!(outcome.winner(), None);

    let board = game.print_position(&state);
    let board = board.split('/').next().unwrap();
    let owners: String = (0..6)
        .map(|index| {
            if index == attack.to.index() {
                "B1"
            } else {
                "A2"
            }
        })
        .collect();
    let text = format!(
        "{board}/{owners}/0,0/1/roll:{}>{}/0/1/-",
        attack.from, attack.to
    );
    let mut state = game.parse_position(&text).unwrap();
    game.make(&mut state, Move::Won);
    let outcome = game.outcome(&state).expect("all areas are owned by one");
    assert_eq!(outcome.winner(), Some(Seat::FIRST));
}
