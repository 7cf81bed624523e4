//! Events at a table, as sent to clients.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// Event at a game table with its sequence number. Numbers start at 1 and have no gaps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct NumberedEvent {
    /// Sequence number of the event.
    pub seq: u64,
    /// Event that has this sequence number.
    #[serde(flatten)]
    pub event: Event,
}

/// Event at a game table, without information hidden from the receiving client. Seats count from 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// The table was opened.
    Opened,
    /// The host changed the settings of the table.
    Changed,
    /// A player took a seat.
    Seated {
        /// Seat that the player took.
        seat: u8,
        /// Name of the person or agent.
        name: String,
        /// Spec of the agent; `None` if the player is a person.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        agent: Option<String>,
    },
    /// A seat became open again.
    Vacated {
        /// Seat that became open.
        seat: u8,
    },
    /// A player declared to be ready to start, or no longer ready.
    Ready {
        /// Seat of the player.
        seat: u8,
        /// True if the player is now ready to start.
        ready: bool,
    },
    /// Another person became the host of the table.
    Host {
        /// Name of the new host.
        name: String,
    },
    /// A game started.
    Started {
        /// Spec of the game.
        game: String,
        /// Names of the players, in seat order.
        seats: Vec<String>,
    },
    /// A player made a move, or a chance event occurred.
    Moved {
        /// Number of moves played before this one.
        ply: u32,
        /// Seat that moved; `None` for a chance event.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<u8>,
        /// Move in text form, as observed by the client.
        text: String,
        /// Time used for the move in milliseconds; `None` without clocks.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        time: Option<u64>,
    },
    /// An effect of a move was cancelled because a plug-in failed.
    Cancelled {
        /// Number of moves played before the move whose effect was cancelled.
        ply: u32,
        /// Name of the plug-in that failed, or of all plug-ins involved.
        plugin: String,
        /// Location and reason of the failure, in English.
        reason: String,
    },
    /// An agent hit a limit of the server, which may have changed its choice.
    Limited {
        /// Seat of the agent.
        seat: u8,
        /// Limit that the agent hit.
        limit: ExceededAgentLimit,
        /// Time limit for a move on this server, in seconds.
        most: u64,
    },
    /// The game was halted because a plug-in exceeded its time limit. No one wins, as the effect on
    /// a faster machine is unknown.
    Halted {
        /// Name of the plug-in.
        plugin: String,
        /// Location and reason of the failure, in English.
        reason: String,
    },
    /// A seat requested a take-back.
    UndoAsked {
        /// Seat that requested the take-back.
        seat: u8,
    },
    /// A seat accepted the take-back.
    UndoAccepted {
        /// Seat that accepted the take-back.
        seat: u8,
    },
    /// A seat refused the take-back.
    UndoRefused {
        /// Seat that refused the take-back.
        seat: u8,
    },
    /// Moves were taken back.
    Undone {
        /// Number of moves that remain after the take-back.
        ply: u32,
    },
    /// A person left the game. The substitute agent takes over, if the host has set one. With more
    /// than two seats the person is out of the game once the agent has moved.
    Away {
        /// Seat of the person who left.
        seat: u8,
    },
    /// A person who had left returned, and continues to play unless out of the game.
    Back {
        /// Seat of the person who returned.
        seat: u8,
    },
    /// A seat resigned. With more than two seats an agent takes it over and plays for itself.
    Resigned {
        /// Seat that resigned.
        seat: u8,
    },
    /// A seat ran out of time. With more than two seats an agent takes it over and plays for
    /// itself.
    Flagged {
        /// Seat that ran out of time.
        seat: u8,
    },
    /// An agent failed: it crashed, hung, cheated or gave up.
    Failed {
        /// Seat of the agent.
        seat: u8,
        /// Reason of the failure in English; empty if it could reveal hidden information.
        reason: String,
        /// Spec of the replacement agent; `None` if the failed agent loses the game.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        agent: Option<String>,
    },
    /// The game ended.
    Ended {
        /// Result of the game.
        verdict: FinalRanking,
        /// Id of the replay of the game.
        replay: String,
    },
    /// A player requested a rematch.
    RematchAsked {
        /// Seat of the player who requested the rematch.
        seat: u8,
    },
}

/// Result of a game: ranks and cause of the end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct FinalRanking {
    /// Rank of each seat, 1 is the best, equal for ties. It is the rank of the last player at the
    /// seat.
    pub ranks: Vec<u8>,
    /// Cause of the end of the game.
    pub by: EndCause,
    /// Players who left before the end, with their places, in the order in which they left.
    #[serde(default)]
    pub dropouts: Vec<DroppedPlayerInfo>,
}

/// A player who left a game before its end. The replacement agent plays for itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct DroppedPlayerInfo {
    /// Seat of the player who left.
    pub seat: u8,
    /// Final place of the player, 1 is the best: the last place among those still playing.
    pub place: u8,
    /// Cause for which the player left.
    pub cause: DropoutCauseInfo,
    /// Spec of the replacement agent; `None` if the game ended when the player left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
}

/// Cause for which a player left a game before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum DropoutCauseInfo {
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
    /// The game ended by its rules.
    Rules,
    /// A player resigned.
    Resignation,
    /// A player ran out of time.
    Time,
    /// An agent crashed, hung, cheated or resigned.
    Failure,
    /// A plug-in exceeded its time limit; all seats are tied and the game does not count.
    Stopped,
}

/// Server limit that an agent hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum ExceededAgentLimit {
    /// Time limit for a move: the agent was stopped and played its best move so far.
    Time,
    /// Time limit for rebuilding an agent that was dropped or lost in a restart. It could not
    /// repeat all its earlier choices and plays on with incomplete memory.
    Rebuilding,
}
