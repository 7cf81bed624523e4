//! Human-readable numbers, durations and rates.

use std::time::Duration;

/// Formats a count with a space between thousands: `1 234 567`.
pub(crate) fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            // A narrow no-break space keeps the number one word.
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

/// Formats a duration with about three significant digits and a unit from µs to h.
pub(crate) fn time(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        3600.0.. => format!("{:.1} h", seconds / 3600.0),
        120.0.. => format!("{:.1} min", seconds / 60.0),
        1.0.. => format!("{} s", digits(seconds)),
        1e-3.. => format!("{} ms", digits(seconds * 1e3)),
        _ => format!("{} µs", digits(seconds * 1e6)),
    }
}

/// Formats a speed in nodes per second.
pub(crate) fn speed(nodes: u64, time: Duration) -> String {
    let each_second = nodes as f64 / time.as_secs_f64().max(1e-9);
    match each_second {
        1e6.. => format!("{} M/s", digits(each_second / 1e6)),
        1e3.. => format!("{} k/s", digits(each_second / 1e3)),
        _ => format!("{} /s", digits(each_second)),
    }
}

/// Formats an expected utility, from -1 (certain loss) to +1 (certain win).
pub(crate) fn value(value: f64) -> String {
    // Avoids -0.00.
    let value = if value.abs() < 0.005 { 0.0 } else { value };
    format!("{value:+.2}")
}

/// Formats a rate from 0 to 1 as a percentage with one decimal.
pub(crate) fn percent(rate: f64) -> String {
    format!("{:.1}%", rate * 100.0)
}

/// Formats an interval as `LOW to HIGH`, each bound by `print`; `-` if the interval is `None`.
pub(crate) fn interval(
    interval: impl Into<Option<(f64, f64)>>,
    print: impl Fn(f64) -> String,
) -> String {
    interval.into().map_or("-".to_owned(), |(low, high)| {
        format!("{} to {}", print(low), print(high))
    })
}

/// Formats an estimated probability as a percentage, which is never 0% or 100%.
pub(crate) fn uncertain_percent(p: f64) -> String {
    match p {
        0.9995.. => ">99.9%".to_owned(),
        ..0.0005 => "<0.1%".to_owned(),
        p => percent(p),
    }
}

/// Formats a p-value: three decimals, or scientific notation below 0.001.
pub(crate) fn probability(p: f64) -> String {
    match p {
        0.001.. => format!("{p:.3}"),
        _ => format!("{p:.0e}"),
    }
}

/// Formats a number with three significant digits.
fn digits(number: f64) -> String {
    match number {
        99.95.. => format!("{number:.0}"),
        9.995.. => format!("{number:.1}"),
        _ => format!("{number:.2}"),
    }
}

/// Formats a count followed by its noun in singular or plural.
pub(crate) fn plural(number: u64, one: &str, many: &str) -> String {
    let noun = if number == 1 { one } else { many };
    format!("{} {noun}", count(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_have_units() {
        assert_eq!(count(0), "0");
        assert_eq!(count(999), "999");
        assert_eq!(count(1_234_567), "1\u{202f}234\u{202f}567");
        assert_eq!(time(Duration::from_micros(1500)), "1.50 ms");
        assert_eq!(time(Duration::from_secs(90)), "90.0 s");
        assert_eq!(time(Duration::from_secs(600)), "10.0 min");
        assert_eq!(speed(3_000_000, Duration::from_secs(2)), "1.50 M/s");
        assert_eq!(value(-0.001), "+0.00");
        assert_eq!(value(-0.5), "-0.50");
        assert_eq!(percent(0.125), "12.5%");
        assert_eq!(probability(0.04567), "0.046");
        assert_eq!(probability(0.000012), "1e-5");
    }
}
