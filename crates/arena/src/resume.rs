//! Whether a report is the beginning of a match. It comes from a file, so nothing in it is trusted
//! that can be derived or checked.

use std::fmt;

use ludorum_catalog::{SpecError, Variant};
use ludorum_core::{Outcome, PerSeat, Seat};
use ludorum_record::{Header, difference};

use crate::game::GameResult;
use crate::openings::{self, Openings};
use crate::{Plan, Report};

/// Nobody thinks longer than this in a game, in milliseconds: sums of times stay finite.
const MOST_MS: f64 = 1e15;

impl Report {
    /// The games of this report as a beginning of `plan`.
    ///
    /// # Errors
    /// When the report is of another match, was played by another version of program or rules, or
    /// has a game in it that cannot have happened.
    pub fn resume(self, plan: &Plan) -> Result<Vec<GameResult>, ResumeError> {
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

    /// Whether this report is of the run of `plan`; its games are not looked at.
    ///
    /// # Errors
    /// When it is of another match, or was played by another version of program or rules.
    pub fn check_run(&self, plan: &Plan) -> Result<(), ResumeError> {
        let rules = plan.variant().rules_version();
        same("game", &self.game, plan.variant().spec())
            .and_then(|()| same("agents", &self.specs().join(" "), &plan.agents().join(" ")))
            .and_then(|()| {
                let now = format!("{:?}", plan.schedule());
                same("schedule", &format!("{:?}", self.schedule), &now)
            })
            .and_then(|()| same("seed", &self.seed, &plan.seed().0.to_string()))
            .and_then(|()| {
                let now = plan.openings().map(Openings::spec);
                same_openings(self.openings.as_deref(), now)
            })
            .and_then(|()| {
                let now = plan.key().map(|key| key.to_string());
                let text = |key: Option<&String>| key.cloned().unwrap_or_default();
                same("key", &text(self.key.as_ref()), &text(now.as_ref()))
            })
            .map_err(ResumeError::OtherMatch)?;
        same("program", &self.program, &Header::this_program())
            .and_then(|()| same("rules", &self.rules.to_string(), &rules.to_string()))
            .map_err(ResumeError::OtherVersion)?;
        same_content(&self.content, &plan.variant().content()).map_err(ResumeError::OtherContent)
    }
}

/// Whether a game can have happened in the run of `plan`: the first that may follow it. Games are given
/// in order, `next` is the first that may come.
///
/// # Errors
/// When it cannot.
pub fn check_game(result: &GameResult, plan: &Plan, next: u64) -> Result<u64, ResumeError> {
    let bad = |reason| ResumeError::BadGame {
        game: result.game,
        reason,
    };
    if result.game < next {
        return Err(bad("it is out of order"));
    }
    check(result, plan).map_err(bad)?;
    Ok(result.game.saturating_add(1))
}

pub(crate) fn same(what: &'static str, before: &str, now: &str) -> Result<(), Difference> {
    match before == now {
        true => Ok(()),
        false => Err(Difference {
            what,
            before: before.to_owned(),
            now: now.to_owned(),
        }),
    }
}

/// Whether games were begun alike.
pub(crate) fn same_openings(before: Option<&str>, now: Option<&str>) -> Result<(), Difference> {
    match openings::are_same(before, now) {
        true => Ok(()),
        false => same("openings", before.unwrap_or("none"), now.unwrap_or("none")),
    }
}

/// The files that results rest on besides the program, by name and hash: those of the game, and those
/// its agents are made of.
pub(crate) fn content_with<'a>(
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

/// Whether some of these agents come from outside the catalog.
pub(crate) fn has_guests<'a>(
    variant: &Variant,
    agents: impl IntoIterator<Item = &'a String>,
) -> Result<bool, SpecError> {
    for agent in agents {
        if variant.player(agent)?.is_guest() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Refuses to go on with other files than those a run was begun with.
pub(crate) fn same_content(before: &[String], now: &[String]) -> Result<(), OtherContent> {
    match difference(before, now) {
        None => Ok(()),
        Some(_) if before.is_empty() => Err(OtherContent::Unknown),
        Some((_, why)) => Err(OtherContent::Changed(why)),
    }
}

/// Refuses a game that the plan does not have or that cannot have gone like this.
fn check(result: &GameResult, plan: &Plan) -> Result<(), &'static str> {
    let seating: Vec<usize> = result.seats.iter().map(|seat| seat.agent).collect();
    if seating != plan.seating(result.game) {
        return Err("others sit at its seats");
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
        return Err("its ranks are no ranking");
    }
    let ranks = PerSeat::from_fn(seats, |seat| result.seats[seat.index()].rank - 1);
    let outcome = Outcome::from_ranks(ranks);
    let mut of_seats = Seat::all(seats).zip(&result.seats);
    if !of_seats.all(|(seat, result)| result.share == outcome.share(seat)) {
        return Err("its shares of the win are not what its ranks say");
    }
    if let Some(forfeit) = &result.forfeit {
        let quitter = forfeit.seat.checked_sub(1);
        let quitter = quitter.and_then(|seat| result.seats.get(seat));
        let gave_up = quitter.is_some_and(|quitter| quitter.share == 0.0);
        let others_won = ranks.iter().filter(|&rank| rank == 0).count() == seats - 1;
        if !gave_up || !others_won {
            return Err("who gave it up is not who lost it");
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
        if !(0.0..MOST_MS).contains(&seat.time_ms) {
            return Err("a time in it is not a time");
        }
    }
    Ok(())
}

/// Why a report is not the beginning of the match asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResumeError {
    /// Something else was played.
    OtherMatch(Difference),
    /// Games of two versions do not belong into one match.
    OtherVersion(Difference),
    /// Games with two versions of a template or a plug-in do not, either.
    OtherContent(OtherContent),
    /// A game cannot have happened in this match.
    BadGame {
        /// Its number.
        game: u64,
        /// What is wrong with it.
        reason: &'static str,
    },
}

/// Why what is here cannot be mixed with what was played before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OtherContent {
    /// Nobody wrote down what it was played with.
    Unknown,
    /// A template or a plug-in is another one here; which.
    Changed(String),
}

/// What is not the same in a report and here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    what: &'static str,
    before: String,
    now: String,
}

impl fmt::Display for ResumeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ResumeError::OtherMatch(difference) => {
                write!(f, "the stopped run is of another match: {difference}")
            }
            ResumeError::OtherVersion(difference) => write!(
                f,
                "the stopped run was played by another version: {difference}; games of both \
                 cannot be mixed, start the match anew"
            ),
            ResumeError::OtherContent(content) => write!(f, "the stopped run was {content}"),
            ResumeError::BadGame { game, reason } => {
                write!(
                    f,
                    "game {game} of the stopped run cannot be right: {reason}"
                )
            }
        }
    }
}

impl fmt::Display for OtherContent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OtherContent::Unknown => f.write_str(
                "played by a program that did not keep the hashes of templates and plug-ins; \
                 nobody knows whether those here are the same, so start anew",
            ),
            OtherContent::Changed(why) => write!(f, "{why}, or start anew"),
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} '{}', here '{}'", self.what, self.before, self.now)
    }
}

impl std::error::Error for ResumeError {}
