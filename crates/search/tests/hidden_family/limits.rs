//! Budgets, and what is told of the work.

use std::sync::Mutex;
use std::time::Duration;

use ludorum_core::{Blind, Budget, Watcher};
use ludorum_search::{DeterminizedMaxN, Ismcts, IsmctsConfig};
use ludorum_testkit::toys::{Kuhn, Pile};

use crate::desk::{Desk, OBSERVERS, ismcts};

fn pile() -> Desk<Pile> {
    Desk::at_start(Pile {
        stones: 40,
        take: 4,
        seats: 3,
    })
}

#[test]
fn the_same_seed_gives_the_same_answer() {
    for observers in OBSERVERS {
        let ask = || Desk::at(Kuhn, "21").ask(&mut ismcts(observers, 777));
        assert_eq!(ask(), ask());
        let choice = ask();
        let visits: u64 = choice
            .candidates
            .iter()
            .map(|candidate| candidate.visits)
            .sum();
        assert_eq!(visits, 777, "every iteration tries a move");
        let other = Desk {
            seed: ludorum_core::Seed(6),
            ..Desk::at(Kuhn, "21")
        };
        assert_ne!(other.ask(&mut ismcts(observers, 777)), choice);
    }
    let ask = || Desk::at(Kuhn, "21").ask(&mut DeterminizedMaxN::new(10, 7, Blind));
    assert_eq!(ask(), ask());
}

#[test]
fn the_tightest_limit_holds() {
    for observers in OBSERVERS {
        let mut desk = pile();
        let visits = |desk: &Desk<Pile>, config: IsmctsConfig| -> u64 {
            let choice = desk.ask(&mut Ismcts::new(config));
            choice
                .candidates
                .iter()
                .map(|candidate| candidate.visits)
                .sum()
        };
        let config = IsmctsConfig {
            observers,
            ..IsmctsConfig::default()
        };
        assert_eq!(visits(&desk, config), IsmctsConfig::DEFAULT_ITERATIONS);
        desk.budget = Budget::iterations(30);
        assert_eq!(visits(&desk, config), 30);
        let tighter = IsmctsConfig {
            budget: Budget::iterations(7),
            ..config
        };
        assert_eq!(visits(&desk, tighter), 7);

        desk.budget = Budget::nodes(1000);
        let choice = desk.ask(&mut Ismcts::new(config));
        assert!(choice.effort.nodes <= 1000, "{:?}", choice.effort);
        desk.budget = Budget::nodes(1);
        assert_eq!(visits(&desk, config), 1, "one iteration is made always");

        desk.budget = Budget {
            depth: Some(2),
            ..Budget::iterations(500)
        };
        assert_eq!(desk.ask(&mut Ismcts::new(config)).effort.depth, 2);

        desk.budget = Budget::time(Duration::from_millis(20));
        assert!(visits(&desk, config) > 0);
        desk.stop.raise();
        assert_eq!(visits(&desk, config), 1, "asked for an answer at once");
    }
}

#[test]
fn a_vote_keeps_to_its_budget() {
    let mut desk = pile();
    let full = desk.ask(&mut DeterminizedMaxN::new(4, 4, Blind)).effort;
    desk.budget = Budget::nodes(full.nodes / 2);
    let half = desk.ask(&mut DeterminizedMaxN::new(4, 4, Blind)).effort;
    assert!(half.nodes <= full.nodes / 2 && half.nodes > 0, "{half:?}");
    desk.budget = Budget::depth(2);
    assert_eq!(
        desk.ask(&mut DeterminizedMaxN::new(4, 4, Blind))
            .effort
            .depth,
        2
    );
}

#[test]
fn a_forced_move_is_answered_at_once() {
    let desk = Desk::at_start(Pile {
        stones: 5,
        take: 1,
        seats: 2,
    });
    for observers in OBSERVERS {
        assert_eq!(desk.ask(&mut ismcts(observers, 100)).effort.nodes, 0);
    }
    assert_eq!(
        desk.ask(&mut DeterminizedMaxN::new(9, 9, Blind))
            .effort
            .nodes,
        0
    );
}

#[test]
fn whoever_watches_is_shown_what_is_thought_and_changes_nothing() {
    let shown = Mutex::new(Vec::new());
    let see = |choice: &_| shown.lock().unwrap().push(Clone::clone(choice));
    let mut desk = pile();
    desk.budget = Budget::time(Duration::from_millis(350));
    desk.ask_watched(&mut ismcts(OBSERVERS[2], u64::MAX), Watcher::new(&see));
    let seen = shown.lock().unwrap().len();
    assert!((1..=3).contains(&seen), "{seen}");

    desk.budget = Budget::UNLIMITED;
    let mut agent = DeterminizedMaxN::new(5, 3, Blind);
    shown.lock().unwrap().clear();
    let watched = desk.ask_watched(&mut agent, Watcher::new(&see));
    assert_eq!(watched, desk.ask(&mut agent));
    assert_eq!(shown.lock().unwrap().len(), 5);
    assert_eq!(shown.lock().unwrap().last(), Some(&watched));
}
