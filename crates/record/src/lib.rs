//! The replay file: one format for all games, read by people and verified by programs.
//!
//! `docs/records.md` describes it with an example.
//!
//! The header says what is needed to play the game again: the spec, the version of its rules, the
//! seed of the setup and of chance, and the seed of the agents' own randomness. Then one line a
//! move: who moved, the move, and what the mover thought of it. A finished game ends with the rank
//! of each seat. Every line closes with a checksum of itself and all lines before it: a character
//! changed anywhere is found in its line, and so is a line that was removed or moved.
//!
//! Records are written as a whole. A file cut off between two lines is still the record of an
//! unfinished game, if all seats are there and it was not just the result that was lost.

mod check;
mod dropout;
mod read;
mod transcript;
mod write;

pub use check::{Replay, difference, replay, replay_in};
pub use dropout::{DropCause, Dropout};
pub use read::{RecordError, read};
pub use transcript::{Given, read_transcript};

use std::time::Duration;

use ludorum_core::{PerSeat, Seat, Seed};

/// The newest version of the format this program reads. A game in which nothing was taken back and
/// everybody played to the end is written in version 1, which every program reads.
pub const FORMAT: u32 = 3;

/// A game from its first move on, finished or not.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// What was played, and by whom.
    pub header: Header,
    /// The moves.
    pub plies: Vec<Ply>,
    /// The players who did not play to the end, in the order in which they left. Their places are
    /// these; `ranks` are of whoever played their seats to the end.
    pub dropouts: Vec<Dropout>,
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
    /// What was taken back in the course of the game.
    pub take_backs: TakeBacks,
    /// The files the game is made of besides the program, by name and hash.
    pub content: Vec<String>,
    /// How many plies at the beginning are an opening that was given: nobody chose them. 0 if the seats made
    /// all moves.
    pub opening: usize,
    /// The spec of the agent at each seat, or the name of a person.
    pub seats: Vec<String>,
}

/// What was taken back in the course of a game. The moves themselves are not in its record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TakeBacks {
    /// How often moves were taken back. Chance is drawn anew after each.
    pub count: u32,
    /// Whether somebody had seen chance or hidden cards in what was taken back. Such a game counts for
    /// no level and no rating.
    pub is_unrated: bool,
}

impl TakeBacks {
    /// One more, of moves in which chance or hidden cards were seen, or were not.
    pub fn add(&mut self, luck: SeenLuck) {
        self.count = self.count.saturating_add(1);
        self.is_unrated |= luck == SeenLuck::Yes;
    }
}

/// Whether chance or hidden cards were seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeenLuck {
    /// Something was seen that was not known before.
    Yes,
    /// Everything followed from the rules and the players.
    No,
}

impl SeenLuck {
    /// What is seen in these moves of a game, in which everything is open or something hidden.
    pub fn of(plies: &[Ply], is_open: bool) -> SeenLuck {
        match !is_open || plies.iter().any(|ply| ply.seat.is_none()) {
            true => SeenLuck::Yes,
            false => SeenLuck::No,
        }
    }
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

/// What stands between the program and the number of plies of an opening, in one line: programs that know
/// of no openings read all of it as the program, and the game as any other.
const OPENING: &str = " opening=";

/// The checksum of a line and all before it.
fn chain(before: u32, line: &str) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&before.to_le_bytes());
    hasher.update(line.as_bytes());
    hasher.finalize()
}
