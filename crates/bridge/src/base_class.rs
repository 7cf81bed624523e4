//! The Python base class of agents, for interpreters that do not have the package: written to a
//! folder once and put on the path of the Python programs that are started.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use sha2::{Digest, Sha256};

/// Beside the installed agents, and none itself.
const FOLDER: &str = ".python";

/// Threads of this process write one after the other: they would write to the same half of a copy.
static WRITING: Mutex<()> = Mutex::new(());

const FILES: [(&str, &str); 6] = [
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
    (
        "ludorum/colonizers.py",
        include_str!("../../../python/ludorum/colonizers.py"),
    ),
];

/// The folder with the Python base class of this version, below the folder of installed agents.
///
/// # Errors
/// When it is not there and cannot be written.
pub fn folder(agents: &Path) -> io::Result<PathBuf> {
    let all = agents.join(FOLDER);
    let ours = all.join(version());
    let _writing = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
    if ours.is_dir() {
        return Ok(ours);
    }
    // Other processes may be doing the same just now: who is first wins, and half a copy is never seen.
    let half = all.join(format!(".{}-{}", version(), std::process::id()));
    let _ = fs::remove_dir_all(&half);
    fs::create_dir_all(half.join("ludorum"))?;
    for (name, text) in FILES {
        fs::write(half.join(name), text)?;
    }
    let renamed = fs::rename(&half, &ours);
    let _ = fs::remove_dir_all(&half);
    match ours.is_dir() {
        true => Ok(ours),
        false => renamed.map(|()| ours),
    }
}

/// Puts the base class of the published Colonizers in the place of a file of its name in the copy of an agent.
/// Folders from the published program have that program's own, which Python would find first and which
/// cannot speak to this one.
///
/// # Errors
/// When it cannot be written.
pub(crate) fn put_in_place_of_another(folder: &Path) -> io::Result<()> {
    let (name, text) = FILES[0];
    let file = folder.join(name);
    match file.is_file() {
        true => fs::write(file, text),
        false => Ok(()),
    }
}

/// The beginning of the hash of the files.
fn version() -> String {
    let mut hash = Sha256::new();
    for (name, text) in FILES {
        hash.update(name);
        hash.update([0]);
        hash.update(text);
        hash.update([0]);
    }
    let hash = hash.finalize();
    hash.iter()
        .take(8)
        .map(|byte| format!("{byte:02x}"))
        .collect()
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
                    for (name, text) in FILES {
                        assert_eq!(fs::read_to_string(found.join(name)).unwrap(), text);
                    }
                });
            }
        });
        fs::remove_dir_all(&agents).unwrap();
    }
}
