//! The agent `mcts`.

use std::sync::Arc;

use ludorum_core::{Budget, Chance, Param, Params, PerfectInformation};
use ludorum_search::{
    AgentPolicy, Expectimax, FinalMoveRule, Mcts, MctsConfig, ProgressiveBias, ProgressiveWidening,
};

use super::playouts::{playout_depth, playout_params, playouts};
use super::{evaluation_params, evaluations, limits, threads, threads_param, tree_params};
use crate::{AgentKind, GameKnowledge};

/// Move-hint priority that progressive bias converts to a prior of 0.5.
const PRIOR_SCALE: i32 = 100;

/// Agent type `mcts`: Monte-Carlo tree search.
pub fn mcts<G: PerfectInformation + Chance>(knowledge: &GameKnowledge<G>) -> AgentKind<G> {
    let mut params = tree_params(
        "iterations per move; 1000 if nothing is limited",
        "maximum depth of the tree, in plies",
        1.4,
    );
    params.extend(playout_params(knowledge, &["expectimax"]));
    params.extend(evaluation_params(knowledge));
    params.extend([
        Param::real(
            "fpu",
            "first play urgency: value of an untried move, 0 to 1; if not given, all are tried first",
            0.5,
            (0.0, 1.0),
        )
        .with_default(None),
        Param::choice(
            "final",
            "final move selection",
            ["visits", "value"],
        ),
        Param::switch("reuse", "reuse the tree between moves", true),
        Param::real(
            "bias",
            "weight of progressive bias by the game's hints",
            0.0,
            (0.0, 100.0),
        ),
        Param::real(
            "widening",
            "progressive widening to the best n^widening moves by the hints; 1 allows all moves",
            1.0,
            (0.0, 1.0),
        ),
        Param::int("memory", "memory limit of the trees in MiB", 256, (1, 65_536)),
        threads_param("trees searched in parallel"),
    ]);
    let playout = playouts(knowledge);
    let evaluation = evaluations(knowledge);
    let hints = Arc::clone(&knowledge.hints);
    AgentKind::new(
        "mcts",
        "Monte-Carlo tree search: UCB1, max^n backup, selectable playouts",
        params,
        move |_: &G, params| {
            // The playout policy `expectimax` is a one-ply search.
            let one_ply = || AgentPolicy::new(Expectimax::new(1, evaluation(params)));
            let policy = playout(params).unwrap_or_else(|| Box::new(one_ply()));
            let agent = Mcts::new(config(params))
                .with_playouts(policy)
                .with_evaluation(evaluation(params))
                .with_hints(Arc::clone(&hints));
            Ok(Box::new(agent))
        },
    )
}

fn config(params: &Params) -> MctsConfig {
    let weight = params.real("bias");
    let exponent = params.real("widening");
    MctsConfig {
        budget: Budget {
            iterations: params.int_if_given("iterations").map(i64::unsigned_abs),
            depth: params.int_if_given("depth").map(|depth| depth as u32),
            ..limits(params)
        },
        exploration: params.real("c"),
        first_play: params.real_if_given("fpu"),
        playout_depth: playout_depth(params),
        final_move: match params.choice("final") {
            "value" => FinalMoveRule::BestValue,
            _ => FinalMoveRule::MostVisits,
        },
        reuse: params.is_on("reuse"),
        memory: params.int("memory") as usize,
        threads: threads(params),
        bias: (weight > 0.0).then_some(ProgressiveBias {
            weight,
            scale: PRIOR_SCALE,
        }),
        widening: (exponent < 1.0).then_some(ProgressiveWidening {
            factor: 1.0,
            exponent,
        }),
    }
}
