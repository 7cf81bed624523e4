//! Plan of a run: the list of its games.

use std::sync::Arc;

use ludorum_catalog::{SeedKey, SpecError, Variant};
use ludorum_core::{Seed, StopFlag};

use crate::openings::{Opening, OpeningSource, OpeningsError, RoundOpenings};
use crate::schedule::{BlockLayout, Pairing, Schedule};

/// Plan of a run: a list of games fixed by specs, schedule and seed.
#[derive(Clone, Debug)]
pub struct RunPlan {
    variant: Variant,
    agents: Vec<String>,
    schedule: Schedule,
    layout: BlockLayout,
    seed: Seed,
    /// Key of a run with external agents; `None` for other runs.
    key: Option<SeedKey>,
    rounds: u64,
    openings: Option<Arc<RoundOpenings>>,
}

impl RunPlan {
    /// Plans a match: all agents in one game, at least `games` times.
    ///
    /// # Errors
    /// As for [`RunPlan::scheduled`].
    pub fn new(
        variant: Variant,
        agents: &[String],
        seed: Seed,
        games: u64,
    ) -> Result<RunPlan, PlanError> {
        RunPlan::scheduled(variant, agents, Schedule::default(), seed, games)
    }

    /// Plans at least `games` games for every group, rounded up to full blocks.
    ///
    /// # Errors
    /// If a spec is invalid, the number of agents does not fit the seats, or the number of games is
    /// zero or too large.
    pub fn scheduled(
        variant: Variant,
        agents: &[String],
        schedule: Schedule,
        seed: Seed,
        games: u64,
    ) -> Result<RunPlan, PlanError> {
        let seats = variant.seats();
        let fits = match schedule.pairing {
            Pairing::Match => agents.len() == seats,
            Pairing::RoundRobin => agents.len() >= seats,
            Pairing::Field => agents.len() >= 2,
        };
        if !fits {
            return Err(PlanError::Seats {
                game: variant.spec().to_owned(),
                pairing: schedule.pairing,
                seats,
                agents: agents.len(),
            });
        }
        if games == 0 {
            return Err(PlanError::NoGames);
        }
        let players = agents.iter().map(|spec| variant.player(spec));
        let players = players.collect::<Result<Vec<_>, SpecError>>()?;
        let has_guests = players.iter().any(|player| player.is_external());
        let agents: Vec<String> = players.iter().map(|own| own.spec().to_owned()).collect();
        let layout = BlockLayout::new(schedule, &agents, seats)?;
        let rounds = games.div_ceil(layout.block_games());
        rounds
            .checked_mul(layout.round_games())
            .ok_or(PlanError::TooManyGames)?;
        Ok(RunPlan {
            variant,
            agents,
            schedule,
            layout,
            seed,
            key: has_guests.then(SeedKey::random),
            rounds,
            openings: None,
        })
    }

    /// Adds openings: all games of a round start with the same one.
    ///
    /// # Errors
    /// If an opening of a suite cannot be played.
    pub fn with_openings(mut self, openings: OpeningSource) -> Result<RunPlan, PlanError> {
        let round_openings = RoundOpenings::new(openings, self.seed);
        let fixed = round_openings.count().unwrap_or(0).min(self.rounds);
        for round in 0..fixed {
            let setup = self.round_seed(round);
            round_openings.check(round, &self.variant, setup)?;
        }
        self.openings = Some(Arc::new(round_openings));
        Ok(self)
    }

    /// Adds the openings of a spec, as in [`OpeningSource::parse`]; `None` adds none.
    ///
    /// # Errors
    /// If the spec is invalid or an opening cannot be played.
    pub fn with_openings_spec(self, openings: Option<&str>) -> Result<RunPlan, PlanError> {
        match openings {
            None => Ok(self),
            Some(text) => {
                let openings = OpeningSource::parse(text, &self.variant)?;
                self.with_openings(openings)
            }
        }
    }

    /// Draws the opening of the first round, to detect errors before anything is played.
    ///
    /// # Errors
    /// If there is no opening.
    pub fn check_openings(&self) -> Result<(), PlanError> {
        self.opening(0, &StopFlag::new())?;
        Ok(())
    }

    /// Replaces the key of a run with external agents, to replay its games. Other runs have no key.
    pub fn with_key(mut self, key: SeedKey) -> RunPlan {
        if self.key.is_some() {
            self.key = Some(key);
            // Drawn openings belong to setups of the old key.
            let old = self.openings.as_ref();
            let again = old.map(|old| RoundOpenings::new(old.openings().clone(), self.seed));
            self.openings = again.map(Arc::new);
        }
        self
    }

