//! The searches to a fixed depth.

use ludorum_core::{Agent, Deterministic, Evaluate, Open, Param, Params};
use ludorum_search::{AlphaBeta, MaxN, Minimax, ParallelAlphaBeta, Shortcuts, Ties};
use std::sync::Arc;

use super::auto_depth::ByRule;
use super::limited::Limited;
use super::{evaluation_params, evaluations, limit_params, limits};
use crate::{AgentKind, Knowledge};

/// The depth of a search that is told how deep to look for each position.
const AS_DEEP_AS_TOLD: u32 = 100;

/// The memory of the table of `alphabeta`, in MiB.
const TABLE_MIB: usize = 16;

/// `minimax`, `alphabeta`, `parallel-alphabeta` and `maxn`.
pub fn minimax_family<G: Open + Deterministic>(knowledge: &Knowledge<G>) -> Vec<AgentKind<G>> {
    let in_threads = Param::int(
        "threads",
        "threads that share the work, auto for the cores without work; \
         the move is the same, the number of nodes is not",
        1,
        (1, 256),
    );
    let in_threads = in_threads.or("auto").with_default(Some("auto"));
    vec![
        kind(
            knowledge,
            "minimax",
            "every line to a fixed depth; with more than two seats, all against one",
            [],
            |depth, eval, params| Minimax {
                depth,
                eval,
                ties: ties(params),
            },
        ),
        kind(
            knowledge,
            "alphabeta",
            "minimax that leaves out what cannot matter",
            switches(),
            alphabeta,
        ),
        kind(
            knowledge,
            "parallel-alphabeta",
            "alpha-beta on several threads: the same moves, sooner",
            switches().into_iter().chain([in_threads]),
            |depth, eval, params| ParallelAlphaBeta {
                search: alphabeta(depth, eval, params),
                // The parameter is declared from 1 to 256.
                threads: params
                    .int_if_given("threads")
                    .map(|threads| threads as usize),
            },
        ),
        kind(
            knowledge,
            "maxn",
            "every line to a fixed depth, each seat for itself",
            [],
            |depth, eval, params| MaxN {
                depth,
                eval,
                ties: ties(params),
            },
        ),
    ]
}

fn switches() -> [Param; 2] {
    [
        Param::switch("ordering", "search promising moves first", false),
        Param::switch("tt", "look up positions met before", false),
    ]
}

fn alphabeta<E>(depth: u32, eval: E, params: &Params) -> AlphaBeta<E> {
    AlphaBeta {
        depth,
        eval,
        shortcuts: Shortcuts {
            ordering: params.on("ordering"),
            table_mib: params.on("tt").then_some(TABLE_MIB),
        },
        ties: ties(params),
    }
}

fn ties_param() -> Param {
    Param::choice(
        "ties",
        "which of equally good moves is played: the first listed, or one by chance",
        ["first", "random"],
    )
}

fn ties(params: &Params) -> Ties {
    match params.word("ties") {
        "random" => Ties::Random,
        _ => Ties::First,
    }
}

fn kind<G: Open + Deterministic, A: Agent<G> + 'static>(
    knowledge: &Knowledge<G>,
    name: &'static str,
    summary: &'static str,
    own: impl IntoIterator<Item = Param>,
    make: impl Fn(u32, Arc<dyn Evaluate<G>>, &Params) -> A + Send + Sync + 'static,
) -> AgentKind<G> {
    let default_depth = i64::from(knowledge.depth);
    let depth = Param::int("depth", "moves looked ahead", default_depth, (1, 100));
    let rule = knowledge.auto_depth;
    let mut params = vec![match rule {
        Some(_) => depth.or("auto"),
        None => depth,
    }];
    params.extend(evaluation_params(knowledge));
    params.extend(limit_params());
    params.extend(own);
    params.push(ties_param());
    let evaluation = evaluations(knowledge);
    AgentKind::new(name, summary, params, move |_: &G, params| {
        let given = params.int_if_given("depth").map(|depth| depth as u32);
        let depth = given.unwrap_or(AS_DEEP_AS_TOLD);
        Ok(Box::new(Limited {
            agent: ByRule {
                agent: make(depth, evaluation(params), params),
                rule: rule.filter(|_| given.is_none()),
            },
            budget: limits(params),
        }))
    })
}
