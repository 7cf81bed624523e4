//! The agent `expectimax`.

use ludorum_core::{Chance, Param, PerfectInformation, TurnContext};
use ludorum_search::{ChancePruning, Expectimax};

use super::limited::BudgetedAgent;
use super::{evaluation_params, evaluations, limit_params, limits};
use crate::{AgentKind, GameKnowledge};

/// Agent type `expectimax`: expectiminimax to a fixed depth.
pub fn expectimax<G: PerfectInformation + Chance>(knowledge: &GameKnowledge<G>) -> AgentKind<G> {
    let default_depth = i64::from(knowledge.depth);
    let mut params = vec![Param::int(
        "depth",
        "search depth in plies, chance events included",
        default_depth,
        (1, 100),
    )];
    params.extend(evaluation_params(knowledge));
    params.extend([
        Param::choice(
            "pruning",
            "pruning of chance nodes with two seats",
            ["star1", "star2", "none"],
        ),
        Param::int(
            "samples",
            "chance events sampled at a node with too many to list",
            10,
            (1, 1_000_000),
        ),
    ]);
    params.extend(limit_params());
    let evaluation = evaluations(knowledge);
    AgentKind::new(
        "expectimax",
        "expectiminimax: fixed-depth search, chance events weighted by probability",
        params,
        move |_: &G, params| {
            let limits = limits(params);
            Ok(Box::new(BudgetedAgent {
                agent: Expectimax {
                    depth: params.int("depth") as u32,
                    eval: evaluation(params),
                    pruning: match params.choice("pruning") {
                        "none" => ChancePruning::None,
                        "star2" => ChancePruning::Star2,
                        _ => ChancePruning::Star1,
                    },
                    samples: params.int("samples") as u32,
                },
                budget: move |_: &TurnContext<'_, G>| limits,
            }))
        },
    )
}
