//! The agent `pvs`.

use std::sync::Arc;

use ludorum_core::{Budget, Deterministic, Param, ParamError, PerfectInformation};
use ludorum_search::{Pvs, PvsConfig, Selectivity};

use super::{evaluation_params, evaluations, limit_params, limits, threads, threads_param};
use crate::{AgentKind, GameKnowledge};

/// Node limit of `pvs` if its spec sets no limit.
const NODES_WITHOUT_LIMIT: u64 = 100_000;

/// Agent type `pvs`: principal variation search with a transposition table.
pub fn pvs<G: PerfectInformation + Deterministic>(knowledge: &GameKnowledge<G>) -> AgentKind<G> {
    let mut params = limit_params().to_vec();
    params.extend([Param::int("depth", "search depth in plies", 1, (1, 1000)).with_default(None)]);
    params.extend(evaluation_params(knowledge));
    params.extend([
        Param::int(
            "table",
            "size of the transposition table in MiB",
            16,
            (0, 4096),
        ),
        Param::int(
            "quiescence",
            "depth of quiescence search, in plies",
            8,
            (0, 100),
        ),
        threads_param("threads sharing the table; more than one is not reproducible"),
    ]);
    let evaluation = evaluations(knowledge);
    let hints = Arc::clone(&knowledge.hints);
    AgentKind::new(
        "pvs",
        "principal variation search with a transposition table; 100,000 nodes unless limited",
        params,
        move |_: &G, params| {
            let mut budget = Budget {
                depth: params.int_if_given("depth").map(|depth| depth as u32),
                ..limits(params)
            };
            if budget == Budget::UNLIMITED {
                budget.nodes = Some(NODES_WITHOUT_LIMIT);
            }
            let config = PvsConfig {
                budget,
                table_mib: params.int("table") as usize,
                threads: threads(params),
                quiescence_depth: params.int("quiescence") as u32,
                selectivity: Selectivity::default(),
                ponders: false,
            };
            if !config.has_memory() {
                let reason = format!("not enough memory for a table of {} MiB", config.table_mib);
                return Err(ParamError::Conflict { reason });
            }
            Ok(Box::new(Pvs::new(
                config,
                evaluation(params),
                Arc::clone(&hints),
            )))
        },
    )
}
