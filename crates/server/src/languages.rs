//! Languages of the page: the built-in ones, and users' translations in the content folder.
//! Translations are checked again whenever their file has changed.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};
use std::time::SystemTime;

use ludorum_protocol::lobby::LocaleInfo;
use ludorum_protocol::translation::{TranslationFinding, TranslationFindingKind, TranslationInfo};
use ludorum_protocol::{ApiProblem, ErrorCode};
use parking_lot::Mutex;
use rust_embed::RustEmbed;

use crate::Error;
use crate::content::{not_stored, write};
use crate::translation::{FluentMessages, HEADER, TranslationIssueKind};

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../../content/locales"]
struct EmbeddedLocales;

/// Code of the reference language, which translations are compared with.
const REFERENCE: &str = "en";

/// Name of the subfolder of translations in the content folder.
const FOLDER: &str = "locales";
const ENDING: &str = ".ftl";

/// Maximum size of a translation in bytes: several times that of a complete one.
pub(crate) const LONGEST: usize = 256 * 1024;

/// Maximum number of saved translations, and of issues reported per translation.
const MOST: usize = 200;
const MOST_FINDINGS: usize = 100;

const LONGEST_CODE: usize = 20;
const LONGEST_NAME: usize = 40;

/// Device names reserved by Windows, which cannot be file names.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

static REFERENCE_WORDS: LazyLock<FluentMessages> = LazyLock::new(|| {
    let text = shipped(REFERENCE).expect("the program speaks English");
    FluentMessages::read(&text)
});

/// All built-in languages, each as its code and the text of its Fluent file.
pub fn languages() -> Vec<(String, String)> {
    let one = |file: std::borrow::Cow<'static, str>| {
        let code = file.strip_suffix(ENDING)?.to_owned();
        let text = shipped(&code)?;
        Some((code, text))
    };
    EmbeddedLocales::iter().filter_map(one).collect()
}

fn shipped(code: &str) -> Option<String> {
    let file = EmbeddedLocales::get(&format!("{code}{ENDING}"))?;
    String::from_utf8(file.data.into_owned()).ok()
}

/// The languages of the page: built-in ones and the translations in the content folder.
#[derive(Debug)]
pub(crate) struct LocaleStore {
    folder: Option<PathBuf>,
    /// Cached check results of translation files, valid while the file's stamp is the same.
    read: Mutex<BTreeMap<PathBuf, (FileStamp, Arc<TranslationWithFindings>)>>,
}

/// Modification time and size of a file, which detect that it has changed.
type FileStamp = (Option<SystemTime>, u64);

/// A translation file of the content folder with the result of its check.
#[derive(Debug)]
struct TranslationWithFindings {
    info: TranslationInfo,
    text: String,
}

impl LocaleStore {
    pub(crate) fn new(content: Option<&Path>) -> LocaleStore {
        LocaleStore {
            folder: content.map(|content| content.join(FOLDER)),
            read: Mutex::default(),
        }
    }

    /// True if the server has a content folder to save translations to.
    pub(crate) fn has_folder(&self) -> bool {
        self.folder.is_some()
    }

    /// The languages that users can choose: built-in ones and valid translations.
    pub(crate) fn offered(&self) -> Vec<LocaleInfo> {
        let own = languages().into_iter().map(|(code, text)| {
            let words = FluentMessages::read(&text);
            let name = words.header("language").unwrap_or(&code).to_owned();
            LocaleInfo {
                code,
                name,
                shipped: true,
            }
        });
        let added = self.translations().into_iter();
        let added = added.filter(|info| info.refused.is_none());
        own.chain(added.map(|info| LocaleInfo {
            code: info.code,
            name: info.name,
            shipped: false,
        }))
        .collect()
    }

    /// The Fluent text of an offered language, by its file name; `None` if it is not offered.
    pub(crate) fn text(&self, file: &str) -> Option<String> {
        let code = file.strip_suffix(ENDING)?;
        if let Some(text) = shipped(code) {
            return Some(text);
        }
        let found = self
            .files()
            .into_iter()
            .find(|path| code_of(path) == code)?;
        let found = self.open(&found);
        found.info.refused.is_none().then(|| found.text.clone())
    }

    /// All translations in the content folder, including those that are not offered because of
    /// errors.
    pub(crate) fn translations(&self) -> Vec<TranslationInfo> {
        let files = self.files();
        let mut read = self.read.lock();
        read.retain(|path, _| files.contains(path));
        drop(read);
        let info = |path: &PathBuf| self.open(path).info.clone();
        files.iter().map(info).collect()
    }

