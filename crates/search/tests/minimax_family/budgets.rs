//! How the minimax family keeps to budgets: what a search answers when it may not finish.

use std::time::Duration;

use crate::desk::{Desk, Noise};
use ludorum_core::{Budget, Deterministic, Open, Seed};
use ludorum_search::{
    AlphaBeta, MaxN, Minimax, NoHints, ParallelAlphaBeta, Pvs, PvsConfig, Solution,
};
use ludorum_testkit::toys::{Pile, Tree};

/// What every search of the family answers, by name.
fn answers<G: Open + Deterministic>(
    desk: &Desk<G>,
    depth: u32,
) -> Vec<(&'static str, Solution<G::Move>)> {
    let pvs = |threads| {
        let config = PvsConfig {
            threads,
            table_mib: 0,
            budget: Budget::depth(depth),
            ..PvsConfig::default()
        };
        desk.ask(|turn| Pvs::new(config, Noise, NoHints).solve(turn))
    };
    let parallel = ParallelAlphaBeta {
        depth,
        eval: Noise,
        threads: 2,
    };
    let maxn = desk.ask(|turn| MaxN { depth, eval: Noise }.solve(turn));
    vec![
        (
            "minimax",
            desk.ask(|turn| Minimax { depth, eval: Noise }.solve(turn)),
        ),
        (
            "alphabeta",
            desk.ask(|turn| AlphaBeta { depth, eval: Noise }.solve(turn)),
        ),
        ("parallel", desk.ask(|turn| parallel.solve(turn))),
        (
            "maxn",
            Solution {
                best: maxn.best,
                points: maxn.points.map(|all| all[desk.seat]),
                line: maxn.line,
                candidates: maxn.candidates,
                effort: maxn.effort,
            },
        ),
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
        let desk = Desk::at_start(Tree::random(Seed(i), 2, 5, 4));
        let free = desk.ask(|turn| {
            AlphaBeta {
                depth: 5,
                eval: Noise,
            }
            .solve(turn)
        });
        let mut tight = Desk::at_start(Tree::random(Seed(i), 2, 5, 4));
        tight.budget = Budget::nodes(free.effort.nodes);
        assert_eq!(
            tight.ask(|turn| AlphaBeta {
                depth: 5,
                eval: Noise
            }
            .solve(turn)),
            free
        );
    }
}

#[test]
fn a_search_cut_short_plays_the_best_of_what_it_finished() {
    let mut desk = Desk::at_start(Tree::parse("1(2(1 2) 2(5 6) 2(9 8))", 2));
    // Enough for two of the three moves.
    desk.budget = Budget::nodes(7);
    let plain = desk.ask(|turn| {
        Minimax {
            depth: 2,
            eval: Noise,
        }
        .solve(turn)
    });
    assert_eq!((plain.best, plain.candidates.len()), (1, 2));
    // Not enough for the first.
    desk.budget = Budget::nodes(2);
    for (name, solution) in answers(&desk, 2) {
        assert_eq!(solution.best, 0, "{name}");
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
        assert!(
            solution.effort.nodes <= 256,
            "{name}: {:?}",
            solution.effort
        );
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

#[test]
fn pvs_with_one_thread_always_answers_the_same() {
    let play = |budget| {
        let config = PvsConfig {
            budget,
            table_mib: 1,
            ..PvsConfig::default()
        };
        let mut agent = Pvs::new(config, Noise, NoHints);
        let mut desk = Desk::at_start(Pile {
            stones: 60,
            take: 5,
            seats: 3,
        });
        let mut answers = Vec::new();
        while !desk.moves.is_empty() {
            let solution = desk.ask(|turn| agent.solve(turn));
            desk.play(solution.best);
            answers.push(solution);
        }
        answers
    };
    for budget in [Budget::depth(5), Budget::nodes(1500)] {
        assert_eq!(play(budget), play(budget));
    }
}

#[test]
fn pvs_does_not_think_where_nothing_is_to_be_chosen_or_found() {
    let ask = |tree: &str| {
        let desk = Desk::at_start(Tree::parse(tree, 2));
        desk.ask(|turn| Pvs::new(PvsConfig::default(), Noise, NoHints).solve(turn))
    };
    let only_move = ask("1(2(1(1 2) 1(3 4)))");
    assert_eq!(
        (only_move.effort.nodes, only_move.points.is_some()),
        (1, true)
    );
    // Seven nodes, and as many iterations as the tree is deep.
    let drawn = ask("1(2(0 0) 2(0 0))");
    assert_eq!(drawn.effort.depth, 2);
    // The win is seen at once, though the other move could be looked into.
    let won = ask("1(2(1(1 2) 1(3 4)) 100)");
    assert_eq!((won.best, won.effort.depth), (1, 1));
}
