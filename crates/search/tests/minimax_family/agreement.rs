//! The searches of the family compared with independently known values and with each other.

use ludorum_core::{
    Agent, EvalPoints, Evaluate, Game, NodeKind, PerSeat, SearchOverrides, Seat, Seed,
    VariationTrendCorrection, WIN, ZeroEvaluation, points_at_end,
};
use ludorum_search::{
    AlphaBeta, AlphaBetaOptions, MaxN, Minimax, NoHints, ParallelAlphaBeta, Pvs, PvsConfig,
};
use ludorum_testkit::toys::{ExplicitTree, SubtractionGame};

use crate::test_bench::{Noise, SCALE, TestBench, to_depth};

/// Deeper than any tree here.
const TO_THE_END: u32 = 99;

fn random_trees(count: u64) -> impl Iterator<Item = TestBench<ExplicitTree>> {
    (0..count).map(|i| {
        let seats = 2 + (i % 3) as usize;
        let branching = 2 + (i % 4) as usize;
        TestBench::at_start(ExplicitTree::random(
            Seed(4).child("tree", i),
            seats,
            6,
            branching,
        ))
    })
}

#[test]
fn all_find_the_value_of_the_tree() {
    let mut compound = 0;
    for bench in random_trees(300) {
        let exact = points_at_end(bench.game.paranoid(bench.seat), 0, SCALE);
        let pvs = |table_mib, threads| {
            let config = PvsConfig {
                table_mib,
                threads,
                ..PvsConfig::default()
            };
            bench.pvs(&config, Noise(900))
        };
        for (name, solution) in [
            ("minimax", bench.minimax(TO_THE_END, Noise(900))),
            ("alphabeta", bench.alphabeta(TO_THE_END, Noise(900))),
            ("parallel", bench.parallel(TO_THE_END, Noise(900), 2)),
            ("pvs", pvs(1, 1)),
            ("pvs, tiny table", pvs(0, 1)),
            ("pvs, two threads", pvs(1, 2)),
            ("pvs, tiny table, two threads", pvs(0, 2)),
        ] {
            // For a forced move pvs searches one ply only.
            if bench.moves.len() > 1 || !name.starts_with("pvs") {
                assert_eq!(solution.points, Some(exact), "{name}: {:?}", bench.game);
                bench.check_to_the_end(&solution);
            }
        }
        compound += usize::from(bench.has_compound_turn());
    }
    assert!(
        compound > 100,
        "only {compound} trees in which a seat moves twice in a row"
    );
}

#[test]
fn maxn_finds_what_every_seat_gets() {
    for bench in random_trees(300) {
        let exact = bench
            .game
            .exact()
            .map(|utility| points_at_end(utility, 0, SCALE));
        assert_eq!(bench.maxn(TO_THE_END, Noise(900)).points, Some(exact));
    }
}

#[test]
fn maxn_takes_the_first_of_equals() {
    let bench = TestBench::at_start(ExplicitTree::parse("1(2(10/5/30 20/5/60) 12/0/0)", 3));
    let solution = bench.maxn(9, ZeroEvaluation);
    assert_eq!((solution.best, &solution.line[..]), (1, &[1][..]));
}

#[test]
fn at_any_depth_all_agree() {
    for bench in random_trees(200) {
        // With few distinct points many moves are equal, which exposes off-by-one errors in bounds.
        for (depth, noise) in (1..=5).flat_map(|depth| [(depth, Noise(3)), (depth, Noise(900))]) {
            let plain = bench.minimax(depth, noise);
            bench.check(&plain);
            for other in [
                bench.alphabeta(depth, noise),
                bench.parallel(depth, noise, 1),
            ] {
                assert_eq!(other.points, plain.points, "depth {depth}");
                assert_eq!(other.line, plain.line, "depth {depth}");
                assert!(other.effort.nodes <= plain.effort.nodes);
                assert_eq!(other.effort.depth, plain.effort.depth);
            }
            if bench.moves.len() > 1 {
                for table_mib in [0, 1] {
                    let config = PvsConfig {
                        table_mib,
                        ..to_depth(depth)
                    };
                    let strong = bench.pvs(&config, noise);
                    assert_eq!(strong.points, plain.points, "depth {depth}");
                    bench.check(&strong);
                }
            }
            if bench.game.seats() == 2 {
                let each = bench.maxn(depth, noise);
                assert_eq!(each.points.map(|all| all[bench.seat]), plain.points);
                assert_eq!(each.line, plain.line);
            }
        }
    }
}

#[test]
fn alphabeta_leaves_out_what_cannot_matter() {
    let (mut all, mut pruned) = (0, 0);
    for bench in random_trees(100) {
        all += bench.minimax(TO_THE_END, ZeroEvaluation).effort.nodes;
        pruned += bench.alphabeta(TO_THE_END, ZeroEvaluation).effort.nodes;
    }
    assert!(pruned * 2 < all, "{pruned} of {all}");
}

