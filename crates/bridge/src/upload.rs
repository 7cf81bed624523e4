//! Installs agents from uploaded file contents. All checks come before the first write.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use crate::registry::{AgentRegistry, AgentRegistryError, NameConflictPolicy, RegisteredAgent};

/// Maximum number of files of an uploaded agent.
const MAX_FILES: usize = 100;

/// Maximum total size of an uploaded agent's files, in bytes.
const MAX_BYTES: usize = 2 << 20;

/// Maximum number of components in the path of an uploaded file.
const MAX_DEPTH: usize = 5;

const MAX_NAME_LENGTH: usize = 64;

/// Path of an uploaded file, relative to the agent's folder, and its contents.
pub type UploadedFile = (String, Vec<u8>);

impl AgentRegistry {
    /// Installs an uploaded agent: a folder with this name and these files, or a single file if
    /// there is no folder name.
    ///
    /// # Errors
    /// If a path is invalid, a size limit is exceeded, the files are not an agent, or its name is
    /// taken and `same_name` refuses to replace it.
    pub fn add_uploaded(
        &self,
        folder: Option<&str>,
        files: &[UploadedFile],
        same_name: NameConflictPolicy,
    ) -> Result<RegisteredAgent, AgentRegistryError> {
        let bad = |path: &str, reason: &str| AgentRegistryError::Bad {
            path: PathBuf::from(path),
            reason: reason.to_owned(),
        };
        if files.is_empty() || files.len() > MAX_FILES {
            let reason = format!("an agent has 1 to {MAX_FILES} files");
            return Err(bad(folder.unwrap_or("agent"), &reason));
        }
        if files.iter().map(|(_, bytes)| bytes.len()).sum::<usize>() > MAX_BYTES {
            let reason = format!("it has more than {} MiB", MAX_BYTES >> 20);
            return Err(bad(folder.unwrap_or("agent"), &reason));
        }
        let names = files.iter().map(|(path, _)| path.as_str()).chain(folder);
        for name in names {
            if !is_path(name) {
                return Err(bad(name, "it is not a valid file name for an agent"));
            }
        }
        let name = match (folder, files) {
            (Some(folder), _) if !folder.contains('/') => folder,
            (None, [(path, _)]) if !path.contains('/') => path,
            (Some(folder), _) => {
                return Err(bad(
                    folder,
                    "the name of an agent's folder cannot be a path",
                ));
            }
            (None, _) => {
                return Err(bad(
                    "agent",
                    "an agent of several files needs a folder name",
                ));
            }
        };
        // Hidden, so that it is not listed; on the same disk as the registry.
        let staging = self.folder().join(format!(".upload-{}", unique()));
        let failed = |error: io::Error| bad(name, &error.to_string());
        let added = write_files(&staging, name, folder.is_some(), files)
            .map_err(failed)
            .and_then(|path| self.add(&path, same_name));
        let _ = fs::remove_dir_all(&staging);
        added
    }
}

/// Writes the uploaded files to the staging folder and returns the agent's path there.
fn write_files(
    staging: &Path,
    name: &str,
    is_folder: bool,
    files: &[UploadedFile],
) -> io::Result<PathBuf> {
    let agent = staging.join(name);
    for (path, bytes) in files {
        let file = if is_folder {
            agent.join(path)
        } else {
            agent.clone()
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

/// True if a relative path stays inside the agent's folder on every platform.
fn is_path(path: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
    let is_name = |name: &str| {
        (1..=MAX_NAME_LENGTH).contains(&name.len())
            && !name.starts_with('.')
            && !name.ends_with('.')
            && name.chars().all(is_plain)
    };
    path.split('/').count() <= MAX_DEPTH
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
