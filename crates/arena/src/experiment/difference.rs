//! Difference of two estimates, its confidence interval and its significance tests.

use crate::stats::{Z, normal_cdf};

/// Estimate with its 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct IntervalEstimate {
    pub(super) value: f64,
    pub(super) low: f64,
    pub(super) high: f64,
}

impl IntervalEstimate {
    /// Creates an estimate without sampling error: both interval ends equal the value.
    pub(super) fn exact(value: f64) -> IntervalEstimate {
        IntervalEstimate {
            value,
            low: value,
            high: value,
        }
    }

    /// Natural logarithm of the estimate and its interval; `None` if the interval includes 0.
    pub(super) fn ln(self) -> Option<IntervalEstimate> {
        (self.low > 0.0 && self.high.is_finite()).then(|| IntervalEstimate {
            value: self.value.ln(),
            low: self.low.ln(),
            high: self.high.ln(),
        })
    }
}

/// Difference of two independent estimates with its 95 % interval, by the method of variance
/// estimates recovery (Newcombe 1998, method 10; Zou and Donner 2008), also valid near 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct DifferenceEstimate {
    pub(super) value: f64,
    pub(super) low: f64,
    pub(super) high: f64,
}

impl DifferenceEstimate {
    pub(super) fn between(ours: IntervalEstimate, theirs: IntervalEstimate) -> DifferenceEstimate {
        let value = ours.value - theirs.value;
        let below = (ours.value - ours.low).hypot(theirs.high - theirs.value);
        let above = (ours.high - ours.value).hypot(theirs.value - theirs.low);
        DifferenceEstimate {
            value,
            low: value - below,
            high: value + above,
        }
    }

    /// p-value of the one-sided test that the difference is above `bound`; small values support it.
    pub(super) fn p_above(&self, bound: f64) -> f64 {
        one_sided_p_value(self.value - bound, self.value - self.low)
    }

    /// p-value of the one-sided test that the difference is below `bound`; small values support it.
    pub(super) fn p_below(&self, bound: f64) -> f64 {
        one_sided_p_value(bound - self.value, self.high - self.value)
    }

    /// p-value of the two-sided test that the difference is not 0; below 5 % exactly if the 95 %
    /// interval excludes 0.
    pub(super) fn p_value(&self) -> f64 {
        (2.0 * self.p_above(0.0).min(self.p_below(0.0))).min(1.0)
    }

    /// p-value of the equivalence test (TOST, Schuirmann 1987) that the difference is within ±
    /// `margin`.
    pub(super) fn p_equivalent(&self, margin: f64) -> f64 {
        self.p_above(-margin).max(self.p_below(margin))
    }

    /// Difference divided by its standard error, taken from the interval half that faces 0.
    pub(super) fn standardised(&self) -> f64 {
        let half = if self.value > 0.0 {
            self.value - self.low
        } else {
            self.high - self.value
        };
        self.value / (half / Z)
    }

    /// Smallest difference that would be significant at 5 % in a two-sided test with the same
    /// standard error.
    pub(super) fn smallest_significant(&self) -> f64 {
        (self.value - self.low).max(self.high - self.value)
    }

    /// Smallest difference that would be significant at 5 % in a one-sided test with the same
    /// standard error.
    pub(super) fn smallest_significant_one_sided(&self) -> f64 {
        self.smallest_significant() * Z_ONE_SIDED / Z
    }
}

/// 95 % quantile of the standard normal distribution, for one-sided tests at 5 %.
const Z_ONE_SIDED: f64 = 1.6448536269514722;

/// One-sided p-value of an estimate that exceeds a bound by `excess`; `half` is the half width of
/// its 95 % interval towards the bound.
fn one_sided_p_value(excess: f64, half: f64) -> f64 {
    if half > 0.0 {
        normal_cdf(-excess * Z / half)
    } else if excess > 0.0 {
        0.0
    } else {
        1.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::wilson;

    fn rate(won: u64, games: u64) -> IntervalEstimate {
        let (low, high) = wilson(won as f64, games);
        IntervalEstimate {
            value: won as f64 / games as f64,
            low,
            high,
        }
    }

    /// Newcombe 1998, table II, method 10: 56/70 against 48/80, and 10/10 against 0/10.
    #[test]
    fn intervals_are_those_of_the_textbooks() {
        let known = DifferenceEstimate::between(rate(56, 70), rate(48, 80));
        assert!((known.low - 0.0524).abs() < 5e-4 && (known.high - 0.3339).abs() < 5e-4);
        let all = DifferenceEstimate::between(rate(10, 10), rate(0, 10));
        assert!((all.low - 0.6075).abs() < 5e-4 && all.high == 1.0);
    }

    #[test]
    fn p_values_say_what_the_interval_says() {
        for won in 30..80 {
            let difference = DifferenceEstimate::between(rate(won, 100), rate(500, 1000));
            let excludes = difference.low > 0.0 || difference.high < 0.0;
            assert_eq!(difference.p_value() < 0.05, excludes, "{won}");
        }
        let none = DifferenceEstimate::between(rate(0, 1000), rate(0, 1000));
        assert_eq!(none.p_value(), 1.0);
        assert!(none.p_equivalent(0.1) < 1e-6);
        let exact =
            DifferenceEstimate::between(IntervalEstimate::exact(2.0), IntervalEstimate::exact(1.5));
        assert_eq!((exact.p_value(), exact.p_equivalent(1.0)), (0.0, 0.0));
        assert_eq!(exact.p_equivalent(0.4), 1.0);
    }
}
