//! Sequential tests: after every block, whether the games played so far are enough to decide.
//!
//! A block is all seatings of one seed, and its score the mean share of the win of the first agent.
//! Each of the two hypotheses about the expected score is tested by betting against it (Waudby-Smith
//! and Ramdas 2024, "Estimating means of bounded random variables by betting"): capital 1 is staked
//! on the scores of blocks at odds that are fair if the hypothesis is true. Whatever else is true of
//! the scores, such capital ever reaches `1 / alpha` with probability at most `alpha` (Ville 1939), so
//! no number of blocks is too small to decide and no distribution of draws is too odd. Capital is a
//! likelihood ratio; for small differences it is that of the pentanomial test of the chess testing
//! frameworks (Van den Bergh, "A practical introduction to the GSPRT"), and takes as many games. In
//! normalised Elo the expected score depends on the unknown spread of scores, so what is certain above is
//! approximate there.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::elo::NORMALIZED;

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
    /// The logarithm of the capital won by betting against the first hypothesis, or minus that of
    /// betting against the second, whichever won more; 0 if both lost.
    pub llr: f64,
    /// Between these the test goes on.
    pub bounds: Bounds,
    /// What follows.
    pub verdict: Verdict,
}

/// A sequential test of the scores of blocks.
#[derive(Clone, Debug, PartialEq)]
pub struct SequentialTest {
    bounds: Bounds,
    h0: Claim,
    h1: Claim,
    /// The score of a block if all are equal.
    even: f64,
    games: f64,
    blocks: u64,
    /// Sums of how far scores are from even, and of its squares.
    sum: f64,
    squares: f64,
    /// Logarithms of the capital won by betting against each hypothesis.
    against_h0: f64,
    against_h1: f64,
}

/// What a hypothesis says about the expected score of a block.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Claim {
    Score(f64),
    /// So many standard deviations of scores above this one.
    Deviations(f64, f64),
}

impl Claim {
    /// The expected score if the standard deviation is this.
    fn score(self, deviation: f64) -> f64 {
        match self {
            Claim::Score(score) => score,
            Claim::Deviations(deviations, even) => {
                (even + deviations * deviation).clamp(1e-6, 1.0 - 1e-6)
            }
        }
    }
}

/// What is known of scores before the first block counts as much as so many blocks.
const PRIOR_BLOCKS: f64 = 4.0;
/// In normalised Elo, so many blocks without any spread, or with the largest, are added to those seen.
const DOUBTED_BLOCKS: f64 = 5.0;
/// No bet stakes a larger part of the capital.
const LARGEST_STAKE: f64 = 0.75;
/// A difference beyond that of the hypothesis is betted on once it is so many standard errors away.
const CERTAIN: f64 = 2.0;

/// What past blocks say about the next.
struct Estimate {
    mean: f64,
    variance: f64,
}

impl SequentialTest {
    /// No blocks yet, of so many games for so many seats.
    pub fn new(hypotheses: Hypotheses, seats: usize, games: usize) -> SequentialTest {
        let (seats, games) = (seats.max(2) as f64, games.max(1) as f64);
        let even = 1.0 / seats;
        let claim = |elo: f64| match hypotheses.model {
            // The share of the win of one who is this much better than all others, who are equal.
            EloModel::Logistic => {
                let strength = 10_f64.powf(elo / 400.0);
                Claim::Score(strength / (strength + seats - 1.0))
            }
            EloModel::Normalized => Claim::Deviations(elo / NORMALIZED * games.sqrt(), even),
        };
        SequentialTest {
            bounds: hypotheses.bounds(),
            h0: claim(hypotheses.elo0),
            h1: claim(hypotheses.elo1),
            even,
            games,
            blocks: 0,
            sum: 0.0,
            squares: 0.0,
            against_h0: 0.0,
            against_h1: 0.0,
        }
    }

