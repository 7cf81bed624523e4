//! Which tables somebody looks for: the same question to the list and to the news about it.

use ludorum_protocol::lobby::{Phase, SeatKind, TableInfo};
use serde::Deserialize;
use utoipa::IntoParams;

/// Which tables are wanted; all if nothing is said.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct Filter {
    /// Only of this game.
    game: Option<String>,
    /// Only in this phase.
    #[param(inline)]
    phase: Option<Phase>,
    /// Only those with this in their name or description.
    text: Option<String>,
    /// Only those that have a free seat, or only those that have none.
    free: Option<bool>,
    /// Only those that have a password, or only those that have none.
    locked: Option<bool>,
}

impl Filter {
    pub(crate) fn fits(&self, info: &TableInfo) -> bool {
        let settings = &info.settings;
        let game = settings.game.split(':').next();
        let is_free = || info.seats.iter().any(|seat| seat.kind == SeatKind::Open);
        let has = |text: &String| {
            let text = text.to_lowercase();
            let found = |field: &str| field.to_lowercase().contains(&text);
            found(&settings.name) || found(&settings.description)
        };
        self.game.as_deref().is_none_or(|name| game == Some(name))
            && self.phase.is_none_or(|phase| info.phase == phase)
            && self.free.is_none_or(|free| is_free() == free)
            && self.locked.is_none_or(|locked| info.locked == locked)
            && self.text.as_ref().is_none_or(has)
    }
}
