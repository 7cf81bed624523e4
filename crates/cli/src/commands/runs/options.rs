//! What can be said about every run.

use std::path::PathBuf;
use std::thread::available_parallelism;

use clap::ValueEnum;
use ludorum_arena::{Seatings, Shard};
use ludorum_catalog::Key;
use ludorum_core::Seed;

/// The arguments of every run.
#[derive(Debug, clap::Args)]
pub(super) struct Options {
    /// The game, NAME or NAME:key=value,...
    #[arg(required_unless_present = "resume")]
    pub(super) game: Option<String>,
    /// The agents, NAME or NAME:key=value,...; in a match one for each seat
    #[arg(value_name = "AGENT")]
    pub(super) agents: Vec<String>,
    /// How many games for every group of agents; rounded up to full blocks [default: 100 in a
    /// match, 20 in a tournament, at most 100000 in a test]
    #[arg(long, value_name = "N", value_parser = crate::args::games)]
    #[arg(allow_negative_numbers = true)]
    pub(super) games: Option<u64>,
    /// The seed of the run [default: 1]
    #[arg(long, value_name = "SEED", value_parser = crate::args::seed)]
    #[arg(allow_negative_numbers = true)]
    pub(super) seed: Option<Seed>,
    /// The key of a run with external agents, as its report has it, to repeat the run or to play a part
    /// of it; a random one if left out, so that no agent can find the seeds of its games by trying
    #[arg(long, value_name = "KEY")]
    pub(super) key: Option<Key>,
    /// How many games at a time [default: one for each core]
    #[arg(long, value_name = "T", value_parser = crate::args::threads)]
    #[arg(allow_negative_numbers = true)]
    threads: Option<usize>,
    /// Which seatings of a group make a block [default: rotations]
    #[arg(long, value_enum)]
    seatings: Option<SeatingsArg>,
    /// What games begin with, one opening a round: random:plies=4, balanced:plies=6,by=AGENT,within=0.1, a
    /// file with an opening a line, or a suite of this program such as quoridor-9x9 [default: nothing]
    #[arg(long, value_name = "OPENINGS")]
    pub(super) openings: Option<String>,
    /// Play only a part of the games, such as 1/2 or blocks 0..50; ludorum results merge puts parts
    /// together
    #[arg(long, value_name = "I/N|A..B")]
    pub(super) shard: Option<Shard>,
    /// Write the report to a file, and every game as it ends to FILE.journal; - for stdout
    #[arg(long, value_name = "FILE")]
    pub(super) json: Option<PathBuf>,
    /// Write a record of every game into a folder
    #[arg(long, value_name = "DIR")]
    pub(super) record: Option<PathBuf>,
    /// Go on with a stopped or killed run from its report; game, agents and seed may be left out
    #[arg(long, value_name = "FILE")]
    pub(super) resume: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum SeatingsArg {
    /// Everybody sits everywhere once
    Rotations,
    /// All orders
    All,
    /// All orders, but equal agents do not change places
    Distinct,
}

impl Options {
    pub(super) fn agents(&self) -> &[String] {
        &self.agents
    }

    /// The seatings, if they are said.
    pub(super) fn seatings(&self) -> Option<Seatings> {
        Some(match self.seatings? {
            SeatingsArg::Rotations => Seatings::Rotations,
            SeatingsArg::All => Seatings::All,
            SeatingsArg::Distinct => Seatings::Distinct,
        })
    }

    pub(super) fn is_sharded(&self) -> bool {
        self.shard.is_some()
    }

    pub(super) fn threads(&self) -> usize {
        let cores = || available_parallelism().map_or(1, usize::from);
        self.threads.unwrap_or_else(cores)
    }
}
