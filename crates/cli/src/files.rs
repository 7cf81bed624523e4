//! Reads and writes files named by the user, with clear errors; writing is atomic.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail};
use ludorum_arena::{temporary_path, write_atomically, write_atomically_with};

/// Reads a whole file; the error names its path.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).map_err(|error| anyhow!("cannot read {}: {error}", path.display()))
}

/// Opens a file; if that creates it, only its owner can read it.
pub(crate) fn open_private(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    options.open(path)
}

/// Default folder of the server's database.
pub(crate) fn data_folder() -> PathBuf {
    xdg_folder("XDG_DATA_HOME", ".local/share").join("ludorum")
}

/// Folder for the user's tokens on servers.
pub(crate) fn state_folder() -> PathBuf {
    xdg_folder("XDG_STATE_HOME", ".local/state").join("ludorum")
}

/// A user folder of the XDG Base Directory Specification; the current folder if no home is set.
fn xdg_folder(variable: &str, under_home: &str) -> PathBuf {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    match (set(variable), set("HOME").or_else(|| set("USERPROFILE"))) {
        (Some(folder), _) => PathBuf::from(folder),
        (None, Some(home)) => PathBuf::from(home).join(under_home),
        (None, None) => PathBuf::from("."),
    }
}

/// An output file, checked to be writable on construction.
///
/// Content is written to a temporary file in the same folder, which then replaces the old file. So
/// readers never see a partial file, and a crash does not lose the old content.
#[derive(Clone, Debug)]
pub(crate) struct OutputFile {
    named: PathBuf,
    kind: OutputFileKind,
}

/// Kind of an output file: a regular file or a device.
#[derive(Clone, Debug)]
enum OutputFileKind {
    /// A regular file, by its path with symbolic links resolved.
    File(PathBuf),
    /// A device or pipe, which can be written but not replaced by another file.
    Device,
}

impl OutputFile {
    /// Checks that `path` can be written, without changing an existing file.
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
                    // Keeps a symbolic link and replaces the file to which it points.
                    let real = fs::canonicalize(path);
                    OutputFileKind::File(real.map_err(|error| refuse(error.to_string()))?)
                } else {
                    OutputFileKind::Device
                }
            }
            Err(_) => OutputFileKind::File(path.to_owned()),
        };
        if let OutputFileKind::File(real) = &kind {
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

    /// True if the output is a device or pipe instead of a regular file.
    pub(crate) fn is_device(&self) -> bool {
        matches!(self.kind, OutputFileKind::Device)
    }

    /// Replaces the content of the file.
    pub(crate) fn write(&self, contents: &[u8]) -> Result<()> {
        self.write_with(|out| out.write_all(contents))
    }

    /// Replaces the content of the file by the output of `contents`.
    pub(crate) fn write_with(
        &self,
        contents: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<()> {
        let written =
            match &self.kind {
                OutputFileKind::Device => OpenOptions::new()
                    .write(true)
                    .open(&self.named)
                    .and_then(|device| {
                        let mut out = BufWriter::new(device);
                        contents(&mut out)?;
                        out.flush()
                    }),
                OutputFileKind::File(real) => write_atomically_with(real, contents),
            };
        written.map_err(|error| anyhow!("cannot write {}: {error}", self.named.display()))
    }
}

/// Writes a file atomically, in a folder that was checked to be writable.
pub(crate) fn write(path: &Path, contents: &[u8]) -> Result<()> {
    write_atomically(path, contents)
        .map_err(|error| anyhow!("cannot write {}: {error}", path.display()))
}

/// Creates a folder if it is missing, and checks that files can be written to it.
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
