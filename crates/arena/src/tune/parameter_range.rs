//! Ranges of agent parameters to tune.

use std::fmt;
use std::str::FromStr;

/// Parameter to tune and its range of values, written `c=0.1..3.0`.
#[derive(Clone, Debug, PartialEq)]
pub struct ParameterRange {
    /// Name of the agent's parameter.
    pub name: String,
    low: f64,
    high: f64,
    is_whole: bool,
}

impl ParameterRange {
    /// Parameter value at a fraction of the range, from 0 (low end) to 1 (high end).
    pub fn value(&self, part: f64) -> f64 {
        let value = self.low + part.clamp(0.0, 1.0) * (self.high - self.low);
        if self.is_whole {
            value.round()
        } else {
            // Rounded to six decimals to keep specs readable.
            (value * 1e6).round() / 1e6
        }
    }

    /// Positions of `count` evenly spaced values, as fractions of the range. For integer
    /// parameters, values that round to the same integer are listed once.
    pub fn steps(&self, count: usize) -> Vec<f64> {
        let last = count.saturating_sub(1).max(1) as f64;
        let mut parts: Vec<f64> = (0..count).map(|step| step as f64 / last).collect();
        if self.is_whole {
            parts.dedup_by_key(|part| self.value(*part) as i64);
        }
        parts
    }
}

impl fmt::Display for ParameterRange {
    /// Formats the range as text that can be parsed again; integers have no decimal point.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ParameterRange {
            name, low, high, ..
        } = self;
        if self.is_whole {
            write!(f, "{name}={low}..{high}")
        } else {
            write!(f, "{name}={low:?}..{high:?}")
        }
    }
}

impl FromStr for ParameterRange {
    type Err = ParameterRangeError;

    fn from_str(text: &str) -> Result<ParameterRange, ParameterRangeError> {
        let refuse = || ParameterRangeError(text.to_owned());
        let (name, range) = text.split_once('=').ok_or_else(refuse)?;
        let (low, high) = range.split_once("..").ok_or_else(refuse)?;
        let is_whole = low.parse::<i64>().is_ok() && high.parse::<i64>().is_ok();
        let end = |text: &str| text.parse().ok().filter(|end: &f64| end.is_finite());
        let (low, high) = (end(low).ok_or_else(refuse)?, end(high).ok_or_else(refuse)?);
        if name.is_empty() || low >= high {
            return Err(refuse());
        }
        Ok(ParameterRange {
            name: name.to_owned(),
            low,
            high,
            is_whole,
        })
    }
}

/// Error message for a text that is not a parameter range.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a parameter with a range, such as c=0.1..3.0 or depth=1..4")]
pub struct ParameterRangeError(String);

/// Sets parameter values in an agent's spec, replacing existing values of the same parameters.
pub fn with_parameters(spec: &str, values: &[(&str, f64)]) -> String {
    let (name, params) = spec.split_once(':').unwrap_or((spec, ""));
    let is_kept = |param: &&str| {
        let key = param.split('=').next().unwrap_or_default();
        !param.is_empty() && values.iter().all(|(name, _)| *name != key)
    };
    let kept = params.split(',').filter(is_kept).map(str::to_owned);
    let new = values.iter().map(|(name, value)| format!("{name}={value}"));
    let params: Vec<String> = kept.chain(new).collect();
    if params.is_empty() {
        name.to_owned()
    } else {
        format!("{name}:{}", params.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_stay_whole() {
        let depth: ParameterRange = "depth=1..4".parse().unwrap();
        assert_eq!(depth.value(0.4), 2.0);
        assert_eq!(depth.steps(10).len(), 4);
        let c: ParameterRange = "c=0.1..3".parse().unwrap();
        assert_eq!((c.value(0.0), c.value(1.0), c.value(7.0)), (0.1, 3.0, 3.0));
        assert_eq!(c.steps(5).len(), 5);
    }

    #[test]
    fn ranges_are_printed_as_they_are_read() {
        for text in ["depth=1..4", "c=0.1..3.0", "c=1.0..3.0"] {
            let dimension: ParameterRange = text.parse().unwrap();
            assert_eq!(dimension.to_string(), text);
        }
    }

    #[test]
    fn what_is_no_range_is_refused() {
        for text in ["c", "c=1", "c=1..", "c=2..1", "=1..2", "c=a..b", "c=0..inf"] {
            assert!(text.parse::<ParameterRange>().is_err(), "{text}");
        }
    }

    #[test]
    fn values_take_the_place_of_old_ones() {
        assert_eq!(with_parameters("mcts", &[("c", 0.5)]), "mcts:c=0.5");
        let spec = with_parameters("mcts:c=1,iterations=9", &[("c", 0.5)]);
        assert_eq!(spec, "mcts:iterations=9,c=0.5");
    }
}
