//! Budgets and search statistics.

use std::sync::Mutex;
use std::time::Duration;

use ludorum_core::{Budget, ProgressCallback, ZeroEvaluation};
use ludorum_search::{DeterminizedMaxN, Ismcts, IsmctsConfig};
use ludorum_testkit::toys::{KuhnPoker, SubtractionGame};

use crate::test_bench::{OBSERVERS, TestBench, ismcts};

fn pile() -> TestBench<SubtractionGame> {
    TestBench::at_start(SubtractionGame {
        stones: 40,
        take: 4,
        seats: 3,
    })
}

#[test]
fn the_same_seed_gives_the_same_answer() {
    for observers in OBSERVERS {
        let ask = || TestBench::at(KuhnPoker, "21").ask(&mut ismcts(observers, 777));
        assert_eq!(ask(), ask());
        let choice = ask();
        let visits: u64 = choice
            .candidates
            .iter()
            .map(|candidate| candidate.visits)
            .sum();
        assert_eq!(visits, 777, "every iteration tries a move");
        let other = TestBench {
            seed: ludorum_core::Seed(6),
            ..TestBench::at(KuhnPoker, "21")
        };
        assert_ne!(other.ask(&mut ismcts(observers, 777)), choice);
    }
    let ask =
        || TestBench::at(KuhnPoker, "21").ask(&mut DeterminizedMaxN::new(10, 7, ZeroEvaluation));
    assert_eq!(ask(), ask());
}

#[test]
fn the_tightest_limit_holds() {
    for observers in OBSERVERS {
        let mut bench = pile();
        let visits = |bench: &TestBench<SubtractionGame>, config: IsmctsConfig| -> u64 {
            let choice = bench.ask(&mut Ismcts::new(config));
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
        assert_eq!(visits(&bench, config), IsmctsConfig::DEFAULT_ITERATIONS);
        bench.budget = Budget::iterations(30);
        assert_eq!(visits(&bench, config), 30);
        let tighter = IsmctsConfig {
            budget: Budget::iterations(7),
            ..config
        };
        assert_eq!(visits(&bench, tighter), 7);

        bench.budget = Budget::nodes(1000);
        let choice = bench.ask(&mut Ismcts::new(config));
        assert!(choice.effort.nodes <= 1000, "{:?}", choice.effort);
        bench.budget = Budget::nodes(1);
        assert_eq!(visits(&bench, config), 1, "one iteration is made always");

        bench.budget = Budget {
            depth: Some(2),
            ..Budget::iterations(500)
        };
        assert_eq!(bench.ask(&mut Ismcts::new(config)).effort.depth, 2);

        bench.budget = Budget::time(Duration::from_millis(20));
        assert!(visits(&bench, config) > 0);
        bench.stop.raise();
        assert_eq!(visits(&bench, config), 1, "asked for an answer at once");
    }
}

#[test]
fn a_vote_keeps_to_its_budget() {
    let mut bench = pile();
    let full = bench
        .ask(&mut DeterminizedMaxN::new(4, 4, ZeroEvaluation))
        .effort;
    bench.budget = Budget::nodes(full.nodes / 2);
    let half = bench
        .ask(&mut DeterminizedMaxN::new(4, 4, ZeroEvaluation))
        .effort;
    assert!(half.nodes <= full.nodes / 2 && half.nodes > 0, "{half:?}");
    bench.budget = Budget::depth(2);
    assert_eq!(
        bench
            .ask(&mut DeterminizedMaxN::new(4, 4, ZeroEvaluation))
            .effort
            .depth,
        2
    );
}

#[test]
fn a_forced_move_is_answered_at_once() {
    let bench = TestBench::at_start(SubtractionGame {
        stones: 5,
        take: 1,
        seats: 2,
    });
    for observers in OBSERVERS {
        assert_eq!(bench.ask(&mut ismcts(observers, 100)).effort.nodes, 0);
    }
    assert_eq!(
        bench
            .ask(&mut DeterminizedMaxN::new(9, 9, ZeroEvaluation))
            .effort
            .nodes,
        0
    );
}

#[test]
fn whoever_watches_is_shown_what_is_thought_and_changes_nothing() {
    let shown = Mutex::new(Vec::new());
    let see = |choice: &_| shown.lock().unwrap().push(Clone::clone(choice));
    let mut bench = pile();
    bench.budget = Budget::time(Duration::from_millis(350));
    bench.ask_with_progress(
        &mut ismcts(OBSERVERS[2], u64::MAX),
        ProgressCallback::new(&see),
    );
    let seen = shown.lock().unwrap().len();
    assert!((1..=3).contains(&seen), "{seen}");

    bench.budget = Budget::UNLIMITED;
    let mut agent = DeterminizedMaxN::new(5, 3, ZeroEvaluation);
    shown.lock().unwrap().clear();
    let watched = bench.ask_with_progress(&mut agent, ProgressCallback::new(&see));
    assert_eq!(watched, bench.ask(&mut agent));
    assert_eq!(shown.lock().unwrap().len(), 5);
    assert_eq!(shown.lock().unwrap().last(), Some(&watched));
}
