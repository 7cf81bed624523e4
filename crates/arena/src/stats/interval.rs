//! Confidence intervals, and how far apart two rates are.

use statrs::distribution::{Beta, ContinuousCDF};

use super::{Z, normal_below};

/// The 95 % interval of a rate (Wilson 1927). `successes` may be fractional: a draw between two is
/// half a win. Without trials nothing is known: from 0 to 1.
pub fn wilson(successes: f64, trials: u64) -> (f64, f64) {
    if trials == 0 {
        return (0.0, 1.0);
    }
    let n = trials as f64;
    let p = successes / n;
    let centre = p + Z * Z / (2.0 * n);
    let spread = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + Z * Z / n;
    (
        ((centre - spread) / scale).max(0.0),
        ((centre + spread) / scale).min(1.0),
    )
}

/// The exact 95 % interval of a rate (Clopper and Pearson 1934): never too narrow.
pub fn exact(successes: u64, trials: u64) -> (f64, f64) {
    let quantile = |a: u64, b: u64, p: f64| {
        Beta::new(a as f64, b as f64).map_or(f64::NAN, |beta| beta.inverse_cdf(p))
    };
    let failures = trials.saturating_sub(successes);
    let low = match successes {
        0 => 0.0,
        _ => quantile(successes, failures + 1, 0.025),
    };
    let high = match failures {
        0 => 1.0,
        _ => quantile(successes + 1, failures, 0.975),
    };
    (low, high)
}

/// The probability that a normal variable with this standard error is at least this far off.
pub fn two_sided(difference: f64, standard_error: f64) -> f64 {
    match (difference == 0.0, standard_error == 0.0) {
        (true, _) => 1.0,
        (false, true) => 0.0,
        (false, false) => 2.0 * normal_below(-(difference / standard_error).abs()),
    }
}

/// The mean of some numbers and half the width of its 95 % interval, by the normal approximation:
/// for samples of thirty and more. Nothing is known of the width for fewer than two.
pub fn mean_95(numbers: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let n = numbers.clone().count() as f64;
    if n == 0.0 {
        return (0.0, f64::INFINITY);
    }
    let mean = numbers.clone().sum::<f64>() / n;
    if n < 2.0 {
        return (mean, f64::INFINITY);
    }
    let squares: f64 = numbers.map(|number| (number - mean).powi(2)).sum();
    (mean, Z * (squares / (n - 1.0) / n).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(successes: f64, trials: u64, low: f64, high: f64) {
        let (a, b) = wilson(successes, trials);
        assert!((a - low).abs() < 5e-4 && (b - high).abs() < 5e-4, "{a} {b}");
    }

    #[test]
    fn the_mean_of_a_few_numbers() {
        let (mean, half) = mean_95([2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0].into_iter());
        assert_eq!(mean, 5.0);
        // The variance of the sample is 32/7.
        assert!((half - 1.96 * (32.0_f64 / 7.0 / 8.0).sqrt()).abs() < 1e-3);
        assert_eq!(mean_95([3.0].into_iter()), (3.0, f64::INFINITY));
    }

    #[test]
    fn exact_intervals_are_those_of_the_textbooks() {
        // Newcombe 1998, table I, method 5.
        for (successes, trials, low, high) in [
            (81, 263, 0.2527, 0.3676),
            (15, 148, 0.0578, 0.1617),
            (0, 20, 0.0, 0.1684),
            (1, 29, 0.0009, 0.1776),
        ] {
            let (a, b) = exact(successes, trials);
            assert!((a - low).abs() < 5e-4 && (b - high).abs() < 5e-4, "{a} {b}");
        }
        assert_eq!(exact(0, 0), (0.0, 1.0));
        assert_eq!(exact(5, 5).1, 1.0);
    }

    #[test]
    fn far_means_unlikely() {
        assert!((two_sided(1.96, 1.0) - 0.05).abs() < 1e-4);
        assert!((two_sided(-3.92, 2.0) - 0.05).abs() < 1e-4);
        assert_eq!(two_sided(0.0, 0.0), 1.0);
        assert_eq!(two_sided(0.1, 0.0), 0.0);
    }

    #[test]
    fn intervals_are_those_of_the_textbooks() {
        // Newcombe 1998, table I, method 3.
        check(81.0, 263, 0.2553, 0.3662);
        check(15.0, 148, 0.0624, 0.1605);
        check(0.0, 20, 0.0, 0.1611);
        check(1.0, 29, 0.0061, 0.1718);
        check(0.0, 0, 0.0, 1.0);
    }
}
