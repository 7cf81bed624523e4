//! Trees that are kept between moves.

use ludorum_core::{Agent, Budget, Choice, Game, Seat};
use ludorum_search::{Ismcts, IsmctsConfig, Observers};
use ludorum_testkit::toys::{Whisper, WhisperMove};

use crate::desk::{Desk, OBSERVERS, of};

const ITERATIONS: u64 = 400;

fn keeper(observers: Observers, reuse: bool) -> Ismcts<Whisper> {
    Ismcts::new(IsmctsConfig {
        observers,
        budget: Budget::iterations(ITERATIONS),
        reuse,
        ..IsmctsConfig::default()
    })
}

/// Plays a move and tells the agent of the first seat what it sees then.
fn play(desk: &mut Desk<Whisper>, agent: &mut impl Agent<Whisper>, mv: WhisperMove) {
    desk.game.make(&mut desk.state, mv);
    let view = desk.game.view(&desk.state, Seat::FIRST);
    agent.observe(&desk.game, Seat::FIRST, &view);
}

fn visits(choice: &Choice<WhisperMove>) -> u64 {
    choice
        .candidates
        .iter()
        .map(|candidate| candidate.visits)
        .sum()
}

/// What is thought at the start, and of the answers after the word.
fn answer(mut agent: Ismcts<Whisper>, word: u8) -> [Choice<WhisperMove>; 2] {
    let mut desk = Desk::at_start(Whisper::PENNIES);
    let start = desk.ask(&mut agent);
    play(&mut desk, &mut agent, WhisperMove::Stay);
    play(&mut desk, &mut agent, WhisperMove::Word(word));
    [start, desk.ask(&mut agent)]
}

#[test]
fn what_was_found_out_below_the_moves_made_is_kept() {
    for observers in OBSERVERS {
        let [start, answers] = answer(keeper(observers, true), 0);
        let stayed = of(&start, WhisperMove::Stay).visits;
        let kept = visits(&answers) - ITERATIONS;
        // Of the games that went on from staying a few ended before the answer.
        assert!(kept > 0, "{observers:?}");
        assert!(
            (stayed - 3..stayed).contains(&kept),
            "{observers:?}: {kept} of {stayed}"
        );
        assert_eq!(answer(keeper(observers, true), 0), [start, answers]);

        let [_, anew] = answer(keeper(observers, false), 0);
        assert_eq!(visits(&anew), ITERATIONS, "{observers:?}");
    }
}

#[test]
fn what_is_kept_does_not_tell_what_was_not_heard() {
    for observers in OBSERVERS {
        let [first, second] = [0, 1].map(|word| answer(keeper(observers, true), word));
        assert_eq!(first, second, "{observers:?}");
    }
}

#[test]
fn who_was_not_told_of_all_moves_starts_anew() {
    for observers in OBSERVERS {
        let mut agent = keeper(observers, true);
        let mut desk = Desk::at_start(Whisper::PENNIES);
        desk.ask(&mut agent);
        desk.game.make(&mut desk.state, WhisperMove::Stay);
        play(&mut desk, &mut agent, WhisperMove::Word(1));
        assert_eq!(visits(&desk.ask(&mut agent)), ITERATIONS, "{observers:?}");
    }
}
