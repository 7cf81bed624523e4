//! Which games a run consists of.

use std::fmt;
use std::sync::Arc;

use ludorum_catalog::{Key, Player, SpecError, Variant};
use ludorum_core::{Seed, Stop};

use crate::openings::{Draws, Opening, Openings, OpeningsError};
use crate::schedule::{Layout, Pairing, Schedule};

/// A run: a list of games fixed by specs, schedule and seed.
#[derive(Clone, Debug)]
pub struct Plan {
    variant: Variant,
    agents: Vec<String>,
    schedule: Schedule,
    layout: Layout,
    seed: Seed,
    /// The key of a run with external agents, none of any other.
    key: Option<Key>,
    rounds: u64,
    openings: Option<Arc<Draws>>,
}

impl Plan {
    /// A match: all agents at one table, in at least `games` games.
    ///
    /// # Errors
    /// As for [`Plan::scheduled`].
    pub fn new(
        variant: Variant,
        agents: &[String],
        seed: Seed,
        games: u64,
    ) -> Result<Plan, PlanError> {
        Plan::scheduled(variant, agents, Schedule::default(), seed, games)
    }

    /// A run of at least `games` games for every group: as many full blocks as that takes.
    ///
    /// # Errors
    /// When a spec is not right, the number of agents does not fit the seats, or there are no games
    /// to play, or too many.
    pub fn scheduled(
        variant: Variant,
        agents: &[String],
        schedule: Schedule,
        seed: Seed,
        games: u64,
    ) -> Result<Plan, PlanError> {
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
        let has_guests = players.iter().any(Player::is_guest);
        let agents: Vec<String> = players.iter().map(|own| own.spec().to_owned()).collect();
        let layout = Layout::new(schedule, &agents, seats)?;
        let rounds = games.div_ceil(layout.block_games());
        rounds
            .checked_mul(layout.round_games())
            .ok_or(PlanError::TooManyGames)?;
        Ok(Plan {
            variant,
            agents,
            schedule,
            layout,
            seed,
            key: has_guests.then(Key::random),
            rounds,
            openings: None,
        })
    }

    /// The same run, in which the games of every round begin with an opening of their own.
    ///
    /// # Errors
    /// When an opening of a suite cannot be played.
    pub fn with_openings(mut self, openings: Openings) -> Result<Plan, PlanError> {
        let draws = Draws::new(openings, self.seed);
        let fixed = draws.count().unwrap_or(0).min(self.rounds);
        for round in 0..fixed {
            let setup = self.round_seed(round);
            draws.check(round, &self.variant, setup)?;
        }
        self.openings = Some(Arc::new(draws));
        Ok(self)
    }

    /// The same run with the openings that a text names, if there is one, as in [`Openings::parse`].
    ///
    /// # Errors
    /// When it names none, or one of them cannot be played.
    pub fn opened_by(self, openings: Option<&str>) -> Result<Plan, PlanError> {
        match openings {
            None => Ok(self),
            Some(text) => {
                let openings = Openings::parse(text, &self.variant)?;
                self.with_openings(openings)
            }
        }
    }

    /// Draws the opening of the first round, to see before anything is played that there is one.
    ///
    /// # Errors
    /// When there is none.
    pub fn check_openings(&self) -> Result<(), PlanError> {
        self.opening(0, &Stop::new())?;
        Ok(())
    }

    /// The same run with a key it had before. A run without external agents has none.
    pub fn with_key(mut self, key: Key) -> Plan {
        if self.key.is_some() {
            self.key = Some(key);
            // Openings that were drawn are of setups it has no longer.
            let draws = self.openings.as_ref();
            let again = draws.map(|draws| Draws::new(draws.openings().clone(), self.seed));
            self.openings = again.map(Arc::new);
        }
        self
    }

    /// The variant that is played.
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// The specs of the agents in their shortest form.
    pub fn agents(&self) -> &[String] {
        &self.agents
    }

    /// Who plays whom.
    pub fn schedule(&self) -> Schedule {
        self.schedule
    }

    /// The seed of the run.
    pub fn seed(&self) -> Seed {
        self.seed
    }

    /// Where its openings come from; none if games begin at the start.
    pub fn openings(&self) -> Option<&Openings> {
        Some(self.openings.as_ref()?.openings())
    }

    /// How often the openings of a suite are played again, which tells nothing new, if they are: the number
    /// of rounds and the number of openings.
    pub fn repeated_openings(&self) -> Option<(u64, u64)> {
        let count = self.openings.as_ref()?.count()?;
        (count < self.rounds).then_some((self.rounds, count))
    }

