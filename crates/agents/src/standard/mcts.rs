//! Monte-Carlo tree search.

use std::sync::Arc;

use ludorum_core::{Budget, Chance, Open, Param, Params};
use ludorum_search::{AgentPolicy, Bias, Expectimax, FinalMove, Mcts, MctsConfig, Widening};

use super::playouts::{playout_depth, playout_params, playouts};
use super::{evaluation_params, evaluations, limit_params, limits, threads, threads_param};
use crate::{AgentKind, Knowledge};

/// The priority of a move that makes a prior of one half.
const PRIOR_SCALE: i32 = 100;

/// `mcts`.
pub fn mcts<G: Open + Chance>(knowledge: &Knowledge<G>) -> AgentKind<G> {
    let mut params = vec![
        Param::int(
            "iterations",
            "playouts for a move; 1000 if nothing is limited",
            1,
            (1, i64::MAX),
        )
        .with_default(None),
    ];
    params.extend(limit_params());
    params.extend([
        Param::int("depth", "plies the tree may be deep", 1, (1, 100_000)).with_default(None),
        Param::real("c", "how much uncertainty attracts", 1.4, (0.0, 100.0)),
    ]);
    params.extend(playout_params(knowledge, &["expectimax"]));
    params.extend(evaluation_params(knowledge));
    params.extend([
        Param::real(
            "fpu",
            "what a move never tried is taken for, 0 to 1; all are tried first if not given",
            0.5,
            (0.0, 1.0),
        )
        .with_default(None),
        Param::choice(
            "final",
            "which move is played in the end",
            ["visits", "value"],
        ),
        Param::switch("reuse", "keep the tree between moves", true),
        Param::real(
            "bias",
            "weight of the game's hints while little is known",
            0.0,
            (0.0, 100.0),
        ),
        Param::real(
            "widening",
            "only the best n^widening moves by the hints; 1 is all",
            1.0,
            (0.0, 1.0),
        ),
        Param::int("memory", "memory of the trees in MiB", 256, (1, 65_536)),
        threads_param("trees searched side by side"),
    ]);
    let playout = playouts(knowledge);
    let evaluation = evaluations(knowledge);
    let hints = Arc::clone(&knowledge.hints);
    AgentKind::new(
        "mcts",
        "Monte-Carlo tree search: UCB1, max^n back-up, playouts of choice",
        params,
        move |_: &G, params| {
            // Another agent, looking one move ahead.
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
        final_move: match params.word("final") {
            "value" => FinalMove::BestValue,
            _ => FinalMove::MostVisits,
        },
        reuse: params.on("reuse"),
        memory: params.int("memory") as usize,
        threads: threads(params),
        bias: (weight > 0.0).then_some(Bias {
            weight,
            scale: PRIOR_SCALE,
        }),
        widening: (exponent < 1.0).then_some(Widening {
            factor: 1.0,
            exponent,
        }),
    }
}
