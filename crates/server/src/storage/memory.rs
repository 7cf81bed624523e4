//! Storage that is gone with the process, and that can be told to fail.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use ludorum_core::SourceFile;
use tokio::sync::oneshot;

use super::{Batch, FileKey, Receipt, Replay, Storage, StorageError};

/// Storage in memory: for tests, and for servers that need not remember.
#[derive(Debug, Default)]
pub struct Memory {
    kept: Mutex<Kept>,
    is_full: AtomicBool,
}

#[derive(Debug, Default)]
struct Kept {
    tables: BTreeMap<String, Table>,
    replays: Vec<Replay>,
    files: Vec<SourceFile>,
}

#[derive(Debug, Default)]
struct Table {
    facts: Vec<String>,
    is_live: bool,
}

impl Memory {
    /// Empty storage.
    pub fn new() -> Memory {
        Memory::default()
    }

    /// From now on refuses every batch, as a full disk does.
    pub fn fill(&self) {
        self.is_full.store(true, Ordering::SeqCst);
    }

    /// Takes batches again.
    pub fn free(&self) {
        self.is_full.store(false, Ordering::SeqCst);
    }

    fn has_room(&self) -> Result<(), StorageError> {
        match self.is_full.load(Ordering::SeqCst) {
            true => Err(StorageError::new("the disk is full")),
            false => Ok(()),
        }
    }

    fn write(&self, batch: Batch) -> Result<(), StorageError> {
        self.has_room()?;
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let table = kept.tables.entry(batch.table).or_default();
        if !batch.facts.is_empty() && batch.first != table.facts.len() as u64 + 1 {
            return Err(StorageError::new("the facts are not the next ones"));
        }
        table.facts.extend(batch.facts);
        table.is_live = batch.live.unwrap_or(table.is_live);
        kept.replays.extend(batch.replay);
        for file in batch.files {
            if !kept.files.contains(&file) {
                kept.files.push(file);
            }
        }
        Ok(())
    }

    fn read<T>(&self, read: impl FnOnce(&Kept) -> T) -> T {
        read(&self.kept.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Storage for Memory {
    fn append(&self, batch: Batch) -> Receipt {
        let (reply, receipt) = oneshot::channel();
        // Who no longer waits need not be told.
        let _ = reply.send(self.write(batch));
        receipt
    }

    fn load(&self, table: &str) -> Result<Option<Vec<String>>, StorageError> {
        Ok(self.read(|kept| kept.tables.get(table).map(|table| table.facts.clone())))
    }

    fn live(&self) -> Result<Vec<String>, StorageError> {
        Ok(self.read(|kept| {
            let live = kept.tables.iter().filter(|(_, table)| table.is_live);
            live.map(|(id, _)| id.clone()).collect()
        }))
    }

    fn replay(&self, id: &str) -> Result<Option<Replay>, StorageError> {
        Ok(self.read(|kept| kept.replays.iter().find(|replay| replay.id == id).cloned()))
    }

    fn replays(&self, limit: usize) -> Result<Vec<Replay>, StorageError> {
        Ok(self.read(|kept| {
            let listed = kept.replays.iter().rev().filter(|replay| replay.listed);
            listed.take(limit).cloned().collect()
        }))
    }

    fn file(&self, key: FileKey<'_>) -> Result<Option<SourceFile>, StorageError> {
        let is_meant = |file: &&SourceFile| match key {
            FileKey::Hash(hash) => file.hash == hash,
            FileKey::Name(name) => file.name == name,
        };
        Ok(self.read(|kept| kept.files.iter().find(is_meant).cloned()))
    }

    fn probe(&self) -> Receipt {
        let (reply, receipt) = oneshot::channel();
        let _ = reply.send(self.has_room());
        receipt
    }
}
