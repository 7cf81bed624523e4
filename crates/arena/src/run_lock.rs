//! Lock files: only one process at a time writes the results of a run.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::ResultStoreError;

/// Longest wait for the lock of a results file. A forked child of a killed process holds the lock
/// until it execs.
const LOCK_GRACE: Duration = Duration::from_secs(1);

/// Exclusive lock on a results file and its journal, released on drop.
///
/// The lock is on a separate file, `FILE.lock`, because the results file itself is replaced. The
/// system releases the lock when the process ends. Several holders in one process share the lock,
/// because Python keeps a failed run alive as long as its traceback.
#[derive(Debug)]
pub struct RunLock {
    file: PathBuf,
    lock: PathBuf,
}

/// Open lock files of this process by path, each with its number of holders.
static LOCKS: Mutex<BTreeMap<PathBuf, (File, usize)>> = Mutex::new(BTreeMap::new());

fn locks() -> MutexGuard<'static, BTreeMap<PathBuf, (File, usize)>> {
    LOCKS.lock().unwrap_or_else(PoisonError::into_inner)
}

impl RunLock {
    /// Locks a results file for this process; the file need not exist yet.
    ///
    /// # Errors
    /// If another process holds the lock, or the folder is not writable.
    pub fn acquire(file: &Path) -> Result<RunLock, ResultStoreError> {
        let named = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
        let mut lock = named.into_os_string();
        lock.push(".lock");
        let run_lock = RunLock {
            file: file.to_owned(),
            lock: PathBuf::from(lock),
        };
        let mut locks = locks();
        match locks.get_mut(&run_lock.lock) {
            Some((_, holders)) => *holders += 1,
            None => {
                let held = loop {
                    if let Some(held) = run_lock.try_acquire()? {
                        break held;
                    }
                };
                locks.insert(run_lock.lock.clone(), (held, 1));
            }
        }
        drop(locks);
        Ok(run_lock)
    }

    /// Path of the locked results file.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// Tries to lock the lock file; `None` if its previous owner deleted it at the same time, so
    /// that the caller must retry.
    fn try_acquire(&self) -> Result<Option<File>, ResultStoreError> {
        let refuse = |error: io::Error| ResultStoreError::write(&self.lock, &error);
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let mut held = options.open(&self.lock).map_err(refuse)?;
        let began = Instant::now();
        let locked = loop {
            match held.try_lock() {
                Err(TryLockError::WouldBlock) if began.elapsed() < LOCK_GRACE => {
                    std::thread::sleep(Duration::from_millis(20));
                }
                locked => break locked,
            }
        };
        match locked {
            Ok(()) => {}
            // The file system does not support locks, so the run continues without one.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => return Err(refuse(error)),
            Err(TryLockError::WouldBlock) => {
                let mut process = String::new();
                // A failed read leaves the process id out of the error message.
                let _ = held.read_to_string(&mut process);
                let process = process.parse().ok();
                return Err(ResultStoreError::Locked(self.file.clone(), process));
            }
        }
        if !is_same_file(&held, &self.lock) {
            return Ok(None);
        }
        held.set_len(0).map_err(refuse)?;
        let process = std::process::id().to_string();
        held.write_all(process.as_bytes()).map_err(refuse)?;
        Ok(Some(held))
    }
}

impl Drop for RunLock {
    fn drop(&mut self) {
        let mut locks = locks();
        if let Some((_, holders)) = locks.get_mut(&self.lock) {
            *holders -= 1;
            if *holders == 0 {
                // Removed while still locked, so that no other process's lock is removed. A file
                // left behind does no harm.
                let _ = fs::remove_file(&self.lock);
                locks.remove(&self.lock);
            }
        }
    }
}

/// True if `path` still refers to the open file `open`.
#[cfg(unix)]
fn is_same_file(open: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let place = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
    match (open.metadata(), fs::metadata(path)) {
        (Ok(open), Ok(there)) => place(open) == place(there),
        _ => false,
    }
}

#[cfg(not(unix))]
fn is_same_file(_: &File, path: &Path) -> bool {
    path.exists()
}
