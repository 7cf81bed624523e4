//! Connecting and disconnecting clients of a table, and broadcasting updates to them.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use ludorum_core::Seat;
use ludorum_protocol::lobby::TableInfo;
use ludorum_protocol::table::{GameView, ServerMessage, TableUpdate};
use ludorum_protocol::{ApiProblem, ErrorCode};

use super::actor::TableActor;
use super::connection::{ConnectionId, Outbox, TableConnection};
use super::fair_queue::ClientAddressKey;
use super::table_message::ClientHello;
use super::view::ViewerClass;
use crate::error::require;
use crate::identity::PersonId;
use crate::table_registry::serialise;

/// Minimum interval between two broadcasts of the spectator count.
const COUNT_EVERY: Duration = Duration::from_secs(1);

/// Contents of an update message: table information, game view, or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TableUpdateContents {
    Table,
    Game,
    TableAndGame,
}

impl TableActor {
    /// True if a person needs no password: the table has none, or the person is the host, holds a
    /// seat, or has entered the password.
    pub(super) fn is_known(&self, who: Option<&PersonId>) -> bool {
        self.state.password.is_none()
            || who.is_some_and(|who| {
                self.state.host == *who
                    || self.admitted.contains(who)
                    || !self.state.seats_of(who).is_empty()
            })
    }

    pub(super) async fn connect(
        &mut self,
        hello: ClientHello,
        outbox: Outbox,
    ) -> Result<ConnectionId, ApiProblem> {
        let who = hello.who.as_ref();
        require(self.is_known(who), ErrorCode::PasswordNeeded)?;
        let seats = who.map_or(Vec::new(), |who| self.state.seats_of(who));
        let is_host = who == Some(&self.state.host);
        let may_watch = !seats.is_empty() || is_host || self.state.settings.spectators;
        require(may_watch, ErrorCode::NotAllowed)?;
        if self.owner.origin == ClientAddressKey::Unknown && (is_host || !seats.is_empty()) {
            self.owner.origin = hello.origin;
        }
        if let Some(who) = who {
            self.absent_since.remove(who);
            let back = self.state.return_events(who);
            if !back.is_empty() {
                self.commit(back.into()).await?;
            }
        }
        let mut connection = TableConnection {
            outbox,
            you: self.state.you(None, None),
            wanted: hello.seat,
            drawing: hello.drawing,
            // A number from the future is of another table: the client gets all events.
            last_sent: hello.last.filter(|&last| last <= self.state.log.last()),
            who: hello.who,
        };
        let policy = self.state.view_policy();
        connection.you = self
            .state
            .you(connection.who.as_ref(), connection.eyes(&seats, policy));
        let you = serialise(&ServerMessage::You(connection.you.clone()));
        let viewer = connection.viewer(self.person_to_move(), policy);
        let update = self.update(
            viewer,
            connection.last_sent,
            TableUpdateContents::TableAndGame,
        );
        connection.last_sent = Some(self.state.log.last());
        // A new outbox has room for both messages.
        let _ = connection.outbox.try_send(you);
        let _ = connection.outbox.try_send(update);
        let appears = connection
            .who
            .as_ref()
            .is_some_and(|who| !seats.is_empty() && !self.connections.is_present(who));
        let watches = connection.is_watching();
        let id = self.connections.add(connection);
        if appears {
            self.broadcast(TableUpdateContents::Table);
        } else if watches {
            self.recount();
        }
        Ok(id)
    }

    /// Switches the view of a client that holds several seats to another of its seats, or to none,
    /// and sends the game as that seat may see it.
    pub(super) fn change_view(
        &mut self,
        from: ConnectionId,
        seat: Option<u8>,
    ) -> Result<(), ApiProblem> {
        let (to_move, policy) = (self.person_to_move(), self.state.view_policy());
        let last = self.state.log.last();
        let connection = self.connections.get_mut(from).ok_or(ErrorCode::NotSeated)?;
        let who = connection.who.as_ref().ok_or(ErrorCode::NotSeated)?;
        let seats = self.state.seats_of(who);
        let is_theirs = |seat: u8| seats.contains(&Seat::new(usize::from(seat)));
        require(seat.is_none_or(is_theirs), ErrorCode::NotSeated)?;
        connection.wanted = seat;
        let eyes = connection.eyes(&seats, policy);
        connection.you = self.state.you(connection.who.as_ref(), eyes);
        connection.last_sent = Some(last);
        let you = connection.you.clone();
        let viewer = connection.viewer(to_move, policy);
        let update = self.update(viewer, None, TableUpdateContents::Game);
        self.send_to(from, &ServerMessage::You(you));
        self.send(from, update);
        Ok(())
    }

