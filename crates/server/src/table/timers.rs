//! Timers of a table: clocks, absent players, archiving of idle tables.

use std::time::{Duration, Instant};

use ludorum_protocol::lobby::TablePhase;

use super::actor::TableActor;
use super::agents::PendingMoveRequest;
use crate::identity::PersonId;
use crate::storage::TableEventBatch;

/// Result of a timer tick: the task of the table continues or stops.
#[derive(PartialEq, Eq)]
pub(super) enum TickOutcome {
    Continue,
    Stop,
}

impl TableActor {
    /// Time at which the next timer of the table fires.
    pub(super) fn deadline(&self) -> Instant {
        let flag = self.flag_falls_at();
        let away = self
            .absent_since
            .values()
            .min()
            .filter(|_| self.has_waiting_player());
        let away = away.map(|&since| since + self.context.config.away_after);
        let is_idle = self.connections.is_empty() && self.thinking.is_none();
        let archive = is_idle.then(|| self.archived_at());
        let next = self.next_move_at();
        let soonest = [flag, away, archive, next, self.retry_at, self.recount_at];
        let far = Instant::now() + Duration::from_secs(3600);
        soonest.into_iter().flatten().min().unwrap_or(far)
    }

    pub(super) fn flag_falls_at(&self) -> Option<Instant> {
        // The game clock of a rebuilt agent starts when it has replayed its game.
        let catches_up = self
            .thinking
            .as_ref()
            .is_some_and(PendingMoveRequest::catches_up);
        if self.must_wait() || catches_up {
            return None;
        }
        let left = self.to_move().and_then(|seat| self.state.time_left(seat))?;
        Some(self.turn_began + Duration::from_millis(left + 1))
    }

    pub(super) fn archived_at(&self) -> Instant {
        let config = &self.context.config;
        self.last_activity
            + match self.state.phase() {
                TablePhase::Over => config.archive_finished_after,
                TablePhase::Open | TablePhase::Playing => config.archive_idle_after,
            }
    }

    /// True if a connected player may be waiting for an absent one whom a substitute can replace.
    pub(super) fn has_waiting_player(&self) -> bool {
        let mut people = self.state.people().into_iter();
        self.state.phase() == TablePhase::Playing
            && self.state.settings.substitute.is_some()
            && people.any(|person| self.connections.is_present(person))
    }

    pub(super) async fn tick(&mut self) -> TickOutcome {
        let now = Instant::now();
        self.retry_at.take_if(|until| *until <= now);
        if self.recount_at.is_some_and(|at| at <= now) {
            self.recount();
        }
        if self.flag_falls_at().is_some_and(|falls| falls <= now)
            && let Ok(transaction) = self.state.flag()
            && self.commit(transaction).await.is_err()
        {
            // Restarts the turn, to avoid a busy loop while the disk is full.
            self.turn_began = now;
        }
        if self.has_waiting_player() {
            let after = self.context.config.away_after;
            let gone = self
                .absent_since
                .iter()
                .filter(|(_, since)| **since + after <= now);
            let gone: Vec<PersonId> = gone.map(|(who, _)| who.clone()).collect();
            for who in gone {
                self.absent_since.remove(&who);
                if let Ok(transaction) = self.state.leave(&who) {
                    // If the event cannot be stored, the other players keep waiting.
                    let _ = self.commit(transaction).await;
                }
            }
        }
        if self.connections.is_empty() && self.archived_at() <= now && self.thinking.is_none() {
            return self.archive().await;
        }
        TickOutcome::Continue
    }

    pub(super) async fn archive(&mut self) -> TickOutcome {
        let batch = TableEventBatch {
            table: self.state.id.clone(),
            live: Some(false),
            ..TableEventBatch::default()
        };
        if self.context.store(batch).await.is_err() {
            self.last_activity = Instant::now();
            return TickOutcome::Continue;
        }
        self.context.registry.remove(&self.state.id);
        // Tasks that still hold a sender get an error and load the table from storage again.
        self.mailbox.close();
        TickOutcome::Stop
    }
}
