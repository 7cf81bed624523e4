//! What a table does although nobody asks: clocks run out, people have left, idle tables are archived.

use std::time::{Duration, Instant};

use ludorum_protocol::lobby::Phase;

use super::actor::Table;
use super::asking::Thinking;
use crate::identity::Person;
use crate::storage::Batch;

/// What a table still has to do when it is told to end: nothing, or go on.
#[derive(PartialEq, Eq)]
pub(super) enum Life {
    GoesOn,
    Ends,
}

impl Table {
    /// When there is something to do although nobody asks.
    pub(super) fn deadline(&self) -> Instant {
        let flag = self.flag_falls();
        let away = self.left.values().min().filter(|_| self.is_waited_for());
        let away = away.map(|&since| since + self.desk.config.away_after);
        let is_idle = self.connections.is_empty() && self.thinking.is_none();
        let archive = is_idle.then(|| self.archived_at());
        let next = self.goes_on_at();
        let soonest = [
            flag,
            away,
            archive,
            next,
            self.resting_until,
            self.recount_at,
        ];
        let far = Instant::now() + Duration::from_secs(3600);
        soonest.into_iter().flatten().min().unwrap_or(far)
    }

    pub(super) fn flag_falls(&self) -> Option<Instant> {
        // The clock starts when the agent knows its game again.
        let catches_up = self.thinking.as_ref().is_some_and(Thinking::catches_up);
        if self.is_held() || catches_up {
            return None;
        }
        let left = self.to_move().and_then(|seat| self.state.time_left(seat))?;
        Some(self.turn_began + Duration::from_millis(left + 1))
    }

    pub(super) fn archived_at(&self) -> Instant {
        let config = &self.desk.config;
        self.touched
            + match self.state.phase() {
                Phase::Over => config.keep_over,
                Phase::Open | Phase::Playing => config.keep_idle,
            }
    }

    /// Whether somebody is there and plays: only then is there anybody who could mind waiting.
    pub(super) fn is_waited_for(&self) -> bool {
        let mut people = self.state.people().into_iter();
        self.state.phase() == Phase::Playing
            && self.state.settings.substitute.is_some()
            && people.any(|person| self.connections.is_present(person))
    }

    pub(super) async fn tick(&mut self) -> Life {
        let now = Instant::now();
        self.resting_until.take_if(|until| *until <= now);
        if self.recount_at.is_some_and(|at| at <= now) {
            self.recount();
        }
        if self.flag_falls().is_some_and(|falls| falls <= now)
            && let Ok(decision) = self.state.flag()
            && self.commit(decision).await.is_err()
        {
            // Without this a full disk would be asked over and over.
            self.turn_began = now;
        }
        if self.is_waited_for() {
            let after = self.desk.config.away_after;
            let gone = self.left.iter().filter(|(_, since)| **since + after <= now);
            let gone: Vec<Person> = gone.map(|(who, _)| who.clone()).collect();
            for who in gone {
                self.left.remove(&who);
                if let Ok(decision) = self.state.leave(&who) {
                    // If it cannot be stored the others keep waiting.
                    let _ = self.commit(decision).await;
                }
            }
        }
        if self.connections.is_empty() && self.archived_at() <= now && self.thinking.is_none() {
            return self.archive().await;
        }
        Life::GoesOn
    }

    pub(super) async fn archive(&mut self) -> Life {
        let batch = Batch {
            table: self.state.id.clone(),
            live: Some(false),
            ..Batch::default()
        };
        if !matches!(self.desk.storage.append(batch).await, Ok(Ok(()))) {
            self.touched = Instant::now();
            return Life::GoesOn;
        }
        self.desk.board.remove(&self.state.id);
        // Those who still knew the way are not answered, and find the table again in storage.
        self.inbox.close();
        Life::Ends
    }
}
