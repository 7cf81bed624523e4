//! Openings: forced moves at the start of games, so that deterministic agents play different games.
//!
//! All games of a round start with the same opening: every group of agents in every seating.

mod make;
mod round_openings;
mod suite;

use ludorum_catalog::{SpecError, Variant};

pub use make::{OpeningSuitePlan, make_suite};
pub use round_openings::Opening;
pub(crate) use round_openings::RoundOpenings;
use suite::OpeningSuite;
pub use suite::suites;

/// Maximum number of plies of an opening.
const MAX_PLIES: u32 = 1000;

/// Source of a run's openings: random moves, balanced random moves, or a file (opening suite).
#[derive(Clone, Debug)]
pub struct OpeningSource {
    kind: OpeningKind,
    spec: String,
}

#[derive(Clone, Debug)]
enum OpeningKind {
    /// Openings of `plies` random legal moves each.
    Random { plies: u32 },
    /// Openings of random legal moves, drawn again until the position after them is balanced.
    Balanced(BalanceCriterion),
    /// Openings read from a file (opening suite).
    Suite(OpeningSuite),
}

/// Criterion for balanced openings: an agent's evaluation is close to an even result.
#[derive(Clone, Debug)]
struct BalanceCriterion {
    plies: u32,
    /// Spec of the agent that evaluates the position after the opening.
    by: String,
    /// Largest accepted distance of the agent's value from an even result.
    within: f64,
}

impl OpeningSource {
    /// Parses an openings spec: `random:plies=4`, `balanced:plies=6,by=AGENT,within=0.1`, the name
    /// of a built-in suite, or the path of a suite if `variant` allows reading files.
    ///
    /// # Errors
    /// If the spec is invalid. The message lists valid specs.
    pub fn parse(text: &str, variant: &Variant) -> Result<OpeningSource, OpeningsError> {
        let (kind, keys) = text.split_once(':').unwrap_or((text, ""));
        match kind {
            "random" => OpeningSource::random(keys, variant),
            "balanced" => OpeningSource::balanced(keys, variant),
            _ => Ok(OpeningSource::of_suite(OpeningSuite::find(text, variant)?)),
        }
    }

    /// Creates a source from a spec and, for an opening suite, the suite's text received from
    /// another machine.
    ///
    /// # Errors
    /// Same as [`OpeningSource::parse`].
    pub fn from_spec_and_suite(
        spec: &str,
        suite: Option<&str>,
        variant: &Variant,
    ) -> Result<OpeningSource, OpeningsError> {
        match suite {
            None => OpeningSource::parse(spec, variant),
            Some(content) => Ok(OpeningSource::of_suite(OpeningSuite::read(spec, content)?)),
        }
    }

    /// Canonical spec of the openings. The spec of a suite ends with `#` and a hash of its
    /// contents.
    pub fn spec(&self) -> &str {
        &self.spec
    }

    /// Text of the opening suite; `None` for random and balanced openings.
    pub fn suite_text(&self) -> Option<&str> {
        match &self.kind {
            OpeningKind::Suite(suite) => Some(suite.text()),
            OpeningKind::Random { .. } | OpeningKind::Balanced(_) => None,
        }
    }

    fn random(keys: &str, variant: &Variant) -> Result<OpeningSource, OpeningsError> {
        let keys = OpeningParameters::read("random", keys, &["plies"])?;
        let plies = keys.plies(4, variant)?;
        Ok(OpeningSource {
            kind: OpeningKind::Random { plies },
            spec: format!("random:plies={plies}"),
        })
    }

    fn balanced(keys: &str, variant: &Variant) -> Result<OpeningSource, OpeningsError> {
        let keys = OpeningParameters::read("balanced", keys, &["plies", "by", "within"])?;
        let plies = keys.plies(6, variant)?;
        let within = keys.within()?;
        let by = keys.agent(variant)?;
        Ok(OpeningSource {
            spec: format!("balanced:plies={plies},by={by},within={within}"),
            kind: OpeningKind::Balanced(BalanceCriterion { plies, by, within }),
        })
    }

