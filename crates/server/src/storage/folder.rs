//! Folder of a database: permissions, lock, and detection of a lost database.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::StorageError;

/// Maximum time to wait for the lock of the database folder: the child process of a killed server
/// holds the lock until it execs.
const LOCK_TIMEOUT: Duration = Duration::from_secs(2);

const MARKER_TEXT: &str = "\
This folder has a database of ludorum, ludorum.sqlite. If that file is missing or empty, ludorum serve refuses
to start, unless it is started with --new-database.
";

/// Folder that contains the database and its lock.
#[derive(Clone, Debug)]
pub(super) struct DatabaseFolder(PathBuf);

/// Policy for a folder whose database is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MissingDatabasePolicy {
    /// Create a database, unless the folder had one before.
    CreateFirst,
    /// Create a database even if the folder had one before.
    CreateAnother,
}

impl DatabaseFolder {
    pub(super) fn new(path: &Path) -> DatabaseFolder {
        DatabaseFolder(path.to_owned())
    }

    /// Path of the database file.
    pub(super) fn file(&self) -> PathBuf {
        self.0.join("ludorum.sqlite")
    }

    /// Paths of SQLite's files next to the database: write-ahead log and its index.
    fn companions(&self) -> [PathBuf; 2] {
        ["ludorum.sqlite-wal", "ludorum.sqlite-shm"].map(|name| self.0.join(name))
    }

    /// Path of the marker file, which shows that a database was created in the folder.
    fn marker(&self) -> PathBuf {
        self.0.join("ludorum.sqlite-begun")
    }

    /// Creates the folder if it is missing, accessible to its owner only.
    pub(super) fn make(&self) -> Result<(), StorageError> {
        if self.0.is_dir() {
            return Ok(());
        }
        let mut builder = fs::DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        {
            use std::os::unix::fs::DirBuilderExt;
            builder.mode(0o700);
        }
        let made = builder.create(&self.0);
        let parent = self.0.parent().filter(|path| !path.as_os_str().is_empty());
        made.and_then(|()| parent.map_or(Ok(()), sync_folder))
            .map_err(|error| failed(&self.0, error))
    }

    /// Locks the folder, so that only one server uses the database.
    pub(super) fn lock(&self) -> Result<File, StorageError> {
        let path = self.0.join("lock");
        let file = File::create(&path).map_err(|error| failed(&path, error))?;
        let began = Instant::now();
        while file.try_lock().is_err() {
            if began.elapsed() > LOCK_TIMEOUT {
                return Err(failed(&path, "another server uses this folder"));
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        Ok(file)
    }

    /// Creates an empty database file if it is missing; fails if `missing` does not allow that.
    /// Makes the database files readable by their owner only.
    pub(super) fn prepare(&self, missing: MissingDatabasePolicy) -> Result<(), StorageError> {
        let file = self.file();
        let length = length(&file)?;
        if length.is_none_or(|length| length == 0) {
            self.check_missing(length.is_some(), missing)?;
        } else if missing == MissingDatabasePolicy::CreateAnother {
            return Err(failed(
                &file,
                "there is a database already; move it away to create a new one, or omit --new-database",
            ));
        }
        if length.is_none() {
            create_private(&file).map_err(|error| failed(&file, error))?;
        }
        for file in self.companions().into_iter().chain([file]) {
            make_private(&file).map_err(|error| failed(&file, error))?;
        }
        Ok(())
    }

    fn check_missing(
        &self,
        is_there: bool,
        missing: MissingDatabasePolicy,
    ) -> Result<(), StorageError> {
        let [log, index] = self.companions();
        let trace = match length(&log)? {
            Some(1..) => Some(&log),
            _ => None,
        };
        let marker = self.marker();
        let Some(trace) = trace.or(marker.exists().then_some(&marker)) else {
            return Ok(());
        };
        if missing == MissingDatabasePolicy::CreateFirst {
            let what = if is_there { "is empty" } else { "is missing" };
            return Err(failed(
                &self.file(),
                format!(
                    "the database {what}, but there was one before: {} is still there. No new \
                     database was created. Restore a backup made by ludorum db backup, or create a \
                     new database with ludorum serve --new-database",
                    trace.display()
                ),
            ));
        }
        // SQLite would apply the old log to the new database, or remove it.
        for path in [log, index] {
            let moved = path.with_extension(format!(
                "{}.old",
                path.extension().unwrap_or_default().to_string_lossy()
            ));
            match fs::rename(&path, moved) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(failed(&path, error));
                }
                _ => {}
            }
        }
        match fs::remove_file(&marker) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(failed(&marker, error)),
            _ => Ok(()),
        }
    }

    /// Writes the marker file. Call it after the database is on the disk.
    pub(super) fn mark(&self) -> Result<(), StorageError> {
        let marker = self.marker();
        if marker.exists() {
            return Ok(());
        }
        let written = sync_folder(&self.0)
            .and_then(|()| create_private(&marker))
            .and_then(|mut file| {
                file.write_all(MARKER_TEXT.as_bytes())?;
                file.sync_all()
            })
            .and_then(|()| sync_folder(&self.0));
        written.map_err(|error| failed(&marker, error))
    }
}

fn failed(path: &Path, reason: impl std::fmt::Display) -> StorageError {
    StorageError::new(format!("{}: {reason}", path.display()))
}

/// Length of a file in bytes; `None` if the file does not exist.
fn length(path: &Path) -> Result<Option<u64>, StorageError> {
    match fs::metadata(path) {
        Ok(about) => Ok(Some(about.len())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(failed(path, error)),
    }
}

/// Creates a new file that only its owner can read.
pub(super) fn create_private(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    options.open(path)
}

/// Removes all access of other users to a file, if the file exists.
fn make_private(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        match fs::metadata(path) {
            Ok(about) if about.permissions().mode() & 0o077 != 0 => {
                fs::set_permissions(path, fs::Permissions::from_mode(0o600))?;
            }
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    #[cfg(not(unix))]
    let _ = path;
    Ok(())
}

/// Syncs a folder to the disk, so that its file names are durable. Does nothing except on Unix.
fn sync_folder(folder: &Path) -> io::Result<()> {
    #[cfg(unix)]
    File::open(folder)?.sync_all()?;
    #[cfg(not(unix))]
    let _ = folder;
    Ok(())
}
