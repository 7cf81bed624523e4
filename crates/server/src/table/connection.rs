//! Those who are connected to a table, and what they have been told.

use std::collections::{BTreeMap, BTreeSet};

use axum::extract::ws::Utf8Bytes;
use ludorum_core::Seat;
use ludorum_protocol::table::{Drawing, You};
use tokio::sync::mpsc;

use super::view::{Secrecy, Viewer};
use crate::identity::Person;

/// Where messages for somebody go. It is bounded: who does not keep up is disconnected, and gets what
/// they missed when they come back. So nobody waits for anybody.
pub(crate) type Outbox = mpsc::Sender<Utf8Bytes>;

/// A connection, for as long as it lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ConnectionId(pub(crate) u64);

/// Somebody connected.
#[derive(Debug)]
pub(crate) struct Connection {
    pub(crate) outbox: Outbox,
    pub(crate) who: Option<Person>,
    pub(crate) wanted: Option<u8>,
    pub(crate) drawing: Drawing,
    /// Who they were told they are.
    pub(crate) you: You,
    /// The last event they were told.
    pub(crate) told: Option<u64>,
}

/// All who are connected.
#[derive(Debug, Default)]
pub(crate) struct Connections {
    all: BTreeMap<ConnectionId, Connection>,
    next: u64,
}

impl Connection {
    /// The seat with whose eyes they see, given the seats they hold. Where something is hidden and
    /// several people share a screen, nobody's unless they have said whose.
    pub(crate) fn eyes(&self, seats: &[Seat], secrecy: Secrecy) -> Option<Seat> {
        let wanted = self.wanted.map(usize::from);
        let is_wanted = |seat: &&Seat| Some(seat.index()) == wanted;
        let usual = match (seats, secrecy) {
            ([_, _, ..], Secrecy::Hidden) => None,
            _ => seats.first(),
        };
        seats.iter().find(is_wanted).or(usual).copied()
    }

    pub(crate) fn is_watching(&self) -> bool {
        self.you.seats.is_empty()
    }

    /// Whether they may move for a seat: it is theirs, and where something is hidden they see with
    /// its eyes.
    pub(crate) fn may_move(&self, seat: Seat, secrecy: Secrecy) -> bool {
        let seat = seat.index() as u8;
        let sees = secrecy == Secrecy::Open || self.you.eyes == Some(seat);
        sees && self.you.seats.contains(&seat)
    }

    pub(crate) fn viewer(&self, to_move: Option<Seat>, secrecy: Secrecy) -> Viewer {
        Viewer {
            eyes: self.you.eyes.map(|seat| Seat::new(usize::from(seat))),
            moves: to_move.is_some_and(|seat| self.may_move(seat, secrecy)),
            drawing: self.drawing,
        }
    }
}

impl Connections {
    pub(crate) fn add(&mut self, connection: Connection) -> ConnectionId {
        self.next += 1;
        let id = ConnectionId(self.next);
        self.all.insert(id, connection);
        id
    }

    pub(crate) fn remove(&mut self, id: ConnectionId) -> Option<Connection> {
        self.all.remove(&id)
    }

    pub(crate) fn get(&self, id: ConnectionId) -> Option<&Connection> {
        self.all.get(&id)
    }

    pub(crate) fn get_mut(&mut self, id: ConnectionId) -> Option<&mut Connection> {
        self.all.get_mut(&id)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub(crate) fn is_present(&self, person: &Person) -> bool {
        let mut people = self.all.values().filter_map(|other| other.who.as_ref());
        people.any(|other| other == person)
    }

    /// How many watch: those without a seat, each once if the server knows who they are.
    pub(crate) fn watching(&self) -> u32 {
        let watching = self.all.values().filter(|other| other.is_watching());
        let (known, others): (Vec<_>, Vec<_>) = watching
            .map(|other| other.who.as_ref())
            .partition(Option::is_some);
        let known: BTreeSet<_> = known.into_iter().collect();
        u32::try_from(known.len() + others.len()).unwrap_or(u32::MAX)
    }

    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = (ConnectionId, &mut Connection)> {
        self.all
            .iter_mut()
            .map(|(id, connection)| (*id, connection))
    }

    /// Offers a message nobody needs to those for whom it `is_for`. Who has much waiting already
    /// does not get it.
    pub(crate) fn offer(&self, bytes: &Utf8Bytes, is_for: impl Fn(&Connection) -> bool) {
        for connection in self.all.values().filter(|connection| is_for(connection)) {
            let outbox = &connection.outbox;
            if outbox.capacity() > outbox.max_capacity() / 2 {
                // Lost, should it have filled just now.
                let _ = outbox.try_send(bytes.clone());
            }
        }
    }

    /// Sends everyone what `message` makes for them, if anything, and drops those who do not keep
    /// up. Returns whether somebody was dropped.
    pub(crate) fn send(
        &mut self,
        mut message: impl FnMut(&mut Connection) -> Option<Utf8Bytes>,
    ) -> bool {
        let before = self.all.len();
        self.all.retain(|_, connection| match message(connection) {
            Some(bytes) => connection.outbox.try_send(bytes).is_ok(),
            None => true,
        });
        self.all.len() < before
    }
}
