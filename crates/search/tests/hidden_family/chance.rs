//! Games with chance and perfect information, compared with exact values.

use ludorum_core::{Seat, Seed, ZeroEvaluation};
use ludorum_search::{DeterminizedMaxN, MaxN, RootVoteCriterion};
use ludorum_testkit::toys::{ExplicitChanceTree, ExplicitTree};

use crate::test_bench::{OBSERVERS, TestBench, ismcts, of};

#[test]
fn the_best_move_of_small_trees_is_found() {
    for (text, seats, best) in [
        ("1(2(90 -50) 2(10 20))", 2, 1),
        ("2(1(90 -50) 1(10 20))", 2, 1),
        // The same seat twice.
        ("1(1(2(-90 99) 2(60 70)) 2(50 90))", 2, 0),
        // Each seat maximises its own utility.
        ("1(2(50/30/0 -40/10/0) 3(30/0/10 20/0/5))", 3, 0),
        // Judged by the best or the most likely event, the first would be better.
        ("1(*(0.6:90 0.4:-80) *(0.5:30 0.5:40))", 2, 1),
        ("1(*(0.6:30 0.4:20) *(0.5:2(-90 90) 0.5:99))", 2, 0),
    ] {
        for observers in OBSERVERS {
            let bench = TestBench::at_start(ExplicitChanceTree::parse(text, seats));
            let choice = bench.ask(&mut ismcts(observers, 20_000));
            assert_eq!(choice.best, best, "{text}");
            let exact = bench.game.exact()[bench.seat()];
            let value = choice.candidates[0].value.unwrap();
            assert!((value - exact).abs() < 0.06, "{text}: {value} {exact}");
        }
    }
}

#[test]
fn values_converge_on_random_trees_of_chance() {
    for number in 0..10 {
        let game = ExplicitChanceTree::random(Seed(8).child("tree", number), 2, 5, 3);
        let exact = game.exact();
        let bench = TestBench::at_start(game);
        for observers in OBSERVERS {
            let choice = bench.ask(&mut ismcts(observers, 60_000));
            if let Some(value) = choice.candidates.first().and_then(|first| first.value) {
                let exact = exact[bench.seat()];
                assert!((value - exact).abs() < 0.08, "{number}: {value} {exact}");
            }
        }
    }
}

#[test]
fn where_all_is_open_a_vote_is_max_n() {
    for number in 0..20 {
        let seats = 2 + number as usize % 3;
        let game = ExplicitTree::random(Seed(9).child("tree", number), seats, 5, 4);
        for depth in [1, 2, 3, 6] {
            let bench = TestBench::at_start(game.clone());
            let voted = bench.ask(&mut DeterminizedMaxN::new(3, depth, ZeroEvaluation));
            let alone = bench.ask(&mut MaxN::new(depth, ZeroEvaluation));
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
    // Seat 2 decides: the first is best for itself, the second for seat 1, the third equal for seat 1
    // and better for itself, the fourth is like the third.
    let tree = "2(0/90/0 50/10/0 50/20/0 50/20/0)";
    let bench = TestBench::at_start(ExplicitTree::parse(tree, 3));
    let maxn = DeterminizedMaxN::new(3, 1, ZeroEvaluation);
    let own = bench.ask(&mut maxn.clone());
    assert_eq!((own.best, of(&own, 0).visits), (0, 3));
    let in_order = bench.ask(&mut maxn.with_preference(RootVoteCriterion::InSeatOrder));
    assert_eq!((in_order.best, of(&in_order, 2).visits), (2, 3));
    // Below the root each seat maximises its own points: seat 3 does not spare seat 1.
    let tree = ExplicitTree::parse("2(3(90/0/0 0/0/10) 10/0/0)", 3);
    let mut agent =
        DeterminizedMaxN::new(1, 2, ZeroEvaluation).with_preference(RootVoteCriterion::InSeatOrder);
    assert_eq!(TestBench::at_start(tree).ask(&mut agent).best, 1);
}

#[test]
fn of_moves_with_as_many_votes_the_first_is_played() {
    // In half of the determinizations the first is slightly better, in the others the second by far.
    let tree = ExplicitChanceTree::parse("1(*(0.5:20 0.5:-90) 10)", 2);
    let mut ties = 0;
    for seed in 0..40 {
        let bench = TestBench {
            seed: Seed(seed),
            ..TestBench::at_start(tree.clone())
        };
        let choice = bench.ask(&mut DeterminizedMaxN::new(2, 2, ZeroEvaluation));
        if of(&choice, 0).visits == 1 {
            assert_eq!(choice.best, 0);
            ties += 1;
        }
    }
    assert!(ties > 5, "{ties}");
}

#[test]
fn in_each_world_chance_has_fallen_already() {
    // In nine of ten determinizations the first is better: the vote ignores by how much.
    let bench = TestBench::at_start(ExplicitChanceTree::parse("1(*(0.9:20 0.1:-90) 10)", 2));
    let choice = bench.ask(&mut DeterminizedMaxN::new(400, 2, ZeroEvaluation));
    assert_eq!(choice.best, 0);
    let first = of(&choice, 0);
    assert!((300..400).contains(&first.visits), "{}", first.visits);
    let mean = first.value.unwrap();
    assert!((mean - 0.09).abs() < 0.05, "{mean}");
    assert_eq!(of(&choice, 1).visits, 400 - first.visits);

    // An event is a ply: two events and a move need three plies.
    for (depth, best) in [(1, 0), (2, 0), (3, 1)] {
        let bench = TestBench::at_start(ExplicitChanceTree::parse("1(10 *(1.0:*(1.0:90)))", 2));
        let choice = bench.ask(&mut DeterminizedMaxN::new(1, depth, ZeroEvaluation));
        assert_eq!(choice.best, best);
        assert_eq!(choice.effort.depth, depth);
    }
}