    /// Adds the next block: the mean share of the win of the first agent.
    pub fn add(&mut self, score: f64) {
        let score = score.clamp(0.0, 1.0);
        let estimate = self.estimate();
        let error = (estimate.variance / (self.blocks as f64 + PRIOR_BLOCKS)).sqrt();
        let deviation = estimate.variance.sqrt();
        let [smaller, larger] = self.spreads();

        // Where the spread decides what a hypothesis claims, the bet is on what is harder to refute.
        let claimed = self.h0.score(smaller).max(self.h0.score(larger));
        let hoped = self.h1.score(deviation);
        let hoped = hoped.max(estimate.mean - CERTAIN * error);
        let stake_h0 = stake(hoped - claimed, &estimate, claimed);
        self.against_h0 += (stake_h0 * (score - claimed)).ln_1p();

        let claimed = self.h1.score(smaller).min(self.h1.score(larger));
        let hoped = self.h0.score(deviation);
        let hoped = hoped.min(estimate.mean + CERTAIN * error);
        let stake_h1 = stake(claimed - hoped, &estimate, 1.0 - claimed);
        self.against_h1 += (stake_h1 * (claimed - score)).ln_1p();

        self.blocks += 1;
        self.sum += score - self.even;
        self.squares += (score - self.even).powi(2);
    }

    /// The number of blocks.
    pub fn blocks(&self) -> u64 {
        self.blocks
    }

