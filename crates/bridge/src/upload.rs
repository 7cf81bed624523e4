//! Agents that come as the contents of files, from a page: checked before anything is written.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use crate::shelf::{Installed, SameName, Shelf, ShelfError};

/// An agent has no more files.
const MOST_FILES: usize = 100;

/// All its files together have no more bytes.
const LARGEST: usize = 2 << 20;

/// Folders are no deeper.
const DEEPEST: usize = 5;

const LONGEST_NAME: usize = 64;

/// A file of an agent: its path below the agent's folder, and what is in it.
pub type UploadedFile = (String, Vec<u8>);

impl Shelf {
    /// Installs an agent that is a folder of this name with these files, or, without a name, a
    /// single file.
    ///
    /// # Errors
    /// When a name is not one, there is too much of it, it is no agent, or its name is taken and not to
    /// be taken over.
    pub fn receive(
        &self,
        folder: Option<&str>,
        files: &[UploadedFile],
        same_name: SameName,
    ) -> Result<Installed, ShelfError> {
        let bad = |path: &str, reason: &str| ShelfError::Bad {
            path: PathBuf::from(path),
            reason: reason.to_owned(),
        };
        if files.is_empty() || files.len() > MOST_FILES {
            let reason = format!("an agent has 1 to {MOST_FILES} files");
            return Err(bad(folder.unwrap_or("agent"), &reason));
        }
        if files.iter().map(|(_, bytes)| bytes.len()).sum::<usize>() > LARGEST {
            let reason = format!("it has more than {} MiB", LARGEST >> 20);
            return Err(bad(folder.unwrap_or("agent"), &reason));
        }
        let names = files.iter().map(|(path, _)| path.as_str()).chain(folder);
        for name in names {
            if !is_path(name) {
                return Err(bad(name, "it is not the name of a file of an agent"));
            }
        }
        let name = match (folder, files) {
            (Some(folder), _) if !folder.contains('/') => folder,
            (None, [(path, _)]) if !path.contains('/') => path,
            (Some(folder), _) => return Err(bad(folder, "it is a name, not a path")),
            (None, _) => return Err(bad("agent", "several files need the name of a folder")),
        };
        // Hidden, so that it is no agent yet; on the same disk as the shelf.
        let desk = self.folder().join(format!(".upload-{}", unique()));
        let failed = |error: io::Error| bad(name, &error.to_string());
        let added = lay_out(&desk, name, folder.is_some(), files)
            .map_err(failed)
            .and_then(|path| self.add(&path, same_name));
        let _ = fs::remove_dir_all(&desk);
        added
    }
}

/// Writes the files to a folder; where the agent then is.
fn lay_out(
    desk: &Path,
    name: &str,
    is_folder: bool,
    files: &[UploadedFile],
) -> io::Result<PathBuf> {
    let agent = desk.join(name);
    for (path, bytes) in files {
        let file = match is_folder {
            true => agent.join(path),
            false => agent.clone(),
        };
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(&file, bytes)?;
        if bytes.starts_with(b"#!") || bytes.starts_with(b"\x7fELF") {
            make_executable(&file)?;
        }
    }
    Ok(agent)
}

#[cfg(unix)]
fn make_executable(file: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(file, fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn make_executable(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Whether a path leads to a file of the agent, and nowhere else on any system.
fn is_path(path: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
    let is_name = |name: &str| {
        (1..=LONGEST_NAME).contains(&name.len())
            && !name.starts_with('.')
            && !name.ends_with('.')
            && name.chars().all(is_plain)
    };
    path.split('/').count() <= DEEPEST
        && path.split('/').all(is_name)
        && Path::new(path)
            .components()
            .all(|part| matches!(part, Component::Normal(_)))
}

fn unique() -> String {
    use std::sync::atomic::{AtomicU64, Ordering};
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    format!("{}-{number}", std::process::id())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_below_the_folder_of_the_agent() {
        for path in ["bot.py", "main", "a/b/c.txt", "A-1_2.tar.gz"] {
            assert!(is_path(path), "{path}");
        }
        let long = "x".repeat(65);
        for path in [
            "",
            "/",
            ".",
            "..",
            "../bot.py",
            "a/../../b",
            "/etc/passwd",
            "a//b",
            "a/",
            ".hidden",
            "a/.git/config",
            "a\\b",
            "c:bot.py",
            "bot.py\0",
            "b\u{f6}t.py",
            "a b",
            "~/x",
            "a/b/c/d/e/f",
            "nul.",
            &long,
        ] {
            assert!(!is_path(path), "{path}");
        }
    }
}
