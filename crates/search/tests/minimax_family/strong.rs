//! Features of principal variation search: transposition table, move ordering, quiescence search and
//! early termination.

use std::sync::Mutex;

use ludorum_core::{
    Agent, Budget, EvalPoints, Evaluate, Game, MoveChoice, PerSeat, ProgressCallback, Seat, Seed,
    StopFlag, TurnContext, WIN, ZeroEvaluation,
};
use ludorum_search::{MoveHints, NoHints, Pvs, PvsConfig, Selectivity};
use ludorum_testkit::toys::{ExplicitTree, SubtractionGame};

use crate::braid::{Braid, Payoff, TurnOrder};
use crate::test_bench::{Noise, TestBench, seat_to_move, to_depth};

fn braids(count: u64) -> impl Iterator<Item = TestBench<Braid>> {
    (0..count).map(|i| {
        let seed = Seed(8).child("braid", i);
        TestBench::at_start(Braid {
            seats: 2 + (i % 3) as usize,
            length: 6,
            branching: 3,
            order: TurnOrder::Drawn(seed),
            payoff: Payoff::Drawn(seed),
        })
    })
}

#[test]
fn what_was_found_on_the_time_of_the_other_helps() {
    let nodes = [true, false].map(|ponders| {
        let mut bench = TestBench::at_start(SubtractionGame {
            stones: 21,
            take: 3,
            seats: 2,
        });
        let config = PvsConfig {
            ponders,
            ..PvsConfig::default()
        };
        let mut agent = Pvs::new(config, ZeroEvaluation, NoHints);
        // Seat 1 is to move, seat 2 ponders; the game is small enough to be solved.
        agent.ponder(&bench.game, Seat::new(1), &bench.state, &StopFlag::new());
        bench.play(2);
        let found = bench.ask(|turn| agent.solve(turn));
        assert_eq!(found.best, 3);
        found.effort.nodes
    });
    assert!(nodes[0] * 2 < nodes[1], "{nodes:?}");
}

#[test]
fn moves_without_alternative_can_be_free() {
    // Seat 1 has a choice, then all moves are forced, and then seat 1 wins or loses.
    let chain = "1(2(1(2(-100/100))) 2(1(2(100/-100))))";
    let bench = TestBench::at_start(ExplicitTree::parse(chain, 2));
    let best = |one_reply_extension| {
        let selective = Selectivity {
            one_reply_extension,
            ..Selectivity::default()
        };
        let config = PvsConfig {
            selectivity: selective,
            ..to_depth(2)
        };
        bench.pvs(&config, ZeroEvaluation).best
    };
    assert_eq!((best(false), best(true)), (0, 1));
}

