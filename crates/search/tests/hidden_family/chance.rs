//! Chance, and games in which nothing is hidden: there all must agree with what is exact.

use ludorum_core::{Blind, Seat, Seed};
use ludorum_search::{DeterminizedMaxN, Interest, MaxN};
use ludorum_testkit::toys::{ChanceTree, Tree};

use crate::desk::{Desk, OBSERVERS, ismcts, of};

#[test]
fn the_best_move_of_small_trees_is_found() {
    for (text, seats, best) in [
        ("1(2(90 -50) 2(10 20))", 2, 1),
        ("2(1(90 -50) 1(10 20))", 2, 1),
        // The same seat twice.
        ("1(1(2(-90 99) 2(60 70)) 2(50 90))", 2, 0),
        // Each for itself.
        ("1(2(50/30/0 -40/10/0) 3(30/0/10 20/0/5))", 3, 0),
        // By the best event, or by the one most likely, the first would be better.
        ("1(*(0.6:90 0.4:-80) *(0.5:30 0.5:40))", 2, 1),
        ("1(*(0.6:30 0.4:20) *(0.5:2(-90 90) 0.5:99))", 2, 0),
    ] {
        for observers in OBSERVERS {
            let desk = Desk::at_start(ChanceTree::parse(text, seats));
            let choice = desk.ask(&mut ismcts(observers, 20_000));
            assert_eq!(choice.best, best, "{text}");
            let exact = desk.game.exact()[desk.seat()];
            let value = choice.candidates[0].value.unwrap();
            assert!((value - exact).abs() < 0.06, "{text}: {value} {exact}");
        }
    }
}

#[test]
fn values_converge_on_random_trees_of_chance() {
    for number in 0..10 {
        let game = ChanceTree::random(Seed(8).child("tree", number), 2, 5, 3);
        let exact = game.exact();
        let desk = Desk::at_start(game);
        for observers in OBSERVERS {
            let choice = desk.ask(&mut ismcts(observers, 60_000));
            if let Some(value) = choice.candidates.first().and_then(|first| first.value) {
                let exact = exact[desk.seat()];
                assert!((value - exact).abs() < 0.08, "{number}: {value} {exact}");
            }
        }
    }
}

#[test]
fn where_all_is_open_a_vote_is_max_n() {
    for number in 0..20 {
        let seats = 2 + number as usize % 3;
        let game = Tree::random(Seed(9).child("tree", number), seats, 5, 4);
        for depth in [1, 2, 3, 6] {
            let desk = Desk::at_start(game.clone());
            let voted = desk.ask(&mut DeterminizedMaxN::new(3, depth, Blind));
            let alone = desk.ask(&mut MaxN::new(depth, Blind));
            assert_eq!(voted.best, alone.best);
            if voted.candidates.is_empty() {
                continue; // A forced move.
            }
            assert_eq!(voted.candidates[0].visits, 3);
            let (voted, alone) = (voted.value.unwrap(), alone.value.unwrap());
            for seat in Seat::all(seats) {
                assert!((voted[seat] - alone[seat]).abs() < 1e-12);
            }
        }
    }
}

#[test]
fn a_vote_in_seat_order_is_for_the_first_seat_first() {
    // Seat 2 decides: the first is best for itself, the second for seat 1, the third as good for
    // seat 1 and better for itself, the fourth is like the third.
    let tree = "2(0/90/0 50/10/0 50/20/0 50/20/0)";
    let desk = Desk::at_start(Tree::parse(tree, 3));
    let maxn = DeterminizedMaxN::new(3, 1, Blind);
    let own = desk.ask(&mut maxn.clone());
    assert_eq!((own.best, of(&own, 0).visits), (0, 3));
    let in_order = desk.ask(&mut maxn.in_interest(Interest::InSeatOrder));
    assert_eq!((in_order.best, of(&in_order, 2).visits), (2, 3));
    // Further down everyone is taken to look after themselves: seat 3 does not spare seat 1.
    let tree = Tree::parse("2(3(90/0/0 0/0/10) 10/0/0)", 3);
    let mut agent = DeterminizedMaxN::new(1, 2, Blind).in_interest(Interest::InSeatOrder);
    assert_eq!(Desk::at_start(tree).ask(&mut agent).best, 1);
}

#[test]
fn of_moves_with_as_many_votes_the_first_is_played() {
    // In a half of all worlds the first is a little better, in the others the second by far.
    let tree = ChanceTree::parse("1(*(0.5:20 0.5:-90) 10)", 2);
    let mut ties = 0;
    for seed in 0..40 {
        let desk = Desk {
            seed: Seed(seed),
            ..Desk::at_start(tree.clone())
        };
        let choice = desk.ask(&mut DeterminizedMaxN::new(2, 2, Blind));
        if of(&choice, 0).visits == 1 {
            assert_eq!(choice.best, 0);
            ties += 1;
        }
    }
    assert!(ties > 5, "{ties}");
}

#[test]
fn in_each_world_chance_has_fallen_already() {
    // In nine of ten worlds the first is better: the vote does not ask by how much.
    let desk = Desk::at_start(ChanceTree::parse("1(*(0.9:20 0.1:-90) 10)", 2));
    let choice = desk.ask(&mut DeterminizedMaxN::new(400, 2, Blind));
    assert_eq!(choice.best, 0);
    let first = of(&choice, 0);
    assert!((300..400).contains(&first.visits), "{}", first.visits);
    let mean = first.value.unwrap();
    assert!((mean - 0.09).abs() < 0.05, "{mean}");
    assert_eq!(of(&choice, 1).visits, 400 - first.visits);

    // An event is a ply: what lies behind two of them is seen from three plies on.
    for (depth, best) in [(1, 0), (2, 0), (3, 1)] {
        let desk = Desk::at_start(ChanceTree::parse("1(10 *(1.0:*(1.0:90)))", 2));
        let choice = desk.ask(&mut DeterminizedMaxN::new(1, depth, Blind));
        assert_eq!(choice.best, best);
        assert_eq!(choice.effort.depth, depth);
    }
}
