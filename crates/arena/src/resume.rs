//! Checks that a stored report matches a plan, before the run is resumed. Nothing read from the
//! file is trusted.

use ludorum_catalog::{SpecError, Variant};
use ludorum_core::{Outcome, PerSeat, Seat};
use ludorum_record::content_difference;

use crate::game::GameResult;
use crate::openings;
use crate::{RunPlan, RunReport};

/// Largest thinking time accepted in a stored game, in milliseconds, so that sums stay finite.
const MAX_TIME_MS: f64 = 1e15;

impl RunReport {
    /// Checks that this report and its games belong to `plan`, and returns the games.
    ///
    /// # Errors
    /// If the report belongs to another run or another version of program or rules, or has an
    /// impossible game.
    pub fn resume(self, plan: &RunPlan) -> Result<Vec<GameResult>, ResumeError> {
        self.check_run(plan)?;
        let mut next = 0;
        for result in &self.games {
            next = check_game(result, plan, next)?;
        }
        let planned = plan.games();
        Ok(self
            .games
            .into_iter()
            .filter(|result| result.game < planned)
            .collect())
    }

    /// Checks that this report belongs to the run of `plan`. Does not check its games.
    ///
    /// # Errors
    /// If the report belongs to another run or another version of program or rules.
    pub fn check_run(&self, plan: &RunPlan) -> Result<(), ResumeError> {
        let now = RunReport::head(plan);
        self.check_same_match(&now)
            .map_err(ResumeError::OtherMatch)?;
        check_same("program", &self.program, &now.program)
            .and_then(|()| check_same("rules", &self.rules.to_string(), &now.rules.to_string()))
            .map_err(ResumeError::OtherVersion)?;
        check_same_content(&self.content, &now.content).map_err(ResumeError::OtherContent)
    }

    /// Checks that two reports are of the same run, regardless of the program version.
    pub(crate) fn check_same_match(&self, other: &RunReport) -> Result<(), RunMismatch> {
        let schedule = |report: &RunReport| format!("{:?}", report.schedule);
        let key = |report: &RunReport| report.key.clone().unwrap_or_default();
        check_same("game", &self.game, &other.game)?;
        check_same("agents", &self.specs().join(" "), &other.specs().join(" "))?;
        check_same("schedule", &schedule(self), &schedule(other))?;
        check_same("seed", &self.seed, &other.seed)?;
        check_same_openings(self.openings.as_deref(), other.openings.as_deref())?;
        check_same("key", &key(self), &key(other))
    }
}

/// Checks that a stored game is possible in `plan`. Games must be sorted: `next` is the lowest
/// index allowed. Returns the lowest index allowed for the following game.
///
/// # Errors
/// If the game is impossible.
pub fn check_game(result: &GameResult, plan: &RunPlan, next: u64) -> Result<u64, ResumeError> {
    let bad = |reason| ResumeError::BadGame {
        game: result.game,
        reason,
    };
    if result.game < next {
        return Err(bad("it is out of order"));
    }
    check_result(result, plan).map_err(bad)?;
    Ok(result.game.saturating_add(1))
}

pub(crate) fn check_same(what: &'static str, before: &str, now: &str) -> Result<(), RunMismatch> {
    if before == now {
        Ok(())
    } else {
        Err(RunMismatch {
            what,
            before: before.to_owned(),
            now: now.to_owned(),
        })
    }
}

/// Checks that an earlier run and the current one use the same openings, given as canonical specs.
pub(crate) fn check_same_openings(
    before: Option<&str>,
    now: Option<&str>,
) -> Result<(), RunMismatch> {
    if openings::are_same(before, now) {
        Ok(())
    } else {
        check_same("openings", before.unwrap_or("none"), now.unwrap_or("none"))
    }
}

/// Names and hashes of the content files that affect results: those of the game and of its agents.
pub(crate) fn content_files<'a>(
    variant: &Variant,
    agents: impl IntoIterator<Item = &'a String>,
) -> Result<Vec<String>, SpecError> {
    let mut content = variant.content();
    for agent in agents {
        for file in variant.player(agent)?.files() {
            if !content.contains(file) {
                content.push(file.clone());
            }
        }
    }
    Ok(content)
}

