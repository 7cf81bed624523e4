//! Monte-Carlo tree search compared with exact values, and its limits.

use std::sync::Mutex;
use std::time::Duration;

use ludorum_core::{
    Agent, Budget, EvalPoints, Evaluate, Game, MoveChoice, PerSeat, ProgressCallback, SearchStats,
    Seat, Seed, ZeroEvaluation,
};
use ludorum_search::{
    AgentPolicy, Mcts, MctsConfig, MoveHints, OnePlyGreedy, ProgressiveBias, ProgressiveWidening,
};
use ludorum_testkit::toys::{
    ExplicitChanceTree, ExplicitTree, ExplicitTreeState, RerollGame, RerollMove, SubtractionGame,
    SubtractionState,
};

use crate::test_bench::TestBench;

fn within(budget: Budget) -> MctsConfig {
    MctsConfig {
        budget,
        ..MctsConfig::default()
    }
}

fn iterations(iterations: u64) -> MctsConfig {
    within(Budget::iterations(iterations))
}

fn pile(stones: u8, take: u8, seats: usize) -> TestBench<SubtractionGame> {
    TestBench::at_start(SubtractionGame {
        stones,
        take,
        seats,
    })
}

fn visits<M>(choice: &MoveChoice<M>) -> u64 {
    choice
        .candidates
        .iter()
        .map(|candidate| candidate.visits)
        .sum()
}

#[test]
fn the_best_move_of_small_trees_is_found() {
    for (text, seats, best) in [
        // By the mean the first looks better.
        ("1(2(90 -50) 2(10 20))", 2, 1),
        ("2(1(90 -50) 1(10 20))", 2, 1),
        // The same seat twice: flipping the sign with every ply would take the 90 for a threat.
        ("1(1(-90 60) 2(50 90))", 2, 0),
        ("1(1(2(-90 99) 2(60 70)) 2(50 90))", 2, 0),
        // A paranoid search would fear the -40.
        ("1(2(50/30/0 -40/10/0) 3(30/0/10 20/0/5))", 3, 0),
        ("3(1(0/10/-50 -1/10/90) 2(0/10/20 0/20/10))", 3, 1),
        // A single seat.
        ("1(1(0 10) 1(-90 1(20 -90)))", 1, 1),
    ] {
        let bench = TestBench::at_start(ExplicitTree::parse(text, seats));
        let choice = bench.ask(&mut Mcts::new(MctsConfig {
            exploration: 0.3,
            ..iterations(5000)
        }));
        assert_eq!(choice.best, best, "{text}");
        let exact = bench.game.exact();
        let value = choice.value.unwrap();
        for seat in Seat::all(seats) {
            assert!(
                (value[seat] - exact[seat]).abs() < 0.05,
                "{text}: {value:?} {exact:?}"
            );
        }
        let own = choice.candidates[0].value.unwrap();
        assert!(
            (own - exact[bench.seat()]).abs() < 0.02,
            "{text}: {own} {exact:?}"
        );
    }
}

#[test]
fn values_converge_on_random_trees() {
    // Not with more seats: there the tie-break of one seat decides what others get.
    for (index, seats) in (0..60).zip([1, 2].into_iter().cycle()) {
        let bench = TestBench::at_start(ExplicitChanceTree::random(
            Seed(21).child("tree", index),
            seats,
            4,
            3,
        ));
        let mut agent = Mcts::new(MctsConfig {
            exploration: 1.0,
            ..iterations(100_000)
        });
        let choice = bench.ask(&mut agent);
        if choice.candidates.len() == 1 {
            continue; // Forced moves get few iterations.
        }
        let value = choice.candidates[0].value.unwrap();
        let exact = bench.game.exact()[bench.seat()];
        assert!(
            (value - exact).abs() < 0.05,
            "tree {index}: {value} {exact}"
        );
    }
}

#[test]
fn a_pile_is_won_where_it_can_be() {
    for stones in [9, 10, 11, 13] {
        let choice = pile(stones, 3, 2).ask(&mut Mcts::new(iterations(5000)));
        assert_eq!(choice.best, stones % 4, "{stones} stones");
    }
}