    /// Why a round has no opening, if that was found while the run was being played: it was stopped then.
    pub fn openings_failure(&self) -> Option<OpeningsError> {
        self.openings.as_ref()?.failure()
    }

    /// The opening of a game, which all games of its round begin with. None if there are no openings, or
    /// `stop` was raised before it was found.
    ///
    /// # Errors
    /// When none can be found.
    pub fn opening(&self, game: u64, stop: &Stop) -> Result<Option<Opening>, OpeningsError> {
        let Some(draws) = &self.openings else {
            return Ok(None);
        };
        let round = self.layout.round(game);
        draws.of_round(round, &self.variant, self.round_seed(round), stop)
    }

    /// Ends a run that has no opening for one of its rounds.
    pub(crate) fn fail(&self, error: OpeningsError, stop: &Stop) {
        if let Some(draws) = &self.openings {
            draws.fail(error);
        }
        stop.raise();
    }

    /// The key of a run with external agents: the same seed and key give the same games. It is drawn
    /// at random, so that no agent finds the seeds of a game by trying.
    pub fn key(&self) -> Option<Key> {
        self.key
    }

    /// What the seeds of all games are derived from.
    fn root(&self) -> Seed {
        self.key.map_or(self.seed, |key| key.root(self.seed))
    }

    /// How its games lie.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The number of games, full rounds.
    pub fn games(&self) -> u64 {
        self.rounds * self.layout.round_games()
    }

    /// The number of blocks.
    pub fn blocks(&self) -> u64 {
        self.games() / self.layout.block_games()
    }

    /// The number of games each group plays: what was asked for, rounded up to full blocks.
    pub fn games_each(&self) -> u64 {
        self.rounds * self.layout.block_games()
    }

    /// The seed of the setup and of chance in a game: the same for all games of a round.
    pub fn setup_seed(&self, game: u64) -> Seed {
        self.round_seed(self.layout.round(game))
    }

    fn round_seed(&self, round: u64) -> Seed {
        self.root().child("block", round)
    }

    /// The seed of the agents' own randomness in a game: different in every game.
    pub fn streams_seed(&self, game: u64) -> Seed {
        self.root().child("game", game)
    }

    /// Which agent sits at each seat in a game.
    pub fn seating(&self, game: u64) -> Vec<usize> {
        self.layout.seating(game).to_vec()
    }
}

/// Why there can be no such run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlanError {
    /// A spec is not right.
    Spec(SpecError),
    /// The agents do not fit the seats.
    Seats {
        /// The game.
        game: String,
        /// Who was to play whom.
        pairing: Pairing,
        /// Its seats.
        seats: usize,
        /// The agents given.
        agents: usize,
    },
    /// A run has at least one game.
    NoGames,
    /// More games than can be counted.
    TooManyGames,
    /// A round would be too long.
    TooManyGroups,
    /// There are no such openings.
    Openings(OpeningsError),
    /// A question of an experiment has no answer; why.
    Unanswerable(String),
    /// What was tried or found before does not belong to what is to be played; why.
    OtherHistory(String),
}

impl From<SpecError> for PlanError {
    fn from(error: SpecError) -> PlanError {
        PlanError::Spec(error)
    }
}

impl From<OpeningsError> for PlanError {
    fn from(error: OpeningsError) -> PlanError {
        PlanError::Openings(error)
    }
}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlanError::Spec(error) => error.fmt(f),
            PlanError::Openings(error) => error.fmt(f),
            PlanError::Seats {
                game,
                pairing,
                seats,
                agents,
            } => {
                let advice = match pairing {
                    Pairing::Match => "name one agent for each seat",
                    Pairing::RoundRobin => "name at least one agent for each seat",
                    Pairing::Field => "name one agent and at least one opponent",
                };
                write!(
                    f,
                    "{game} has {seats} seats, but {agents} agents are given; {advice}"
                )
            }
            PlanError::NoGames => {
                f.write_str("a match has at least one game; use --games 1 or more")
            }
            PlanError::TooManyGames => f.write_str("more games than can be counted"),
            PlanError::TooManyGroups => f.write_str(
                "so many agents would have too many games to play in a round; name fewer of them, \
                 or one against the field",
            ),
            PlanError::Unanswerable(why) | PlanError::OtherHistory(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for PlanError {}
