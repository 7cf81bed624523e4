//! What an agent of a stranger may ask for: whatever a spec names, one move must not take time, memory or
//! threads without end.

use std::time::Duration;

use ludorum_catalog::{Player, Variant};
use ludorum_core::{Kind, parse_duration, print_duration};

use crate::Config;

/// The most there is of everything a spec can ask for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Most {
    time: Duration,
    memory: usize,
    work: u64,
    threads: usize,
}

impl Most {
    pub(crate) fn of(config: &Config) -> Most {
        Most {
            time: config.longest_thought,
            memory: config.thought_memory,
            work: config.thought_work,
            threads: config.thought_threads,
        }
    }

    /// The most a parameter may be, if it costs anything.
    fn of_param(&self, name: &str) -> Option<u64> {
        match name {
            // In MiB.
            "memory" | "table" => Some((self.memory >> 20) as u64),
            "threads" => Some(self.threads as u64),
            "iterations" | "nodes" => Some(self.work),
            // Each is a search, or a game, of its own.
            "determinizations" | "samples" => Some(self.work.min(10_000)),
            _ => None,
        }
    }

    /// A spec that asks for no more than there is: defaults that are more are made less, and who asks for
    /// more is told what there is.
    pub(crate) fn held(&self, variant: &Variant, spec: &str) -> Result<String, String> {
        let (name, given) = spec.split_once(':').unwrap_or((spec, ""));
        let agents = variant.agents();
        let Some(agent) = agents.into_iter().find(|agent| agent.name == name) else {
            // Whoever makes the agent says which there are.
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
            if param.kind == Kind::Time {
                let time = asked.and_then(parse_duration);
                if time.is_some_and(|time| time > self.time) {
                    let most = print_duration(self.time);
                    return Err(format!("{} is at most {most} on this server", param.name));
                }
            }
            let Some(most) = self.of_param(param.name) else {
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
        Ok(match all.is_empty() {
            true => spec.to_owned(),
            false => format!("{name}:{}", all.join(",")),
        })
    }

    /// Refuses an agent that takes more memory than there is before it has thought at all.
    pub(crate) fn check_memory(&self, player: &Player) -> Result<(), String> {
        let mib = player.memory().div_ceil(1 << 20);
        match player.memory() > self.memory {
            true => Err(format!(
                "{} takes {mib} MiB; an agent has at most {} on this server",
                player.spec(),
                self.memory >> 20
            )),
            false => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludorum_catalog::open;

    const MOST: Most = Most {
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
            let refused = MOST.held(&game, spec).unwrap_err();
            assert!(refused.starts_with(told), "{spec}: {refused}");
        }
    }

    #[test]
    fn what_is_not_asked_for_is_no_more_than_there_is() {
        let game = open("quoridor").unwrap();
        for (spec, held) in [
            ("mcts", "mcts:memory=64"),
            ("mcts:iterations=5", "mcts:iterations=5,memory=64"),
            ("mcts:memory=1", "mcts:memory=1"),
            ("random", "random"),
            ("nobody:x=1", "nobody:x=1"),
        ] {
            assert_eq!(MOST.held(&game, spec).unwrap(), held);
        }
        let plenty = Most {
            memory: 256 << 20,
            work: 1_000_000,
            ..MOST
        };
        assert_eq!(plenty.held(&game, "mcts").unwrap(), "mcts");
    }
}