/// The points of the seat to move, by the definition of the game: quick wins, slow losses.
fn pile_points(stones: u8, take: u8) -> EvalPoints {
    let mut points = vec![-WIN];
    for stones in 1..=usize::from(stones) {
        let after = |taken: usize| points[stones - taken];
        let best = (1..=stones.min(usize::from(take)))
            .map(|taken| -after(taken))
            .max();
        let best: EvalPoints = best.unwrap_or_default();
        points.push(best - best.signum());
    }
    points[usize::from(stones)]
}

#[test]
fn wins_are_found_with_their_distance() {
    for stones in 2..=14 {
        let bench = TestBench::at_start(SubtractionGame {
            stones,
            take: 3,
            seats: 2,
        });
        let exact = Some(pile_points(stones, 3));
        let plain = bench.minimax(TO_THE_END, ZeroEvaluation);
        assert_eq!(plain.points, exact, "{stones} stones");
        let pruned = bench.alphabeta(TO_THE_END, ZeroEvaluation);
        assert_eq!((pruned.points, &pruned.line), (exact, &plain.line));
        for (table_mib, threads) in [(0, 1), (1, 1), (0, 2), (1, 2)] {
            let config = PvsConfig {
                table_mib,
                threads,
                ..PvsConfig::default()
            };
            let strong = bench.pvs(&config, ZeroEvaluation);
            assert_eq!(strong.points, exact, "{stones} stones, {config:?}");
            bench.check_to_the_end(&strong);
        }
    }
}

#[test]
fn shortcuts_prune_more_and_find_the_same() {
    let mut visited = [0, 0, 0, 0];
    for bench in random_trees(200) {
        for depth in 1..=5 {
            let plain = bench.minimax(depth, Noise(900));
            for (at, (ordering, table_mib)) in [
                (false, None),
                (true, None),
                (false, Some(1)),
                (true, Some(1)),
            ]
            .into_iter()
            .enumerate()
            {
                let shortcuts = AlphaBetaOptions {
                    ordering,
                    table_mib,
                };
                let found = bench.alphabeta_with(depth, Noise(900), shortcuts);
                assert_eq!(
                    found.points, plain.points,
                    "{shortcuts:?}: {:?}",
                    bench.game
                );
                visited[at] += found.effort.nodes;
            }
        }
    }
    let [none, ordering, table, both] = visited;
    assert!(
        ordering < none && table <= none && both <= ordering,
        "{visited:?}"
    );
}

/// Evaluates like [`Noise`], makes every third position a leaf, and adds a trend to leaves.
#[derive(Clone, Copy)]
pub(crate) struct TrendEval;

impl TrendEval {
    fn noise<G: Game>(game: &G, state: &G::State) -> PerSeat<EvalPoints> {
        Noise(900).points(game, state)
    }
}

impl<G: Game> Evaluate<G> for TrendEval {
    fn points(&self, game: &G, state: &G::State) -> PerSeat<EvalPoints> {
        TrendEval::noise(game, state)
    }

    fn scale(&self) -> EvalPoints {
        SCALE
    }

    fn overrides(&self) -> Option<&dyn SearchOverrides<G>> {
        Some(self)
    }
}

impl<G: Game> SearchOverrides<G> for TrendEval {
    fn is_leaf(&self, game: &G, state: &G::State) -> bool {
        game.key(state).is_multiple_of(3)
    }

    fn trend(&self) -> Option<VariationTrendCorrection<'_>> {
        Some(&|line: &[PerSeat<EvalPoints>]| {
            let (first, last) = (line[0], line[line.len() - 1]);
            PerSeat::from_fn(first.seats(), |seat| {
                last[seat] - first[seat] + line.len() as EvalPoints
            })
        })
    }
}

/// Reference minimax that recomputes every path separately.
fn follow<G: Game>(
    game: &G,
    state: &G::State,
    seat: Seat,
    depth: u32,
    line: &mut Vec<PerSeat<EvalPoints>>,
) -> EvalPoints {
    let mover = match game.node(state) {
        NodeKind::Decide(mover) => mover,
        _ => {
            let utility = game.outcome(state).unwrap().utilities()[seat];
            return points_at_end(utility, line.len() as u32, SCALE);
        }
    };
    let points = TrendEval::noise(game, state);
    line.push(points);
    let is_settled = line.len() > 1 && TrendEval.is_leaf(game, state);
    let found = if depth == 0 || is_settled {
        let change = SearchOverrides::<G>::trend(&TrendEval).unwrap()(line)[seat];
        points[seat] + change
    } else {
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        let below = moves.into_iter().map(|mv| {
            let mut child = state.clone();
            game.make(&mut child, mv);
            follow(game, &child, seat, depth - 1, line)
        });
        let below: Vec<EvalPoints> = below.collect();
        let best = if mover == seat {
            below.iter().max()
        } else {
            below.iter().min()
        };
        *best.unwrap()
    };
    line.pop();
    found
}

