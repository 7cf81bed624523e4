//! What we know about Colonizers.
//!
//! | file | what is in it |
//! |---|---|
//! | `heuristic.rs` | the rules of thumb of the thesis, an agent and playouts |
//! | `published.rs` | the same as the published program plays them |
//! | `evaluation.rs` | the evaluation of the thesis |
//! | `shrewd.rs` | better rules of thumb, for playouts and for what others are likely to pick |
//! | `suspicion.rs` | worlds weighed by what others are likely to have picked |
//! | `champion.rs` | the strongest player, and what makes it weaker |

mod champion;
mod evaluation;
mod heuristic;
mod published;
mod shrewd;
mod suspicion;

use ludorum_core::Param;
use ludorum_games::Colonizers;
use ludorum_search::PolicyAgent;

use crate::{AgentKind, Knowledge, Roster, standard};

pub use evaluation::Possessions;
pub use heuristic::Heuristic;
pub use published::PublishedHeuristic;
pub use shrewd::Shrewd;
pub use suspicion::Suspicion;

/// Everyone who can play Colonizers.
pub fn roster() -> Roster<Colonizers> {
    let knowledge = Knowledge::none()
        .evaluation("thesis", Possessions)
        .policy("heuristic", "the rules of thumb of the thesis", Heuristic)
        .playout("published-heuristic", PublishedHeuristic)
        .policy(
            "shrewd",
            "rules of thumb that count what a turn earns",
            Shrewd::default(),
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
        "whether the rules are those of the text or those of the published program",
        ["text", "published-code"],
    );
    AgentKind::new("heuristic", summary, vec![variant], |_, params| {
        Ok(match params.word("variant") {
            "published-code" => Box::new(PolicyAgent::new(PublishedHeuristic)),
            _ => Box::new(PolicyAgent::new(Heuristic)),
        })
    })
}
