//! Matches between agents: who plays whom from which seeds, the games, and what they say.
//!
//! A [`Plan`] is a list of games fixed by its seed; [`run`] plays those that are missing on any
//! number of threads; a [`Report`] sums up and can be resumed from.

mod complexity;
mod game;
mod plan;
mod report;
mod resume;
mod run;
mod stats;

pub use complexity::Complexity;
pub use game::{
    ForfeitResult, GameResult, SeatResult, agent_rng, agent_seed, chance_rng, play_game,
};
pub use plan::{Plan, PlanError};
pub use report::{AgentReport, Report};
pub use resume::{Difference, ResumeError};
pub use run::{Played, run};
pub use stats::{mean_95, wilson};
