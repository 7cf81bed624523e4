//! Options of the sequential probability ratio test.

use clap::ValueEnum;
use ludorum_arena::stats::{EloModel, SprtHypotheses};

/// Command-line options of the sequential test. Omitted options have defaults or, in a resumed run,
/// the values of its report.
#[derive(Debug, clap::Args)]
pub(super) struct SprtOptions {
    /// Hypothesis H0: the first agent is stronger by at most this many Elo [default: 0]
    #[arg(long, value_name = "ELO", allow_negative_numbers = true)]
    elo0: Option<f64>,
    /// Hypothesis H1: the first agent is stronger by at least this many Elo [default: 10]
    #[arg(long, value_name = "ELO", allow_negative_numbers = true)]
    elo1: Option<f64>,
    /// Probability of accepting H1 if H0 is true [default: 0.05]
    #[arg(long, value_name = "P", allow_negative_numbers = true)]
    alpha: Option<f64>,
    /// Probability of accepting H0 if H1 is true [default: 0.05]
    #[arg(long, value_name = "P", allow_negative_numbers = true)]
    beta: Option<f64>,
    /// Elo model of elo0 and elo1 [default: logistic]
    #[arg(long, value_enum)]
    model: Option<EloModelArg>,
}

/// Value of `--model`: the Elo scale of the hypotheses `elo0` and `elo1`.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum EloModelArg {
    /// Logistic Elo, from the expected score
    Logistic,
    /// Normalised Elo, relative to the standard deviation of a game's score
    Normalized,
}

/// Hypotheses and error rates of `ludorum sprt` when no option is given.
const DEFAULT: SprtHypotheses = SprtHypotheses {
    elo0: 0.0,
    elo1: 10.0,
    model: EloModel::Logistic,
    alpha: 0.05,
    beta: 0.05,
};

impl SprtOptions {
    /// Hypotheses of a new run: the given options, defaults for the rest.
    pub(super) fn hypotheses(&self) -> SprtHypotheses {
        self.or_else(DEFAULT)
    }

    /// True if all given options equal those of the resumed test.
    pub(super) fn matches(&self, tested: SprtHypotheses) -> bool {
        self.or_else(tested) == tested
    }

    fn or_else(&self, other: SprtHypotheses) -> SprtHypotheses {
        SprtHypotheses {
            elo0: self.elo0.unwrap_or(other.elo0),
            elo1: self.elo1.unwrap_or(other.elo1),
            model: match self.model {
                Some(EloModelArg::Logistic) => EloModel::Logistic,
                Some(EloModelArg::Normalized) => EloModel::Normalized,
                None => other.model,
            },
            alpha: self.alpha.unwrap_or(other.alpha),
            beta: self.beta.unwrap_or(other.beta),
        }
    }
}
