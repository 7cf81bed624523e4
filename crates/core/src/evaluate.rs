//! Evaluation functions and their scale.
//!
//! Searches that compare positions use integer [`EvalPoints`], which are exact and identical on every
//! machine. Searches that average positions use utilities from -1 to 1; [`squash`] converts points to
//! utilities.

use crate::{Game, PerSeat};

/// Evaluation score of a position for one seat, in units chosen by the evaluation (like centipawns).
pub type EvalPoints = i32;

/// Points of a won game. Evaluations stay well below (see [`Evaluate`]).
pub const WIN: EvalPoints = 1_000_000_000;

/// Wins more plies away than this all get the same points.
const FURTHEST_WIN: u32 = 50_000;

/// An evaluation function for positions in which the game is not over.
///
/// Evaluations of two-seat games should be zero-sum. Two-player searches also work with one that is
/// not (such as a risk-averse one): they use only the points of the searching seat.
pub trait Evaluate<G: Game>: Send + Sync {
    /// Evaluates the position for each seat, between `-WIN / 2` and `WIN / 2`.
    fn points(&self, game: &G, state: &G::State) -> PerSeat<EvalPoints>;

    /// Points that correspond to a utility of one half: a clear advantage.
    fn scale(&self) -> EvalPoints;

    /// Changes to the searches that use this evaluation; none by default.
    fn overrides(&self) -> Option<&dyn SearchOverrides<G>> {
        None
    }

    /// The utility of a position for each seat: exact if the game is over, else the squashed points.
    fn utilities(&self, game: &G, state: &G::State) -> PerSeat<f64> {
        match game.outcome(state) {
            Some(outcome) => outcome.utilities(),
            None => {
                let scale = self.scale();
                self.points(game, state).map(|points| squash(points, scale))
            }
        }
    }
}

/// Changes that an evaluation makes to the searches that use it, as some published programs do.
pub trait SearchOverrides<G: Game>: Send + Sync {
    /// True if searches must evaluate this position instead of looking deeper.
    fn is_leaf(&self, game: &G, state: &G::State) -> bool {
        let _ = (game, state);
        false
    }

    /// Evaluates a finished game, where its result should not be used. Used by fixed-depth searches
    /// only.
    fn terminal_points(&self, game: &G, state: &G::State) -> Option<PerSeat<EvalPoints>> {
        let _ = (game, state);
        None
    }

    /// Plies of search depth that a move or event in this position costs; 1 by default.
    fn depth_cost(&self, game: &G, state: &G::State) -> u32 {
        let _ = (game, state);
        1
    }

    /// Correction of a leaf's points by the points along the path from the root to the leaf, both
    /// included; none if the path does not matter. Called by fixed-depth searches only.
    fn trend(&self) -> Option<TrendCorrection<'_>> {
        None
    }
}

/// Computes what to add to a leaf's points from the points along the path to it.
pub type TrendCorrection<'a> = &'a (dyn Fn(&[PerSeat<EvalPoints>]) -> PerSeat<EvalPoints> + Sync);

impl<G: Game, E: Evaluate<G> + ?Sized> Evaluate<G> for std::sync::Arc<E> {
    fn overrides(&self) -> Option<&dyn SearchOverrides<G>> {
        (**self).overrides()
    }

    fn points(&self, game: &G, state: &G::State) -> PerSeat<EvalPoints> {
        (**self).points(game, state)
    }

    fn scale(&self) -> EvalPoints {
        (**self).scale()
    }
}

/// The evaluation that is zero for every unfinished position.
#[derive(Clone, Copy, Debug, Default)]
pub struct ZeroEvaluation;

impl<G: Game> Evaluate<G> for ZeroEvaluation {
    fn points(&self, game: &G, _: &G::State) -> PerSeat<EvalPoints> {
        PerSeat::filled(game.seats(), 0)
    }

    // Large, so that results between a win and a loss stay distinct.
    fn scale(&self) -> EvalPoints {
        WIN / 200
    }
}

/// Converts the utility of a game that ended `ply` moves from the root to points. Quick wins score
/// higher than slow ones, slow losses higher than quick ones. Other results get the points for which
/// [`squash`] with this `scale` gives the utility back.
#[inline]
pub fn points_at_end(utility: f64, ply: u32, scale: EvalPoints) -> EvalPoints {
    let delay = ply.min(FURTHEST_WIN) as EvalPoints;
    if utility >= 1.0 {
        WIN - delay
    } else if utility <= -1.0 {
        delay - WIN
    } else {
        let points = utility * f64::from(scale) / (1.0 - utility.abs());
        points
            .round()
            .clamp(f64::from(-WIN / 2), f64::from(WIN / 2)) as EvalPoints
    }
}

/// Plies to the proven win (positive points) or loss (negative points) encoded by [`points_at_end`];
/// none if the points are an estimate.
#[inline]
pub fn win_distance(points: EvalPoints) -> Option<u32> {
    let distance = WIN.unsigned_abs().checked_sub(points.unsigned_abs())?;
    (distance <= FURTHEST_WIN).then_some(distance)
}

/// Converts points to a utility: 0 at 0, one half at `scale`, and 1 or -1 for proven wins and losses
/// only.
#[inline]
pub fn squash(points: EvalPoints, scale: EvalPoints) -> f64 {
    if win_distance(points).is_some() {
        return f64::from(points.signum());
    }
    f64::from(points) / (f64::from(points).abs() + f64::from(scale))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quick_win_is_better_than_a_slow_one_and_a_slow_loss_than_a_quick_one() {
        assert!(points_at_end(1.0, 3, 10) > points_at_end(1.0, 5, 10));
        assert!(points_at_end(-1.0, 3, 10) < points_at_end(-1.0, 5, 10));
        assert_eq!(win_distance(points_at_end(-1.0, 5, 10)), Some(5));
        assert_eq!(win_distance(points_at_end(-0.5, 5, 10)), None);
        assert_eq!(points_at_end(0.0, 9, 10), 0);
    }

    #[test]
    fn a_shared_win_is_worth_what_an_opinion_of_the_same_utility_is() {
        for scale in [100, 300, WIN / 200] {
            for utility in [-0.9, -1.0 / 3.0, 0.0, 0.2, 0.5] {
                let told = squash(points_at_end(utility, 7, scale), scale);
                assert!((told - utility).abs() < 0.01, "{utility} becomes {told}");
            }
        }
        assert!(points_at_end(0.999_999_999, 0, WIN / 200) < points_at_end(1.0, 9, 1));
    }

    #[test]
    fn squashed_points_keep_their_order_and_never_claim_a_win() {
        let points = [-WIN, -WIN / 2, -50, -1, 0, 1, 50, WIN / 2, WIN];
        let utilities = points.map(|points| squash(points, 10));
        assert!(utilities.is_sorted_by(|a, b| a < b), "{utilities:?}");
        assert_eq!(squash(10, 10), 0.5);
        assert!(squash(WIN / 2, 10) < 1.0);
    }
}
