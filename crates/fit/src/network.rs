//! A network with one hidden layer, trained by gradient descent (Adam, Kingma and Ba 2015), for what
//! no weighted sum can tell. Features go to the result directly too, so that it begins where a
//! logistic regression would end.

use ludorum_core::Rng;

use crate::{CannotFit, Samples};

/// The probability that a row ends well is the sigmoid of the intercept, the weighted features and
/// the weighted hidden units, each the positive part of its own weighted sum.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    /// What is added to the weighted sum.
    pub intercept: f64,
    /// One weight for each feature.
    pub weights: Vec<f64>,
    /// What is added to the weighted sum of each hidden unit.
    pub biases: Vec<f64>,
    /// The weights of the first feature for each hidden unit, then those of the second, and so on.
    pub hidden: Vec<f64>,
    /// The weight of each hidden unit.
    pub shares: Vec<f64>,
}

/// How a network is trained.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Training {
    /// Hidden units.
    pub units: usize,
    /// How often every row is seen.
    pub epochs: usize,
    /// The first length of a step; steps become shorter until the end.
    pub step: f64,
    /// Pulls weights towards 0.
    pub decay: f64,
}

/// Rows of one step.
const BATCH: usize = 128;

/// How fast Adam forgets gradients and their squares.
const FORGET: (f64, f64) = (0.9, 0.999);

/// Steps do not become shorter than this part of the first one.
const SHORTEST: f64 = 0.02;

impl Samples {
    /// Trains a network on the rows. The same rows and the same random numbers give the same network.
    ///
    /// # Errors
    /// When all rows ended the same way.
    pub fn train(&self, training: Training, rng: &mut Rng) -> Result<Network, CannotFit> {
        self.check_varied()?;
        let scales = self.scales();
        let rows = self.scaled(&scales);
        let mut network = Network::random(self.features, training.units, rng);
        let mut adam = Adam::new(network.numbers());
        let mut order: Vec<usize> = (0..self.rows()).collect();
        let steps = training.epochs * order.len().div_ceil(BATCH);
        let mut step = 0;
        for _ in 0..training.epochs {
            rng.shuffle(&mut order);
            for batch in order.chunks(BATCH) {
                let mut slope = network.zeroed();
                for &row in batch {
                    let features = &rows[row * self.features..][..self.features];
                    network.descend(features, self.ended_well[row], &mut slope);
                }
                let rest = (1.0 - f64::from(step) / steps as f64).max(SHORTEST);
                let mean = 1.0 / batch.len() as f64;
                adam.step(
                    &mut network,
                    &slope,
                    mean,
                    training.step * rest,
                    training.decay,
                );
                step += 1;
            }
        }
        network.unscale(&scales);
        Ok(network)
    }
}

impl Network {
    fn random(features: usize, units: usize, rng: &mut Rng) -> Network {
        let reach = 1.7 / (features as f64).sqrt();
        let mut within = |reach: f64| reach * (2.0 * rng.unit() - 1.0);
        Network {
            intercept: 0.0,
            weights: vec![0.0; features],
            biases: vec![0.0; units],
            hidden: (0..features * units).map(|_| within(reach)).collect(),
            shares: (0..units).map(|_| within(0.3)).collect(),
        }
    }

    /// A network of the same shape, all zero.
    fn zeroed(&self) -> Network {
        Network {
            intercept: 0.0,
            weights: vec![0.0; self.weights.len()],
            biases: vec![0.0; self.biases.len()],
            hidden: vec![0.0; self.hidden.len()],
            shares: vec![0.0; self.shares.len()],
        }
    }

    fn numbers(&self) -> usize {
        1 + self.weights.len() + self.hidden.len() + 2 * self.shares.len()
    }

    /// The parts, always in the same order.
    fn parts(&self) -> [&[f64]; 5] {
        let intercept = std::slice::from_ref(&self.intercept);
        [
            intercept,
            &self.weights,
            &self.biases,
            &self.hidden,
            &self.shares,
        ]
    }

    fn parts_mut(&mut self) -> [&mut [f64]; 5] {
        let intercept = std::slice::from_mut(&mut self.intercept);
        [
            intercept,
            &mut self.weights,
            &mut self.biases,
            &mut self.hidden,
            &mut self.shares,
        ]
    }

    fn sums(&self, features: &[f64]) -> Vec<f64> {
        let mut sums = self.biases.clone();
        if !sums.is_empty() {
            for (feature, weights) in features.iter().zip(self.hidden.chunks_exact(sums.len())) {
                for (sum, weight) in sums.iter_mut().zip(weights) {
                    *sum += feature * weight;
                }
            }
        }
        sums
    }

    fn total(&self, features: &[f64], sums: &[f64]) -> f64 {
        let linear = features.iter().zip(&self.weights);
        let units = sums.iter().zip(&self.shares);
        self.intercept
            + linear
                .map(|(feature, weight)| feature * weight)
                .sum::<f64>()
            + units.map(|(sum, share)| sum.max(0.0) * share).sum::<f64>()
    }

