//! The minimax family against values known from elsewhere, and against each other.
//! What must hold for each search on its own, budgets above all, is in `budgets.rs`.

use crate::desk::{Desk, Noise, seat_to_move};
use ludorum_core::{
    Agent, Blind, Budget, Evaluate, Game, PerSeat, Points, Seat, Seed, WIN, points_at_end,
};
use ludorum_search::{
    AlphaBeta, Hints, MaxN, Minimax, NoHints, ParallelAlphaBeta, Pvs, PvsConfig, Solution,
};
use ludorum_testkit::toys::{Pile, Tree};

/// Deeper than any tree here.
const TO_THE_END: u32 = 99;

fn random_trees(count: u64) -> impl Iterator<Item = Tree> {
    (0..count).map(|i| {
        let seats = 2 + (i % 3) as usize;
        let branching = 2 + (i % 4) as usize;
        Tree::random(Seed(4).child("tree", i), seats, 6, branching)
    })
}

fn minimax(desk: &Desk<Tree>, depth: u32) -> Solution<u16> {
    desk.ask(|turn| Minimax { depth, eval: Noise }.solve(turn))
}

fn alphabeta(desk: &Desk<Tree>, depth: u32) -> Solution<u16> {
    desk.ask(|turn| AlphaBeta { depth, eval: Noise }.solve(turn))
}

fn parallel(desk: &Desk<Tree>, depth: u32, threads: usize) -> Solution<u16> {
    let agent = ParallelAlphaBeta {
        depth,
        eval: Noise,
        threads,
    };
    desk.ask(|turn| agent.solve(turn))
}

fn pvs(desk: &Desk<Tree>, depth: u32, table_mib: usize, threads: usize) -> Solution<u16> {
    let budget = Budget::depth(depth);
    let config = PvsConfig {
        budget,
        table_mib,
        threads,
        ..PvsConfig::default()
    };
    desk.ask(|turn| Pvs::new(config, Noise, NoHints).solve(turn))
}

#[test]
fn all_find_the_value_of_the_tree() {
    let mut compound = 0;
    for tree in random_trees(300) {
        let desk = Desk::at_start(tree);
        let exact = points_at_end(desk.game.paranoid(desk.seat), 0);
        for (name, solution) in [
            ("minimax", minimax(&desk, TO_THE_END)),
            ("alphabeta", alphabeta(&desk, TO_THE_END)),
            ("parallel", parallel(&desk, TO_THE_END, 2)),
            ("pvs", pvs(&desk, TO_THE_END, 1, 1)),
            ("pvs, tiny table", pvs(&desk, TO_THE_END, 0, 1)),
            ("pvs, two threads", pvs(&desk, TO_THE_END, 1, 2)),
            ("pvs, tiny table, two threads", pvs(&desk, TO_THE_END, 0, 2)),
        ] {
            // With a single move there is nothing to choose, and pvs does not look far.
            if desk.moves.len() > 1 || !name.starts_with("pvs") {
                assert_eq!(solution.points, Some(exact), "{name}: {:?}", desk.game);
                desk.check(&solution);
            }
        }
        compound += usize::from(desk.has_compound_turn());
    }
    assert!(
        compound > 100,
        "only {compound} trees in which a seat moves twice in a row"
    );
}

#[test]
fn maxn_finds_what_every_seat_gets() {
    for tree in random_trees(300) {
        let desk = Desk::at_start(tree);
        let solution = desk.ask(|turn| {
            MaxN {
                depth: TO_THE_END,
                eval: Noise,
            }
            .solve(turn)
        });
        let exact = desk.game.exact().map(|utility| points_at_end(utility, 0));
        assert_eq!(solution.points, Some(exact));
    }
}

#[test]
fn maxn_takes_the_first_of_equals() {
    let desk = Desk::at_start(Tree::parse("1(2(10/5/30 20/5/60) 12/0/0)", 3));
    let solution = desk.ask(|turn| {
        MaxN {
            depth: 9,
            eval: Blind,
        }
        .solve(turn)
    });
    assert_eq!((solution.best, &solution.line[..]), (1, &[1][..]));
}

