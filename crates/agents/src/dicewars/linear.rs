//! Estimates of the probability to win: a weight for each feature of a position, and the data
//! files with the weights.

use std::fmt;

/// A logistic model: the probability is the sigmoid of a weighted sum.
#[derive(Clone, Debug, PartialEq)]
pub struct Linear {
    /// What is added to the weighted sum.
    pub intercept: f64,
    /// One weight for each feature.
    pub weights: Vec<f64>,
}

impl Linear {
    /// The weighted sum: the logarithm of the odds to win.
    #[inline]
    pub fn score(&self, features: &[f64]) -> f64 {
        let products = self.weights.iter().zip(features);
        self.intercept
            + products
                .map(|(weight, feature)| weight * feature)
                .sum::<f64>()
    }

    /// The probability to win.
    #[inline]
    pub fn probability(&self, features: &[f64]) -> f64 {
        sigmoid(self.score(features))
    }

    /// Reads a data file: comments begin with `#`, then the lines `dicewars-weights 1`, `model`,
    /// `players`, `intercept` and one `weight` for each feature.
    ///
    /// # Errors
    /// When the file is not of this version, is for another model or number of players, or lacks
    /// something.
    pub fn read(
        text: &str,
        model: &str,
        players: usize,
        features: usize,
    ) -> Result<Linear, BadWeights> {
        let mut lines = text
            .lines()
            .filter(|line| !line.starts_with('#') && !line.is_empty());
        let mut expect = |key: &'static str| {
            let line = lines.next().unwrap_or_default();
            let value = line
                .strip_prefix(key)
                .and_then(|rest| rest.strip_prefix(' '));
            value.ok_or(BadWeights(key))
        };
        if expect("dicewars-weights")? != "1" {
            return Err(BadWeights("dicewars-weights"));
        }
        if expect("model")? != model {
            return Err(BadWeights("model"));
        }
        if expect("players")? != players.to_string() {
            return Err(BadWeights("players"));
        }
        let number = |text: &str, key| text.parse().map_err(|_| BadWeights(key));
        let intercept = number(expect("intercept")?, "intercept")?;
        let weights = (0..features)
            .map(|_| number(expect("weight")?, "weight"))
            .collect::<Result<Vec<f64>, BadWeights>>()?;
        match lines.next() {
            None => Ok(Linear { intercept, weights }),
            Some(_) => Err(BadWeights("weight")),
        }
    }

    /// Writes a data file; `made` says how it was made, line by line.
    pub fn write(&self, model: &str, players: usize, made: &[String]) -> String {
        let comments: String = made.iter().map(|line| format!("# {line}\n")).collect();
        let weights: String = self
            .weights
            .iter()
            .map(|weight| format!("weight {weight}\n"))
            .collect();
        format!(
            "{comments}dicewars-weights 1\nmodel {model}\nplayers {players}\nintercept {}\n{weights}",
            self.intercept
        )
    }
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
