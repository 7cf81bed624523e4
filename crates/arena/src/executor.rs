//! Executors play the games of experiments and tuning runs: on local threads or on other machines.

use ludorum_core::StopFlag;

use crate::{GameResult, PlanError, RunPlan, play_all};

/// Plays the games of a plan, on threads of this process or on other machines.
pub trait Executor {
    /// Plays all games of a plan and returns their results in game order. Returns fewer results
    /// than planned if `stop` was raised.
    ///
    /// # Errors
    /// If the games cannot be played.
    fn play(&self, plan: &RunPlan, stop: &StopFlag) -> Result<Vec<GameResult>, PlanError>;

    /// Number of local threads for games in which events are counted. Such games always run in this
    /// process, never on other machines.
    fn threads(&self) -> usize {
        1
    }
}

/// Executor that plays games in this process, on the given number of threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThreadExecutor(pub usize);

impl Executor for ThreadExecutor {
    fn play(&self, plan: &RunPlan, stop: &StopFlag) -> Result<Vec<GameResult>, PlanError> {
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
