//! The replay file: one format for all games, read by people and verified by programs.
//!
//! ```text
//! ludorum-record 1  #5d5a8d1e
//! game tictactoe  #...
//! rules 1  #...
//! program ludorum 0.1.0  #...
//! seed 42  #...
//! streams 42  #...
//! seat 1 minimax  #...
//! seat 2 human  #...
//! 1 b2 value=0 nodes=549945 time=31.2ms  #...
//! 2 a1  #...
//! * =6  #...
//! result 1 2  #...
//! ```
//!
//! The header says what is needed to play the game again: the spec, the version of its rules, the
//! seed of the setup and of chance, and the seed of the agents' own randomness (`streams`). Then
//! one line a move: who moved (`*` is chance), the move, and what the mover thought of it. A
//! finished game ends with the rank of each seat. Every line closes with a checksum of itself and
//! all lines before it, so the file can only be appended to: a character changed anywhere is found,
//! and so is a line removed or moved.

mod check;
mod read;
mod write;

pub use check::{Replay, replay, replay_in};
pub use read::{RecordError, read};
pub use write::Writer;

use std::time::Duration;

use ludorum_core::{PerSeat, Seat, Seed};

/// The version of the format this program writes, and the newest it reads.
pub const FORMAT: u32 = 1;

/// A game from its first move on, finished or not.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// What was played, and by whom.
    pub header: Header,
    /// The moves.
    pub plies: Vec<Ply>,
    /// The rank of each seat, 0 being the best; none while the game is not finished.
    pub ranks: Option<PerSeat<u8>>,
}

/// What was played, and by whom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The spec of the game.
    pub game: String,
    /// The version of its rules.
    pub rules: u32,
    /// The program that wrote the record, with its version.
    pub program: String,
    /// The seed of the setup and of chance.
    pub seed: Seed,
    /// The seed of the agents' own randomness.
    pub streams: Seed,
    /// The spec of the agent at each seat, or the name of a person.
    pub seats: Vec<String>,
}

/// One move.
#[derive(Clone, Debug, PartialEq)]
pub struct Ply {
    /// Who moved; none is chance.
    pub seat: Option<Seat>,
    /// The move in text form.
    pub text: String,
    /// The utility the mover expected, if it said so.
    pub value: Option<f64>,
    /// The nodes the mover visited; 0 if it did not say.
    pub nodes: u64,
    /// The time the mover took, if it was measured.
    pub time: Option<Duration>,
}

impl Ply {
    /// A move without comment.
    pub fn plain(seat: Option<Seat>, text: impl Into<String>) -> Ply {
        Ply {
            seat,
            text: text.into(),
            value: None,
            nodes: 0,
            time: None,
        }
    }
}

impl Header {
    /// The program and version that go into records written by this build.
    pub fn this_program() -> String {
        concat!("ludorum ", env!("CARGO_PKG_VERSION")).to_owned()
    }
}

/// The checksum of a line and all before it.
fn chain(before: u32, line: &str) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&before.to_le_bytes());
    hasher.update(line.as_bytes());
    hasher.finalize()
}