    /// The variant.
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// Specs of the agents in their shortest form.
    pub fn agents(&self) -> &[String] {
        &self.agents
    }

    /// Pairing and seatings.
    pub fn schedule(&self) -> Schedule {
        self.schedule
    }

    /// Seed of the run.
    pub fn seed(&self) -> Seed {
        self.seed
    }

    /// Source of the openings; `None` if games begin at the start position.
    pub fn openings(&self) -> Option<&OpeningSource> {
        Some(self.openings.as_ref()?.openings())
    }

    /// Number of rounds and of openings, if the suite is too small and openings repeat. Repeated
    /// openings add no information.
    pub fn repeated_openings(&self) -> Option<(u64, u64)> {
        let count = self.openings.as_ref()?.count()?;
        (count < self.rounds).then_some((self.rounds, count))
    }

    /// Reason why a round had no opening. The run was stopped when this was found.
    pub fn openings_failure(&self) -> Option<OpeningsError> {
        self.openings.as_ref()?.failure()
    }

    /// Opening of a game, shared by all games of its round. `None` if there are no openings, or
    /// `stop` was raised before one was found.
    ///
    /// # Errors
    /// If no opening can be found.
    pub fn opening(&self, game: u64, stop: &StopFlag) -> Result<Option<Opening>, OpeningsError> {
        let Some(round_openings) = &self.openings else {
            return Ok(None);
        };
        let round = self.layout.round(game);
        round_openings.for_round(round, &self.variant, self.round_seed(round), stop)
    }

    /// Stops the run because one of its rounds has no opening.
    pub(crate) fn abort(&self, error: OpeningsError, stop: &StopFlag) {
        if let Some(round_openings) = &self.openings {
            round_openings.set_failure(error);
        }
        stop.raise();
    }

    /// Key of a run with external agents. The same seed and key give the same games. The key is
    /// random, so agents cannot guess the seeds.
    pub fn key(&self) -> Option<SeedKey> {
        self.key
    }

    /// Root seed, from which all seeds of games are derived.
    fn root(&self) -> Seed {
        self.key.map_or(self.seed, |key| key.root(self.seed))
    }

    /// Layout of the games in blocks and rounds.
    pub fn layout(&self) -> &BlockLayout {
        &self.layout
    }

    /// Number of games, in full rounds.
    pub fn games(&self) -> u64 {
        self.rounds * self.layout.round_games()
    }

    /// Number of blocks.
    pub fn blocks(&self) -> u64 {
        self.games() / self.layout.block_games()
    }

    /// Games of each group: the requested number, rounded up to full blocks.
    pub fn games_per_group(&self) -> u64 {
        self.rounds * self.layout.block_games()
    }

    /// Seed of setup and chance, the same for all games of a round.
    pub fn setup_seed(&self, game: u64) -> Seed {
        self.round_seed(self.layout.round(game))
    }

    fn round_seed(&self, round: u64) -> Seed {
        self.root().child("block", round)
    }

    /// Seed of the agents' own randomness, different in every game.
    pub fn streams_seed(&self, game: u64) -> Seed {
        self.root().child("game", game)
    }

    /// Agent at each seat in a game.
    pub fn seating(&self, game: u64) -> Vec<usize> {
        self.layout.seating(game).to_vec()
    }
}

/// Error of an invalid plan.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// A spec is invalid.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The number of agents does not fit the number of seats.
    #[error(
        "{game} has {seats} seats, but {agents} agents are given; {}",
        agents_advice(*.pairing)
    )]
    Seats {
        /// The game.
        game: String,
        /// The pairing.
        pairing: Pairing,
        /// Seats of the game.
        seats: usize,
        /// Number of agents given.
        agents: usize,
    },
    /// No games were requested.
    #[error("a match has at least one game; use --games 1 or more")]
    NoGames,
    /// The number of games overflows.
    #[error("more games than can be counted; ask for fewer")]
    TooManyGames,
    /// A round would have too many games.
    #[error("a round would have too many games; name fewer agents, or one against the field")]
    TooManyGroups,
    /// The openings are invalid.
    #[error(transparent)]
    Openings(#[from] OpeningsError),
    /// A question of an experiment cannot be answered, with the reason.
    #[error("{0}")]
    Unanswerable(String),
    /// Earlier results belong to another run, with the reason.
    #[error("{0}")]
    OtherHistory(String),
}

fn agents_advice(pairing: Pairing) -> &'static str {
    match pairing {
        Pairing::Match => "name one agent for each seat",
        Pairing::RoundRobin => "name at least one agent for each seat",
        Pairing::Field => "name one agent and at least one opponent",
    }
}
