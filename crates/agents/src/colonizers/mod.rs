//! Agents and knowledge for Colonizers.
//!
//! | file | content |
//! |---|---|
//! | `heuristic.rs` | the heuristic of Crha (2020), an agent and a playout policy |
//! | `published.rs` | the heuristic as implemented in the published program |
//! | `evaluation.rs` | the evaluation of Crha (2020) |
//! | `earnings_heuristic.rs` | a stronger heuristic, for playouts and inference |
//! | `world_sampler.rs` | determinizations weighted by plausible picks |
//! | `champion.rs` | the strongest agent and its levels |

mod champion;
mod earnings_heuristic;
mod evaluation;
mod heuristic;
mod published;
mod world_sampler;

use ludorum_core::Param;
use ludorum_games::Colonizers;
use ludorum_search::PolicyAgent;

use crate::{AgentKind, GameKnowledge, Roster, standard};

pub use earnings_heuristic::ColonizersIncomePolicy;
pub use evaluation::ColonyEvaluation;
pub use heuristic::{ColonizersRulePolicy, ColonizersThesisHeuristic, HeuristicRules};
pub use published::ColonizersPublishedHeuristic;
pub use world_sampler::PlausibilityDeterminizer;

/// Agents available for Colonizers.
pub fn roster() -> Roster<Colonizers> {
    let knowledge = GameKnowledge::none()
        .evaluation("thesis", ColonyEvaluation)
        .policy(
            "heuristic",
            "the heuristic of the thesis",
            ColonizersRulePolicy(ColonizersThesisHeuristic),
        )
        .playout(
            "published-heuristic",
            ColonizersRulePolicy(ColonizersPublishedHeuristic),
        )
        .policy(
            "shrewd",
            "a heuristic that maximises income and points",
            ColonizersIncomePolicy::default(),
        )
        .depth(7);
    let as_published = |kind: AgentKind<Colonizers>| match kind.name() {
        "so-ismcts" | "so-ismcts-pom" | "mo-ismcts" => kind
            .with_default("playout", "heuristic")
            .with_default("rank", "1"),
        "heuristic" => heuristic(kind.summary()),
        _ => kind,
    };
    Roster::hidden(&knowledge)
        .map(as_published)
        .map(standard::seeded)
        .with_strongest(champion::champion())
}

fn heuristic(summary: &'static str) -> AgentKind<Colonizers> {
    let variant = Param::choice(
        "variant",
        "rules of the thesis, or of its published program",
        ["text", "published-code"],
    );
    AgentKind::new("heuristic", summary, vec![variant], |_, params| {
        Ok(match params.choice("variant") {
            "published-code" => Box::new(PolicyAgent::new(ColonizersRulePolicy(
                ColonizersPublishedHeuristic,
            ))),
            _ => Box::new(PolicyAgent::new(ColonizersRulePolicy(
                ColonizersThesisHeuristic,
            ))),
        })
    })
}
