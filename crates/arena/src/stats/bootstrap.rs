//! Bootstrap intervals. Resamples blocks of games, because games of a block share a setup and are
//! not independent.

use ludorum_core::Seed;

/// Number of bootstrap replicates.
pub const REPLICATES: u64 = 1000;

/// Number of times each block of games was drawn in a bootstrap replicate, by block index.
pub type ResampleCounts<'a> = &'a [u32];

/// 95 % bootstrap intervals of the statistics that `measure` computes from resampled blocks of
/// games. `None` for fewer than two blocks. The random samples depend only on `seed`.
pub fn bootstrap(
    blocks: usize,
    replicates: u64,
    seed: Seed,
    mut measure: impl FnMut(ResampleCounts<'_>) -> Vec<f64>,
) -> Option<Vec<(f64, f64)>> {
    if blocks < 2 {
        return None;
    }
    let mut samples: Vec<Vec<f64>> = Vec::new();
    let mut counts = vec![0; blocks];
    for replicate in 0..replicates {
        let mut rng = seed.child("replicate", replicate).rng();
        counts.fill(0);
        for _ in 0..blocks {
            counts[rng.below(blocks)] += 1;
        }
        for (index, number) in measure(&counts).into_iter().enumerate() {
            if samples.len() <= index {
                samples.push(Vec::new());
            }
            samples[index].push(number);
        }
    }
    Some(samples.into_iter().map(percentile_95).collect())
}

/// 2.5th and 97.5th percentile of `numbers`.
fn percentile_95(mut numbers: Vec<f64>) -> (f64, f64) {
    numbers.sort_by(f64::total_cmp);
    let last = (numbers.len() - 1) as f64;
    let at = |part: f64| numbers[(part * last).round() as usize];
    (at(0.025), at(0.975))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mean(values: &[f64], counts: &[u32]) -> f64 {
        let drawn = values.iter().zip(counts);
        let sum: f64 = drawn.map(|(value, &count)| value * f64::from(count)).sum();
        sum / counts.iter().sum::<u32>() as f64
    }

    #[test]
    fn the_interval_of_a_mean_is_that_of_the_formula() {
        let values: Vec<f64> = (0..200).map(|index| f64::from(index % 10)).collect();
        let (formula, half) = super::super::mean_95(values.iter().copied());
        let measure = |counts: ResampleCounts<'_>| vec![mean(&values, counts)];
        let (low, high) = bootstrap(200, 2000, Seed(1), measure).unwrap()[0];
        assert!((low - (formula - half)).abs() < 0.05, "{low}");
        assert!((high - (formula + half)).abs() < 0.05, "{high}");
    }

    #[test]
    fn the_seed_decides() {
        let values = [0.0, 1.0, 5.0, 2.0, 8.0, 3.0, 9.0];
        let draw = |seed| {
            bootstrap(7, 50, Seed(seed), |counts| {
                assert_eq!(counts.iter().sum::<u32>(), 7);
                vec![mean(&values, counts)]
            })
        };
        assert_eq!(draw(1), draw(1));
        assert_ne!(draw(1), draw(2));
    }

    #[test]
    fn one_block_says_nothing_about_others() {
        assert_eq!(bootstrap(1, 10, Seed(1), |_| vec![1.0]), None);
    }
}
