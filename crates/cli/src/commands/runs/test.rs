//! The sequential test a command asks for.

use ludorum_arena::stats::{EloModel, Hypotheses};

/// What is said about a test; the rest is as usual, or as in the run that is resumed.
pub(super) struct Test {
    pub(super) elo0: Option<f64>,
    pub(super) elo1: Option<f64>,
    pub(super) alpha: Option<f64>,
    pub(super) beta: Option<f64>,
    pub(super) model: Option<EloModel>,
}

const USUAL: Hypotheses = Hypotheses {
    elo0: 0.0,
    elo1: 10.0,
    model: EloModel::Logistic,
    alpha: 0.05,
    beta: 0.05,
};

impl Test {
    /// The test of a new run.
    pub(super) fn hypotheses(&self) -> Hypotheses {
        self.in_place_of(USUAL)
    }

    /// Whether nothing else is said than what is tested already.
    pub(super) fn agrees_with(&self, tested: Hypotheses) -> bool {
        self.in_place_of(tested) == tested
    }

    fn in_place_of(&self, other: Hypotheses) -> Hypotheses {
        Hypotheses {
            elo0: self.elo0.unwrap_or(other.elo0),
            elo1: self.elo1.unwrap_or(other.elo1),
            model: self.model.unwrap_or(other.model),
            alpha: self.alpha.unwrap_or(other.alpha),
            beta: self.beta.unwrap_or(other.beta),
        }
    }
}