    /// What the blocks say about the hypotheses.
    pub fn evidence(&self) -> Evidence {
        let bounds = self.bounds;
        let llr = match self.against_h0 >= self.against_h1 {
            true => self.against_h0.max(0.0),
            false => 0.0 - self.against_h1.max(0.0),
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

    /// Mean and variance of scores, shrunk towards those of equal players and independent games.
    fn estimate(&self) -> Estimate {
        let weight = self.blocks as f64 + PRIOR_BLOCKS;
        let prior = PRIOR_BLOCKS * self.widest() / self.games;
        let off = self.sum / weight;
        Estimate {
            mean: self.even + off,
            variance: (self.squares + prior) / weight - off * off,
        }
    }

    /// Standard deviations of scores: one that is rather too small, and one that is rather too large.
    fn spreads(&self) -> [f64; 2] {
        let blocks = self.blocks as f64;
        let seen = (self.squares - self.sum * self.sum / blocks.max(1.0)).max(0.0);
        let with =
            |doubt: f64| ((seen + DOUBTED_BLOCKS * doubt) / (blocks + DOUBTED_BLOCKS)).sqrt();
        [with(0.0), with(self.widest())]
    }

    /// The variance of a game without draws between equal players.
    fn widest(&self) -> f64 {
        self.even * (1.0 - self.even)
    }
}

/// How much to stake on a difference in the mean, of which at most `room` can be lost: about what
/// makes the expected logarithm of the capital grow most (Kelly 1956).
fn stake(difference: f64, estimate: &Estimate, room: f64) -> f64 {
    let best = difference / (estimate.variance + difference * difference);
    best.clamp(0.0, LARGEST_STAKE / room)
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

    /// The bounds that a true hypothesis lets capital reach with the probabilities allowed (Ville).
    pub fn bounds(&self) -> Bounds {
        Bounds {
            lower: self.beta.ln(),
            upper: -self.alpha.ln(),
        }
    }
}

#[cfg(test)]
mod tests {
    use ludorum_core::Seed;

    use super::*;

    const STANDARD: Hypotheses = Hypotheses {
        elo0: 0.0,
        elo1: 10.0,
        model: EloModel::Logistic,
        alpha: 0.05,
        beta: 0.05,
    };

    /// What blocks of two games say in this order, each by the points of the first player.
    fn pairs(hypotheses: Hypotheses, points: &[f64]) -> Evidence {
        let mut test = SequentialTest::new(hypotheses, 2, 2);
        points.iter().for_each(|points| test.add(points / 2.0));
        assert_eq!(test.blocks(), points.len() as u64);
        test.evidence()
    }

    /// So many pairs with 0, a half, 1, one and a half and 2 points, shuffled.
    fn shuffled(counts: [usize; 5]) -> Vec<f64> {
        let all = counts.iter().enumerate();
        let mut points: Vec<f64> = all
            .flat_map(|(halves, &count)| vec![halves as f64 / 2.0; count])
            .collect();
        Seed(1).rng().shuffle(&mut points);
        points
    }

    /// The first blocks of `sprt quoridor:size=5 mcts:iterations=60 mcts:iterations=40 --elo1 40` with
    /// seeds 12, 32, 38 and 49 are all even, and the first agent is better by 45 Elo all the same.
    #[test]
    fn blocks_that_are_all_alike_do_not_decide_at_once() {
        let wide = Hypotheses {
            elo1: 40.0,
            ..STANDARD
        };
        for model in [EloModel::Logistic, EloModel::Normalized] {
            for points in [0.0, 1.0, 2.0] {
                let evidence = pairs(Hypotheses { model, ..wide }, &[points; 3]);
                assert_eq!(evidence.verdict, Verdict::Open, "{points} {evidence:?}");
            }
        }
        assert!(pairs(wide, &[1.0; 3]).llr.abs() < 0.2);
        // Tic-tac-toe between two who never lose: `sprt tictactoe minimax greedy --games 200`.
        assert_eq!(pairs(STANDARD, &[1.0; 100]).verdict, Verdict::Open);
    }

    /// A published test of Stockfish, where it ended: LLR 2.946 between 0 and 2 in normalised Elo.
    #[test]
    fn many_games_say_what_the_usual_test_says() {
        let points = shuffled([379, 10_170, 21_828, 10_640, 343]);
        let hypotheses = Hypotheses {
            elo1: 2.0,
            model: EloModel::Normalized,
            ..STANDARD
        };
        let llr = pairs(hypotheses, &points).llr;
        assert!((llr - 2.946).abs() < 0.1, "{llr}");
    }

    /// For small differences the test is that of a normal variable with known variance.
    #[test]
    fn small_differences_are_as_in_the_normal_test() {
        let points = shuffled([100, 900, 2000, 1000, 110]);
        let n = points.len() as f64;
        let mean = points.iter().sum::<f64>() / n / 2.0;
        let squares = points.iter().map(|points| (points / 2.0 - mean).powi(2));
        let variance = squares.sum::<f64>() / n;
        let score = |elo: f64| 1.0 / (1.0 + 10_f64.powf(-elo / 400.0));
        let (s0, s1) = (score(0.0), score(5.0));
        let normal = n * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        let hypotheses = Hypotheses {
            elo1: 5.0,
            ..STANDARD
        };
        let llr = pairs(hypotheses, &points).llr;
        assert!((llr - normal).abs() < 0.1, "{llr} {normal}");
    }

    #[test]
    fn evidence_for_one_side_is_evidence_against_the_other() {
        let mirrored = Hypotheses {
            elo0: -10.0,
            elo1: 0.0,
            ..STANDARD
        };
        let points = shuffled([10, 40, 100, 60, 30]);
        let swapped: Vec<f64> = points.iter().map(|points| 2.0 - points).collect();
        let a = pairs(STANDARD, &points).llr;
        let b = pairs(mirrored, &swapped).llr;
        assert!((a + b).abs() < 1e-9, "{a} {b}");
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
                let evidence = pairs(widest, &shuffled(counts));
                assert!(evidence.llr.is_finite() && evidence.bounds.upper.is_finite());
            }
        }
    }

    #[test]
    fn nothing_played_says_nothing() {
        let evidence = pairs(STANDARD, &[]);
        assert_eq!((evidence.llr, evidence.verdict), (0.0, Verdict::Open));
    }

    #[test]
    fn one_sided_results_decide_quickly() {
        let verdict = |points: f64, count| pairs(STANDARD, &vec![points; count]).verdict;
        assert_eq!(verdict(2.0, 5), Verdict::Open);
        assert_eq!(verdict(2.0, 20), Verdict::AcceptH1);
        assert_eq!(verdict(0.0, 20), Verdict::AcceptH0);
    }

    #[test]
    fn four_players_are_tested_the_same_way() {
        let wide = Hypotheses {
            elo1: 50.0,
            ..STANDARD
        };
        let verdict = |scores: &[f64]| {
            let mut test = SequentialTest::new(wide, 4, 4);
            (0..200).for_each(|_| scores.iter().for_each(|&score| test.add(score)));
            test.evidence().verdict
        };
        assert_eq!(verdict(&[0.0, 0.25, 0.5]), Verdict::AcceptH0);
        assert_eq!(verdict(&[0.0, 0.25, 0.5, 0.75]), Verdict::AcceptH1);
    }
}
