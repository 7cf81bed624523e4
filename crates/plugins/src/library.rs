//! All templates and plug-ins: those embedded in the program and those in user folders.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ludorum_core::RulesFile;
use ludorum_games::sector66::{
    BoardTemplateProblem, ContentSource, PlayableBoardTemplate, PluginDefinition, PluginHost,
    ProblemCode,
};
use rust_embed::RustEmbed;
use sha2::{Digest, Sha256};

use crate::file_errors::{ContentFileError, LocatedProblem, TomlSource};
use crate::luau;
use crate::manifest::PluginManifest;
use crate::template::{self, LoadedBoardTemplate};

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../../content/templates"]
struct ShippedBoardTemplates;

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../../content/plugins"]
struct ShippedPlugins;

/// Name of the environment variable with the path of the user's content folder.
const USER_CONTENT: &str = "LUDORUM_CONTENT";

/// Subfolder of the content folder for unsaved templates, which may be deleted at any time.
pub const UNSAVED_TEMPLATES: &str = "tried";

/// Name of the default board template.
const DEFAULT_TEMPLATE: &str = "classic";

/// The files of a plug-in, read and checked but not run.
#[derive(Clone, Debug)]
pub struct PluginPackage {
    /// Name of the plug-in's folder.
    pub folder: String,
    /// Parsed contents of `plugin.toml`.
    pub manifest: PluginManifest,
    /// Text of `plugin.toml`.
    pub manifest_text: String,
    /// Text of `main.luau`, the program of the plug-in.
    pub source: String,
    /// SHA-256 of `plugin.toml` and `main.luau`, in hexadecimal.
    pub hash: String,
    /// Line number of the UUID in `plugin.toml`.
    uuid_line: usize,
}

impl PluginPackage {
    /// Reads a plug-in from the texts of its two files.
    ///
    /// # Errors
    /// When the manifest is invalid.
    pub fn new(
        folder: &str,
        manifest: &str,
        source: &str,
    ) -> Result<PluginPackage, ContentFileError> {
        let read = PluginManifest::read(manifest).map_err(|problems| ContentFileError {
            file: format!("{folder}/plugin.toml"),
            problems,
        })?;
        Ok(PluginPackage {
            folder: folder.to_owned(),
            manifest: read,
            manifest_text: manifest.to_owned(),
            source: source.to_owned(),
            hash: hash(&[manifest, source]),
            uuid_line: TomlSource::of(manifest).line_of("uuid"),
        })
    }

    /// Reads a plug-in from its folder.
    ///
    /// # Errors
    /// When a file is missing or invalid.
    pub fn from_folder(path: &Path) -> Result<PluginPackage, ContentFileError> {
        let name = path.file_name().unwrap_or(path.as_os_str());
        let folder = name.to_string_lossy().into_owned();
        let read = |file: &str| {
            let file = path.join(file);
            text_of(&file, LONGEST_OF_PLUGIN).map_err(|error| {
                let message = format!(
                    "cannot be read ({error}); a plug-in is a folder with plugin.toml and main.luau, \
                     and ludorum plugin new makes one"
                );
                whole_file(&file.display().to_string(), message)
            })
        };
        PluginPackage::new(&folder, &read("plugin.toml")?, &read("main.luau")?)
    }
}

/// Maximum size of each file of a plug-in, in bytes.
const LONGEST_OF_PLUGIN: u64 = 1 << 16;

/// Maximum size of a template file, in bytes.
const LONGEST_TEMPLATE: u64 = 1 << 20;

/// Reads a regular file of limited size: devices and pipes could block or never end.
fn text_of(path: &Path, longest: u64) -> std::io::Result<String> {
    use std::io::{Error, Read};
    let about = std::fs::metadata(path)?;
    if !about.is_file() {
        return Err(Error::other("it is not a regular file"));
    }
    let mut text = String::new();
    let file = std::fs::File::open(path)?;
    file.take(longest + 1).read_to_string(&mut text)?;
    if text.len() as u64 > longest {
        let length = about.len();
        let message = format!("it has {length} bytes; make it at most {longest}");
        return Err(Error::other(message));
    }
    Ok(text)
}

