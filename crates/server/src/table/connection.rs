//! Connected clients of a table, and what each was sent.

use std::collections::{BTreeMap, BTreeSet};

use axum::extract::ws::Utf8Bytes;
use ludorum_core::Seat;
use ludorum_protocol::table::{ClientInfo, DrawingStyle};
use tokio::sync::mpsc;

use super::view::{ViewPolicy, Viewer};
use crate::identity::PersonId;

/// Bounded queue of messages to a client. A client that does not keep up is disconnected and
/// catches up on reconnect, so nobody waits for anybody.
pub(crate) type Outbox = mpsc::Sender<Utf8Bytes>;

/// Identifies a connection of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ConnectionId(pub(crate) u64);

/// A connected client.
#[derive(Debug)]
pub(crate) struct TableConnection {
    pub(crate) outbox: Outbox,
    pub(crate) who: Option<PersonId>,
    pub(crate) wanted: Option<u8>,
    pub(crate) drawing: DrawingStyle,
    /// The identity last sent to the client.
    pub(crate) you: ClientInfo,
    /// The number of the last event sent.
    pub(crate) last_sent: Option<u64>,
}

/// All connected clients of a table.
#[derive(Debug, Default)]
pub(crate) struct TableConnections {
    all: BTreeMap<ConnectionId, TableConnection>,
    next: u64,
}

impl TableConnection {
    /// The seat whose view the client gets. With hidden information and several seats on one
    /// screen, none until the client chooses.
    pub(crate) fn eyes(&self, seats: &[Seat], policy: ViewPolicy) -> Option<Seat> {
        let wanted = self.wanted.map(usize::from);
        let is_wanted = |seat: &&Seat| Some(seat.index()) == wanted;
        let usual = match (seats, policy) {
            ([_, _, ..], ViewPolicy::PerSeat) => None,
            _ => seats.first(),
        };
        seats.iter().find(is_wanted).or(usual).copied()
    }

    pub(crate) fn is_watching(&self) -> bool {
        self.you.seats.is_empty()
    }

    /// True if the client may move for a seat: it holds the seat, and with hidden information it
    /// sees that seat's view.
    pub(crate) fn may_move(&self, seat: Seat, policy: ViewPolicy) -> bool {
        let seat = seat.index() as u8;
        let sees = policy == ViewPolicy::Shared || self.you.eyes == Some(seat);
        sees && self.you.seats.contains(&seat)
    }

    pub(crate) fn viewer(&self, to_move: Option<Seat>, policy: ViewPolicy) -> Viewer {
        Viewer {
            eyes: self.you.eyes.map(|seat| Seat::new(usize::from(seat))),
            moves: to_move.is_some_and(|seat| self.may_move(seat, policy)),
            drawing: self.drawing,
        }
    }
}

impl TableConnections {
    pub(crate) fn add(&mut self, connection: TableConnection) -> ConnectionId {
        self.next += 1;
        let id = ConnectionId(self.next);
        self.all.insert(id, connection);
        id
    }

    pub(crate) fn remove(&mut self, id: ConnectionId) -> Option<TableConnection> {
        self.all.remove(&id)
    }

    pub(crate) fn get(&self, id: ConnectionId) -> Option<&TableConnection> {
        self.all.get(&id)
    }

    pub(crate) fn get_mut(&mut self, id: ConnectionId) -> Option<&mut TableConnection> {
        self.all.get_mut(&id)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub(crate) fn is_present(&self, person: &PersonId) -> bool {
        let mut people = self.all.values().filter_map(|other| other.who.as_ref());
        people.any(|other| other == person)
    }

    /// Number of spectators. A known person counts once.
    pub(crate) fn watching(&self) -> u32 {
        let watching = self.all.values().filter(|other| other.is_watching());
        let (known, others): (Vec<_>, Vec<_>) = watching
            .map(|other| other.who.as_ref())
            .partition(Option::is_some);
        let known: BTreeSet<_> = known.into_iter().collect();
        u32::try_from(known.len() + others.len()).unwrap_or(u32::MAX)
    }

    pub(crate) fn iter_mut(
        &mut self,
    ) -> impl Iterator<Item = (ConnectionId, &mut TableConnection)> {
        self.all
            .iter_mut()
            .map(|(id, connection)| (*id, connection))
    }

    /// Sends an optional message to matching clients, skipping those with a half-full outbox.
    pub(crate) fn offer(&self, bytes: &Utf8Bytes, is_for: impl Fn(&TableConnection) -> bool) {
        for connection in self.all.values().filter(|connection| is_for(connection)) {
            let outbox = &connection.outbox;
            if outbox.capacity() > outbox.max_capacity() / 2 {
                // Lost if the outbox has just filled.
                let _ = outbox.try_send(bytes.clone());
            }
        }
    }

    /// Sends each client the message made for it, if any, and drops clients that do not keep up.
    /// True if one was dropped.
    pub(crate) fn send(
        &mut self,
        mut message: impl FnMut(&mut TableConnection) -> Option<Utf8Bytes>,
    ) -> bool {
        let before = self.all.len();
        self.all.retain(|_, connection| match message(connection) {
            Some(bytes) => connection.outbox.try_send(bytes).is_ok(),
            None => true,
        });
        self.all.len() < before
    }
}
