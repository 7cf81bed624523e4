//! All games and agents by spec string, type-erased.
//!
//! `game:key=value,...` opens a [`Variant`]; a variant starts [`Position`]s and creates [`Player`]s
//! from `agent:key=value,...`. Players from outside the catalog implement [`ExternalPlayer`]; they
//! see a [`View`] and never a position. To add a game, add a line to [`kinds`].

mod any_game;
mod any_player;
mod any_position;
mod any_probe;
mod any_view;
mod capabilities;
mod content;
mod key;
mod list;
mod seated_agent;
mod spec;
mod streams;

pub use any_game::{
    AgentDescription, AnyVariant, CatalogEntry, CatalogGame, ExternalPlayerFactory,
    GameRegistration, Variant,
};
pub use any_player::{AnyPlayer, ExternalPlayer, Forfeit, Player, ThinkingCallback};
pub use any_position::{AnyPosition, Position};
pub use any_probe::{AnyProbe, MeasureInfo};
pub use any_view::{AnyView, View};
pub use content::{
    EXPERIMENTS, OPENING_SUITES, PUBLISHED_PROGRAMS, PublishedProgramAdapter, RATING_LADDERS,
};
pub use key::{SeedKey, SeedKeyError};
pub use list::{DEFAULT_ENGINE_GAME, EXAMPLE_GAME, kinds, open};
pub use ludorum_agents::{AgentFileCache, BusyThreadGuard, ObservedExpectedCounts};
pub use seated_agent::{MoveRequestOptions, SeatedAgent};
pub use spec::{SpecError, split_list};
pub use streams::{agent_rng, agent_seed, agent_stream, chance_rng, chance_seed};
