//! External agents on the command line: the registry of installed agents, and games with them.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use anyhow::{Result, bail};
use ludorum_bridge::{
    AgentRegistry, ExternalAgentFactory, RegisteredAgent, is_external_spec, is_installed_spec,
};
use ludorum_catalog::{AgentFileCache, SpecError, Variant};

/// Command that runs Python files, set by `--python`.
static PYTHON: OnceLock<String> = OnceLock::new();

/// Sets the command that runs Python files in this process.
pub(crate) fn set_python_command(command: Option<String>) {
    if let Some(command) = command {
        PYTHON.get_or_init(|| command);
    }
}

/// Registry of the installed agents, which runs Python files with the command of `--python`.
pub(crate) fn registry() -> AgentRegistry {
    let registry = AgentRegistry::from_environment();
    match PYTHON.get() {
        Some(command) => {
            let runners = registry.interpreters().clone().with_override("py", command);
            registry.with_interpreters(runners)
        }
        None => registry,
    }
}

/// Installed agents that declare support for a game.
pub(crate) fn installed(variant: &Variant) -> Vec<RegisteredAgent> {
    let (mut agents, _) = registry().list();
    agents.retain(|agent| agent.plays(variant.spec()));
    agents
}

/// Opens a game in which external agents may play and agents may load any file of the user.
pub(crate) fn open(spec: &str) -> std::result::Result<Variant, SpecError> {
    ludorum_catalog::open(spec).map(allow_external_agents)
}

/// Allows external agents in a game, and lets agents load any file of the user.
pub(crate) fn allow_external_agents(variant: Variant) -> Variant {
    variant
        .with_external_players(ExternalAgentFactory::new(registry()).invite())
        .with_files(Arc::new(AgentFileCache::anywhere()))
}

/// Fails if `specs`, read from `file`, would run a program that is not installed: the file may come
/// from anyone. Installed agents are trusted. `how` tells the user how to name agents explicitly.
pub(crate) fn refuse_unlisted_programs(specs: &[String], file: &Path, how: &str) -> Result<()> {
    match specs
        .iter()
        .find(|spec| is_external_spec(spec) && !is_installed_spec(spec))
    {
        None => Ok(()),
        Some(spec) => bail!(
            "{} would run the program {spec}; to allow it, name all agents with {how}",
            file.display()
        ),
    }
}
