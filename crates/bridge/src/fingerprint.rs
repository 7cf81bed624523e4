//! Which files an agent is made of, in sixteen digits: two agents of the same name need not be the
//! same.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::shelf::is_hidden;

/// The first digits of the SHA-256 of a file, or of all files of a folder with their names.
pub(crate) fn fingerprint(path: &Path) -> io::Result<String> {
    let mut hash = Sha256::new();
    if path.is_dir() {
        let mut files = Vec::new();
        collect(path, &mut files)?;
        files.sort();
        for file in files {
            let name = file.strip_prefix(path).unwrap_or(&file);
            let content = fs::read(&file)?;
            // The lengths, so that no other files run together to the same.
            hash.update((name.as_os_str().len() as u64).to_le_bytes());
            hash.update(name.to_string_lossy().as_bytes());
            hash.update((content.len() as u64).to_le_bytes());
            hash.update(content);
        }
    } else {
        hash.update(fs::read(path)?);
    }
    let digits = hash.finalize();
    Ok(digits
        .iter()
        .take(8)
        .map(|byte| format!("{byte:02x}"))
        .collect())
}

/// What an interpreter leaves behind when it runs the agent.
const LEFT_BEHIND: &str = "__pycache__";

/// The files that make the agent.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let (path, kind) = (entry.path(), entry.file_type()?);
        if is_hidden(&path) || path.ends_with(LEFT_BEHIND) {
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
