//! Specs of external players: `@NAME` for an installed agent, `exec:PATH` for a file or a folder
//! with a manifest, `tcp:HOST:PORT` or `ws://HOST:PORT/PATH` for one that listens. Parameters follow as
//! in other specs. A fingerprint after `#` pins the files: `@NAME#0123456789abcdef`.

use std::path::Path;
use std::sync::Arc;

use ludorum_catalog::{Invite, Player, SpecError, Variant};
use ludorum_core::{Param, Params};

use crate::fingerprint::fingerprint;
use crate::player::External;
use crate::recipe::{self, Recipe};
use crate::{Limits, Shelf, Tap};

const INSTALLED: &str = "@";
const FILE: &str = "exec:";
const ADDRESS: &str = "tcp:";
const SOCKET: &str = "ws://";
const LISTEN: &str = "listen:";

/// Whether a spec names a player from outside.
pub fn is_guest(spec: &str) -> bool {
    [INSTALLED, FILE, ADDRESS, SOCKET]
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
    /// Who is told of all that goes on at their connections. With one there is a spec more,
    /// `listen:HOST:PORT`, for an agent that was started by somebody else and connects to the table.
    pub tap: Option<Tap>,
}

impl Guests {
    /// Guests from a shelf, with the usual limits.
    pub fn new(shelf: Shelf) -> Guests {
        Guests {
            shelf,
            limits: Limits::default(),
            tap: None,
        }
    }

    /// What a variant needs to seat guests: see [`Variant::inviting`].
    pub fn invite(self) -> Arc<Invite> {
        let may_listen = self.tap.is_some();
        Arc::new(move |variant, spec| {
            let is_ours = is_guest(spec) || may_listen && spec.starts_with(LISTEN);
            is_ours.then(|| self.player(variant, spec))
        })
    }

    fn player(&self, variant: &Variant, spec: &str) -> Result<Player, SpecError> {
        let refuse = |reason: String| SpecError::Guest {
            spec: spec.to_owned(),
            reason,
        };
        let (head, params) = split(spec);
        let params = Params::parse(&declared(), params).map_err(|error| SpecError::Params {
            name: "external",
            error,
        })?;
        let (head, pin) = unpinned(head);
        if let Some(pin) = pin {
            let found = self.fingerprint(head).map_err(refuse)?;
            if found.as_deref() != Some(pin) {
                let found = found.unwrap_or_else(|| "none".to_owned());
                return Err(refuse(format!(
                    "its files have changed: they are {found} now"
                )));
            }
        }
        let (recipe, games) = self.recipe(head).map_err(refuse)?;
        if !recipe::plays(&games, variant.spec()) {
            let games = games.join(", ");
            let game = variant.spec();
            return Err(refuse(format!("it does not play {game}, only {games}")));
        }
        let mut limits = self.limits;
        limits.think = params.time("time").unwrap_or(limits.think);
        limits.memory = (params.int("memory") as u64) << 20;
        let pinned = pin.map_or(head.to_owned(), |pin| format!("{head}#{pin}"));
        let canonical = canonical(&pinned, &params);
        let external = External::new(variant.clone(), recipe, limits, self.tap.clone());
        Ok(Player::guest(canonical, Box::new(external)))
    }

    /// The same spec with the files of the agent pinned, so that it names no other; as it is if it
    /// names no files.
    pub fn pin(&self, spec: &str) -> String {
        let (head, params) = split(spec);
        let head = unpinned(head).0;
        let rest = &spec[spec.len() - params.len()..];
        match self.fingerprint(head) {
            Ok(Some(found)) if params.is_empty() => format!("{head}#{found}"),
            Ok(Some(found)) => {
                let separator = if is_installed(spec) { ':' } else { ',' };
                format!("{head}#{found}{separator}{rest}")
            }
            _ => spec.to_owned(),
        }
    }

    fn fingerprint(&self, head: &str) -> Result<Option<String>, String> {
        let path = if let Some(name) = head.strip_prefix(INSTALLED) {
            let found = self.shelf.find(name).map_err(|error| error.to_string())?;
            found.path
        } else if let Some(path) = head.strip_prefix(FILE) {
            Path::new(path).to_owned()
        } else {
            return Ok(None);
        };
        let found = fingerprint(&path);
        found.map(Some).map_err(|error| error.to_string())
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
        if let Some(address) = head.strip_prefix(LISTEN) {
            let recipe = Recipe::listening(address).map_err(|error| error.to_string())?;
            return Ok((recipe, Vec::new()));
        }
        if head.starts_with(SOCKET) {
            let recipe = Recipe::socket(head).map_err(|error| error.to_string())?;
            return Ok((recipe, Vec::new()));
        }
        let path = Path::new(head.strip_prefix(FILE).unwrap_or(head));
        if path.is_dir() {
            let found = self.shelf.look(path).map_err(|error| error.to_string())?;
            return Ok(installed(found));
        }
        let recipe = Recipe::file(path, self.shelf.runners()).map_err(|error| error.to_string())?;
        let recipe = recipe.with_base_class(self.shelf.folder());
        Ok((recipe, Vec::new()))
    }
}

/// `@NAME:key=value` as in all specs; what follows a path or an address begins with a comma.
fn split(spec: &str) -> (&str, &str) {
    let separator = if is_installed(spec) { ':' } else { ',' };
    spec.split_once(separator).unwrap_or((spec, ""))
}

/// What stands before a fingerprint, and the fingerprint.
fn unpinned(head: &str) -> (&str, Option<&str>) {
    let is_pin = |pin: &str| pin.len() == 16 && pin.bytes().all(|byte| byte.is_ascii_hexdigit());
    match head.rsplit_once('#') {
        Some((head, pin)) if is_pin(pin) => (head, Some(pin)),
        _ => (head, None),
    }
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