    fn of_suite(suite: OpeningSuite) -> OpeningSource {
        OpeningSource {
            spec: suite.spec(),
            kind: OpeningKind::Suite(suite),
        }
    }
}

/// True if two canonical specs give the same openings. Suites are compared by content hash only,
/// because file names may differ between machines.
pub(crate) fn are_same(a: Option<&str>, b: Option<&str>) -> bool {
    let content = |spec: &str| suite::split_fingerprint(spec).map(|(_, pin)| pin.to_owned());
    match (a, b) {
        (Some(a), Some(b)) => match (content(a), content(b)) {
            (Some(a), Some(b)) => a == b,
            (None, None) => a == b,
            _ => false,
        },
        (None, None) => true,
        _ => false,
    }
}

/// Parsed `key=value` parameters of an opening spec.
struct OpeningParameters<'a> {
    kind: &'static str,
    values: Vec<(&'a str, String)>,
}

impl<'a> OpeningParameters<'a> {
    /// Parses `key=value,...`. Keys after an agent's `:` that are not in `known` belong to the
    /// agent's spec.
    fn read(
        kind: &'static str,
        text: &'a str,
        known: &[&str],
    ) -> Result<OpeningParameters<'a>, OpeningsError> {
        let mut values: Vec<(&str, String)> = Vec::new();
        for piece in text.split(',').filter(|_| !text.is_empty()) {
            let Some((key, value)) = piece.split_once('=') else {
                return Err(OpeningsError(format!(
                    "{kind}: '{piece}' has no value; write key=value pairs with commas between them"
                )));
            };
            let is_known = known.contains(&key);
            if !is_known
                && let Some(("by", agent)) = values.last_mut()
                && agent.contains(':')
            {
                agent.push(',');
                agent.push_str(piece);
                continue;
            }
            if !is_known {
                return Err(OpeningsError(format!(
                    "{kind}: unknown key '{key}'; known are {}",
                    known.join(", ")
                )));
            }
            if values.iter().any(|(other, _)| *other == key) {
                return Err(OpeningsError(format!("{kind}: {key} is given twice")));
            }
            values.push((key, value.to_owned()));
        }
        Ok(OpeningParameters { kind, values })
    }

    fn get(&self, key: &str) -> Option<&str> {
        let mut values = self.values.iter();
        let (_, value) = values.find(|(other, _)| *other == key)?;
        Some(value)
    }

    fn plies(&self, usual: u32, variant: &Variant) -> Result<u32, OpeningsError> {
        let most = MAX_PLIES.min(variant.max_plies().saturating_sub(1)).max(1);
        let Some(text) = self.get("plies") else {
            return Ok(usual.min(most));
        };
        let plies = text.parse().ok().filter(|plies| (1..=most).contains(plies));
        plies.ok_or_else(|| {
            OpeningsError(format!(
                "{}: plies={text}: plies must be a whole number from 1 to {most}",
                self.kind
            ))
        })
    }

    fn within(&self) -> Result<f64, OpeningsError> {
        let Some(text) = self.get("within") else {
            return Ok(0.1);
        };
        let within = text.parse().ok();
        let within = within.filter(|within: &f64| (0.0..=2.0).contains(within));
        within.ok_or_else(|| {
            OpeningsError(format!(
                "{}: within={text}: within must be a number from 0 to 2, values being from -1 (lost) \
                 to 1 (won)",
                self.kind
            ))
        })
    }

    /// Canonical spec of the agent that evaluates positions. Returns an error for agents whose
    /// evaluations are not reproducible.
    fn agent(&self, variant: &Variant) -> Result<String, OpeningsError> {
        let refuse = |why: String| Err(OpeningsError(format!("{}: {why}", self.kind)));
        let Some(given) = self.get("by") else {
            let strongest = variant.strongest_agent().name;
            return refuse(format!(
                "name the agent that evaluates positions, such as by={strongest}"
            ));
        };
        let name = given.split(':').next().unwrap_or_default();
        let agents = variant.agents();
        if !agents.iter().any(|agent| agent.name == name) {
            let known: Vec<&str> = agents.iter().map(|agent| agent.name).collect();
            return refuse(format!(
                "by={given}: only built-in agents evaluate openings, as they answer the same on \
                 every machine; known are {}",
                known.join(", ")
            ));
        }
        let by = variant.player(given)?.spec().to_owned();
        let keys = by.split([':', ',']);
        for (key, value) in keys.filter_map(|key| key.split_once('=')) {
            if key == "time" {
                return refuse(format!(
                    "by={by}: an agent limited by time finds other openings in every run; limit it by \
                     nodes, iterations, depth or level"
                ));
            }
            // All other agents are deterministic with several threads.
            if name == "pvs" && key == "threads" && value != "1" {
                return refuse(format!(
                    "by={by}: threads that share a transposition table find other openings in \
                     every run; take threads=1"
                ));
            }
        }
        Ok(by)
    }
}

