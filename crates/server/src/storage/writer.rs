//! The writer thread. It commits all queued batches in one transaction (group commit), so a
//! thousand tables need hardly more disk syncs than one.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};

use parking_lot::Mutex;
use rusqlite::{Connection, TransactionBehavior};
use tokio::sync::oneshot;

use super::sqlite::write;
use super::{StorageError, TableEventBatch, WriteReceipt};

type WriteReply = oneshot::Sender<Result<(), StorageError>>;

/// Maximum number of batches per transaction; limits how long the first one waits.
const MAX_GROUP: usize = 1000;

/// Write operation for the writer thread: a batch of events or a test write.
#[derive(Debug)]
enum WriteRequest {
    Batch(Box<TableEventBatch>),
    /// Write of dummy pages, which tests whether the disk accepts writes.
    Probe,
}

/// Message to the writer thread.
#[derive(Debug)]
enum WriterMessage {
    Write(WriteRequest, WriteReply),
    /// Request to end the thread after all earlier messages are handled.
    Close,
}

/// Handle of the writer thread of a database.
#[derive(Debug)]
pub(super) struct StorageWriter {
    queue: Sender<WriterMessage>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl StorageWriter {
    /// Starts the writer thread, which owns `connection`. `file` is the database path for messages.
    pub(super) fn start(connection: Connection, file: PathBuf) -> StorageWriter {
        let (queue, messages) = channel();
        let thread = thread::Builder::new()
            .name("storage".to_owned())
            .spawn(move || run(connection, &file, &messages))
            .expect("a thread can be started");
        StorageWriter {
            queue,
            thread: Mutex::new(Some(thread)),
        }
    }

    pub(super) fn append(&self, batch: TableEventBatch) -> WriteReceipt {
        self.send(WriteRequest::Batch(Box::new(batch)))
    }

    pub(super) fn probe(&self) -> WriteReceipt {
        self.send(WriteRequest::Probe)
    }

    fn send(&self, request: WriteRequest) -> WriteReceipt {
        let (reply, receipt) = oneshot::channel();
        // If the thread has ended, the reply is dropped and the receipt fails.
        let _ = self.queue.send(WriterMessage::Write(request, reply));
        receipt
    }

    /// Writes all queued batches, merges the write-ahead log into the database, and ends the
    /// thread.
    pub(super) fn close(&self) {
        let _ = self.queue.send(WriterMessage::Close);
        let mut thread = self.thread.lock();
        if let Some(thread) = thread.take()
            && thread.join().is_err()
        {
            tracing::error!("the writer thread panicked");
        }
    }
}

fn run(mut connection: Connection, file: &std::path::Path, messages: &Receiver<WriterMessage>) {
    let mut is_open = true;
    while is_open && let Ok(first) = messages.recv() {
        let mut group = Vec::new();
        for message in [first].into_iter().chain(messages.try_iter()) {
            match message {
                WriterMessage::Write(request, reply) => group.push((request, reply)),
                WriterMessage::Close => is_open = false,
            }
            if !is_open || group.len() >= MAX_GROUP {
                break;
            }
        }
        let mut write = |requests: &mut dyn Iterator<Item = &WriteRequest>| {
            commit(&mut connection, requests).map_err(|error| StorageError::from(error).at(file))
        };
        let all = write(&mut group.iter().map(|(request, _)| request));
        let one_by_one = all.is_err() && group.len() > 1;
        for (request, reply) in group {
            // One invalid batch must not fail the others.
            let result = if one_by_one {
                write(&mut [&request].into_iter())
            } else {
                all.clone()
            };
            // The caller may no longer wait.
            let _ = reply.send(result);
        }
    }
    // After the checkpoint a plain copy of the file is complete.
    let copied = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0));
    match copied {
        Ok(0) => {}
        Ok(_) => {
            tracing::warn!(file = %file.display(), "the write-ahead log is in use and was not checkpointed");
        }
        Err(error) => {
            let error = StorageError::from(error).at(file);
            tracing::error!(%error, "the checkpoint failed");
        }
    }
}

fn commit(
    connection: &mut Connection,
    requests: &mut dyn Iterator<Item = &WriteRequest>,
) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    for request in requests {
        match request {
            WriteRequest::Batch(batch) => write(&transaction, batch)?,
            WriteRequest::Probe => {
                let sql = "INSERT INTO probe (id, filler) VALUES (1, randomblob(16384))
                           ON CONFLICT (id) DO UPDATE SET filler = excluded.filler";
                transaction.execute(sql, [])?;
            }
        }
    }
    // A transaction dropped without commit is rolled back.
    transaction.commit()
}
