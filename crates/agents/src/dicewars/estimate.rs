//! Estimates of the probability to win, from the features of a position.

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
}

/// The logistic function. From `libm`, so that it is the same on every machine.
#[inline]
pub(super) fn sigmoid(score: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-score))
}
