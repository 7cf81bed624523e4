//! The folder of a database: who may read it, who uses it, and whether a database that was there is gone.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::StorageError;

/// How long a killed server's child may keep the lock: until it is another program, it holds what the
/// server held.
const LINGERING: Duration = Duration::from_secs(2);

const MARKER_TEXT: &str = "\
This folder has a database of ludorum, ludorum.sqlite. If that file is missing or empty, ludorum serve says so
and begins no other one, unless it is started with --new-database.
";

/// The folder of a database.
#[derive(Clone, Debug)]
pub(super) struct Folder(PathBuf);

/// What a server without a database to go on with does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Absence {
    /// Begins one, unless there was one before.
    BeginsFirst,
    /// Begins another one.
    BeginsAnother,
}

impl Folder {
    pub(super) fn new(path: &Path) -> Folder {
        Folder(path.to_owned())
    }

    /// The database.
    pub(super) fn file(&self) -> PathBuf {
        self.0.join("ludorum.sqlite")
    }

    /// The files SQLite keeps beside the database while it is in use or after a crash.
    fn companions(&self) -> [PathBuf; 2] {
        ["ludorum.sqlite-wal", "ludorum.sqlite-shm"].map(|name| self.0.join(name))
    }

    /// The file that says that there is a database here.
    fn marker(&self) -> PathBuf {
        self.0.join("ludorum.sqlite-begun")
    }

    /// Makes the folder if it is not there, for its user only.
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

    /// Claims the folder for one server: two with the same tables would each believe to be the only
    /// judge.
    pub(super) fn lock(&self) -> Result<File, StorageError> {
        let path = self.0.join("lock");
        let file = File::create(&path).map_err(|error| failed(&path, error))?;
        let began = Instant::now();
        while file.try_lock().is_err() {
            if began.elapsed() > LINGERING {
                return Err(failed(&path, "another server uses this folder"));
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        Ok(file)
    }

    /// Makes an empty file for a database, if there is none, and refuses to where there was a database
    /// before. Only its user can read it, and what SQLite puts beside it.
    pub(super) fn prepare(&self, absence: Absence) -> Result<(), StorageError> {
        let file = self.file();
        let length = length(&file)?;
        if length.is_none_or(|length| length == 0) {
            self.check_absence(length.is_some(), absence)?;
        } else if absence == Absence::BeginsAnother {
            return Err(failed(
                &file,
                "there is a database; move it away to begin another one, or leave out --new-database",
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

    fn check_absence(&self, is_there: bool, absence: Absence) -> Result<(), StorageError> {
        let [log, index] = self.companions();
        let sign = match length(&log)? {
            Some(1..) => Some(&log),
            _ => None,
        };
        let marker = self.marker();
        let Some(sign) = sign.or(marker.exists().then_some(&marker)) else {
            return Ok(());
        };
        if absence == Absence::BeginsFirst {
            let what = match is_there {
                true => "is empty",
                false => "is missing",
            };
            return Err(failed(
                &self.file(),
                format!(
                    "the database {what}, but there was one: {} is still there. No other one was \
                     begun. Put a copy made by ludorum db backup in its place, or begin another \
                     database on purpose with ludorum serve --new-database",
                    sign.display()
                ),
            ));
        }
        // SQLite would take them for parts of the new database, or remove them.
        for path in [log, index] {
            let aside = path.with_extension(format!(
                "{}.old",
                path.extension().unwrap_or_default().to_string_lossy()
            ));
            match fs::rename(&path, aside) {
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

    /// Notes that there is a database here, which is on the disk by now.
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

/// The length of a file; none if it is not there.
fn length(path: &Path) -> Result<Option<u64>, StorageError> {
    match fs::metadata(path) {
        Ok(about) => Ok(Some(about.len())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(failed(path, error)),
    }
}

/// Makes a file that is not there yet and that only its user can read.
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

/// Takes a file from everyone but its user, if it is there.
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

/// Makes the names in a folder durable. Only Unix has a way to ask for it.
fn sync_folder(folder: &Path) -> io::Result<()> {
    #[cfg(unix)]
    File::open(folder)?.sync_all()?;
    #[cfg(not(unix))]
    let _ = folder;
    Ok(())
}
