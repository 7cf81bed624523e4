//! Sequential tests: after every block, whether the games played so far are enough to decide.
//!
//! A generalised sequential probability ratio test on the scores of blocks. A block is all seatings
//! of one seed; with two seats that is a pair of games, and this is the pentanomial test of
//! Stockfish's fishtest, in the form for large samples (Van den Bergh, "A practical introduction to
//! the GSPRT"): the ratio is that of two normal distributions whose variance is fitted to what was
//! seen. Only the mean of block scores is put to the test, so the same works for any number of
//! players.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::elo::{NORMALIZED, moments};

/// What the two hypotheses are stated in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EloModel {
    /// Elo: the expected score, against others of equal strength.
    #[default]
    Logistic,
    /// The distance from equality in standard deviations of a game.
    Normalized,
}

/// The two hypotheses and how often the test may err.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hypotheses {
    /// The first player is better by this much at most.
    pub elo0: f64,
    /// The first player is better by this much at least.
    pub elo1: f64,
    /// What both are stated in.
    pub model: EloModel,
    /// The probability to accept the second when the first is true.
    pub alpha: f64,
    /// The probability to accept the first when the second is true.
    pub beta: f64,
}

/// Between these the test goes on.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bounds {
    /// Here the first hypothesis is accepted.
    pub lower: f64,
    /// Here the second hypothesis is accepted.
    pub upper: f64,
}

/// What a test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Not better by `elo1`.
    AcceptH0,
    /// Better than `elo0`.
    AcceptH1,
    /// Nobody knows yet.
    Open,
}

/// What the blocks say about the hypotheses.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Evidence {
    /// The logarithm of how much likelier the blocks are under the second hypothesis.
    pub llr: f64,
    /// Between these the test goes on.
    pub bounds: Bounds,
    /// What follows.
    pub verdict: Verdict,
}

/// How often each score of a block occurred.
#[derive(Clone, Debug, PartialEq)]
pub struct BlockScores {
    seats: usize,
    games: usize,
    /// Scores in billionths, so that equal ones are equal.
    counts: BTreeMap<u64, u64>,
}

const BILLION: f64 = 1e9;
/// What counts for scores that did not occur but can.
const ALMOST_NOTHING: f64 = 1e-3;

impl BlockScores {
    /// No blocks yet, of so many games for so many seats.
    pub fn new(seats: usize, games: usize) -> BlockScores {
        let can_occur: &[f64] = match seats {
            2 => &[0.0, 0.25, 0.5, 0.75, 1.0],
            _ => &[0.0, 1.0 / seats as f64, 1.0],
        };
        BlockScores {
            seats,
            games,
            counts: can_occur.iter().map(|&score| (key(score), 0)).collect(),
        }
    }

    /// Adds blocks with this mean share of the win.
    pub fn add(&mut self, score: f64, blocks: u64) {
        *self.counts.entry(key(score)).or_default() += blocks;
    }

    /// The number of blocks.
    pub fn blocks(&self) -> u64 {
        self.counts.values().sum()
    }

    /// What these blocks say about two hypotheses.
    pub fn evidence(&self, hypotheses: &Hypotheses) -> Evidence {
        let bounds = hypotheses.bounds();
        let llr = match self.blocks() {
            0 => 0.0,
            _ => self.llr(hypotheses),
        };
        let verdict = match llr {
            llr if llr >= bounds.upper => Verdict::AcceptH1,
            llr if llr <= bounds.lower => Verdict::AcceptH0,
            _ => Verdict::Open,
        };
        Evidence {
            llr,
            bounds,
            verdict,
        }
    }

