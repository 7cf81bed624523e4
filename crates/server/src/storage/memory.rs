//! In-memory storage that can simulate a full disk.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use ludorum_core::RulesFile;
use parking_lot::Mutex;
use tokio::sync::oneshot;

use super::{
    Storage, StorageError, StoredReplay, StoredRulesFileKey, TableEventBatch, WriteReceipt,
};

/// In-memory storage, for tests and for servers without persistence.
#[derive(Debug, Default)]
pub struct MemoryStorage {
    contents: Mutex<MemoryContents>,
    is_full: AtomicBool,
}

#[derive(Debug, Default)]
struct MemoryContents {
    tables: BTreeMap<String, StoredTable>,
    replays: Vec<StoredReplay>,
    files: Vec<RulesFile>,
}

#[derive(Debug, Default)]
struct StoredTable {
    events: Vec<String>,
    is_live: bool,
}

impl MemoryStorage {
    /// Creates an empty storage.
    pub fn new() -> MemoryStorage {
        MemoryStorage::default()
    }

    /// Makes all writes fail, as on a full disk, until `free` is called.
    pub fn fill(&self) {
        self.is_full.store(true, Ordering::SeqCst);
    }

    /// Makes writes succeed again after `fill`.
    pub fn free(&self) {
        self.is_full.store(false, Ordering::SeqCst);
    }

    fn has_room(&self) -> Result<(), StorageError> {
        if self.is_full.load(Ordering::SeqCst) {
            Err(StorageError::new("the disk is full"))
        } else {
            Ok(())
        }
    }

    fn write(&self, batch: TableEventBatch) -> Result<(), StorageError> {
        self.has_room()?;
        let mut contents = self.contents.lock();
        let table = contents.tables.entry(batch.table).or_default();
        if !batch.events.is_empty() && batch.first != table.events.len() as u64 + 1 {
            return Err(StorageError::new("the events have the wrong numbers"));
        }
        table.events.extend(batch.events);
        table.is_live = batch.live.unwrap_or(table.is_live);
        contents.replays.extend(batch.replay);
        for file in batch.files {
            if !contents.files.contains(&file) {
                contents.files.push(file);
            }
        }
        Ok(())
    }

    fn read<T>(&self, read: impl FnOnce(&MemoryContents) -> T) -> T {
        read(&self.contents.lock())
    }
}

impl Storage for MemoryStorage {
    fn append(&self, batch: TableEventBatch) -> WriteReceipt {
        let (reply, receipt) = oneshot::channel();
        let _ = reply.send(self.write(batch));
        receipt
    }

    fn load(&self, table: &str) -> Result<Option<Vec<String>>, StorageError> {
        Ok(self.read(|contents| contents.tables.get(table).map(|table| table.events.clone())))
    }

    fn live(&self) -> Result<Vec<String>, StorageError> {
        Ok(self.read(|contents| {
            let live = contents.tables.iter().filter(|(_, table)| table.is_live);
            live.map(|(id, _)| id.clone()).collect()
        }))
    }

    fn replay(&self, id: &str) -> Result<Option<StoredReplay>, StorageError> {
        Ok(self.read(|contents| {
            contents
                .replays
                .iter()
                .find(|replay| replay.id == id)
                .cloned()
        }))
    }

    fn replays(&self, limit: usize) -> Result<Vec<StoredReplay>, StorageError> {
        Ok(self.read(|contents| {
            let listed = contents.replays.iter().rev().filter(|replay| replay.listed);
            listed.take(limit).cloned().collect()
        }))
    }

    fn file(&self, key: StoredRulesFileKey<'_>) -> Result<Option<RulesFile>, StorageError> {
        let is_meant = |file: &&RulesFile| match key {
            StoredRulesFileKey::Hash(hash) => file.hash == hash,
            StoredRulesFileKey::Name(name) => file.name == name,
        };
        Ok(self.read(|contents| contents.files.iter().find(is_meant).cloned()))
    }

    fn probe(&self) -> WriteReceipt {
        let (reply, receipt) = oneshot::channel();
        let _ = reply.send(self.has_room());
        receipt
    }
}
