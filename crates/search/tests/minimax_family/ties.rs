//! Tie-breaking among equally good moves.

use ludorum_core::{Agent, Evaluate, Seed};
use ludorum_search::{AlphaBeta, AlphaBetaOptions, MaxN, Minimax, ParallelAlphaBeta, TieBreaking};
use ludorum_testkit::toys::{ExplicitTree, SubtractionGame};

use crate::test_bench::{Noise, TestBench};

/// All searches of the family with `ties=random`, by name.
fn searches<E: Evaluate<SubtractionGame> + Copy + 'static>(
    depth: u32,
    eval: E,
) -> Vec<(&'static str, Box<dyn Agent<SubtractionGame>>)> {
    let ties = TieBreaking::Random;
    let alphabeta = |ordering, table_mib| AlphaBeta {
        ties,
        options: AlphaBetaOptions {
            ordering,
            table_mib,
        },
        ..AlphaBeta::new(depth, eval)
    };
    vec![
        ("minimax", Box::new(Minimax { depth, eval, ties })),
        ("maxn", Box::new(MaxN { depth, eval, ties })),
        ("alphabeta", Box::new(alphabeta(false, None))),
        ("ordered", Box::new(alphabeta(true, None))),
        ("with a table", Box::new(alphabeta(true, Some(1)))),
        (
            "parallel",
            Box::new(ParallelAlphaBeta {
                search: alphabeta(true, None),
                threads: Some(3),
            }),
        ),
    ]
}

/// A pile too large to be used up in a few moves, so that the evaluation decides; with few distinct
/// points many moves are equally good.
fn pile(more: u8) -> TestBench<SubtractionGame> {
    TestBench::at_start(SubtractionGame {
        stones: 60 + more,
        take: 6,
        seats: 2,
    })
}

/// Exactly the moves that minimax finds as good as the best are played, about equally often.
#[test]
fn chance_decides_among_all_equally_good_moves() {
    let mut ties = 0;
    for i in 0..20 {
        let bench = pile(i);
        let plain = bench.minimax(3, Noise(1));
        let best = plain
            .candidates
            .iter()
            .take_while(|&&(_, points)| Some(points) == plain.points);
        let best: Vec<_> = best.map(|&(mv, _)| mv).collect();
        ties += usize::from(best.len() > 1);
        for (name, mut search) in searches(3, Noise(1)) {
            let mut played = vec![0; bench.moves.len()];
            let games = 60 * best.len();
            for game in 0..games {
                let mut rng = Seed(1).child("game", game as u64).rng();
                let choice = bench.ask(|turn| search.choose(turn, &mut rng));
                assert_eq!(choice.candidates[0].mv, choice.best, "{name}");
                assert_eq!(choice.line[0], choice.best, "{name}");
                let place = bench.moves.iter().position(|&mv| mv == choice.best);
                played[place.unwrap()] += 1;
            }
            for (&mv, &times) in bench.moves.iter().zip(&played) {
                if best.contains(&mv) {
                    assert!(times >= 25, "{name}: {played:?}, best {best:?}");
                } else {
                    assert_eq!(times, 0, "{name}: {played:?}, best {best:?}");
                }
            }
        }
    }
    assert!(ties > 5, "only {ties} positions with equally good moves");
}

/// The same seed chooses the same move in every search.
#[test]
fn all_searches_choose_alike() {
    let mut ties = 0;
    for i in 0..40 {
        let bench = pile(20 + i);
        let chosen = searches(3, Noise(1)).into_iter().map(|(name, mut search)| {
            let choice = bench.ask(|turn| search.choose(turn, &mut Seed(u64::from(i)).rng()));
            (
                name,
                choice.best,
                choice.value.map(|value| value[bench.seat]),
            )
        });
        let chosen: Vec<_> = chosen.collect();
        for (name, best, value) in &chosen {
            assert_eq!((best, value), (&chosen[0].1, &chosen[0].2), "{name}");
        }
        let first = bench.minimax(3, Noise(1)).best;
        ties += usize::from(chosen[0].1 != first);
    }
    assert!(ties > 5, "only {ties} moves other than the first");
}

/// The principal variation begins with the chosen move.
#[test]
fn the_line_follows_the_chosen_move() {
    for i in 0..40 {
        let bench = TestBench::at_start(ExplicitTree::random(Seed(9).child("tree", i), 2, 5, 4));
        let ties = TieBreaking::Random;
        let search = AlphaBeta {
            ties,
            ..AlphaBeta::new(9, Noise(1))
        };
        let mut solution = bench.ask(|turn| search.solve(turn));
        solution.break_ties(&bench.moves, &mut Seed(i).rng());
        bench.check_to_the_end(&solution);
    }
}
