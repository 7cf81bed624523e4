//! All templates and plug-ins there are: those in the program, and those in folders of users.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ludorum_core::SourceFile;
use ludorum_games::sector66::{Content, Host, OpenedTemplate, Plugin, Problem, Why};
use rust_embed::RustEmbed;
use sha2::{Digest, Sha256};

use crate::located::{Located, Places, Trouble};
use crate::luau;
use crate::manifest::Manifest;
use crate::template::{self, Read};

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../../content/templates"]
struct ShippedTemplates;

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../../content/plugins"]
struct ShippedPlugins;

/// Where users keep templates and plug-ins of their own, in folders `templates` and `plugins`.
const USER_CONTENT: &str = "LUDORUM_CONTENT";

/// The folder in a folder of users with templates that were only tried, which may go any time.
pub const TRIED: &str = "tried";

/// The template games have if nobody chooses one.
const USUAL: &str = "classic";

/// A plug-in as files, read and checked but not run.
#[derive(Clone, Debug)]
pub struct Package {
    /// The name of its folder.
    pub folder: String,
    /// What it says about itself.
    pub manifest: Manifest,
    /// Its `plugin.toml`, as it was read.
    pub manifest_text: String,
    /// Its program.
    pub source: String,
    /// A hash of both files.
    pub hash: String,
    /// The line in which its UUID stands.
    uuid_line: usize,
}

impl Package {
    /// Reads a plug-in from its two files.
    ///
    /// # Errors
    /// When what it says about itself is not right.
    pub fn new(folder: &str, manifest: &str, source: &str) -> Result<Package, Trouble> {
        let read = Manifest::read(manifest).map_err(|problems| Trouble {
            file: format!("{folder}/plugin.toml"),
            problems,
        })?;
        Ok(Package {
            folder: folder.to_owned(),
            manifest: read,
            manifest_text: manifest.to_owned(),
            source: source.to_owned(),
            hash: hash(&[manifest, source]),
            uuid_line: Places::of(manifest).line_of("uuid"),
        })
    }

    /// Reads a plug-in from its folder.
    ///
    /// # Errors
    /// When a file is missing or not right.
    pub fn from_folder(path: &Path) -> Result<Package, Trouble> {
        let name = path.file_name().unwrap_or(path.as_os_str());
        let folder = name.to_string_lossy().into_owned();
        let read = |file: &str| {
            let file = path.join(file);
            text_of(&file, LONGEST_OF_PLUGIN).map_err(|error| {
                let message = format!(
                    "cannot be read ({error}); a plug-in is a folder with plugin.toml and main.luau, \
                     and ludorum plugin new makes one"
                );
                whole(&file.display().to_string(), message)
            })
        };
        Package::new(&folder, &read("plugin.toml")?, &read("main.luau")?)
    }
}

/// The longest file of a plug-in, and of a template, in bytes.
const LONGEST_OF_PLUGIN: u64 = 1 << 16;
const LONGEST_TEMPLATE: u64 = 1 << 20;

