//! The game record: one file format for all games, readable by people and verifiable by programs.
//!
//! `docs/records.md` describes the format with an example.
//!
//! The header has everything a replay needs: the spec, the version of the rules, the seed of setup
//! and chance, and the seed of the agents. One line for each ply follows: the seat, the move, and
//! the mover's evaluation. A finished game ends with the rank of each seat. Every line ends with a
//! checksum of itself and all previous lines, so a changed, removed or moved line is detected.
//!
//! Records are written completely or not at all. A file truncated between two lines is still a
//! valid record of an unfinished game, if all seats are present and more than the result is
//! missing.

mod check;
mod dropout;
mod read;
mod transcript;
mod write;

pub use check::{ReplayedRecord, content_difference, replay, replay_in};
pub use dropout::{DropoutCause, RecordedDropout};
pub use read::{RecordError, read};
pub use transcript::{TranscriptReplayOverrides, read_transcript};

use std::time::Duration;

use ludorum_core::{PerSeat, Seat, Seed};

/// Newest supported version of the record format. Games without take-backs and dropped players are
/// written in version 1, which every program can read.
pub const FORMAT: u32 = 3;

/// A recorded game, finished or not.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRecord {
    /// Header of the record: game, seeds and players.
    pub header: RecordHeader,
    /// Moves and chance events in the order played.
    pub plies: Vec<RecordedPly>,
    /// Players who left before the end, in the order of leaving. Their places replace the `ranks`
    /// of their seats, which belong to the agents that took over.
    pub dropouts: Vec<RecordedDropout>,
    /// Rank of each seat, 0 is best; `None` if the game is unfinished.
    pub ranks: Option<PerSeat<u8>>,
}

/// Header of a record: game, seeds and players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordHeader {
    /// Spec of the game.
    pub game: String,
    /// Version of the rules of the game.
    pub rules: u32,
    /// Name and version of the program that wrote the record.
    pub program: String,
    /// Seed of the initial position and of chance events.
    pub seed: Seed,
    /// Seed of the random number streams of the agents.
    pub streams: Seed,
    /// Number and effect of the take-backs during the game.
    pub take_backs: TakeBackSummary,
    /// Names and hashes of the content files of the game.
    pub content: Vec<String>,
    /// Length of the forced opening in plies; 0 if the players made all moves.
    pub opening: usize,
    /// For each seat, the spec of its agent or the name of its human player.
    pub seats: Vec<String>,
}

/// Summary of the take-backs in a game. The moves taken back are not recorded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TakeBackSummary {
    /// Number of take-backs. Each changes the seed of later chance events.
    pub count: u32,
    /// True if a move taken back had revealed a chance event or hidden information. Such a game is
    /// not rated.
    pub is_unrated: bool,
}

impl TakeBackSummary {
    /// Counts one more take-back; marks the game as unrated if it disclosed something (`Yes`).
    pub fn add(&mut self, luck: TakeBackDisclosure) {
        self.count = self.count.saturating_add(1);
        self.is_unrated |= luck == TakeBackDisclosure::Yes;
    }
}

/// Result of checking whether moves taken back had revealed chance events or hidden information.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TakeBackDisclosure {
    /// The moves revealed hidden information or chance events.
    Yes,
    /// The moves revealed nothing new.
    No,
}

impl TakeBackDisclosure {
    /// Checks moves to be taken back. `is_open` is true for games of perfect information; in other
    /// games every move counts as revealing.
    pub fn of(plies: &[RecordedPly], is_open: bool) -> TakeBackDisclosure {
        if !is_open || plies.iter().any(|ply| ply.seat.is_none()) {
            TakeBackDisclosure::Yes
        } else {
            TakeBackDisclosure::No
        }
    }
}

/// One move or chance event of a record, with the mover's evaluation.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedPly {
    /// The seat that moved; `None` for a chance event.
    pub seat: Option<Seat>,
    /// Text of the move in the notation of the game.
    pub text: String,
    /// Utility that the mover expected, from -1 to 1; `None` if unknown.
    pub value: Option<f64>,
    /// Number of nodes the mover searched; 0 if unknown.
    pub nodes: u64,
    /// Time the mover used; `None` if not measured.
    pub time: Option<Duration>,
}

impl RecordedPly {
    /// Creates a ply without evaluation, nodes and time.
    pub fn plain(seat: Option<Seat>, text: impl Into<String>) -> RecordedPly {
        RecordedPly {
            seat,
            text: text.into(),
            value: None,
            nodes: 0,
            time: None,
        }
    }
}

impl RecordHeader {
    /// Name and version of this program, as written to records.
    pub fn this_program() -> String {
        concat!("ludorum ", env!("CARGO_PKG_VERSION")).to_owned()
    }
}

/// Separator between the program name and the length of the opening on one line. Programs without
/// support for openings read both as the program name.
const OPENING: &str = " opening=";

/// Computes the CRC-32 of a line, chained with the checksum of all previous lines.
fn chain_checksum(before: u32, line: &str) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&before.to_le_bytes());
    hasher.update(line.as_bytes());
    hasher.finalize()
}
