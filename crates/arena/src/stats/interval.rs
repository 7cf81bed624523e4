//! Confidence intervals and tests of differences.

use statrs::distribution::{Beta, ContinuousCDF};

use super::{Z, normal_cdf};

/// 95 % Wilson score interval of a rate (Wilson 1927); (0, 1) if there are no trials. `successes`
/// may be fractional: a draw is half a win.
pub fn wilson(successes: f64, trials: u64) -> (f64, f64) {
    if trials == 0 {
        return (0.0, 1.0);
    }
    let n = trials as f64;
    let p = successes / n;
    let centre = p + Z * Z / (2.0 * n);
    let spread = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + Z * Z / n;
    // At 0 and 1 the formula gives 0 and 1 except for rounding errors.
    let low = if successes > 0.0 {
        ((centre - spread) / scale).max(0.0)
    } else {
        0.0
    };
    let high = if successes < n {
        ((centre + spread) / scale).min(1.0)
    } else {
        1.0
    };
    (low, high)
}

/// 95 % interval of a mean win share: the bootstrap interval `drawn`, or Wilson's interval for
/// `blocks` trials if the bootstrap shows no variance because all blocks have the same score.
pub fn share_95(drawn: (f64, f64), share: f64, blocks: u64) -> (f64, f64) {
    if drawn.0 < drawn.1 {
        drawn
    } else {
        wilson(share * blocks as f64, blocks)
    }
}

/// Exact 95 % interval of a rate (Clopper and Pearson 1934); its coverage is never below 95 %.
pub fn clopper_pearson(successes: u64, trials: u64) -> (f64, f64) {
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

/// Two-sided p-value of a normally distributed difference with this standard error.
pub fn two_sided_p_value(difference: f64, standard_error: f64) -> f64 {
    match (difference == 0.0, standard_error == 0.0) {
        (true, _) => 1.0,
        (false, true) => 0.0,
        (false, false) => 2.0 * normal_cdf(-(difference / standard_error).abs()),
    }
}

/// Mean of the numbers and half the width of its 95 % interval by the normal approximation, which
/// needs about thirty numbers. The half width is infinite for fewer than two numbers.
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

/// Mean of non-negative numbers, such as times, and its 95 % interval on a log scale (delta
/// method), whose ends are not negative. No interval for fewer than two numbers.
pub fn positive_mean_95(numbers: impl Iterator<Item = f64> + Clone) -> (f64, Option<(f64, f64)>) {
    let (mean, half) = mean_95(numbers);
    // A mean of 0 has no logarithm.
    let factor = if mean > 0.0 { (half / mean).exp() } else { 1.0 };
    let interval = (mean / factor, mean * factor);
    (mean, half.is_finite().then_some(interval))
}

/// Estimate and the two ends of its 95 % interval.
pub type ValueWithInterval = (f64, (f64, f64));

/// 95 % interval of the ratio of two independent values, from their intervals (method of variance
/// estimates recovery on logarithms, Zou and Donner 2008). `None` if the ratio is unbounded.
pub fn ratio_95(
    (above, (above_low, above_high)): ValueWithInterval,
    (below, (below_low, below_high)): ValueWithInterval,
) -> Option<(f64, f64)> {
    if !(above > 0.0 && below_low > 0.0) {
        return None;
    }
    let far = |a: f64, b: f64| a.ln().hypot(b.ln());
    let ratio = above / below;
    // If the interval of the numerator includes 0, so does that of the ratio.
    let low = if above_low > 0.0 {
        ratio / far(above / above_low, below_high / below).exp()
    } else {
        0.0
    };
    let high = ratio * far(above_high / above, below / below_low).exp();
    high.is_finite().then_some((low, high))
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
    fn no_rate_is_below_nothing_or_above_all() {
        for trials in 1..2000 {
            assert_eq!(wilson(0.0, trials).0, 0.0, "{trials}");
            assert_eq!(wilson(trials as f64, trials).1, 1.0, "{trials}");
            let (low, high) = wilson(trials as f64, trials);
            assert!(0.0 < low && low < high, "{trials}");
        }
    }

    #[test]
    fn who_never_won_may_still_win() {
        assert_eq!(share_95((0.1, 0.3), 0.2, 9), (0.1, 0.3));
        assert_eq!(share_95((0.0, 0.0), 0.0, 40), wilson(0.0, 40));
        assert!(share_95((1.0, 1.0), 1.0, 40).0 < 0.95);
    }

    #[test]
    fn times_are_never_negative() {
        // One of twenty searches met a busy machine: the symmetric interval begins below 0.
        let times = [vec![0.04; 19], vec![6.5]].concat();
        let (mean, half) = mean_95(times.iter().copied());
        assert!(mean < half);
        let (same, interval) = positive_mean_95(times.iter().copied());
        let (low, high) = interval.unwrap();
        assert_eq!(same, mean);
        assert!(0.0 < low && low < mean && mean < high, "{low} {high}");
        // For numbers with a small spread, it is close to the symmetric interval.
        let times: Vec<f64> = (0..100).map(|time| 50.0 + f64::from(time % 3)).collect();
        let (mean, half) = mean_95(times.iter().copied());
        let (low, high) = positive_mean_95(times.iter().copied()).1.unwrap();
        assert!((mean - half - low).abs() < 1e-3 && (mean + half - high).abs() < 1e-3);
        assert_eq!(positive_mean_95([3.0].into_iter()), (3.0, None));
        assert_eq!(positive_mean_95([0.0, 0.0].into_iter()).1, Some((0.0, 0.0)));
    }

    #[test]
    fn a_ratio_is_as_uncertain_as_both_numbers() {
        let (low, high) = ratio_95((6.0, (3.0, 12.0)), (2.0, (2.0, 2.0))).unwrap();
        assert!((low - 1.5).abs() < 1e-9 && (high - 6.0).abs() < 1e-9);
        let (low, high) = ratio_95((6.0, (6.0, 6.0)), (2.0, (1.0, 4.0))).unwrap();
        assert!((low - 1.5).abs() < 1e-9 && (high - 6.0).abs() < 1e-9);
        // Independent errors add up as squares.
        let (low, high) = ratio_95((6.0, (3.0, 12.0)), (2.0, (1.0, 4.0))).unwrap();
        let factor = 2.0_f64.powf(std::f64::consts::SQRT_2);
        assert!((low - 3.0 / factor).abs() < 1e-9 && (high - 3.0 * factor).abs() < 1e-9);
        assert_eq!(
            ratio_95((0.5, (0.0, 1.0)), (1.0, (1.0, 1.0))),
            Some((0.0, 1.0))
        );
        assert_eq!(ratio_95((0.5, (0.2, 1.0)), (0.5, (0.0, 1.0))), None);
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
            let (a, b) = clopper_pearson(successes, trials);
            assert!((a - low).abs() < 5e-4 && (b - high).abs() < 5e-4, "{a} {b}");
        }
        assert_eq!(clopper_pearson(0, 0), (0.0, 1.0));
        assert_eq!(clopper_pearson(5, 5).1, 1.0);
    }

    #[test]
    fn far_means_unlikely() {
        assert!((two_sided_p_value(1.96, 1.0) - 0.05).abs() < 1e-4);
        assert!((two_sided_p_value(-3.92, 2.0) - 0.05).abs() < 1e-4);
        assert_eq!(two_sided_p_value(0.0, 0.0), 1.0);
        assert_eq!(two_sided_p_value(0.1, 0.0), 0.0);
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
