//! What is special to principal variation search: the table, the order of moves, quiescence, and
//! when it is done.

use std::sync::Mutex;

use ludorum_core::{
    Blind, Budget, Choice, Evaluate, Game, PerSeat, Points, Seat, Seed, Turn, WIN, Watcher,
};
use ludorum_search::{Hints, NoHints, Pvs, PvsConfig};
use ludorum_testkit::toys::{Pile, Tree};

use crate::braid::{Braid, Order, Stakes};
use crate::desk::{Desk, Noise, seat_to_move, to_depth};

fn braids(count: u64) -> impl Iterator<Item = Desk<Braid>> {
    (0..count).map(|i| {
        let seed = Seed(8).child("braid", i);
        Desk::at_start(Braid {
            seats: 2 + (i % 3) as usize,
            length: 6,
            branching: 3,
            order: Order::Drawn(seed),
            stakes: Stakes::Drawn(seed),
        })
    })
}

#[test]
fn a_table_changes_nothing() {
    let (mut with, mut without) = (0, 0);
    for desk in braids(200) {
        for (depth, noise) in (1..=6).flat_map(|depth| [(depth, Noise(3)), (depth, Noise(900))]) {
            let plain = desk.minimax(depth, noise);
            for (table_mib, nodes) in [(1, &mut with), (0, &mut without)] {
                let config = PvsConfig {
                    table_mib,
                    ..to_depth(depth)
                };
                let strong = desk.pvs(&config, noise);
                assert_eq!(
                    strong.points, plain.points,
                    "depth {depth}: {:?}",
                    desk.game
                );
                *nodes += strong.effort.nodes;
                if depth == 6 {
                    desk.check_to_the_end(&strong);
                }
            }
        }
    }
    assert!(
        with * 4 < without * 3,
        "{with} of {without}: the table is of no use"
    );
}

#[test]
fn threads_find_the_same_at_the_end_of_the_game() {
    for desk in braids(100) {
        let plain = desk.minimax(6, Blind);
        for (table_mib, threads) in [(0, 2), (1, 2), (1, 4)] {
            let config = PvsConfig {
                table_mib,
                threads,
                ..to_depth(6)
            };
            let strong = desk.pvs(&config, Noise(900));
            assert_eq!(strong.points, plain.points, "{config:?}");
            desk.check_to_the_end(&strong);
        }
    }
}

#[test]
fn one_player_may_play_all_seats() {
    // What is stored for one seat must not be taken for another: with three seats they differ.
    for mut desk in braids(200) {
        let mut agent = Pvs::new(to_depth(6), Noise(900), NoHints);
        while !desk.moves.is_empty() {
            let plain = desk.minimax(6, Noise(900));
            let strong = desk.ask(|turn| agent.solve(turn));
            assert_eq!(strong.points, plain.points, "{:?}", desk.game);
            desk.play(desk.moves[0]);
        }
    }
}

#[test]
fn fewer_nodes_than_alphabeta() {
    let desk = Desk::at_start(Pile {
        stones: 24,
        take: 4,
        seats: 2,
    });
    let strong = desk.pvs(&to_depth(11), Blind);
    let plain = desk.alphabeta(11, Blind);
    assert_eq!(strong.points, plain.points);
    let (few, many) = (strong.effort.nodes, plain.effort.nodes);
    assert!(few * 20 < many, "{few} of {many}");
}

#[test]
fn what_was_good_before_is_tried_first() {
    // The best move is always the one listed last, and the table too small to remember it.
    let desk = Desk::at_start(Braid {
        seats: 2,
        length: 8,
        branching: 8,
        order: Order::InTurn,
        stakes: Stakes::Sum,
    });
    let strong = desk.pvs(
        &PvsConfig {
            table_mib: 0,
            ..to_depth(6)
        },
        Blind,
    );
    let to_the_end = desk.pvs(
        &PvsConfig {
            table_mib: 0,
            ..to_depth(8)
        },
        Blind,
    );
    assert_eq!(to_the_end.best, 7);
    // The least that alpha-beta must visit is about 2 * 8^(8/2) leaves (Knuth and Moore 1975).
    let least = 2 * 8_u64.pow(4);
    let nodes = to_the_end.effort.nodes - strong.effort.nodes;
    assert!(nodes < 4 * least, "{nodes} nodes, {least} needed");
}

#[test]
fn hints_save_nodes() {
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
    let blind = desk.pvs(&config, Blind);
    let told = desk.ask(|turn| Pvs::new(config, Blind, Bouton).solve(turn));
    assert_eq!(told.points, blind.points);
    let (few, many) = (told.effort.nodes, blind.effort.nodes);
    assert!(few * 2 < many, "{few} of {many}");
}

