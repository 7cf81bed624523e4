//! Durations as text, such as `250ms`.

use std::time::Duration;

/// Longest duration that the parser accepts: about eleven days.
const LONGEST: Duration = Duration::from_secs(1_000_000);

/// Parses a duration such as `250ms`, `1.5s` or `2m` and truncates it to microseconds. Returns
/// `None` for malformed text, zero, or more than about eleven days.
pub fn parse_duration(text: &str) -> Option<Duration> {
    let unit_at = text.find(|c: char| c.is_ascii_alphabetic())?;
    let (number, unit) = text.split_at(unit_at);
    let seconds = match unit {
        "us" => 1e-6,
        "ms" => 1e-3,
        "s" => 1.0,
        "m" => 60.0,
        "h" => 3600.0,
        _ => return None,
    };
    let number: f64 = number.parse().ok()?;
    let time = Duration::try_from_secs_f64(number * seconds).ok()?;
    // Whole microseconds, so that printing and parsing round-trip.
    let time = Duration::from_micros(u64::try_from(time.as_micros()).ok()?);
    (!time.is_zero() && time <= LONGEST).then_some(time)
}

/// Formats a duration, in microseconds or larger units, so that [`parse_duration`] can read it.
pub fn print_duration(time: Duration) -> String {
    let micros = time.as_micros();
    if micros >= 1_000_000 && micros.is_multiple_of(10_000) {
        format!("{}s", micros as f64 / 1e6)
    } else if micros >= 1_000 && micros.is_multiple_of(10) {
        format!("{}ms", micros as f64 / 1e3)
    } else {
        format!("{micros}us")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_round_trip() {
        for text in ["250ms", "1.5s", "7us", "1.01ms", "120s"] {
            let time = parse_duration(text).unwrap();
            assert_eq!(parse_duration(&print_duration(time)), Some(time), "{text}");
        }
        assert_eq!(parse_duration("2m"), Some(Duration::from_secs(120)));
        for text in [
            "0.4us",
            "123456789123456789us",
            "",
            "5",
            "s",
            "-1s",
            "1e400s",
            "nans",
            "0ms",
            "1 s",
        ] {
            assert_eq!(parse_duration(text), None, "{text}");
        }
    }
}
