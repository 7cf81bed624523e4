//! Where the runs of experiments and of tuning are played.

use ludorum_core::Stop;

use crate::{GameResult, Plan, PlanError, play_all};

/// A place that plays runs: this machine, or several.
pub trait Venue {
    /// All games of a plan, in order; fewer if `stop` was raised.
    ///
    /// # Errors
    /// When they cannot be played there.
    fn play(&self, plan: &Plan, stop: &Stop) -> Result<Vec<GameResult>, PlanError>;

    /// How many threads of this process play games in which something is measured: these are played
    /// here, wherever all others are.
    fn threads(&self) -> usize {
        1
    }
}

/// So many threads of this process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threads(pub usize);

impl Venue for Threads {
    fn play(&self, plan: &Plan, stop: &Stop) -> Result<Vec<GameResult>, PlanError> {
        let games = play_all(plan, self.0, stop);
        match plan.openings_failure() {
            None => Ok(games),
            Some(error) => Err(error.into()),
        }
    }

    fn threads(&self) -> usize {
        self.0
    }
}
