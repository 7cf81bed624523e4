//! Which of equally good moves is played.

use ludorum_core::{Agent, Evaluate, Seed};
use ludorum_search::{AlphaBeta, MaxN, Minimax, ParallelAlphaBeta, Shortcuts, Ties};
use ludorum_testkit::toys::{Pile, Tree};

use crate::desk::{Desk, Noise};

/// All searches of the family with `ties=random`, by name.
fn searches<E: Evaluate<Pile> + Copy + 'static>(
    depth: u32,
    eval: E,
) -> Vec<(&'static str, Box<dyn Agent<Pile>>)> {
    let ties = Ties::Random;
    let alphabeta = |ordering, table_mib| AlphaBeta {
        ties,
        shortcuts: Shortcuts {
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

/// A pile that is not taken up in a few moves, so that the evaluation decides; with few points many moves
/// are equally good.
fn pile(more: u8) -> Desk<Pile> {
    Desk::at_start(Pile {
        stones: 60 + more,
        take: 6,
        seats: 2,
    })
}

/// Every move that minimax finds to be as good as the best, and no other, is played about as often.
#[test]
fn chance_decides_among_all_equally_good_moves() {
    let mut ties = 0;
    for i in 0..20 {
        let desk = pile(i);
        let plain = desk.minimax(3, Noise(1));
        let best = plain
            .candidates
            .iter()
            .take_while(|&&(_, points)| Some(points) == plain.points);
        let best: Vec<_> = best.map(|&(mv, _)| mv).collect();
        ties += usize::from(best.len() > 1);
        for (name, mut search) in searches(3, Noise(1)) {
            let mut played = vec![0; desk.moves.len()];
            let games = 60 * best.len();
            for game in 0..games {
                let mut rng = Seed(1).child("game", game as u64).rng();
                let choice = desk.ask(|turn| search.choose(turn, &mut rng));
                assert_eq!(choice.candidates[0].mv, choice.best, "{name}");
                assert_eq!(choice.line[0], choice.best, "{name}");
                let place = desk.moves.iter().position(|&mv| mv == choice.best);
                played[place.unwrap()] += 1;
            }
            for (&mv, &times) in desk.moves.iter().zip(&played) {
                match best.contains(&mv) {
                    // 60 are expected; 25 are five standard deviations fewer at the least.
                    true => assert!(times >= 25, "{name}: {played:?}, best {best:?}"),
                    false => assert_eq!(times, 0, "{name}: {played:?}, best {best:?}"),
                }
            }
        }
    }
    assert!(ties > 5, "only {ties} positions with equally good moves");
}

/// The same seed chooses the same move, however it is searched.
#[test]
fn all_searches_choose_alike() {
    let mut ties = 0;
    for i in 0..40 {
        let desk = pile(20 + i);
        let chosen = searches(3, Noise(1)).into_iter().map(|(name, mut search)| {
            let choice = desk.ask(|turn| search.choose(turn, &mut Seed(u64::from(i)).rng()));
            (
                name,
                choice.best,
                choice.value.map(|value| value[desk.seat]),
            )
        });
        let chosen: Vec<_> = chosen.collect();
        for (name, best, value) in &chosen {
            assert_eq!((best, value), (&chosen[0].1, &chosen[0].2), "{name}");
        }
        let first = desk.minimax(3, Noise(1)).best;
        ties += usize::from(chosen[0].1 != first);
    }
    assert!(ties > 5, "only {ties} moves other than the first");
}

/// The line that is expected belongs to the move that was chosen.
#[test]
fn the_line_follows_the_chosen_move() {
    for i in 0..40 {
        let desk = Desk::at_start(Tree::random(Seed(9).child("tree", i), 2, 5, 4));
        let ties = Ties::Random;
        let search = AlphaBeta {
            ties,
            ..AlphaBeta::new(9, Noise(1))
        };
        let mut solution = desk.ask(|turn| search.solve(turn));
        solution.break_ties(&desk.moves, &mut Seed(i).rng());
        desk.check_to_the_end(&solution);
    }
}