#[test]
fn at_any_depth_all_agree() {
    for tree in random_trees(200) {
        let desk = Desk::at_start(tree);
        for depth in 1..=5 {
            let plain = minimax(&desk, depth);
            desk.check(&plain);
            for other in [alphabeta(&desk, depth), parallel(&desk, depth, 3)] {
                assert_eq!(other.points, plain.points, "depth {depth}");
                assert_eq!(other.line, plain.line, "depth {depth}");
                assert!(other.effort.nodes <= plain.effort.nodes);
                assert_eq!(other.effort.depth, plain.effort.depth);
            }
            // No position of a tree is reached twice, so the table never knows more than the depth.
            if desk.moves.len() > 1 {
                assert_eq!(
                    pvs(&desk, depth, 1, 1).points,
                    plain.points,
                    "depth {depth}"
                );
                assert_eq!(
                    pvs(&desk, depth, 0, 1).points,
                    plain.points,
                    "depth {depth}"
                );
            }
            if desk.game.seats() == 2 {
                let each = desk.ask(|turn| MaxN { depth, eval: Noise }.solve(turn));
                assert_eq!(each.points.map(|all| all[desk.seat]), plain.points);
                assert_eq!(each.line, plain.line);
            }
        }
    }
}

#[test]
fn alphabeta_leaves_out_what_cannot_matter() {
    let (mut all, mut pruned) = (0, 0);
    for tree in random_trees(100) {
        let desk = Desk::at_start(tree);
        all += minimax(&desk, TO_THE_END).effort.nodes;
        pruned += alphabeta(&desk, TO_THE_END).effort.nodes;
    }
    assert!(pruned * 2 < all, "{pruned} of {all}");
}

#[test]
fn the_number_of_threads_changes_nothing() {
    for tree in random_trees(60) {
        let mut desk = Desk::at_start(tree);
        for nodes in [None, Some(200), Some(20), Some(3)] {
            desk.budget.nodes = nodes;
            let one = parallel(&desk, 5, 1);
            assert_eq!(one, parallel(&desk, 5, 2));
            assert_eq!(one, parallel(&desk, 5, 3));
            assert_eq!(one, parallel(&desk, 5, 0));
        }
    }
}

/// The points of the seat to move, from the definition of the game: a win is to be quick, a loss
/// slow.
fn pile_points(stones: u8, take: u8) -> Points {
    let mut points = vec![-WIN];
    for stones in 1..=usize::from(stones) {
        let after = |taken: usize| points[stones - taken];
        let best = (1..=stones.min(usize::from(take)))
            .map(|taken| -after(taken))
            .max();
        let best: Points = best.unwrap_or_default();
        points.push(best - best.signum());
    }
    points[usize::from(stones)]
}

#[test]
fn wins_are_found_with_their_distance() {
    for stones in 2..=14 {
        let desk = Desk::at_start(Pile {
            stones,
            take: 3,
            seats: 2,
        });
        let exact = Some(pile_points(stones, 3));
        let depth = TO_THE_END;
        let plain = desk.ask(|turn| Minimax { depth, eval: Blind }.solve(turn));
        assert_eq!(plain.points, exact, "{stones} stones");
        let pruned = desk.ask(|turn| AlphaBeta { depth, eval: Blind }.solve(turn));
        assert_eq!((pruned.points, &pruned.line), (exact, &plain.line));
        for (table_mib, threads) in [(0, 1), (1, 1), (0, 2), (1, 2)] {
            let config = PvsConfig {
                table_mib,
                threads,
                ..PvsConfig::default()
            };
            let strong = desk.ask(|turn| Pvs::new(config, Blind, NoHints).solve(turn));
            assert_eq!(strong.points, exact, "{stones} stones, {table_mib} MiB");
            desk.check(&strong);
        }
    }
}

