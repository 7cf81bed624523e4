//! Sequential test of two hypotheses about the score of the first agent, after every block.
//!
//! A block is all seatings of one seed; its score is the mean share of the win of the first agent.
//! Each hypothesis about the expected score is tested by betting against it (Waudby-Smith and
//! Ramdas 2024, "Estimating means of bounded random variables by betting"): capital 1 is bet on
//! block scores at odds that are fair under the hypothesis. Such capital ever reaches `1 / alpha`
//! with probability at most `alpha` (Ville 1939), for any distribution of scores and any number of
//! blocks. Capital is a likelihood ratio. For small differences it is that of the pentanomial test
//! of chess testing frameworks (Van den Bergh, "A practical introduction to the GSPRT"), and takes
//! as many games. In normalised Elo the expected score depends on the unknown variance, so the
//! guarantee is approximate.

use serde::{Deserialize, Serialize};

use super::elo::NORMALIZED_ELO_SCALE;

/// Elo model in which the hypotheses of a sequential test are stated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EloModel {
    /// Logistic Elo: 400 · log10 of the odds of winning against one opponent.
    #[default]
    Logistic,
    /// Normalised Elo: distance of the mean score from an even score, in standard deviations of one
    /// game's score.
    Normalized,
}

/// Hypotheses of a sequential test about the first player's strength, with error probabilities.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SprtHypotheses {
    /// Elo difference of the null hypothesis H0: the first player is better by at most `elo0`.
    pub elo0: f64,
    /// Elo difference of the alternative H1: the first player is better by at least `elo1`.
    pub elo1: f64,
    /// Elo model in which `elo0` and `elo1` are given.
    pub model: EloModel,
    /// Probability of accepting H1 if H0 is true.
    pub alpha: f64,
    /// Probability of accepting H0 if H1 is true.
    pub beta: f64,
}

/// Bounds of the log-likelihood ratio between which the test continues.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SprtBounds {
    /// Log-likelihood ratio at or below which H0 is accepted.
    pub lower: f64,
    /// Log-likelihood ratio at or above which H1 is accepted.
    pub upper: f64,
}

/// Decision of a sequential test between two hypotheses H0 and H1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SprtDecision {
    /// H0 is accepted: the first player is not better by `elo1`.
    AcceptH0,
    /// H1 is accepted: the first player is better by more than `elo0`.
    AcceptH1,
    /// The test continues: neither hypothesis is accepted yet.
    Open,
}

/// Evidence of a sequential test so far: log-likelihood ratio, its bounds and the decision.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SprtEvidence {
    /// Log-likelihood ratio of a test by betting: log capital won against H0, or minus the log
    /// capital won against H1, whichever capital is larger; 0 if both bets lost.
    pub llr: f64,
    /// Bounds of the log-likelihood ratio between which the test continues.
    pub bounds: SprtBounds,
    /// Decision of the test so far.
    #[serde(rename = "verdict")]
    pub decision: SprtDecision,
}

/// Sequential test of two hypotheses about the mean score of a player in blocks of games.
#[derive(Clone, Debug, PartialEq)]
pub struct SequentialTest {
    bounds: SprtBounds,
    h0: ExpectedBlockScore,
    h1: ExpectedBlockScore,
    /// Expected block score if all players are equally strong.
    even: f64,
    games: f64,
    blocks: u64,
    /// Sum of the deviations of block scores from `even`; `squares` is the sum of their squares.
    sum: f64,
    squares: f64,
    /// Log capital from betting against H0; `against_h1` is that from betting against H1.
    against_h0: f64,
    against_h1: f64,
}

/// Expected block score under one of the hypotheses.
#[derive(Clone, Copy, Debug, PartialEq)]
enum ExpectedBlockScore {
    Score(f64),
    /// Expected score given as a number of standard deviations above the even score (second field).
    Deviations(f64, f64),
}

impl ExpectedBlockScore {
    /// Expected block score under the hypothesis, given the standard deviation of block scores.
    fn score(self, deviation: f64) -> f64 {
        match self {
            ExpectedBlockScore::Score(score) => score,
            ExpectedBlockScore::Deviations(deviations, even) => {
                (even + deviations * deviation).clamp(1e-6, 1.0 - 1e-6)
            }
        }
    }
}

