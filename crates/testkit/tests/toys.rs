//! Every toy keeps the contract that real games are held to.

use ludorum_core::{Blind, Hidden, Notation, Seat, Seed};
use ludorum_testkit::toys::{ChanceTree, Guess, Kuhn, Pile, ThreeRolls, Tree, Whisper};
use ludorum_testkit::{
    Summary, conforms, conforms_where_one_knows, evaluation_conforms, randomisable_conforms,
};

fn check<G: Notation + Hidden>(game: &G) {
    check_summary(game, &conforms(game, Seed(1), 60));
}

fn check_summary<G: Notation + Hidden>(game: &G, summary: &Summary) {
    assert_eq!(summary.games, 60);
    assert!(summary.positions > 1, "{summary}");
    evaluation_conforms(game, &Blind, Seed(1), 20);
}

#[test]
fn piles_conform() {
    for seats in 1..=8 {
        let pile = Pile {
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
    check(&ThreeRolls);
    check(&Guess);
    check(&Kuhn);
    // Who whispers knows what was said.
    for game in [Whisper::PENNIES, Whisper::TRAP] {
        let summary = conforms_where_one_knows(&game, Seat::new(1), Seed(1), 60);
        check_summary(&game, &summary);
    }
}

#[test]
fn trees_conform() {
    for index in 0..10 {
        let seed = Seed(5).child("tree", index);
        let seats = 2 + index as usize % 3;
        check(&Tree::random(seed, seats, 5, 4));
        check(&ChanceTree::random(seed, seats, 5, 4));
    }
}