    /// The probability that a row ends well.
    pub fn probability(&self, features: &[f64]) -> f64 {
        sigmoid(self.total(features, &self.sums(features)))
    }

    /// Adds the slope of the loss at one row.
    fn descend(&self, features: &[f64], ended_well: bool, slope: &mut Network) {
        let sums = self.sums(features);
        let estimate = sigmoid(self.total(features, &sums));
        let error = estimate - f64::from(u8::from(ended_well));
        slope.intercept += error;
        for (slope, feature) in slope.weights.iter_mut().zip(features) {
            *slope += error * feature;
        }
        for (slope, sum) in slope.shares.iter_mut().zip(&sums) {
            *slope += error * sum.max(0.0);
        }
        let back = sums.iter().zip(&self.shares);
        let back: Vec<f64> = back
            .map(|(&sum, share)| if sum > 0.0 { error * share } else { 0.0 })
            .collect();
        for (slope, back) in slope.biases.iter_mut().zip(&back) {
            *slope += back;
        }
        if back.is_empty() {
            return;
        }
        for (feature, slopes) in features
            .iter()
            .zip(slope.hidden.chunks_exact_mut(back.len()))
        {
            for (slope, back) in slopes.iter_mut().zip(&back) {
                *slope += feature * back;
            }
        }
    }

    /// Takes features as they are instead of in units of their standard deviation.
    fn unscale(&mut self, scales: &[(f64, f64)]) {
        let units = self.biases.len();
        for (feature, &(mean, deviation)) in scales.iter().enumerate() {
            self.weights[feature] /= deviation;
            self.intercept -= self.weights[feature] * mean;
            let hidden = &mut self.hidden[feature * units..][..units];
            for (weight, bias) in hidden.iter_mut().zip(&mut self.biases) {
                *weight /= deviation;
                *bias -= *weight * mean;
            }
        }
    }
}

/// Means of the slopes so far and of their squares.
struct Adam {
    slopes: Vec<f64>,
    squares: Vec<f64>,
    /// How much of the first, empty, means is left.
    left: (f64, f64),
}

impl Adam {
    fn new(numbers: usize) -> Adam {
        Adam {
            slopes: vec![0.0; numbers],
            squares: vec![0.0; numbers],
            left: (1.0, 1.0),
        }
    }

    fn step(&mut self, network: &mut Network, slope: &Network, mean: f64, step: f64, decay: f64) {
        self.left = (self.left.0 * FORGET.0, self.left.1 * FORGET.1);
        let (seen, seen_squares) = (1.0 - self.left.0, 1.0 - self.left.1);
        let mut means = self.slopes.iter_mut().zip(&mut self.squares);
        for (numbers, slopes) in network.parts_mut().into_iter().zip(slope.parts()) {
            for (number, slope) in numbers.iter_mut().zip(slopes) {
                let Some((average, squares)) = means.next() else {
                    return;
                };
                let slope = slope * mean + decay * *number;
                *average = FORGET.0 * *average + (1.0 - FORGET.0) * slope;
                *squares = FORGET.1 * *squares + (1.0 - FORGET.1) * slope * slope;
                *number -= step * (*average / seen) / ((*squares / seen_squares).sqrt() + 1e-8);
            }
        }
    }
}

/// From `libm`, so that it is the same on every machine.
fn sigmoid(score: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-score))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludorum_core::Seed;

    const SMALL: Training = Training {
        units: 8,
        epochs: 30,
        step: 0.01,
        decay: 1e-5,
    };

    /// Ends well if just one of two features is positive, which no weighted sum can tell.
    fn either() -> Samples {
        let mut samples = Samples::new(2);
        for x in -10..=10 {
            for y in -10..=10 {
                let (x, y) = (f64::from(x) + 0.5, 50.0 + f64::from(y));
                samples.push(&[x, y], (x > 0.0) != (y > 50.0));
            }
        }
        samples
    }

    #[test]
    fn what_no_weighted_sum_can_tell_is_learnt() {
        let samples = either();
        let network = samples.train(SMALL, &mut Seed(1).rng()).unwrap();
        let accuracy = samples.accuracy(|row| network.probability(row));
        assert!(accuracy > 0.9, "{accuracy}");
        let without = Training { units: 0, ..SMALL };
        let plain = samples.train(without, &mut Seed(1).rng()).unwrap();
        let accuracy = samples.accuracy(|row| plain.probability(row));
        assert!(accuracy < 0.7, "{accuracy}");
    }

    #[test]
    fn the_same_seed_trains_the_same() {
        let train = |seed| either().train(SMALL, &mut Seed(seed).rng()).unwrap();
        assert_eq!(train(1), train(1));
        assert_ne!(train(1), train(2));
    }

    #[test]
    fn rows_that_all_end_alike_are_refused() {
        let mut samples = Samples::new(1);
        samples.push(&[1.0], true);
        assert!(samples.train(SMALL, &mut Seed(1).rng()).is_err());
    }
}
