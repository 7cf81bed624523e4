//! State shared by all tables of a server.

use std::sync::Arc;

use super::resident_agents::ResidentAgentCache;
use super::think_pool::AgentSearchPool;
use crate::Config;
use crate::connections::SeatedPeopleLastSeen;
use crate::metrics::Metrics;
use crate::storage::{Storage, StorageError, TableEventBatch};
use crate::table_registry::TableRegistry;

/// State that all tables of a server share: configuration, storage, thread pool, metrics.
pub(crate) struct ServerContext {
    pub(crate) config: Config,
    pub(crate) storage: Arc<dyn Storage>,
    pub(crate) registry: TableRegistry,
    pub(crate) think_pool: AgentSearchPool,
    pub(crate) resident_agents: ResidentAgentCache,
    pub(crate) metrics: Metrics,
    /// Seated players, for whom some connections are reserved.
    pub(crate) players: SeatedPeopleLastSeen,
}

impl ServerContext {
    /// Writes a batch of events and waits until it is durable.
    pub(crate) async fn store(&self, batch: TableEventBatch) -> Result<(), StorageError> {
        let stored = self.storage.append(batch).await;
        stored.unwrap_or_else(|_| Err(StorageError::new("the storage is closed")))
    }
}
