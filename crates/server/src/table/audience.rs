//! Those at a table: how they come and go, and who is told what when something has happened.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use ludorum_core::Seat;
use ludorum_protocol::lobby::TableInfo;
use ludorum_protocol::table::{GameView, ServerMessage, Update};
use ludorum_protocol::{Code, Problem};

use super::actor::Table;
use super::connection::{Connection, ConnectionId, Outbox};
use super::order::Hello;
use super::sharing::Origin;
use super::view::Viewer;
use crate::identity::Person;

/// How many watch is told this often at most.
const COUNT_EVERY: Duration = Duration::from_secs(1);

/// Which part of an update has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Table,
    Game,
    TableAndGame,
}

impl Table {
    /// Whether somebody needs no password: there is none, they have a seat, or they gave it.
    pub(super) fn is_known(&self, who: Option<&Person>) -> bool {
        self.state.password.is_none()
            || who.is_some_and(|who| {
                self.state.host == *who
                    || self.admitted.contains(who)
                    || !self.state.seats_of(who).is_empty()
            })
    }

    pub(super) async fn connect(
        &mut self,
        hello: Hello,
        outbox: Outbox,
    ) -> Result<ConnectionId, Problem> {
        let who = hello.who.as_ref();
        if !self.is_known(who) {
            return Err(Code::PasswordNeeded.into());
        }
        let seats = who.map_or(Vec::new(), |who| self.state.seats_of(who));
        let is_host = who == Some(&self.state.host);
        if seats.is_empty() && !is_host && !self.state.settings.spectators {
            return Err(Code::NotAllowed.into());
        }
        if self.owner.origin == Origin::Unknown && (is_host || !seats.is_empty()) {
            self.owner.origin = hello.origin;
        }
        if let Some(who) = who {
            self.left.remove(who);
            let back = self.state.come_back(who);
            if !back.is_empty() {
                self.commit(back.into()).await?;
            }
        }
        let mut connection = Connection {
            outbox,
            you: self.state.you(None, None),
            wanted: hello.seat,
            drawing: hello.drawing,
            // A number from the future is of another table: it knows nothing.
            told: hello.last.filter(|&last| last <= self.state.log.last()),
            who: hello.who,
        };
        let secrecy = self.state.secrecy();
        connection.you = self
            .state
            .you(connection.who.as_ref(), connection.eyes(&seats, secrecy));
        let you = serialise(&ServerMessage::You(connection.you.clone()));
        let viewer = connection.viewer(self.person_to_move(), secrecy);
        let update = self.update(viewer, connection.told, Part::TableAndGame);
        connection.told = Some(self.state.log.last());
        // A new outbox has room for both.
        let _ = connection.outbox.try_send(you);
        let _ = connection.outbox.try_send(update);
        let appears = connection
            .who
            .as_ref()
            .is_some_and(|who| !seats.is_empty() && !self.connections.is_present(who));
        let watches = connection.is_watching();
        let id = self.connections.add(connection);
        if appears {
            self.announce(Part::Table);
        } else if watches {
            self.recount();
        }
        Ok(id)
    }

    /// Somebody who holds several seats looks with the eyes of another one, or of nobody: they are
    /// told who they are, and everything since the game began as that seat may know it.
    pub(super) fn look(&mut self, from: ConnectionId, seat: Option<u8>) -> Result<(), Problem> {
        let (to_move, secrecy) = (self.person_to_move(), self.state.secrecy());
        let last = self.state.log.last();
        let connection = self.connections.get_mut(from).ok_or(Code::NotSeated)?;
        let who = connection.who.as_ref().ok_or(Code::NotSeated)?;
        let seats = self.state.seats_of(who);
        if seat.is_some_and(|seat| !seats.contains(&Seat::new(usize::from(seat)))) {
            return Err(Code::NotSeated.into());
        }
        connection.wanted = seat;
        let eyes = connection.eyes(&seats, secrecy);
        connection.you = self.state.you(connection.who.as_ref(), eyes);
        connection.told = Some(last);
        let you = connection.you.clone();
        let viewer = connection.viewer(to_move, secrecy);
        let update = self.update(viewer, None, Part::Game);
        self.tell(from, &ServerMessage::You(you));
        self.send(from, update);
        Ok(())
    }

