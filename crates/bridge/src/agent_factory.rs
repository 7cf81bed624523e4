//! Creates external agents from specs: `@NAME` for an installed agent, `exec:PATH` for a file or a
//! folder with a manifest, an address such as `tls:HOST:PORT` for a listening agent. Parameters
//! follow as in other specs. A fingerprint after `#` pins the files: `@NAME#0123456789abcdef`.

use std::error::Error;
use std::path::Path;
use std::sync::Arc;

use ludorum_catalog::{ExternalPlayerFactory, Player, SpecError, Variant};
use ludorum_core::{Param, Params};

use crate::external_agent::ExternalAgent;
use crate::fingerprint::fingerprint;
use crate::launch_spec::{self, LaunchSpec};
use crate::{AgentLimits, AgentRegistry, PlainConnections, TrafficTap};

const INSTALLED: &str = "@";
const FILE: &str = "exec:";
const ADDRESSES: [&str; 4] = ["tcp:", "tls:", "ws://", "wss://"];
const LISTEN: &str = "listen:";

/// True if a spec names an external agent: an installed agent, a file, or a network address.
pub fn is_external_spec(spec: &str) -> bool {
    spec.starts_with(INSTALLED) || spec.starts_with(FILE) || is_address(spec)
}

/// True if a spec is the network address of an external agent.
fn is_address(spec: &str) -> bool {
    ADDRESSES.iter().any(|start| spec.starts_with(start))
}

/// True if a spec names an installed agent, `@NAME`.
pub fn is_installed_spec(spec: &str) -> bool {
    spec.starts_with(INSTALLED)
}

/// Creates external agents from specs, with a registry of installed agents and resource limits.
#[derive(Clone, Debug)]
pub struct ExternalAgentFactory {
    /// Registry of installed agents.
    pub registry: AgentRegistry,
    /// Default resource limits; specs can override some of them.
    pub limits: AgentLimits,
    /// Callback that receives all messages from and to agents. If set, the spec `listen:HOST:PORT`
    /// is allowed: the table waits there for an agent that was started elsewhere.
    pub tap: Option<TrafficTap>,
}

impl ExternalAgentFactory {
    /// Creates a factory with the default limits and without a traffic callback.
    pub fn new(registry: AgentRegistry) -> ExternalAgentFactory {
        ExternalAgentFactory {
            registry,
            limits: AgentLimits::default(),
            tap: None,
        }
    }

    /// Converts the factory to a callback for [`Variant::with_external_players`].
    pub fn invite(self) -> Arc<ExternalPlayerFactory> {
        let may_listen = self.tap.is_some();
        Arc::new(move |variant, spec| {
            let is_external = is_external_spec(spec) || may_listen && spec.starts_with(LISTEN);
            is_external.then(|| self.player(variant, spec))
        })
    }

    fn player(&self, variant: &Variant, spec: &str) -> Result<Player, SpecError> {
        let refuse = |reason: String| SpecError::External {
            spec: spec.to_owned(),
            reason,
        };
        let failed = |error: Box<dyn Error>| refuse(error.to_string());
        let (head, params) = split(spec);
        let params = Params::parse(&spec_params(), params).map_err(|error| SpecError::Params {
            name: "external",
            error,
        })?;
        let (head, pin) = split_pin(head);
        if let Some(pin) = pin {
            let found = self.fingerprint(head).map_err(failed)?;
            if found.as_deref() != Some(pin) {
                let found = found.unwrap_or_else(|| "none".to_owned());
                return Err(refuse(format!(
                    "its files have changed: their fingerprint is {found} now"
                )));
            }
        }
        let plain = if params.is_on("plain") {
            PlainConnections::Anywhere
        } else {
            PlainConnections::Loopback
        };
        let (launch_spec, games) = self.launch_spec(head, plain).map_err(failed)?;
        if !launch_spec::plays(&games, variant.spec()) {
            let games = games.join(", ");
            let game = variant.spec();
            return Err(refuse(format!("it does not play {game}, only {games}")));
        }
        let mut limits = self.limits;
        limits.think = params.time("time").unwrap_or(limits.think);
        limits.memory = (params.int("memory") as u64) << 20;
        let pinned = pin.map_or(head.to_owned(), |pin| format!("{head}#{pin}"));
        let canonical = canonical(&pinned, &params);
        let agent = ExternalAgent::new(variant.clone(), launch_spec, limits, self.tap.clone());
        Ok(Player::external(canonical, Box::new(agent)))
    }

