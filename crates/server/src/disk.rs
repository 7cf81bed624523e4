//! Whether facts can be stored: asked of the storage by writing to it, not more often than needed.

use std::time::Duration;

use tokio::sync::Mutex;
use tokio::time::{Instant, timeout};

use crate::storage::{Storage, StorageError};

/// An answer holds for this long.
const HOLDS: Duration = Duration::from_secs(2);

/// A disk that has not answered after this long is failing.
const LONGEST: Duration = Duration::from_secs(5);

/// The state of the disk, as it was found last.
#[derive(Debug, Default)]
pub(crate) struct Disk {
    found: Mutex<Option<(Instant, bool)>>,
}

impl Disk {
    /// Whether facts can be stored now.
    pub(crate) async fn is_well(&self, storage: &dyn Storage) -> bool {
        let mut found = self.found.lock().await;
        if let Some((at, is_well)) = *found
            && at.elapsed() < HOLDS
        {
            return is_well;
        }
        let probed = match timeout(LONGEST, storage.probe()).await {
            Ok(Ok(probed)) => probed,
            Ok(Err(_)) => Err(StorageError::new("the storage has ended")),
            Err(_) => Err(StorageError::new("the disk does not answer")),
        };
        let was_well = found.is_none_or(|(_, is_well)| is_well);
        match &probed {
            Err(error) if was_well => tracing::error!(%error, "nothing can be stored"),
            Ok(()) if !was_well => tracing::info!("facts can be stored again"),
            _ => {}
        }
        *found = Some((Instant::now(), probed.is_ok()));
        probed.is_ok()
    }
}
