//! What we know about YINSH.
//!
//! | file | what is in it |
//! |---|---|
//! | `lines.rs` | the board line by line |
//! | `thesis.rs` | the four evaluations of the thesis |
//! | `habits.rs` | its rules for placing and removing rings |
//! | `outlook.rs`, `outlook.weights` | the evaluation of the champion, and what it learnt |
//! | `hints.rs` | which moves look promising |
//! | `champion.rs` | the strongest player, and what makes it weaker |

mod champion;
mod habits;
mod hints;
mod lines;
mod outlook;
mod thesis;

pub use champion::{champion, search_of_champion};
pub use hints::Flips;
pub use outlook::{Outlook, WEIGHTS, features};
pub use thesis::{Advanced, Fives, Greedy, Markers, Rows, Weights};

use std::sync::Arc;

use ludorum_games::Yinsh;
use ludorum_games::yinsh::State;

use self::habits::Habits;
use crate::standard::evaluations;
use crate::{AgentKind, Knowledge, Roster};

/// Everyone who plays YINSH.
pub fn roster() -> Roster<Yinsh> {
    let knowledge = knowledge();
    let by_habit = |kind: AgentKind<Yinsh>| {
        if !SEARCHES.contains(&kind.name()) {
            return kind;
        }
        let evaluation = evaluations(&knowledge);
        kind.wrapped(habits::params(), move |agent, params| {
            Box::new(Habits::new(agent, evaluation(params), params))
        })
    };
    let sampling = |kind: AgentKind<Yinsh>| match kind.name() {
        // The constant that won most in the thesis (section 3.5.1), and what its playouts look at.
        "mcts" => kind.with_default("c", "2").with_default("eval", "markers"),
        _ => kind,
    };
    Roster::deterministic(&knowledge)
        .map(sampling)
        .map(by_habit)
        .with_strongest(champion())
}

/// The agents that place and remove rings by the rules of the thesis unless told otherwise.
const SEARCHES: [&str; 7] = [
    "minimax",
    "alphabeta",
    "parallel-alphabeta",
    "maxn",
    "expectimax",
    "mcts",
    "pvs",
];

fn knowledge() -> Knowledge<Yinsh> {
    let rows = |params: &ludorum_core::Params| Rows::new(Weights::from_params(params));
    Knowledge::none()
        .evaluation_params(Weights::params().into_iter().chain(Fives::params()))
        .evaluation_from("advanced", |params| {
            let weights = Weights::from_params(params);
            Arc::new(Advanced::new(weights, Fives::from_params(params)))
        })
        .evaluation_from("greedy", move |params| Arc::new(Greedy(rows(params))))
        .evaluation_from("rows", move |params| Arc::new(rows(params)))
        .evaluation("markers", Markers)
        .evaluation("outlook", Outlook::default())
        .depth(4)
        .auto_depth(auto_depth)
}

/// How deep to look by the number of moves (section 4.5 of the thesis).
fn auto_depth(_: &Yinsh, _: &State, moves: usize) -> u32 {
    match moves {
        0..15 => 6,
        15..60 => 5,
        _ => 4,
    }
}
