//! Searches for games with hidden information.

use ludorum_core::{Budget, Chance, Determinize, Param, Params, TurnContext};
use ludorum_search::{
    DeterminizedMaxN, Ismcts, IsmctsConfig, ObserverModel, RankRewards, RootVoteCriterion,
};

use super::limited::BudgetedAgent;
use super::playouts::{playout_depth, playout_params, playouts};
use super::{evaluation_params, evaluations, limit_params, limits, tree_params};
use crate::{AgentKind, GameKnowledge};

/// Agent type `maxn` for hidden information: a max^n search of each sampled state votes on a move.
pub fn determinized_maxn<G: Determinize + Chance>(knowledge: &GameKnowledge<G>) -> AgentKind<G> {
    let default_depth = i64::from(knowledge.depth);
    let mut params = vec![
        Param::int(
            "determinizations",
            "number of determinizations",
            10,
            (1, 100_000),
        ),
        Param::int(
            "depth",
            "search depth in each determinization; chance events count only with eval=none",
            default_depth,
            (1, 100),
        ),
        Param::choice(
            "interest",
            "points that decide a vote: own points, or those of seat 1, then seat 2, and so on",
            ["own", "seat-order"],
        ),
    ];
    params.extend(evaluation_params(knowledge));
    params.extend(limit_params());
    let evaluation = evaluations(knowledge);
    AgentKind::new(
        "maxn",
        "max^n in several determinizations, each with a vote",
        params,
        move |_: &G, params| {
            let worlds = params.int("determinizations") as u32;
            let depth = params.int("depth") as u32;
            let interest = match params.choice("interest") {
                "seat-order" => RootVoteCriterion::InSeatOrder,
                _ => RootVoteCriterion::Own,
            };
            let limits = limits(params);
            Ok(Box::new(BudgetedAgent {
                agent: DeterminizedMaxN::new(worlds, depth, evaluation(params))
                    .with_preference(interest),
                budget: move |_: &TurnContext<'_, G>| limits,
            }))
        },
    )
}

/// Agent types `so-ismcts`, `so-ismcts-pom` and `mo-ismcts`: information-set MCTS.
pub fn ismcts_family<G: Determinize + Chance>(knowledge: &GameKnowledge<G>) -> [AgentKind<G>; 3] {
    [
        ismcts(
            knowledge,
            "so-ismcts",
            "information-set MCTS with a single observer, who sees all moves",
            ObserverModel::Single,
        ),
        ismcts(
            knowledge,
            "so-ismcts-pom",
            "information-set MCTS with a single observer and partially observable moves",
            ObserverModel::SinglePartial,
        ),
        ismcts(
            knowledge,
            "mo-ismcts",
            "information-set MCTS with multiple observers: a tree for every seat",
            ObserverModel::Multiple,
        ),
    ]
}

fn ismcts<G: Determinize + Chance>(
    knowledge: &GameKnowledge<G>,
    name: &'static str,
    summary: &'static str,
    observers: ObserverModel,
) -> AgentKind<G> {
    let mut params = ismcts_params();
    params.extend(playout_params(knowledge, &[]));
    params.extend(evaluation_params(knowledge));
    let playout = playouts(knowledge);
    let evaluation = evaluations(knowledge);
    AgentKind::new(name, summary, params, move |_: &G, params| {
        let config = IsmctsConfig {
            playout_depth: playout_depth(params),
            ..ismcts_config(observers, params)
        };
        let policy = playout(params).expect("the parameter is checked");
        let agent = Ismcts::new(config)
            .with_playouts(policy)
            .with_evaluation(evaluation(params));
        Ok(Box::new(agent))
    })
}

fn ismcts_params() -> Vec<Param> {
    let mut params = tree_params(
        "iterations per move; 200 if nothing is limited",
        "maximum depth of the trees, in plies",
        0.7,
    );
    params.extend([
        Param::real(
            "rank",
            "share of the reward given for the rank; the remainder is given for a win",
            0.0,
            (0.0, 1.0),
        ),
        Param::choice(
            "reward",
            "rewards of the ranks: evenly from 1 to 0, or 1, 0.2, 0.1 and 0",
            ["even", "published-code"],
        ),
        Param::switch("reuse", "reuse the trees between moves", false),
        Param::int(
            "memory",
            "memory limit of the trees in MiB",
            256,
            (1, 65_536),
        ),
    ]);
    params
}

fn ismcts_config(observers: ObserverModel, params: &Params) -> IsmctsConfig {
    IsmctsConfig {
        observers,
        budget: Budget {
            iterations: params.int_if_given("iterations").map(i64::unsigned_abs),
            depth: params.int_if_given("depth").map(|depth| depth as u32),
            ..limits(params)
        },
        exploration: params.real("c"),
        rank_weight: params.real("rank"),
        rank_rewards: match params.choice("reward") {
            "published-code" => RankRewards::Steep,
            _ => RankRewards::Even,
        },
        playout_depth: None,
        reuse: params.is_on("reuse"),
        memory: params.int("memory") as usize,
    }
}