    fn llr(&self, hypotheses: &Hypotheses) -> f64 {
        let counts: Vec<(f64, f64)> = self
            .counts
            .iter()
            .map(|(&score, &count)| (score as f64 / BILLION, (count as f64).max(ALMOST_NOTHING)))
            .collect();
        let (mean, variance) = moments(&counts);
        let deviation = variance.sqrt();
        // What the mean would be, and how far that is from what it is, in standard deviations.
        let off = |elo: f64| {
            let expected = match hypotheses.model {
                EloModel::Logistic => self.expected(elo),
                EloModel::Normalized => {
                    let deviations = elo / NORMALIZED * (self.games as f64).sqrt();
                    1.0 / self.seats as f64 + deviations * deviation
                }
            };
            1.0 + ((mean - expected) / deviation).powi(2)
        };
        let blocks = self.blocks() as f64;
        blocks / 2.0 * (off(hypotheses.elo0) / off(hypotheses.elo1)).ln()
    }

    /// The expected share of the win of one who is this much better than all others, who are equal.
    fn expected(&self, elo: f64) -> f64 {
        let strength = 10_f64.powf(elo / 400.0);
        strength / (strength + (self.seats - 1) as f64)
    }
}

/// Beyond this nobody loses a game any more, and numbers get out of hand.
const MOST_ELO: f64 = 5000.0;
/// Nobody plays the games that a smaller error takes.
const LEAST_ERROR: f64 = 1e-9;

/// Why a test cannot be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HypothesesError(String);

impl fmt::Display for HypothesesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for HypothesesError {}

impl Hypotheses {
    /// Refuses hypotheses that cannot be told apart, or with numbers that are none.
    ///
    /// # Errors
    /// With the one that is wrong and what it may be.
    pub fn check(&self) -> Result<(), HypothesesError> {
        for (name, elo) in [("elo0", self.elo0), ("elo1", self.elo1)] {
            if !(-MOST_ELO..=MOST_ELO).contains(&elo) {
                return Err(HypothesesError(format!(
                    "{name} is {elo:?}, but must be a number from -{MOST_ELO} to {MOST_ELO}"
                )));
            }
        }
        for (name, error) in [("alpha", self.alpha), ("beta", self.beta)] {
            if !(LEAST_ERROR..0.5).contains(&error) {
                return Err(HypothesesError(format!(
                    "{name} is {error:?}, but must be a probability from {LEAST_ERROR:?} to less than \
                     0.5"
                )));
            }
        }
        match self.elo0 < self.elo1 {
            true => Ok(()),
            false => Err(HypothesesError(format!(
                "elo0 is {} and elo1 is {}, but elo0 must be less than elo1",
                self.elo0, self.elo1
            ))),
        }
    }

    /// Wald's bounds for the errors allowed.
    pub fn bounds(&self) -> Bounds {
        Bounds {
            lower: (self.beta / (1.0 - self.alpha)).ln(),
            upper: ((1.0 - self.beta) / self.alpha).ln(),
        }
    }
}

