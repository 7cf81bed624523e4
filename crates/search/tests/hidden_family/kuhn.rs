//! Kuhn poker, which is solved: dominated moves, and the value of calling a bet.

use ludorum_core::{Agent, ZeroEvaluation};
use ludorum_search::DeterminizedMaxN;
use ludorum_testkit::toys::{KuhnMove, KuhnPoker};

use crate::test_bench::{OBSERVERS, TestBench, ismcts, of};

/// All searches under test, with names.
fn players() -> Vec<(String, Box<dyn Agent<KuhnPoker>>)> {
    let mut players: Vec<(String, Box<dyn Agent<KuhnPoker>>)> = vec![(
        "max^n".to_owned(),
        Box::new(DeterminizedMaxN::new(40, 7, ZeroEvaluation)),
    )];
    for observers in OBSERVERS {
        players.push((format!("{observers:?}"), Box::new(ismcts(observers, 2000))));
    }
    players
}

#[test]
fn dominated_moves_are_not_played() {
    for (position, best) in [
        // The best card calls, the worst folds, for either seat and any other card.
        ("13b", KuhnMove::Bet),
        ("23b", KuhnMove::Bet),
        ("21b", KuhnMove::Pass),
        ("31b", KuhnMove::Pass),
        ("31pb", KuhnMove::Bet),
        ("32pb", KuhnMove::Bet),
        ("12pb", KuhnMove::Pass),
        ("13pb", KuhnMove::Pass),
    ] {
        let bench = TestBench::at(KuhnPoker, position);
        for (name, mut player) in players() {
            let choice = bench.ask(&mut player);
            assert_eq!(choice.best, best, "{name} at {position}");
        }
    }
}

#[test]
fn a_call_with_the_middle_card_is_worth_what_the_odds_say() {
    // The other card is equally likely to be lower or higher: calling wins or loses two chips, 0 on
    // average, while folding loses one. One chip is a utility of one half.
    for position in ["12b", "32b", "21pb", "23pb"] {
        let bench = TestBench::at(KuhnPoker, position);
        for observers in OBSERVERS {
            let choice = bench.ask(&mut ismcts(observers, 20_000));
            assert_eq!(choice.best, KuhnMove::Bet, "{observers:?} at {position}");
            let call = of(&choice, KuhnMove::Bet).value.unwrap();
            let fold = of(&choice, KuhnMove::Pass).value.unwrap();
            assert!(call.abs() < 0.03, "{observers:?} at {position}: {call}");
            assert_eq!(fold, -0.5, "{observers:?} at {position}");
            let value = choice.value.unwrap();
            assert!((value[bench.seat()]).abs() < 0.05, "{value:?}");
        }
    }
}

#[test]
fn what_is_hidden_changes_nothing() {
    // The same card and bets against another hidden card.
    for (one, other) in [
        ("12b", "32b"),
        ("21b", "31b"),
        ("12", "13"),
        ("23pb", "21pb"),
    ] {
        for ((name, mut player), (_, mut again)) in players().into_iter().zip(players()) {
            let seen = TestBench::at(KuhnPoker, one).ask(&mut player);
            assert_eq!(
                seen,
                TestBench::at(KuhnPoker, other).ask(&mut again),
                "{name}"
            );
        }
    }
}

#[test]
fn the_best_card_is_worth_more_than_the_worst() {
    for observers in OBSERVERS {
        let value = |position| {
            let choice = TestBench::at(KuhnPoker, position).ask(&mut ismcts(observers, 5000));
            choice.candidates[0].value.unwrap()
        };
        let (low, middle, high) = (value("12"), value("21"), value("31"));
        assert!(
            low < middle && middle < high,
            "{observers:?}: {low} {middle} {high}"
        );
        // The best card wins at least the other's ante.
        assert!(high > 0.49, "{observers:?}: {high}");
    }
}