    /// Checks a translation and saves it, replacing an earlier one for the same code.
    pub(crate) fn save(&self, code: &str, text: &str) -> Result<TranslationInfo, Error> {
        let info = check(code, text);
        if let Some(problem) = info.refused {
            return Err(problem.into());
        }
        let folder = self.folder.as_ref().ok_or(ErrorCode::NotAllowed)?;
        let file = format!("{code}{ENDING}");
        if !folder.join(&file).exists() && self.files().len() >= MOST {
            let reason = "too many translations; remove some";
            return Err(refusal("translation-many", reason).into());
        }
        fs::create_dir_all(folder).map_err(not_stored)?;
        write(folder, &file, text)?;
        tracing::info!(code, "a translation was saved");
        Ok(info)
    }

    pub(crate) fn remove(&self, code: &str) -> Result<(), Error> {
        let folder = self.folder.as_ref().ok_or(ErrorCode::NotAllowed)?;
        if !is_code(code) {
            return Err(ErrorCode::NotFound.into());
        }
        let removed = fs::remove_file(folder.join(format!("{code}{ENDING}")));
        removed.map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => ErrorCode::NotFound.into(),
            _ => not_stored(error),
        })
    }

    fn files(&self) -> Vec<PathBuf> {
        let folder = self
            .folder
            .iter()
            .filter_map(|folder| fs::read_dir(folder).ok());
        let paths = folder.flatten().flatten().map(|entry| entry.path());
        let is_translation = |path: &PathBuf| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.ends_with(ENDING) && !name.starts_with('.')
        };
        let mut paths: Vec<PathBuf> = paths.filter(is_translation).collect();
        paths.sort();
        paths.truncate(MOST);
        paths
    }

    /// Reads and checks a translation file, or returns the cached result.
    fn open(&self, path: &Path) -> Arc<TranslationWithFindings> {
        let about = fs::metadata(path);
        let stamp: FileStamp = about
            .as_ref()
            .map_or((None, 0), |about| (about.modified().ok(), about.len()));
        let mut read = self.read.lock();
        if let Some((known, translation)) = read.get(path)
            && *known == stamp
        {
            return Arc::clone(translation);
        }
        let code = code_of(path);
        let (info, text) = match bounded_text(path) {
            Ok(text) => (check(&code, &text), text),
            Err(error) => {
                let mut info = check(&code, "");
                let problem = refusal(
                    "translation-unreadable",
                    format!("it cannot be read: {error}"),
                );
                info.refused = Some(problem.with("detail", error));
                (info, String::new())
            }
        };
        log_issues(&info);
        let translation = Arc::new(TranslationWithFindings { info, text });
        read.insert(path.to_owned(), (stamp, Arc::clone(&translation)));
        translation
    }
}

/// Logs the issues of a translation, for the operator.
fn log_issues(info: &TranslationInfo) {
    let code = &info.code;
    if let Some(problem) = &info.refused {
        let reason = problem.params.get("reason").map_or("", String::as_str);
        tracing::warn!(code, reason, "a translation in locales/ is refused");
        return;
    }
    for finding in &info.findings {
        let (line, key) = (finding.line, finding.key.as_deref());
        tracing::warn!(code, line, key, "{}", finding.text);
    }
}

fn code_of(path: &Path) -> String {
    path.file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

/// Reads a regular file up to the maximum size of a translation.
fn bounded_text(path: &Path) -> io::Result<String> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("not a regular file"));
    }
    let mut text = String::new();
    let most = LONGEST as u64 + 1;
    fs::File::open(path)?.take(most).read_to_string(&mut text)?;
    Ok(text)
}

