//! Parallel alpha-beta gives the same results as alpha-beta for any number of threads.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use ludorum_core::{
    Budget, Deterministic, EvalPoints, Evaluate, Game, PerSeat, PerfectInformation, Seed,
};
use ludorum_search::{AlphaBeta, AlphaBetaOptions, ParallelAlphaBeta, SearchResult, TieBreaking};
use ludorum_testkit::toys::{ExplicitTree, SubtractionGame};

use crate::braid::{Braid, Payoff, TurnOrder};
use crate::test_bench::{Noise, SCALE, TestBench};

const THREADS: [Option<usize>; 5] = [Some(1), Some(2), Some(3), Some(8), None];

/// All combinations of enhancements of alpha-beta.
fn all_options() -> impl Iterator<Item = AlphaBetaOptions> {
    let tables = [None, Some(0), Some(1)].into_iter();
    tables.flat_map(|table_mib| {
        [false, true].map(|ordering| AlphaBetaOptions {
            ordering,
            table_mib,
        })
    })
}

fn parallel<G: PerfectInformation + Deterministic, E: Evaluate<G> + Clone>(
    bench: &TestBench<G>,
    search: &AlphaBeta<E>,
    threads: Option<usize>,
) -> SearchResult<G::Move> {
    let agent = ParallelAlphaBeta {
        search: search.clone(),
        threads,
    };
    bench.ask(|turn| agent.solve(turn))
}

/// Compares points, move and equally good moves, and without a table also the line.
#[track_caller]
fn check<G: PerfectInformation + Deterministic, E: Evaluate<G> + Clone>(
    bench: &TestBench<G>,
    search: &AlphaBeta<E>,
    threads: Option<usize>,
) {
    let one = bench.ask(|turn| search.solve(turn));
    let many = parallel(bench, search, threads);
    let context = format!(
        "{threads:?} threads, depth {}, {:?}, {:?}",
        search.depth, search.options, search.ties
    );
    bench.check(&many);
    assert_eq!(
        (many.best, many.points),
        (one.best, one.points),
        "{context}"
    );
    let equals = |solution: &SearchResult<G::Move>| {
        let moves = solution
            .equally_good
            .iter()
            .map(|(points, line)| (*points, line[0]));
        moves.collect::<Vec<_>>()
    };
    assert_eq!(equals(&many), equals(&one), "{context}");
    if search.options.table_mib.is_none() {
        assert_eq!(many.line, one.line, "{context}");
    }
    // Each node is searched once, whatever the number of threads.
    if search.options == AlphaBetaOptions::default() {
        let all = bench.minimax(search.depth, search.eval.clone());
        assert!(many.effort.nodes <= all.effort.nodes, "{context}");
    }
    if threads == Some(1) {
        assert_eq!(many.effort, one.effort, "{context}");
    }
}

fn check_all<G: PerfectInformation + Deterministic>(
    bench: &TestBench<G>,
    depth: u32,
    noise: Noise,
) {
    for shortcuts in all_options() {
        for ties in [TieBreaking::First, TieBreaking::Random] {
            let search = AlphaBeta {
                options: shortcuts,
                ties,
                ..AlphaBeta::new(depth, noise)
            };
            for threads in THREADS {
                check(bench, &search, threads);
            }
        }
    }
}

#[test]
fn trees_of_any_shape() {
    for i in 0..12 {
        let seats = 2 + (i % 3) as usize;
        let branching = 3 + (i % 4) as usize;
        let tree = ExplicitTree::random(Seed(8).child("tree", i), seats, 6, branching);
        let bench = TestBench::at_start(tree);
        for depth in [1, 2, 3, 5, 6] {
            // With few distinct points many moves are equal, which tests the tie-breaking.
            for noise in [Noise(1), Noise(900)] {
                check_all(&bench, depth, noise);
            }
        }
    }
}

#[test]
fn positions_that_are_met_again() {
    for i in 0..4 {
        let seed = Seed(3).child("braid", i);
        let bench = TestBench::at_start(Braid {
            seats: 2 + (i % 2) as usize,
            length: 6,
            branching: 5,
            order: TurnOrder::Drawn(seed),
            payoff: Payoff::Drawn(seed),
        });
        for (depth, noise) in [(4, Noise(1)), (6, Noise(900))] {
            check_all(&bench, depth, noise);
        }
    }
}

#[test]
fn a_limit_of_nodes_gives_the_same_for_any_number_of_threads() {
    let mut bench = TestBench::at_start(SubtractionGame {
        stones: 90,
        take: 6,
        seats: 3,
    });
    for nodes in [20_000, 200, 20, 3, 0] {
        bench.budget = Budget::nodes(nodes);
        let search = AlphaBeta::new(6, Noise(1));
        let one = bench.ask(|turn| search.solve(turn));
        for threads in THREADS {
            assert_eq!(parallel(&bench, &search, threads), one, "{nodes} nodes");
        }
    }
}

/// An evaluation with a trend gets the whole path on every thread.
#[test]
fn trends_are_followed_across_threads() {
    for i in 0..6 {
        let bench = TestBench::at_start(ExplicitTree::random(Seed(5).child("tree", i), 2, 6, 5));
        for depth in [3, 5] {
            for shortcuts in all_options() {
                let search = AlphaBeta {
                    options: shortcuts,
                    ..AlphaBeta::new(depth, crate::agreement::TrendEval)
                };
                for threads in THREADS {
                    check(&bench, &search, threads);
                }
            }
        }
    }
}

/// An evaluation that panics at the five hundredth call.
struct PanickingEval(AtomicU32);

impl<G: Game> Evaluate<G> for PanickingEval {
    fn points(&self, game: &G, state: &G::State) -> PerSeat<EvalPoints> {
        assert!(self.0.fetch_add(1, Relaxed) != 500, "evaluation fails");
        Noise(900).points(game, state)
    }

    fn scale(&self) -> EvalPoints {
        SCALE
    }
}

#[test]
#[should_panic(expected = "evaluation fails")]
fn a_thread_that_panics_ends_the_search() {
    let bench = TestBench::at_start(SubtractionGame {
        stones: 90,
        take: 9,
        seats: 2,
    });
    bench.parallel(7, PanickingEval(AtomicU32::new(0)), 4);
}
