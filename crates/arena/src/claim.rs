//! Who writes a file of results: one process at a time.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::KeepError;

/// How long a file may still be held by what a process that was killed had just begun to start: until it
/// is another program, it holds what the process held.
const LINGERING: Duration = Duration::from_secs(1);

/// The right of this process to write a file and its journal, for as long as this lives.
///
/// It is a lock on a file of its own, `FILE.lock`, because the file itself is replaced as a whole
/// again and again. The system takes the lock back when the process ends, however it does. Within a
/// process claims are shared: Python keeps a run that has failed alive for as long as its traceback.
#[derive(Debug)]
pub struct Claim {
    file: PathBuf,
    lock: PathBuf,
}

/// The locks of this process, and how many claims each has.
static LOCKS: Mutex<BTreeMap<PathBuf, (File, usize)>> = Mutex::new(BTreeMap::new());

fn locks() -> MutexGuard<'static, BTreeMap<PathBuf, (File, usize)>> {
    LOCKS.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Claim {
    /// Claims a file that need not be there yet.
    ///
    /// # Errors
    /// When another process has claimed it, or its folder cannot be written to.
    pub fn on(file: &Path) -> Result<Claim, KeepError> {
        let named = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
        let mut lock = named.into_os_string();
        lock.push(".lock");
        let claim = Claim {
            file: file.to_owned(),
            lock: PathBuf::from(lock),
        };
        let mut locks = locks();
        match locks.get_mut(&claim.lock) {
            Some((_, claims)) => *claims += 1,
            None => {
                let held = loop {
                    if let Some(held) = claim.held()? {
                        break held;
                    }
                };
                locks.insert(claim.lock.clone(), (held, 1));
            }
        }
        drop(locks);
        Ok(claim)
    }

    /// The file that is claimed.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// The lock, locked; none if its owner has removed it in between.
    fn held(&self) -> Result<Option<File>, KeepError> {
        let refuse = |error: io::Error| KeepError::write(&self.lock, &error);
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let mut held = options.open(&self.lock).map_err(refuse)?;
        let began = Instant::now();
        let locked = loop {
            match held.try_lock() {
                Err(TryLockError::WouldBlock) if began.elapsed() < LINGERING => {
                    std::thread::sleep(Duration::from_millis(20));
                }
                locked => break locked,
            }
        };
        match locked {
            Ok(()) => {}
            // A file system without locks cannot tell; better to play than not to.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => return Err(refuse(error)),
            Err(TryLockError::WouldBlock) => {
                let mut process = String::new();
                // It only helps to find who it is.
                let _ = held.read_to_string(&mut process);
                let process = process.parse().ok();
                return Err(KeepError::Claimed(self.file.clone(), process));
            }
        }
        if !is_still(&held, &self.lock) {
            return Ok(None);
        }
        held.set_len(0).map_err(refuse)?;
        let process = std::process::id().to_string();
        held.write_all(process.as_bytes()).map_err(refuse)?;
        Ok(Some(held))
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        let mut locks = locks();
        if let Some((_, claims)) = locks.get_mut(&self.lock) {
            *claims -= 1;
            if *claims == 0 {
                // While it is still locked, so that nobody else's is removed. If it stays it is no
                // harm.
                let _ = fs::remove_file(&self.lock);
                locks.remove(&self.lock);
            }
        }
    }
}

/// Whether the path still leads to the open file.
#[cfg(unix)]
fn is_still(open: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let place = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
    match (open.metadata(), fs::metadata(path)) {
        (Ok(open), Ok(there)) => place(open) == place(there),
        _ => false,
    }
}

#[cfg(not(unix))]
fn is_still(_: &File, path: &Path) -> bool {
    path.exists()
}
