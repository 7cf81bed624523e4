//! State shared by all tables of a server.

use std::sync::Arc;

use super::resident_agents::ResidentAgents;
use super::think_pool::ThinkPool;
use crate::Config;
use crate::connections::SeatedPlayers;
use crate::metrics::Metrics;
use crate::storage::{EventBatch, Storage, StorageError};
use crate::table_registry::TableRegistry;

/// State that all tables of a server share: configuration, storage, thread pool, metrics.
pub(crate) struct ServerContext {
    pub(crate) config: Config,
    pub(crate) storage: Arc<dyn Storage>,
    pub(crate) registry: TableRegistry,
    pub(crate) think_pool: ThinkPool,
    pub(crate) resident_agents: ResidentAgents,
    pub(crate) metrics: Metrics,
    /// Seated players, for whom some connections are reserved.
    pub(crate) players: SeatedPlayers,
}

impl ServerContext {
    /// Writes a batch of events and waits until it is durable.
    pub(crate) async fn store(&self, batch: EventBatch) -> Result<(), StorageError> {
        let stored = self.storage.append(batch).await;
        stored.unwrap_or_else(|_| Err(StorageError::new("the storage is closed")))
    }
}
