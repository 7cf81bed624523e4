//! The searches of the family against values known from elsewhere, and against each other.

use ludorum_core::{
    Agent, Blind, Evaluate, Game, Node, PerSeat, Points, Seat, Seed, Trend, WIN, points_at_end,
};
use ludorum_search::{
    AlphaBeta, MaxN, Minimax, NoHints, ParallelAlphaBeta, Pvs, PvsConfig, Shortcuts,
};
use ludorum_testkit::toys::{Pile, Tree};

use crate::desk::{Desk, Noise, SCALE, to_depth};

/// Deeper than any tree here.
const TO_THE_END: u32 = 99;

fn random_trees(count: u64) -> impl Iterator<Item = Desk<Tree>> {
    (0..count).map(|i| {
        let seats = 2 + (i % 3) as usize;
        let branching = 2 + (i % 4) as usize;
        Desk::at_start(Tree::random(Seed(4).child("tree", i), seats, 6, branching))
    })
}

#[test]
fn all_find_the_value_of_the_tree() {
    let mut compound = 0;
    for desk in random_trees(300) {
        let exact = points_at_end(desk.game.paranoid(desk.seat), 0, SCALE);
        let pvs = |table_mib, threads| {
            let config = PvsConfig {
                table_mib,
                threads,
                ..PvsConfig::default()
            };
            desk.pvs(&config, Noise(900))
        };
        for (name, solution) in [
            ("minimax", desk.minimax(TO_THE_END, Noise(900))),
            ("alphabeta", desk.alphabeta(TO_THE_END, Noise(900))),
            ("parallel", desk.parallel(TO_THE_END, Noise(900), 2)),
            ("pvs", pvs(1, 1)),
            ("pvs, tiny table", pvs(0, 1)),
            ("pvs, two threads", pvs(1, 2)),
            ("pvs, tiny table, two threads", pvs(0, 2)),
        ] {
            // With a single move there is nothing to choose, and pvs does not look far.
            if desk.moves.len() > 1 || !name.starts_with("pvs") {
                assert_eq!(solution.points, Some(exact), "{name}: {:?}", desk.game);
                desk.check_to_the_end(&solution);
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
    for desk in random_trees(300) {
        let exact = desk
            .game
            .exact()
            .map(|utility| points_at_end(utility, 0, SCALE));
        assert_eq!(desk.maxn(TO_THE_END, Noise(900)).points, Some(exact));
    }
}

#[test]
fn maxn_takes_the_first_of_equals() {
    let desk = Desk::at_start(Tree::parse("1(2(10/5/30 20/5/60) 12/0/0)", 3));
    let solution = desk.maxn(9, Blind);
    assert_eq!((solution.best, &solution.line[..]), (1, &[1][..]));
}

#[test]
fn at_any_depth_all_agree() {
    for desk in random_trees(200) {
        // With few points, many moves are equal, and bounds are off by one where they are wrong.
        for (depth, noise) in (1..=5).flat_map(|depth| [(depth, Noise(3)), (depth, Noise(900))]) {
            let plain = desk.minimax(depth, noise);
            desk.check(&plain);
            for other in [desk.alphabeta(depth, noise), desk.parallel(depth, noise, 1)] {
                assert_eq!(other.points, plain.points, "depth {depth}");
                assert_eq!(other.line, plain.line, "depth {depth}");
                assert!(other.effort.nodes <= plain.effort.nodes);
                assert_eq!(other.effort.depth, plain.effort.depth);
            }
            if desk.moves.len() > 1 {
                for table_mib in [0, 1] {
                    let config = PvsConfig {
                        table_mib,
                        ..to_depth(depth)
                    };
                    let strong = desk.pvs(&config, noise);
                    assert_eq!(strong.points, plain.points, "depth {depth}");
                    desk.check(&strong);
                }
            }
            if desk.game.seats() == 2 {
                let each = desk.maxn(depth, noise);
                assert_eq!(each.points.map(|all| all[desk.seat]), plain.points);
                assert_eq!(each.line, plain.line);
            }
        }
    }
}

#[test]
fn alphabeta_leaves_out_what_cannot_matter() {
    let (mut all, mut pruned) = (0, 0);
    for desk in random_trees(100) {
        all += desk.minimax(TO_THE_END, Blind).effort.nodes;
        pruned += desk.alphabeta(TO_THE_END, Blind).effort.nodes;
    }
    assert!(pruned * 2 < all, "{pruned} of {all}");
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
        let plain = desk.minimax(TO_THE_END, Blind);
        assert_eq!(plain.points, exact, "{stones} stones");
        let pruned = desk.alphabeta(TO_THE_END, Blind);
        assert_eq!((pruned.points, &pruned.line), (exact, &plain.line));
        for (table_mib, threads) in [(0, 1), (1, 1), (0, 2), (1, 2)] {
            let config = PvsConfig {
                table_mib,
                threads,
                ..PvsConfig::default()
            };
            let strong = desk.pvs(&config, Blind);
            assert_eq!(strong.points, exact, "{stones} stones, {config:?}");
            desk.check_to_the_end(&strong);
        }
    }
}

#[test]
fn shortcuts_prune_more_and_find_the_same() {
    let mut visited = [0, 0, 0, 0];
    for desk in random_trees(200) {
        for depth in 1..=5 {
            let plain = desk.minimax(depth, Noise(900));
            for (at, (ordering, table_mib)) in [
                (false, None),
                (true, None),
                (false, Some(1)),
                (true, Some(1)),
            ]
            .into_iter()
            .enumerate()
            {
                let shortcuts = Shortcuts {
                    ordering,
                    table_mib,
                };
                let found = desk.alphabeta_with(depth, Noise(900), shortcuts);
                assert_eq!(found.points, plain.points, "{shortcuts:?}: {:?}", desk.game);
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

/// Judges as [`Noise`] does, settles every third position, and adds to a leaf what its line gained.
#[derive(Clone, Copy)]
pub(crate) struct Following;

impl Following {
    fn noise<G: Game>(game: &G, state: &G::State) -> PerSeat<Points> {
        Noise(900).points(game, state)
    }
}

impl<G: Game> Evaluate<G> for Following {
    fn points(&self, game: &G, state: &G::State) -> PerSeat<Points> {
        Following::noise(game, state)
    }

    fn scale(&self) -> Points {
        SCALE
    }

    fn settles(&self, game: &G, state: &G::State) -> bool {
        game.key(state).is_multiple_of(3)
    }

    fn trend(&self) -> Option<Trend<'_>> {
        Some(&|line: &[PerSeat<Points>]| {
            let (first, last) = (line[0], line[line.len() - 1]);
            PerSeat::from_fn(first.seats(), |seat| {
                last[seat] - first[seat] + line.len() as Points
            })
        })
    }
}

/// Minimax by following one line at a time, with nothing shared.
fn follow<G: Game>(
    game: &G,
    state: &G::State,
    seat: Seat,
    depth: u32,
    line: &mut Vec<PerSeat<Points>>,
) -> Points {
    let mover = match game.node(state) {
        Node::Decide(mover) => mover,
        _ => {
            let utility = game.outcome(state).unwrap().utilities()[seat];
            return points_at_end(utility, line.len() as u32, SCALE);
        }
    };
    let points = Following::noise(game, state);
    line.push(points);
    let is_settled = line.len() > 1 && Following.settles(game, state);
    let found = if depth == 0 || is_settled {
        let change = Evaluate::<G>::trend(&Following).unwrap()(line)[seat];
        points[seat] + change
    } else {
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        let below = moves.into_iter().map(|mv| {
            let mut child = state.clone();
            game.make(&mut child, mv);
            follow(game, &child, seat, depth - 1, line)
        });
        let below: Vec<Points> = below.collect();
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
    for desk in random_trees(100) {
        for depth in 1..=4 {
            let expected = follow(&desk.game, &desk.state, desk.seat, depth, &mut Vec::new());
            assert_eq!(desk.minimax(depth, Following).points, Some(expected));
            assert_eq!(desk.alphabeta(depth, Following).points, Some(expected));
        }
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
        Box::new(Minimax::new(9, Blind)),
        Box::new(AlphaBeta::new(9, Blind)),
        Box::new(ParallelAlphaBeta {
            search: AlphaBeta::new(9, Blind),
            threads: Some(2),
        }),
        Box::new(MaxN::new(9, Blind)),
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
    let mut rng = Seed(1).rng();
    for (stones, expected) in [(2, [1.0, -1.0, -1.0]), (9, [0.0, -0.5, -0.5])] {
        let desk = Desk::at_start(Pile {
            stones,
            take: 3,
            seats: 3,
        });
        let mut agent = Minimax::new(1, Blind);
        let value = desk.ask(|turn| agent.choose(turn, &mut rng)).value;
        assert_eq!(
            value.map(|value| value.iter().collect()),
            Some(expected.to_vec())
        );
    }
}

/// Ends that are neither won nor lost are told as the utilities they are.
#[test]
fn partial_utilities_are_told_as_they_are() {
    let mut rng = Seed(1).rng();
    for desk in random_trees(100).filter(|desk| desk.game.seats() == 2 && desk.moves.len() > 1) {
        let exact = desk.game.exact()[desk.seat];
        let mut agents: Vec<Box<dyn Agent<Tree>>> = vec![
            Box::new(Minimax::new(TO_THE_END, Blind)),
            Box::new(MaxN::new(TO_THE_END, Blind)),
            Box::new(Pvs::new(PvsConfig::default(), Blind, NoHints)),
        ];
        for agent in &mut agents {
            let choice = desk.ask(|turn| agent.choose(turn, &mut rng));
            let told = choice.value.map(|value| value[desk.seat]);
            let off = told.map(|told| (told - exact).abs());
            assert!(off.is_some_and(|off| off < 1e-3), "{told:?} for {exact}");
        }
    }
}

/// A certain small gain is no reason to give up what looks like a large one.
#[test]
fn ends_and_opinions_are_weighed_on_one_scale() {
    struct Promising;
    impl Evaluate<Tree> for Promising {
        fn points(&self, _: &Tree, _: &<Tree as Game>::State) -> PerSeat<Points> {
            PerSeat::from_fn(2, |seat| if seat == Seat::FIRST { 1000 } else { -1000 })
        }

        fn scale(&self) -> Points {
            100
        }
    }
    let desk = Desk::at_start(Tree::parse("1(5 1(2(90 90)))", 2));
    assert_eq!(desk.minimax(1, Promising).best, 1);
    assert_eq!(desk.pvs(&to_depth(1), Promising).best, 1);
}