    /// Adds the fingerprint of the agent's files to a spec. Specs without files are returned
    /// unchanged.
    pub fn pin(&self, spec: &str) -> String {
        let (head, params) = split(spec);
        let head = split_pin(head).0;
        let rest = &spec[spec.len() - params.len()..];
        match self.fingerprint(head) {
            Ok(Some(found)) if params.is_empty() => format!("{head}#{found}"),
            Ok(Some(found)) => {
                let separator = if is_installed_spec(spec) { ':' } else { ',' };
                format!("{head}#{found}{separator}{rest}")
            }
            _ => spec.to_owned(),
        }
    }

    fn fingerprint(&self, head: &str) -> Result<Option<String>, Box<dyn Error>> {
        let path = if let Some(name) = head.strip_prefix(INSTALLED) {
            self.registry.find(name)?.path
        } else if let Some(path) = head.strip_prefix(FILE) {
            Path::new(path).to_owned()
        } else {
            return Ok(None);
        };
        Ok(Some(fingerprint(&path)?))
    }

    /// Returns the launch spec of an agent, and the games that its manifest lists.
    fn launch_spec(
        &self,
        head: &str,
        plain: PlainConnections,
    ) -> Result<(LaunchSpec, Vec<String>), Box<dyn Error>> {
        let installed = |found: crate::RegisteredAgent| (found.launch_spec, found.games);
        if let Some(name) = head.strip_prefix(INSTALLED) {
            return Ok(installed(self.registry.find(name)?));
        }
        let path = Path::new(head.strip_prefix(FILE).unwrap_or(head));
        let launch_spec = if is_address(head) {
            LaunchSpec::address(head, plain)?
        } else if let Some(address) = head.strip_prefix(LISTEN) {
            LaunchSpec::listening(address, plain)?
        } else if path.is_dir() {
            return Ok(installed(self.registry.inspect(path)?));
        } else {
            LaunchSpec::file(path, self.registry.interpreters())?
                .with_base_class(self.registry.folder())
        };
        Ok((launch_spec, Vec::new()))
    }
}

/// Splits a spec into the agent and its parameters, which follow `:` after `@NAME`, or `,` after a
/// path or an address.
fn split(spec: &str) -> (&str, &str) {
    let separator = if is_installed_spec(spec) { ':' } else { ',' };
    spec.split_once(separator).unwrap_or((spec, ""))
}

/// Splits a spec without parameters into the agent and the fingerprint of its files after `#`.
fn split_pin(head: &str) -> (&str, Option<&str>) {
    let is_pin = |pin: &str| pin.len() == 16 && pin.bytes().all(|byte| byte.is_ascii_hexdigit());
    match head.rsplit_once('#') {
        Some((head, pin)) if is_pin(pin) => (head, Some(pin)),
        _ => (head, None),
    }
}

fn spec_params() -> Vec<Param> {
    let memory = (AgentLimits::default().memory >> 20) as i64;
    vec![
        Param::time("time", "thinking time per move if the table sets none"),
        Param::int(
            "memory",
            "memory of each process in MiB",
            memory,
            (16, 1 << 20),
        ),
        Param::switch(
            "plain",
            "allow an unencrypted connection to another machine",
            false,
        ),
    ]
}

/// Formats an agent's spec in canonical form, as records and results store it.
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
            let params = Params::parse(&spec_params(), given).unwrap();
            assert_eq!(canonical(head, &params), expected);
        };
        check("@bot", "", "@bot");
        check("@bot", "time=1500ms,memory=2048", "@bot:time=1.5s");
        check("exec:a/b.py", "memory=64", "exec:a/b.py,memory=64");
        check("tcp:localhost:9", "time=2s", "tcp:localhost:9,time=2s");
    }
}
