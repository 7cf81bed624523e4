//! Matches between agents: one at a time, on threads of their own, told as far as they are.

use std::convert::Infallible;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};

use ludorum_arena::{AgentReport, Plan, Played, Report, RunOptions, Tally, run};
use ludorum_core::Stop;
use ludorum_protocol::Code;
use ludorum_protocol::matches::{MatchInfo, MatchState, Repetition, Standing};

/// No match has more games.
pub(crate) const MOST_GAMES: u32 = 1000;

/// The match being played, or the last one.
#[derive(Debug, Default)]
pub(crate) struct Matches {
    current: Mutex<Option<Arc<Match>>>,
}

/// One match.
#[derive(Debug)]
struct Match {
    plan: Plan,
    stop: Stop,
    so_far: Mutex<SoFar>,
}

#[derive(Debug)]
struct SoFar {
    state: MatchState,
    games: Tally,
}

impl Matches {
    /// Starts a match, unless one is being played.
    pub(crate) fn start(&self, plan: Plan, threads: usize) -> Result<MatchInfo, Code> {
        let mut current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        let is_running = |running: &Arc<Match>| running.info().state == MatchState::Running;
        if current.as_ref().is_some_and(is_running) {
            return Err(Code::MatchRunning);
        }
        let new = Arc::new(Match {
            stop: Stop::new(),
            so_far: Mutex::new(SoFar {
                state: MatchState::Running,
                games: Tally::new(plan.agents(), Some(plan.layout().clone())),
            }),
            plan,
        });
        let own = Arc::clone(&new);
        std::thread::Builder::new()
            .name("match".to_owned())
            .spawn(move || own.play(threads))
            .map_err(|error| {
                tracing::error!(%error, "no thread for a match");
                Code::Internal
            })?;
        let info = new.info();
        *current = Some(new);
        Ok(info)
    }

    /// The match being played, or the last one.
    pub(crate) fn look(&self) -> Option<MatchInfo> {
        let current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        current.as_ref().map(|current| current.info())
    }

    /// Ends the match being played, if there is one: games in progress are given up.
    pub(crate) fn end(&self) {
        let current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(current) = &*current {
            current.stop.raise();
        }
    }
}

impl Drop for Matches {
    fn drop(&mut self) {
        self.end();
    }
}

impl Match {
    fn play(&self, threads: usize) {
        // Whatever a game of ours may do wrong, there can be another match.
        let played = catch_unwind(AssertUnwindSafe(|| {
            let on_games = |batch: &[Played]| {
                let mut so_far = self.lock();
                for played in batch {
                    so_far.games.add(&played.result);
                }
                Ok::<(), Infallible>(())
            };
            run(&self.plan, &RunOptions::on(threads), &self.stop, on_games)
        }));
        if let Some(error) = self.plan.openings_failure() {
            tracing::error!(game = self.plan.variant().spec(), %error, "a match was stopped");
        }
        if played.is_err() {
            tracing::error!(game = self.plan.variant().spec(), "a match failed");
        }
        let mut so_far = self.lock();
        so_far.state = match so_far.games.played() == self.plan.games() {
            true => MatchState::Done,
            false => MatchState::Stopped,
        };
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, SoFar> {
        self.so_far.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn info(&self) -> MatchInfo {
        let so_far = self.lock();
        let state = so_far.state;
        let report = Report::head(&self.plan).with_tally(&so_far.games);
        drop(so_far);
        MatchInfo {
            state,
            plies_per_game: report.plies_per_game(),
            distinct: report.distinct.map(|distinct| distinct.games),
            repetition: report.repetition().map(|repetition| match repetition {
                ludorum_arena::Repetition::Always => Repetition::Always,
                ludorum_arena::Repetition::Often => Repetition::Often,
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

fn standing(report: &AgentReport) -> Standing {
    let (low, high) = report.win_rate_95;
    Standing {
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
