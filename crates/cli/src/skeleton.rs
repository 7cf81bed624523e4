//! New agents: a folder with a program that already plays, and a test of it.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail};
use ludorum_bridge::{is_name, name_rule};

/// What an agent is written in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Language {
    /// Python, with the package `ludorum`
    #[default]
    Python,
}

impl Language {
    /// How the test of a new agent is run.
    pub(crate) fn trial(self, name: &str) -> String {
        match self {
            Language::Python => format!("cd {name} && python3 test_{}.py", module(name)),
        }
    }

    /// The files of an agent called NAME whose class is called CLASS.
    fn files(self) -> [(&'static str, &'static str); 3] {
        match self {
            Language::Python => [
                (
                    "agent.toml",
                    include_str!("../../../content/agents/python/agent.toml"),
                ),
                (
                    "main.py",
                    include_str!("../../../content/agents/python/main.py"),
                ),
                (
                    "test_NAME.py",
                    include_str!("../../../content/agents/python/test.py"),
                ),
            ],
        }
    }
}

/// Makes a folder of the agent's name inside another one.
pub(crate) fn make(name: &str, lang: Language, inside: &Path) -> Result<PathBuf> {
    if !is_name(name) {
        bail!("{}", name_rule(name));
    }
    let folder = inside.join(name);
    fs::create_dir(&folder)
        .map_err(|error| anyhow!("cannot make {}: {error}", folder.display()))?;
    let class = class_name(name);
    for (file, text) in lang.files() {
        let text = text.replace("test_NAME", &format!("test_{}", module(name)));
        let text = text.replace("NAME", name).replace("CLASS", &class);
        let path = folder.join(file.replace("NAME", &module(name)));
        fs::write(&path, text)
            .map_err(|error| anyhow!("cannot write {}: {error}", path.display()))?;
    }
    Ok(folder)
}

/// `my-bot` as `my_bot`, as modules of Python are called.
fn module(name: &str) -> String {
    name.replace('-', "_")
}

/// `my-bot` as `MyBot`.
fn class_name(name: &str) -> String {
    let words = name.split(['-', '_']).filter(|word| !word.is_empty());
    let mut class: String = words
        .map(|word| {
            let (first, rest) = word.split_at(1);
            first.to_uppercase() + rest
        })
        .collect();
    // No class begins with a digit.
    if class.starts_with(|first: char| !first.is_alphabetic()) {
        class.insert_str(0, "Agent");
    }
    class
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_names_of_classes() {
        assert_eq!(class_name("my-bot_2"), "MyBot2");
        assert_eq!(class_name("2fast"), "Agent2fast");
    }
}
