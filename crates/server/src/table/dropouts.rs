//! Players who dropped out of a game before its end, and their final places.

use ludorum_catalog::Position;
use ludorum_core::Seat;
use ludorum_protocol::table::{DropoutCauseInfo, DroppedPlayerInfo};
use ludorum_record as record;

use super::lobby_commands::seat_number;
use super::state::{RestoreError, TableState};

/// Players who dropped out of a game, in the order in which they did.
#[derive(Clone, Debug)]
pub(crate) struct GameDropouts {
    seats: usize,
    left: Vec<SeatDropout>,
}

/// Player who dropped out: seat, cause, and state of the game at that time.
#[derive(Clone, Debug)]
struct SeatDropout {
    seat: Seat,
    cause: DropoutCauseInfo,
    agent: Option<String>,
    /// Number of plies played before the player dropped out.
    after: usize,
    /// Other seats that the game's rules had eliminated before this player dropped out.
    eliminated: Vec<Seat>,
}

impl GameDropouts {
    /// Creates an empty list for a game with this number of seats.
    pub(crate) fn none(seats: usize) -> GameDropouts {
        let left = Vec::new();
        GameDropouts { seats, left }
    }

    /// Adds the player of a seat who drops out at this position, unless already listed. `agent` is
    /// the spec of the agent that takes over the seat.
    pub(crate) fn add(
        &mut self,
        seat: Seat,
        cause: DropoutCauseInfo,
        agent: Option<String>,
        at: &Position,
    ) {
        if self.place(seat).is_some() {
            return;
        }
        let is_out = |other: &Seat| *other != seat && at.is_eliminated(*other);
        self.left.push(SeatDropout {
            seat,
            cause,
            agent,
            after: at.plies(),
            eliminated: Seat::all(self.seats).filter(is_out).collect(),
        });
    }

    /// Removes the entry of a player who has returned to the game.
    pub(crate) fn remove(&mut self, seat: Seat) {
        self.left.retain(|entry| entry.seat != seat);
    }

    /// Adjusts the ply numbers after a take-back to `plies` plies. All dropouts stay listed.
    pub(crate) fn rewind(&mut self, plies: usize) {
        for entry in &mut self.left {
            entry.after = entry.after.min(plies);
        }
    }

    /// Final place of a dropout: the last place among the players still in the game at that time.
    /// `None` if the seat did not drop out.
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

    /// Converts the list to the type of the client protocol.
    pub(crate) fn to_protocol(&self) -> Vec<DroppedPlayerInfo> {
        recorded_to_protocol(&self.recorded())
    }

    /// Converts the list to the type of the game record.
    pub(crate) fn recorded(&self) -> Vec<record::RecordedDropout> {
        let convert = |(index, entry): (usize, &SeatDropout)| record::RecordedDropout {
            seat: entry.seat,
            place: self.place_at(index),
            after: entry.after,
            cause: match entry.cause {
                DropoutCauseInfo::Resigned => record::DropoutCause::Resigned,
                DropoutCauseInfo::Left => record::DropoutCause::Left,
                DropoutCauseInfo::Time => record::DropoutCause::Time,
                DropoutCauseInfo::Failed => record::DropoutCause::Failed,
            },
            agent: entry.agent.clone(),
        };
        self.left.iter().enumerate().map(convert).collect()
    }
}

impl TableState {
    /// Marks the player of a seat as out of the game, and adds the player to the dropouts.
    pub(super) fn drop_out(
        &mut self,
        seat: u8,
        cause: DropoutCauseInfo,
    ) -> Result<(), RestoreError> {
        self.slot_mut(seat)?.is_out = true;
        let seat = Seat::new(usize::from(seat));
        let agent = self.successor(seat, cause);
        let play = self.current_game_mut()?;
        play.dropouts.add(seat, cause, agent, &play.position);
        Ok(())
    }

    /// Spec of the agent that takes over a seat when its player drops out; `None` if no agent does,
    /// for example because the game ends.
    pub(crate) fn successor(&self, seat: Seat, cause: DropoutCauseInfo) -> Option<String> {
        let ends = match cause {
            DropoutCauseInfo::Resigned | DropoutCauseInfo::Time => self.slots.len() <= 2,
            DropoutCauseInfo::Failed => self.loses_by_failing(),
            DropoutCauseInfo::Left => false,
        };
        let is_left = cause == DropoutCauseInfo::Left;
        let substitute = self.settings.substitute.clone();
        match self.slots.get(seat.index()) {
            Some(_) if ends => None,
            Some(_) if is_left => substitute,
            Some(_) => Some(substitute.unwrap_or_else(|| self.variant.opponent())),
            None => None,
        }
    }

    /// Lists an absent player as dropout if a substitute plays the seat. The entry is removed if
    /// the player returns before the substitute has moved.
    pub(super) fn record_absence(&mut self, seat: Seat) {
        let agent = self.successor(seat, DropoutCauseInfo::Left);
        let play = self.game.as_mut().filter(|play| play.verdict.is_none());
        if let (Some(play), Some(agent)) = (play, agent) {
            play.dropouts
                .add(seat, DropoutCauseInfo::Left, Some(agent), &play.position);
        }
    }

    /// Marks an absent player as out of the game, because an agent has moved for the seat.
    pub(super) fn take_over(&mut self, mover: Option<u8>) {
        let slot = mover.and_then(|seat| self.slots.get_mut(usize::from(seat)));
        if let Some(slot) = slot.filter(|slot| slot.is_away) {
            slot.is_out = true;
        }
    }
}

/// Converts the dropouts of a game record to the type of the client protocol.
pub(crate) fn recorded_to_protocol(dropouts: &[record::RecordedDropout]) -> Vec<DroppedPlayerInfo> {
    let convert = |dropout: &record::RecordedDropout| DroppedPlayerInfo {
        seat: seat_number(dropout.seat),
        place: dropout.place,
        cause: match dropout.cause {
            record::DropoutCause::Resigned => DropoutCauseInfo::Resigned,
            record::DropoutCause::Left => DropoutCauseInfo::Left,
            record::DropoutCause::Time => DropoutCauseInfo::Time,
            record::DropoutCause::Failed => DropoutCauseInfo::Failed,
        },
        agent: dropout.agent.clone(),
    };
    dropouts.iter().map(convert).collect()
}
