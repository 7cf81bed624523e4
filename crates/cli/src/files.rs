//! Files named by the user: reading with clear errors, and atomic writing.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail};
use ludorum_arena::{temporary_path, write_atomically, write_atomically_with};

/// Reads a file.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).map_err(|error| anyhow!("cannot read {}: {error}", path.display()))
}

/// Opens a file; if it is new, only its user can read it.
pub(crate) fn open_private(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    options.open(path)
}

/// Default folder of the server's database.
pub(crate) fn data_folder() -> PathBuf {
    xdg_folder("XDG_DATA_HOME", ".local/share").join("ludorum")
}

/// Folder of the user's tokens for servers.
pub(crate) fn state_folder() -> PathBuf {
    xdg_folder("XDG_STATE_HOME", ".local/state").join("ludorum")
}

/// A user folder (XDG Base Directory Specification); the current folder if there is no home.
fn xdg_folder(variable: &str, under_home: &str) -> PathBuf {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    match (set(variable), set("HOME").or_else(|| set("USERPROFILE"))) {
        (Some(folder), _) => PathBuf::from(folder),
        (None, Some(home)) => PathBuf::from(home).join(under_home),
        (None, None) => PathBuf::from("."),
    }
}

/// A file to write, checked to be writable on construction.
///
/// Contents go to a temporary file in the same folder that then replaces the old one, so readers
/// never see half a file and a crash loses nothing.
#[derive(Clone, Debug)]
pub(crate) struct OutputFile {
    named: PathBuf,
    kind: OutputKind,
}

/// A regular file, or a device such as a pipe.
#[derive(Clone, Debug)]
enum OutputKind {
    /// A regular file, by its real path.
    File(PathBuf),
    /// A device or pipe, which can be written but not replaced.
    Device,
}

impl OutputFile {
    /// Checks that `path` can be written.
    pub(crate) fn check(path: &Path) -> Result<OutputFile> {
        let refuse = |reason: String| {
            let path = path.display();
            anyhow!("cannot write {path}: {reason}; choose a file in a writable folder")
        };
        let kind = match fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => {
                return Err(refuse("it is a folder".to_owned()));
            }
            Ok(metadata) => {
                let opened = OpenOptions::new().append(true).open(path);
                opened.map_err(|error| refuse(error.to_string()))?;
                if metadata.is_file() {
                    // A symbolic link stays; the file it points to is replaced.
                    let real = fs::canonicalize(path);
                    OutputKind::File(real.map_err(|error| refuse(error.to_string()))?)
                } else {
                    OutputKind::Device
                }
            }
            Err(_) => OutputKind::File(path.to_owned()),
        };
        if let OutputKind::File(real) = &kind {
            let draft = temporary_path(real);
            File::create(&draft).map_err(|error| refuse(error.to_string()))?;
            let _ = fs::remove_file(draft);
        }
        Ok(OutputFile {
            named: path.to_owned(),
            kind,
        })
    }

    /// Path as given by the user.
    pub(crate) fn path(&self) -> &Path {
        &self.named
    }

    /// True for a device or pipe.
    pub(crate) fn is_device(&self) -> bool {
        matches!(self.kind, OutputKind::Device)
    }

    /// Writes the whole contents.
    pub(crate) fn write(&self, contents: &[u8]) -> Result<()> {
        self.write_with(|out| out.write_all(contents))
    }

    /// Writes contents through a writer.
    pub(crate) fn write_with(
        &self,
        contents: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<()> {
        let written = match &self.kind {
            OutputKind::Device => {
                OpenOptions::new()
                    .write(true)
                    .open(&self.named)
                    .and_then(|device| {
                        let mut out = BufWriter::new(device);
                        contents(&mut out)?;
                        out.flush()
                    })
            }
            OutputKind::File(real) => write_atomically_with(real, contents),
        };
        written.map_err(|error| anyhow!("cannot write {}: {error}", self.named.display()))
    }
}

/// Atomically writes a file in a folder known to be writable.
pub(crate) fn write(path: &Path, contents: &[u8]) -> Result<()> {
    write_atomically(path, contents)
        .map_err(|error| anyhow!("cannot write {}: {error}", path.display()))
}

/// Creates a folder and checks that files can be written to it.
pub(crate) fn create_folder(path: &Path) -> Result<()> {
    if let Err(error) = fs::create_dir_all(path) {
        let path = path.display();
        bail!("cannot create the folder {path}: {error}; choose another one");
    }
    OutputFile::check(&path.join(".ludorum-check")).map_err(|_| {
        let path = path.display();
        anyhow!("cannot write to {path}; choose a writable folder")
    })?;
    Ok(())
}
