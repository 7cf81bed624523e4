//! The game record: one file format for all games, readable by people and verified by programs.
//!
//! `docs/records.md` describes it with an example.
//!
//! The header holds what a replay needs: the spec, the version of the rules, the seed of setup and
//! chance, and the seed of the agents. Then one line for each move: the seat, the move, and the
//! mover's evaluation. A finished game ends with the rank of each seat. Every line ends with a
//! checksum of itself and all lines before it, so a changed, removed or moved line is detected.
//!
//! Records are written as a whole. A file cut off between two lines is still a valid record of an
//! unfinished game, if all seats are present and not only the result was lost.

mod check;
mod dropout;
mod read;
mod transcript;
mod write;

pub use check::{ReplayedRecord, content_difference, replay, replay_in};
pub use dropout::{DropCause, DroppedPlayer};
pub use read::{RecordError, read};
pub use transcript::{TranscriptOverrides, read_transcript};

use std::time::Duration;

use ludorum_core::{PerSeat, Seat, Seed};

/// Newest supported version of the format. Games without take-backs and dropped players are written
/// in version 1, which every program reads.
pub const FORMAT: u32 = 3;

/// A recorded game, finished or not.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRecord {
    /// The header: game, seeds and players.
    pub header: RecordHeader,
    /// The moves.
    pub plies: Vec<RecordedPly>,
    /// Players who left before the end, in order. Their places count instead of the `ranks` of their
    /// seats, which belong to their replacements.
    pub dropouts: Vec<DroppedPlayer>,
    /// The rank of each seat, 0 is best; none if the game is unfinished.
    pub ranks: Option<PerSeat<u8>>,
}

/// Header of a record: game, seeds and players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordHeader {
    /// The spec of the game.
    pub game: String,
    /// The version of its rules.
    pub rules: u32,
    /// The program that wrote the record, with its version.
    pub program: String,
    /// The seed of setup and chance.
    pub seed: Seed,
    /// The seed of the agents' own randomness.
    pub streams: Seed,
    /// Take-backs during the game.
    pub take_backs: TakeBacks,
    /// Names and hashes of the content files of the game.
    pub content: Vec<String>,
    /// Length in plies of the forced opening; 0 if the players made all moves.
    pub opening: usize,
    /// The spec of the agent at each seat, or the name of a person.
    pub seats: Vec<String>,
}

/// Take-backs during a game. The moves taken back are not recorded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TakeBacks {
    /// Number of take-backs. The seed of chance changes with each.
    pub count: u32,
    /// True if a take-back followed a revealed chance event or hidden card. Such a game does not count
    /// for ratings.
    pub is_unrated: bool,
}

impl TakeBacks {
    /// Adds a take-back.
    pub fn add(&mut self, luck: RevealedInfo) {
        self.count = self.count.saturating_add(1);
        self.is_unrated |= luck == RevealedInfo::Yes;
    }
}

/// Chance events or hidden cards revealed by moves that were taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RevealedInfo {
    /// The moves revealed information.
    Yes,
    /// The moves revealed nothing.
    No,
}

impl RevealedInfo {
    /// Information revealed by these moves of a game with perfect (`is_open`) or hidden information.
    pub fn of(plies: &[RecordedPly], is_open: bool) -> RevealedInfo {
        if !is_open || plies.iter().any(|ply| ply.seat.is_none()) {
            RevealedInfo::Yes
        } else {
            RevealedInfo::No
        }
    }
}

/// One move of a record with the mover's evaluation.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedPly {
    /// The seat that moved; none for chance.
    pub seat: Option<Seat>,
    /// The move in text form.
    pub text: String,
    /// The utility the mover expected, if known.
    pub value: Option<f64>,
    /// Nodes the mover visited; 0 if unknown.
    pub nodes: u64,
    /// Time the mover took, if measured.
    pub time: Option<Duration>,
}

impl RecordedPly {
    /// A move without evaluation.
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
    /// Name and version of this program.
    pub fn this_program() -> String {
        concat!("ludorum ", env!("CARGO_PKG_VERSION")).to_owned()
    }
}

/// Separates the program from the length of the opening on one line. Programs without support for
/// openings read both as the program.
const OPENING: &str = " opening=";

/// CRC-32 of a line, chained with that of all lines before.
fn chain_checksum(before: u32, line: &str) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&before.to_le_bytes());
    hasher.update(line.as_bytes());
    hasher.finalize()
}
