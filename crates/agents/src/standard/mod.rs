//! The generic searches as agents with parameters, equipped with the knowledge of a game.

mod expectimax;
mod hidden;
mod limited;
mod mcts;
mod minimax;
mod playouts;
mod policies;
mod pvs;
mod seeded;

pub use expectimax::expectimax;
pub use hidden::{determinized_maxn, ismcts_family};
pub use mcts::mcts;
pub use minimax::minimax_family;
pub use policies::{greedy, policies, random};
pub use pvs::pvs;
pub use seeded::seeded;

use std::sync::Arc;

use ludorum_core::{Budget, Evaluate, Game, Param, Params};

use crate::GameKnowledge;

/// Parameter `eval`, which selects an evaluation, followed by the parameters of the evaluations.
fn evaluation_params<G: Game>(knowledge: &GameKnowledge<G>) -> Vec<Param> {
    let names = knowledge.evaluations.iter().map(|(name, _)| *name);
    let choice = Param::choice("eval", "evaluation function at the leaves", names);
    let own = knowledge.evaluation_params.iter().cloned();
    std::iter::once(choice).chain(own).collect()
}

/// Returns the constructor of the evaluation that the parameter `eval` selects.
pub(crate) fn evaluations<G: Game>(
    knowledge: &GameKnowledge<G>,
) -> impl Fn(&Params) -> Arc<dyn Evaluate<G>> + use<G> {
    let known = knowledge.evaluations.clone();
    move |params| {
        let chosen = params.choice("eval");
        let found = known.iter().find(|(name, _)| *name == chosen);
        let (_, make) = found.expect("the parameter is checked");
        make(params)
    }
}

/// Parameters `time` and `nodes`, which limit a search by time and by number of nodes.
fn limit_params() -> [Param; 2] {
    [
        Param::time("time", "thinking time per move; not reproducible"),
        Param::int("nodes", "nodes per move", 1, (1, i64::MAX)).with_default(None),
    ]
}

/// Parameters of tree searches: iterations, limits, depth of the tree and exploration constant.
fn tree_params(iterations: &'static str, depth: &'static str, c: f64) -> Vec<Param> {
    let [time, nodes] = limit_params();
    vec![
        Param::int("iterations", iterations, 1, (1, i64::MAX)).with_default(None),
        time,
        nodes,
        Param::int("depth", depth, 1, (1, 100_000)).with_default(None),
        Param::real("c", "exploration constant", c, (0.0, 100.0)),
    ]
}

/// Search budget from the parameters of [`limit_params`].
pub(crate) fn limits(params: &Params) -> Budget {
    Budget {
        time: params.time("time"),
        nodes: params.int_if_given("nodes").map(i64::unsigned_abs),
        ..Budget::UNLIMITED
    }
}

fn threads_param(doc: &'static str) -> Param {
    Param::int("threads", doc, 1, (1, 256))
}

fn threads(params: &Params) -> usize {
    // The parameter ranges from 1 to 256.
    params.int("threads") as usize
}
