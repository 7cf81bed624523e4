//! Health of the storage, determined by test writes whose result is cached for a short time.

use std::time::Duration;

use tokio::sync::Mutex;
use tokio::time::{Instant, timeout};

use crate::storage::{Storage, StorageError};

/// Time for which the result of a test write is reused.
const VALID_FOR: Duration = Duration::from_secs(2);

/// Timeout of a test write; a write that takes longer counts as failed.
const PROBE_TIMEOUT: Duration = Duration::from_secs(5);

/// Health check of the storage by test writes, with the cached result of the last one.
#[derive(Debug, Default)]
pub(crate) struct StorageHealth {
    last_probe: Mutex<Option<(Instant, bool)>>,
}

impl StorageHealth {
    /// True if a test write succeeded now or within the last seconds.
    pub(crate) async fn is_healthy(&self, storage: &dyn Storage) -> bool {
        let mut last_probe = self.last_probe.lock().await;
        if let Some((at, is_healthy)) = *last_probe
            && at.elapsed() < VALID_FOR
        {
            return is_healthy;
        }
        let probed = match timeout(PROBE_TIMEOUT, storage.probe()).await {
            Ok(Ok(probed)) => probed,
            Ok(Err(_)) => Err(StorageError::new("the storage is closed")),
            Err(_) => Err(StorageError::new("the disk does not answer")),
        };
        let was_healthy = last_probe.is_none_or(|(_, is_healthy)| is_healthy);
        match &probed {
            Err(error) if was_healthy => tracing::error!(%error, "the storage is failing"),
            Ok(()) if !was_healthy => tracing::info!("the storage works again"),
            _ => {}
        }
        *last_probe = Some((Instant::now(), probed.is_ok()));
        probed.is_ok()
    }
}
