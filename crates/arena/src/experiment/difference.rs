//! How far two numbers are apart, from the intervals of both, and what that shows.

use crate::stats::{Z, normal_below};

/// A number with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Estimate {
    pub(super) value: f64,
    pub(super) low: f64,
    pub(super) high: f64,
}

impl Estimate {
    /// A number that is known exactly.
    pub(super) fn exact(value: f64) -> Estimate {
        Estimate {
            value,
            low: value,
            high: value,
        }
    }

    /// The same on a logarithmic scale; none if it may be nothing.
    pub(super) fn ln(self) -> Option<Estimate> {
        (self.low > 0.0 && self.high.is_finite()).then(|| Estimate {
            value: self.value.ln(),
            low: self.low.ln(),
            high: self.high.ln(),
        })
    }
}

/// The difference of two numbers that were measured independently, with its 95 % interval: the method of
/// variance estimates recovery (Newcombe 1998, method 10; Zou and Donner 2008). Unlike the normal
/// approximation it holds for rates near 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Difference {
    pub(super) value: f64,
    pub(super) low: f64,
    pub(super) high: f64,
}

impl Difference {
    pub(super) fn between(ours: Estimate, theirs: Estimate) -> Difference {
        let value = ours.value - theirs.value;
        let below = (ours.value - ours.low).hypot(theirs.high - theirs.value);
        let above = (ours.high - ours.value).hypot(theirs.value - theirs.low);
        Difference {
            value,
            low: value - below,
            high: value + above,
        }
    }

    /// How likely a difference so large is if the true one is not above `bound`.
    pub(super) fn p_above(&self, bound: f64) -> f64 {
        one_sided(self.value - bound, self.value - self.low)
    }

    /// How likely a difference so small is if the true one is not below `bound`.
    pub(super) fn p_below(&self, bound: f64) -> f64 {
        one_sided(bound - self.value, self.high - self.value)
    }

    /// How likely one as far from 0 is if there is none: below 5 % where the interval excludes 0.
    pub(super) fn p_value(&self) -> f64 {
        (2.0 * self.p_above(0.0).min(self.p_below(0.0))).min(1.0)
    }

    /// The p-value of two one-sided tests (Schuirmann 1987): how likely one so close to 0 is if the true
    /// one is a margin off or more.
    pub(super) fn p_equivalent(&self, margin: f64) -> f64 {
        self.p_above(-margin).max(self.p_below(margin))
    }

    /// The difference in standard errors, those of the side on which 0 lies.
    pub(super) fn standardised(&self) -> f64 {
        let half = match self.value > 0.0 {
            true => self.value - self.low,
            false => self.high - self.value,
        };
        self.value / (half / Z)
    }

    /// The smallest difference that would have been significant.
    pub(super) fn smallest_shown(&self) -> f64 {
        (self.value - self.low).max(self.high - self.value)
    }

    /// The same for a test to one side.
    pub(super) fn smallest_shown_to_one_side(&self) -> f64 {
        self.smallest_shown() * ONE_SIDED / Z
    }
}

/// The quantile of the normal distribution for one-sided tests at 5 %.
const ONE_SIDED: f64 = 1.6448536269514722;

/// The p-value of being `excess` beyond a bound, with half the width of the interval on that side.
fn one_sided(excess: f64, half: f64) -> f64 {
    match half > 0.0 {
        true => normal_below(-excess * Z / half),
        false if excess > 0.0 => 0.0,
        false => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::wilson;

    fn rate(won: u64, games: u64) -> Estimate {
        let (low, high) = wilson(won as f64, games);
        Estimate {
            value: won as f64 / games as f64,
            low,
            high,
        }
    }

    /// Newcombe 1998, table II, method 10: 56/70 against 48/80, and 10/10 against 0/10.
    #[test]
    fn intervals_are_those_of_the_textbooks() {
        let known = Difference::between(rate(56, 70), rate(48, 80));
        assert!((known.low - 0.0524).abs() < 5e-4 && (known.high - 0.3339).abs() < 5e-4);
        let all = Difference::between(rate(10, 10), rate(0, 10));
        assert!((all.low - 0.6075).abs() < 5e-4 && all.high == 1.0);
    }

    #[test]
    fn p_values_say_what_the_interval_says() {
        for won in 30..80 {
            let difference = Difference::between(rate(won, 100), rate(500, 1000));
            let excludes = difference.low > 0.0 || difference.high < 0.0;
            assert_eq!(difference.p_value() < 0.05, excludes, "{won}");
        }
        let none = Difference::between(rate(0, 1000), rate(0, 1000));
        assert_eq!(none.p_value(), 1.0);
        assert!(none.p_equivalent(0.1) < 1e-6);
        let exact = Difference::between(Estimate::exact(2.0), Estimate::exact(1.5));
        assert_eq!((exact.p_value(), exact.p_equivalent(1.0)), (0.0, 0.0));
        assert_eq!(exact.p_equivalent(0.4), 1.0);
    }
}
