//! The searches that play from a view.

use ludorum_core::{Budget, Chance, Hidden, Param, Params};
use ludorum_search::{DeterminizedMaxN, Interest, Ismcts, IsmctsConfig, Observers, Places};

use super::limited::Limited;
use super::playouts::{playout_depth, playout_params, playouts};
use super::{evaluation_params, evaluations, limit_params, limits};
use crate::{AgentKind, Knowledge};

/// `maxn` by a vote of worlds.
pub fn determinized_maxn<G: Hidden + Chance>(knowledge: &Knowledge<G>) -> AgentKind<G> {
    let default_depth = i64::from(knowledge.depth);
    let mut params = vec![
        Param::int(
            "determinizations",
            "worlds that have a vote",
            10,
            (1, 100_000),
        ),
        Param::int(
            "depth",
            "moves looked ahead in each; events of chance count only with eval=none",
            default_depth,
            (1, 100),
        ),
        Param::choice(
            "interest",
            "whose points decide a vote: one's own, or those of seat 1, then of seat 2, and so on",
            ["own", "seat-order"],
        ),
    ];
    params.extend(evaluation_params(knowledge));
    params.extend(limit_params());
    let evaluation = evaluations(knowledge);
    AgentKind::new(
        "maxn",
        "max^n in several worlds that could be there, each with a vote",
        params,
        move |_: &G, params| {
            let worlds = params.int("determinizations") as u32;
            let depth = params.int("depth") as u32;
            let interest = match params.word("interest") {
                "seat-order" => Interest::InSeatOrder,
                _ => Interest::Own,
            };
            Ok(Box::new(Limited {
                agent: DeterminizedMaxN::new(worlds, depth, evaluation(params))
                    .in_interest(interest),
                budget: limits(params),
            }))
        },
    )
}

/// `so-ismcts`, `so-ismcts-pom` and `mo-ismcts`.
pub fn ismcts_family<G: Hidden + Chance>(knowledge: &Knowledge<G>) -> [AgentKind<G>; 3] {
    [
        ismcts(
            knowledge,
            "so-ismcts",
            "information-set MCTS, as if all moves of others were seen",
            Observers::Single,
        ),
        ismcts(
            knowledge,
            "so-ismcts-pom",
            "information-set MCTS in which others choose at random between moves that look the same",
            Observers::SinglePartial,
        ),
        ismcts(
            knowledge,
            "mo-ismcts",
            "information-set MCTS with a tree for every seat, of what that seat sees",
            Observers::Multiple,
        ),
    ]
}

fn ismcts<G: Hidden + Chance>(
    knowledge: &Knowledge<G>,
    name: &'static str,
    summary: &'static str,
    observers: Observers,
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
        let policy = playout(params).expect("the parameter offers just these");
        let agent = Ismcts::new(config)
            .with_playouts(policy)
            .with_evaluation(evaluation(params));
        Ok(Box::new(agent))
    })
}

fn ismcts_params() -> Vec<Param> {
    let mut params = vec![
        Param::int(
            "iterations",
            "playouts for a move; 200 if nothing is limited",
            1,
            (1, i64::MAX),
        )
        .with_default(None),
    ];
    params.extend(limit_params());
    params.extend([
        Param::int("depth", "plies the trees may be deep", 1, (1, 100_000)).with_default(None),
        Param::real("c", "how much uncertainty attracts", 0.7, (0.0, 100.0)),
        Param::real(
            "rank",
            "how much of a reward goes by the order of finish; the rest by the win",
            0.0,
            (0.0, 1.0),
        ),
        Param::choice(
            "reward",
            "what places are worth where rank counts: evenly from 1 to 0, or 1, 0.2, 0.1 and 0",
            ["even", "published-code"],
        ),
        Param::switch("reuse", "keep the trees between moves", false),
        Param::int("memory", "memory of the trees in MiB", 256, (1, 65_536)),
    ]);
    params
}

fn ismcts_config(observers: Observers, params: &Params) -> IsmctsConfig {
    IsmctsConfig {
        observers,
        budget: Budget {
            iterations: params.int_if_given("iterations").map(i64::unsigned_abs),
            depth: params.int_if_given("depth").map(|depth| depth as u32),
            ..limits(params)
        },
        exploration: params.real("c"),
        rank_weight: params.real("rank"),
        places: match params.word("reward") {
            "published-code" => Places::Steep,
            _ => Places::Even,
        },
        playout_depth: None,
        reuse: params.on("reuse"),
        memory: params.int("memory") as usize,
    }
}
