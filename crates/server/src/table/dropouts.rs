//! Players who left a game before its end: the places that are theirs, whoever plays on at their seats.

use ludorum_catalog::Position;
use ludorum_core::Seat;
use ludorum_protocol::table::{DropCause, Dropout};
use ludorum_record as record;

use super::lobbying::number;
use super::state::{Corrupt, State};

/// Those who have left a game, in the order in which they did.
#[derive(Clone, Debug)]
pub(crate) struct Dropouts {
    seats: usize,
    left: Vec<Entry>,
}

#[derive(Clone, Debug)]
struct Entry {
    seat: Seat,
    cause: DropCause,
    agent: Option<String>,
    /// The number of plies played before.
    after: usize,
    /// The seats that the rules had put out of the game by then.
    eliminated: Vec<Seat>,
}

impl Dropouts {
    /// Nobody has left a game of this many seats.
    pub(crate) fn none(seats: usize) -> Dropouts {
        let left = Vec::new();
        Dropouts { seats, left }
    }

    /// The player of a seat leaves the game at this position, if they have not before. `agent` takes the
    /// seat over.
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
        self.left.push(Entry {
            seat,
            cause,
            agent,
            after: at.plies(),
            eliminated: Seat::all(self.seats).filter(is_out).collect(),
        });
    }

    /// The player of a seat is back and plays on.
    pub(crate) fn remove(&mut self, seat: Seat) {
        self.left.retain(|entry| entry.seat != seat);
    }

    /// Moves were taken back until this many plies were left. Who left stays out.
    pub(crate) fn rewind(&mut self, plies: usize) {
        for entry in &mut self.left {
            entry.after = entry.after.min(plies);
        }
    }

    /// The place of the player of a seat: the last among those who were still playing when they left.
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

    /// All of them, as clients are told.
    pub(crate) fn told(&self) -> Vec<Dropout> {
        let told = |(index, entry): (usize, &Entry)| Dropout {
            seat: number(entry.seat),
            place: self.place_at(index),
            cause: entry.cause,
            agent: entry.agent.clone(),
        };
        self.left.iter().enumerate().map(told).collect()
    }

    /// All of them, as they are recorded.
    pub(crate) fn recorded(&self) -> Vec<record::Dropout> {
        let recorded = |(index, entry): (usize, &Entry)| record::Dropout {
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
        self.left.iter().enumerate().map(recorded).collect()
    }
}

impl State {
    /// The player of a seat is out of the game for good.
    pub(super) fn drop_out(&mut self, seat: u8, cause: DropCause) -> Result<(), Corrupt> {
        self.chair(seat)?.is_out = true;
        let seat = Seat::new(usize::from(seat));
        let agent = self.successor(seat, cause);
        let play = self.play_mut()?;
        play.dropouts.add(seat, cause, agent, &play.position);
        Ok(())
    }

    /// The spec of the agent that plays on for itself when the player of a seat drops out; none if the
    /// game ends with that.
    pub(crate) fn successor(&self, seat: Seat, cause: DropCause) -> Option<String> {
        let ends = match cause {
            DropCause::Resigned | DropCause::Time => self.chairs.len() <= 2,
            DropCause::Failed => self.loses_by_failing(),
            DropCause::Left => false,
        };
        let is_left = cause == DropCause::Left;
        let substitute = self.settings.substitute.clone();
        match self.chairs.get(seat.index()) {
            Some(_) if ends => None,
            Some(_) if is_left => substitute,
            Some(_) => Some(substitute.unwrap_or_else(|| self.variant.opponent())),
            None => None,
        }
    }

    /// Takes down the place of a person who is away from a game in which an agent moves for them. It is
    /// theirs unless they come back in time.
    pub(super) fn note_absence(&mut self, seat: Seat) {
        let agent = self.successor(seat, DropCause::Left);
        let play = self.game.as_mut().filter(|play| play.verdict.is_none());
        if let (Some(play), Some(agent)) = (play, agent) {
            play.dropouts
                .add(seat, DropCause::Left, Some(agent), &play.position);
        }
    }

    /// A person who is away when an agent moves for them is out of the game: what comes of it is the
    /// agent's.
    pub(super) fn take_over(&mut self, mover: Option<u8>) {
        let chair = mover.and_then(|seat| self.chairs.get_mut(usize::from(seat)));
        if let Some(chair) = chair.filter(|chair| chair.is_away) {
            chair.is_out = true;
        }
    }
}

/// The dropouts of a record, as clients are told.
pub(crate) fn told(dropouts: &[record::Dropout]) -> Vec<Dropout> {
    let told = |dropout: &record::Dropout| Dropout {
        seat: number(dropout.seat),
        place: dropout.place,
        cause: match dropout.cause {
            record::DropCause::Resigned => DropCause::Resigned,
            record::DropCause::Left => DropCause::Left,
            record::DropCause::Time => DropCause::Time,
            record::DropCause::Failed => DropCause::Failed,
        },
        agent: dropout.agent.clone(),
    };
    dropouts.iter().map(told).collect()
}
