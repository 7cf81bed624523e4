//! Tree reuse between moves.

use ludorum_core::{Agent, Budget, Game, MoveChoice, Seat};
use ludorum_search::{Ismcts, IsmctsConfig, ObserverModel};
use ludorum_testkit::toys::{HiddenMoveGame, HiddenMoveGameMove};

use crate::test_bench::{OBSERVERS, TestBench, of};

const ITERATIONS: u64 = 400;

fn searcher(observers: ObserverModel, reuse: bool) -> Ismcts<HiddenMoveGame> {
    Ismcts::new(IsmctsConfig {
        observers,
        budget: Budget::iterations(ITERATIONS),
        reuse,
        ..IsmctsConfig::default()
    })
}

/// Plays a move and shows the new view to the agent of the first seat.
fn play(
    bench: &mut TestBench<HiddenMoveGame>,
    agent: &mut impl Agent<HiddenMoveGame>,
    mv: HiddenMoveGameMove,
) {
    bench.game.make(&mut bench.state, mv);
    let view = bench.game.view(&bench.state, Seat::FIRST);
    agent.observe(&bench.game, Seat::FIRST, &view);
}

fn visits(choice: &MoveChoice<HiddenMoveGameMove>) -> u64 {
    choice
        .candidates
        .iter()
        .map(|candidate| candidate.visits)
        .sum()
}

/// The choices at the start and after the word was said.
fn answer(mut agent: Ismcts<HiddenMoveGame>, word: u8) -> [MoveChoice<HiddenMoveGameMove>; 2] {
    let mut bench = TestBench::at_start(HiddenMoveGame::PENNIES);
    let start = bench.ask(&mut agent);
    play(&mut bench, &mut agent, HiddenMoveGameMove::Stay);
    play(&mut bench, &mut agent, HiddenMoveGameMove::Word(word));
    [start, bench.ask(&mut agent)]
}

#[test]
fn what_was_found_out_below_the_moves_made_is_kept() {
    for observers in OBSERVERS {
        let [start, answers] = answer(searcher(observers, true), 0);
        let stayed = of(&start, HiddenMoveGameMove::Stay).visits;
        let kept = visits(&answers) - ITERATIONS;
        // Some playouts after staying ended before the answer.
        assert!(kept > 0, "{observers:?}");
        assert!(
            (stayed - 3..stayed).contains(&kept),
            "{observers:?}: {kept} of {stayed}"
        );
        assert_eq!(answer(searcher(observers, true), 0), [start, answers]);

        let [_, anew] = answer(searcher(observers, false), 0);
        assert_eq!(visits(&anew), ITERATIONS, "{observers:?}");
    }
}

#[test]
fn what_is_kept_does_not_tell_what_was_not_heard() {
    for observers in OBSERVERS {
        let [first, second] = [0, 1].map(|word| answer(searcher(observers, true), word));
        assert_eq!(first, second, "{observers:?}");
    }
}

#[test]
fn who_was_not_told_of_all_moves_starts_anew() {
    for observers in OBSERVERS {
        let mut agent = searcher(observers, true);
        let mut bench = TestBench::at_start(HiddenMoveGame::PENNIES);
        bench.ask(&mut agent);
        bench.game.make(&mut bench.state, HiddenMoveGameMove::Stay);
        play(&mut bench, &mut agent, HiddenMoveGameMove::Word(1));
        assert_eq!(visits(&bench.ask(&mut agent)), ITERATIONS, "{observers:?}");
    }
}
