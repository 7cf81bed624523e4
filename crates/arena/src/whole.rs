//! Files that are replaced as a whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

/// A value as it is written to files for programs and people.
pub fn document(value: &impl Serialize) -> Vec<u8> {
    let mut bytes = serde_json::to_vec_pretty(value).expect("what is kept has no maps");
    bytes.push(b'\n');
    bytes
}

/// Where the new contents of a file are put together before they take its place.
pub fn draft_of(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.{}.tmp", std::process::id()))
}

/// Writes a file so that a reader never sees half of it, and a crash or a power failure leaves the
/// old contents or the new ones. Behind a link the file itself is replaced, and not the link.
///
/// # Errors
/// When it cannot be written.
pub fn write_whole(path: &Path, contents: &[u8]) -> io::Result<()> {
    write_whole_with(path, |out| out.write_all(contents))
}

/// The same with contents that are written piece by piece.
///
/// # Errors
/// When it cannot be written, or `contents` says so.
pub fn write_whole_with(
    path: &Path,
    contents: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let real = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let draft = draft_of(&real);
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
