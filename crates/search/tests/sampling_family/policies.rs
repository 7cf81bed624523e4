//! Tests of playout policies.

use ludorum_core::{
    Agent, Budget, Chance, EvalPoints, Evaluate, Game, NodeKind, PerSeat, PerfectInformation,
    Policy, ProgressCallback, Seat, Seed, StopFlag, TurnContext, ZeroEvaluation,
};
use ludorum_search::{
    AgentPolicy, EpsilonGreedy, OnePlyGreedy, PolicyAgent, SemiRandom, UniformRandom,
};
use ludorum_testkit::toys::{ExplicitTree, ExplicitTreeState, KuhnPoker, SubtractionGame};

use crate::test_bench::{RestrictedGame, TestBench};

const DRAWS: usize = 6000;

/// Counts of the first `N` moves picked at the start of the tree.
fn counts<const N: usize, G>(game: &G, mut policy: impl Policy<G>) -> [usize; N]
where
    G: Game<Move = u16>,
{
    let mut rng = Seed(5).rng();
    let mut state = game.initial(Seed(0));
    let before = state.clone();
    let mut scratch = Vec::new();
    let mut counts = [0; N];
    for _ in 0..DRAWS {
        counts[usize::from(policy.pick(game, &mut state, &mut scratch, &mut rng))] += 1;
        assert_eq!(state, before, "a policy restores the state");
    }
    counts
}

/// Checks that every count matches its expected share, within five standard deviations.
#[track_caller]
fn assert_shares<const N: usize>(counts: [usize; N], shares: [f64; N]) {
    for (count, share) in counts.into_iter().zip(shares) {
        let mean = DRAWS as f64 * share;
        let deviation = (mean * (1.0 - share)).sqrt();
        assert!((count as f64 - mean).abs() <= 5.0 * deviation, "{counts:?}");
    }
}

/// A policy that always picks the same move.
#[derive(Clone)]
struct FixedMove(u16);

impl<G: Game<Move = u16>> Policy<G> for FixedMove {
    fn pick(
        &mut self,
        _: &G,
        _: &mut G::State,
        scratch: &mut Vec<u16>,
        _: &mut ludorum_core::Rng,
    ) -> u16 {
        scratch.extend([9, 9, 9]);
        self.0
    }

    fn fork(&self) -> Box<dyn Policy<G>> {
        Box::new(self.clone())
    }
}

fn four_moves() -> ExplicitTree {
    ExplicitTree::parse("1(10 30 -20 30)", 2)
}

#[test]
fn random_play_is_uniform() {
    assert_shares(counts(&four_moves(), UniformRandom), [0.25; 4]);
}

#[test]
fn random_plays_games_with_hidden_cards() {
    let mut rng = Seed(1).rng();
    let mut state = KuhnPoker.initial(Seed(0));
    let mut agent: Box<dyn Agent<KuhnPoker>> = Box::new(UniformRandom);
    loop {
        let seat = match KuhnPoker.node(&state) {
            NodeKind::Over => break,
            NodeKind::Chance => {
                let card = KuhnPoker.sample(&state, &mut rng);
                KuhnPoker.make(&mut state, card);
                continue;
            }
            NodeKind::Decide(seat) => seat,
        };
        let mut moves = Vec::new();
        KuhnPoker.moves(&state, &mut moves);
        let turn = TurnContext {
            game: &KuhnPoker,
            seat,
            view: &KuhnPoker.view(&state, seat),
            moves: &moves,
            budget: &Budget::UNLIMITED,
            stop: &StopFlag::new(),
            progress: ProgressCallback::NONE,
        };
        let best = agent.choose(&turn, &mut rng).best;
        assert!(moves.contains(&best));
        KuhnPoker.make(&mut state, best);
    }
}

