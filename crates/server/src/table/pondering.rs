//! Agents that think while a person does, on threads nobody needs, until somebody moves.
//!
//! Only agents limited by time do (`Player::ponders`): nobody expects their games to be the same
//! again. Whoever has to move, and every analysis,
//! comes first: if no thread is free, an agent that ponders gives up its own at once.

use std::sync::Arc;
use std::time::Duration;

use ludorum_catalog::Asking;
use ludorum_core::{Seat, Stop};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use super::actor::Table;
use super::order::Order;
use super::resident::Resident;
use super::state::Mover;

/// Nobody's absence is thought about longer than this.
const LONGEST: Duration = Duration::from_secs(120);

/// An agent that thinks while a person does.
pub(super) struct Pondering {
    ply: usize,
    pub(super) stop: Stop,
}

impl Table {
    /// Calls off agents that think about a position that is no longer there, or about the move of
    /// somebody who has gone.
    pub(super) fn call_off_ponderers(&self) {
        let is_vain =
            |pondering: &&Pondering| pondering.ply != self.ply() || !self.is_with_person();
        for pondering in self.pondering.values().filter(is_vain) {
            pondering.stop.raise();
        }
    }

    /// Has those who can think while a person does, once for each of the person's moves.
    pub(super) fn wake_ponderers(&mut self) {
        if !self.is_with_person() {
            return;
        }
        let ply = self.ply();
        for seat in Seat::all(self.state.chairs.len()) {
            if self.pondering.contains_key(&seat) || self.pondered.get(&seat) == Some(&ply) {
                continue;
            }
            let ponders = |resident: &Resident| resident.agent.player().ponders();
            let residents = &self.desk.residents;
            if let Some(resident) = residents.take_if(&self.state.id, seat, ponders) {
                self.pondered.insert(seat, ply);
                self.ponder(resident);
            }
        }
    }

    fn ponder(&mut self, mut resident: Resident) {
        let stop = Stop::new();
        let play = self.state.game.as_ref();
        let (Some(play), Some(table)) = (play, self.handle.upgrade()) else {
            return;
        };
        let Some(thread) = self.desk.thinkers.spare(&stop) else {
            return self.keep(resident);
        };
        let (seat, position) = (resident.life.seat, play.position.clone());
        let (ply, call_off) = (self.ply(), stop.clone());
        self.pondering.insert(seat, Pondering { ply, stop });
        let desk = Arc::clone(&self.desk);
        tokio::spawn(async move {
            let _one = desk.metrics.pondering.one_more();
            let stop = call_off.clone();
            let mut task = spawn_blocking(move || {
                let caught_up = resident
                    .agent
                    .catch_up(&position, &Asking::without_limits(&stop));
                if caught_up.is_ok() {
                    resident.agent.ponder(&position, &stop);
                }
                drop(thread);
                caught_up.is_ok().then_some(resident)
            });
            let resident = match timeout(LONGEST, &mut task).await {
                Ok(resident) => resident,
                Err(_) => {
                    call_off.raise();
                    task.await
                }
            };
            // Nobody needs to have it give way any more.
            call_off.raise();
            // A table that has gone needs no agent, nor does one whose agent panicked.
            let resident = resident.ok().flatten();
            let _ = table.send(Order::Pondered { seat, resident }).await;
        });
    }

    /// Keeps an agent that has pondered for its move.
    pub(super) fn pondered(&mut self, seat: Seat, resident: Option<Resident>) {
        self.pondering.remove(&seat);
        if let Some(resident) = resident {
            self.keep(resident);
        }
    }

    /// Whether somebody who is there is to move.
    fn is_with_person(&self) -> bool {
        let mover = self.to_move().map(|seat| self.state.mover(seat));
        matches!(mover, Some(Mover::Person(who)) if self.connections.is_present(&who))
    }

    fn ply(&self) -> usize {
        self.state.game.as_ref().map_or(0, |play| play.plies.len())
    }
}
