//! Estimates of the probability to win, from the features of a position, and the data files with
//! their weights.

use std::fmt;

/// The probability to win is the sigmoid of a weighted sum of the features and, if there are any,
/// of hidden units (a network with one hidden layer, whose units are cut off at zero).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Estimate {
    /// What is added to the weighted sum.
    pub intercept: f64,
    /// One weight for each feature.
    pub weights: Vec<f64>,
    /// What the features are combined to.
    pub hidden: Hidden,
}

/// The hidden units of an estimate; none in a logistic regression.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hidden {
    /// What is added to the weighted sum of each unit.
    pub biases: Vec<f64>,
    /// The weights of the first feature for each unit, then those of the second, and so on.
    pub weights: Vec<f64>,
    /// The weight of each unit in the estimate.
    pub shares: Vec<f64>,
}

/// The most hidden units an estimate may have.
pub const MOST_UNITS: usize = 32;

impl Hidden {
    /// The number of units.
    #[inline]
    pub fn units(&self) -> usize {
        self.biases.len()
    }

    #[inline]
    fn score(&self, features: &[f64]) -> f64 {
        let units = self.units();
        let mut sums = [0.0; MOST_UNITS];
        let sums = &mut sums[..units];
        sums.copy_from_slice(&self.biases);
        // Feature by feature rather than unit by unit: the additions to different units do not
        // wait for each other.
        for (feature, weights) in features.iter().zip(self.weights.chunks_exact(units)) {
            for (sum, weight) in sums.iter_mut().zip(weights) {
                *sum += feature * weight;
            }
        }
        let units = sums.iter().zip(&self.shares);
        units.map(|(sum, share)| sum.max(0.0) * share).sum()
    }
}

impl Estimate {
    /// The weighted sum: the logarithm of the odds to win.
    #[inline]
    pub fn score(&self, features: &[f64]) -> f64 {
        let products = self.weights.iter().zip(features);
        let linear: f64 = products.map(|(weight, feature)| weight * feature).sum();
        match self.hidden.units() {
            0 => self.intercept + linear,
            _ => self.intercept + linear + self.hidden.score(features),
        }
    }

    /// The probability to win.
    #[inline]
    pub fn probability(&self, features: &[f64]) -> f64 {
        sigmoid(self.score(features))
    }

    /// Reads a data file: comments begin with `#`, then the lines `dicewars-weights 1`, `model`,
    /// `players`, `intercept`, one `weight` for each feature, and one `unit` for each hidden unit:
    /// its share, its bias and its weights.
    ///
    /// # Errors
    /// When the file is not of this version, is for another model or number of players, or lacks
    /// something.
    pub fn read(
        text: &str,
        model: &str,
        players: usize,
        features: usize,
    ) -> Result<Estimate, BadWeights> {
        let mut lines = text
            .lines()
            .filter(|line| !line.starts_with('#') && !line.is_empty());
        let mut expect = |key| value(lines.next().unwrap_or_default(), key);
        if expect("dicewars-weights")? != "1" {
            return Err(BadWeights("dicewars-weights"));
        }
        if expect("model")? != model {
            return Err(BadWeights("model"));
        }
        if expect("players")? != players.to_string() {
            return Err(BadWeights("players"));
        }
        let intercept = number(expect("intercept")?, "intercept")?;
        let weights = (0..features)
            .map(|_| number(expect("weight")?, "weight"))
            .collect::<Result<Vec<f64>, BadWeights>>()?;
        let units = lines
            .map(|line| {
                let words = value(line, "unit")?.split(' ');
                let unit = words
                    .map(|word| number(word, "unit"))
                    .collect::<Result<Vec<f64>, BadWeights>>()?;
                match unit.len() == features + 2 {
                    true => Ok(unit),
                    false => Err(BadWeights("unit")),
                }
            })
            .collect::<Result<Vec<Vec<f64>>, BadWeights>>()?;
        if units.len() > MOST_UNITS {
            return Err(BadWeights("unit"));
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

    /// Writes a data file; `made` says how it was made, line by line.
    pub fn write(&self, model: &str, players: usize, made: &[String]) -> String {
        let comments: String = made.iter().map(|line| format!("# {line}\n")).collect();
        let weights: String = self
            .weights
            .iter()
            .map(|weight| format!("weight {weight}\n"))
            .collect();
        let hidden = &self.hidden;
        let units: String = (0..hidden.units())
            .map(|unit| {
                let rows = hidden.weights.chunks_exact(hidden.units());
                let weights: String = rows.map(|row| format!(" {}", row[unit])).collect();
                format!(
                    "unit {} {}{weights}\n",
                    hidden.shares[unit], hidden.biases[unit]
                )
            })
            .collect();
        format!(
            "{comments}dicewars-weights 1\nmodel {model}\nplayers {players}\nintercept {}\n{weights}{units}",
            self.intercept
        )
    }
}

/// What follows the key at the beginning of a line.
fn value<'a>(line: &'a str, key: &'static str) -> Result<&'a str, BadWeights> {
    let value = line
        .strip_prefix(key)
        .and_then(|rest| rest.strip_prefix(' '));
    value.ok_or(BadWeights(key))
}

fn number(text: &str, key: &'static str) -> Result<f64, BadWeights> {
    let number: Option<f64> = text.parse().ok();
    number
        .filter(|number| number.is_finite())
        .ok_or(BadWeights(key))
}

/// The logistic function. From `libm`, so that it is the same on every machine.
#[inline]
pub(super) fn sigmoid(score: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-score))
}

/// A data file is not what it should be, at the line that begins with this word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadWeights(&'static str);

impl fmt::Display for BadWeights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the weights are not right at '{}'", self.0)
    }
}

impl std::error::Error for BadWeights {}
