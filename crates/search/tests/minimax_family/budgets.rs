//! How the minimax family keeps to budgets: what a search answers when it may not finish.

use std::time::Duration;

use ludorum_core::{Blind, Budget, Deterministic, Open, Seed};
use ludorum_search::{PvsConfig, Solution};
use ludorum_testkit::toys::{Pile, Tree};

use crate::desk::{Desk, Noise, to_depth};

/// What every search of the family answers, by name.
fn answers<G: Open + Deterministic>(
    desk: &Desk<G>,
    depth: u32,
) -> Vec<(&'static str, Solution<G::Move>)> {
    let pvs = |threads| {
        let config = PvsConfig {
            threads,
            table_mib: 0,
            ..to_depth(depth)
        };
        desk.pvs(&config, Noise(900))
    };
    let maxn = desk.maxn(depth, Noise(900));
    let maxn = Solution {
        best: maxn.best,
        points: maxn.points.map(|all| all[desk.seat]),
        line: maxn.line,
        candidates: maxn.candidates,
        others: maxn.others,
        ties: maxn.ties,
        equals: Vec::new(),
        effort: maxn.effort,
    };
    vec![
        ("minimax", desk.minimax(depth, Noise(900))),
        ("alphabeta", desk.alphabeta(depth, Noise(900))),
        ("parallel", desk.parallel(depth, Noise(900), 2)),
        ("maxn", maxn),
        ("pvs", pvs(1)),
        ("pvs, two threads", pvs(2)),
    ]
}

#[test]
fn no_search_visits_more_nodes_than_it_may() {
    for i in 0..20 {
        let mut desk = Desk::at_start(Tree::random(Seed(i), 3, 6, 4));
        for nodes in [0, 1, 2, 3, 7, 30, 100, 301] {
            desk.budget = Budget::nodes(nodes);
            for (name, solution) in answers(&desk, 6) {
                assert!(
                    solution.effort.nodes <= nodes,
                    "{name}: {:?}",
                    solution.effort
                );
                assert!(desk.moves.contains(&solution.best), "{name}");
                assert_eq!(solution.line[0], solution.best, "{name}");
            }
        }
    }
}

#[test]
fn a_budget_that_just_suffices_changes_nothing() {
    for i in 0..20 {
        let mut desk = Desk::at_start(Tree::random(Seed(i), 2, 5, 4));
        let free = desk.alphabeta(5, Noise(900));
        desk.budget = Budget::nodes(free.effort.nodes);
        assert_eq!(desk.alphabeta(5, Noise(900)), free);
    }
}

#[test]
fn a_search_cut_short_plays_the_best_of_what_it_finished() {
    let mut desk = Desk::at_start(Tree::parse("1(2(1 2) 2(5 6) 2(9 8))", 2));
    // Enough for two of the three moves.
    desk.budget = Budget::nodes(7);
    let plain = desk.minimax(2, Blind);
    assert_eq!((plain.best, plain.candidates.len()), (1, 2));
    // One ply takes three nodes; at two plies the first move takes three and the second five, as it
    // is better and so searched again.
    desk.budget = Budget::nodes(11);
    let strong = desk.pvs(&to_depth(2), Blind);
    assert_eq!((strong.best, strong.effort.depth), (1, 1));
    // Not enough for the first move.
    desk.budget = Budget::nodes(0);
    for (name, solution) in answers(&desk, 2) {
        assert_eq!((solution.best, solution.points), (0, None), "{name}");
    }
}

#[test]
fn the_table_may_allow_less_depth_than_the_agent_would_search() {
    let mut desk = Desk::at_start(Pile {
        stones: 40,
        take: 3,
        seats: 2,
    });
    desk.budget = Budget::depth(2);
    for (name, solution) in answers(&desk, 4) {
        assert_eq!(solution.effort.depth, 2, "{name}");
    }
    // A move has to be chosen, so one ply is the least.
    desk.budget = Budget::depth(0);
    for (name, solution) in answers(&desk, 4) {
        assert_eq!(solution.effort.depth, 1, "{name}");
    }
}

#[test]
fn asked_to_stop_every_search_answers_at_once() {
    let desk = Desk::at_start(Pile {
        stones: 250,
        take: 9,
        seats: 3,
    });
    desk.stop.raise();
    for (name, solution) in answers(&desk, 100) {
        assert!(desk.moves.contains(&solution.best), "{name}");
        // A second thread learns of it from the first.
        if name != "pvs, two threads" {
            assert_eq!(solution.effort.nodes, 0, "{name}");
        }
    }
}

#[test]
fn a_search_that_runs_can_be_stopped() {
    let desk = Desk::at_start(Pile {
        stones: 250,
        take: 9,
        seats: 3,
    });
    let stop = desk.stop.clone();
    let later = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(20));
        stop.raise();
    });
    // Without the flag none of these would end.
    for (name, solution) in answers(&desk, 100) {
        assert!(desk.moves.contains(&solution.best), "{name}");
    }
    later.join().expect("the thread that raises the flag");
}

#[test]
fn out_of_time_every_search_answers() {
    let mut desk = Desk::at_start(Pile {
        stones: 250,
        take: 9,
        seats: 3,
    });
    for time in [
        Duration::ZERO,
        Duration::from_micros(50),
        Duration::from_millis(10),
    ] {
        desk.budget = Budget::time(time);
        for (name, solution) in answers(&desk, 100) {
            assert!(desk.moves.contains(&solution.best), "{name}");
        }
    }
}
