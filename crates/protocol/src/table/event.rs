//! What happened at a table, as those there are told.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// An event with its number. Numbers begin with 1 and have no gaps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct Numbered {
    /// The number.
    pub seq: u64,
    /// What happened.
    #[serde(flatten)]
    pub event: Event,
}

/// What happened. Seats are counted from 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// The table was opened.
    Opened,
    /// The host changed the settings.
    Changed,
    /// Somebody took a seat.
    Seated {
        /// The seat.
        seat: u8,
        /// What they are called.
        name: String,
        /// The spec, if it is an agent. One without a name is called by it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        agent: Option<String>,
    },
    /// A seat is open again.
    Vacated {
        /// The seat.
        seat: u8,
    },
    /// Somebody ticked, or removed the tick.
    Ready {
        /// The seat.
        seat: u8,
        /// Whether the game may start.
        ready: bool,
    },
    /// Somebody else is the host now.
    Host {
        /// What they are called.
        name: String,
    },
    /// A game began.
    Started {
        /// Its spec.
        game: String,
        /// Who plays, in seat order.
        seats: Vec<String>,
    },
    /// A move was made.
    Moved {
        /// The number of moves played before it.
        ply: u32,
        /// Who moved; none is chance.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<u8>,
        /// The move, as far as the client may know it.
        text: String,
        /// The time it took, where there are clocks.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        time: Option<u64>,
    },
    /// Something that should have followed from a move was cancelled.
    Cancelled {
        /// The number of moves played before that move.
        ply: u32,
        /// Whose doing it was: the plug-in, or all that had a part in it.
        plugin: String,
        /// Where and why, in words.
        reason: String,
    },
    /// An agent ran into a limit of the server, which may have changed its choice.
    Limited {
        /// Its seat.
        seat: u8,
        /// Which.
        limit: Limit,
        /// The most seconds an agent has for a move on this server.
        most: u64,
    },
    /// The game was stopped and cannot go on: a plug-in took too long. What it would have done on a
    /// quicker machine is not known, so nobody has won.
    Halted {
        /// The plug-in.
        plugin: String,
        /// Where and why, in words.
        reason: String,
    },
    /// A seat wants to take its last move back.
    UndoAsked {
        /// The seat.
        seat: u8,
    },
    /// Somebody agrees to that.
    UndoAccepted {
        /// The seat that agreed.
        seat: u8,
    },
    /// Somebody does not want that.
    UndoRefused {
        /// The seat that refused.
        seat: u8,
    },
    /// Moves were taken back.
    Undone {
        /// The number of moves that are left.
        ply: u32,
    },
    /// A person left; an agent plays in their place, if the host has named one. With more than two
    /// seats the person is out of the game as soon as the agent has moved.
    Away {
        /// The seat.
        seat: u8,
    },
    /// The person is back, and plays on unless they are out of the game.
    Back {
        /// The seat.
        seat: u8,
    },
    /// A seat gave up. With more than two seats an agent plays on there, for itself.
    Resigned {
        /// The seat.
        seat: u8,
    },
    /// The time of a seat is over. With more than two seats an agent plays on there, for itself.
    Flagged {
        /// The seat.
        seat: u8,
    },
    /// An agent failed: it crashed, hung, cheated or gave up.
    Failed {
        /// Its seat.
        seat: u8,
        /// Why, in words; empty for those who may not know what the agent knew.
        reason: String,
        /// The spec of the agent that plays on in its place; none if the game is lost.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        agent: Option<String>,
    },
    /// The game ended.
    Ended {
        /// How.
        verdict: Verdict,
        /// The address of the replay.
        replay: String,
    },
    /// Somebody wants another game.
    RematchAsked {
        /// The seat.
        seat: u8,
    },
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct Verdict {
    /// The rank of each seat, 1 being the best; equal ranks are tied. It is that of whoever played the
    /// seat to the end.
    pub ranks: Vec<u8>,
    /// Why it ended.
    pub by: Ending,
    /// Those who did not play to the end, with the places that are theirs, in the order in which they
    /// left.
    #[serde(default)]
    pub dropouts: Vec<Dropout>,
}

/// A player who left a game before its end. The agent that took the seat over plays for itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct Dropout {
    /// The seat.
    pub seat: u8,
    /// The player's place, 1 being the best: the last among those who were still playing.
    pub place: u8,
    /// Why they left.
    pub cause: DropCause,
    /// The spec of the agent that took the seat over; none if the game ended there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
}

/// Why a player left a game before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "snake_case")]
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

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// By the rules.
    Rules,
    /// Somebody gave up.
    Resignation,
    /// Somebody's time was over.
    Time,
    /// An agent failed.
    Failure,
    /// A plug-in took too long and was stopped; all are ranked the same, and it counts for nobody.
    Stopped,
}

/// A limit of the server that an agent ran into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum Limit {
    /// It thought for too long about its move, was stopped, and moved as it thought best by then.
    Time,
    /// It had been let go, or lost in a restart, and could not make all of its earlier choices again in
    /// time: it plays on without what it remembered of them.
    Rebuilding,
}
