//! Every game and every agent by spec string, for all who do not know them at compile time.
//!
//! `game:key=value,...` opens a [`Variant`]; a variant starts [`Position`]s and hires [`Player`]s
//! from `agent:key=value,...`. To add a game, add a line to [`kinds`].

mod any_game;
mod any_player;
mod any_position;
mod list;
mod spec;

pub use any_game::{AgentInfo, GameKind, Variant};
pub use any_player::{Player, Reason, Reasons, Verdict};
pub use any_position::Position;
pub use list::{kinds, open};
pub use spec::{SpecError, split_list};
