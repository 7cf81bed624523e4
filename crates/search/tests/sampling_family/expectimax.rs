//! Expectiminimax compared with exact values.

use std::sync::Mutex;

use ludorum_core::{
    Budget, Chance, Evaluate, MoveChoice, PerfectInformation, ProgressCallback, Seat, Seed,
    ZeroEvaluation,
};
use ludorum_search::{ChancePruning, Expectimax};
use ludorum_testkit::toys::{ExplicitChanceTree, ExplicitTree, RerollGame, RerollMove};

use crate::test_bench::{Noise, RestrictedGame, TestBench};

const ALL: [ChancePruning; 3] = [
    ChancePruning::None,
    ChancePruning::Star1,
    ChancePruning::Star2,
];

fn search<E>(depth: u32, eval: E, pruning: ChancePruning) -> Expectimax<E> {
    Expectimax {
        pruning,
        ..Expectimax::new(depth, eval)
    }
}

/// The value for the first seat and the number of nodes searched.
fn value<G: PerfectInformation + Chance, E: Evaluate<G>>(
    bench: &TestBench<G>,
    mut agent: Expectimax<E>,
) -> (f64, u64) {
    let choice = bench.ask(&mut agent);
    let value = choice.value.unwrap();
    assert_eq!(choice.candidates[0].value, Some(value[bench.seat()]));
    (value[Seat::FIRST], choice.effort.nodes)
}

#[test]
fn every_pruning_finds_the_exact_value() {
    for index in 0..300 {
        let tree = ExplicitChanceTree::random(Seed(11).child("tree", index), 2, 6, 4);
        let exact = tree.exact()[Seat::FIRST];
        let bench = TestBench::at_start(tree);
        for pruning in ALL {
            let (found, _) = value(&bench, search(99, ZeroEvaluation, pruning));
            assert!(
                (found - exact).abs() < 1e-9,
                "tree {index}, {pruning:?}: {found} {exact}"
            );
        }
    }
}

#[test]
fn every_pruning_finds_a_move_of_that_value() {
    for index in 0..200 {
        let tree = ExplicitChanceTree::random(Seed(12).child("tree", index), 2, 5, 4);
        let exact = tree.exact()[Seat::FIRST];
        for pruning in ALL {
            let mut bench = TestBench::at_start(tree.clone());
            let best = bench.ask(&mut search(99, ZeroEvaluation, pruning)).best;
            bench.play(best);
            assert!(
                (exact_here(&bench) - exact).abs() < 1e-9,
                "tree {index}, {pruning:?}"
            );
        }
    }
}

/// The exact value of the position for the first seat, by plain recursion.
fn exact_here(bench: &TestBench<ExplicitChanceTree>) -> f64 {
    use ludorum_core::{Game, NodeKind};
    fn below(game: &ExplicitChanceTree, state: &mut <ExplicitChanceTree as Game>::State) -> f64 {
        let mut moves = Vec::new();
        let mut events = Vec::new();
        let after = |state: &mut _, mv| {
            let undo = game.make(state, mv);
            let value = below(game, state);
            game.unmake(state, mv, undo);
            value
        };
        match game.node(state) {
            NodeKind::Over => game.outcome(state).unwrap().utilities()[Seat::FIRST],
            NodeKind::Chance => {
                game.events(state, &mut events);
                events
                    .iter()
                    .map(|&(mv, odds)| odds * after(state, mv))
                    .sum()
            }
            NodeKind::Decide(seat) => {
                game.moves(state, &mut moves);
                let values = moves.iter().map(|&mv| after(state, mv));
                if seat == Seat::FIRST {
                    values.fold(-1.0, f64::max)
                } else {
                    values.fold(1.0, f64::min)
                }
            }
        }
    }
    below(&bench.game, &mut bench.state.clone())
}

#[test]
fn other_numbers_of_seats_maximise_each_its_own() {
    for (index, seats) in (0..100).zip([1, 3, 4, 8].into_iter().cycle()) {
        let tree = ExplicitChanceTree::random(Seed(13).child("tree", index), seats, 4, 3);
        let exact = tree.exact();
        let found = TestBench::at_start(tree)
            .ask(&mut Expectimax::new(99, ZeroEvaluation))
            .value
            .unwrap();
        for seat in Seat::all(seats) {
            assert!((found[seat] - exact[seat]).abs() < 1e-9, "tree {index}");
        }
    }
}

#[test]
fn prunings_agree_at_every_horizon() {
    for index in 0..100 {
        let bench = TestBench::at_start(ExplicitChanceTree::random(
            Seed(14).child("tree", index),
            2,
            6,
            4,
        ));
        for depth in 1..6 {
            let [plain, star1, star2] =
                ALL.map(|pruning| value(&bench, search(depth, Noise, pruning)).0);
            assert!((plain - star1).abs() < 1e-9, "tree {index} depth {depth}");
            assert!((plain - star2).abs() < 1e-9, "tree {index} depth {depth}");
        }
    }
}

#[test]
fn pruning_saves_nodes() {
    let mut total = [0; 3];
    for index in 0..100 {
        let bench = TestBench::at_start(ExplicitChanceTree::random(
            Seed(15).child("tree", index),
            2,
            7,
            4,
        ));
        let nodes = ALL.map(|pruning| value(&bench, search(99, ZeroEvaluation, pruning)).1);
        assert!(nodes[1] <= nodes[0], "tree {index}: {nodes:?}");
        for (total, nodes) in total.iter_mut().zip(nodes) {
            *total += nodes;
        }
    }
    let [plain, star1, _] = total;
    assert!(star1 * 10 < plain * 9, "{total:?}");
}

