//! Limits on the agent specs that untrusted clients may request: bounded time, memory and threads.

use std::time::Duration;

use ludorum_catalog::{Player, Variant};
use ludorum_core::{ParamType, parse_duration, print_duration};

use crate::Config;

/// Largest values that untrusted clients may set in the parameters of an agent spec.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AgentSpecLimits {
    time: Duration,
    memory: usize,
    work: u64,
    threads: usize,
}

impl AgentSpecLimits {
    pub(crate) fn from_config(config: &Config) -> AgentSpecLimits {
        AgentSpecLimits {
            time: config.max_think_time,
            memory: config.max_search_memory,
            work: config.max_search_work,
            threads: config.max_search_threads,
        }
    }

    /// Largest allowed value of an agent parameter. `None` if the parameter is not limited.
    fn for_param(&self, name: &str) -> Option<u64> {
        match name {
            // These parameters are in MiB.
            "memory" | "table" => Some((self.memory >> 20) as u64),
            "threads" => Some(self.threads as u64),
            "iterations" | "nodes" => Some(self.work),
            // Each unit is a complete search or game.
            "determinizations" | "samples" => Some(self.work.min(10_000)),
            _ => None,
        }
    }

    /// Returns the spec with defaults above a limit lowered to the limit. An explicit value above a
    /// limit is an error.
    pub(crate) fn clamp_spec(&self, variant: &Variant, spec: &str) -> Result<String, String> {
        let (name, given) = spec.split_once(':').unwrap_or((spec, ""));
        let agents = variant.agents();
        let Some(agent) = agents.into_iter().find(|agent| agent.name == name) else {
            // Creating the agent reports unknown names.
            return Ok(spec.to_owned());
        };
        let pairs: Vec<(&str, &str)> = given
            .split(',')
            .filter_map(|pair| pair.split_once('='))
            .collect();
        let mut added = Vec::new();
        for param in &agent.params {
            let value = pairs.iter().find(|(name, _)| *name == param.name);
            let asked = value.map(|(_, value)| *value);
            if param.kind == ParamType::Time {
                let time = asked.and_then(parse_duration);
                if time.is_some_and(|time| time > self.time) {
                    let most = print_duration(self.time);
                    return Err(format!("{} is at most {most} on this server", param.name));
                }
            }
            let Some(most) = self.for_param(param.name) else {
                continue;
            };
            let is_more = |text: &str| text.parse::<u64>().is_ok_and(|number| number > most);
            if asked.is_some_and(is_more) {
                return Err(format!("{} is at most {most} on this server", param.name));
            }
            if asked.is_none() && param.default.as_deref().is_some_and(is_more) {
                added.push(format!("{}={most}", param.name));
            }
        }
        let given = (!given.is_empty()).then(|| given.to_owned());
        let all: Vec<String> = given.into_iter().chain(added).collect();
        Ok(if all.is_empty() {
            spec.to_owned()
        } else {
            format!("{name}:{}", all.join(","))
        })
    }

    /// Returns an error if creating the agent allocates more memory than untrusted clients may use.
    pub(crate) fn check_memory(&self, player: &Player) -> Result<(), String> {
        let mib = player.memory().div_ceil(1 << 20);
        if player.memory() > self.memory {
            Err(format!(
                "{} takes {mib} MiB; an agent has at most {} on this server",
                player.spec(),
                self.memory >> 20
            ))
        } else {
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludorum_catalog::open;

    const LIMITS: AgentSpecLimits = AgentSpecLimits {
        time: Duration::from_secs(30),
        memory: 64 << 20,
        work: 1000,
        threads: 2,
    };

    #[test]
    fn whoever_asks_for_more_is_told_what_there_is() {
        let game = open("quoridor").unwrap();
        for (spec, told) in [
            ("mcts:iterations=1001", "iterations is at most 1000"),
            ("mcts:nodes=99999999999", "nodes is at most 1000"),
            ("mcts:iterations=5,memory=65", "memory is at most 64"),
            ("mcts:threads=3", "threads is at most 2"),
            ("mcts:time=31s", "time is at most 30s"),
            ("mcts:time=10m", "time is at most 30s"),
            ("pvs:table=65", "table is at most 64"),
        ] {
            let refused = LIMITS.clamp_spec(&game, spec).unwrap_err();
            assert!(refused.starts_with(told), "{spec}: {refused}");
        }
    }

    #[test]
    fn what_is_not_asked_for_is_no_more_than_there_is() {
        let game = open("quoridor").unwrap();
        for (spec, clamped) in [
            ("mcts", "mcts:memory=64"),
            ("mcts:iterations=5", "mcts:iterations=5,memory=64"),
            ("mcts:memory=1", "mcts:memory=1"),
            ("random", "random"),
            ("nobody:x=1", "nobody:x=1"),
        ] {
            assert_eq!(LIMITS.clamp_spec(&game, spec).unwrap(), clamped);
        }
        let plenty = AgentSpecLimits {
            memory: 256 << 20,
            work: 1_000_000,
            ..LIMITS
        };
        assert_eq!(plenty.clamp_spec(&game, "mcts").unwrap(), "mcts");
    }
}