#[test]
fn one_thread_always_answers_the_same() {
    let play = |budget| {
        let config = PvsConfig {
            budget,
            table_mib: 1,
            ..PvsConfig::default()
        };
        let mut agent = Pvs::new(config, Noise(900), NoHints);
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
fn no_thought_where_nothing_is_to_be_chosen_or_found() {
    let ask = |tree| Desk::at_start(Tree::parse(tree, 2)).pvs(&PvsConfig::default(), Noise(900));
    let only_move = ask("1(2(1(1 2) 1(3 4)))");
    assert_eq!(
        (only_move.effort.nodes, only_move.points.is_some()),
        (1, true)
    );
    // As many iterations as the tree is deep.
    assert_eq!(ask("1(2(0 0) 2(0 0))").effort.depth, 2);
    // The win is seen at once, though the other move could be looked into.
    let won = ask("1(2(1(1 2) 1(3 4)) 100)");
    assert_eq!((won.best, won.effort.depth), (1, 1));
}

/// All moves of one seat are noisy.
struct NoisySeat(Seat);

impl Hints<Tree> for NoisySeat {
    fn noisy(&self, game: &Tree, state: &<Tree as Game>::State, out: &mut Vec<u16>) {
        if seat_to_move(game, state) == Some(self.0) {
            game.moves(state, out);
        }
    }
}

/// The first seat likes positions in which the second is to move.
struct Hopeful;

impl Evaluate<Tree> for Hopeful {
    fn points(&self, game: &Tree, state: &<Tree as Game>::State) -> PerSeat<Points> {
        let first_moves = seat_to_move(game, state) == Some(Seat::FIRST);
        let first = if first_moves { 10 } else { 50 };
        PerSeat::from_fn(2, |seat| if seat == Seat::FIRST { first } else { -first })
    }

    fn scale(&self) -> Points {
        100
    }
}

/// The best move and its points after one ply and quiescence.
fn at_rest(tree: &str, quiescence_depth: u32, hints: impl Hints<Tree>) -> (u16, Option<Points>) {
    let config = PvsConfig {
        quiescence_depth,
        ..to_depth(1)
    };
    let desk = Desk::at_start(Tree::parse(tree, 2));
    let solution = desk.ask(|turn| Pvs::new(config, Hopeful, hints).solve(turn));
    (solution.best, solution.points)
}

#[test]
fn quiescence_sees_the_answer_that_a_short_search_misses() {
    let tree = "1(2(-90 -80) 1(1 2))";
    assert_eq!(at_rest(tree, 8, NoHints), (0, Some(50)));
    assert_eq!(at_rest(tree, 0, NoisySeat(Seat::new(1))), (0, Some(50)));
    assert_eq!(at_rest(tree, 8, NoisySeat(Seat::new(1))), (1, Some(10)));
}

#[test]
fn a_noisy_move_need_not_be_played() {
    let tree = "1(2(90 80) 1(1 2))";
    assert_eq!(at_rest(tree, 8, NoisySeat(Seat::new(1))), (0, Some(50)));
}

#[test]
fn a_slow_win_by_noisy_moves_does_not_hide_a_quick_one() {
    let desk = Desk::at_start(Tree::parse("1(1(1(1(100))) 2(1(100)))", 2));
    let pvs = |depth| {
        let hints = NoisySeat(Seat::FIRST);
        desk.ask(|turn| Pvs::new(to_depth(depth), Hopeful, hints).solve(turn))
    };
    let (short, long) = (pvs(1), pvs(9));
    assert_eq!((short.best, short.points), (0, Some(WIN - 4)));
    assert_eq!((long.best, long.points), (1, Some(WIN - 3)));
}

#[test]
fn an_evaluation_out_of_bounds_does_not_hang_the_search() {
    struct Boundless;
    impl Evaluate<Pile> for Boundless {
        fn points(&self, _: &Pile, _: &<Pile as Game>::State) -> PerSeat<Points> {
            PerSeat::from_fn(2, |seat| {
                if seat == Seat::FIRST {
                    2 * WIN
                } else {
                    -2 * WIN
                }
            })
        }

        fn scale(&self) -> Points {
            1
        }
    }
    let mut desk = Desk::at_start(Pile {
        stones: 40,
        take: 3,
        seats: 2,
    });
    for _ in 0..2 {
        let solution = desk.pvs(&to_depth(6), Boundless);
        assert!(desk.moves.contains(&solution.best));
        desk.play(1);
    }
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
        let config = PvsConfig {
            quiescence_depth,
            ..to_depth(2)
        };
        let solution = desk.ask(|turn| Pvs::new(config, Noise(900), Nervous).solve(turn));
        let most = 4 * 2_u64.pow(2 + quiescence_depth);
        assert!(
            solution.effort.nodes < most,
            "{} nodes",
            solution.effort.nodes
        );
    }
}

#[test]
fn who_watches_sees_every_depth_and_changes_nothing() {
    for desk in braids(20) {
        let config = to_depth(6);
        let alone = desk.pvs(&config, Noise(900));
        let seen = Mutex::new(Vec::new());
        let sight = |so_far: &Choice<_>| seen.lock().unwrap().push(so_far.clone());
        let watched = desk.ask(|turn| {
            let turn = Turn {
                watcher: Watcher::new(&sight),
                ..*turn
            };
            Pvs::new(config.clone(), Noise(900), NoHints).solve(&turn)
        });
        assert_eq!(watched, alone);
        let seen = seen.into_inner().unwrap();
        let depths: Vec<u32> = seen.iter().map(|so_far| so_far.effort.depth).collect();
        let all: Vec<u32> = (1..=alone.effort.depth).collect();
        assert_eq!(depths, all, "{:?}", desk.game);
        let last = seen.last().unwrap();
        assert_eq!((last.best, &last.line), (alone.best, &alone.line));
        assert_eq!(last.effort, alone.effort);
    }
}
