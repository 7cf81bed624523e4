//! Win-probability models.

/// Logistic model of the probability of winning, with an optional hidden layer (ReLU) beside the
/// linear part.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WinModel {
    /// Intercept of the weighted sum.
    pub intercept: f64,
    /// One weight for each feature.
    pub weights: Vec<f64>,
    /// Hidden layer; empty in a logistic regression.
    pub hidden: HiddenLayer,
}

/// Hidden layer of a model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HiddenLayer {
    /// Bias of each unit.
    pub biases: Vec<f64>,
    /// Input weights: those of the first feature for each unit, then those of the second, and so
    /// on.
    pub weights: Vec<f64>,
    /// Output weight of each unit.
    pub output_weights: Vec<f64>,
}

/// Maximum number of hidden units.
pub const MAX_UNITS: usize = 32;

impl HiddenLayer {
    /// The number of units.
    #[inline]
    pub fn units(&self) -> usize {
        self.biases.len()
    }

    /// Writes the weighted sum of each unit to `sums`, and returns the layer's part of the log odds.
    #[inline]
    pub fn score(&self, features: &[f64], sums: &mut [f64]) -> f64 {
        sums.copy_from_slice(&self.biases);
        if !sums.is_empty() {
            // Feature by feature rather than unit by unit, so that additions are independent.
            for (feature, weights) in features.iter().zip(self.weights.chunks_exact(sums.len())) {
                for (sum, weight) in sums.iter_mut().zip(weights) {
                    *sum += feature * weight;
                }
            }
        }
        let units = sums.iter().zip(&self.output_weights);
        units.map(|(sum, share)| sum.max(0.0) * share).sum()
    }
}

impl WinModel {
    /// Log odds of winning without the hidden layer.
    #[inline]
    pub fn linear_score(&self, features: &[f64]) -> f64 {
        let products = self.weights.iter().zip(features);
        let linear: f64 = products.map(|(weight, feature)| weight * feature).sum();
        self.intercept + linear
    }

    /// Log odds of winning.
    #[inline]
    pub fn score(&self, features: &[f64]) -> f64 {
        let linear = self.linear_score(features);
        match self.hidden.units() {
            0 => linear,
            units => linear + self.hidden.score(features, &mut [0.0; MAX_UNITS][..units]),
        }
    }

    /// Probability of winning.
    #[inline]
    pub fn probability(&self, features: &[f64]) -> f64 {
        sigmoid(self.score(features))
    }
}

/// The logistic function, from `libm` so that it is the same on every machine.
#[inline]
pub fn sigmoid(score: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-score))
}