#[test]
fn dice_are_kept_when_they_are_good_enough() {
    for pips in 1..=6 {
        let mut bench = TestBench::at_start(RerollGame);
        bench.play(RerollMove::Pips(pips));
        let expect = |bench: &TestBench<RerollGame>, keep| {
            let best = bench.ask(&mut Mcts::new(iterations(20_000))).best;
            let expected = if keep {
                RerollMove::Keep
            } else {
                RerollMove::Again
            };
            assert_eq!(best, expected, "{:?}", bench.state);
        };
        expect(&bench, pips >= 5);

        let mut bench = TestBench::at_start(RerollGame);
        bench.play(RerollMove::Pips(1));
        bench.play(RerollMove::Again);
        bench.play(RerollMove::Pips(pips));
        expect(&bench, pips >= 4);
    }
}

#[test]
fn the_same_seed_gives_the_same_choice_for_any_number_of_threads() {
    let ask = |seed, threads| {
        let mut bench = TestBench::at_start(ExplicitChanceTree::random(Seed(22), 2, 8, 4));
        bench.seed = Seed(seed);
        bench.ask(&mut Mcts::new(MctsConfig {
            threads,
            ..iterations(501)
        }))
    };
    for threads in [1, 2, 3] {
        let choice = ask(1, threads);
        assert_eq!(choice, ask(1, threads), "{threads} threads");
        assert_ne!(choice, ask(2, threads), "{threads} threads");
        assert_eq!(visits(&choice), 501);
    }
    assert_ne!(ask(1, 1).candidates, ask(1, 2).candidates);
    // One iteration cannot be divided.
    let mut agent = Mcts::new(MctsConfig {
        threads: 8,
        ..iterations(1)
    });
    assert_eq!(visits(&pile(20, 3, 2).ask(&mut agent)), 1);
}

#[test]
fn moves_are_tried_in_another_order_each_time_and_in_each_thread() {
    let tried = |seed, threads| {
        let mut bench = TestBench::at_start(ExplicitTree::parse("1(20 20 20 20)", 2));
        bench.seed = Seed(seed);
        let choice = bench.ask(&mut Mcts::new(MctsConfig {
            threads,
            ..iterations(threads as u64)
        }));
        let tried = choice.candidates.iter().filter(|c| c.visits > 0);
        tried.map(|c| c.mv).collect::<Vec<_>>()
    };
    let mut first: Vec<u16> = (0..40).flat_map(|seed| tried(seed, 1)).collect();
    first.sort_unstable();
    first.dedup();
    assert_eq!(first, [0, 1, 2, 3]);
    assert!((0..20).any(|seed| tried(seed, 2).len() == 2));
}

#[test]
fn what_was_learnt_is_kept_while_the_game_is_followed() {
    for threads in [1, 2] {
        let config = MctsConfig {
            threads,
            ..iterations(2000)
        };
        let play = |config, moves: &[u8], observed: usize| {
            let mut bench = pile(40, 3, 2);
            let mut agent = Mcts::new(config);
            bench.ask(&mut agent);
            for (number, &taken) in moves.iter().enumerate() {
                bench.play(taken);
                if number < observed {
                    agent.observe(&bench.game, Seat::FIRST, &bench.state);
                }
            }
            visits(&bench.ask(&mut agent))
        };
        assert!(play(config, &[1, 2], 2) > 2100, "{threads} threads");
        assert_eq!(
            play(config, &[1, 2], 1),
            2000,
            "the position was never seen"
        );
        let forgetful = MctsConfig {
            reuse: false,
            ..config
        };
        assert_eq!(play(forgetful, &[1, 2], 2), 2000);
    }
}

#[test]
fn a_tree_follows_the_dice() {
    let mut bench = TestBench::at_start(RerollGame);
    bench.play(RerollMove::Pips(2));
    let mut agent = Mcts::new(iterations(6000));
    bench.ask(&mut agent);
    for mv in [RerollMove::Again, RerollMove::Pips(3)] {
        bench.play(mv);
        agent.observe(&bench.game, Seat::FIRST, &bench.state);
    }
    let choice = bench.ask(&mut agent);
    assert!(visits(&choice) > 6500, "a sixth of the visits came here");
    assert_eq!(choice.best, RerollMove::Again);
}

