//! The Python base class of agents, for interpreters without the package. It is written to a folder
//! once and prepended to `PYTHONPATH` of Python agents.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use ludorum_catalog::PUBLISHED_PROGRAMS;
use parking_lot::Mutex;
use sha2::{Digest, Sha256};

use crate::fingerprint::short_hex;

/// Folder of the Python base class within the agent registry; hidden, so that it is not listed as
/// an agent.
const FOLDER: &str = ".python";

/// Lock for writing the base class folder: all threads of this process share one staging folder.
static WRITE_LOCK: Mutex<()> = Mutex::new(());

const FILES: [(&str, &str); 5] = [
    (
        "AICore.py",
        include_str!("../../../content/agents/base/AICore.py"),
    ),
    (
        "ludorum/__init__.py",
        include_str!("../../../content/agents/base/ludorum/__init__.py"),
    ),
    (
        "ludorum/_native.py",
        include_str!("../../../content/agents/base/ludorum/_native.py"),
    ),
    (
        "ludorum/engine.py",
        include_str!("../../../content/agents/base/ludorum/engine.py"),
    ),
    (
        "ludorum/agent.py",
        include_str!("../../../python/ludorum/agent.py"),
    ),
];

/// Returns name and text of all files in the base class folder: the base class and the interfaces
/// of published programs.
fn files() -> impl Iterator<Item = (&'static str, &'static str)> {
    let published = PUBLISHED_PROGRAMS.iter().map(|programs| programs.module);
    FILES.into_iter().chain(published)
}

/// Returns the folder with this version of the Python base class, written on first use below the
/// folder of installed agents.
///
/// # Errors
/// If it does not exist and cannot be written.
pub fn folder(agents: &Path) -> io::Result<PathBuf> {
    let all = agents.join(FOLDER);
    let current = all.join(version());
    let _guard = WRITE_LOCK.lock();
    if current.is_dir() {
        return Ok(current);
    }
    // Other processes may write it at the same time: the first rename wins and is atomic.
    let staging = all.join(format!(".{}-{}", version(), std::process::id()));
    let _ = fs::remove_dir_all(&staging);
    fs::create_dir_all(staging.join("ludorum"))?;
    for (name, text) in files() {
        fs::write(staging.join(name), text)?;
    }
    let renamed = fs::rename(&staging, &current);
    let _ = fs::remove_dir_all(&staging);
    if current.is_dir() {
        Ok(current)
    } else {
        renamed.map(|()| current)
    }
}

/// Replaces `AICore.py` in the copy of an agent by the version for this engine protocol. Agents
/// from the published Colonizers contain the original, which Python would import first.
///
/// # Errors
/// If it cannot be written.
pub(crate) fn replace_bundled(folder: &Path) -> io::Result<()> {
    let (name, text) = FILES[0];
    let file = folder.join(name);
    if file.is_file() {
        fs::write(file, text)
    } else {
        Ok(())
    }
}

/// Returns the first digits of the SHA-256 of the base class files, which name the folder of this
/// version.
fn version() -> String {
    let mut hash = Sha256::new();
    for (name, text) in files() {
        hash.update(name);
        hash.update([0]);
        hash.update(text);
        hash.update([0]);
    }
    short_hex(hash)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_that_need_it_at_once_all_find_it_whole() {
        let agents =
            std::env::temp_dir().join(format!("ludorum-base-class-{}", std::process::id()));
        let _ = fs::remove_dir_all(&agents);
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    let found = folder(&agents).unwrap();
                    for (name, text) in files() {
                        assert_eq!(fs::read_to_string(found.join(name)).unwrap(), text);
                    }
                });
            }
        });
        fs::remove_dir_all(&agents).unwrap();
    }
}
