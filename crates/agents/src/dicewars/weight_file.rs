//! Weight files: agent, number of players, feature sets, origin and weights.

use std::fmt::{self, Write as _};
use std::sync::Arc;

use super::weights::{DiceWarsTrainedAgent, DiceWarsWinModelKind};
use crate::win_model::{HiddenLayer, MAX_UNITS, WinModel};

/// Header line of a weight file, with the format version.
const VERSION: &str = "ludorum-weights 2";

/// Largest absolute value of a weight in a file; it keeps weighted sums finite.
const MAX_WEIGHT: f64 = 1e9;

/// Trained weights of a Dice Wars agent for one number of players.
#[derive(Clone, Debug, PartialEq)]
pub struct DiceWarsWeights {
    /// Win-probability models, in the order of [`DiceWarsTrainedAgent::model_kinds`].
    pub models: Vec<Arc<WinModel>>,
}

impl DiceWarsWeights {
    /// Parses a weight file: comments begin with `#`; then come the lines `ludorum-weights 2`,
    /// `game`, `agent` and `players`; and for each model the lines `model`, `features` with number
    /// and name, `intercept`, one `weight` per feature, and one `unit` per hidden unit with its
    /// output weight, bias and input weights.
    ///
    /// # Errors
    /// If the version, agent or number of players differs, or the file is malformed.
    pub fn read(
        text: &str,
        agent: DiceWarsTrainedAgent,
        players: usize,
    ) -> Result<DiceWarsWeights, WeightFileError> {
        let lines = (1..).zip(text.lines());
        let mut reader = WeightFileReader {
            lines: lines
                .filter(|(_, line)| !line.starts_with('#') && !line.trim().is_empty())
                .collect(),
            next: 0,
        };
        reader.expect(VERSION)?;
        reader.expect("game dicewars")?;
        reader.expect(&format!("agent {}", agent.name()))?;
        reader.expect(&format!("players {players}"))?;
        let models = agent.model_kinds().iter();
        let models = models
            .map(|&model| Ok(Arc::new(reader.model(model, players)?)))
            .collect::<Result<_, WeightFileError>>()?;
        match reader.peek() {
            None => Ok(DiceWarsWeights { models }),
            Some(_) => Err(reader.unexpected("the end of the file")),
        }
    }

    /// Text of the weight file. The lines of `made`, which describe the training, become comments.
    pub fn write(&self, agent: DiceWarsTrainedAgent, players: usize, made: &[String]) -> String {
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
        for (model, estimate) in agent.model_kinds().iter().zip(&self.models) {
            let WinModel {
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
                let _ = write!(
                    text,
                    "unit {} {}",
                    hidden.output_weights[unit], hidden.biases[unit]
                );
                for row in hidden.weights.chunks_exact(hidden.units()) {
                    let _ = write!(text, " {}", row[unit]);
                }
                text.push('\n');
            }
        }
        text
    }
}

impl DiceWarsWinModelKind {
    /// Line `features` of a weight file: number of features and name of the feature set.
    fn feature_line(self, players: usize) -> String {
        let (count, name) = (self.feature_count(players), self.feature_set_name(players));
        format!("features {count} {name}")
    }
}

/// Parser of a weight file: numbered lines without comments, and the index of the next line.
struct WeightFileReader<'a> {
    lines: Vec<(usize, &'a str)>,
    next: usize,
}

impl<'a> WeightFileReader<'a> {
    fn peek(&self) -> Option<&'a str> {
        self.lines.get(self.next).map(|(_, line)| *line)
    }

    /// Error that says the next line of the weight file is not `expected`.
    fn unexpected(&self, expected: impl Into<String>) -> WeightFileError {
        WeightFileError {
            line: self.lines.get(self.next).map(|(number, _)| *number),
            expected: expected.into(),
            // Files of another kind may have very long lines.
            found: self.peek().unwrap_or_default().chars().take(60).collect(),
        }
    }

    fn expect(&mut self, line: &str) -> Result<(), WeightFileError> {
        match self.peek() {
            Some(found) if found.trim_end() == line => {
                self.next += 1;
                Ok(())
            }
            _ => Err(self.unexpected(format!("'{line}'"))),
        }
    }

    /// Reads a line of the weight file that consists of the word `key` and `count` numbers.
    fn numbers(&mut self, key: &str, count: usize) -> Result<Vec<f64>, WeightFileError> {
        let read = |word: &str| {
            let number: Option<f64> = word.parse().ok();
            number.filter(|number| number.abs() <= MAX_WEIGHT)
        };
        let line = self.peek().unwrap_or_default();
        let rest = line.strip_prefix(key).and_then(|r| r.strip_prefix(' '));
        let numbers: Option<Vec<f64>> = rest.and_then(|r| r.split_whitespace().map(read).collect());
        match numbers.filter(|numbers| numbers.len() == count) {
            Some(numbers) => {
                self.next += 1;
                Ok(numbers)
            }
            None if count == 1 => Err(self.unexpected(format!("'{key}' and a finite number"))),
            None => Err(self.unexpected(format!("'{key}' and {count} finite numbers"))),
        }
    }

    fn model(
        &mut self,
        model: DiceWarsWinModelKind,
        players: usize,
    ) -> Result<WinModel, WeightFileError> {
        self.expect(&format!("model {}", model.name()))?;
        self.expect(&model.feature_line(players))?;
        let features = model.feature_count(players);
        let intercept = self.numbers("intercept", 1)?[0];
        let weights = (0..features)
            .map(|_| Ok(self.numbers("weight", 1)?[0]))
            .collect::<Result<Vec<f64>, WeightFileError>>()?;
        let mut units = Vec::new();
        while self.peek().is_some_and(|line| line.starts_with("unit")) {
            if units.len() == MAX_UNITS {
                return Err(self.unexpected(format!("at most {MAX_UNITS} units")));
            }
            units.push(self.numbers("unit", features + 2)?);
        }
        let column = |place: usize| units.iter().map(move |unit| unit[place]);
        Ok(WinModel {
            intercept,
            weights,
            hidden: HiddenLayer {
                output_weights: column(0).collect(),
                biases: column(1).collect(),
                weights: (2..features + 2).flat_map(column).collect(),
            },
        })
    }
}

/// Parse error of a weight file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeightFileError {
    /// Number of the offending line, counted from 1; `None` if the file ends too early.
    line: Option<usize>,
    expected: String,
    found: String,
}

impl fmt::Display for WeightFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let WeightFileError {
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

impl std::error::Error for WeightFileError {}
