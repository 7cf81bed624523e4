//! Agents and knowledge for YINSH.
//!
//! | file | content |
//! |---|---|
//! | `line_bitboards.rs` | bitboards of the lines |
//! | `thesis.rs` | the four evaluations of the thesis |
//! | `ring_rules.rs` | the thesis' rules for placing and removing rings |
//! | `evaluation.rs`, `evaluation.weights` | the evaluation of the champion and its weights |
//! | `hints.rs` | move ordering and quiescence |
//! | `champion.rs` | the strongest agent and its levels |

mod champion;
mod evaluation;
mod hints;
mod line_bitboards;
mod ring_rules;
mod thesis;

pub use champion::{champion, champion_search_config};
pub use evaluation::{WEIGHTS, YinshEvaluation, features};
pub use hints::YinshMoveHints;
pub use thesis::{
    DominantRowEvaluation, MarkerEvaluation, RingAwareRowEvaluation, RowEvaluation,
    RowOfFiveScores, RowWeights,
};

use std::sync::Arc;

use ludorum_games::Yinsh;
use ludorum_games::yinsh::State;

use self::ring_rules::RingPlacementAgent;
use crate::standard::evaluations;
use crate::{AgentKind, GameKnowledge, Roster};

/// Agents available for YINSH.
pub fn roster() -> Roster<Yinsh> {
    let knowledge = knowledge();
    let with_ring_rules = |kind: AgentKind<Yinsh>| {
        if !SEARCHES.contains(&kind.name()) {
            return kind;
        }
        let evaluation = evaluations(&knowledge);
        kind.wrapped(ring_rules::params(), move |agent, params| {
            Box::new(RingPlacementAgent::new(agent, evaluation(params), params))
        })
    };
    let with_thesis_defaults = |kind: AgentKind<Yinsh>| match kind.name() {
        // The exploration constant and the evaluation that won most in the thesis (section 3.5.1).
        "mcts" => kind.with_default("c", "2").with_default("eval", "markers"),
        _ => kind,
    };
    Roster::deterministic(&knowledge)
        .map(with_thesis_defaults)
        .map(with_ring_rules)
        .with_strongest(champion())
}

/// Names of the searches that by default follow the rules of Belej (2017) to place and remove
/// rings.
const SEARCHES: [&str; 7] = [
    "minimax",
    "alphabeta",
    "parallel-alphabeta",
    "maxn",
    "expectimax",
    "mcts",
    "pvs",
];

fn knowledge() -> GameKnowledge<Yinsh> {
    let rows = |params: &ludorum_core::Params| RowEvaluation::new(RowWeights::from_params(params));
    GameKnowledge::none()
        .evaluation_params(
            RowWeights::params()
                .into_iter()
                .chain(RowOfFiveScores::params()),
        )
        .evaluation_from("advanced", |params| {
            let weights = RowWeights::from_params(params);
            Arc::new(RingAwareRowEvaluation::new(
                weights,
                RowOfFiveScores::from_params(params),
            ))
        })
        .evaluation_from("greedy", move |params| {
            Arc::new(DominantRowEvaluation(rows(params)))
        })
        .evaluation_from("rows", move |params| Arc::new(rows(params)))
        .evaluation("markers", MarkerEvaluation)
        .evaluation("outlook", YinshEvaluation::default())
        .depth(4)
        .auto_depth(auto_depth)
}

/// Search depth in plies for `depth=auto`, by number of legal moves (Belej 2017, section 4.5).
fn auto_depth(_: &Yinsh, _: &State, moves: usize) -> u32 {
    match moves {
        0..15 => 6,
        15..60 => 5,
        _ => 4,
    }
}