#[test]
fn one_pvs_may_play_all_seats_of_a_game() {
    // What is stored for one seat must not be taken for another: with three seats they differ.
    for stones in 5..=12 {
        let mut desk = Desk::at_start(Pile {
            stones,
            take: 3,
            seats: 3,
        });
        let mut agent = Pvs::new(PvsConfig::default(), Blind, NoHints);
        while !desk.moves.is_empty() {
            let depth = TO_THE_END;
            let plain = desk.ask(|turn| Minimax { depth, eval: Blind }.solve(turn));
            let strong = desk.ask(|turn| agent.solve(turn));
            if desk.moves.len() > 1 {
                assert_eq!(strong.points, plain.points, "{:?}", desk.state);
            }
            desk.play(desk.moves[0]);
        }
    }
}

#[test]
fn pvs_visits_fewer_nodes() {
    let desk = Desk::at_start(Pile {
        stones: 24,
        take: 4,
        seats: 2,
    });
    let config = PvsConfig {
        budget: Budget::depth(11),
        ..PvsConfig::default()
    };
    let strong = desk.ask(|turn| Pvs::new(config, Blind, NoHints).solve(turn));
    let plain = desk.ask(|turn| {
        AlphaBeta {
            depth: 11,
            eval: Blind,
        }
        .solve(turn)
    });
    assert_eq!(strong.points, plain.points);
    let (few, many) = (strong.effort.nodes, plain.effort.nodes);
    assert!(few * 20 < many, "{few} of {many}");
}

#[test]
fn good_order_saves_nodes() {
    /// Knows that leaving a multiple of `take + 1` is good.
    struct Bouton;
    impl Hints<Pile> for Bouton {
        fn priority(&self, game: &Pile, state: &<Pile as Game>::State, taken: u8) -> i32 {
            i32::from((state.stones() - taken).is_multiple_of(game.take + 1))
        }
    }
    let desk = Desk::at_start(Pile {
        stones: 23,
        take: 4,
        seats: 2,
    });
    // A table this small is of no help.
    let config = PvsConfig {
        table_mib: 0,
        ..PvsConfig::default()
    };
    let blind = desk.ask(|turn| Pvs::new(config.clone(), Blind, NoHints).solve(turn));
    let told = desk.ask(|turn| Pvs::new(config, Blind, Bouton).solve(turn));
    assert_eq!(told.points, blind.points);
    let (few, many) = (told.effort.nodes, blind.effort.nodes);
    assert!(few * 2 < many, "{few} of {many}");
}

/// The position after the first move of the tree looks good, but the answer to it is noisy and bad.
/// Moves are noisy in positions where seat 2 decides.
struct Exchange;

impl Hints<Tree> for Exchange {
    fn noisy(&self, game: &Tree, state: &<Tree as Game>::State, out: &mut Vec<u16>) {
        if seat_to_move(game, state) == Some(Seat::new(1)) {
            game.moves(state, out);
        }
    }
}

struct Hopeful;

impl Evaluate<Tree> for Hopeful {
    fn points(&self, game: &Tree, state: &<Tree as Game>::State) -> PerSeat<Points> {
        let is_exchange = seat_to_move(game, state) == Some(Seat::new(1));
        let own = if is_exchange { 50 } else { 10 };
        PerSeat::from_fn(2, |seat| if seat == Seat::FIRST { own } else { -own })
    }

    fn scale(&self) -> Points {
        100
    }
}

