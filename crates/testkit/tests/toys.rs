//! Toy games pass the conformance suite.

use ludorum_core::{Determinize, Notation, Seat, Seed, ZeroEvaluation};
use ludorum_testkit::toys::{
    ExplicitChanceTree, ExplicitTree, GuessNumber, HiddenMoveGame, KuhnPoker, RerollGame,
    SubtractionGame,
};
use ludorum_testkit::{
    ConformanceSummary, conforms, conforms_with_informed_seat, evaluation_conforms,
    randomisable_conforms,
};

fn check<G: Notation + Determinize>(game: &G) {
    check_summary(game, &conforms(game, Seed(1), 60));
}

fn check_summary<G: Notation + Determinize>(game: &G, summary: &ConformanceSummary) {
    assert_eq!(summary.games, 60);
    assert!(summary.positions > 1, "{summary}");
    evaluation_conforms(game, &ZeroEvaluation, Seed(1), 20);
}

#[test]
fn piles_conform() {
    for seats in 1..=8 {
        let pile = SubtractionGame {
            stones: 21,
            take: 3,
            seats,
        };
        check(&pile);
        randomisable_conforms(&pile, Seed(1), 10);
    }
}

#[test]
fn games_of_chance_and_hidden_cards_conform() {
    check(&RerollGame);
    check(&GuessNumber);
    check(&KuhnPoker);
    // The seat that chooses the word knows it.
    for game in [HiddenMoveGame::PENNIES, HiddenMoveGame::TRAP] {
        let summary = conforms_with_informed_seat(&game, Seat::new(1), Seed(1), 60);
        check_summary(&game, &summary);
    }
}

#[test]
fn trees_conform() {
    for index in 0..10 {
        let seed = Seed(5).child("tree", index);
        let seats = 2 + index as usize % 3;
        check(&ExplicitTree::random(seed, seats, 5, 4));
        check(&ExplicitChanceTree::random(seed, seats, 5, 4));
    }
}
