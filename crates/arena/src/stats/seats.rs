//! Effect of the seat on winning.

use serde::{Deserialize, Serialize};
use statrs::distribution::{ChiSquared, ContinuousCDF};

/// Result of Pearson's chi-square test that all seats win equally often.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeatAdvantageTest {
    /// Number of games won alone from each seat.
    pub wins: Vec<u64>,
    /// Chi-square statistic.
    pub chi_square: f64,
    /// Degrees of freedom of the test: number of seats minus 1.
    pub degrees: u64,
    /// p-value of the chi-square test.
    pub p_value: f64,
    /// Effect size (Cramér's V), from 0 (no effect) to 1 (one seat wins all games).
    pub cramers_v: f64,
}

impl SeatAdvantageTest {
    /// Tests if all seats win equally often; `None` without wins or with fewer than two seats.
    pub fn of(wins: Vec<u64>) -> Option<SeatAdvantageTest> {
        let degrees = wins.len().checked_sub(1).filter(|&degrees| degrees > 0)?;
        let total: u64 = wins.iter().sum();
        if total == 0 {
            return None;
        }
        let expected = total as f64 / wins.len() as f64;
        let squares = wins.iter().map(|&won| (won as f64 - expected).powi(2));
        let chi_square = squares.sum::<f64>() / expected;
        let distribution = ChiSquared::new(degrees as f64).ok()?;
        Some(SeatAdvantageTest {
            chi_square,
            degrees: degrees as u64,
            p_value: distribution.sf(chi_square),
            cramers_v: (chi_square / (total as f64 * degrees as f64)).sqrt(),
            wins,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sixty_of_a_hundred_heads() {
        // The textbook coin: chi-square 4, p 0.0455, and V = sqrt(4 / 100).
        let effect = SeatAdvantageTest::of(vec![60, 40]).unwrap();
        assert_eq!((effect.chi_square, effect.degrees), (4.0, 1));
        assert!((effect.p_value - 0.0455).abs() < 1e-4);
        assert!((effect.cramers_v - 0.2).abs() < 1e-12);
    }

    #[test]
    fn a_die_thrown_sixty_times() {
        // 5, 8, 9, 8, 10, 20: chi-square 13.4 with 5 degrees of freedom, p 0.0199.
        let effect = SeatAdvantageTest::of(vec![5, 8, 9, 8, 10, 20]).unwrap();
        assert!((effect.chi_square - 13.4).abs() < 1e-9);
        assert!((effect.p_value - 0.0199).abs() < 1e-4);
    }

    #[test]
    fn the_extremes() {
        let none = SeatAdvantageTest::of(vec![9, 9, 9]).unwrap();
        assert_eq!((none.chi_square, none.cramers_v), (0.0, 0.0));
        assert!((none.p_value - 1.0).abs() < 1e-12);
        let all = SeatAdvantageTest::of(vec![30, 0, 0]).unwrap();
        assert!((all.cramers_v - 1.0).abs() < 1e-12);
        assert_eq!(SeatAdvantageTest::of(vec![0, 0]), None);
        assert_eq!(SeatAdvantageTest::of(vec![3]), None);
    }
}
