//! Game at a table, with its moves, clocks and take-back requests.

use ludorum_catalog::{Position, chance_seed};
use ludorum_core::{NodeKind, Seat, Seed};
use ludorum_protocol::table::FinalRanking;
use ludorum_record::{GameRecord, RecordHeader, RecordedPly, TakeBackDisclosure};

use super::dropouts::GameDropouts;
use crate::identity::PersonId;

/// Game at a table, running or over.
#[derive(Debug)]
pub(crate) struct TableGame {
    pub(crate) header: RecordHeader,
    pub(crate) position: Position,
    pub(crate) plies: Vec<RecordedPly>,
    /// Seed of the external agents, never shown to clients.
    pub(crate) secret: Seed,
    /// Milliseconds left on the clock of each seat; `None` without clocks.
    pub(crate) clocks: Option<Vec<u64>>,
    pub(crate) undo: Option<UndoRequest>,
    pub(crate) verdict: Option<FinalRanking>,
    /// Players who dropped out before the end of the game.
    pub(crate) dropouts: GameDropouts,
    pub(crate) rematch: Vec<PersonId>,
    /// Ply since which each seat has had its current controller, in seat order.
    pub(crate) since: Vec<usize>,
}

/// Pending take-back request, with the people who have agreed.
#[derive(Debug)]
pub(crate) struct UndoRequest {
    pub(crate) seat: Seat,
    pub(crate) accepted: Vec<PersonId>,
}

impl TableGame {
    pub(crate) fn to_move(&self) -> Option<Seat> {
        match self.position.node() {
            NodeKind::Decide(seat) if self.verdict.is_none() => Some(seat),
            _ => None,
        }
    }

    /// Seed of the next chance events. Each take-back changes it, so that later dice differ.
    pub(crate) fn chance(&self) -> Seed {
        chance_seed(self.header.seed, self.header.take_backs.count)
    }

    /// Creates the record of the game from its plies, dropouts and final position.
    pub(crate) fn record(
        &self,
        plies: Vec<RecordedPly>,
        dropouts: Vec<ludorum_record::RecordedDropout>,
        end: &Position,
    ) -> GameRecord {
        GameRecord {
            header: self.header.clone(),
            plies,
            dropouts,
            ranks: end.outcome().map(|outcome| outcome.ranks()),
        }
    }

    /// Takes back moves until `plies` plies are left. `is_open`: no hidden information.
    pub(super) fn take_back(&mut self, plies: usize, is_open: bool) {
        self.undo = None;
        let left = self.plies.len().min(plies);
        let luck = TakeBackDisclosure::of(&self.plies[left..], is_open);
        while self.plies.len() > plies && self.position.undo() {
            self.plies.pop();
        }
        self.header.take_backs.add(luck);
        self.dropouts.rewind(left);
        for since in &mut self.since {
            *since = (*since).min(self.plies.len());
        }
    }
}
