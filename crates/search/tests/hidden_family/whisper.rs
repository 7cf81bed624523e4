//! Unobserved moves: differences between the three observer models.

use ludorum_core::ZeroEvaluation;
use ludorum_search::{DeterminizedMaxN, ObserverModel};
use ludorum_testkit::toys::{HiddenMoveGame, HiddenMoveGameMove};

use crate::test_bench::{OBSERVERS, TestBench, ismcts, of};

/// The move of a search at the start of the game, and its value of staying.
fn at_start(game: HiddenMoveGame, observers: ObserverModel) -> (HiddenMoveGameMove, f64) {
    let choice = TestBench::at_start(game).ask(&mut ismcts(observers, 20_000));
    let staying = of(&choice, HiddenMoveGameMove::Stay).value.unwrap();
    (choice.best, staying)
}

#[test]
fn who_takes_an_unheard_word_for_heard_fuses_strategies() {
    // With one fully observed tree the search answers each word correctly and expects to win.
    let (best, staying) = at_start(HiddenMoveGame::PENNIES, ObserverModel::Single);
    assert_eq!(best, HiddenMoveGameMove::Stay);
    assert!(staying > 0.9, "{staying}");
    // The true value of staying is 0, less than that of leaving.
    for observers in [ObserverModel::SinglePartial, ObserverModel::Multiple] {
        let (best, staying) = at_start(HiddenMoveGame::PENNIES, observers);
        assert_eq!(best, HiddenMoveGameMove::Leave, "{observers:?}");
        assert!(staying < 0.2, "{observers:?}: {staying}");
    }
}

#[test]
fn who_takes_unheard_words_for_random_walks_into_a_trap() {
    let (best, staying) = at_start(HiddenMoveGame::TRAP, ObserverModel::SinglePartial);
    assert_eq!(best, HiddenMoveGameMove::Stay);
    assert!(staying.abs() < 0.05, "{staying}");
    for observers in [ObserverModel::Single, ObserverModel::Multiple] {
        let (best, staying) = at_start(HiddenMoveGame::TRAP, observers);
        assert_eq!(best, HiddenMoveGameMove::Leave, "{observers:?}");
        assert!(staying < -0.8, "{observers:?}: {staying}");
    }
}

#[test]
fn a_whisperer_knows_what_it_says() {
    let bench = TestBench::at(HiddenMoveGame::TRAP, "stayed");
    for observers in OBSERVERS {
        let choice = bench.ask(&mut ismcts(observers, 500));
        assert_eq!(choice.best, HiddenMoveGameMove::Word(0), "{observers:?}");
    }
}

#[test]
fn worlds_that_vote_fuse_strategies_too() {
    let mut agent = DeterminizedMaxN::new(10, 7, ZeroEvaluation);
    let choice = TestBench::at_start(HiddenMoveGame::PENNIES).ask(&mut agent);
    assert_eq!(choice.best, HiddenMoveGameMove::Stay);
    assert_eq!(of(&choice, HiddenMoveGameMove::Stay).value, Some(1.0));
    assert_eq!(of(&choice, HiddenMoveGameMove::Stay).visits, 10);
    let choice = TestBench::at_start(HiddenMoveGame::TRAP).ask(&mut agent);
    assert_eq!(choice.best, HiddenMoveGameMove::Leave);

    // Once the word is said each determinization has its own answer: the votes are split.
    let choice = TestBench::at(HiddenMoveGame::PENNIES, "stayed0").ask(&mut agent);
    let votes = choice.candidates.iter().map(|candidate| candidate.visits);
    let votes: Vec<u64> = votes.collect();
    assert_eq!(votes.iter().sum::<u64>(), 10);
    assert!(votes[0] >= votes[1] && votes[1] > 0, "{votes:?}");
}