/// True if at least one of the agents is an external program.
pub(crate) fn has_external_agents<'a>(
    variant: &Variant,
    agents: impl IntoIterator<Item = &'a String>,
) -> Result<bool, SpecError> {
    for agent in agents {
        if variant.player(agent)?.is_external() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Checks that the installed content files are those the run was started with.
pub(crate) fn check_same_content(before: &[String], now: &[String]) -> Result<(), ContentMismatch> {
    match content_difference(before, now) {
        None => Ok(()),
        Some(_) if before.is_empty() => Err(ContentMismatch::Unknown),
        Some((_, why)) => Err(ContentMismatch::Changed(why)),
    }
}

/// Checks one game result against the plan: seats, seeds, ranks and win shares.
fn check_result(result: &GameResult, plan: &RunPlan) -> Result<(), &'static str> {
    let seating: Vec<usize> = result.seats.iter().map(|seat| seat.agent).collect();
    if seating != plan.seating(result.game) {
        return Err("its seating is not that of this match");
    }
    if result.seed != plan.setup_seed(result.game).0.to_string()
        || result.streams != plan.streams_seed(result.game).0.to_string()
    {
        return Err("its seeds are not those of this match");
    }
    let seats = result.seats.len();
    let is_rank = |rank: u8| (1..=seats).contains(&usize::from(rank));
    let ranks = || result.seats.iter().map(|seat| seat.rank);
    if !ranks().all(is_rank) || !ranks().any(|rank| rank == 1) {
        return Err("its ranks are not a valid ranking");
    }
    let ranks = PerSeat::from_fn(seats, |seat| result.seats[seat.index()].rank - 1);
    let outcome = Outcome::from_ranks(ranks);
    let mut of_seats = Seat::all(seats).zip(&result.seats);
    if !of_seats.all(|(seat, result)| result.share == outcome.share(seat)) {
        return Err("its shares of the win do not match its ranks");
    }
    if let Some(forfeit) = &result.forfeit {
        let quitter = forfeit.seat.checked_sub(1);
        let quitter = quitter.and_then(|seat| result.seats.get(seat));
        let gave_up = quitter.is_some_and(|quitter| quitter.share == 0.0);
        let others_won = ranks.iter().filter(|&rank| rank == 0).count() == seats - 1;
        if !gave_up || !others_won {
            return Err("the seat that forfeited is not the one that lost");
        }
    }
    if result.plies > u64::from(plan.variant().max_plies()) {
        return Err("it has more moves than a game can have");
    }
    let mut others = result.plies;
    for seat in &result.seats {
        others = others
            .checked_sub(seat.moves)
            .ok_or("its seats have more moves than the game")?;
        if seat.choices < seat.moves {
            return Err("it has more moves than there were to choose from");
        }
        if !(0.0..MAX_TIME_MS).contains(&seat.time_ms) {
            return Err("a thinking time is invalid");
        }
    }
    Ok(())
}

/// Error when resuming a run from a report.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ResumeError {
    /// The report belongs to another run.
    #[error("the interrupted run is of another match: {0}")]
    OtherMatch(RunMismatch),
    /// The report was written by another version of the program or rules.
    #[error(
        "the interrupted run was played by another version: {0}; games of both cannot be mixed, \
         start the match again"
    )]
    OtherVersion(RunMismatch),
    /// The content files of the game, such as boards or plug-ins, have changed since the run began.
    #[error("the interrupted run was {0}")]
    OtherContent(ContentMismatch),
    /// A stored game is impossible in this run.
    #[error("game {game} of the interrupted run cannot be right: {reason}")]
    BadGame {
        /// Index of the game in the run.
        game: u64,
        /// Reason why the stored game is impossible.
        reason: &'static str,
    },
}

/// Mismatch between the installed content files and those that a stored run was played with.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ContentMismatch {
    /// The run was stored without hashes of its content files.
    #[error(
        "played by a version that did not store the hashes of templates and plug-ins, so they \
         cannot be compared; start again"
    )]
    Unknown,
    /// A content file has changed; holds a description of the difference.
    #[error("{0}, or start again")]
    Changed(String),
}

/// Setting that differs between a stored run and the current run, with both values.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what} '{before}', here '{now}'")]
pub struct RunMismatch {
    what: &'static str,
    before: String,
    now: String,
}