/// The text of a file that may be anything: no device that never ends, nobody who never answers.
fn text_of(path: &Path, longest: u64) -> std::io::Result<String> {
    use std::io::{Error, Read};
    let about = std::fs::metadata(path)?;
    if !about.is_file() {
        return Err(Error::other("it is no file"));
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

/// What is wrong with a file as a whole.
fn whole(file: &str, message: impl Into<String>) -> Trouble {
    Trouble {
        file: file.to_owned(),
        problems: vec![Located {
            line: 0,
            key: String::new(),
            message: message.into(),
            why: Why::default(),
        }],
    }
}

fn text(file: Option<rust_embed::EmbeddedFile>) -> Option<String> {
    file.and_then(|file| String::from_utf8(file.data.into_owned()).ok())
}

/// The hash of files, the same on every machine.
fn hash(files: &[&str]) -> String {
    let mut hasher = Sha256::new();
    for file in files {
        // Lengths keep the end of one file from running into the next.
        hasher.update((file.len() as u64).to_le_bytes());
        hasher.update(file.as_bytes());
    }
    let bytes = hasher.finalize();
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Templates and plug-ins.
#[derive(Clone, Debug, Default)]
pub struct Library {
    templates: BTreeMap<String, String>,
    /// The names of those that were only tried.
    tried: BTreeSet<String>,
    plugins: Vec<Package>,
    troubles: Vec<Trouble>,
    hidden: Vec<(String, Trouble)>,
}

impl Library {
    /// What is in the program.
    pub fn shipped() -> Library {
        let mut library = Library::default();
        for path in ShippedTemplates::iter() {
            if let (Some(name), Some(text)) = (
                path.strip_suffix(".toml"),
                text(ShippedTemplates::get(&path)),
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
            library.add_plugin(Package::new(folder, &manifest, &source));
        }
        library
    }

    /// What is in the program, and in the [folder of the user](Library::user_folder).
    pub fn found() -> Library {
        let mut library = Library::shipped();
        if let Some(folder) = Library::user_folder() {
            library.add_folder(&folder);
        }
        library
    }

    /// The folder in which users keep templates and plug-ins of their own, in `templates` and
    /// `plugins`: the one `LUDORUM_CONTENT` names, or else the place for such things. None if that
    /// names nothing.
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

    /// A template of this name and plug-ins from files that were kept: one text is a template, two are
    /// a plug-in.
    pub fn from_sources(name: &str, sources: &[SourceFile]) -> Library {
        let mut library = Library::default();
        for source in sources {
            match &source.parts[..] {
                [text] => {
                    library.templates.insert(name.to_owned(), text.clone());
                }
                [manifest, program] => {
                    library.add_plugin(Package::new(&source.name, manifest, program));
                }
                _ => {}
            }
        }
        library
    }

    /// Adds the plug-ins of another library whose UUIDs this one does not have.
    pub fn add_missing_plugins(&mut self, other: Library) {
        for package in other.plugins {
            if self.plugin(&package.manifest.uuid).is_none() {
                self.plugins.push(package);
            }
        }
    }

    /// Adds the templates and plug-ins of a folder; those of the same name or UUID as those there are
    /// left out, and it is kept that they are.
    pub fn add_folder(&mut self, folder: &Path) {
        let part = |part: &'static str| {
            let paths = entries(&folder.join(part)).into_iter();
            paths.map(move |path| (part, path))
        };
        for (part, path) in part("templates").chain(part(TRIED)) {
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
                    let trouble = whole(&path.display().to_string(), message);
                    self.hidden.push((name, trouble));
                }
                Entry::Vacant(place) => match text_of(&path, LONGEST_TEMPLATE) {
                    Ok(text) => {
                        if part == TRIED {
                            self.tried.insert(place.key().clone());
                        }
                        place.insert(text);
                    }
                    Err(error) => {
                        let message = format!("cannot be read ({error})");
                        let trouble = whole(&path.display().to_string(), message);
                        self.hidden.push((place.into_key(), trouble));
                    }
                },
            }
        }
        for path in entries(&folder.join("plugins")) {
            if path.is_dir() {
                self.add_plugin(Package::from_folder(&path));
            }
        }
    }

    /// Adds a plug-in, unless there is one with its UUID.
    pub fn add_plugin(&mut self, package: Result<Package, Trouble>) {
        match package {
            Err(trouble) => self.troubles.push(trouble),
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
                        self.troubles.push(Trouble {
                            file: format!("{}/plugin.toml", package.folder),
                            problems: vec![Located {
                                line: package.uuid_line,
                                key: "uuid".to_owned(),
                                message,
                                why: Why::default(),
                            }],
                        });
                    }
                }
            }
        }
    }

    /// The names of all templates to choose from, the usual one first. Those that were only tried
    /// are not among them.
    pub fn templates(&self) -> Vec<String> {
        let names = self.templates.keys();
        let mut names: Vec<String> = names
            .filter(|name| !self.tried.contains(*name))
            .cloned()
            .collect();
        names.sort_by_key(|name| name != USUAL);
        names
    }

    /// The names of templates that were only tried: they can be played on, and are listed nowhere.
    pub fn tried(&self) -> Vec<String> {
        self.tried.iter().cloned().collect()
    }

    /// The text of a template.
    pub fn template_text(&self, name: &str) -> Option<&str> {
        self.templates.get(name).map(String::as_str)
    }

    /// All plug-ins.
    pub fn plugins(&self) -> &[Package] {
        &self.plugins
    }

    /// Plug-ins that could not be read, or have the UUID of another.
    pub fn troubles(&self) -> &[Trouble] {
        &self.troubles
    }

    /// Files of templates that are left out because they cannot be read or there is another of the
    /// same name, with that name.
    pub fn hidden(&self) -> &[(String, Trouble)] {
        &self.hidden
    }

    /// The plug-in with this UUID.
    pub fn plugin(&self, uuid: &str) -> Option<&Package> {
        let mut plugins = self.plugins.iter();
        plugins.find(|package| package.manifest.uuid == uuid)
    }

    /// Reads a template from its text.
    ///
    /// # Errors
    /// When it is not right, or a plug-in of it is not there or cannot be loaded.
    pub fn read_template(&self, file: &str, text: &str) -> Result<Read, Trouble> {
        let hash = hash(&[text]);
        template::read(file, text, &hash, &|wanted| self.host(wanted))
    }

    /// Reads a template of this library.
    ///
    /// # Errors
    /// As [`read_template`](Library::read_template), or when there is none of this name.
    pub fn template(&self, name: &str) -> Result<Read, Trouble> {
        let file = format!("{name}.toml");
        let Some(text) = self.templates.get(name) else {
            let mut hidden = self.hidden.iter();
            if let Some((_, trouble)) = hidden.find(|(hidden, _)| hidden == name) {
                return Err(trouble.clone());
            }
            let known = self.templates().join(", ");
            return Err(whole(
                &file,
                format!("there is no such template; there are {known}"),
            ));
        };
        self.read_template(&file, text)
    }

    /// Opens a template of this library, with the files it is made of.
    fn opened(&self, name: &str) -> Result<OpenedTemplate, String> {
        let read = self.template(name).map_err(|trouble| trouble.to_string())?;
        let text = self.template_text(name).unwrap_or_default();
        let template = SourceFile {
            hash: read.template.hash.clone(),
            name: name.to_owned(),
            parts: vec![text.to_owned()],
        };
        let plugins = read.plugins.iter().filter_map(|(_, uuid)| {
            let package = self.plugin(uuid)?;
            Some(SourceFile {
                hash: package.hash.clone(),
                name: uuid.clone(),
                parts: vec![package.manifest_text.clone(), package.source.clone()],
            })
        });
        Ok(OpenedTemplate {
            sources: [template].into_iter().chain(plugins).collect(),
            template: read.template,
            host: read.host,
        })
    }

    /// Loads plug-ins by the names they have in a game and their UUIDs.
    fn host(&self, wanted: &[(String, String)]) -> Result<Arc<dyn Host>, Vec<Problem>> {
        let mut problems = Vec::new();
        let mut chosen = Vec::new();
        for (name, uuid) in wanted {
            match self.plugin(uuid) {
                Some(package) => chosen.push((name.clone(), package.clone())),
                None => problems.push(Problem::new(
                    format!("plugins.{name}"),
                    format!(
                        "no plug-in with UUID {uuid} is installed; put its folder into plugins/ or correct the UUID"
                    ),
                )
                .why("plugin-missing", [("uuid", uuid.clone())])),
            }
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        luau::Sandbox::load(chosen)
            .map(|sandbox| Arc::new(sandbox) as Arc<dyn Host>)
            .map_err(|fault| {
                let why = [("reason", fault.message.clone())];
                let key = format!("plugins.{}", fault.plugin);
                vec![Problem::new(key, fault.message).why("plugin-fails", why)]
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

/// Games with all templates and plug-ins there are.
#[derive(Debug)]
pub struct Luau;

impl Content for Luau {
    fn templates() -> Vec<String> {
        Library::found().templates()
    }

    fn unlisted() -> Vec<String> {
        Library::found().tried()
    }

    fn open(name: &str) -> Result<OpenedTemplate, String> {
        Library::found().opened(name)
    }

    fn open_from(name: &str, sources: &[SourceFile]) -> Result<OpenedTemplate, String> {
        let mut library = Library::from_sources(name, sources);
        library.add_missing_plugins(Library::found());
        library.opened(name)
    }
}

/// What identifies a plug-in in records.
impl Package {
    /// What a game has to know of it under a name of the game's choice.
    pub(crate) fn described(&self, name: &str, hooks: ludorum_games::sector66::Hooks) -> Plugin {
        Plugin {
            name: name.to_owned(),
            uuid: self.manifest.uuid.clone(),
            hash: self.hash.clone(),
            kind: self.manifest.kind,
            hooks,
            targets: self.manifest.targets,
        }
    }
}
