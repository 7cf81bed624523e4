//! Budgets of the minimax family, and results of searches that cannot finish.

use std::time::Duration;

use ludorum_core::{Budget, Deterministic, PerfectInformation, Seed, ZeroEvaluation};
use ludorum_search::{PvsConfig, SearchResult};
use ludorum_testkit::toys::{ExplicitTree, SubtractionGame};

use crate::test_bench::{Noise, TestBench, to_depth};

/// The result of every search of the family, by name.
fn answers<G: PerfectInformation + Deterministic>(
    bench: &TestBench<G>,
    depth: u32,
) -> Vec<(&'static str, SearchResult<G::Move>)> {
    let pvs = |threads| {
        let config = PvsConfig {
            threads,
            table_mib: 0,
            ..to_depth(depth)
        };
        bench.pvs(&config, Noise(900))
    };
    let maxn = bench.maxn(depth, Noise(900));
    let maxn = SearchResult {
        best: maxn.best,
        points: maxn.points.map(|all| all[bench.seat]),
        line: maxn.line,
        candidates: maxn.candidates,
        others_bound: maxn.others_bound,
        ties: maxn.ties,
        equally_good: Vec::new(),
        effort: maxn.effort,
    };
    vec![
        ("minimax", bench.minimax(depth, Noise(900))),
        ("alphabeta", bench.alphabeta(depth, Noise(900))),
        ("parallel", bench.parallel(depth, Noise(900), 2)),
        ("maxn", maxn),
        ("pvs", pvs(1)),
        ("pvs, two threads", pvs(2)),
    ]
}

#[test]
fn no_search_visits_more_nodes_than_it_may() {
    for i in 0..20 {
        let mut bench = TestBench::at_start(ExplicitTree::random(Seed(i), 3, 6, 4));
        for nodes in [0, 1, 2, 3, 7, 30, 100, 301] {
            bench.budget = Budget::nodes(nodes);
            for (name, solution) in answers(&bench, 6) {
                assert!(
                    solution.effort.nodes <= nodes,
                    "{name}: {:?}",
                    solution.effort
                );
                assert!(bench.moves.contains(&solution.best), "{name}");
                assert_eq!(solution.line[0], solution.best, "{name}");
            }
        }
    }
}

#[test]
fn a_budget_that_just_suffices_changes_nothing() {
    for i in 0..20 {
        let mut bench = TestBench::at_start(ExplicitTree::random(Seed(i), 2, 5, 4));
        let free = bench.alphabeta(5, Noise(900));
        bench.budget = Budget::nodes(free.effort.nodes);
        assert_eq!(bench.alphabeta(5, Noise(900)), free);
    }
}

#[test]
fn a_search_cut_short_plays_the_best_of_what_it_finished() {
    let mut bench = TestBench::at_start(ExplicitTree::parse("1(2(1 2) 2(5 6) 2(9 8))", 2));
    // Enough for two of the three moves.
    bench.budget = Budget::nodes(7);
    let plain = bench.minimax(2, ZeroEvaluation);
    assert_eq!((plain.best, plain.candidates.len()), (1, 2));
    // One ply takes three nodes; at two plies the first move takes three and the second five, because
    // it is better and so searched again.
    bench.budget = Budget::nodes(11);
    let strong = bench.pvs(&to_depth(2), ZeroEvaluation);
    assert_eq!((strong.best, strong.effort.depth), (1, 1));
    // Not enough for the first move.
    bench.budget = Budget::nodes(0);
    for (name, solution) in answers(&bench, 2) {
        assert_eq!((solution.best, solution.points), (0, None), "{name}");
    }
}

#[test]
fn the_table_may_allow_less_depth_than_the_agent_would_search() {
    let mut bench = TestBench::at_start(SubtractionGame {
        stones: 40,
        take: 3,
        seats: 2,
    });
    bench.budget = Budget::depth(2);
    for (name, solution) in answers(&bench, 4) {
        assert_eq!(solution.effort.depth, 2, "{name}");
    }
    // A move must be chosen, so the depth is at least one.
    bench.budget = Budget::depth(0);
    for (name, solution) in answers(&bench, 4) {
        assert_eq!(solution.effort.depth, 1, "{name}");
    }
}

#[test]
fn asked_to_stop_every_search_answers_at_once() {
    let bench = TestBench::at_start(SubtractionGame {
        stones: 250,
        take: 9,
        seats: 3,
    });
    bench.stop.raise();
    for (name, solution) in answers(&bench, 100) {
        assert!(bench.moves.contains(&solution.best), "{name}");
        // A second thread is told by the first.
        if name != "pvs, two threads" {
            assert_eq!(solution.effort.nodes, 0, "{name}");
        }
    }
}

#[test]
fn a_search_that_runs_can_be_stopped() {
    let bench = TestBench::at_start(SubtractionGame {
        stones: 250,
        take: 9,
        seats: 3,
    });
    let stop = bench.stop.clone();
    let later = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(20));
        stop.raise();
    });
    // Without the flag none of these would end.
    for (name, solution) in answers(&bench, 100) {
        assert!(bench.moves.contains(&solution.best), "{name}");
    }
    later.join().expect("the thread that raises the flag");
}

#[test]
fn out_of_time_every_search_answers() {
    let mut bench = TestBench::at_start(SubtractionGame {
        stones: 250,
        take: 9,
        seats: 3,
    });
    for time in [
        Duration::ZERO,
        Duration::from_micros(50),
        Duration::from_millis(10),
    ] {
        bench.budget = Budget::time(time);
        for (name, solution) in answers(&bench, 100) {
            assert!(bench.moves.contains(&solution.best), "{name}");
        }
    }
}
