//! Events at a table, as sent to clients.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// An event with its sequence number. Numbers start at 1 and have no gaps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct NumberedEvent {
    /// The sequence number.
    pub seq: u64,
    /// The event.
    #[serde(flatten)]
    pub event: Event,
}

/// An event at a table, redacted for the client. Seats count from 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// The table was opened.
    Opened,
    /// The host changed the settings.
    Changed,
    /// A player took a seat.
    Seated {
        /// The seat.
        seat: u8,
        /// The name.
        name: String,
        /// The spec of an agent; also its name if it has none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        agent: Option<String>,
    },
    /// A seat is open again.
    Vacated {
        /// The seat.
        seat: u8,
    },
    /// A player became ready, or not ready.
    Ready {
        /// The seat.
        seat: u8,
        /// True if ready to start.
        ready: bool,
    },
    /// The host changed.
    Host {
        /// The name.
        name: String,
    },
    /// A game started.
    Started {
        /// The spec of the game.
        game: String,
        /// Names of the players, in seat order.
        seats: Vec<String>,
    },
    /// A move was made.
    Moved {
        /// The number of moves played before it.
        ply: u32,
        /// The seat that moved; none for chance.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<u8>,
        /// The move, as observed by the client.
        text: String,
        /// The time it took, where there are clocks.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        time: Option<u64>,
    },
    /// An effect of a move was cancelled because a plug-in failed.
    Cancelled {
        /// The number of moves played before that move.
        ply: u32,
        /// The plug-in at fault, or all that were involved.
        plugin: String,
        /// Location and reason, in English.
        reason: String,
    },
    /// An agent hit a limit of the server, which may have changed its choice.
    Limited {
        /// Its seat.
        seat: u8,
        /// The limit.
        limit: AgentLimit,
        /// Time limit for a move on this server, in seconds.
        most: u64,
    },
    /// The game was halted because a plug-in exceeded its time limit. No one wins, as the effect on a
    /// faster machine is unknown.
    Halted {
        /// The plug-in.
        plugin: String,
        /// Location and reason, in English.
        reason: String,
    },
    /// A seat requested a take-back.
    UndoAsked {
        /// The seat.
        seat: u8,
    },
    /// A seat accepted the take-back.
    UndoAccepted {
        /// The seat that accepted.
        seat: u8,
    },
    /// A seat refused the take-back.
    UndoRefused {
        /// The seat that refused.
        seat: u8,
    },
    /// Moves were taken back.
    Undone {
        /// Number of moves left.
        ply: u32,
    },
    /// A person left. The substitute agent takes over, if the host has set one. With more than two seats
    /// the person is out of the game once the agent has moved.
    Away {
        /// The seat.
        seat: u8,
    },
    /// The person returned, and plays on unless out of the game.
    Back {
        /// The seat.
        seat: u8,
    },
    /// A seat resigned. With more than two seats an agent takes it over and plays for itself.
    Resigned {
        /// The seat.
        seat: u8,
    },
    /// A seat ran out of time. With more than two seats an agent takes it over and plays for itself.
    Flagged {
        /// The seat.
        seat: u8,
    },
    /// An agent failed: it crashed, hung, cheated or gave up.
    Failed {
        /// Its seat.
        seat: u8,
        /// The reason in English; empty if it could reveal hidden information.
        reason: String,
        /// The spec of the replacement agent; none if the game is lost.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        agent: Option<String>,
    },
    /// The game ended.
    Ended {
        /// The result.
        verdict: FinalRanking,
        /// The id of the replay.
        replay: String,
    },
    /// A player requested a rematch.
    RematchAsked {
        /// The seat.
        seat: u8,
    },
}

/// Result of a game: ranks and cause of the end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct FinalRanking {
    /// The rank of each seat, 1 is best, equal for ties. It belongs to whoever played the seat to the
    /// end.
    pub ranks: Vec<u8>,
    /// The cause of the end.
    pub by: EndCause,
    /// Players who left before the end, with their places, in the order in which they left.
    #[serde(default)]
    pub dropouts: Vec<DroppedPlayer>,
}

/// A player who left a game before its end. The replacement agent plays for itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct DroppedPlayer {
    /// The seat.
    pub seat: u8,
    /// The player's place, 1 is best: the last of those still playing.
    pub place: u8,
    /// The cause.
    pub cause: DropCause,
    /// The spec of the replacement agent; none if the game ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
}

/// Cause for which a player left a game before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum DropCause {
    /// The player resigned.
    Resigned,
    /// The player left and did not return in time.
    Left,
    /// The player ran out of time.
    Time,
    /// An agent crashed, hung, cheated or gave up.
    Failed,
}

/// Cause of the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum EndCause {
    /// The rules.
    Rules,
    /// Resignation.
    Resignation,
    /// A player ran out of time.
    Time,
    /// An agent failed.
    Failure,
    /// A plug-in exceeded its time limit; all seats are tied and the game does not count.
    Stopped,
}

/// Server limit that an agent hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum AgentLimit {
    /// Time for a move: the agent was stopped and played its best move so far.
    Time,
    /// Time for a rebuild: the agent was dropped or lost in a restart, and could not repeat all of its
    /// earlier choices. It plays on with incomplete memory.
    Rebuilding,
}
