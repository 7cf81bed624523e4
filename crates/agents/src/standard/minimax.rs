//! The fixed-depth minimax agents.

use ludorum_core::{
    Agent, Budget, Deterministic, Evaluate, Param, Params, PerfectInformation, TurnContext,
};
use ludorum_search::{AlphaBeta, AlphaBetaOptions, MaxN, Minimax, ParallelAlphaBeta, TieBreaking};
use std::sync::Arc;

use super::limited::BudgetedAgent;
use super::{evaluation_params, evaluations, limit_params, limits};
use crate::{AgentKind, GameKnowledge};

/// Depth limit of searches with `depth=auto`, whose actual depth is set for each position.
const MAX_AUTO_DEPTH: u32 = 100;

/// Size of the transposition table of `alphabeta`, in MiB.
const TABLE_MIB: usize = 16;

/// Agent types `minimax`, `alphabeta`, `parallel-alphabeta` and `maxn`: fixed-depth searches.
pub fn minimax_family<G: PerfectInformation + Deterministic>(
    knowledge: &GameKnowledge<G>,
) -> Vec<AgentKind<G>> {
    let in_threads = Param::int(
        "threads",
        "number of threads, auto for the idle cores; \
         affects the number of nodes, not the move",
        1,
        (1, 256),
    );
    let in_threads = in_threads.or_word("auto").with_default(Some("auto"));
    vec![
        kind(
            knowledge,
            "minimax",
            "fixed-depth minimax; paranoid with more than two seats",
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
            "minimax with alpha-beta pruning",
            switches(),
            alphabeta,
        ),
        kind(
            knowledge,
            "parallel-alphabeta",
            "alpha-beta on several threads: the same moves, faster",
            switches().into_iter().chain([in_threads]),
            |depth, eval, params| ParallelAlphaBeta {
                search: alphabeta(depth, eval, params),
                // The parameter ranges from 1 to 256.
                threads: params
                    .int_if_given("threads")
                    .map(|threads| threads as usize),
            },
        ),
        kind(
            knowledge,
            "maxn",
            "fixed-depth max^n",
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
        Param::switch("ordering", "move ordering", false),
        Param::switch("tt", "transposition table", false),
    ]
}

fn alphabeta<E>(depth: u32, eval: E, params: &Params) -> AlphaBeta<E> {
    AlphaBeta {
        depth,
        eval,
        options: AlphaBetaOptions {
            ordering: params.is_on("ordering"),
            table_mib: params.is_on("tt").then_some(TABLE_MIB),
        },
        ties: ties(params),
    }
}

fn ties_param() -> Param {
    Param::choice(
        "ties",
        "tie-breaking between equal moves: the first listed, or random",
        ["first", "random"],
    )
}

fn ties(params: &Params) -> TieBreaking {
    match params.choice("ties") {
        "random" => TieBreaking::Random,
        _ => TieBreaking::First,
    }
}

fn kind<G: PerfectInformation + Deterministic, A: Agent<G> + 'static>(
    knowledge: &GameKnowledge<G>,
    name: &'static str,
    summary: &'static str,
    own: impl IntoIterator<Item = Param>,
    make: impl Fn(u32, Arc<dyn Evaluate<G>>, &Params) -> A + Send + Sync + 'static,
) -> AgentKind<G> {
    let default_depth = i64::from(knowledge.depth);
    let depth = Param::int("depth", "search depth in plies", default_depth, (1, 100));
    let rule = knowledge.auto_depth;
    let mut params = vec![match rule {
        Some(_) => depth.or_word("auto"),
        None => depth,
    }];
    params.extend(evaluation_params(knowledge));
    params.extend(limit_params());
    params.extend(own);
    params.push(ties_param());
    let evaluation = evaluations(knowledge);
    AgentKind::new(name, summary, params, move |_: &G, params| {
        let given = params.int_if_given("depth").map(|depth| depth as u32);
        let depth = given.unwrap_or(MAX_AUTO_DEPTH);
        let rule = rule.filter(|_| given.is_none());
        let limits = limits(params);
        Ok(Box::new(BudgetedAgent {
            agent: make(depth, evaluation(params), params),
            budget: move |turn: &TurnContext<'_, G>| match rule {
                Some(rule) => {
                    let depth = rule(turn.game, turn.view, turn.moves.len());
                    Budget::depth(depth).within(&limits)
                }
                None => limits,
            },
        }))
    })
}