fn key(score: f64) -> u64 {
    (score * BILLION).round() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    const STANDARD: Hypotheses = Hypotheses {
        elo0: 0.0,
        elo1: 10.0,
        model: EloModel::Logistic,
        alpha: 0.05,
        beta: 0.05,
    };

    fn pairs(counts: [u64; 5]) -> BlockScores {
        let mut scores = BlockScores::new(2, 2);
        for (index, count) in counts.into_iter().enumerate() {
            scores.add(index as f64 / 4.0, count);
        }
        scores
    }

    /// A published test of Stockfish.
    #[test]
    fn the_ratio_is_as_published() {
        let scores = pairs([379, 10_170, 21_828, 10_640, 343]);
        let hypotheses = Hypotheses {
            elo1: 2.0,
            model: EloModel::Normalized,
            ..STANDARD
        };
        let evidence = scores.evidence(&hypotheses);
        assert!((evidence.llr - 2.946).abs() < 5e-4, "{}", evidence.llr);
        assert!((evidence.bounds.upper - 2.944).abs() < 1e-3);
        assert_eq!(evidence.verdict, Verdict::AcceptH1);
    }

    /// For small differences the test is that of a normal variable with known variance.
    #[test]
    fn small_differences_are_as_in_the_normal_test() {
        let counts = [100, 900, 2000, 1000, 110];
        let weights: Vec<(f64, f64)> = (0..5)
            .map(|index| (index as f64 / 4.0, counts[index] as f64))
            .collect();
        let (mean, variance) = moments(&weights);
        let score = |elo: f64| 1.0 / (1.0 + 10_f64.powf(-elo / 400.0));
        let (s0, s1) = (score(0.0), score(5.0));
        let normal = 4110.0 * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        let hypotheses = Hypotheses {
            elo1: 5.0,
            ..STANDARD
        };
        let exact = pairs(counts).evidence(&hypotheses).llr;
        assert!(
            (exact - normal).abs() < 0.02 * normal.abs(),
            "{exact} {normal}"
        );
    }

    #[test]
    fn evidence_for_one_side_is_evidence_against_the_other() {
        let mirrored = Hypotheses {
            elo0: -10.0,
            elo1: 0.0,
            ..STANDARD
        };
        let a = pairs([10, 40, 100, 60, 30]).evidence(&STANDARD).llr;
        let b = pairs([30, 60, 100, 40, 10]).evidence(&mirrored).llr;
        assert!((a + b).abs() < 1e-6, "{a} {b}");
        assert!(a > 0.0);
    }

    #[test]
    fn impossible_tests_are_refused_by_name() {
        let at = |elo0, elo1, alpha, beta| Hypotheses {
            elo0,
            elo1,
            alpha,
            beta,
            ..STANDARD
        };
        let refused = |test: Hypotheses| test.check().unwrap_err().to_string();
        assert!(refused(at(0.0, 1e300, 0.05, 0.05)).starts_with("elo1 is 1e300,"));
        assert!(refused(at(f64::NAN, 10.0, 0.05, 0.05)).starts_with("elo0 is NaN"));
        assert!(refused(at(f64::NEG_INFINITY, 10.0, 0.05, 0.05)).starts_with("elo0 is -inf"));
        assert!(refused(at(0.0, 10.0, 1e-320, 0.05)).starts_with("alpha"));
        assert!(refused(at(0.0, 10.0, 0.05, 0.5)).starts_with("beta is 0.5"));
        assert!(refused(at(10.0, 10.0, 0.05, 0.05)).contains("elo0 must be less than elo1"));
        // At the very ends everything still is a number.
        for model in [EloModel::Logistic, EloModel::Normalized] {
            let widest = Hypotheses {
                model,
                ..at(-MOST_ELO, MOST_ELO, LEAST_ERROR, LEAST_ERROR)
            };
            widest.check().unwrap();
            for counts in [[0, 0, 0, 0, 1], [1, 0, 0, 0, 0], [3, 4, 5, 6, 7]] {
                let evidence = pairs(counts).evidence(&widest);
                assert!(evidence.llr.is_finite() && evidence.bounds.upper.is_finite());
            }
        }
    }

    #[test]
    fn nothing_played_says_nothing() {
        let evidence = pairs([0; 5]).evidence(&STANDARD);
        assert_eq!((evidence.llr, evidence.verdict), (0.0, Verdict::Open));
    }

    #[test]
    fn one_sided_results_decide_quickly() {
        let verdict = |counts| pairs(counts).evidence(&STANDARD).verdict;
        assert_eq!(verdict([0, 0, 0, 0, 60]), Verdict::Open);
        assert_eq!(verdict([0, 0, 0, 0, 120]), Verdict::AcceptH1);
        assert_eq!(verdict([120, 0, 0, 0, 0]), Verdict::AcceptH0);
    }

    #[test]
    fn four_players_are_tested_the_same_way() {
        let fair = |better: u64| {
            let mut scores = BlockScores::new(4, 4);
            scores.add(0.0, 300);
            scores.add(0.25, 400);
            scores.add(0.5, 200 + better);
            scores.add(0.75, 50);
            scores
        };
        let wide = Hypotheses {
            elo1: 50.0,
            ..STANDARD
        };
        // The mean of the first is 0.25 to three digits: nothing won.
        assert_eq!(fair(0).evidence(&wide).verdict, Verdict::AcceptH0);
        assert_eq!(fair(400).evidence(&wide).verdict, Verdict::AcceptH1);
    }
}