/// Validates a translation with the same checker as `ludorum i18n check`.
fn check(code: &str, text: &str) -> TranslationInfo {
    let words = FluentMessages::read(text);
    let header = |name: &str| words.header(name).unwrap_or_default().to_owned();
    let absent: Vec<&str> = HEADER
        .into_iter()
        .filter(|name| words.header(name).is_none())
        .collect();
    let (name, author, version) = (header("language"), header("author"), header("version"));
    let messages = words.known(&REFERENCE_WORDS);
    let refused = if !is_code(code) {
        let reason = "the file name is not a language code such as de or pt-BR";
        Some(refusal("translation-code", reason))
    } else if shipped(&code.to_ascii_lowercase()).is_some() {
        let reason =
            format!("{code} is a built-in language; use a code of your own, such as {code}-x-own");
        Some(refusal("translation-shipped", reason).with("language", code))
    } else if text.len() > LONGEST {
        let reason = format!("it is longer than {LONGEST} bytes");
        Some(refusal("translation-long", reason).with("most", LONGEST / 1024))
    } else if !absent.is_empty() {
        let absent = absent.join(", ");
        let reason = format!("its header lacks {absent}");
        Some(refusal("translation-header", reason).with("absent", absent))
    } else if [&name, &author, &version]
        .into_iter()
        .any(|text| !is_label(text))
    {
        let reason = format!(
            "its header has texts longer than {LONGEST_NAME} characters or on several lines"
        );
        Some(refusal("translation-label", reason).with("most", LONGEST_NAME))
    } else {
        None
    };
    let findings = words.compare(&REFERENCE_WORDS, code).into_iter();
    let findings = findings.filter_map(|finding| {
        Some(TranslationFinding {
            line: finding.line.and_then(|line| u32::try_from(line).ok()),
            kind: match finding.kind {
                TranslationIssueKind::Missing => return None,
                TranslationIssueKind::Syntax => TranslationFindingKind::Syntax,
                TranslationIssueKind::Twice => TranslationFindingKind::Twice,
                TranslationIssueKind::Unknown => TranslationFindingKind::Unknown,
                TranslationIssueKind::Plural => TranslationFindingKind::Plural,
                TranslationIssueKind::Placeholders => TranslationFindingKind::Placeholders,
            },
            key: finding.key,
            text: finding.text,
        })
    });
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    TranslationInfo {
        code: code.to_owned(),
        name: if name.is_empty() {
            code.to_owned()
        } else {
            name
        },
        author,
        version,
        messages: count(messages),
        wanted: count(REFERENCE_WORDS.len()),
        refused,
        findings: findings.take(MOST_FINDINGS).collect(),
    }
}

fn refusal(why: &str, reason: impl std::fmt::Display) -> ApiProblem {
    ApiProblem::new(ErrorCode::BadTranslation)
        .with("why", why)
        .with("reason", reason)
}

/// True for a language code such as `de`, `pt-BR` or `cs-x-own` (BCP 47). The code is also a file
/// name, so path characters are not allowed.
fn is_code(code: &str) -> bool {
    let mut parts = code.split('-');
    let is_language = |part: &str| {
        (2..=3).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_lowercase())
    };
    let is_part = |part: &str| {
        (1..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric())
    };
    code.len() <= LONGEST_CODE
        && parts.next().is_some_and(is_language)
        && parts.all(is_part)
        && !DEVICES.contains(&code)
}

/// True if a text is short enough for a menu and has no control characters.
fn is_label(text: &str) -> bool {
    text.chars().count() <= LONGEST_NAME && !text.chars().any(char::is_control)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_lead_nowhere_else() {
        for code in ["de", "pt-BR", "zh-Hant-TW", "cs-x-own", "haw"] {
            assert!(is_code(code), "{code}");
        }
        for code in [
            "",
            "d",
            "DE",
            "de-",
            "../x",
            "de/x",
            "de.x",
            "de_DE",
            "con",
            "č1",
            "de-aaaaaaaa-bbbbbbbb-c",
        ] {
            assert!(!is_code(code), "{code}");
        }
    }

    #[test]
    fn a_translation_without_a_header_is_refused() {
        let why = |code: &str, text: &str| {
            let problem = check(code, text).refused?;
            problem.params.get("why").cloned()
        };
        let header = "language = Deutsch\nauthor = Anna\nversion = 1\n";
        assert_eq!(why("de", header), None);
        assert_eq!(
            why("de", "language = Deutsch\nversion = 1\n").as_deref(),
            Some("translation-header")
        );
        assert_eq!(
            why("de", &header.replace("Anna", "")).as_deref(),
            Some("translation-header")
        );
        assert_eq!(why("cs", header).as_deref(), Some("translation-shipped"));
        assert_eq!(why("d/e", header).as_deref(), Some("translation-code"));
        let long = header.replace("Anna", &"a".repeat(41));
        assert_eq!(why("de", &long).as_deref(), Some("translation-label"));
        let long = format!("{header}home = {}\n", "a".repeat(LONGEST));
        assert_eq!(why("de", &long).as_deref(), Some("translation-long"));
    }

    #[test]
    fn what_is_wrong_with_single_messages_does_not_refuse_a_translation() {
        let text = "language = Deutsch\nauthor = Anna\nversion = 1\nhome = { $x }\nlobby = {\n";
        let info = check("de", text);
        assert_eq!(info.refused, None);
        let kinds: Vec<TranslationFindingKind> =
            info.findings.iter().map(|finding| finding.kind).collect();
        assert_eq!(
            kinds,
            [
                TranslationFindingKind::Placeholders,
                TranslationFindingKind::Syntax
            ]
        );
        assert!(info.messages == 4 && info.wanted > 500, "{info:?}");
    }
}