    pub(super) fn gone(&mut self, id: ConnectionId) {
        let Some(connection) = self.connections.remove(id) else {
            return;
        };
        if connection.is_watching() {
            self.recount();
        }
        if let Some(who) = connection.who
            && self.note_absence(who)
        {
            self.announce(Part::Table);
        }
    }

    /// Tells everyone how many watch: at once, or after a while if they were told just now, so that
    /// a crowd is told of once.
    pub(super) fn recount(&mut self) {
        let now = Instant::now();
        let next = self.counted_at.map_or(now, |told| told + COUNT_EVERY);
        if next > now {
            self.recount_at = Some(next);
            return;
        }
        self.counted_at = Some(now);
        self.recount_at = None;
        self.announce(Part::Table);
    }

    /// Whether somebody with a seat is not connected, which is then taken down.
    pub(super) fn note_absence(&mut self, who: Person) -> bool {
        let is_absent = !self.connections.is_present(&who) && !self.state.seats_of(&who).is_empty();
        if is_absent {
            self.left.insert(who, Instant::now());
        }
        is_absent
    }

    pub(super) fn tell_who_they_are(&mut self) {
        let state = &self.state;
        self.desk.players.note(state.people());
        let secrecy = state.secrecy();
        self.connections.send(|connection| {
            let who = connection.who.as_ref();
            let seats = who.map_or(Vec::new(), |who| state.seats_of(who));
            let you = state.you(who, connection.eyes(&seats, secrecy));
            (you != connection.you).then(|| {
                connection.you = you;
                serialise(&ServerMessage::You(connection.you.clone()))
            })
        });
    }

    pub(super) fn announce(&mut self, part: Part) {
        // First, so that whoever was told finds the same in the list.
        if part != Part::Game {
            self.desk.board.update(self.info());
        }
        let (to_move, secrecy) = (self.person_to_move(), self.state.secrecy());
        let mut wanted: Vec<(Viewer, Option<u64>)> = Vec::new();
        for (_, connection) in self.connections.iter_mut() {
            let key = (connection.viewer(to_move, secrecy), connection.told);
            if !wanted.contains(&key) {
                wanted.push(key);
            }
        }
        let updates: HashMap<(Viewer, Option<u64>), Utf8Bytes> = wanted
            .into_iter()
            .map(|(viewer, told)| ((viewer, told), self.update(viewer, told, part)))
            .collect();
        let last = self.state.log.last();
        let dropped = self.connections.send(|connection| {
            let key = (connection.viewer(to_move, secrecy), connection.told);
            connection.told = Some(last);
            updates.get(&key).cloned()
        });
        if dropped {
            self.recount_at.get_or_insert_with(Instant::now);
            self.desk.metrics.dropped.add(1);
            let people = self.state.people().into_iter().cloned();
            for who in people.collect::<Vec<_>>() {
                if !self.left.contains_key(&who) {
                    self.note_absence(who);
                }
            }
        }
    }

    pub(super) fn update(&self, viewer: Viewer, told: Option<u64>, part: Part) -> Utf8Bytes {
        let view = || self.state.game_view(viewer, self.elapsed());
        serialise(&ServerMessage::Update(Box::new(Update {
            seq: self.state.log.last(),
            events: self.state.log.since(told, viewer.eyes),
            table: (part != Part::Game).then(|| self.info()),
            game: (part != Part::Table)
                .then(|| self.beside_requests(view))
                .flatten()
                .map(|game| GameView {
                    pacing: self.pacing(),
                    ..game
                }),
        })))
    }

    pub(super) fn info(&self) -> TableInfo {
        let is_present = |person: &Person| self.connections.is_present(person);
        self.state.info(is_present, self.connections.watching())
    }

    pub(super) fn tell(&mut self, to: ConnectionId, message: &ServerMessage) {
        self.send(to, serialise(message));
    }

    fn send(&mut self, to: ConnectionId, bytes: Utf8Bytes) {
        let sent = match self.connections.get(to) {
            Some(connection) => connection.outbox.try_send(bytes).is_ok(),
            None => true,
        };
        if !sent {
            self.gone(to);
        }
    }
}

pub(super) fn serialise(message: &ServerMessage) -> Utf8Bytes {
    let text = serde_json::to_string(message).expect("messages are JSON");
    text.into()
}