#[test]
fn limits_are_kept() {
    let effort = |budget| -> (u64, SearchStats) {
        let choice = pile(60, 3, 2).ask(&mut Mcts::new(within(budget)));
        (visits(&choice), choice.effort)
    };
    assert_eq!(effort(Budget::iterations(300)).0, 300);
    assert_eq!(effort(Budget::UNLIMITED).0, MctsConfig::DEFAULT_ITERATIONS);
    assert_eq!(effort(Budget::iterations(0)).0, 1);
    let (made, nodes) = effort(Budget::nodes(10_000));
    assert!(nodes.nodes <= 10_000 && nodes.nodes > 9_900, "{nodes:?}");
    assert!(made > 100);
    assert_eq!(effort(Budget::nodes(1)).0, 1);
    assert!(effort(Budget::time(Duration::from_millis(20))).0 > 1);

    let (_, shallow) = effort(Budget {
        depth: Some(2),
        ..Budget::iterations(2000)
    });
    assert_eq!(shallow.depth, 2);
    assert!(effort(Budget::iterations(2000)).1.depth > 2);
    assert_eq!(effort(Budget::depth(0)).0, MctsConfig::DEFAULT_ITERATIONS);

    // The turn's budget may be tighter than the agent's.
    let bench = pile(60, 3, 2).with_budget(Budget::iterations(7));
    assert_eq!(visits(&bench.ask(&mut Mcts::new(iterations(300)))), 7);
}

#[test]
fn a_raised_flag_ends_the_search_at_once() {
    for threads in [1, 2] {
        let bench = pile(60, 3, 2);
        bench.stop.raise();
        let choice = bench.ask(&mut Mcts::new(MctsConfig {
            threads,
            ..iterations(1_000_000)
        }));
        assert_eq!(visits(&choice), threads as u64);
    }
}

#[test]
fn a_forced_move_is_answered_quickly_but_with_a_value() {
    let bench = TestBench::at_start(ExplicitTree::parse("1(2(40 90))", 2));
    let choice = bench.ask(&mut Mcts::new(iterations(1_000_000)));
    assert!(visits(&choice) < 100);
    let value = choice.value.unwrap()[Seat::FIRST];
    assert!((0.4..0.8).contains(&value), "{value}");
}

/// An evaluation that gives seat 1 a utility of one third everywhere.
struct ConstantThird;

impl<G: Game> Evaluate<G> for ConstantThird {
    fn points(&self, _: &G, _: &G::State) -> PerSeat<EvalPoints> {
        PerSeat::from_fn(2, |seat| if seat == Seat::FIRST { 1 } else { -1 })
    }

    fn scale(&self) -> EvalPoints {
        2
    }
}

#[test]
fn the_evaluation_takes_over_where_playouts_end() {
    let ask = |playout_depth, stones| {
        let config = MctsConfig {
            playout_depth,
            ..iterations(50)
        };
        pile(stones, 3, 2).ask(&mut Mcts::new(config).with_evaluation(ConstantThird))
    };
    let judged = ask(Some(0), 200);
    assert!((judged.value.unwrap()[Seat::FIRST] - 1.0 / 3.0).abs() < 1e-9);
    assert_eq!((judged.effort.playouts, judged.effort.evaluations), (0, 50));

    let short = ask(Some(2), 200);
    assert!((short.value.unwrap()[Seat::FIRST] - 1.0 / 3.0).abs() < 1e-9);
    assert_eq!((short.effort.playouts, short.effort.evaluations), (50, 50));
    assert_eq!(short.effort.nodes, judged.effort.nodes + 2 * 50);

    let long = ask(None, 200);
    assert_eq!((long.effort.playouts, long.effort.evaluations), (50, 0));

    // At the end of the game nothing is evaluated.
    let ended = ask(Some(0), 1);
    assert_eq!(ended.value.unwrap()[Seat::FIRST], 1.0);
    assert_eq!(ended.effort.evaluations, 0);
}

#[test]
fn playouts_follow_their_policy() {
    // Random replies to the first move average 80; greedy ones give 10.
    let text = "1(2(2(10 99) 2(99 99)) 20)";
    let value = |agent: &mut Mcts<ExplicitTree>| {
        let bench = TestBench::at_start(ExplicitTree::parse(text, 2));
        let choice = bench.ask(agent);
        let first = choice.candidates.iter().find(|candidate| candidate.mv == 0);
        first.and_then(|candidate| candidate.value).unwrap()
    };
    let config = MctsConfig {
        budget: Budget {
            iterations: Some(400),
            depth: Some(1),
            ..Budget::UNLIMITED
        },
        ..MctsConfig::default()
    };
    assert!(value(&mut Mcts::new(config)) > 0.6);
    let greedy = AgentPolicy::new(OnePlyGreedy::new(ZeroEvaluation));
    let mean = value(&mut Mcts::new(config).with_playouts(greedy));
    assert!(
        (0.5..0.6).contains(&mean),
        "half of the blind first steps: {mean}"
    );
}

