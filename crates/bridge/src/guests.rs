//! Specs of external players: `@NAME` for an installed agent, `exec:PATH` for a file or a folder
//! with a manifest, `tcp:HOST:PORT` for one that listens. Parameters follow as in other specs.

use std::path::Path;
use std::sync::Arc;

use ludorum_catalog::{Invite, Player, SpecError, Variant};
use ludorum_core::{Param, Params};

use crate::player::External;
use crate::recipe::{self, Recipe};
use crate::{Limits, Shelf};

const INSTALLED: &str = "@";
const FILE: &str = "exec:";
const ADDRESS: &str = "tcp:";

/// Whether a spec names a player from outside.
pub fn is_guest(spec: &str) -> bool {
    [INSTALLED, FILE, ADDRESS]
        .iter()
        .any(|start| spec.starts_with(start))
}

/// Whether a spec names an installed agent.
pub fn is_installed(spec: &str) -> bool {
    spec.starts_with(INSTALLED)
}

/// Where external players come from, and under which limits they play.
#[derive(Clone, Debug)]
pub struct Guests {
    /// The installed agents.
    pub shelf: Shelf,
    /// Limits, unless a spec has others.
    pub limits: Limits,
}

impl Guests {
    /// Guests from a shelf, with the usual limits.
    pub fn new(shelf: Shelf) -> Guests {
        Guests {
            shelf,
            limits: Limits::default(),
        }
    }

    /// What a variant needs to seat guests: see [`Variant::inviting`].
    pub fn invite(self) -> Arc<Invite> {
        Arc::new(move |variant, spec| is_guest(spec).then(|| self.player(variant, spec)))
    }

    fn player(&self, variant: &Variant, spec: &str) -> Result<Player, SpecError> {
        let refuse = |reason: String| SpecError::Guest {
            spec: spec.to_owned(),
            reason,
        };
        // `@NAME:key=value` as in all specs; what follows a path or an address begins with a comma.
        let (head, params) = match spec.strip_prefix(INSTALLED) {
            Some(_) => spec.split_once(':').unwrap_or((spec, "")),
            None => spec.split_once(',').unwrap_or((spec, "")),
        };
        let params = Params::parse(&declared(), params).map_err(|error| SpecError::Params {
            name: "external",
            error,
        })?;
        let (recipe, games) = self.recipe(head).map_err(refuse)?;
        if !recipe::plays(&games, variant.spec()) {
            let games = games.join(", ");
            let game = variant.spec();
            return Err(refuse(format!("it does not play {game}, only {games}")));
        }
        let mut limits = self.limits;
        limits.think = params.time("time").unwrap_or(limits.think);
        limits.memory = (params.int("memory") as u64) << 20;
        let canonical = canonical(head, &params);
        let external = External::new(variant.clone(), recipe, limits);
        Ok(Player::guest(canonical, Box::new(external)))
    }

    /// How to get the agent, and the games it is said to play.
    fn recipe(&self, head: &str) -> Result<(Recipe, Vec<String>), String> {
        let installed = |found: crate::Installed| (found.recipe, found.games);
        if let Some(name) = head.strip_prefix(INSTALLED) {
            let found = self.shelf.find(name).map_err(|error| error.to_string())?;
            return Ok(installed(found));
        }
        if let Some(address) = head.strip_prefix(ADDRESS) {
            let recipe = Recipe::address(address).map_err(|error| error.to_string())?;
            return Ok((recipe, Vec::new()));
        }
        let path = Path::new(head.strip_prefix(FILE).unwrap_or(head));
        if path.is_dir() {
            let found = self.shelf.look(path).map_err(|error| error.to_string())?;
            return Ok(installed(found));
        }
        let recipe = Recipe::file(path, setting).map_err(|error| error.to_string())?;
        Ok((recipe, Vec::new()))
    }
}

/// What the user set to run files with an ending.
pub(crate) fn setting(ending: &str) -> Option<String> {
    std::env::var(recipe::variable(ending)).ok()
}

fn declared() -> Vec<Param> {
    let memory = (Limits::default().memory >> 20) as i64;
    vec![
        Param::time(
            "time",
            "thinking time for a move, where the table sets none",
        ),
        Param::int(
            "memory",
            "memory of each process in MiB",
            memory,
            (16, 1 << 20),
        ),
    ]
}

/// The spec in its shortest form, which records and results carry.
fn canonical(head: &str, params: &Params) -> String {
    let spec = params.spec("");
    let params = spec.strip_prefix(':').unwrap_or(&spec);
    match (params.is_empty(), head.starts_with(INSTALLED)) {
        (true, _) => head.to_owned(),
        (false, true) => format!("{head}:{params}"),
        (false, false) => format!("{head},{params}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specs_have_one_shortest_form() {
        let check = |head: &str, given: &str, expected: &str| {
            let params = Params::parse(&declared(), given).unwrap();
            assert_eq!(canonical(head, &params), expected);
        };
        check("@bot", "", "@bot");
        check("@bot", "time=1500ms,memory=2048", "@bot:time=1.5s");
        check("exec:a/b.py", "memory=64", "exec:a/b.py,memory=64");
        check("tcp:localhost:9", "time=2s", "tcp:localhost:9,time=2s");
    }
}
