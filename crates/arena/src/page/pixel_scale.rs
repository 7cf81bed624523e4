//! Maps axis values to pixels and chooses the ticks.

use super::chart::{AxisScale, AxisUnit, PlotAxis};

/// Mapping from the values of a plot axis to pixels, linear or logarithmic.
pub(super) struct AxisPixelScale {
    scale: AxisScale,
    pub(super) low: f64,
    pub(super) high: f64,
    from: f64,
    to: f64,
}

impl AxisPixelScale {
    pub(super) fn new(
        axis: &PlotAxis,
        values: impl Iterator<Item = f64>,
        from: f64,
        to: f64,
    ) -> AxisPixelScale {
        let is_shown = |value: &f64| match axis.scale {
            AxisScale::Linear => value.is_finite(),
            AxisScale::Logarithmic => value.is_finite() && *value > 0.0,
        };
        let wanted = axis.at_least.into_iter().flat_map(|(a, b)| [a, b]);
        let (mut low, mut high) = values
            .chain(wanted)
            .filter(is_shown)
            .fold((f64::MAX, f64::MIN), |(low, high), v| {
                (low.min(v), high.max(v))
            });
        if low > high {
            (low, high) = (0.1, 1.0);
        }
        match axis.scale {
            AxisScale::Linear => {
                let room = if high > low { 0.04 * (high - low) } else { 0.5 };
                let keeps = |end: f64| axis.at_least.is_some_and(|(a, b)| end == a || end == b);
                low -= if keeps(low) { 0.0 } else { room };
                high += if keeps(high) { 0.0 } else { room };
            }
            AxisScale::Logarithmic => {
                low /= 1.3;
                high *= 1.3;
            }
        }
        AxisPixelScale {
            scale: axis.scale,
            low,
            high,
            from,
            to,
        }
    }

    pub(super) fn to_pixel(&self, value: f64) -> f64 {
        let part = match self.scale {
            AxisScale::Linear => (value - self.low) / (self.high - self.low),
            AxisScale::Logarithmic => {
                (value.max(f64::MIN_POSITIVE) / self.low).ln() / (self.high / self.low).ln()
            }
        };
        self.from + part.clamp(-0.02, 1.02) * (self.to - self.from)
    }

    /// Round axis values at which ticks are drawn.
    pub(super) fn ticks(&self) -> Vec<f64> {
        let mut ticks = Vec::new();
        match self.scale {
            AxisScale::Linear => {
                let rough = (self.high - self.low) / 5.0;
                let power = 10_f64.powf(rough.log10().floor());
                let steps = [1.0, 2.0, 2.5, 5.0, 10.0].map(|step| step * power);
                let step = steps.into_iter().find(|step| *step >= rough);
                let step = step.unwrap_or(10.0 * power);
                let mut tick = (self.low / step).ceil() * step;
                while tick <= self.high + 1e-9 * step && ticks.len() < 20 {
                    ticks.push(if tick.abs() < 1e-9 * step { 0.0 } else { tick });
                    tick += step;
                }
            }
            AxisScale::Logarithmic => {
                let (first, last) = (self.low.log10().floor(), self.high.log10().ceil());
                let steps: &[f64] = if last - first > 3.0 {
                    &[1.0]
                } else {
                    &[1.0, 2.0, 5.0]
                };
                let mut power = first;
                while power <= last {
                    ticks.extend(steps.iter().map(|step| step * 10_f64.powf(power)));
                    power += 1.0;
                }
                ticks.retain(|tick| (self.low..=self.high).contains(tick));
            }
        }
        ticks
    }
}

pub(super) fn tick_label(value: f64, unit: AxisUnit) -> String {
    match unit {
        AxisUnit::Percent => format!("{}%", short_number(value * 100.0)),
        AxisUnit::Number => short_number(value),
    }
}

/// Formats a number with at most four decimals, or in scientific notation if very large or small.
fn short_number(value: f64) -> String {
    match value.abs() {
        size if size != 0.0 && !(1e-4..1e6).contains(&size) => format!("{value:.0e}"),
        _ => {
            let text = format!("{value:.4}");
            let text = text.trim_end_matches('0').trim_end_matches('.');
            text.replace('-', "−")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scale(scale: AxisScale, ends: [f64; 2]) -> AxisPixelScale {
        let axis = PlotAxis {
            scale,
            ..PlotAxis::linear("time", AxisUnit::Number)
        };
        AxisPixelScale::new(&axis, ends.into_iter(), 0.0, 100.0)
    }

    #[test]
    fn ticks_are_round_and_within() {
        let range = scale(AxisScale::Linear, [0.13, 0.92]);
        assert_eq!(tick_label(range.ticks()[0], AxisUnit::Number), "0.2");
        assert!(
            range
                .ticks()
                .iter()
                .all(|t| (range.low..=range.high).contains(t))
        );
        let range = scale(AxisScale::Logarithmic, [0.01, 5000.0]);
        let ticks: Vec<String> = range.ticks().iter().map(|&t| short_number(t)).collect();
        assert_eq!(ticks, ["0.01", "0.1", "1", "10", "100", "1000"]);
    }

    #[test]
    fn larger_values_are_further_along() {
        let range = scale(AxisScale::Logarithmic, [1.0, 100.0]);
        assert!((range.to_pixel(10.0) - 50.0).abs() < 1e-9);
        assert!(range.to_pixel(1.0) < range.to_pixel(10.0));
    }
}
