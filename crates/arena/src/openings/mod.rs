//! Openings: the moves with which the games of a run begin, so that agents that leave nothing to chance
//! do not play the same game again and again.
//!
//! A run has one opening a round. It is played in every seating and by every group of agents.

mod draw;
mod make;
mod suite;

use std::fmt;

use ludorum_catalog::{SpecError, Variant};

pub(crate) use draw::Draws;
pub use draw::Opening;
pub use make::{SuitePlan, make_suite};
use suite::Suite;
pub use suite::suites;

/// No opening has more moves of seats.
const MOST_PLIES: u32 = 1000;

/// Where the openings of a run come from.
#[derive(Clone, Debug)]
pub struct Openings {
    kind: Kind,
    spec: String,
}

#[derive(Clone, Debug)]
enum Kind {
    /// Random legal moves.
    Random { plies: u32 },
    /// Random legal moves, drawn again until the position after them is even.
    Balanced(Balance),
    /// The lines of a file.
    Suite(Suite),
}

/// What makes an opening balanced.
#[derive(Clone, Debug)]
struct Balance {
    plies: u32,
    /// The agent that values the position after it.
    by: String,
    /// How far that value may be from an even result.
    within: f64,
}

impl Openings {
    /// The openings that a text names: `random:plies=4`, `balanced:plies=6,by=AGENT,within=0.1`, the name
    /// of a suite of this program, or a file, which is read as `variant` lets its agents read files.
    ///
    /// # Errors
    /// When it names none, with what can be named.
    pub fn parse(text: &str, variant: &Variant) -> Result<Openings, OpeningsError> {
        let (kind, keys) = text.split_once(':').unwrap_or((text, ""));
        match kind {
            "random" => Openings::random(keys, variant),
            "balanced" => Openings::balanced(keys, variant),
            _ => Ok(Openings::of_suite(Suite::find(text, variant)?)),
        }
    }

    /// The openings that `spec` named on another machine, where a suite had this content.
    ///
    /// # Errors
    /// As [`Openings::parse`].
    pub fn sent(
        spec: &str,
        suite: Option<&str>,
        variant: &Variant,
    ) -> Result<Openings, OpeningsError> {
        match suite {
            None => Openings::parse(spec, variant),
            Some(content) => Ok(Openings::of_suite(Suite::read(spec, content)?)),
        }
    }

    /// What names the same openings in full. The content of a suite is pinned by a fingerprint after `#`.
    pub fn spec(&self) -> &str {
        &self.spec
    }

    /// The content of the suite, if they are from one.
    pub fn suite_text(&self) -> Option<&str> {
        match &self.kind {
            Kind::Suite(suite) => Some(suite.text()),
            Kind::Random { .. } | Kind::Balanced(_) => None,
        }
    }

    fn random(keys: &str, variant: &Variant) -> Result<Openings, OpeningsError> {
        let keys = Keys::read("random", keys, &["plies"])?;
        let plies = keys.plies(4, variant)?;
        Ok(Openings {
            kind: Kind::Random { plies },
            spec: format!("random:plies={plies}"),
        })
    }

    fn balanced(keys: &str, variant: &Variant) -> Result<Openings, OpeningsError> {
        let keys = Keys::read("balanced", keys, &["plies", "by", "within"])?;
        let plies = keys.plies(6, variant)?;
        let within = keys.within()?;
        let by = keys.agent(variant)?;
        Ok(Openings {
            spec: format!("balanced:plies={plies},by={by},within={within}"),
            kind: Kind::Balanced(Balance { plies, by, within }),
        })
    }

    fn of_suite(suite: Suite) -> Openings {
        Openings {
            spec: suite.spec(),
            kind: Kind::Suite(suite),
        }
    }
}

/// Whether two specs in full name the same openings: of suites only the content counts, which may have
/// other names on other machines.
pub(crate) fn are_same(a: Option<&str>, b: Option<&str>) -> bool {
    let content = |spec: &str| suite::pinned(spec).map(|(_, pin)| pin.to_owned());
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

/// The keys of a spec with their values.
struct Keys<'a> {
    kind: &'static str,
    values: Vec<(&'a str, String)>,
}

impl<'a> Keys<'a> {
    /// Reads `key=value,...`. What follows an agent with parameters belongs to the agent, unless it is a
    /// key of the openings.
    fn read(kind: &'static str, text: &'a str, known: &[&str]) -> Result<Keys<'a>, OpeningsError> {
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
        Ok(Keys { kind, values })
    }

    fn get(&self, key: &str) -> Option<&str> {
        let mut values = self.values.iter();
        let (_, value) = values.find(|(other, _)| *other == key)?;
        Some(value)
    }

    fn plies(&self, usual: u32, variant: &Variant) -> Result<u32, OpeningsError> {
        let most = MOST_PLIES.min(variant.max_plies().saturating_sub(1)).max(1);
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

    /// The agent that values positions, in its shortest form. It has to find the same value again on every
    /// machine.
    fn agent(&self, variant: &Variant) -> Result<String, OpeningsError> {
        let refuse = |why: String| Err(OpeningsError(format!("{}: {why}", self.kind)));
        let Some(given) = self.get("by") else {
            let strongest = variant.strongest_agent().name;
            return refuse(format!(
                "name the agent that values positions, such as by={strongest}"
            ));
        };
        let name = given.split(':').next().unwrap_or_default();
        let agents = variant.agents();
        if !agents.iter().any(|agent| agent.name == name) {
            let known: Vec<&str> = agents.iter().map(|agent| agent.name).collect();
            return refuse(format!(
                "by={given}: only agents of this program value openings, as they answer the same on \
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
            // Threads of other agents do not change what they answer.
            if name == "pvs" && key == "threads" && value != "1" {
                return refuse(format!(
                    "by={by}: threads that share a table find other openings in every run; take \
                     threads=1"
                ));
            }
        }
        Ok(by)
    }
}

/// Why there are no such openings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningsError(pub(crate) String);

impl From<SpecError> for OpeningsError {
    fn from(error: SpecError) -> OpeningsError {
        OpeningsError(error.to_string())
    }
}

impl fmt::Display for OpeningsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "openings: {}", self.0)
    }
}

impl std::error::Error for OpeningsError {}

#[cfg(test)]
mod tests {
    use super::*;
    use ludorum_catalog::open;

    fn parsed(game: &str, text: &str) -> Result<String, String> {
        let variant = open(game).unwrap();
        let openings = Openings::parse(text, &variant);
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