/// Hints that prefer move 3, then move 1.
struct FixedPriorities;

impl MoveHints<ExplicitTree> for FixedPriorities {
    fn priority(&self, _: &ExplicitTree, _: &ExplicitTreeState, mv: u16) -> i32 {
        [0, 10, 0, 20][usize::from(mv)]
    }
}

#[test]
fn hints_narrow_and_bias_the_search() {
    let counts = |config: MctsConfig| {
        let bench = TestBench::at_start(ExplicitTree::parse("1(20 20 20 20)", 2));
        let choice = bench.ask(&mut Mcts::new(config).with_hints(FixedPriorities));
        let mut counts = [0; 4];
        for candidate in choice.candidates {
            counts[usize::from(candidate.mv)] = candidate.visits;
        }
        counts
    };
    let widening = |factor, exponent| {
        let widening = Some(ProgressiveWidening { factor, exponent });
        counts(MctsConfig {
            widening,
            ..iterations(100)
        })
    };
    assert_eq!(widening(1.0, 0.0), [0, 0, 0, 100]);
    assert_eq!(widening(2.0, 0.0), [0, 50, 0, 50]);
    // The third move is admitted at visit 26, the fourth at visit 65.
    let gradual = widening(0.5, 0.4);
    assert!(gradual[3] > gradual[0].max(gradual[2]), "{gradual:?}");

    assert_eq!(counts(iterations(100)), [25; 4]);
    let biased = counts(MctsConfig {
        bias: Some(ProgressiveBias {
            weight: 10.0,
            scale: 10,
        }),
        ..iterations(100)
    });
    assert!(biased[3] > biased[1] && biased[1] > biased[0], "{biased:?}");
}

#[test]
fn low_urgency_leaves_moves_untried() {
    let ask = |first_play| {
        let bench = TestBench::at_start(ExplicitTree::parse("1(20 20 20 20)", 2));
        let choice = bench.ask(&mut Mcts::new(MctsConfig {
            first_play,
            exploration: 0.0,
            ..iterations(50)
        }));
        choice.candidates.iter().filter(|c| c.visits > 0).count()
    };
    assert_eq!(ask(Some(0.1)), 1);
    assert_eq!(ask(Some(1.1)), 4);
    assert_eq!(ask(None), 4);
}

#[test]
fn eight_seats_share_one_win() {
    let mut bench = pile(9, 2, 8);
    bench.play(1);
    bench.play(1);
    let value = bench.ask(&mut Mcts::new(iterations(3000))).value.unwrap();
    let shares: f64 = value.iter().map(|utility| (utility + 1.0) / 2.0).sum();
    assert_eq!(value.seats(), 8);
    assert!((shares - 1.0).abs() < 1e-9, "{value:?}");
}

#[test]
fn an_unknown_position_starts_a_new_tree() {
    let bench = pile(40, 3, 2);
    let mut agent = Mcts::new(iterations(500));
    bench.ask(&mut agent);
    let elsewhere: SubtractionState = pile(33, 3, 2).state;
    agent.observe(&bench.game, Seat::FIRST, &elsewhere);
    assert_eq!(visits(&bench.ask(&mut agent)), 500);
}

#[test]
fn who_watches_is_shown_the_search_and_changes_nothing() {
    // Progress reports are periodic, so the search must take a while on any machine.
    for tries in 0.. {
        let count = 20_000 << tries;
        let bench = pile(60, 6, 3);
        let alone = bench.ask(&mut Mcts::new(iterations(count)));
        let seen = Mutex::new(Vec::new());
        let sight = |so_far: &MoveChoice<_>| seen.lock().unwrap().push(so_far.clone());
        let watched = bench.ask_with_progress(
            &mut Mcts::new(iterations(count)),
            ProgressCallback::new(&sight),
        );
        assert_eq!(watched, alone);
        let seen = seen.into_inner().unwrap();
        if let [first, ..] = seen.as_slice() {
            assert!(visits(first) < visits(&alone));
            assert!(first.effort.nodes < alone.effort.nodes);
            assert_eq!(first.line.first(), Some(&first.best));
            assert_eq!(first.candidates[0].mv, first.best);
            return;
        }
    }
}
