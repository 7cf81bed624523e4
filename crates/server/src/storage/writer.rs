//! The one thread that writes. It commits whatever has come in meanwhile together, so that a
//! thousand tables cost hardly more waits for the disk than one.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use rusqlite::{Connection, TransactionBehavior};
use tokio::sync::oneshot;

use super::sqlite::write;
use super::{Batch, Receipt, StorageError};

type Reply = oneshot::Sender<Result<(), StorageError>>;

/// No transaction is larger than this many batches, so that the first of them need not wait for
/// ever.
const MOST_TOGETHER: usize = 1000;

/// Something to write.
#[derive(Debug)]
enum Work {
    Batch(Box<Batch>),
    /// A few pages of no account.
    Probe,
}

#[derive(Debug)]
enum Job {
    Write(Work, Reply),
    /// End, with everything written that came before.
    Close,
}

/// The way to the thread.
#[derive(Debug)]
pub(super) struct Writer {
    queue: Sender<Job>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl Writer {
    /// Starts the thread, which writes through `connection` to `file`.
    pub(super) fn start(connection: Connection, file: PathBuf) -> Writer {
        let (queue, work) = channel();
        let thread = thread::Builder::new()
            .name("storage".to_owned())
            .spawn(move || run(connection, &file, &work))
            .expect("a thread can be started");
        Writer {
            queue,
            thread: Mutex::new(Some(thread)),
        }
    }

    pub(super) fn append(&self, batch: Batch) -> Receipt {
        self.send(Work::Batch(Box::new(batch)))
    }

    pub(super) fn probe(&self) -> Receipt {
        self.send(Work::Probe)
    }

    fn send(&self, work: Work) -> Receipt {
        let (reply, receipt) = oneshot::channel();
        // If the thread has ended the reply is dropped, and the receipt tells.
        let _ = self.queue.send(Job::Write(work, reply));
        receipt
    }

    /// Waits until everything is written, moves it all into the one file, and ends the thread.
    pub(super) fn close(&self) {
        let _ = self.queue.send(Job::Close);
        let mut thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(thread) = thread.take()
            && thread.join().is_err()
        {
            tracing::error!("the thread that writes has panicked");
        }
    }
}

fn run(mut connection: Connection, file: &std::path::Path, jobs: &Receiver<Job>) {
    let mut is_open = true;
    while is_open && let Ok(first) = jobs.recv() {
        let mut group = Vec::new();
        for job in [first].into_iter().chain(jobs.try_iter()) {
            match job {
                Job::Write(work, reply) => group.push((work, reply)),
                Job::Close => is_open = false,
            }
            if !is_open || group.len() >= MOST_TOGETHER {
                break;
            }
        }
        let mut write = |work: &mut dyn Iterator<Item = &Work>| {
            commit(&mut connection, work).map_err(|error| StorageError::from(error).at(file))
        };
        let all = write(&mut group.iter().map(|(work, _)| work));
        let one_by_one = all.is_err() && group.len() > 1;
        for (work, reply) in group {
            // One bad batch must not fail the others.
            let result = match one_by_one {
                true => write(&mut [&work].into_iter()),
                false => all.clone(),
            };
            // Who no longer waits need not be told.
            let _ = reply.send(result);
        }
    }
    // A copy of the one file has everything then.
    let copied = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0));
    match copied {
        Ok(0) => {}
        Ok(_) => {
            tracing::warn!(file = %file.display(), "the log is in use and was not copied back");
        }
        Err(error) => {
            let error = StorageError::from(error).at(file);
            tracing::error!(%error, "the log could not be copied back");
        }
    }
}

fn commit(
    connection: &mut Connection,
    work: &mut dyn Iterator<Item = &Work>,
) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    for work in work {
        match work {
            Work::Batch(batch) => write(&transaction, batch)?,
            Work::Probe => {
                let sql = "INSERT INTO probe (id, filler) VALUES (1, randomblob(16384))
                           ON CONFLICT (id) DO UPDATE SET filler = excluded.filler";
                transaction.execute(sql, [])?;
            }
        }
    }
    // Dropping a transaction that was not committed takes it back.
    transaction.commit()
}