#[test]
fn settled_positions_and_trends_count() {
    for bench in random_trees(100) {
        for depth in 1..=4 {
            let expected = follow(
                &bench.game,
                &bench.state,
                bench.seat,
                depth,
                &mut Vec::new(),
            );
            assert_eq!(bench.minimax(depth, TrendEval).points, Some(expected));
            assert_eq!(bench.alphabeta(depth, TrendEval).points, Some(expected));
        }
    }
}

#[test]
fn choices_are_told_in_utilities() {
    let mut rng = Seed(1).rng();
    let bench = TestBench::at_start(SubtractionGame {
        stones: 7,
        take: 3,
        seats: 2,
    });
    let mut agents: Vec<Box<dyn Agent<SubtractionGame>>> = vec![
        Box::new(Minimax::new(9, ZeroEvaluation)),
        Box::new(AlphaBeta::new(9, ZeroEvaluation)),
        Box::new(ParallelAlphaBeta {
            search: AlphaBeta::new(9, ZeroEvaluation),
            threads: Some(2),
        }),
        Box::new(MaxN::new(9, ZeroEvaluation)),
        Box::new(Pvs::new(PvsConfig::default(), ZeroEvaluation, NoHints)),
    ];
    for agent in &mut agents {
        let choice = bench.ask(|turn| agent.choose(turn, &mut rng));
        assert_eq!(
            (choice.best, choice.line[0], choice.candidates[0].mv),
            (3, 3, 3)
        );
        assert_eq!(
            choice.value.map(|value| value.iter().collect()),
            Some(vec![1.0, -1.0])
        );
        // The other moves lose, but pvs need not prove it.
        let values = choice.candidates.iter().map(|candidate| candidate.value);
        let values: Vec<f64> = values.flatten().collect();
        assert_eq!((values.len(), values[0]), (3, 1.0));
        assert!(values[1..].iter().all(|&value| value <= 0.0), "{values:?}");
        assert!(choice.effort.nodes > 0);
    }
}

#[test]
fn a_paranoid_seat_leaves_the_rest_to_the_others() {
    let mut rng = Seed(1).rng();
    for (stones, expected) in [(2, [1.0, -1.0, -1.0]), (9, [0.0, -0.5, -0.5])] {
        let bench = TestBench::at_start(SubtractionGame {
            stones,
            take: 3,
            seats: 3,
        });
        let mut agent = Minimax::new(1, ZeroEvaluation);
        let value = bench.ask(|turn| agent.choose(turn, &mut rng)).value;
        assert_eq!(
            value.map(|value| value.iter().collect()),
            Some(expected.to_vec())
        );
    }
}

/// Results that are neither wins nor losses keep their utilities.
#[test]
fn partial_utilities_are_told_as_they_are() {
    let mut rng = Seed(1).rng();
    for bench in random_trees(100).filter(|bench| bench.game.seats() == 2 && bench.moves.len() > 1)
    {
        let exact = bench.game.exact()[bench.seat];
        let mut agents: Vec<Box<dyn Agent<ExplicitTree>>> = vec![
            Box::new(Minimax::new(TO_THE_END, ZeroEvaluation)),
            Box::new(MaxN::new(TO_THE_END, ZeroEvaluation)),
            Box::new(Pvs::new(PvsConfig::default(), ZeroEvaluation, NoHints)),
        ];
        for agent in &mut agents {
            let choice = bench.ask(|turn| agent.choose(turn, &mut rng));
            let told = choice.value.map(|value| value[bench.seat]);
            let off = told.map(|told| (told - exact).abs());
            assert!(off.is_some_and(|off| off < 1e-3), "{told:?} for {exact}");
        }
    }
}

/// A proven small gain does not outweigh a large estimated one.
#[test]
fn ends_and_opinions_are_weighed_on_one_scale() {
    struct LargeConstant;
    impl Evaluate<ExplicitTree> for LargeConstant {
        fn points(
            &self,
            _: &ExplicitTree,
            _: &<ExplicitTree as Game>::State,
        ) -> PerSeat<EvalPoints> {
            PerSeat::from_fn(2, |seat| if seat == Seat::FIRST { 1000 } else { -1000 })
        }

        fn scale(&self) -> EvalPoints {
            100
        }
    }
    let bench = TestBench::at_start(ExplicitTree::parse("1(5 1(2(90 90)))", 2));
    assert_eq!(bench.minimax(1, LargeConstant).best, 1);
    assert_eq!(bench.pvs(&to_depth(1), LargeConstant).best, 1);
}
