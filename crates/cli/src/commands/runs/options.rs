//! Arguments shared by `match`, `tournament` and `sprt`.

use std::path::PathBuf;

use clap::ValueEnum;
use ludorum_arena::{RunShard, SeatingScheme};
use ludorum_catalog::SeedKey;
use ludorum_core::Seed;

/// Command-line arguments common to `ludorum match`, `tournament` and `sprt`.
#[derive(Debug, clap::Args)]
pub(super) struct CommonRunArgs {
    /// Game, NAME or NAME:key=value,...
    #[arg(required_unless_present = "resume")]
    pub(super) game: Option<String>,
    /// Agents, NAME or NAME:key=value,...; in a match one for each seat
    #[arg(value_name = "AGENT")]
    pub(super) agents: Vec<String>,
    /// Games per group of agents, rounded up to full blocks [default: 100 in a match, 20 in a
    /// tournament, at most 100000 in a test]
    #[arg(long, value_name = "N", value_parser = crate::args::games)]
    #[arg(allow_negative_numbers = true)]
    pub(super) games: Option<u64>,
    /// Seed of the run [default: 1]
    #[arg(long, value_name = "SEED", value_parser = crate::args::seed)]
    #[arg(allow_negative_numbers = true)]
    pub(super) seed: Option<Seed>,
    /// Key that reproduces a run with external agents, from its report; it keeps agents from
    /// guessing the seeds of their games [default: random]
    #[arg(long, value_name = "KEY")]
    pub(super) key: Option<SeedKey>,
    /// Games to run in parallel [default: number of cores]
    #[arg(long, value_name = "T", value_parser = crate::args::threads)]
    #[arg(allow_negative_numbers = true)]
    threads: Option<usize>,
    /// Assignments of agents to seats that are played from each seed [default: rotations]
    #[arg(long, value_enum)]
    seatings: Option<SeatingsArg>,
    /// Openings, one per round: random:plies=4, balanced:plies=6,by=AGENT,within=0.1, a file with
    /// one opening per line, or a built-in suite such as quoridor-9x9 [default: none]
    #[arg(long, value_name = "OPENINGS")]
    pub(super) openings: Option<String>,
    /// Play only a part of the run: I/N, such as 1/2, or blocks A..B; join parts with ludorum
    /// results merge
    #[arg(long, value_name = "I/N|A..B")]
    pub(super) shard: Option<RunShard>,
    /// Write the report to a file, and each finished game to FILE.journal; - for standard output
    #[arg(long, value_name = "FILE")]
    pub(super) json: Option<PathBuf>,
    /// Write a record of every game to a folder
    #[arg(long, value_name = "DIR")]
    pub(super) record: Option<PathBuf>,
    /// Resume an interrupted run from its report; game, agents and seed may be left out
    #[arg(long, value_name = "FILE")]
    pub(super) resume: Option<PathBuf>,
}

/// Value of `--seatings`: the assignments of agents to seats that are played from each seed.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum SeatingsArg {
    /// Rotations: every agent plays every seat once
    Rotations,
    /// All permutations of the agents
    All,
    /// All distinct permutations; agents with equal specs are interchangeable
    Distinct,
}

impl CommonRunArgs {
    pub(super) fn agents(&self) -> &[String] {
        &self.agents
    }

    /// Seatings given by `--seatings`; `None` without the option.
    pub(super) fn seatings(&self) -> Option<SeatingScheme> {
        Some(match self.seatings? {
            SeatingsArg::Rotations => SeatingScheme::Rotations,
            SeatingsArg::All => SeatingScheme::All,
            SeatingsArg::Distinct => SeatingScheme::Distinct,
        })
    }

    pub(super) fn is_sharded(&self) -> bool {
        self.shard.is_some()
    }

    pub(super) fn threads(&self) -> usize {
        crate::args::threads_or_cores(self.threads)
    }
}
