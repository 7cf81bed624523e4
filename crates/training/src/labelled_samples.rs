//! Labelled samples, logistic regression, accuracy and calibration.

use std::fmt;

use ludorum_agents::{HiddenLayer, WinModel};

use crate::newton;

/// Labelled training data: samples of feature values, each with a binary label.
#[derive(Clone, Debug)]
pub struct LabelledSamples {
    pub(crate) features: usize,
    /// Feature values of all samples, one sample after the other.
    values: Vec<f64>,
    pub(crate) labels: Vec<bool>,
}

/// Error message that says why a model could not be fitted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FitError(String);

impl fmt::Display for FitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for FitError {}

/// Calibration bin: the samples whose estimates lie in one tenth of the range from 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CalibrationBin {
    /// Number of samples in the bin.
    pub rows: u64,
    /// Mean estimate of the samples in the bin.
    pub estimated: f64,
    /// Share of samples in the bin with a positive label.
    pub actual: f64,
}

impl LabelledSamples {
    /// Creates an empty data set with this number of features.
    pub fn new(features: usize) -> LabelledSamples {
        LabelledSamples {
            features,
            values: Vec::new(),
            labels: Vec::new(),
        }
    }

    /// Adds a sample: the feature values `row` and the label.
    ///
    /// # Panics
    /// If `row` does not have one value for each feature.
    pub fn push(&mut self, row: &[f64], label: bool) {
        assert_eq!(
            row.len(),
            self.features,
            "a row has one value for each feature"
        );
        self.values.extend_from_slice(row);
        self.labels.push(label);
    }

    /// Number of samples in the data set.
    pub fn rows(&self) -> usize {
        self.labels.len()
    }

    /// Iterates over the feature values and label of each sample.
    pub fn iter(&self) -> impl Iterator<Item = (&[f64], bool)> {
        self.values
            .chunks(self.features)
            .zip(self.labels.iter().copied())
    }

    /// Removes and returns the samples from index `from` on.
    #[must_use]
    pub fn split_off(&mut self, from: usize) -> LabelledSamples {
        LabelledSamples {
            features: self.features,
            values: self.values.split_off(from * self.features),
            labels: self.labels.split_off(from),
        }
    }

    /// Fits a logistic regression with L2 penalty `penalty`.
    ///
    /// # Errors
    /// If all labels are equal, or the fit does not converge.
    pub fn fit(&self, penalty: f64) -> Result<WinModel, FitError> {
        self.check_both_labels()?;
        let scales = self.scales();
        let standardised = self.standardised(&scales);
        let fitted = newton::minimise(&standardised, &self.labels, self.features, penalty)
            .ok_or_else(|| FitError("the fit does not converge; play more games".to_owned()))?;
        let (&intercept, weights) = fitted.split_first().expect("the intercept comes first");
        let weights: Vec<f64> = weights
            .iter()
            .zip(&scales)
            .map(|(weight, (_, deviation))| weight / deviation)
            .collect();
        let shift: f64 = weights
            .iter()
            .zip(&scales)
            .map(|(weight, (mean, _))| weight * mean)
            .sum();
        Ok(WinModel {
            intercept: intercept - shift,
            weights,
            hidden: HiddenLayer::default(),
        })
    }

    pub(crate) fn check_both_labels(&self) -> Result<(), FitError> {
        let mut rows = self.labels.iter();
        let first = rows.next();
        if rows.all(|label| Some(label) == first) {
            Err(FitError(
                "all games had the same result; play more games".to_owned(),
            ))
        } else {
            Ok(())
        }
    }

    /// Feature values of all samples, scaled to mean 0 and standard deviation 1 for faster
    /// convergence.
    pub(crate) fn standardised(&self, scales: &[(f64, f64)]) -> Vec<f64> {
        let values = self.values.iter().zip(scales.iter().cycle());
        values
            .map(|(value, (mean, deviation))| (value - mean) / deviation)
            .collect()
    }

    /// Mean and standard deviation of each feature.
    pub(crate) fn scales(&self) -> Vec<(f64, f64)> {
        (0..self.features)
            .map(|feature| self.scale(feature))
            .collect()
    }

    /// Mean and standard deviation of the feature with this index; a deviation of 0 is replaced by
    /// 1.
    fn scale(&self, feature: usize) -> (f64, f64) {
        let column = self.values.iter().skip(feature).step_by(self.features);
        let rows = self.rows() as f64;
        let mean = column.clone().sum::<f64>() / rows;
        let variance = column.map(|value| (value - mean).powi(2)).sum::<f64>() / rows;
        let deviation = variance.sqrt();
        (mean, if deviation > 0.0 { deviation } else { 1.0 })
    }

    /// Share of samples that `estimate`, a probability, classifies correctly with a threshold of
    /// one half.
    pub fn accuracy(&self, estimate: impl Fn(&[f64]) -> f64) -> f64 {
        let right = self
            .iter()
            .filter(|&(row, label)| (estimate(row) > 0.5) == label);
        right.count() as f64 / self.rows().max(1) as f64
    }

    /// Calibration of `estimate`: mean estimate and share of positive labels for each tenth of the
    /// range from 0 to 1.
    pub fn calibration(&self, estimate: impl Fn(&[f64]) -> f64) -> [CalibrationBin; 10] {
        let mut tenths = [CalibrationBin::default(); 10];
        for (row, label) in self.iter() {
            let estimated = estimate(row);
            let tenth = &mut tenths[((estimated * 10.0) as usize).min(9)];
            tenth.rows += 1;
            tenth.estimated += estimated;
            tenth.actual += f64::from(u8::from(label));
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
    use ludorum_agents::sigmoid;

    use super::*;

    /// Samples on a grid, with labels in the proportions of a known model.
    fn known() -> LabelledSamples {
        let mut samples = LabelledSamples::new(2);
        for x in -4..=4 {
            for y in -4..=4 {
                let (x, y) = (f64::from(x) / 2.0, 30.0 * f64::from(y));
                let odds = sigmoid(0.5 + 1.5 * x - 0.02 * y);
                let positives = (odds * 200.0).round() as usize;
                (0..200).for_each(|row| samples.push(&[x, y], row < positives));
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
        let estimate = |row: &[f64]| fitted.probability(row);
        for tenth in samples.calibration(estimate) {
            assert!((tenth.estimated - tenth.actual).abs() < 0.02, "{tenth:?}");
        }
        let accuracy = samples.accuracy(estimate);
        assert!((0.7..0.95).contains(&accuracy), "{accuracy}");
    }

    #[test]
    fn rows_that_all_end_alike_are_refused() {
        let mut samples = LabelledSamples::new(1);
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
