//! Kuhn poker, in which everything is known: what is dominated, and what a bet is worth to call.

use ludorum_core::{Agent, Blind};
use ludorum_search::DeterminizedMaxN;
use ludorum_testkit::toys::{Kuhn, KuhnMove};

use crate::desk::{Desk, OBSERVERS, ismcts, of};

/// Everyone who plays it, with a name.
fn players() -> Vec<(String, Box<dyn Agent<Kuhn>>)> {
    let mut players: Vec<(String, Box<dyn Agent<Kuhn>>)> = vec![(
        "max^n".to_owned(),
        Box::new(DeterminizedMaxN::new(40, 7, Blind)),
    )];
    for observers in OBSERVERS {
        players.push((format!("{observers:?}"), Box::new(ismcts(observers, 2000))));
    }
    players
}

#[test]
fn dominated_moves_are_not_played() {
    for (position, best) in [
        // The best card calls, the worst folds, whoever is asked and whatever the other has.
        ("13b", KuhnMove::Bet),
        ("23b", KuhnMove::Bet),
        ("21b", KuhnMove::Pass),
        ("31b", KuhnMove::Pass),
        ("31pb", KuhnMove::Bet),
        ("32pb", KuhnMove::Bet),
        ("12pb", KuhnMove::Pass),
        ("13pb", KuhnMove::Pass),
    ] {
        let desk = Desk::at(Kuhn, position);
        for (name, mut player) in players() {
            let choice = desk.ask(&mut player);
            assert_eq!(choice.best, best, "{name} at {position}");
        }
    }
}

#[test]
fn a_call_with_the_middle_card_is_worth_what_the_odds_say() {
    // The other card is as likely to be lower as to be higher: calling wins or loses two chips and
    // is worth nothing on average, folding loses one for sure. A utility is half a chip.
    for position in ["12b", "32b", "21pb", "23pb"] {
        let desk = Desk::at(Kuhn, position);
        for observers in OBSERVERS {
            let choice = desk.ask(&mut ismcts(observers, 20_000));
            assert_eq!(choice.best, KuhnMove::Bet, "{observers:?} at {position}");
            let call = of(&choice, KuhnMove::Bet).value.unwrap();
            let fold = of(&choice, KuhnMove::Pass).value.unwrap();
            assert!(call.abs() < 0.03, "{observers:?} at {position}: {call}");
            assert_eq!(fold, -0.5, "{observers:?} at {position}");
            let value = choice.value.unwrap();
            assert!((value[desk.seat()]).abs() < 0.05, "{value:?}");
        }
    }
}

#[test]
fn what_is_hidden_changes_nothing() {
    // The same card and the same bets, over another card that is not seen.
    for (one, other) in [
        ("12b", "32b"),
        ("21b", "31b"),
        ("12", "13"),
        ("23pb", "21pb"),
    ] {
        for ((name, mut player), (_, mut again)) in players().into_iter().zip(players()) {
            let seen = Desk::at(Kuhn, one).ask(&mut player);
            assert_eq!(seen, Desk::at(Kuhn, other).ask(&mut again), "{name}");
        }
    }
}

#[test]
fn the_best_card_is_worth_more_than_the_worst() {
    for observers in OBSERVERS {
        let value = |position| {
            let choice = Desk::at(Kuhn, position).ask(&mut ismcts(observers, 5000));
            choice.candidates[0].value.unwrap()
        };
        let (low, middle, high) = (value("12"), value("21"), value("31"));
        assert!(
            low < middle && middle < high,
            "{observers:?}: {low} {middle} {high}"
        );
        // With the best card at least the other's ante is won.
        assert!(high > 0.49, "{observers:?}: {high}");
    }
}
