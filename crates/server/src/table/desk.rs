//! What all tables of a server share.

use std::sync::Arc;

use super::resident::ResidentAgents;
use super::thinking::Thinkers;
use crate::Config;
use crate::board::Board;
use crate::connections::Players;
use crate::metrics::Metrics;
use crate::storage::Storage;

/// What all tables of a server share.
pub(crate) struct Desk {
    pub(crate) config: Config,
    pub(crate) storage: Arc<dyn Storage>,
    pub(crate) board: Board,
    pub(crate) thinkers: Thinkers,
    pub(crate) residents: ResidentAgents,
    pub(crate) metrics: Metrics,
    /// Those the reserve of connections is for.
    pub(crate) players: Players,
}
