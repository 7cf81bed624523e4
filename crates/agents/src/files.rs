//! Files that specs of agents name, such as trained weights: who may read which, and that a game goes on
//! with what it began with.

use std::collections::HashMap;
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use ludorum_core::NamedFile;
use sha2::{Digest, Sha256};

/// No file of an agent is longer, in bytes.
const LONGEST: u64 = 1 << 20;

/// Files that agents may be made from.
///
/// What was read once is kept by its fingerprint. Specs with a fingerprint get that content as long as
/// these files are there, whatever becomes of the file itself: all games of a run are played by the same
/// agent.
#[derive(Debug)]
pub struct Files {
    place: Place,
    known: Mutex<HashMap<(String, String), Arc<str>>>,
}

#[derive(Debug)]
enum Place {
    Nowhere,
    Folder(PathBuf),
    Anywhere,
}

impl Files {
    /// No files: for specs that come from strangers.
    pub fn none() -> Files {
        Files::of(Place::Nowhere)
    }

    /// Those in a folder, by their names: for specs that come from strangers, where somebody who is
    /// trusted fills the folder.
    pub fn named_in(folder: PathBuf) -> Files {
        Files::of(Place::Folder(folder))
    }

    /// All files, by their paths: for specs that the user of this program wrote.
    pub fn anywhere() -> Files {
        Files::of(Place::Anywhere)
    }

    fn of(place: Place) -> Files {
        Files {
            place,
            known: Mutex::default(),
        }
    }

    /// The names that can be given for a file, where there is a list of them.
    pub fn names(&self) -> Vec<String> {
        let Place::Folder(folder) = &self.place else {
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

    /// The file with its content and its fingerprint.
    ///
    /// # Errors
    /// When it must not or cannot be read, or has not the fingerprint that was asked for.
    pub fn read(&self, file: &NamedFile) -> Result<NamedFile, String> {
        let found = |pin: String, text: Arc<str>| NamedFile {
            name: file.name.clone(),
            pin: Some(pin),
            text: Some(text),
        };
        if let Some(pin) = &file.pin
            && let Some(text) = self.lock().get(&(file.name.clone(), pin.clone()))
        {
            return Ok(found(pin.clone(), Arc::clone(text)));
        }
        let text = text_of(&self.path(&file.name)?)?;
        let pin = Files::fingerprint(&text);
        if let Some(wanted) = file.pin.as_ref().filter(|wanted| **wanted != pin) {
            return Err(format!(
                "its content has the fingerprint {pin}, not {wanted}: this is another file than \
                 the one that was meant; put that one back, or leave out #{wanted}"
            ));
        }
        let text: Arc<str> = text.into();
        let key = (file.name.clone(), pin.clone());
        self.lock().insert(key, Arc::clone(&text));
        Ok(found(pin, text))
    }

    /// The fingerprint of a content: the first 16 hexadecimal digits of its SHA-256.
    pub fn fingerprint(text: &str) -> String {
        let hash = Sha256::digest(text.as_bytes());
        let digits = hash.iter().take(8).map(|byte| format!("{byte:02x}"));
        digits.collect()
    }

    fn path(&self, name: &str) -> Result<PathBuf, String> {
        match &self.place {
            Place::Anywhere => Ok(PathBuf::from(name)),
            Place::Nowhere => Err("files are not read here; leave it out".to_owned()),
            Place::Folder(folder) if is_name(name) => Ok(folder.join(name)),
            Place::Folder(_) => Err(
                "files are not read here, only what is in the folder of this server: give its \
                 name, of letters, digits, '-', '_' and '.'"
                    .to_owned(),
            ),
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<(String, String), Arc<str>>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether a name leads to no other folder.
fn is_name(name: &str) -> bool {
    let fits = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    (1..=100).contains(&name.len()) && !name.starts_with('.') && name.chars().all(fits)
}

/// The text of a file that may be anything: no device that never ends.
fn text_of(path: &Path) -> Result<String, String> {
    let cannot = |error: std::io::Error| format!("the file cannot be read: {error}");
    let about = fs::metadata(path).map_err(cannot)?;
    if !about.is_file() {
        return Err("it is no file".to_owned());
    }
    let mut text = String::new();
    let file = fs::File::open(path).map_err(cannot)?;
    file.take(LONGEST + 1)
        .read_to_string(&mut text)
        .map_err(cannot)?;
    match text.len() as u64 > LONGEST {
        true => Err(format!("the file has more than {LONGEST} bytes")),
        false => Ok(text),
    }
}
