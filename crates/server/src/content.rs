//! Sector 66 templates and plug-ins: the built-in ones, and a content folder in which templates can
//! be saved and tried out.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use blake2::{Blake2s256, Digest};
use data_encoding::HEXLOWER;
use ludorum_plugins::{BoardTemplateToml, ContentLibrary, LocatedProblem, UNSAVED_TEMPLATES};
use ludorum_protocol::content::{
    BoardTemplateCheckResult, BoardTemplateDraft, FileProblem, SubmittedBoardTemplate,
};
use ludorum_protocol::{ApiProblem, ErrorCode};

use crate::Error;
use crate::identity::new_id;

/// Maximum number of trial templates, which are stored temporarily; the oldest are removed.
const MOST_TRIED: usize = 50;

/// Maximum number of Sector 66 templates saved in the content folder.
const MOST_SAVED: usize = 500;

/// Prefix of the generated names of trial templates, which are stored temporarily.
pub(crate) const TRY: &str = "try-";

/// Names that cannot be template names, since they are segments of URLs.
const RESERVED: [&str; 2] = ["check", "try"];

const LONGEST_NAME: usize = 40;

/// The Sector 66 templates and plug-ins of a server: built-in ones and those in the content folder.
#[derive(Debug)]
pub(crate) struct GameContentStore {
    folder: Option<PathBuf>,
}

impl GameContentStore {
    pub(crate) fn new(folder: Option<PathBuf>) -> GameContentStore {
        GameContentStore { folder }
    }

    /// True if the server has a content folder to save to.
    pub(crate) fn has_folder(&self) -> bool {
        self.folder.is_some()
    }

    /// The library of all Sector 66 templates and plug-ins of the server.
    pub(crate) fn library(&self) -> ContentLibrary {
        let mut library = ContentLibrary::shipped();
        if let Some(folder) = &self.folder {
            library.add_folder(folder);
        }
        library
    }

    /// Parses and validates a submitted Sector 66 template, and returns it with its problems.
    pub(crate) fn check(&self, source: SubmittedBoardTemplate) -> BoardTemplateCheckResult {
        let text = match source {
            SubmittedBoardTemplate::Text(text) => text,
            SubmittedBoardTemplate::Draft(draft) => from_protocol(&draft).to_text(),
        };
        let draft = BoardTemplateToml::read(&text)
            .ok()
            .as_ref()
            .map(to_protocol);
        let problems = match self.library().read_template("template", &text) {
            Ok(_) => Vec::new(),
            Err(trouble) => trouble.problems.into_iter().map(problem).collect(),
        };
        BoardTemplateCheckResult {
            text,
            draft,
            problems,
        }
    }

    /// Stores a valid template as a trial template and returns its generated name. It is removed
    /// when newer trials replace it.
    pub(crate) fn try_out(&self, source: SubmittedBoardTemplate) -> Result<String, Error> {
        let text = self.checked_text(source)?;
        let hash = Blake2s256::digest(text.as_bytes());
        let name = format!("{TRY}{}", HEXLOWER.encode(&hash[..6]));
        let folder = self.subfolder(UNSAVED_TEMPLATES)?;
        write(&folder, &format!("{name}.toml"), &text)?;
        remove_oldest(&folder, MOST_TRIED).map_err(not_stored)?;
        Ok(name)
    }

    /// Saves a valid template under a name, replacing an earlier template of that name.
    pub(crate) fn save(&self, name: &str, source: SubmittedBoardTemplate) -> Result<(), Error> {
        if !is_name(name) {
            let reason = "names have lower-case letters, digits and hyphens, and start with a \
                          letter; the prefix try- is reserved for trials";
            return Err(refused("template-name", reason));
        }
        if ContentLibrary::shipped().template_text(name).is_some() {
            return Err(refused(
                "template-shipped",
                "this is a built-in template; choose another name",
            ));
        }
        let text = self.checked_text(source)?;
        let folder = self.subfolder("templates")?;
        let is_new = !folder.join(format!("{name}.toml")).exists();
        if is_new && files(&folder).len() >= MOST_SAVED {
            let reason = "too many templates; remove some";
            return Err(refused("template-many", reason));
        }
        write(&folder, &format!("{name}.toml"), &text)
    }

