//! Parallel alpha-beta finds what alpha-beta finds, whatever the number of threads.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use ludorum_core::{Budget, Deterministic, Evaluate, Game, Open, PerSeat, Points, Seed};
use ludorum_search::{AlphaBeta, ParallelAlphaBeta, Shortcuts, Solution, Ties};
use ludorum_testkit::toys::{Pile, Tree};

use crate::braid::{Braid, Order, Stakes};
use crate::desk::{Desk, Noise, SCALE};

const THREADS: [Option<usize>; 5] = [Some(1), Some(2), Some(3), Some(8), None];

/// All the ways to search besides plain alpha-beta.
fn all_shortcuts() -> impl Iterator<Item = Shortcuts> {
    let tables = [None, Some(0), Some(1)].into_iter();
    tables.flat_map(|table_mib| {
        [false, true].map(|ordering| Shortcuts {
            ordering,
            table_mib,
        })
    })
}

fn parallel<G: Open + Deterministic, E: Evaluate<G> + Clone>(
    desk: &Desk<G>,
    search: &AlphaBeta<E>,
    threads: Option<usize>,
) -> Solution<G::Move> {
    let agent = ParallelAlphaBeta {
        search: search.clone(),
        threads,
    };
    desk.ask(|turn| agent.solve(turn))
}

/// The points, the move, and without a table the line and all moves that are as good.
#[track_caller]
fn check<G: Open + Deterministic, E: Evaluate<G> + Clone>(
    desk: &Desk<G>,
    search: &AlphaBeta<E>,
    threads: Option<usize>,
) {
    let one = desk.ask(|turn| search.solve(turn));
    let many = parallel(desk, search, threads);
    let context = format!(
        "{threads:?} threads, depth {}, {:?}, {:?}",
        search.depth, search.shortcuts, search.ties
    );
    desk.check(&many);
    assert_eq!(
        (many.best, many.points),
        (one.best, one.points),
        "{context}"
    );
    let equals = |solution: &Solution<G::Move>| {
        let moves = solution
            .equals
            .iter()
            .map(|(points, line)| (*points, line[0]));
        moves.collect::<Vec<_>>()
    };
    assert_eq!(equals(&many), equals(&one), "{context}");
    if search.shortcuts.table_mib.is_none() {
        assert_eq!(many.line, one.line, "{context}");
    }
    // Each node is searched once, however many there are to do it.
    if search.shortcuts == Shortcuts::default() {
        let all = desk.minimax(search.depth, search.eval.clone());
        assert!(many.effort.nodes <= all.effort.nodes, "{context}");
    }
    if threads == Some(1) {
        assert_eq!(many.effort, one.effort, "{context}");
    }
}

fn check_all<G: Open + Deterministic>(desk: &Desk<G>, depth: u32, noise: Noise) {
    for shortcuts in all_shortcuts() {
        for ties in [Ties::First, Ties::Random] {
            let search = AlphaBeta {
                shortcuts,
                ties,
                ..AlphaBeta::new(depth, noise)
            };
            for threads in THREADS {
                check(desk, &search, threads);
            }
        }
    }
}

#[test]
fn trees_of_any_shape() {
    for i in 0..12 {
        let seats = 2 + (i % 3) as usize;
        let branching = 3 + (i % 4) as usize;
        let tree = Tree::random(Seed(8).child("tree", i), seats, 6, branching);
        let desk = Desk::at_start(tree);
        for depth in [1, 2, 3, 5, 6] {
            // With few points, many moves are equal: then it matters which is the first.
            for noise in [Noise(1), Noise(900)] {
                check_all(&desk, depth, noise);
            }
        }
    }
}

#[test]
fn positions_that_are_met_again() {
    for i in 0..4 {
        let seed = Seed(3).child("braid", i);
        let desk = Desk::at_start(Braid {
            seats: 2 + (i % 2) as usize,
            length: 6,
            branching: 5,
            order: Order::Drawn(seed),
            stakes: Stakes::Drawn(seed),
        });
        for (depth, noise) in [(4, Noise(1)), (6, Noise(900))] {
            check_all(&desk, depth, noise);
        }
    }
}

#[test]
fn a_limit_of_nodes_gives_the_same_for_any_number_of_threads() {
    let mut desk = Desk::at_start(Pile {
        stones: 90,
        take: 6,
        seats: 3,
    });
    for nodes in [20_000, 200, 20, 3, 0] {
        desk.budget = Budget::nodes(nodes);
        let search = AlphaBeta::new(6, Noise(1));
        let one = desk.ask(|turn| search.solve(turn));
        for threads in THREADS {
            assert_eq!(parallel(&desk, &search, threads), one, "{nodes} nodes");
        }
    }
}

/// An evaluation that follows the line is told the whole line by whichever thread.
#[test]
fn trends_are_followed_across_threads() {
    for i in 0..6 {
        let desk = Desk::at_start(Tree::random(Seed(5).child("tree", i), 2, 6, 5));
        for depth in [3, 5] {
            for shortcuts in all_shortcuts() {
                let search = AlphaBeta {
                    shortcuts,
                    ..AlphaBeta::new(depth, crate::agreement::Following)
                };
                for threads in THREADS {
                    check(&desk, &search, threads);
                }
            }
        }
    }
}

/// Panics at its five hundredth opinion.
struct Panics(AtomicU32);

impl<G: Game> Evaluate<G> for Panics {
    fn points(&self, game: &G, state: &G::State) -> PerSeat<Points> {
        assert!(self.0.fetch_add(1, Relaxed) != 500, "no opinion");
        Noise(900).points(game, state)
    }

    fn scale(&self) -> Points {
        SCALE
    }
}

#[test]
#[should_panic(expected = "no opinion")]
fn a_thread_that_panics_ends_the_search() {
    let desk = Desk::at_start(Pile {
        stones: 90,
        take: 9,
        seats: 2,
    });
    desk.parallel(7, Panics(AtomicU32::new(0)), 4);
}
