//! Players that are kept from move to move: external agents, each of which has a process or a
//! connection of its own, and agents that think while others do.

use ludorum_catalog::{Player, Position};
use ludorum_core::{Seat, Seed};
use tokio::sync::OwnedSemaphorePermit;
use tokio::task::spawn_blocking;

/// A player kept from move to move.
#[derive(Debug)]
pub(crate) struct Kept {
    pub(crate) player: Player,
    pub(crate) spec: String,
    pub(crate) seat: Seat,
    /// The game it plays.
    pub(crate) streams: Seed,
    /// The number of moves it has seen.
    pub(crate) seen: usize,
    /// One of as many programs as the server runs, if it is one.
    pub(crate) _permit: Option<OwnedSemaphorePermit>,
}

impl Kept {
    /// Shows the player what has happened since it was asked last.
    pub(crate) fn catch_up(&mut self, position: &Position) {
        let mut way = vec![position.clone()];
        let mut earlier = position.clone();
        while earlier.plies() > self.seen + 1 && earlier.undo() {
            way.push(earlier.clone());
        }
        // Moves that were taken back are nothing to see.
        if self.seen < position.plies() {
            for position in way.iter().rev() {
                self.player.observe(position, self.seat);
            }
        }
        self.seen = position.plies();
    }

    /// Ends the player, who is shown how the game ended if it did. That takes a moment.
    pub(crate) fn dismiss(mut self, end: Option<Position>) {
        spawn_blocking(move || {
            if let Some(end) = end {
                self.catch_up(&end);
            }
            drop(self);
        });
    }
}
