//! Executors: where the runs of experiments and tuning are played.

use ludorum_core::StopFlag;

use crate::{GameResult, PlanError, RunPlan, play_all};

/// Executes runs: on threads of this process or on other machines.
pub trait Executor {
    /// Plays all games of a plan and returns them in order; fewer if `stop` was raised.
    ///
    /// # Errors
    /// If the games cannot be played.
    fn play(&self, plan: &RunPlan, stop: &StopFlag) -> Result<Vec<GameResult>, PlanError>;

    /// Threads for games with measures, which always run in this process.
    fn threads(&self) -> usize {
        1
    }
}

/// Executor that uses this many threads of this process.
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