#[test]
fn a_table_changes_nothing() {
    let (mut with, mut without) = (0, 0);
    for bench in braids(200) {
        for (depth, noise) in (1..=6).flat_map(|depth| [(depth, Noise(3)), (depth, Noise(900))]) {
            let plain = bench.minimax(depth, noise);
            for (table_mib, nodes) in [(1, &mut with), (0, &mut without)] {
                let config = PvsConfig {
                    table_mib,
                    ..to_depth(depth)
                };
                let strong = bench.pvs(&config, noise);
                assert_eq!(
                    strong.points, plain.points,
                    "depth {depth}: {:?}",
                    bench.game
                );
                *nodes += strong.effort.nodes;
                if depth == 6 {
                    bench.check_to_the_end(&strong);
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
    for bench in braids(100) {
        let plain = bench.minimax(6, ZeroEvaluation);
        for (table_mib, threads) in [(0, 2), (1, 2), (1, 4)] {
            let config = PvsConfig {
                table_mib,
                threads,
                ..to_depth(6)
            };
            let strong = bench.pvs(&config, Noise(900));
            assert_eq!(strong.points, plain.points, "{config:?}");
            bench.check_to_the_end(&strong);
        }
    }
}

#[test]
fn one_player_may_play_all_seats() {
    // With three seats, entries stored for one seat must not be used for another.
    for mut bench in braids(200) {
        let mut agent = Pvs::new(to_depth(6), Noise(900), NoHints);
        while !bench.moves.is_empty() {
            let plain = bench.minimax(6, Noise(900));
            let strong = bench.ask(|turn| agent.solve(turn));
            assert_eq!(strong.points, plain.points, "{:?}", bench.game);
            bench.play(bench.moves[0]);
        }
    }
}

#[test]
fn fewer_nodes_than_alphabeta() {
    let bench = TestBench::at_start(SubtractionGame {
        stones: 24,
        take: 4,
        seats: 2,
    });
    let strong = bench.pvs(&to_depth(11), ZeroEvaluation);
    let plain = bench.alphabeta(11, ZeroEvaluation);
    assert_eq!(strong.points, plain.points);
    let (few, many) = (strong.effort.nodes, plain.effort.nodes);
    assert!(few * 20 < many, "{few} of {many}");
}

#[test]
fn what_was_good_before_is_tried_first() {
    // The best move is always listed last, and the table is too small to keep it.
    let bench = TestBench::at_start(Braid {
        seats: 2,
        length: 8,
        branching: 8,
        order: TurnOrder::InTurn,
        payoff: Payoff::Sum,
    });
    let strong = bench.pvs(
        &PvsConfig {
            table_mib: 0,
            ..to_depth(6)
        },
        ZeroEvaluation,
    );
    let to_the_end = bench.pvs(
        &PvsConfig {
            table_mib: 0,
            ..to_depth(8)
        },
        ZeroEvaluation,
    );
    assert_eq!(to_the_end.best, 7);
    // Alpha-beta must visit at least about 2 * 8^(8/2) leaves (Knuth and Moore 1975).
    let least = 2 * 8_u64.pow(4);
    let nodes = to_the_end.effort.nodes - strong.effort.nodes;
    assert!(nodes < 4 * least, "{nodes} nodes, {least} needed");
}

#[test]
fn hints_save_nodes() {
    /// Hints that leaving a multiple of `take + 1` is good.
    struct MultipleHints;
    impl MoveHints<SubtractionGame> for MultipleHints {
        fn priority(
            &self,
            game: &SubtractionGame,
            state: &<SubtractionGame as Game>::State,
            taken: u8,
        ) -> i32 {
            i32::from((state.stones() - taken).is_multiple_of(game.take + 1))
        }
    }
    let bench = TestBench::at_start(SubtractionGame {
        stones: 23,
        take: 4,
        seats: 2,
    });
    // A table this small is of no help.
    let config = PvsConfig {
        table_mib: 0,
        ..PvsConfig::default()
    };
    let blind = bench.pvs(&config, ZeroEvaluation);
    let told = bench.ask(|turn| Pvs::new(config, ZeroEvaluation, MultipleHints).solve(turn));
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
        let mut bench = TestBench::at_start(SubtractionGame {
            stones: 60,
            take: 5,
            seats: 3,
        });
        let mut answers = Vec::new();
        while !bench.moves.is_empty() {
            let solution = bench.ask(|turn| agent.solve(turn));
            bench.play(solution.best);
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
    let ask = |tree| {
        TestBench::at_start(ExplicitTree::parse(tree, 2)).pvs(&PvsConfig::default(), Noise(900))
    };
    let only_move = ask("1(2(1(1 2) 1(3 4)))");
    assert_eq!(
        (only_move.effort.nodes, only_move.points.is_some()),
        (1, true)
    );
    // One iteration per ply of the tree.
    assert_eq!(ask("1(2(0 0) 2(0 0))").effort.depth, 2);
    // The win is found at once, although the other move could be searched deeper.
    let won = ask("1(2(1(1 2) 1(3 4)) 100)");
    assert_eq!((won.best, won.effort.depth), (1, 1));
}

/// Hints that all moves of one seat are noisy.
struct NoisySeat(Seat);

impl MoveHints<ExplicitTree> for NoisySeat {
    fn noisy_moves(
        &self,
        game: &ExplicitTree,
        state: &<ExplicitTree as Game>::State,
        out: &mut Vec<u16>,
    ) {
        if seat_to_move(game, state) == Some(self.0) {
            game.moves(state, out);
        }
    }
}

/// An evaluation that favours the first seat if the second is to move.
struct OpponentToMove;

impl Evaluate<ExplicitTree> for OpponentToMove {
    fn points(
        &self,
        game: &ExplicitTree,
        state: &<ExplicitTree as Game>::State,
    ) -> PerSeat<EvalPoints> {
        let first_moves = seat_to_move(game, state) == Some(Seat::FIRST);
        let first = if first_moves { 10 } else { 50 };
        PerSeat::from_fn(2, |seat| if seat == Seat::FIRST { first } else { -first })
    }

    fn scale(&self) -> EvalPoints {
        100
    }
}

/// The best move and its points after one ply and quiescence.
fn quiesce(
    tree: &str,
    quiescence_depth: u32,
    hints: impl MoveHints<ExplicitTree>,
) -> (u16, Option<EvalPoints>) {
    let config = PvsConfig {
        quiescence_depth,
        ..to_depth(1)
    };
    let bench = TestBench::at_start(ExplicitTree::parse(tree, 2));
    let solution = bench.ask(|turn| Pvs::new(config, OpponentToMove, hints).solve(turn));
    (solution.best, solution.points)
}

#[test]
fn quiescence_sees_the_answer_that_a_short_search_misses() {
    let tree = "1(2(-90 -80) 1(1 2))";
    assert_eq!(quiesce(tree, 8, NoHints), (0, Some(50)));
    assert_eq!(quiesce(tree, 0, NoisySeat(Seat::new(1))), (0, Some(50)));
    assert_eq!(quiesce(tree, 8, NoisySeat(Seat::new(1))), (1, Some(10)));
}

#[test]
fn a_noisy_move_need_not_be_played() {
    let tree = "1(2(90 80) 1(1 2))";
    assert_eq!(quiesce(tree, 8, NoisySeat(Seat::new(1))), (0, Some(50)));
}

#[test]
fn a_slow_win_by_noisy_moves_does_not_hide_a_quick_one() {
    let bench = TestBench::at_start(ExplicitTree::parse("1(1(1(1(100))) 2(1(100)))", 2));
    let pvs = |depth| {
        let hints = NoisySeat(Seat::FIRST);
        bench.ask(|turn| Pvs::new(to_depth(depth), OpponentToMove, hints).solve(turn))
    };
    let (short, long) = (pvs(1), pvs(9));
    assert_eq!((short.best, short.points), (0, Some(WIN - 4)));
    assert_eq!((long.best, long.points), (1, Some(WIN - 3)));
}

#[test]
fn an_evaluation_out_of_bounds_does_not_hang_the_search() {
    struct OutOfRange;
    impl Evaluate<SubtractionGame> for OutOfRange {
        fn points(
            &self,
            _: &SubtractionGame,
            _: &<SubtractionGame as Game>::State,
        ) -> PerSeat<EvalPoints> {
            PerSeat::from_fn(2, |seat| {
                if seat == Seat::FIRST {
                    2 * WIN
                } else {
                    -2 * WIN
                }
            })
        }

        fn scale(&self) -> EvalPoints {
            1
        }
    }
    let mut bench = TestBench::at_start(SubtractionGame {
        stones: 40,
        take: 3,
        seats: 2,
    });
    for _ in 0..2 {
        let solution = bench.pvs(&to_depth(6), OutOfRange);
        assert!(bench.moves.contains(&solution.best));
        bench.play(1);
    }
}

#[test]
fn quiescence_ends() {
    /// Hints that all moves are noisy.
    struct AllNoisy;
    impl MoveHints<SubtractionGame> for AllNoisy {
        fn noisy_moves(
            &self,
            game: &SubtractionGame,
            state: &<SubtractionGame as Game>::State,
            out: &mut Vec<u8>,
        ) {
            game.moves(state, out);
        }
    }
    let bench = TestBench::at_start(SubtractionGame {
        stones: 250,
        take: 2,
        seats: 2,
    });
    for quiescence_depth in [1, 6] {
        let config = PvsConfig {
            quiescence_depth,
            ..to_depth(2)
        };
        let solution = bench.ask(|turn| Pvs::new(config, Noise(900), AllNoisy).solve(turn));
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
    for bench in braids(20) {
        let config = to_depth(6);
        let alone = bench.pvs(&config, Noise(900));
        let seen = Mutex::new(Vec::new());
        let sight = |so_far: &MoveChoice<_>| seen.lock().unwrap().push(so_far.clone());
        let watched = bench.ask(|turn| {
            let turn = TurnContext {
                progress: ProgressCallback::new(&sight),
                ..*turn
            };
            Pvs::new(config.clone(), Noise(900), NoHints).solve(&turn)
        });
        assert_eq!(watched, alone);
        let seen = seen.into_inner().unwrap();
        let depths: Vec<u32> = seen.iter().map(|so_far| so_far.effort.depth).collect();
        let all: Vec<u32> = (1..=alone.effort.depth).collect();
        assert_eq!(depths, all, "{:?}", bench.game);
        let last = seen.last().unwrap();
        assert_eq!((last.best, &last.line), (alone.best, &alone.line));
        assert_eq!(last.effort, alone.effort);
    }
}
