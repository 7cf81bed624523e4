//! Players who left a game before its end, as records keep them.

use std::fmt;

use ludorum_core::Seat;

/// A player who left the game before its end. What the seat did afterwards was done by an agent, for
/// itself: its result is not the player's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dropout {
    /// The seat.
    pub seat: Seat,
    /// The player's place, 1 being the best: the last among those who were still playing.
    pub place: u8,
    /// The number of plies played before.
    pub after: usize,
    /// Why the player left.
    pub cause: DropCause,
    /// The spec of the agent that took the seat over; none if the game ended there.
    pub agent: Option<String>,
}

/// Why a player left a game before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DropCause {
    /// They gave up.
    Resigned,
    /// They went away and did not come back in time.
    Left,
    /// Their time was over.
    Time,
    /// An agent that crashed, hung, cheated or gave up.
    Failed,
}

impl DropCause {
    const ALL: [DropCause; 4] = [
        DropCause::Resigned,
        DropCause::Left,
        DropCause::Time,
        DropCause::Failed,
    ];

    /// The cause as a word, as records write it.
    pub fn word(self) -> &'static str {
        match self {
            DropCause::Resigned => "resigned",
            DropCause::Left => "left",
            DropCause::Time => "time",
            DropCause::Failed => "failed",
        }
    }

    fn of_word(word: &str) -> Option<DropCause> {
        DropCause::ALL
            .into_iter()
            .find(|cause| cause.word() == word)
    }
}

impl fmt::Display for Dropout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Dropout {
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

impl Dropout {
    /// Reads what [`Dropout`] displays, in a game of `seats` seats with `plies` plies.
    pub(crate) fn read(text: &str, seats: usize, plies: usize) -> Option<Dropout> {
        let whole = |word: &str, name: &str| -> Option<usize> {
            let digits = word.strip_prefix(name)?;
            let number: usize = digits.parse().ok()?;
            (number.to_string() == digits).then_some(number)
        };
        let mut words = text.splitn(5, ' ');
        let is_seat = |number: &usize| (1..=seats).contains(number);
        let seat = whole(words.next()?, "").filter(is_seat)?;
        let place = whole(words.next()?, "place=").filter(is_seat)?;
        let after = whole(words.next()?, "after=").filter(|after| *after <= plies)?;
        let cause = DropCause::of_word(words.next()?.strip_prefix("cause=")?)?;
        let agent = match words.next() {
            Some(word) => Some(
                word.strip_prefix("agent=")
                    .filter(|spec| !spec.is_empty())?,
            ),
            None => None,
        };
        Some(Dropout {
            seat: Seat::new(seat - 1),
            place: u8::try_from(place).ok()?,
            after,
            cause,
            agent: agent.map(str::to_owned),
        })
    }
}
