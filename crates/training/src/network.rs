//! Neural network with one hidden layer, trained by Adam (Kingma and Ba 2015). Features also feed
//! the output directly, so the network extends a logistic regression.

use ludorum_agents::{HiddenLayer, WinModel, sigmoid};
use ludorum_core::Rng;

use crate::{FitError, LabelledSamples};

/// Hyperparameters for training a neural network.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NetworkTrainingConfig {
    /// Number of units in the hidden layer.
    pub units: usize,
    /// Number of passes over the samples.
    pub epochs: usize,
    /// Initial learning rate of the Adam optimiser; it decays linearly.
    pub learning_rate: f64,
    /// Weight of the L2 penalty on all parameters.
    pub weight_decay: f64,
}

/// Number of samples per mini-batch.
const BATCH_SIZE: usize = 128;

/// Decay rates of Adam's running means of gradients and of squared gradients.
const BETAS: (f64, f64) = (0.9, 0.999);

/// Smallest learning rate during training, as a fraction of the initial one.
const MIN_RATE_FRACTION: f64 = 0.02;

impl LabelledSamples {
    /// Trains a network on the samples. Equal samples, settings and `rng` give equal networks.
    ///
    /// # Errors
    /// If all labels are equal.
    pub fn train(
        &self,
        training: NetworkTrainingConfig,
        rng: &mut Rng,
    ) -> Result<WinModel, FitError> {
        self.check_both_labels()?;
        let scales = self.scales();
        let rows = self.standardised(&scales);
        let mut network = random(self.features, training.units, rng);
        let mut adam = Adam::new(parameters(&network).map(<[f64]>::len).iter().sum());
        let mut order: Vec<usize> = (0..self.rows()).collect();
        let steps = training.epochs * order.len().div_ceil(BATCH_SIZE);
        let mut step = 0;
        for _ in 0..training.epochs {
            rng.shuffle(&mut order);
            for batch in order.chunks(BATCH_SIZE) {
                let mut gradient = zeroed(&network);
                for &row in batch {
                    let features = &rows[row * self.features..][..self.features];
                    add_gradient(&network, features, self.labels[row], &mut gradient);
                }
                let decay_factor = (1.0 - f64::from(step) / steps as f64).max(MIN_RATE_FRACTION);
                let mean = 1.0 / batch.len() as f64;
                adam.step(
                    &mut network,
                    &gradient,
                    mean,
                    training.learning_rate * decay_factor,
                    training.weight_decay,
                );
                step += 1;
            }
        }
        undo_standardisation(&mut network, &scales);
        Ok(network)
    }
}

/// Creates a network with small random weights in the hidden layer and linear weights of 0.
fn random(features: usize, units: usize, rng: &mut Rng) -> WinModel {
    let reach = 1.7 / (features as f64).sqrt();
    let mut within = |reach: f64| reach * (2.0 * rng.unit() - 1.0);
    WinModel {
        intercept: 0.0,
        weights: vec![0.0; features],
        hidden: HiddenLayer {
            biases: vec![0.0; units],
            weights: (0..features * units).map(|_| within(reach)).collect(),
            output_weights: (0..units).map(|_| within(0.3)).collect(),
        },
    }
}

/// Network of the same shape with all parameters set to 0.
fn zeroed(network: &WinModel) -> WinModel {
    let mut zeroed = network.clone();
    for numbers in parameters_mut(&mut zeroed) {
        numbers.fill(0.0);
    }
    zeroed
}

/// All parameters of a network as five slices, in a fixed order.
fn parameters(network: &WinModel) -> [&[f64]; 5] {
    [
        std::slice::from_ref(&network.intercept),
        &network.weights,
        &network.hidden.biases,
        &network.hidden.weights,
        &network.hidden.output_weights,
    ]
}

fn parameters_mut(network: &mut WinModel) -> [&mut [f64]; 5] {
    [
        std::slice::from_mut(&mut network.intercept),
        &mut network.weights,
        &mut network.hidden.biases,
        &mut network.hidden.weights,
        &mut network.hidden.output_weights,
    ]
}

