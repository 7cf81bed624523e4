//! Expectiminimax.

use ludorum_core::{Chance, Open, Param};
use ludorum_search::{Expectimax, Pruning};

use super::limited::Limited;
use super::{evaluation_params, evaluations, limit_params, limits};
use crate::{AgentKind, Knowledge};

/// `expectimax`.
pub fn expectimax<G: Open + Chance>(knowledge: &Knowledge<G>) -> AgentKind<G> {
    let default_depth = i64::from(knowledge.depth);
    let mut params = vec![Param::int(
        "depth",
        "moves looked ahead, chance included",
        default_depth,
        (1, 100),
    )];
    params.extend(evaluation_params(knowledge));
    params.extend([
        Param::choice(
            "pruning",
            "how chance is pruned between two seats",
            ["star1", "star2", "none"],
        ),
        Param::int(
            "samples",
            "events drawn where there are too many to list",
            10,
            (1, 1_000_000),
        ),
    ]);
    params.extend(limit_params());
    let evaluation = evaluations(knowledge);
    AgentKind::new(
        "expectimax",
        "every line to a fixed depth, chance weighed by its odds",
        params,
        move |_: &G, params| {
            Ok(Box::new(Limited {
                agent: Expectimax {
                    depth: params.int("depth") as u32,
                    eval: evaluation(params),
                    pruning: match params.word("pruning") {
                        "none" => Pruning::None,
                        "star2" => Pruning::Star2,
                        _ => Pruning::Star1,
                    },
                    samples: params.int("samples") as u32,
                },
                budget: limits(params),
            }))
        },
    )
}
