//! Creates new agents: a folder with a working program and its test.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail};
use ludorum_bridge::{agent_name_error, is_agent_name};

/// Programming language of the agent that `ludorum agent new` creates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum ProgrammingLanguage {
    /// Python; the agent uses the package `ludorum`
    #[default]
    Python,
}

impl ProgrammingLanguage {
    /// Shell command that runs the generated test of an agent.
    pub(crate) fn test_command(self, name: &str) -> String {
        match self {
            ProgrammingLanguage::Python => {
                format!("cd {name} && python3 test_{}.py", module_name(name))
            }
        }
    }

    /// Templates of the generated files: name and content, with the placeholders NAME and CLASS.
    fn files(self) -> [(&'static str, &'static str); 3] {
        match self {
            ProgrammingLanguage::Python => [
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

/// Creates the folder `inside`/`name` with a working agent and its test; returns its path.
pub(crate) fn make(name: &str, lang: ProgrammingLanguage, inside: &Path) -> Result<PathBuf> {
    if !is_agent_name(name) {
        bail!("{}", agent_name_error(name));
    }
    let folder = inside.join(name);
    fs::create_dir(&folder)
        .map_err(|error| anyhow!("cannot create {}: {error}", folder.display()))?;
    let class = class_name(name);
    for (file, text) in lang.files() {
        let text = text.replace("test_NAME", &format!("test_{}", module_name(name)));
        let text = text.replace("NAME", name).replace("CLASS", &class);
        let path = folder.join(file.replace("NAME", &module_name(name)));
        fs::write(&path, text)
            .map_err(|error| anyhow!("cannot write {}: {error}", path.display()))?;
    }
    Ok(folder)
}

/// Python module name of an agent: `my-bot` becomes `my_bot`.
fn module_name(name: &str) -> String {
    name.replace('-', "_")
}

/// Python class name of an agent: `my-bot` becomes `MyBot`.
fn class_name(name: &str) -> String {
    let words = name.split(['-', '_']).filter(|word| !word.is_empty());
    let mut class: String = words
        .map(|word| {
            let (first, rest) = word.split_at(1);
            first.to_uppercase() + rest
        })
        .collect();
    // A class name cannot start with a digit.
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