/// Weight of the prior mean and variance of block scores, in blocks.
const PRIOR_BLOCKS: f64 = 4.0;
/// Number of pseudo-blocks of zero or maximum variance that bound the standard deviation in
/// normalised Elo.
const SPREAD_PRIOR_BLOCKS: f64 = 5.0;
/// Maximum fraction of the capital that the test bets on one block.
const MAX_STAKE: f64 = 0.75;
/// Number of standard errors subtracted from the estimated mean score before the test bets on a
/// difference larger than hypothesised.
const MIN_STANDARD_ERRORS: f64 = 2.0;

/// Estimated mean and variance of the next block score.
struct BlockScoreEstimate {
    mean: f64,
    variance: f64,
}

impl SequentialTest {
    /// Creates a test for blocks of `games` games each, of a game with `seats` seats.
    pub fn new(hypotheses: SprtHypotheses, seats: usize, games: usize) -> SequentialTest {
        let (seats, games) = (seats.max(2) as f64, games.max(1) as f64);
        let even = 1.0 / seats;
        let claim = |elo: f64| match hypotheses.model {
            // Expected win share of a player who is better than all others, who are equal.
            EloModel::Logistic => {
                let strength = 10_f64.powf(elo / 400.0);
                ExpectedBlockScore::Score(strength / (strength + seats - 1.0))
            }
            EloModel::Normalized => {
                ExpectedBlockScore::Deviations(elo / NORMALIZED_ELO_SCALE * games.sqrt(), even)
            }
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

    /// Adds the first player's score in the next block, from 0 to 1, and updates the evidence.
    pub fn add(&mut self, score: f64) {
        let score = score.clamp(0.0, 1.0);
        let estimate = self.estimate();
        let error = (estimate.variance / (self.blocks as f64 + PRIOR_BLOCKS)).sqrt();
        let deviation = estimate.variance.sqrt();
        let [smaller, larger] = self.deviation_bounds();

        // Of the scores that the deviation allows, the bet is against the one hardest to refute.
        let null_score = self.h0.score(smaller).max(self.h0.score(larger));
        let alternative = self.h1.score(deviation);
        let alternative = alternative.max(estimate.mean - MIN_STANDARD_ERRORS * error);
        let stake_h0 = kelly_stake(alternative - null_score, &estimate, null_score);
        self.against_h0 += (stake_h0 * (score - null_score)).ln_1p();

        let null_score = self.h1.score(smaller).min(self.h1.score(larger));
        let alternative = self.h0.score(deviation);
        let alternative = alternative.min(estimate.mean + MIN_STANDARD_ERRORS * error);
        let stake_h1 = kelly_stake(null_score - alternative, &estimate, 1.0 - null_score);
        self.against_h1 += (stake_h1 * (null_score - score)).ln_1p();

        self.blocks += 1;
        self.sum += score - self.even;
        self.squares += (score - self.even).powi(2);
    }

    /// Number of block scores added so far.
    pub fn blocks(&self) -> u64 {
        self.blocks
    }

    /// Evidence of the block scores added so far.
    pub fn evidence(&self) -> SprtEvidence {
        let bounds = self.bounds;
        let llr = if self.against_h0 >= self.against_h1 {
            self.against_h0.max(0.0)
        } else {
            0.0 - self.against_h1.max(0.0)
        };
        let verdict = match llr {
            llr if llr >= bounds.upper => SprtDecision::AcceptH1,
            llr if llr <= bounds.lower => SprtDecision::AcceptH0,
            _ => SprtDecision::Open,
        };
        SprtEvidence {
            llr,
            bounds,
            decision: verdict,
        }
    }

    /// Mean and variance of block scores, shrunk towards those of equal players and independent
    /// games.
    fn estimate(&self) -> BlockScoreEstimate {
        let weight = self.blocks as f64 + PRIOR_BLOCKS;
        let prior = PRIOR_BLOCKS * self.max_game_variance() / self.games;
        let off = self.sum / weight;
        BlockScoreEstimate {
            mean: self.even + off,
            variance: (self.squares + prior) / weight - off * off,
        }
    }

    /// Lower and upper bound on the standard deviation of block scores.
    fn deviation_bounds(&self) -> [f64; 2] {
        let blocks = self.blocks as f64;
        let seen = (self.squares - self.sum * self.sum / blocks.max(1.0)).max(0.0);
        let with = |doubt: f64| {
            ((seen + SPREAD_PRIOR_BLOCKS * doubt) / (blocks + SPREAD_PRIOR_BLOCKS)).sqrt()
        };
        [with(0.0), with(self.max_game_variance())]
    }

    /// Variance of one player's score in a drawless game between equal players.
    fn max_game_variance(&self) -> f64 {
        self.even * (1.0 - self.even)
    }
}

/// Stake of a bet on `difference` in the mean score, by approximately the Kelly criterion (Kelly
/// 1956). `room` is the largest possible loss per unit of stake.
fn kelly_stake(difference: f64, estimate: &BlockScoreEstimate, room: f64) -> f64 {
    let best = difference / (estimate.variance + difference * difference);
    best.clamp(0.0, MAX_STAKE / room)
}

/// Maximum absolute Elo difference that hypotheses may state.
const MAX_ELO: f64 = 5000.0;
/// Minimum error probability that a sequential test accepts.
const MIN_ERROR_RATE: f64 = 1e-9;

/// Error message for invalid hypotheses of a sequential test.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct SprtHypothesesError(String);

impl SprtHypotheses {
    /// Checks the ranges of Elo differences and error probabilities, and `elo0` < `elo1`.
    ///
    /// # Errors
    /// If a value is invalid. The message gives the allowed range.
    pub fn check(&self) -> Result<(), SprtHypothesesError> {
        for (name, elo) in [("elo0", self.elo0), ("elo1", self.elo1)] {
            if !(-MAX_ELO..=MAX_ELO).contains(&elo) {
                return Err(SprtHypothesesError(format!(
                    "{name} is {elo:?}, but must be a number from -{MAX_ELO} to {MAX_ELO}"
                )));
            }
        }
        for (name, error) in [("alpha", self.alpha), ("beta", self.beta)] {
            if !(MIN_ERROR_RATE..0.5).contains(&error) {
                return Err(SprtHypothesesError(format!(
                    "{name} is {error:?}, but must be a probability from {MIN_ERROR_RATE:?} to less than \
                     0.5"
                )));
            }
        }
        if self.elo0 < self.elo1 {
            Ok(())
        } else {
            Err(SprtHypothesesError(format!(
                "elo0 is {} and elo1 is {}, but elo0 must be less than elo1",
                self.elo0, self.elo1
            )))
        }
    }

    /// Bounds of the log-likelihood ratio for the given error probabilities, by Ville's inequality.
    pub fn bounds(&self) -> SprtBounds {
        SprtBounds {
            lower: self.beta.ln(),
            upper: -self.alpha.ln(),
        }
    }
}

#[cfg(test)]
mod tests {
    use ludorum_core::Seed;

    use super::*;

    const STANDARD: SprtHypotheses = SprtHypotheses {
        elo0: 0.0,
        elo1: 10.0,
        model: EloModel::Logistic,
        alpha: 0.05,
        beta: 0.05,
    };

    /// Evidence of blocks of two games; `points` has the first player's points in each block.
    fn pairs(hypotheses: SprtHypotheses, points: &[f64]) -> SprtEvidence {
        let mut test = SequentialTest::new(hypotheses, 2, 2);
        points.iter().for_each(|points| test.add(points / 2.0));
        assert_eq!(test.blocks(), points.len() as u64);
        test.evidence()
    }

    /// Points of game pairs in random order, from the counts of pairs with 0, 1/2, 1, 3/2 and 2
    /// points.
    fn shuffled(counts: [usize; 5]) -> Vec<f64> {
        let all = counts.iter().enumerate();
        let mut points: Vec<f64> = all
            .flat_map(|(halves, &count)| vec![halves as f64 / 2.0; count])
            .collect();
        Seed(1).rng().shuffle(&mut points);
        points
    }

    /// Regression test: the first blocks of `sprt quoridor:size=5 mcts:iterations=60
    /// mcts:iterations=40 --elo1 40` with seeds 12, 32, 38 and 49 are all even, although the first
    /// agent is better by 45 Elo.
    #[test]
    fn blocks_that_are_all_alike_do_not_decide_at_once() {
        let wide = SprtHypotheses {
            elo1: 40.0,
            ..STANDARD
        };
        for model in [EloModel::Logistic, EloModel::Normalized] {
            for points in [0.0, 1.0, 2.0] {
                let evidence = pairs(SprtHypotheses { model, ..wide }, &[points; 3]);
                assert_eq!(
                    evidence.decision,
                    SprtDecision::Open,
                    "{points} {evidence:?}"
                );
            }
        }
        assert!(pairs(wide, &[1.0; 3]).llr.abs() < 0.2);
        // Tic-tac-toe between two perfect players: `sprt tictactoe minimax greedy --games 200`.
        assert_eq!(pairs(STANDARD, &[1.0; 100]).decision, SprtDecision::Open);
    }

    /// A published test of Stockfish, where it ended: LLR 2.946 between 0 and 2 in normalised Elo.
    #[test]
    fn many_games_say_what_the_usual_test_says() {
        let points = shuffled([379, 10_170, 21_828, 10_640, 343]);
        let hypotheses = SprtHypotheses {
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
        let hypotheses = SprtHypotheses {
            elo1: 5.0,
            ..STANDARD
        };
        let llr = pairs(hypotheses, &points).llr;
        assert!((llr - normal).abs() < 0.1, "{llr} {normal}");
    }

    #[test]
    fn evidence_for_one_side_is_evidence_against_the_other() {
        let mirrored = SprtHypotheses {
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
        let at = |elo0, elo1, alpha, beta| SprtHypotheses {
            elo0,
            elo1,
            alpha,
            beta,
            ..STANDARD
        };
        let refused = |test: SprtHypotheses| test.check().unwrap_err().to_string();
        assert!(refused(at(0.0, 1e300, 0.05, 0.05)).starts_with("elo1 is 1e300,"));
        assert!(refused(at(f64::NAN, 10.0, 0.05, 0.05)).starts_with("elo0 is NaN"));
        assert!(refused(at(f64::NEG_INFINITY, 10.0, 0.05, 0.05)).starts_with("elo0 is -inf"));
        assert!(refused(at(0.0, 10.0, 1e-320, 0.05)).starts_with("alpha"));
        assert!(refused(at(0.0, 10.0, 0.05, 0.5)).starts_with("beta is 0.5"));
        assert!(refused(at(10.0, 10.0, 0.05, 0.05)).contains("elo0 must be less than elo1"));
        // At the limits everything is still finite.
        for model in [EloModel::Logistic, EloModel::Normalized] {
            let widest = SprtHypotheses {
                model,
                ..at(-MAX_ELO, MAX_ELO, MIN_ERROR_RATE, MIN_ERROR_RATE)
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
        assert_eq!((evidence.llr, evidence.decision), (0.0, SprtDecision::Open));
    }

    #[test]
    fn one_sided_results_decide_quickly() {
        let verdict = |points: f64, count| pairs(STANDARD, &vec![points; count]).decision;
        assert_eq!(verdict(2.0, 5), SprtDecision::Open);
        assert_eq!(verdict(2.0, 20), SprtDecision::AcceptH1);
        assert_eq!(verdict(0.0, 20), SprtDecision::AcceptH0);
    }

    #[test]
    fn four_players_are_tested_the_same_way() {
        let wide = SprtHypotheses {
            elo1: 50.0,
            ..STANDARD
        };
        let verdict = |scores: &[f64]| {
            let mut test = SequentialTest::new(wide, 4, 4);
            (0..200).for_each(|_| scores.iter().for_each(|&score| test.add(score)));
            test.evidence().decision
        };
        assert_eq!(verdict(&[0.0, 0.25, 0.5]), SprtDecision::AcceptH0);
        assert_eq!(verdict(&[0.0, 0.25, 0.5, 0.75]), SprtDecision::AcceptH1);
    }
}