/// Adds the gradient of the loss for one sample to `gradient`.
fn add_gradient(network: &WinModel, features: &[f64], label: bool, gradient: &mut WinModel) {
    let mut sums = vec![0.0; network.hidden.units()];
    let score = network.linear_score(features) + network.hidden.score(features, &mut sums);
    let error = sigmoid(score) - f64::from(u8::from(label));
    gradient.intercept += error;
    for (gradient, feature) in gradient.weights.iter_mut().zip(features) {
        *gradient += error * feature;
    }
    for (gradient, sum) in gradient.hidden.output_weights.iter_mut().zip(&sums) {
        *gradient += error * sum.max(0.0);
    }
    let back = sums.iter().zip(&network.hidden.output_weights);
    let back: Vec<f64> = back
        .map(|(&sum, share)| if sum > 0.0 { error * share } else { 0.0 })
        .collect();
    for (gradient, back) in gradient.hidden.biases.iter_mut().zip(&back) {
        *gradient += back;
    }
    if back.is_empty() {
        return;
    }
    let gradients = gradient.hidden.weights.chunks_exact_mut(back.len());
    for (feature, gradients) in features.iter().zip(gradients) {
        for (gradient, back) in gradients.iter_mut().zip(&back) {
            *gradient += feature * back;
        }
    }
}

/// Rescales the parameters of a network trained on standardised features, so that it takes the
/// original ones.
fn undo_standardisation(network: &mut WinModel, scales: &[(f64, f64)]) {
    let units = network.hidden.units();
    for (feature, &(mean, deviation)) in scales.iter().enumerate() {
        network.weights[feature] /= deviation;
        network.intercept -= network.weights[feature] * mean;
        let weights = &mut network.hidden.weights[feature * units..][..units];
        for (weight, bias) in weights.iter_mut().zip(&mut network.hidden.biases) {
            *weight /= deviation;
            *bias -= *weight * mean;
        }
    }
}

/// State of the Adam optimiser: running means of gradients and of their squares.
struct Adam {
    means: Vec<f64>,
    squares: Vec<f64>,
    /// Decay rates to the power of the number of steps so far, for Adam's bias correction.
    beta_powers: (f64, f64),
}

impl Adam {
    fn new(numbers: usize) -> Adam {
        Adam {
            means: vec![0.0; numbers],
            squares: vec![0.0; numbers],
            beta_powers: (1.0, 1.0),
        }
    }

    fn step(
        &mut self,
        network: &mut WinModel,
        gradient: &WinModel,
        mean: f64,
        step: f64,
        decay: f64,
    ) {
        self.beta_powers = (self.beta_powers.0 * BETAS.0, self.beta_powers.1 * BETAS.1);
        let (mean_correction, square_correction) =
            (1.0 - self.beta_powers.0, 1.0 - self.beta_powers.1);
        let mut means = self.means.iter_mut().zip(&mut self.squares);
        let all = parameters_mut(network).into_iter();
        for (numbers, gradients) in all.zip(parameters(gradient)) {
            for (number, gradient) in numbers.iter_mut().zip(gradients) {
                let Some((average, squares)) = means.next() else {
                    return;
                };
                let gradient = gradient * mean + decay * *number;
                *average = BETAS.0 * *average + (1.0 - BETAS.0) * gradient;
                *squares = BETAS.1 * *squares + (1.0 - BETAS.1) * gradient * gradient;
                *number -= step * (*average / mean_correction)
                    / ((*squares / square_correction).sqrt() + 1e-8);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludorum_core::Seed;

    const SMALL: NetworkTrainingConfig = NetworkTrainingConfig {
        units: 8,
        epochs: 30,
        learning_rate: 0.01,
        weight_decay: 1e-5,
    };

    /// Samples labelled with the exclusive or of two features, which no linear model can learn.
    fn either() -> LabelledSamples {
        let mut samples = LabelledSamples::new(2);
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
        let without = NetworkTrainingConfig { units: 0, ..SMALL };
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
        let mut samples = LabelledSamples::new(1);
        samples.push(&[1.0], true);
        assert!(samples.train(SMALL, &mut Seed(1).rng()).is_err());
    }
}