#[test]
fn probing_saves_nodes_where_the_first_reply_is_the_best() {
    // Seat 1 can get 50. After every event of its other move the first reply of seat 2 gives 30, which
    // Star2 finds without searching the many others. For Star1 one such event proves nothing, because
    // the others might give 100: it must search it in full.
    let reply = "2(30 80 80 80 80 80 80 80)";
    let text = format!("1(50 *(0.34:{reply} 0.33:{reply} 0.33:{reply}))");
    let bench = TestBench::at_start(ExplicitChanceTree::parse(&text, 2));
    let [(a, plain), (b, star1), (c, star2)] =
        ALL.map(|pruning| value(&bench, search(99, ZeroEvaluation, pruning)));
    assert_eq!([a, b, c], [0.5; 3]);
    assert!(star2 < star1 && star1 < plain, "{plain} {star1} {star2}");
}

#[test]
fn three_rolls_are_worth_fourteen_thirds() {
    for pruning in ALL {
        let mut mean = 0.0;
        for pips in 1..=6 {
            let mut bench = TestBench::at_start(RerollGame);
            bench.play(RerollMove::Pips(pips));
            let choice = bench.ask(&mut search(5, ZeroEvaluation, pruning));
            let expected = if pips >= 5 {
                RerollMove::Keep
            } else {
                RerollMove::Again
            };
            assert_eq!(choice.best, expected, "{pips} pips");
            mean += choice.value.unwrap()[Seat::FIRST] / 6.0;
        }
        assert!(
            (mean - RerollGame::utility(14.0 / 3.0)).abs() < 1e-9,
            "{pruning:?}"
        );
    }
}

#[test]
fn events_that_are_not_listed_are_sampled() {
    let sampled = |samples, pips, seed, pruning| {
        let mut bench = TestBench::at_start(RestrictedGame(RerollGame));
        bench.seed = Seed(seed);
        bench.play(RerollMove::Pips(pips));
        let agent = Expectimax {
            samples,
            ..search(5, ZeroEvaluation, pruning)
        };
        value(&bench, agent)
    };
    // The expectation of two rolls is 4.25 pips.
    let (many, _) = sampled(5000, 1, 0, ChancePruning::Star1);
    assert!((many - RerollGame::utility(4.25)).abs() < 0.05, "{many}");

    // All pruning methods sample the same events.
    let mut has_pruned = false;
    for seed in 0..20 {
        for pips in 1..=6 {
            let found = ALL.map(|pruning| sampled(4, pips, seed, pruning));
            let [(plain, nodes), ..] = found;
            for (value, fewer) in found {
                assert!((value - plain).abs() < 1e-9, "seed {seed}, {pips} pips");
                has_pruned |= fewer < nodes;
            }
        }
    }
    assert!(has_pruned);
}

#[test]
fn an_event_of_chance_is_a_ply() {
    let text = "1(*(0.5:1(60 -90) 0.5:1(20 -90)) 1(1 2))";
    let at = |depth| {
        let choice = TestBench::at_start(ExplicitChanceTree::parse(text, 2))
            .ask(&mut Expectimax::new(depth, ZeroEvaluation));
        (choice.best, choice.effort.depth)
    };
    assert_eq!(at(2), (1, 2));
    assert_eq!(at(3), (0, 3));
    assert_eq!(at(9), (0, 3), "nothing is left to deepen for");
}

#[test]
fn a_turn_of_several_moves_is_one_seats() {
    let bench = TestBench::at_start(ExplicitTree::parse("1(1(-90 60) 2(50 90))", 2));
    let choice = bench.ask(&mut Expectimax::new(9, ZeroEvaluation));
    assert_eq!((choice.best, choice.line), (0, vec![0, 1]));
}

#[test]
fn a_search_cut_short_answers_from_the_depth_it_completed() {
    // One ply shows that 30 is more than 20; the other move evaluates to 0 but is worth 90.
    let text = "1(20 30 *(0.5:1(2(1(90 0) 1(90 0)) 0) 0.5:90))";
    let mut bench = TestBench::at_start(ExplicitChanceTree::parse(text, 2));
    assert_eq!(bench.ask(&mut Expectimax::new(9, ZeroEvaluation)).best, 2);

    bench.budget = Budget::nodes(6);
    let choice = bench.ask(&mut Expectimax::new(9, ZeroEvaluation));
    assert_eq!((choice.best, choice.effort.depth), (1, 1));
    assert!(choice.effort.nodes <= 6);

    bench.budget = Budget::nodes(1);
    assert_eq!(bench.ask(&mut Expectimax::new(9, ZeroEvaluation)).best, 1);

    bench.budget = Budget::UNLIMITED;
    bench.stop.raise();
    let choice = bench.ask(&mut Expectimax::new(9, ZeroEvaluation));
    assert_eq!((choice.best, choice.effort.nodes), (1, 3));
}

#[test]
fn who_watches_sees_every_depth_and_changes_nothing() {
    for index in 0..20 {
        let tree = ExplicitChanceTree::random(Seed(14).child("tree", index), 2, 6, 4);
        let bench = TestBench::at_start(tree);
        let alone = bench.ask(&mut Expectimax::new(5, ZeroEvaluation));
        let seen = Mutex::new(Vec::new());
        let sight = |so_far: &MoveChoice<_>| seen.lock().unwrap().push(so_far.effort.depth);
        let watched = bench.ask_with_progress(
            &mut Expectimax::new(5, ZeroEvaluation),
            ProgressCallback::new(&sight),
        );
        assert_eq!(watched, alone);
        let depths: Vec<u32> = (1..=alone.effort.depth).collect();
        assert_eq!(seen.into_inner().unwrap(), depths);
    }
}
