//! The searches to a fixed depth.

use ludorum_core::{Deterministic, Open, Param};
use ludorum_search::{AlphaBeta, MaxN, Minimax, ParallelAlphaBeta};

use super::limited::Limited;
use super::{evaluation_param, evaluations, limit_params, limits, threads, threads_param};
use crate::{AgentKind, Knowledge};

/// `minimax`, `alphabeta`, `parallel-alphabeta` and `maxn`.
pub fn minimax_family<G: Open + Deterministic>(knowledge: &Knowledge<G>) -> Vec<AgentKind<G>> {
    let default_depth = i64::from(knowledge.depth);
    let depth = Param::int("depth", "moves looked ahead", default_depth, (1, 100));
    let mut params = vec![depth, evaluation_param(knowledge)];
    params.extend(limit_params());
    let mut parallel_params = params.clone();
    parallel_params.push(threads_param(
        "threads that share the moves; the result is the same",
    ));
    // Each kind owns its own way to the evaluations.
    let eval = [(); 4].map(|()| evaluations(knowledge));
    let [minimax, alphabeta, parallel, maxn] = eval;
    let depth_of = |params: &ludorum_core::Params| params.int("depth") as u32;
    vec![
        AgentKind::new(
            "minimax",
            "every line to a fixed depth; with more than two seats, all against one",
            params.clone(),
            move |_: &G, params| {
                Ok(Box::new(Limited {
                    agent: Minimax {
                        depth: depth_of(params),
                        eval: minimax(params),
                    },
                    budget: limits(params),
                }))
            },
        ),
        AgentKind::new(
            "alphabeta",
            "minimax that leaves out what cannot matter",
            params.clone(),
            move |_: &G, params| {
                Ok(Box::new(Limited {
                    agent: AlphaBeta {
                        depth: depth_of(params),
                        eval: alphabeta(params),
                    },
                    budget: limits(params),
                }))
            },
        ),
        AgentKind::new(
            "parallel-alphabeta",
            "alpha-beta with the first moves shared out among threads",
            parallel_params,
            move |_: &G, params| {
                Ok(Box::new(Limited {
                    agent: ParallelAlphaBeta {
                        depth: depth_of(params),
                        eval: parallel(params),
                        threads: threads(params),
                    },
                    budget: limits(params),
                }))
            },
        ),
        AgentKind::new(
            "maxn",
            "every line to a fixed depth, each seat for itself",
            params,
            move |_: &G, params| {
                Ok(Box::new(Limited {
                    agent: MaxN {
                        depth: depth_of(params),
                        eval: maxn(params),
                    },
                    budget: limits(params),
                }))
            },
        ),
    ]
}
