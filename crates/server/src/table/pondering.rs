//! Agents that think while a person does, on threads nobody needs, until somebody moves.
//!
//! Only agents limited by time do (`Player::ponders`): nobody expects their games to be the same
//! again. They are kept from one of their moves to the next. Whoever has to move, and every analysis,
//! comes first: if no thread is free, an agent that ponders gives up its own at once.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use ludorum_core::{Seat, Stop};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use super::actor::Table;
use super::kept::Kept;
use super::order::Order;
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

    /// Has those who can think while a person does, and ends them where they may not.
    pub(super) fn wake_ponderers(&mut self) {
        let (ponderers, others): (BTreeMap<_, _>, BTreeMap<_, _>) = std::mem::take(&mut self.kept)
            .into_iter()
            .partition(|(_, kept)| kept.player.ponders());
        self.kept = others;
        for kept in ponderers.into_values() {
            match self.is_with_person() {
                true => self.ponder(kept),
                false => kept.dismiss(None),
            }
        }
    }

    fn ponder(&mut self, mut kept: Kept) {
        let stop = Stop::new();
        let play = self.state.game.as_ref();
        let (Some(play), Some(table)) = (play, self.handle.upgrade()) else {
            return kept.dismiss(None);
        };
        let Some(thread) = self.desk.thinkers.spare(&stop) else {
            return kept.dismiss(None);
        };
        let (seat, position) = (kept.seat, play.position.clone());
        let (ply, call_off) = (self.ply(), stop.clone());
        self.pondering.insert(seat, Pondering { ply, stop });
        let desk = Arc::clone(&self.desk);
        tokio::spawn(async move {
            let _one = desk.metrics.pondering.one_more();
            let stop = call_off.clone();
            let mut task = spawn_blocking(move || {
                kept.catch_up(&position);
                kept.player.ponder(&position, seat, &stop);
                drop(thread);
                kept
            });
            let kept = match timeout(LONGEST, &mut task).await {
                Ok(kept) => kept,
                Err(_) => {
                    call_off.raise();
                    task.await
                }
            };
            // Nobody needs to have it give way any more.
            call_off.raise();
            // A table that has gone needs no player, nor does one whose player panicked.
            let kept = kept.ok();
            let _ = table.send(Order::Pondered { seat, kept }).await;
        });
    }

    /// Keeps a player that was called off for its move. One that ended otherwise has had its time.
    pub(super) fn pondered(&mut self, seat: Seat, kept: Option<Kept>) {
        let Some(pondering) = self.pondering.remove(&seat) else {
            return;
        };
        match kept {
            Some(kept) if pondering.ply != self.ply() => self.keep(kept),
            Some(kept) => kept.dismiss(None),
            None => {}
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