/// Creates an error that concerns a whole file.
fn whole_file(file: &str, message: impl Into<String>) -> ContentFileError {
    ContentFileError {
        file: file.to_owned(),
        problems: vec![LocatedProblem {
            line: 0,
            key: String::new(),
            message: message.into(),
            why: ProblemCode::default(),
        }],
    }
}

fn text(file: Option<rust_embed::EmbeddedFile>) -> Option<String> {
    file.and_then(|file| String::from_utf8(file.data.into_owned()).ok())
}

/// Computes the SHA-256 of several files together, in hexadecimal.
fn hash(files: &[&str]) -> String {
    let mut hasher = Sha256::new();
    for file in files {
        // The length prefix keeps file boundaries unambiguous.
        hasher.update((file.len() as u64).to_le_bytes());
        hasher.update(file.as_bytes());
    }
    let bytes = hasher.finalize();
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Collection of board templates and plug-ins of Sector 66.
#[derive(Clone, Debug, Default)]
pub struct ContentLibrary {
    templates: BTreeMap<String, String>,
    /// Names of unsaved templates, which are playable but not listed.
    tried: BTreeSet<String>,
    plugins: Vec<PluginPackage>,
    troubles: Vec<ContentFileError>,
    hidden: Vec<(String, ContentFileError)>,
}

impl ContentLibrary {
    /// Returns the templates and plug-ins that are built into the program.
    pub fn shipped() -> ContentLibrary {
        let mut library = ContentLibrary::default();
        for path in ShippedBoardTemplates::iter() {
            if let (Some(name), Some(text)) = (
                path.strip_suffix(".toml"),
                text(ShippedBoardTemplates::get(&path)),
            ) {
                library.templates.insert(name.to_owned(), text);
            }
        }
        for path in ShippedPlugins::iter() {
            let Some(folder) = path.strip_suffix("/plugin.toml") else {
                continue;
            };
            let manifest = text(ShippedPlugins::get(&path));
            let source = text(ShippedPlugins::get(&format!("{folder}/main.luau")));
            let (Some(manifest), Some(source)) = (manifest, source) else {
                continue;
            };
            library.add_plugin(PluginPackage::new(folder, &manifest, &source));
        }
        library
    }

    /// Returns the built-in content and that of the user's [content folder](Self::user_folder).
    pub fn installed() -> ContentLibrary {
        let mut library = ContentLibrary::shipped();
        if let Some(folder) = ContentLibrary::user_folder() {
            library.add_folder(&folder);
        }
        library
    }

    /// Returns the user's folder of `templates` and `plugins`: `LUDORUM_CONTENT`, or else a folder
    /// in the XDG data directory. `None` if `LUDORUM_CONTENT` is empty.
    pub fn user_folder() -> Option<PathBuf> {
        let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
        match std::env::var_os(USER_CONTENT) {
            Some(folder) => (!folder.is_empty()).then(|| PathBuf::from(folder)),
            None => set("XDG_DATA_HOME")
                .map(PathBuf::from)
                .or(set("HOME").map(|home| PathBuf::from(home).join(".local/share")))
                .map(|data| data.join("ludorum/content")),
        }
    }

    /// Creates a library from stored files: a file with one part is the template `name`, one with
    /// two parts a plug-in.
    pub fn from_sources(name: &str, sources: &[RulesFile]) -> ContentLibrary {
        let mut library = ContentLibrary::default();
        for source in sources {
            match &source.parts[..] {
                [text] => {
                    library.templates.insert(name.to_owned(), text.clone());
                }
                [manifest, program] => {
                    library.add_plugin(PluginPackage::new(&source.name, manifest, program));
                }
                _ => {}
            }
        }
        library
    }

    /// Adds the plug-ins of another library whose UUIDs this one does not have.
    pub fn add_missing_plugins(&mut self, other: ContentLibrary) {
        for package in other.plugins {
            if self.plugin(&package.manifest.uuid).is_none() {
                self.plugins.push(package);
            }
        }
    }

    /// Adds the templates and plug-ins of a folder. Duplicate names and UUIDs are skipped and
    /// reported.
    pub fn add_folder(&mut self, folder: &Path) {
        let part = |part: &'static str| {
            let paths = entries(&folder.join(part)).into_iter();
            paths.map(move |path| (part, path))
        };
        for (part, path) in part("templates").chain(part(UNSAVED_TEMPLATES)) {
            let is_template = path.extension().is_some_and(|end| end == "toml");
            let name = path
                .file_stem()
                .map(|name| name.to_string_lossy().into_owned());
            let Some(name) = name.filter(|_| is_template) else {
                continue;
            };
            match self.templates.entry(name) {
                Entry::Occupied(there) => {
                    let name = there.key().clone();
                    let message =
                        format!("is left out: there is a template {name} already; rename the file");
                    let error = whole_file(&path.display().to_string(), message);
                    self.hidden.push((name, error));
                }
                Entry::Vacant(place) => match text_of(&path, LONGEST_TEMPLATE) {
                    Ok(text) => {
                        if part == UNSAVED_TEMPLATES {
                            self.tried.insert(place.key().clone());
                        }
                        place.insert(text);
                    }
                    Err(error) => {
                        let message = format!("cannot be read ({error})");
                        let error = whole_file(&path.display().to_string(), message);
                        self.hidden.push((place.into_key(), error));
                    }
                },
            }
        }
        for path in entries(&folder.join("plugins")) {
            if path.is_dir() {
                self.add_plugin(PluginPackage::from_folder(&path));
            }
        }
    }

    /// Adds a plug-in, unless its UUID is taken.
    pub fn add_plugin(&mut self, package: Result<PluginPackage, ContentFileError>) {
        match package {
            Err(error) => self.troubles.push(error),
            Ok(package) => {
                let uuid = &package.manifest.uuid;
                match self.plugin(uuid) {
                    None => self.plugins.push(package),
                    Some(other) => {
                        let message = format!(
                            "{uuid} is the UUID of the plug-in {}, so this one is left out; \
                             give it a UUID of its own",
                            other.folder
                        );
                        self.troubles.push(ContentFileError {
                            file: format!("{}/plugin.toml", package.folder),
                            problems: vec![LocatedProblem {
                                line: package.uuid_line,
                                key: "uuid".to_owned(),
                                message,
                                why: ProblemCode::default(),
                            }],
                        });
                    }
                }
            }
        }
    }

    /// Names of all saved templates, the default first.
    pub fn templates(&self) -> Vec<String> {
        let names = self.templates.keys();
        let mut names: Vec<String> = names
            .filter(|name| !self.tried.contains(*name))
            .cloned()
            .collect();
        names.sort_by_key(|name| name != DEFAULT_TEMPLATE);
        names
    }

    /// Names of unsaved templates, which are playable but not listed.
    pub fn unsaved_templates(&self) -> Vec<String> {
        self.tried.iter().cloned().collect()
    }

    /// Returns the TOML text of a template; `None` if there is no template with this name.
    pub fn template_text(&self, name: &str) -> Option<&str> {
        self.templates.get(name).map(String::as_str)
    }

    /// Returns all plug-ins that can be used.
    pub fn plugins(&self) -> &[PluginPackage] {
        &self.plugins
    }

    /// Errors of plug-ins that cannot be read or have a duplicate UUID.
    pub fn plugin_errors(&self) -> &[ContentFileError] {
        &self.troubles
    }

    /// Templates that were skipped, by name: unreadable, or with a duplicate name.
    pub fn skipped_templates(&self) -> &[(String, ContentFileError)] {
        &self.hidden
    }

    /// Returns the plug-in with this UUID; `None` if there is none.
    pub fn plugin(&self, uuid: &str) -> Option<&PluginPackage> {
        let mut plugins = self.plugins.iter();
        plugins.find(|package| package.manifest.uuid == uuid)
    }

    /// Reads a template from its text.
    ///
    /// # Errors
    /// When the template is invalid, or one of its plug-ins is missing or cannot be loaded.
    pub fn read_template(
        &self,
        file: &str,
        text: &str,
    ) -> Result<LoadedBoardTemplate, ContentFileError> {
        let hash = hash(&[text]);
        template::read(file, text, &hash, &|wanted| self.host(wanted))
    }

    /// Reads a template of this library.
    ///
    /// # Errors
    /// As [`read_template`](Self::read_template), or when there is no template of this name.
    pub fn template(&self, name: &str) -> Result<LoadedBoardTemplate, ContentFileError> {
        let file = format!("{name}.toml");
        let Some(text) = self.templates.get(name) else {
            let mut hidden = self.hidden.iter();
            if let Some((_, error)) = hidden.find(|(hidden, _)| hidden == name) {
                return Err(error.clone());
            }
            let known = self.templates().join(", ");
            return Err(whole_file(
                &file,
                format!("there is no such template; there are {known}"),
            ));
        };
        self.read_template(&file, text)
    }

    /// Reads a template of this library for a game, together with its source files.
    fn opened(&self, name: &str) -> Result<PlayableBoardTemplate, String> {
        let read = self.template(name).map_err(|error| error.to_string())?;
        let text = self.template_text(name).unwrap_or_default();
        let template = RulesFile {
            hash: read.template.hash.clone(),
            name: name.to_owned(),
            parts: vec![text.to_owned()],
        };
        let plugins = read.plugins.iter().filter_map(|(_, uuid)| {
            let package = self.plugin(uuid)?;
            Some(RulesFile {
                hash: package.hash.clone(),
                name: uuid.clone(),
                parts: vec![package.manifest_text.clone(), package.source.clone()],
            })
        });
        Ok(PlayableBoardTemplate {
            sources: [template].into_iter().chain(plugins).collect(),
            template: read.template,
            host: read.host,
        })
    }

    /// Loads plug-ins, given as pairs of name in the game and UUID, into a plug-in host.
    fn host(
        &self,
        wanted: &[(String, String)],
    ) -> Result<Arc<dyn PluginHost>, Vec<BoardTemplateProblem>> {
        let mut problems = Vec::new();
        let mut chosen = Vec::new();
        for (name, uuid) in wanted {
            match self.plugin(uuid) {
                Some(package) => chosen.push((name.clone(), package.clone())),
                None => problems.push(BoardTemplateProblem::new(
                    format!("plugins.{name}"),
                    format!(
                        "no plug-in with UUID {uuid} is installed; put its folder into plugins/ of the content folder, or correct the UUID"
                    ),
                )
                .with_code("plugin-missing", [("uuid", uuid.clone())])),
            }
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        luau::Sandbox::load(chosen)
            .map(|sandbox| Arc::new(sandbox) as Arc<dyn PluginHost>)
            .map_err(|fault| {
                let why = [("reason", fault.message.clone())];
                let key = format!("plugins.{}", fault.plugin);
                vec![BoardTemplateProblem::new(key, fault.message).with_code("plugin-fails", why)]
            })
    }
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let Ok(found) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut paths: Vec<PathBuf> = found.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

/// Content of Sector 66 with all installed templates and Luau plug-ins.
#[derive(Debug)]
pub struct LuauContent;

impl ContentSource for LuauContent {
    fn templates() -> Vec<String> {
        ContentLibrary::installed().templates()
    }

    fn unlisted() -> Vec<String> {
        ContentLibrary::installed().unsaved_templates()
    }

    fn open(name: &str) -> Result<PlayableBoardTemplate, String> {
        ContentLibrary::installed().opened(name)
    }

    fn open_from(name: &str, sources: &[RulesFile]) -> Result<PlayableBoardTemplate, String> {
        let mut library = ContentLibrary::from_sources(name, sources);
        library.add_missing_plugins(ContentLibrary::installed());
        library.opened(name)
    }
}

impl PluginPackage {
    /// Returns the definition of the plug-in for the game, in which it is called `name`.
    pub(crate) fn describe(
        &self,
        name: &str,
        hooks: ludorum_games::sector66::HookSet,
    ) -> PluginDefinition {
        PluginDefinition {
            name: name.to_owned(),
            uuid: self.manifest.uuid.clone(),
            hash: self.hash.clone(),
            kind: self.manifest.kind,
            hooks,
            targets: self.manifest.targets,
        }
    }
}
