//! Atomic replacement of files.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

/// Formats a value as indented JSON with a final newline.
pub fn json_document(value: &impl Serialize) -> Vec<u8> {
    let mut bytes = serde_json::to_vec_pretty(value).expect("the value serializes to JSON");
    bytes.push(b'\n');
    bytes
}

/// Path of the temporary file that is written first and then renamed to `path`.
pub fn temporary_path(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.{}.tmp", std::process::id()))
}

/// Replaces a file atomically: after a crash or power failure the file has either its old or its
/// new contents. Follows symbolic links.
///
/// # Errors
/// If the file cannot be written.
pub fn write_atomically(path: &Path, contents: &[u8]) -> io::Result<()> {
    write_atomically_with(path, |out| out.write_all(contents))
}

/// Replaces a file like [`write_atomically`], but `contents` writes the new contents to a stream.
///
/// # Errors
/// If the file cannot be written or `contents` fails.
pub fn write_atomically_with(
    path: &Path,
    contents: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let real = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let draft = temporary_path(&real);
    let write = || {
        let mut out = BufWriter::with_capacity(1 << 18, File::create(&draft)?);
        contents(&mut out)?;
        let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.sync_all()
    };
    write()
        .and_then(|()| fs::rename(&draft, &real))
        .inspect_err(|_| {
            let _ = fs::remove_file(&draft);
        })
}
