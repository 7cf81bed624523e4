//! Players who left a game before its end.

use std::fmt;

use ludorum_core::Seat;

use crate::read::parse_canonical;

/// A player who left the game before its end. The result of the agent that took over the seat does
/// not count for the player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedDropout {
    /// Seat of the player who left.
    pub seat: Seat,
    /// Final place of the player, 1 is best: the last place among the players still in the game.
    pub place: u8,
    /// Number of plies played when the player left.
    pub after: usize,
    /// Reason for leaving the game.
    pub cause: DropoutCause,
    /// Spec of the agent that took over the seat; `None` if the game ended instead.
    pub agent: Option<String>,
}

/// Reason why a player left a game before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DropoutCause {
    /// The player resigned.
    Resigned,
    /// The player disconnected and did not return in time.
    Left,
    /// The player's clock ran out.
    Time,
    /// The agent at the seat crashed, hung, cheated or gave up.
    Failed,
}

impl DropoutCause {
    const ALL: [DropoutCause; 4] = [
        DropoutCause::Resigned,
        DropoutCause::Left,
        DropoutCause::Time,
        DropoutCause::Failed,
    ];

    /// Name of the cause in records.
    pub fn word(self) -> &'static str {
        match self {
            DropoutCause::Resigned => "resigned",
            DropoutCause::Left => "left",
            DropoutCause::Time => "time",
            DropoutCause::Failed => "failed",
        }
    }

    fn from_word(word: &str) -> Option<DropoutCause> {
        DropoutCause::ALL
            .into_iter()
            .find(|cause| cause.word() == word)
    }
}

impl fmt::Display for RecordedDropout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RecordedDropout {
            seat,
            place,
            after,
            cause,
            agent,
        } = self;
        let cause = cause.word();
        write!(f, "{seat} place={place} after={after} cause={cause}")?;
        match agent {
            Some(agent) => write!(f, " agent={agent}"),
            None => Ok(()),
        }
    }
}

impl RecordedDropout {
    /// Parses the `Display` form; `None` if malformed or invalid for this many seats and plies.
    pub(crate) fn read(text: &str, seats: usize, plies: usize) -> Option<RecordedDropout> {
        let whole =
            |word: &str, name: &str| -> Option<usize> { parse_canonical(word.strip_prefix(name)?) };
        let mut words = text.splitn(5, ' ');
        let is_seat = |number: &usize| (1..=seats).contains(number);
        let seat = whole(words.next()?, "").filter(is_seat)?;
        let place = whole(words.next()?, "place=").filter(is_seat)?;
        let after = whole(words.next()?, "after=").filter(|after| *after <= plies)?;
        let cause = DropoutCause::from_word(words.next()?.strip_prefix("cause=")?)?;
        let agent = match words.next() {
            Some(word) => Some(
                word.strip_prefix("agent=")
                    .filter(|spec| !spec.is_empty())?,
            ),
            None => None,
        };
        Some(RecordedDropout {
            seat: Seat::new(seat - 1),
            place: u8::try_from(place).ok()?,
            after,
            cause,
            agent: agent.map(str::to_owned),
        })
    }
}
