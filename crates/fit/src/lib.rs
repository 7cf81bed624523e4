//! Logistic regression and a small network, and what their estimates are worth.
//!
//! A crate of its own because the library behind it takes long to build and this rarely changes.

mod network;

use std::fmt;

use linfa::DatasetBase;
use linfa::traits::Fit as _;
use linfa_logistic::LogisticRegression;
use ndarray::{Array1, Array2};

pub use network::{Network, Training};

/// What was seen: rows of features, each with whether it ended well.
#[derive(Clone, Debug)]
pub struct Samples {
    features: usize,
    /// Row by row.
    values: Vec<f64>,
    ended_well: Vec<bool>,
}

/// The probability that a row ends well is the sigmoid of the intercept and the weighted features.
#[derive(Clone, Debug, PartialEq)]
pub struct Fitted {
    /// What is added to the weighted sum.
    pub intercept: f64,
    /// One weight for each feature.
    pub weights: Vec<f64>,
}

/// Why nothing could be fitted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CannotFit(String);

impl fmt::Display for CannotFit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for CannotFit {}

/// Rows whose estimates lie in one tenth of the range, and how they ended.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tenth {
    /// The number of rows.
    pub rows: u64,
    /// The mean of their estimates.
    pub estimated: f64,
    /// The share of them that ended well.
    pub actual: f64,
}

impl Samples {
    /// No rows yet, of so many features.
    pub fn new(features: usize) -> Samples {
        Samples {
            features,
            values: Vec::new(),
            ended_well: Vec::new(),
        }
    }

    /// Adds a row.
    ///
    /// # Panics
    /// If it has another number of features.
    pub fn push(&mut self, row: &[f64], ended_well: bool) {
        assert_eq!(
            row.len(),
            self.features,
            "a row has one value for each feature"
        );
        self.values.extend_from_slice(row);
        self.ended_well.push(ended_well);
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.ended_well.len()
    }

    /// The rows, each with whether it ended well.
    pub fn iter(&self) -> impl Iterator<Item = (&[f64], bool)> {
        self.values
            .chunks(self.features)
            .zip(self.ended_well.iter().copied())
    }

    /// The last part of the rows, in whole rows, which are taken away.
    #[must_use]
    pub fn split_off(&mut self, from: usize) -> Samples {
        Samples {
            features: self.features,
            values: self.values.split_off(from * self.features),
            ended_well: self.ended_well.split_off(from),
        }
    }

    /// Fits weights to the rows; `penalty` keeps them small, 0 lets them be.
    ///
    /// # Errors
    /// When all rows ended the same way, or the method does not converge.
    pub fn fit(&self, penalty: f64) -> Result<Fitted, CannotFit> {
        self.check_varied()?;
        let rows = self.rows();
        let scales = self.scales();
        let scaled = self.scaled(&scales);
        let error = |error: &dyn fmt::Display| CannotFit(error.to_string());
        let records =
            Array2::from_shape_vec((rows, self.features), scaled).map_err(|e| error(&e))?;
        let targets = Array1::from_vec(self.ended_well.clone());
        let fitted = LogisticRegression::default()
            .alpha(penalty)
            .max_iterations(100)
            // The loss is a sum over all rows, and so is its gradient.
            .gradient_tolerance(1e-5 * rows as f64)
            .fit(&DatasetBase::new(records, targets))
            .map_err(|e| error(&e))?;
        let sign = if fitted.labels().pos.class { 1.0 } else { -1.0 };
        let weights: Vec<f64> = fitted
            .params()
            .iter()
            .zip(&scales)
            .map(|(weight, (_, deviation))| sign * weight / deviation)
            .collect();
        let shift: f64 = weights
            .iter()
            .zip(&scales)
            .map(|(weight, (mean, _))| weight * mean)
            .sum();
        Ok(Fitted {
            intercept: sign * fitted.intercept() - shift,
            weights,
        })
    }

    fn check_varied(&self) -> Result<(), CannotFit> {
        let mut rows = self.ended_well.iter();
        let first = rows.next();
        match rows.all(|well| Some(well) == first) {
            true => Err(CannotFit(
                "all rows ended the same way; take more games".to_owned(),
            )),
            false => Ok(()),
        }
    }

