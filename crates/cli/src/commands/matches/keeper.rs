//! Keeps the games played so far, and their report on disk, so that a crash loses little.

use std::time::{Duration, Instant};

use anyhow::Result;
use ludorum_arena::{GameResult, Plan, Report};

use crate::files::Target;

/// The report is written again after this time.
const PAUSE: Duration = Duration::from_secs(3);

/// Writing takes at most this part of the time, however long the report gets.
const SHARE: u32 = 20;

pub(super) struct Keeper<'a> {
    plan: &'a Plan,
    games: Vec<GameResult>,
    target: Option<&'a Target>,
    next: Instant,
}

impl<'a> Keeper<'a> {
    /// Begins with the games played before. A device gets the report once, at the end.
    pub(super) fn new(
        plan: &'a Plan,
        games: Vec<GameResult>,
        target: Option<&'a Target>,
    ) -> Keeper<'a> {
        Keeper {
            plan,
            games,
            target: target.filter(|target| !target.is_device()),
            next: Instant::now() + PAUSE,
        }
    }

    /// Adds a game, and writes the report if it is time to.
    pub(super) fn add(&mut self, game: &GameResult) -> Result<()> {
        self.games.push(game.clone());
        if let Some(target) = self.target
            && Instant::now() >= self.next
        {
            let began = Instant::now();
            target.write(&to_json(&self.report()))?;
            self.next = Instant::now() + PAUSE.max(began.elapsed() * SHARE);
        }
        Ok(())
    }

    /// The report of all games, in order.
    pub(super) fn close(mut self) -> Report {
        self.report()
    }

    fn report(&mut self) -> Report {
        self.games.sort_by_key(|game| game.game);
        Report::new(self.plan, self.games.clone())
    }
}

/// The report as it is written to files.
pub(super) fn to_json(report: &Report) -> Vec<u8> {
    let mut bytes =
        serde_json::to_vec_pretty(report).expect("a report has no maps and no infinities");
    bytes.push(b'\n');
    bytes
}
