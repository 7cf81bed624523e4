//! Players who left a game before its end, and their final places.

use ludorum_catalog::Position;
use ludorum_core::Seat;
use ludorum_protocol::table::{DropCause, DroppedPlayer};
use ludorum_record as record;

use super::lobby_commands::seat_number;
use super::state::{RestoreError, TableState};

/// Players who left a game, in order.
#[derive(Clone, Debug)]
pub(crate) struct Dropouts {
    seats: usize,
    left: Vec<DropoutEntry>,
}

#[derive(Clone, Debug)]
struct DropoutEntry {
    seat: Seat,
    cause: DropCause,
    agent: Option<String>,
    /// Number of plies played before.
    after: usize,
    /// Seats already eliminated by the rules.
    eliminated: Vec<Seat>,
}

impl Dropouts {
    /// Nobody has left.
    pub(crate) fn none(seats: usize) -> Dropouts {
        let left = Vec::new();
        Dropouts { seats, left }
    }

    /// Adds the player of a seat who leaves at this position, unless they left before. `agent`
    /// takes over the seat.
    pub(crate) fn add(
        &mut self,
        seat: Seat,
        cause: DropCause,
        agent: Option<String>,
        at: &Position,
    ) {
        if self.place(seat).is_some() {
            return;
        }
        let is_out = |other: &Seat| *other != seat && at.is_eliminated(*other);
        self.left.push(DropoutEntry {
            seat,
            cause,
            agent,
            after: at.plies(),
            eliminated: Seat::all(self.seats).filter(is_out).collect(),
        });
    }

    /// Removes a player who has returned.
    pub(crate) fn remove(&mut self, seat: Seat) {
        self.left.retain(|entry| entry.seat != seat);
    }

    /// Adjusts to a take-back to this many plies. Players who left stay out.
    pub(crate) fn rewind(&mut self, plies: usize) {
        for entry in &mut self.left {
            entry.after = entry.after.min(plies);
        }
    }

    /// The final place of a player who left: last among those still playing at that time.
    pub(crate) fn place(&self, seat: Seat) -> Option<u8> {
        let index = self.left.iter().position(|entry| entry.seat == seat)?;
        Some(self.place_at(index))
    }

    fn place_at(&self, index: usize) -> u8 {
        let (before, entry) = (&self.left[..index], &self.left[index]);
        let had_left = |seat: &Seat| before.iter().any(|other| other.seat == *seat);
        let eliminated = entry.eliminated.iter().filter(|seat| !had_left(seat));
        (self.seats - before.len() - eliminated.count()) as u8
    }

    /// Converts the list to the protocol's type.
    pub(crate) fn to_protocol(&self) -> Vec<DroppedPlayer> {
        recorded_to_protocol(&self.recorded())
    }

    /// Converts the list to the record's type.
    pub(crate) fn recorded(&self) -> Vec<record::DroppedPlayer> {
        let convert = |(index, entry): (usize, &DropoutEntry)| record::DroppedPlayer {
            seat: entry.seat,
            place: self.place_at(index),
            after: entry.after,
            cause: match entry.cause {
                DropCause::Resigned => record::DropCause::Resigned,
                DropCause::Left => record::DropCause::Left,
                DropCause::Time => record::DropCause::Time,
                DropCause::Failed => record::DropCause::Failed,
            },
            agent: entry.agent.clone(),
        };
        self.left.iter().enumerate().map(convert).collect()
    }
}

impl TableState {
    /// Marks the player of a seat as out of the game.
    pub(super) fn drop_out(&mut self, seat: u8, cause: DropCause) -> Result<(), RestoreError> {
        self.slot_mut(seat)?.is_out = true;
        let seat = Seat::new(usize::from(seat));
        let agent = self.successor(seat, cause);
        let play = self.current_game_mut()?;
        play.dropouts.add(seat, cause, agent, &play.position);
        Ok(())
    }

    /// The agent that takes over when a player drops out; none if the game ends with that.
    pub(crate) fn successor(&self, seat: Seat, cause: DropCause) -> Option<String> {
        let ends = match cause {
            DropCause::Resigned | DropCause::Time => self.slots.len() <= 2,
            DropCause::Failed => self.loses_by_failing(),
            DropCause::Left => false,
        };
        let is_left = cause == DropCause::Left;
        let substitute = self.settings.substitute.clone();
        match self.slots.get(seat.index()) {
            Some(_) if ends => None,
            Some(_) if is_left => substitute,
            Some(_) => Some(substitute.unwrap_or_else(|| self.variant.opponent())),
            None => None,
        }
    }

    /// Records the place of an absent player whose seat an agent plays. They lose it by returning
    /// in time.
    pub(super) fn record_absence(&mut self, seat: Seat) {
        let agent = self.successor(seat, DropCause::Left);
        let play = self.game.as_mut().filter(|play| play.verdict.is_none());
        if let (Some(play), Some(agent)) = (play, agent) {
            play.dropouts
                .add(seat, DropCause::Left, Some(agent), &play.position);
        }
    }

    /// An absent player is out of the game once an agent moves for them.
    pub(super) fn take_over(&mut self, mover: Option<u8>) {
        let slot = mover.and_then(|seat| self.slots.get_mut(usize::from(seat)));
        if let Some(slot) = slot.filter(|slot| slot.is_away) {
            slot.is_out = true;
        }
    }
}

/// Converts the dropouts of a record to the protocol's type.
pub(crate) fn recorded_to_protocol(dropouts: &[record::DroppedPlayer]) -> Vec<DroppedPlayer> {
    let convert = |dropout: &record::DroppedPlayer| DroppedPlayer {
        seat: seat_number(dropout.seat),
        place: dropout.place,
        cause: match dropout.cause {
            record::DropCause::Resigned => DropCause::Resigned,
            record::DropCause::Left => DropCause::Left,
            record::DropCause::Time => DropCause::Time,
            record::DropCause::Failed => DropCause::Failed,
        },
        agent: dropout.agent.clone(),
    };
    dropouts.iter().map(convert).collect()
}