    /// The values of all rows in units of their feature's standard deviation: features of very
    /// different size would slow the methods down.
    fn scaled(&self, scales: &[(f64, f64)]) -> Vec<f64> {
        let values = self.values.iter().zip(scales.iter().cycle());
        values
            .map(|(value, (mean, deviation))| (value - mean) / deviation)
            .collect()
    }

    /// Mean and standard deviation of each feature.
    fn scales(&self) -> Vec<(f64, f64)> {
        (0..self.features)
            .map(|feature| self.scale(feature))
            .collect()
    }

    /// Mean and standard deviation of a feature.
    fn scale(&self, feature: usize) -> (f64, f64) {
        let column = self.values.iter().skip(feature).step_by(self.features);
        let rows = self.rows() as f64;
        let mean = column.clone().sum::<f64>() / rows;
        let variance = column.map(|value| (value - mean).powi(2)).sum::<f64>() / rows;
        let deviation = variance.sqrt();
        (mean, if deviation > 0.0 { deviation } else { 1.0 })
    }

    /// How often an estimate is on the right side of one half.
    pub fn accuracy(&self, estimate: impl Fn(&[f64]) -> f64) -> f64 {
        let right = self
            .iter()
            .filter(|&(row, well)| (estimate(row) > 0.5) == well);
        right.count() as f64 / self.rows().max(1) as f64
    }

    /// What is estimated and what happens, for each tenth of the range from 0 to 1.
    pub fn calibration(&self, estimate: impl Fn(&[f64]) -> f64) -> [Tenth; 10] {
        let mut tenths = [Tenth::default(); 10];
        for (row, well) in self.iter() {
            let estimated = estimate(row);
            let tenth = &mut tenths[((estimated * 10.0) as usize).min(9)];
            tenth.rows += 1;
            tenth.estimated += estimated;
            tenth.actual += f64::from(u8::from(well));
        }
        for tenth in &mut tenths {
            let rows = tenth.rows.max(1) as f64;
            tenth.estimated /= rows;
            tenth.actual /= rows;
        }
        tenths
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sigmoid(score: f64) -> f64 {
        1.0 / (1.0 + (-score).exp())
    }

    /// Rows on a grid, as often well and badly ended as a known model says.
    fn known() -> Samples {
        let mut samples = Samples::new(2);
        for x in -4..=4 {
            for y in -4..=4 {
                let (x, y) = (f64::from(x) / 2.0, 30.0 * f64::from(y));
                let odds = sigmoid(0.5 + 1.5 * x - 0.02 * y);
                let well = (odds * 200.0).round() as usize;
                (0..200).for_each(|row| samples.push(&[x, y], row < well));
            }
        }
        samples
    }

    #[test]
    fn a_known_model_is_found() {
        let samples = known();
        let fitted = samples.fit(0.0).unwrap();
        assert!((fitted.intercept - 0.5).abs() < 0.02, "{fitted:?}");
        assert!((fitted.weights[0] - 1.5).abs() < 0.02, "{fitted:?}");
        assert!((fitted.weights[1] + 0.02).abs() < 0.001, "{fitted:?}");
        let estimate = |row: &[f64]| {
            sigmoid(fitted.intercept + fitted.weights[0] * row[0] + fitted.weights[1] * row[1])
        };
        for tenth in samples.calibration(estimate) {
            assert!((tenth.estimated - tenth.actual).abs() < 0.02, "{tenth:?}");
        }
        let accuracy = samples.accuracy(estimate);
        assert!((0.7..0.95).contains(&accuracy), "{accuracy}");
    }

    #[test]
    fn rows_that_all_end_alike_are_refused() {
        let mut samples = Samples::new(1);
        samples.push(&[1.0], true);
        samples.push(&[2.0], true);
        assert!(samples.fit(0.0).is_err());
    }

    #[test]
    fn what_is_split_off_is_gone() {
        let mut samples = known();
        let rows = samples.rows();
        let tail = samples.split_off(rows - 10);
        assert_eq!((samples.rows(), tail.rows()), (rows - 10, 10));
    }
}
