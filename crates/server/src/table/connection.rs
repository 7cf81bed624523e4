//! Connected clients of a table, with the state last sent to each client.

use std::collections::{BTreeMap, BTreeSet};

use axum::extract::ws::Utf8Bytes;
use ludorum_core::Seat;
use ludorum_protocol::table::{ClientTableRole, DrawingStyle};
use tokio::sync::mpsc;

use super::view::{ViewSharingPolicy, ViewerClass};
use crate::identity::PersonId;

/// Bounded queue of outgoing messages of a client. A client whose queue is full is disconnected; it
/// gets the missed events when it reconnects.
pub(crate) type Outbox = mpsc::Sender<Utf8Bytes>;

/// Number of a client connection, unique per table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ConnectionId(pub(crate) u64);

/// Connected client of a table: a player or a spectator.
#[derive(Debug)]
pub(crate) struct TableConnection {
    pub(crate) outbox: Outbox,
    pub(crate) who: Option<PersonId>,
    pub(crate) wanted: Option<u8>,
    pub(crate) drawing: DrawingStyle,
    /// Seats and rights of the client, as last sent to it.
    pub(crate) you: ClientTableRole,
    /// Number of the last event sent to the client; `None` if none was sent.
    pub(crate) last_sent: Option<u64>,
}

/// All connected clients of a table.
#[derive(Debug, Default)]
pub(crate) struct TableConnections {
    all: BTreeMap<ConnectionId, TableConnection>,
    next: u64,
}

impl TableConnection {
    /// Seat whose view is sent to the client, which holds `seats`. With hidden information and
    /// several seats, `None` until the client chooses a seat.
    pub(crate) fn eyes(&self, seats: &[Seat], policy: ViewSharingPolicy) -> Option<Seat> {
        let wanted = self.wanted.map(usize::from);
        let is_wanted = |seat: &&Seat| Some(seat.index()) == wanted;
        let usual = match (seats, policy) {
            ([_, _, ..], ViewSharingPolicy::PerSeat) => None,
            _ => seats.first(),
        };
        seats.iter().find(is_wanted).or(usual).copied()
    }

    pub(crate) fn is_watching(&self) -> bool {
        self.you.seats.is_empty()
    }

    /// True if the client may move for a seat: it holds the seat and, with hidden information, is
    /// shown the view of that seat.
    pub(crate) fn may_move(&self, seat: Seat, policy: ViewSharingPolicy) -> bool {
        let seat = seat.index() as u8;
        let sees = policy == ViewSharingPolicy::Shared || self.you.eyes == Some(seat);
        sees && self.you.seats.contains(&seat)
    }

    pub(crate) fn viewer(&self, to_move: Option<Seat>, policy: ViewSharingPolicy) -> ViewerClass {
        ViewerClass {
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

    /// Number of spectators. A person with several connections counts once.
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

    /// Sends a droppable message to matching clients, except those with a half-full outbox.
    pub(crate) fn offer(&self, bytes: &Utf8Bytes, is_for: impl Fn(&TableConnection) -> bool) {
        for connection in self.all.values().filter(|connection| is_for(connection)) {
            let outbox = &connection.outbox;
            if outbox.capacity() > outbox.max_capacity() / 2 {
                // The message is lost if the outbox has filled meanwhile.
                let _ = outbox.try_send(bytes.clone());
            }
        }
    }

    /// Sends each client the message that `message` returns for it, and removes clients whose
    /// outbox is full. Returns true if a client was removed.
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
