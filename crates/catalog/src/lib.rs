//! Every game and every agent by spec string, for all who do not know them at compile time.
//!
//! `game:key=value,...` opens a [`Variant`]; a variant starts [`Position`]s and hires [`Player`]s
//! from `agent:key=value,...`. Players from outside the catalog are [`Guest`]s, who see a [`View`]
//! and never a position. To add a game, add a line to [`kinds`].

mod any_game;
mod any_player;
mod any_position;
mod any_probe;
mod any_view;
mod key;
mod list;
mod seated_agent;
mod spec;
mod streams;

pub use any_game::{AgentInfo, GameKind, Invite, Listed, Variant};
pub use any_player::{Forfeit, Guest, Opinion, Player, Reason, Reasons, Verdict, Watch};
pub use any_position::Position;
pub use any_probe::{GameProbe, MeasureInfo};
pub use any_view::View;
pub use key::{Key, KeyError};
pub use list::{kinds, open};
pub use ludorum_agents::{BusyThread, Count, Files};
pub use seated_agent::{Asking, SeatedAgent};
pub use spec::{SpecError, split_list};
pub use streams::{agent_rng, agent_seed, agent_stream, chance_rng, chance_seed};
