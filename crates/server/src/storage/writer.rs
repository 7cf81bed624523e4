//! The one thread that writes. It commits whatever has come in meanwhile together, so that a
//! thousand tables cost hardly more waits for the disk than one.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use rusqlite::{Connection, TransactionBehavior};
use tokio::sync::oneshot;

use super::sqlite::write;
use super::{Batch, Receipt, StorageError};

type Reply = oneshot::Sender<Result<(), StorageError>>;

/// No transaction is larger than this many batches, so that the first of them need not wait for
/// ever.
const MOST_TOGETHER: usize = 1000;

/// The way to the thread. It ends, with everything written, when this is dropped.
#[derive(Debug)]
pub(super) struct Writer {
    queue: Sender<(Batch, Reply)>,
}

impl Writer {
    pub(super) fn start(connection: Connection) -> Writer {
        let (queue, work) = channel();
        thread::Builder::new()
            .name("storage".to_owned())
            .spawn(move || run(connection, &work))
            .expect("a thread can be started");
        Writer { queue }
    }

    pub(super) fn append(&self, batch: Batch) -> Receipt {
        let (reply, receipt) = oneshot::channel();
        // If the thread has died the reply is dropped, and the receipt tells.
        let _ = self.queue.send((batch, reply));
        receipt
    }
}

fn run(mut connection: Connection, work: &Receiver<(Batch, Reply)>) {
    while let Ok(first) = work.recv() {
        let mut group = vec![first];
        group.extend(work.try_iter().take(MOST_TOGETHER - 1));
        let all = commit(&mut connection, group.iter().map(|(batch, _)| batch));
        if all.is_ok() || group.len() == 1 {
            for (_, reply) in group {
                // Who no longer waits need not be told.
                let _ = reply.send(all.clone());
            }
            continue;
        }
        // One bad batch must not fail the others.
        for (batch, reply) in group {
            let _ = reply.send(commit(&mut connection, [&batch].into_iter()));
        }
    }
}

fn commit<'a>(
    connection: &mut Connection,
    batches: impl Iterator<Item = &'a Batch>,
) -> Result<(), StorageError> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    for batch in batches {
        write(&transaction, batch)?;
    }
    // Dropping a transaction that was not committed takes it back.
    Ok(transaction.commit()?)
}
