//! Pondering: agents search on spare threads while a person is to move.
//!
//! Only agents limited by time ponder (`Player::ponders`), since their games are not reproducible
//! anyway. Move requests and analyses take precedence: a pondering agent releases its thread at
//! once.

use std::sync::Arc;
use std::time::Duration;

use ludorum_catalog::MoveRequestOptions;
use ludorum_core::{Seat, StopFlag};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use super::actor::TableActor;
use super::resident_agents::ResidentAgent;
use super::state::SeatController;
use super::table_message::TableMessage;

/// Maximum time for which an agent ponders during one move of a person.
const LONGEST: Duration = Duration::from_secs(120);

/// Running pondering search of an agent, with the ply at which it started.
pub(super) struct PonderingSearch {
    ply: usize,
    pub(super) stop: StopFlag,
}

impl TableActor {
    /// Stops pondering searches of outdated positions, and all if no connected person is to move.
    pub(super) fn stop_pondering(&self) {
        let is_outdated =
            |pondering: &&PonderingSearch| pondering.ply != self.ply() || !self.is_persons_turn();
        for pondering in self.pondering.values().filter(is_outdated) {
            pondering.stop.raise();
        }
    }

    /// Lets the agents of the table ponder if a connected person is to move, once per ply.
    pub(super) fn start_pondering(&mut self) {
        if !self.is_persons_turn() {
            return;
        }
        let ply = self.ply();
        for seat in Seat::all(self.state.slots.len()) {
            if self.pondering.contains_key(&seat) || self.pondered.get(&seat) == Some(&ply) {
                continue;
            }
            let ponders = |resident: &ResidentAgent| resident.agent.player().ponders();
            let residents = &self.context.resident_agents;
            if let Some(resident) = residents.take_if(&self.state.id, seat, ponders) {
                self.pondered.insert(seat, ply);
                self.ponder(resident);
            }
        }
    }

    fn ponder(&mut self, mut resident: ResidentAgent) {
        let stop = StopFlag::new();
        let play = self.state.game.as_ref();
        let (Some(play), Some(table)) = (play, self.handle.upgrade()) else {
            return;
        };
        let Some(thread) = self.context.think_pool.threads.acquire_spare(&stop) else {
            return self.keep_agent(resident);
        };
        let (seat, position) = (resident.identity.seat, play.position.clone());
        let (ply, stop_flag) = (self.ply(), stop.clone());
        self.pondering.insert(seat, PonderingSearch { ply, stop });
        let context = Arc::clone(&self.context);
        tokio::spawn(async move {
            let _guard = context.metrics.pondering.increment();
            let stop = stop_flag.clone();
            let mut task = spawn_blocking(move || {
                let caught_up = resident
                    .agent
                    .catch_up(&position, &MoveRequestOptions::without_limits(&stop));
                if caught_up.is_ok() {
                    resident.agent.ponder(&position, &stop);
                }
                drop(thread);
                caught_up.is_ok().then_some(resident)
            });
            let resident = match timeout(LONGEST, &mut task).await {
                Ok(resident) => resident,
                Err(_) => {
                    stop_flag.raise();
                    task.await
                }
            };
            // A raised flag is removed from the list of spare threads.
            stop_flag.raise();
            // The table may be archived, or the agent may have panicked.
            let resident = resident.ok().flatten();
            let _ = table.send(TableMessage::Pondered { seat, resident }).await;
        });
    }

    /// Keeps an agent that has finished pondering for its next move.
    pub(super) fn on_pondered(&mut self, seat: Seat, resident: Option<ResidentAgent>) {
        self.pondering.remove(&seat);
        if let Some(resident) = resident {
            self.keep_agent(resident);
        }
    }

    /// True if it is the turn of a connected person.
    fn is_persons_turn(&self) -> bool {
        let controller = self.to_move().map(|seat| self.state.controller(seat));
        matches!(controller, Some(SeatController::Person(who)) if self.connections.is_present(&who))
    }

    fn ply(&self) -> usize {
        self.state.game.as_ref().map_or(0, |play| play.plies.len())
    }
}
