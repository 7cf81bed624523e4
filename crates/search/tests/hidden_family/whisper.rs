//! A move that is not seen: where the three ways to treat it differ, and who is right.

use ludorum_core::Blind;
use ludorum_search::{DeterminizedMaxN, Observers};
use ludorum_testkit::toys::{Whisper, WhisperMove};

use crate::desk::{Desk, OBSERVERS, ismcts, of};

/// What a search plays at the start of a game, and what it thinks of staying.
fn at_start(game: Whisper, observers: Observers) -> (WhisperMove, f64) {
    let choice = Desk::at_start(game).ask(&mut ismcts(observers, 20_000));
    let staying = of(&choice, WhisperMove::Stay).value.unwrap();
    (choice.best, staying)
}

#[test]
fn who_takes_an_unheard_word_for_heard_fuses_strategies() {
    // One tree of all moves answers each word with its own answer, and thinks to win.
    let (best, staying) = at_start(Whisper::PENNIES, Observers::Single);
    assert_eq!(best, WhisperMove::Stay);
    assert!(staying > 0.9, "{staying}");
    // What staying is really worth is nothing, which is less than leaving is.
    for observers in [Observers::SinglePartial, Observers::Multiple] {
        let (best, staying) = at_start(Whisper::PENNIES, observers);
        assert_eq!(best, WhisperMove::Leave, "{observers:?}");
        assert!(staying < 0.2, "{observers:?}: {staying}");
    }
}

#[test]
fn who_takes_unheard_words_for_random_walks_into_a_trap() {
    let (best, staying) = at_start(Whisper::TRAP, Observers::SinglePartial);
    assert_eq!(best, WhisperMove::Stay);
    assert!(staying.abs() < 0.05, "{staying}");
    for observers in [Observers::Single, Observers::Multiple] {
        let (best, staying) = at_start(Whisper::TRAP, observers);
        assert_eq!(best, WhisperMove::Leave, "{observers:?}");
        assert!(staying < -0.8, "{observers:?}: {staying}");
    }
}

#[test]
fn a_whisperer_knows_what_it_says() {
    let desk = Desk::at(Whisper::TRAP, "stayed");
    for observers in OBSERVERS {
        let choice = desk.ask(&mut ismcts(observers, 500));
        assert_eq!(choice.best, WhisperMove::Word(0), "{observers:?}");
    }
}

#[test]
fn worlds_that_vote_fuse_strategies_too() {
    let mut agent = DeterminizedMaxN::new(10, 7, Blind);
    let choice = Desk::at_start(Whisper::PENNIES).ask(&mut agent);
    assert_eq!(choice.best, WhisperMove::Stay);
    assert_eq!(of(&choice, WhisperMove::Stay).value, Some(1.0));
    assert_eq!(of(&choice, WhisperMove::Stay).visits, 10);
    let choice = Desk::at_start(Whisper::TRAP).ask(&mut agent);
    assert_eq!(choice.best, WhisperMove::Leave);

    // Once the word is said each world has its own answer: the votes are divided.
    let choice = Desk::at(Whisper::PENNIES, "stayed0").ask(&mut agent);
    let votes = choice.candidates.iter().map(|candidate| candidate.visits);
    let votes: Vec<u64> = votes.collect();
    assert_eq!(votes.iter().sum::<u64>(), 10);
    assert!(votes[0] >= votes[1] && votes[1] > 0, "{votes:?}");
}
