//! Matches between agents, run by the server: one at a time, on their own threads, with live
//! progress.

use std::convert::Infallible;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use ludorum_arena::{AgentRunResult, GameTally, PlayedGame, RunOptions, RunPlan, RunReport, run};
use ludorum_core::StopFlag;
use ludorum_protocol::ErrorCode;
use ludorum_protocol::matches::{MatchAgentResult, MatchDuplicateLevel, MatchInfo, MatchState};
use parking_lot::Mutex;

/// Maximum number of games in a match between agents.
pub(crate) const MOST_GAMES: u32 = 1000;

/// Runs matches between agents, one at a time, and keeps the results of the last one.
#[derive(Debug, Default)]
pub(crate) struct MatchRunner {
    current: Mutex<Option<Arc<MatchRun>>>,
}

/// A running or finished match between agents, with its results so far.
#[derive(Debug)]
struct MatchRun {
    plan: RunPlan,
    stop: StopFlag,
    progress: Mutex<MatchProgress>,
}

#[derive(Debug)]
struct MatchProgress {
    state: MatchState,
    games: GameTally,
}

impl MatchRunner {
    /// Starts a match. Fails if another match is running.
    pub(crate) fn start(&self, plan: RunPlan, threads: usize) -> Result<MatchInfo, ErrorCode> {
        let mut current = self.current.lock();
        let is_running = |running: &Arc<MatchRun>| running.info().state == MatchState::Running;
        if current.as_ref().is_some_and(is_running) {
            return Err(ErrorCode::MatchRunning);
        }
        let new = Arc::new(MatchRun {
            stop: StopFlag::new(),
            progress: Mutex::new(MatchProgress {
                state: MatchState::Running,
                games: GameTally::new(plan.agents(), Some(plan.layout().clone())),
            }),
            plan,
        });
        let own = Arc::clone(&new);
        std::thread::Builder::new()
            .name("match".to_owned())
            .spawn(move || own.play(threads))
            .map_err(|error| {
                tracing::error!(%error, "could not start a thread for a match");
                ErrorCode::Internal
            })?;
        let info = new.info();
        *current = Some(new);
        Ok(info)
    }

    /// Returns the results of the running or else the last match; `None` if there was no match.
    pub(crate) fn info(&self) -> Option<MatchInfo> {
        let current = self.current.lock();
        current.as_ref().map(|current| current.info())
    }

    /// Stops the running match. Its unfinished games are abandoned.
    pub(crate) fn stop_match(&self) {
        let current = self.current.lock();
        if let Some(current) = &*current {
            current.stop.raise();
        }
    }
}

impl Drop for MatchRunner {
    fn drop(&mut self) {
        self.stop_match();
    }
}

impl MatchRun {
    fn play(&self, threads: usize) {
        // A panic in one match must not prevent the next.
        let played = catch_unwind(AssertUnwindSafe(|| {
            let on_games = |batch: &[PlayedGame]| {
                let mut progress = self.progress.lock();
                for played in batch {
                    progress.games.add(&played.result);
                }
                Ok::<(), Infallible>(())
            };
            run(
                &self.plan,
                &RunOptions::with_threads(threads),
                &self.stop,
                on_games,
            )
        }));
        if let Some(error) = self.plan.openings_failure() {
            tracing::error!(game = self.plan.variant().spec(), %error, "a match was stopped");
        }
        if played.is_err() {
            tracing::error!(game = self.plan.variant().spec(), "a match failed");
        }
        let mut progress = self.progress.lock();
        progress.state = if progress.games.played() == self.plan.games() {
            MatchState::Done
        } else {
            MatchState::Stopped
        };
    }

    fn info(&self) -> MatchInfo {
        let progress = self.progress.lock();
        let state = progress.state;
        let report = RunReport::head(&self.plan).with_tally(&progress.games);
        drop(progress);
        MatchInfo {
            state,
            plies_per_game: report.plies_per_game(),
            distinct: report.distinct.map(|distinct| distinct.games),
            repetition: report.repetition().map(|repetition| match repetition {
                ludorum_arena::DuplicateGameLevel::Always => MatchDuplicateLevel::Always,
                ludorum_arena::DuplicateGameLevel::Often => MatchDuplicateLevel::Often,
            }),
            game: report.game,
            seed: report.seed,
            openings: report.openings,
            planned: report.planned,
            played: report.played,
            agents: report.agents.iter().map(standing).collect(),
        }
    }
}

fn standing(report: &AgentRunResult) -> MatchAgentResult {
    let (low, high) = report.win_rate_95;
    MatchAgentResult {
        spec: report.spec.clone(),
        wins: report.wins,
        draws: report.draws,
        losses: report.losses,
        rate: report.win_rate,
        low,
        high,
        time_per_move: report.time_per_move_ms,
        nodes_per_move: report.nodes_per_move,
    }
}