#[test]
fn semi_random_play_adds_one_guided_move_to_the_random_ones() {
    let game = RestrictedGame(four_moves());
    let third = 1.0 / 3.0;
    let guided = SemiRandom::new(FixedMove(3));
    assert_shares(counts(&game, guided), [third, third, 0.0, third]);
    let forked = Policy::<RestrictedGame<ExplicitTree>>::fork(&SemiRandom::new(FixedMove(3)));
    assert_shares(counts(&game, forked), [third, third, 0.0, third]);
}

#[test]
fn semi_random_play_counts_no_move_twice() {
    let guided = SemiRandom::new(FixedMove(1));
    assert_shares(
        counts(&RestrictedGame(four_moves()), guided),
        [0.5, 0.5, 0.0, 0.0],
    );
}

/// An evaluation by the number of the tree node.
#[derive(Clone)]
struct NodeNumber;

impl Evaluate<ExplicitTree> for NodeNumber {
    fn points(&self, game: &ExplicitTree, state: &ExplicitTreeState) -> PerSeat<EvalPoints> {
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        PerSeat::from_fn(2, |seat| match seat {
            Seat::FIRST => moves.len() as EvalPoints,
            _ => -(moves.len() as EvalPoints),
        })
    }

    fn scale(&self) -> EvalPoints {
        1
    }
}

#[test]
fn greedy_play_takes_the_best_and_any_of_equals() {
    assert_shares(
        counts(&four_moves(), OnePlyGreedy::new(ZeroEvaluation)),
        [0.0, 0.5, 0.0, 0.5],
    );
    // Two moves of seat 2 next are worth 2 / (2 + 1) to seat 1, three are worth 3 / 4.
    let tree = ExplicitTree::parse("1(70 2(0 0) 2(-9 -9 -9))", 2);
    assert_eq!(counts(&tree, OnePlyGreedy::new(NodeNumber)), [0, 0, DRAWS]);
    // Seat 2 looks at its own utility.
    let tree = ExplicitTree::parse("2(70 1(0 0) 1(-9 -9 -9))", 2);
    assert_eq!(counts(&tree, OnePlyGreedy::new(NodeNumber)), [0, DRAWS, 0]);
}

#[test]
fn greedy_agents_say_what_they_saw() {
    let bench = TestBench::at_start(ExplicitTree::parse("1(70 2(0 0) 2(-9 -9 -9) 75)", 2));
    let choice = bench.ask(&mut OnePlyGreedy::new(NodeNumber));
    let seen: Vec<_> = choice.candidates.iter().map(|c| (c.mv, c.value)).collect();
    assert_eq!(choice.value.unwrap().as_slice(), [0.75, -0.75]);
    assert!([2, 3].contains(&choice.best));
    assert_eq!(seen[2..], [(0, Some(0.7)), (1, Some(2.0 / 3.0))]);
    assert_eq!((choice.effort.nodes, choice.effort.depth), (4, 1));
}

#[test]
fn epsilon_is_the_share_of_random_moves() {
    let tree = four_moves();
    let policy = |epsilon| EpsilonGreedy::new(FixedMove(2), epsilon);
    assert_shares(counts(&tree, policy(0.0)), [0.0, 0.0, 1.0, 0.0]);
    assert_shares(counts(&tree, policy(0.4)), [0.1, 0.1, 0.7, 0.1]);
    let forked = Policy::<ExplicitTree>::fork(&policy(0.4));
    assert_shares(counts(&tree, forked), [0.1, 0.1, 0.7, 0.1]);
}

#[test]
fn agents_are_policies_and_policies_agents() {
    let picked = AgentPolicy::new(OnePlyGreedy::new(ZeroEvaluation));
    assert_shares(counts(&four_moves(), picked), [0.0, 0.5, 0.0, 0.5]);

    fn takes<G: PerfectInformation<Move = u8> + Chance>(game: G, agent: &mut impl Agent<G>) -> u8 {
        TestBench::at_start(game).ask(agent).best
    }
    let pile = SubtractionGame {
        stones: 3,
        take: 3,
        seats: 2,
    };
    assert_eq!(
        takes(
            pile,
            &mut PolicyAgent::new(OnePlyGreedy::new(ZeroEvaluation))
        ),
        3
    );
}
