//! Tests of internals: memory limits and tree reuse.

use ludorum_core::{ProgressCallback, Seat, StopFlag};
use ludorum_testkit::toys::{ExplicitChanceTree, SubtractionGame};

use super::*;

fn pile() -> SubtractionGame {
    SubtractionGame {
        stones: 60,
        take: 6,
        seats: 2,
    }
}

/// Searches this position.
fn ask<G: PerfectInformation + Chance>(
    agent: &mut Mcts<G>,
    game: &G,
    state: &G::State,
) -> MoveChoice<G::Move> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let turn = TurnContext {
        game,
        seat: Seat::FIRST,
        view: state,
        moves: &moves,
        budget: &Budget::UNLIMITED,
        stop: &StopFlag::new(),
        progress: ProgressCallback::NONE,
    };
    agent.choose(&turn, &mut Seed(3).rng())
}

fn root_visits<G: Game>(agent: &Mcts<G>) -> Option<u32> {
    let tree = &agent.memory.as_ref()?.trees[0];
    Some(tree[tree.root()].visits)
}

#[test]
fn the_visits_of_the_position_reached_are_carried_over() {
    let game = pile();
    let mut state = game.initial(Seed(0));
    let mut agent = Mcts::new(MctsConfig {
        budget: Budget::iterations(3000),
        ..MctsConfig::default()
    });
    let line = ask(&mut agent, &game, &state).line;
    let mut expected = root_visits(&agent).unwrap();
    assert_eq!(expected, 3000);
    for &mv in &line[..2] {
        let tree = &agent.memory.as_ref().unwrap().trees[0];
        expected = tree[tree.child(tree.root(), mv).unwrap()].visits;
        game.make(&mut state, mv);
        agent.observe(&game, Seat::FIRST, &state);
        assert_eq!(root_visits(&agent), Some(expected));
    }
    assert!(expected > 50, "{expected}");
    let size = agent.memory.as_ref().unwrap().trees[0].len();
    ask(&mut agent, &game, &state);
    assert_eq!(root_visits(&agent), Some(expected + 3000));
    let tree = &agent.memory.as_ref().unwrap().trees[0];
    assert_eq!(tree.root(), 0, "what is no longer needed was dropped");
    assert!(tree.len() < size + 3001 * 6);

    game.make(&mut state, 1);
    game.make(&mut state, 1);
    agent.observe(&game, Seat::FIRST, &state);
    assert_eq!(root_visits(&agent), None, "a ply was missed");
}

#[test]
fn trees_keep_to_their_memory() {
    let game = pile();
    for threads in [1, 2] {
        let mut agent = Mcts::new(MctsConfig {
            budget: Budget::iterations(60_000),
            memory: 1,
            threads,
            ..MctsConfig::default()
        });
        let choice = ask(&mut agent, &game, &game.initial(Seed(0)));
        let visits: u64 = choice.candidates.iter().map(|c| c.visits).sum();
        assert_eq!(visits, 60_000, "the search goes on when the tree is full");
        let trees = &agent.memory.as_ref().unwrap().trees;
        let bytes: usize = trees.iter().map(MctsTree::bytes).sum();
        assert!(trees.iter().all(MctsTree::is_full));
        assert!(bytes <= 1 << 20, "{bytes}");
        assert!(bytes > 1 << 19, "{bytes}");
    }
}

/// The mean of seat 1 after a search in a tree of this many bytes, and the size of that tree.
fn search_within(bytes: usize, game: &ExplicitChanceTree) -> (f64, usize) {
    let config = MctsConfig::default();
    let context = MctsContext {
        game,
        evaluate: &ZeroEvaluation,
        hints: &NoHints,
        config: &config,
        position: &game.initial(Seed(0)),
        moves: &[],
        progress: ProgressCallback::NONE,
        deepest: usize::MAX,
    };
    let mut tree = MctsTree::new(bytes, 0, false);
    let meter = BudgetMeter::start(&Budget::iterations(20_000), &StopFlag::new());
    let worker = MctsWorker::new(
        &context,
        &mut tree,
        Box::new(UniformRandom),
        meter,
        Seed(4).rng(),
    );
    let totals = worker.run();
    let mean = totals.utilities[Seat::FIRST] / totals.iterations as f64;
    (mean, tree.len())
}

#[test]
fn odds_are_kept_when_there_is_no_room_for_an_event() {
    let game = ExplicitChanceTree::parse("1(*(0.2:90 0.5:-80 0.1:60 0.2:-10))", 2);
    let exact = game.exact()[Seat::FIRST];
    for bytes in [0, 100, 150, 200, 1000] {
        let (mean, size) = search_within(bytes, &game);
        assert!((mean - exact).abs() < 0.03, "{bytes} bytes: {mean} {exact}");
        assert!(size <= (bytes / 20).max(2), "{size} nodes in {bytes} bytes");
    }
}