    pub(super) fn on_disconnect(&mut self, id: ConnectionId) {
        let Some(connection) = self.connections.remove(id) else {
            return;
        };
        if connection.is_watching() {
            self.recount();
        }
        if let Some(who) = connection.who
            && self.record_absence(who)
        {
            self.broadcast(TableUpdateContents::Table);
        }
    }

    /// Broadcasts the spectator count, at most once per `COUNT_EVERY`.
    pub(super) fn recount(&mut self) {
        let now = Instant::now();
        let next = self.counted_at.map_or(now, |told| told + COUNT_EVERY);
        if next > now {
            self.recount_at = Some(next);
            return;
        }
        self.counted_at = Some(now);
        self.recount_at = None;
        self.broadcast(TableUpdateContents::Table);
    }

    /// Records the time of disconnection of a seated person without a connection; true if recorded.
    pub(super) fn record_absence(&mut self, who: PersonId) -> bool {
        let is_absent = !self.connections.is_present(&who) && !self.state.seats_of(&who).is_empty();
        if is_absent {
            self.absent_since.insert(who, Instant::now());
        }
        is_absent
    }

    pub(super) fn send_identities(&mut self) {
        let state = &self.state;
        self.context.players.record_seen(state.people());
        let policy = state.view_policy();
        self.connections.send(|connection| {
            let who = connection.who.as_ref();
            let seats = who.map_or(Vec::new(), |who| state.seats_of(who));
            let you = state.you(who, connection.eyes(&seats, policy));
            (you != connection.you).then(|| {
                connection.you = you;
                serialise(&ServerMessage::You(connection.you.clone()))
            })
        });
    }

    pub(super) fn broadcast(&mut self, scope: TableUpdateContents) {
        // Updated before the broadcast, so that the list of tables never lags behind.
        if scope != TableUpdateContents::Game {
            self.context.registry.update(self.info());
        }
        let (to_move, policy) = (self.person_to_move(), self.state.view_policy());
        let mut wanted: Vec<(ViewerClass, Option<u64>)> = Vec::new();
        for (_, connection) in self.connections.iter_mut() {
            let key = (connection.viewer(to_move, policy), connection.last_sent);
            if !wanted.contains(&key) {
                wanted.push(key);
            }
        }
        let updates: HashMap<(ViewerClass, Option<u64>), Utf8Bytes> = wanted
            .into_iter()
            .map(|(viewer, last_sent)| ((viewer, last_sent), self.update(viewer, last_sent, scope)))
            .collect();
        let last = self.state.log.last();
        let dropped = self.connections.send(|connection| {
            let key = (connection.viewer(to_move, policy), connection.last_sent);
            connection.last_sent = Some(last);
            updates.get(&key).cloned()
        });
        if dropped {
            self.recount_at.get_or_insert_with(Instant::now);
            self.context.metrics.dropped.add(1);
            let people = self.state.people().into_iter().cloned();
            for who in people.collect::<Vec<_>>() {
                if !self.absent_since.contains_key(&who) {
                    self.record_absence(who);
                }
            }
        }
    }

    pub(super) fn update(
        &self,
        viewer: ViewerClass,
        last_sent: Option<u64>,
        scope: TableUpdateContents,
    ) -> Utf8Bytes {
        let view = || self.state.game_view(viewer, self.elapsed());
        serialise(&ServerMessage::Update(Box::new(TableUpdate {
            seq: self.state.log.last(),
            events: self.state.log.since(last_sent, viewer.eyes),
            table: (scope != TableUpdateContents::Game).then(|| self.info()),
            game: (scope != TableUpdateContents::Table)
                .then(|| self.off_request_thread(view))
                .flatten()
                .map(|game| GameView {
                    pacing: self.pacing(),
                    ..game
                }),
        })))
    }

    pub(super) fn info(&self) -> TableInfo {
        let is_present = |person: &PersonId| self.connections.is_present(person);
        self.state.info(is_present, self.connections.watching())
    }

    pub(super) fn send_to(&mut self, to: ConnectionId, message: &ServerMessage) {
        self.send(to, serialise(message));
    }

    fn send(&mut self, to: ConnectionId, bytes: Utf8Bytes) {
        let sent = match self.connections.get(to) {
            Some(connection) => connection.outbox.try_send(bytes).is_ok(),
            None => true,
        };
        if !sent {
            self.on_disconnect(to);
        }
    }
}
