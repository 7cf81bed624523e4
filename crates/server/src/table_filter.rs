//! Filter for the list of tables and for its updates.

use ludorum_protocol::lobby::{SeatKind, TableInfo, TablePhase};
use serde::Deserialize;
use utoipa::IntoParams;

/// Filter for the list of tables. A field that is `None` matches all tables.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct TableFilter {
    /// Matches tables at which this game is played, by its name.
    game: Option<String>,
    /// Matches tables in this phase.
    #[param(inline)]
    phase: Option<TablePhase>,
    /// Matches tables whose name or description contains this text.
    text: Option<String>,
    /// True matches tables with a free seat, false matches full tables.
    free: Option<bool>,
    /// True matches tables with a password, false matches tables without one.
    locked: Option<bool>,
}

impl TableFilter {
    pub(crate) fn accepts(&self, info: &TableInfo) -> bool {
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
