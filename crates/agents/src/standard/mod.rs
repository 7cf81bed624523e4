//! The generic searches as agents with parameters. What a game knows about itself is fed in.

mod auto_depth;
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

use crate::Knowledge;

/// The parameter that chooses among the evaluations of a game, and those of the evaluations.
fn evaluation_params<G: Game>(knowledge: &Knowledge<G>) -> Vec<Param> {
    let names = knowledge.evaluations.iter().map(|(name, _)| *name);
    let choice = Param::choice(
        "eval",
        "how positions are judged where the search ends",
        names,
    );
    let own = knowledge.evaluation_params.iter().cloned();
    std::iter::once(choice).chain(own).collect()
}

/// The evaluations of a game, to choose from once the parameters are known.
pub(crate) fn evaluations<G: Game>(
    knowledge: &Knowledge<G>,
) -> impl Fn(&Params) -> Arc<dyn Evaluate<G>> + use<G> {
    let known = knowledge.evaluations.clone();
    move |params| {
        let chosen = params.word("eval");
        let found = known.iter().find(|(name, _)| *name == chosen);
        let (_, make) = found.expect("the parameter offers just these");
        make(params)
    }
}

/// The parameters that limit thinking, `depth` and `iterations` apart.
fn limit_params() -> [Param; 2] {
    [
        Param::time("time", "thinking time for a move; not reproducible"),
        Param::int("nodes", "positions visited for a move", 1, (1, i64::MAX)).with_default(None),
    ]
}

/// The budget that [`limit_params`] describe.
fn limits(params: &Params) -> Budget {
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
    // The parameter is declared from 1 to 256.
    params.int("threads") as usize
}
