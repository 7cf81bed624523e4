//! Files the user named: read with a reason when it fails, and replaced as a whole or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail};
use ludorum_arena::{draft_of, write_whole, write_whole_with};

/// The contents of a file.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).map_err(|error| anyhow!("cannot read {}: {error}", path.display()))
}

/// Where the database of a server is unless told otherwise.
pub(crate) fn data_folder() -> PathBuf {
    base("XDG_DATA_HOME", ".local/share").join("ludorum")
}

/// Where this program remembers who the user is at servers.
pub(crate) fn state_folder() -> PathBuf {
    base("XDG_STATE_HOME", ".local/state").join("ludorum")
}

/// A folder of the user (XDG Base Directory Specification); here if there is no home.
fn base(variable: &str, under_home: &str) -> PathBuf {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    match (set(variable), set("HOME").or_else(|| set("USERPROFILE"))) {
        (Some(folder), _) => PathBuf::from(folder),
        (None, Some(home)) => PathBuf::from(home).join(under_home),
        (None, None) => PathBuf::from("."),
    }
}

/// A file that is to be written, known to be writable when this was made.
///
/// The new contents go to a temporary file in the same folder which then takes the place of the
/// old one, so that a reader never sees half a file and a crash of this program loses nothing.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    named: PathBuf,
    place: Place,
}

#[derive(Clone, Debug)]
enum Place {
    /// An ordinary file, by its real path.
    File(PathBuf),
    /// A device or a pipe, which cannot be replaced, only written to.
    Device,
}

impl Target {
    /// Finds out now whether `path` can be written later.
    pub(crate) fn check(path: &Path) -> Result<Target> {
        let refuse = |reason: String| {
            let path = path.display();
            anyhow!("cannot write {path}: {reason}; name a file in a folder you can write to")
        };
        let place = match fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => {
                return Err(refuse("it is a folder".to_owned()));
            }
            Ok(metadata) => {
                let opened = OpenOptions::new().append(true).open(path);
                opened.map_err(|error| refuse(error.to_string()))?;
                if metadata.is_file() {
                    // Behind a link the file itself is replaced, and not the link.
                    let real = fs::canonicalize(path);
                    Place::File(real.map_err(|error| refuse(error.to_string()))?)
                } else {
                    Place::Device
                }
            }
            Err(_) => Place::File(path.to_owned()),
        };
        if let Place::File(real) = &place {
            let draft = draft_of(real);
            File::create(&draft).map_err(|error| refuse(error.to_string()))?;
            let _ = fs::remove_file(draft);
        }
        Ok(Target {
            named: path.to_owned(),
            place,
        })
    }

    /// The path as the user named it.
    pub(crate) fn path(&self) -> &Path {
        &self.named
    }

    /// Whether the target is no file but something that takes everything written to it.
    pub(crate) fn is_device(&self) -> bool {
        matches!(self.place, Place::Device)
    }

    /// Writes the whole contents.
    pub(crate) fn write(&self, contents: &[u8]) -> Result<()> {
        self.write_with(|out| out.write_all(contents))
    }

    /// Writes contents that come piece by piece.
    pub(crate) fn write_with(
        &self,
        contents: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<()> {
        let written = match &self.place {
            Place::Device => OpenOptions::new()
                .write(true)
                .open(&self.named)
                .and_then(|device| {
                    let mut out = BufWriter::new(device);
                    contents(&mut out)?;
                    out.flush()
                }),
            Place::File(real) => write_whole_with(real, contents),
        };
        written.map_err(|error| anyhow!("cannot write {}: {error}", self.named.display()))
    }
}

/// Writes a file as a whole in a folder that is known to be writable.
pub(crate) fn write(path: &Path, contents: &[u8]) -> Result<()> {
    write_whole(path, contents).map_err(|error| anyhow!("cannot write {}: {error}", path.display()))
}

/// Makes a folder for files to be written to, and finds out whether they can be.
pub(crate) fn folder(path: &Path) -> Result<()> {
    if let Err(error) = fs::create_dir_all(path) {
        let path = path.display();
        bail!("cannot make the folder {path}: {error}; name another place for it");
    }
    Target::check(&path.join(".ludorum-check")).map_err(|_| {
        let path = path.display();
        anyhow!("cannot write into {path}; name a folder you can write to")
    })?;
    Ok(())
}