    pub(crate) fn remove(&self, name: &str) -> Result<(), Error> {
        if !is_name(name) {
            return Err(ErrorCode::NotFound.into());
        }
        let path = self.subfolder("templates")?.join(format!("{name}.toml"));
        fs::remove_file(path).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => ErrorCode::NotFound.into(),
            _ => not_stored(error),
        })
    }

    /// The file text of a valid template. An invalid template gives its first problem as an error.
    fn checked_text(&self, source: SubmittedBoardTemplate) -> Result<String, Error> {
        let checked = self.check(source);
        match checked.problems.first() {
            None => Ok(checked.text),
            Some(problem) => Err(refused(
                "template-flaw",
                format!("{}: {}", problem.key, problem.message),
            )),
        }
    }

    fn subfolder(&self, name: &str) -> Result<PathBuf, Error> {
        let folder = self
            .folder
            .as_ref()
            .ok_or(ErrorCode::NotAllowed)?
            .join(name);
        fs::create_dir_all(&folder).map_err(not_stored)?;
        Ok(folder)
    }
}

/// Converts a template draft to its wire type.
pub(crate) fn to_protocol(draft: &BoardTemplateToml) -> BoardTemplateDraft {
    convert(draft)
}

fn from_protocol(draft: &BoardTemplateDraft) -> BoardTemplateToml {
    convert(draft)
}

/// Converts between two types with the same JSON form, by serialising and parsing.
fn convert<A: serde::Serialize, B: serde::de::DeserializeOwned>(draft: &A) -> B {
    let value = serde_json::to_value(draft).expect("drafts are JSON");
    serde_json::from_value(value).expect("drafts have the same keys on the wire and in files")
}

pub(crate) fn problem(located: LocatedProblem) -> FileProblem {
    FileProblem {
        line: u32::try_from(located.line).unwrap_or(u32::MAX),
        key: located.key,
        message: located.message,
        why: located.why.name.to_owned(),
        details: located
            .why
            .details
            .into_iter()
            .map(|(name, text)| (name.to_owned(), text))
            .collect(),
    }
}

fn is_name(name: &str) -> bool {
    let is_letter = |c: char| c.is_ascii_lowercase();
    name.len() <= LONGEST_NAME
        && name.starts_with(is_letter)
        && name
            .chars()
            .all(|c| is_letter(c) || c.is_ascii_digit() || c == '-')
        && !name.starts_with(TRY)
        && !RESERVED.contains(&name)
}

fn refused(why: &str, reason: impl std::fmt::Display) -> Error {
    ApiProblem::new(ErrorCode::BadTemplate)
        .with("why", why)
        .with("reason", reason)
        .into()
}

pub(crate) fn not_stored(error: io::Error) -> Error {
    tracing::error!(%error, "a content file could not be written");
    ErrorCode::NotStored.into()
}

/// Writes a file atomically: concurrent writers use different temporary files and rename them.
pub(crate) fn write(folder: &Path, file: &str, text: &str) -> Result<(), Error> {
    let draft = folder.join(format!(".{file}.{}.part", new_id()));
    let written = fs::write(&draft, text).and_then(|()| fs::rename(&draft, folder.join(file)));
    written.map_err(|error| {
        let _ = fs::remove_file(&draft);
        not_stored(error)
    })
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path());
    paths
        .filter(|path| path.extension().is_some_and(|end| end == "toml"))
        .collect()
}

/// Removes the oldest trial templates so that at most `most` are left.
fn remove_oldest(folder: &Path, most: usize) -> io::Result<()> {
    let mut files = files(folder);
    let age = |path: &PathBuf| {
        let changed = fs::metadata(path).and_then(|file| file.modified());
        changed.unwrap_or(SystemTime::UNIX_EPOCH)
    };
    files.sort_by_key(age);
    let surplus = files.len().saturating_sub(most);
    files.iter().take(surplus).try_for_each(fs::remove_file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_are_the_same_on_the_wire_and_in_files() {
        let library = ContentLibrary::shipped();
        for name in library.templates() {
            let draft = BoardTemplateToml::read(library.template_text(&name).unwrap()).unwrap();
            assert_eq!(from_protocol(&to_protocol(&draft)), draft, "{name}");
        }
    }

    #[test]
    fn names_lead_nowhere_else() {
        for name in ["mine", "my-board-2"] {
            assert!(is_name(name), "{name}");
        }
        let long = "x".repeat(LONGEST_NAME + 1);
        for name in [
            "", "../x", "a/b", "A", "2x", "x.y", "try-1", "check", "try", "ž", &long,
        ] {
            assert!(!is_name(name), "{name}");
        }
    }
}
