//! Content hashes of agents, to tell apart agents of the same name.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use crate::registry::is_hidden;

/// Computes the first 16 hex digits of the SHA-256 of a file, or of a folder's file names and
/// contents.
pub(crate) fn fingerprint(path: &Path) -> io::Result<String> {
    let mut hash = Sha256::new();
    if path.is_dir() {
        let mut files = Vec::new();
        collect(path, &mut files)?;
        files.sort();
        for file in files {
            let name = file.strip_prefix(path).unwrap_or(&file);
            let content = fs::read(&file)?;
            // Length prefixes, so that different files cannot concatenate to the same input.
            hash.update((name.as_os_str().len() as u64).to_le_bytes());
            hash.update(name.to_string_lossy().as_bytes());
            hash.update((content.len() as u64).to_le_bytes());
            hash.update(content);
        }
    } else {
        hash.update(fs::read(path)?);
    }
    Ok(short_hex(hash))
}

/// Returns the first 16 hex digits of a SHA-256 hash.
pub(crate) fn short_hex(hash: Sha256) -> String {
    HEXLOWER.encode(&hash.finalize()[..8])
}

/// Name of the folder of compiled files that Python creates when it runs an agent.
const BYTECODE_CACHE: &str = "__pycache__";

/// Appends the paths of an agent's files to `files`, without hidden files and caches.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let (path, kind) = (entry.path(), entry.file_type()?);
        if is_hidden(&path) || path.ends_with(BYTECODE_CACHE) {
            continue;
        }
        if kind.is_dir() {
            collect(&path, files)?;
        } else if kind.is_file() {
            files.push(path);
        }
    }
    Ok(())
}
