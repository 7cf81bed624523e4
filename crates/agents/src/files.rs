//! Files named in agent specs, such as trained weights: access rules, and pinning by content hash.

use std::collections::HashMap;
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use ludorum_core::FileParam;
use sha2::{Digest, Sha256};

/// Largest file an agent may read, in bytes.
const MAX_BYTES: u64 = 1 << 20;

/// Reads the files named in agent specs, subject to an access rule, and caches their content.
///
/// The cache is keyed by name and fingerprint. A spec with a fingerprint gets the cached content
/// even if the file on disk has changed, so all games of a run use the same agent.
#[derive(Debug)]
pub struct AgentFileCache {
    access: FileAccessScope,
    cache: Mutex<HashMap<(String, String), Arc<str>>>,
}

#[derive(Debug)]
enum FileAccessScope {
    None,
    Folder(PathBuf),
    Any,
}

impl AgentFileCache {
    /// Creates a cache that refuses to read any file; for specs of untrusted users.
    pub fn none() -> AgentFileCache {
        AgentFileCache::of(FileAccessScope::None)
    }

    /// Creates a cache that reads only files in `folder`, by plain name; for specs of untrusted
    /// users.
    pub fn named_in(folder: PathBuf) -> AgentFileCache {
        AgentFileCache::of(FileAccessScope::Folder(folder))
    }

    /// Creates a cache that reads any path; for specs written by the user of this program.
    pub fn anywhere() -> AgentFileCache {
        AgentFileCache::of(FileAccessScope::Any)
    }

    fn of(access: FileAccessScope) -> AgentFileCache {
        AgentFileCache {
            access,
            cache: Mutex::default(),
        }
    }

    /// Sorted names of the files in the cache's folder; empty unless access is limited to a folder.
    pub fn names(&self) -> Vec<String> {
        let FileAccessScope::Folder(folder) = &self.access else {
            return Vec::new();
        };
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let mut names: Vec<String> = entries
            .filter(|entry| entry.path().is_file())
            .filter_map(|entry| entry.file_name().into_string().ok())
            .filter(|name| is_name(name))
            .collect();
        names.sort();
        names
    }

    /// Reads the file named by a parameter and returns the parameter with content and fingerprint.
    ///
    /// # Errors
    /// If access is denied, the file cannot be read, or its fingerprint is not the requested one.
    pub fn read(&self, file: &FileParam) -> Result<FileParam, String> {
        let found = |pin: String, text: Arc<str>| FileParam {
            name: file.name.clone(),
            pin: Some(pin),
            text: Some(text),
        };
        if let Some(pin) = &file.pin
            && let Some(text) = self.lock().get(&(file.name.clone(), pin.clone()))
        {
            return Ok(found(pin.clone(), Arc::clone(text)));
        }
        let text = read_text(&self.path(&file.name)?)?;
        let pin = AgentFileCache::fingerprint(&text);
        if let Some(wanted) = file.pin.as_ref().filter(|wanted| **wanted != pin) {
            return Err(format!(
                "its content has the fingerprint {pin}, not {wanted}: the file has changed; restore \
                 it, or omit #{wanted}"
            ));
        }
        let text: Arc<str> = text.into();
        let key = (file.name.clone(), pin.clone());
        self.lock().insert(key, Arc::clone(&text));
        Ok(found(pin, text))
    }

    /// Fingerprint of a text: the first 16 hexadecimal digits of its SHA-256.
    pub fn fingerprint(text: &str) -> String {
        let hash = Sha256::digest(text.as_bytes());
        let digits = hash.iter().take(8).map(|byte| format!("{byte:02x}"));
        digits.collect()
    }

    fn path(&self, name: &str) -> Result<PathBuf, String> {
        match &self.access {
            FileAccessScope::Any => Ok(PathBuf::from(name)),
            FileAccessScope::None => Err("files are not read here; omit the parameter".to_owned()),
            FileAccessScope::Folder(folder) if is_name(name) => Ok(folder.join(name)),
            FileAccessScope::Folder(_) => Err(
                "files are not read here, except those in this server's folder: give a name of \
                 letters, digits, '-', '_' and '.'"
                    .to_owned(),
            ),
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<(String, String), Arc<str>>> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// True for a plain file name, which cannot leave its folder: no separators and no leading dot.
fn is_name(name: &str) -> bool {
    let fits = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    (1..=100).contains(&name.len()) && !name.starts_with('.') && name.chars().all(fits)
}

/// Reads a regular file of at most `MAX_BYTES`. Refuses devices: reading one may never end.
fn read_text(path: &Path) -> Result<String, String> {
    let cannot = |error: std::io::Error| format!("the file cannot be read: {error}");
    let about = fs::metadata(path).map_err(cannot)?;
    if !about.is_file() {
        return Err("it is not a regular file".to_owned());
    }
    let mut text = String::new();
    let file = fs::File::open(path).map_err(cannot)?;
    file.take(MAX_BYTES + 1)
        .read_to_string(&mut text)
        .map_err(cannot)?;
    if text.len() as u64 > MAX_BYTES {
        Err(format!("the file has more than {MAX_BYTES} bytes"))
    } else {
        Ok(text)
    }
}
