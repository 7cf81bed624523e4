//! The file with the trained weights of an agent: it says for which agent, how many players and which
//! features they are, and how they were made.

use std::fmt::{self, Write as _};
use std::sync::Arc;

use super::estimate::{Estimate, Hidden, MOST_UNITS};
use super::weights::{Model, Trained};

/// The version of the format.
const VERSION: &str = "ludorum-weights 2";

/// No weight is larger: sums of weighted features stay finite.
const LARGEST: f64 = 1e9;

/// The trained weights of an agent for so many players.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// One estimate for each model of the agent, in the order of [`Trained::models`].
    pub estimates: Vec<Arc<Estimate>>,
}

impl Weights {
    /// Reads a file of weights: comments begin with `#`, then come the lines `ludorum-weights 2`,
    /// `game`, `agent` and `players`, and for each model of the agent the lines `model`, `features`
    /// with their number and name, `intercept`, one `weight` for each feature, and one `unit` for each
    /// hidden unit with its share, its bias and its weights.
    ///
    /// # Errors
    /// When it is not of this version, or for another agent or number of players, or lacks something.
    pub fn read(text: &str, agent: Trained, players: usize) -> Result<Weights, BadWeights> {
        let lines = (1..).zip(text.lines());
        let mut lines = Lines {
            lines: lines
                .filter(|(_, line)| !line.starts_with('#') && !line.trim().is_empty())
                .collect(),
            next: 0,
        };
        lines.expect(VERSION)?;
        lines.expect("game dicewars")?;
        lines.expect(&format!("agent {}", agent.name()))?;
        lines.expect(&format!("players {players}"))?;
        let models = agent.models().iter();
        let estimates = models
            .map(|&model| Ok(Arc::new(lines.estimate(model, players)?)))
            .collect::<Result<_, BadWeights>>()?;
        match lines.peek() {
            None => Ok(Weights { estimates }),
            Some(_) => Err(lines.refused("the end of the file")),
        }
    }

    /// Writes a file of weights; `made` says how they were made, line by line.
    pub fn write(&self, agent: Trained, players: usize, made: &[String]) -> String {
        let mut text = String::new();
        for line in made {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "# {line}");
        }
        let name = agent.name();
        let _ = writeln!(
            text,
            "{VERSION}\ngame dicewars\nagent {name}\nplayers {players}"
        );
        for (model, estimate) in agent.models().iter().zip(&self.estimates) {
            let Estimate {
                intercept,
                weights,
                hidden,
            } = &**estimate;
            let (name, features) = (model.name(), model.feature_line(players));
            let _ = writeln!(text, "model {name}\n{features}\nintercept {intercept}");
            for weight in weights {
                let _ = writeln!(text, "weight {weight}");
            }
            for unit in 0..hidden.units() {
                let _ = write!(text, "unit {} {}", hidden.shares[unit], hidden.biases[unit]);
                for row in hidden.weights.chunks_exact(hidden.units()) {
                    let _ = write!(text, " {}", row[unit]);
                }
                text.push('\n');
            }
        }
        text
    }
}

impl Model {
    /// The line that says which features the weights are for.
    fn feature_line(self, players: usize) -> String {
        let (count, name) = (self.features(players), self.feature_names(players));
        format!("features {count} {name}")
    }
}

/// The lines of a file that say something, with their numbers.
struct Lines<'a> {
    lines: Vec<(usize, &'a str)>,
    next: usize,
}

impl<'a> Lines<'a> {
    fn peek(&self) -> Option<&'a str> {
        self.lines.get(self.next).map(|(_, line)| *line)
    }

    /// That something else was expected than the next line.
    fn refused(&self, expected: impl Into<String>) -> BadWeights {
        BadWeights {
            line: self.lines.get(self.next).map(|(number, _)| *number),
            expected: expected.into(),
            // A file that is something else altogether may have very long lines.
            found: self.peek().unwrap_or_default().chars().take(60).collect(),
        }
    }

    fn expect(&mut self, line: &str) -> Result<(), BadWeights> {
        match self.peek() {
            Some(found) if found.trim_end() == line => {
                self.next += 1;
                Ok(())
            }
            _ => Err(self.refused(format!("'{line}'"))),
        }
    }

    /// The numbers of a line that begins with a key.
    fn numbers(&mut self, key: &str, count: usize) -> Result<Vec<f64>, BadWeights> {
        let read = |word: &str| {
            let number: Option<f64> = word.parse().ok();
            number.filter(|number| number.abs() <= LARGEST)
        };
        let line = self.peek().unwrap_or_default();
        let rest = line.strip_prefix(key).and_then(|r| r.strip_prefix(' '));
        let numbers: Option<Vec<f64>> = rest.and_then(|r| r.split_whitespace().map(read).collect());
        match numbers.filter(|numbers| numbers.len() == count) {
            Some(numbers) => {
                self.next += 1;
                Ok(numbers)
            }
            None if count == 1 => Err(self.refused(format!("'{key}' and a finite number"))),
            None => Err(self.refused(format!("'{key}' and {count} finite numbers"))),
        }
    }

    fn estimate(&mut self, model: Model, players: usize) -> Result<Estimate, BadWeights> {
        self.expect(&format!("model {}", model.name()))?;
        self.expect(&model.feature_line(players))?;
        let features = model.features(players);
        let intercept = self.numbers("intercept", 1)?[0];
        let weights = (0..features)
            .map(|_| Ok(self.numbers("weight", 1)?[0]))
            .collect::<Result<Vec<f64>, BadWeights>>()?;
        let mut units = Vec::new();
        while self.peek().is_some_and(|line| line.starts_with("unit")) {
            if units.len() == MOST_UNITS {
                return Err(self.refused(format!("at most {MOST_UNITS} units")));
            }
            units.push(self.numbers("unit", features + 2)?);
        }
        let column = |place: usize| units.iter().map(move |unit| unit[place]);
        Ok(Estimate {
            intercept,
            weights,
            hidden: Hidden {
                shares: column(0).collect(),
                biases: column(1).collect(),
                weights: (2..features + 2).flat_map(column).collect(),
            },
        })
    }
}

/// A file is not the weights it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadWeights {
    /// The line, from 1; none at the end of the file.
    line: Option<usize>,
    expected: String,
    found: String,
}

impl fmt::Display for BadWeights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BadWeights {
            line,
            expected,
            found,
        } = self;
        match line {
            Some(line) => write!(f, "line {line}: expected {expected}, found '{found}'"),
            None => write!(f, "expected {expected}, found the end of the file"),
        }
    }
}

impl std::error::Error for BadWeights {}