/// Error message about openings that are invalid or cannot be found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("openings: {0}")]
pub struct OpeningsError(pub(crate) String);

impl From<SpecError> for OpeningsError {
    fn from(error: SpecError) -> OpeningsError {
        OpeningsError(error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludorum_catalog::open;

    fn parsed(game: &str, text: &str) -> Result<String, String> {
        let variant = open(game).unwrap();
        let openings = OpeningSource::parse(text, &variant);
        openings
            .map(|openings| openings.spec().to_owned())
            .map_err(|error| error.to_string())
    }

    #[test]
    fn specs_are_written_in_full_and_read_back() {
        for (text, full) in [
            ("random", "random:plies=4"),
            ("random:plies=2", "random:plies=2"),
            (
                "balanced:by=minimax:depth=1",
                "balanced:plies=6,by=minimax:depth=1,within=0.1",
            ),
            (
                "balanced:within=0.25,by=mcts:iterations=9,c=2,plies=3",
                "balanced:plies=3,by=mcts:iterations=9,c=2,within=0.25",
            ),
        ] {
            let written = parsed("quoridor:size=5", text).unwrap();
            assert_eq!(written, full);
            assert_eq!(parsed("quoridor:size=5", full).unwrap(), full);
        }
    }

    #[test]
    fn what_is_no_opening_is_refused_with_what_is() {
        for (text, reason) in [
            ("random:ply=4", "random: unknown key 'ply'; known are plies"),
            (
                "balanced:by=astar,depth=2",
                "balanced: unknown key 'depth'; known are plies, by, within",
            ),
            ("balanced:plies=2", "such as by=champion"),
            ("balanced:by=nobody", "known are random, greedy"),
            ("balanced:by=exec:./program", "known are random, greedy"),
            ("balanced:by=minimax:dept=2", "unknown parameter 'dept'"),
            ("balanced:by=mcts:time=1s", "limited by time"),
            ("balanced:by=pvs:depth=2,threads=2", "take threads=1"),
            ("balanced:by=minimax,by=mcts", "by is given twice"),
            ("balanced:by=minimax,within=3", "from 0 to 2"),
            ("balanced:by=minimax,within=nan", "from 0 to 2"),
            ("random:plies=0", "from 1 to 99"),
            ("random:plies=100", "from 1 to 99"),
            ("random:4", "'4' has no value"),
            ("randm:plies=4", "random:plies=4"),
            ("quoridor-5x6", "quoridor-5x5"),
        ] {
            let error = parsed("quoridor:size=5", text).expect_err(text);
            assert!(error.contains(reason), "{text}: {error}");
            assert_eq!(error.lines().count(), 1, "{error}");
        }
    }
}
