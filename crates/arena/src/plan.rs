//! Which games a match consists of.

use std::fmt;

use ludorum_catalog::{SpecError, Variant};
use ludorum_core::Seed;

/// A match: a list of games fixed by specs and seed.
///
/// Games come in blocks, one block a seed: all games of a block start from the same setup and have
/// the agents rotated over the seats, so that each sits everywhere once.
#[derive(Clone, Debug)]
pub struct Plan {
    variant: Variant,
    agents: Vec<String>,
    seed: Seed,
    games: u64,
}

impl Plan {
    /// A match of at least `games` games: as many full blocks as that takes.
    ///
    /// # Errors
    /// When a spec is not right, the number of agents is not that of the seats, or there are no
    /// games to play.
    pub fn new(
        variant: Variant,
        agents: &[String],
        seed: Seed,
        games: u64,
    ) -> Result<Plan, PlanError> {
        if agents.len() != variant.seats() {
            return Err(PlanError::Seats {
                game: variant.spec().to_owned(),
                seats: variant.seats(),
                agents: agents.len(),
            });
        }
        if games == 0 {
            return Err(PlanError::NoGames);
        }
        let agents = agents
            .iter()
            .map(|spec| Ok(variant.player(spec)?.spec().to_owned()))
            .collect::<Result<Vec<String>, SpecError>>()?;
        let seats = variant.seats() as u64;
        Ok(Plan {
            variant,
            agents,
            seed,
            games: games
                .checked_next_multiple_of(seats)
                .ok_or(PlanError::TooManyGames)?,
        })
    }

    /// The variant that is played.
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// The specs of the agents in their shortest form.
    pub fn agents(&self) -> &[String] {
        &self.agents
    }

    /// The seed of the match.
    pub fn seed(&self) -> Seed {
        self.seed
    }

    /// The number of games, a multiple of the number of seats.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The seed of the setup and of chance in a game: the same for all games of a block.
    pub fn setup_seed(&self, game: u64) -> Seed {
        let seats = self.variant.seats() as u64;
        self.seed.child("block", game / seats)
    }

    /// The seed of the agents' own randomness in a game: different in every game.
    pub fn streams_seed(&self, game: u64) -> Seed {
        self.seed.child("game", game)
    }

    /// Which agent sits at each seat in a game.
    pub fn seating(&self, game: u64) -> Vec<usize> {
        let seats = self.variant.seats();
        let rotation = (game % seats as u64) as usize;
        (0..seats).map(|seat| (seat + rotation) % seats).collect()
    }
}

/// Why there can be no such match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlanError {
    /// A spec is not right.
    Spec(SpecError),
    /// There must be as many agents as seats.
    Seats {
        /// The game.
        game: String,
        /// Its seats.
        seats: usize,
        /// The agents given.
        agents: usize,
    },
    /// A match has at least one game.
    NoGames,
    /// More games than can be counted.
    TooManyGames,
}

impl From<SpecError> for PlanError {
    fn from(error: SpecError) -> PlanError {
        PlanError::Spec(error)
    }
}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlanError::Spec(error) => error.fmt(f),
            PlanError::Seats {
                game,
                seats,
                agents,
            } => write!(
                f,
                "{game} has {seats} seats, but {agents} agents are given; name one agent for each seat"
            ),
            PlanError::NoGames => {
                f.write_str("a match has at least one game; use --games 1 or more")
            }
            PlanError::TooManyGames => f.write_str("more games than can be counted"),
        }
    }
}

impl std::error::Error for PlanError {}
