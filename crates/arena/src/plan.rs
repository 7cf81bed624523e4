//! Plan of a run: the list of its games and their seeds.

use std::sync::Arc;

use ludorum_catalog::{SeedKey, SpecError, Variant};
use ludorum_core::{Seed, StopFlag};

use crate::openings::{Opening, OpeningSource, OpeningsError, RoundOpenings};
use crate::schedule::{BlockLayout, Pairing, RunSchedule};

/// Plan of a run: a list of games determined by the game, agents, schedule, openings and seed.
#[derive(Clone, Debug)]
pub struct RunPlan {
    variant: Variant,
    agents: Vec<String>,
    schedule: RunSchedule,
    layout: BlockLayout,
    seed: Seed,
    /// Secret key for the seeds of games with external agents; `None` if there are no such agents.
    key: Option<SeedKey>,
    rounds: u64,
    openings: Option<Arc<RoundOpenings>>,
}

impl RunPlan {
    /// Plans a match of at least `games` games between as many agents as the game has seats.
    ///
    /// # Errors
    /// Same as [`RunPlan::scheduled`].
    pub fn new(
        variant: Variant,
        agents: &[String],
        seed: Seed,
        games: u64,
    ) -> Result<RunPlan, PlanError> {
        RunPlan::scheduled(variant, agents, RunSchedule::default(), seed, games)
    }

    /// Plans at least `games` games for every group of agents, rounded up to full blocks (one game
    /// per seating).
    ///
    /// # Errors
    /// If a spec is invalid, the number of agents does not fit the seats, or the number of games is
    /// 0 or too large.
    pub fn scheduled(
        variant: Variant,
        agents: &[String],
        schedule: RunSchedule,
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

    /// Adds openings to the plan: all games of a round start with the same opening.
    ///
    /// # Errors
    /// If an opening of a suite is illegal.
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

    /// Adds openings given as a spec (see [`OpeningSource::parse`]); `None` leaves the plan
    /// unchanged.
    ///
    /// # Errors
    /// If the spec is invalid or an opening is illegal.
    pub fn with_openings_spec(self, openings: Option<&str>) -> Result<RunPlan, PlanError> {
        match openings {
            None => Ok(self),
            Some(text) => {
                let openings = OpeningSource::parse(text, &self.variant)?;
                self.with_openings(openings)
            }
        }
    }

    /// Determines the opening of the first round, to find errors before any game is played.
    ///
    /// # Errors
    /// If no opening can be found.
    pub fn check_openings(&self) -> Result<(), PlanError> {
        self.opening(0, &StopFlag::new())?;
        Ok(())
    }

    /// Replaces the secret key of a run with external agents, to replay its games. Runs without
    /// external agents have no key and do not change.
    pub fn with_key(mut self, key: SeedKey) -> RunPlan {
        if self.key.is_some() {
            self.key = Some(key);
            // Cached openings belong to setups of the old key.
            let old = self.openings.as_ref();
            let again = old.map(|old| RoundOpenings::new(old.openings().clone(), self.seed));
            self.openings = again.map(Arc::new);
        }
        self
    }

    /// Game that the run plays, with its parameters.
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// Canonical specs of the agents.
    pub fn agents(&self) -> &[String] {
        &self.agents
    }

    /// Schedule of the run: rule that groups the agents, and seatings that each group plays.
    pub fn schedule(&self) -> RunSchedule {
        self.schedule
    }

    /// Seed of the run. Together with [`RunPlan::key`], it determines all games.
    pub fn seed(&self) -> Seed {
        self.seed
    }

    /// Source of the openings; `None` if games begin at the start position.
    pub fn openings(&self) -> Option<&OpeningSource> {
        Some(self.openings.as_ref()?.openings())
    }

    /// Number of rounds and number of openings if the suite has fewer openings than rounds, so that
    /// openings repeat; `None` if no opening repeats.
    pub fn repeated_openings(&self) -> Option<(u64, u64)> {
        let count = self.openings.as_ref()?.count()?;
        (count < self.rounds).then_some((self.rounds, count))
    }

    /// Error that aborted the run because a round had no opening; `None` if there was no such
    /// error.
    pub fn openings_failure(&self) -> Option<OpeningsError> {
        self.openings.as_ref()?.failure()
    }

    /// Opening of the round that a game belongs to; `game` is the index of the game. `None` if the
    /// run has no openings, or `stop` was raised before the opening was found.
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

    /// Aborts the run: stores the openings error and raises `stop`.
    pub(crate) fn abort(&self, error: OpeningsError, stop: &StopFlag) {
        if let Some(round_openings) = &self.openings {
            round_openings.set_failure(error);
        }
        stop.raise();
    }

    /// Secret random key that hides the seeds of chance events from external agents; `None` without
    /// external agents. Seed and key together determine the games.
    pub fn key(&self) -> Option<SeedKey> {
        self.key
    }

    /// Seed from which the seeds of all games are derived.
    fn root(&self) -> Seed {
        self.key.map_or(self.seed, |key| key.root(self.seed))
    }

    /// Layout of the run's games in blocks and rounds.
    pub fn layout(&self) -> &BlockLayout {
        &self.layout
    }

    /// Total number of games of the run: number of rounds times games per round.
    pub fn games(&self) -> u64 {
        self.rounds * self.layout.round_games()
    }

    /// Total number of blocks of the run. A block is one group of agents in all its seatings.
    pub fn blocks(&self) -> u64 {
        self.games() / self.layout.block_games()
    }

    /// Number of games per group of agents: the requested number, rounded up to full blocks.
    pub fn games_per_group(&self) -> u64 {
        self.rounds * self.layout.block_games()
    }

    /// Seed of a game's setup and chance events, shared by all games of a round.
    pub fn setup_seed(&self, game: u64) -> Seed {
        self.round_seed(self.layout.round(game))
    }

    fn round_seed(&self, round: u64) -> Seed {
        self.root().child("block", round)
    }

    /// Seed of the agents' random numbers in a game, different for every game.
    pub fn streams_seed(&self, game: u64) -> Seed {
        self.root().child("game", game)
    }

    /// Index of the agent in each seat of a game.
    pub fn seating(&self, game: u64) -> Vec<usize> {
        self.layout.seating(game).to_vec()
    }
}

/// Error that prevents a run from being planned or continued.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// The spec of the game or an agent is invalid.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The number of agents does not fit the number of seats.
    #[error(
        "{game} has {seats} seats, but {agents} agents are given; {}",
        agents_advice(*.pairing)
    )]
    Seats {
        /// Spec of the game.
        game: String,
        /// Requested rule that groups the agents.
        pairing: Pairing,
        /// Number of seats of the game.
        seats: usize,
        /// Number of agents that were given.
        agents: usize,
    },
    /// The requested number of games is 0.
    #[error("a match has at least one game; use --games 1 or more")]
    NoGames,
    /// The total number of games of the run does not fit in 64 bits.
    #[error("the number of games does not fit in 64 bits; use fewer games")]
    TooManyGames,
    /// A round has too many games, because there are too many groups of agents.
    #[error("a round would have too many games; name fewer agents, or one against the field")]
    TooManyGroups,
    /// The openings are invalid.
    #[error(transparent)]
    Openings(#[from] OpeningsError),
    /// A question of an experiment cannot be measured; holds the reason.
    #[error("{0}")]
    Unanswerable(String),
    /// Earlier results, which the run should continue, belong to a different run; holds the reason.
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
