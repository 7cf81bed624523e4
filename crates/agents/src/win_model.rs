//! Models that estimate the probability of winning from the features of a position.

/// Model of the probability of winning: a logistic regression plus an optional hidden layer (ReLU).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WinModel {
    /// Intercept of the log odds.
    pub intercept: f64,
    /// Linear weight of each feature.
    pub weights: Vec<f64>,
    /// Hidden layer; empty in a logistic regression.
    pub hidden: HiddenLayer,
}

/// Hidden layer of ReLU units, whose weighted outputs are added to the log odds of a [`WinModel`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HiddenLayer {
    /// Bias of each hidden unit.
    pub biases: Vec<f64>,
    /// Input weights, feature by feature: first the weight of feature 0 in each unit.
    pub weights: Vec<f64>,
    /// Weight of each unit's output in the log odds.
    pub output_weights: Vec<f64>,
}

/// Maximum number of hidden units.
pub const MAX_UNITS: usize = 32;

impl HiddenLayer {
    /// Number of hidden units.
    #[inline]
    pub fn units(&self) -> usize {
        self.biases.len()
    }

    /// Writes the input sum of each hidden unit to `sums` and returns the layer's contribution to
    /// the log odds.
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
    /// Log odds of winning by the linear terms alone, without the hidden layer.
    #[inline]
    pub fn linear_score(&self, features: &[f64]) -> f64 {
        let products = self.weights.iter().zip(features);
        let linear: f64 = products.map(|(weight, feature)| weight * feature).sum();
        self.intercept + linear
    }

    /// Log odds of winning in a position with these features.
    #[inline]
    pub fn score(&self, features: &[f64]) -> f64 {
        let linear = self.linear_score(features);
        match self.hidden.units() {
            0 => linear,
            units => linear + self.hidden.score(features, &mut [0.0; MAX_UNITS][..units]),
        }
    }

    /// Probability of winning in a position with these features, from 0 to 1.
    #[inline]
    pub fn probability(&self, features: &[f64]) -> f64 {
        sigmoid(self.score(features))
    }
}

/// The logistic function, computed by `libm` so that it is the same on every platform.
#[inline]
pub fn sigmoid(score: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-score))
}