#[test]
fn quiescence_sees_the_answer_that_a_short_search_misses() {
    let desk = Desk::at_start(Tree::parse("1(2(-90 -80) 1(1 2))", 2));
    let best = |quiescence_depth, hints: Option<Exchange>| {
        let budget = Budget::depth(1);
        let config = PvsConfig {
            budget,
            quiescence_depth,
            ..PvsConfig::default()
        };
        let solution = match hints {
            Some(hints) => desk.ask(|turn| Pvs::new(config, Hopeful, hints).solve(turn)),
            None => desk.ask(|turn| Pvs::new(config, Hopeful, NoHints).solve(turn)),
        };
        (solution.best, solution.points)
    };
    assert_eq!(best(8, None), (0, Some(50)));
    assert_eq!(best(0, Some(Exchange)), (0, Some(50)));
    assert_eq!(best(8, Some(Exchange)), (1, Some(10)));
}

#[test]
fn a_noisy_move_need_not_be_played() {
    let desk = Desk::at_start(Tree::parse("1(2(90 80) 1(1 2))", 2));
    let config = PvsConfig {
        budget: Budget::depth(1),
        ..PvsConfig::default()
    };
    let solution = desk.ask(|turn| Pvs::new(config, Hopeful, Exchange).solve(turn));
    assert_eq!((solution.best, solution.points), (0, Some(50)));
}

#[test]
fn quiescence_ends() {
    /// Everything is noisy.
    struct Nervous;
    impl Hints<Pile> for Nervous {
        fn noisy(&self, game: &Pile, state: &<Pile as Game>::State, out: &mut Vec<u8>) {
            game.moves(state, out);
        }
    }
    let desk = Desk::at_start(Pile {
        stones: 250,
        take: 2,
        seats: 2,
    });
    for quiescence_depth in [1, 6] {
        let budget = Budget::depth(2);
        let config = PvsConfig {
            budget,
            quiescence_depth,
            ..PvsConfig::default()
        };
        let solution = desk.ask(|turn| Pvs::new(config, Blind, Nervous).solve(turn));
        let most = 4 * 2_u64.pow(2 + quiescence_depth);
        assert!(
            solution.effort.nodes < most,
            "{} nodes",
            solution.effort.nodes
        );
    }
}

#[test]
fn choices_are_told_in_utilities() {
    let mut rng = Seed(1).rng();
    let desk = Desk::at_start(Pile {
        stones: 7,
        take: 3,
        seats: 2,
    });
    let mut agents: Vec<Box<dyn Agent<Pile>>> = vec![
        Box::new(Minimax {
            depth: 9,
            eval: Blind,
        }),
        Box::new(AlphaBeta {
            depth: 9,
            eval: Blind,
        }),
        Box::new(ParallelAlphaBeta {
            depth: 9,
            eval: Blind,
            threads: 2,
        }),
        Box::new(MaxN {
            depth: 9,
            eval: Blind,
        }),
        Box::new(Pvs::new(PvsConfig::default(), Blind, NoHints)),
    ];
    for agent in &mut agents {
        let choice = desk.ask(|turn| agent.choose(turn, &mut rng));
        assert_eq!(
            (choice.best, choice.line[0], choice.candidates[0].mv),
            (3, 3, 3)
        );
        assert_eq!(
            choice.value.map(|value| value.iter().collect()),
            Some(vec![1.0, -1.0])
        );
        // The other moves lose, which pvs has no need to find out.
        let values = choice.candidates.iter().map(|candidate| candidate.value);
        let values: Vec<f64> = values.flatten().collect();
        assert_eq!((values.len(), values[0]), (3, 1.0));
        assert!(values[1..].iter().all(|&value| value <= 0.0), "{values:?}");
        assert!(choice.effort.nodes > 0);
    }
}

#[test]
fn a_paranoid_seat_leaves_the_rest_to_the_others() {
    let desk = Desk::at_start(Pile {
        stones: 2,
        take: 3,
        seats: 4,
    });
    let mut rng = Seed(1).rng();
    let mut agent = Minimax {
        depth: 1,
        eval: Blind,
    };
    let won = desk.ask(|turn| agent.choose(turn, &mut rng)).value;
    assert_eq!(
        won.map(|value| value.iter().collect()),
        Some(vec![1.0, -1.0, -1.0, -1.0])
    );
}
