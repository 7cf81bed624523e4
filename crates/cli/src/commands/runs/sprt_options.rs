//! Options of the sequential probability ratio test.

use ludorum_arena::stats::{EloModel, SprtHypotheses};

/// SPRT parameters given on the command line; others have defaults or come from the resumed run.
pub(super) struct SprtOptions {
    pub(super) elo0: Option<f64>,
    pub(super) elo1: Option<f64>,
    pub(super) alpha: Option<f64>,
    pub(super) beta: Option<f64>,
    pub(super) model: Option<EloModel>,
}

/// Default hypotheses.
const DEFAULT: SprtHypotheses = SprtHypotheses {
    elo0: 0.0,
    elo1: 10.0,
    model: EloModel::Logistic,
    alpha: 0.05,
    beta: 0.05,
};

impl SprtOptions {
    /// Hypotheses of a new run.
    pub(super) fn hypotheses(&self) -> SprtHypotheses {
        self.or_else(DEFAULT)
    }

    /// True if all given parameters equal those of a running test.
    pub(super) fn matches(&self, tested: SprtHypotheses) -> bool {
        self.or_else(tested) == tested
    }

    fn or_else(&self, other: SprtHypotheses) -> SprtHypotheses {
        SprtHypotheses {
            elo0: self.elo0.unwrap_or(other.elo0),
            elo1: self.elo1.unwrap_or(other.elo1),
            model: self.model.unwrap_or(other.model),
            alpha: self.alpha.unwrap_or(other.alpha),
            beta: self.beta.unwrap_or(other.beta),
        }
    }
}
