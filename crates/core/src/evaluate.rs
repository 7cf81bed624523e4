//! Evaluation functions and their scale.
//!
//! Searches that compare positions use integer [`EvalPoints`], which are exact on every machine.
//! Searches that average positions use utilities from -1 to 1. [`squash`] converts points to
//! utilities.

use crate::{Game, PerSeat};

/// The score that an evaluation gives a position for one seat. Each evaluation chooses its own
/// unit.
pub type EvalPoints = i32;

/// Points of a win at the root. Evaluations lie between `-WIN / 2` and `WIN / 2`.
pub const WIN: EvalPoints = 1_000_000_000;

/// Largest distance to a win, in plies, that points express; all later wins get the same points.
const FURTHEST_WIN: u32 = 50_000;

/// An evaluation function for positions in which the game is not over.
///
/// The points of a two-player evaluation should sum to zero. If they do not (as in a risk-averse
/// evaluation), two-player searches use only the points of the searching seat.
pub trait Evaluate<G: Game>: Send + Sync {
    /// Returns the points of the position for each seat, between `-WIN / 2` and `WIN / 2`.
    fn points(&self, game: &G, state: &G::State) -> PerSeat<EvalPoints>;

    /// Returns the number of points that corresponds to a utility of one half: a clear advantage.
    fn scale(&self) -> EvalPoints;

    /// Returns changes to the searches that use this evaluation; `None` (default) changes nothing.
    fn overrides(&self) -> Option<&dyn SearchOverrides<G>> {
        None
    }

    /// The utility of a position for each seat, from -1 to 1: exact if the game is over, otherwise
    /// converted from points by [`squash`].
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

/// Changes to a search that an evaluation requests, in order to reproduce published programs.
pub trait SearchOverrides<G: Game>: Send + Sync {
    /// Returns true if searches must evaluate this position instead of searching deeper.
    fn is_leaf(&self, game: &G, state: &G::State) -> bool {
        let _ = (game, state);
        false
    }

    /// Returns points for a finished game that replace the points of its outcome; `None` keeps
    /// those. Only fixed-depth searches call this.
    fn terminal_points(&self, game: &G, state: &G::State) -> Option<PerSeat<EvalPoints>> {
        let _ = (game, state);
        None
    }

    /// Returns the plies of search depth that a move or chance event in this position costs; 1 by
    /// default.
    fn depth_cost(&self, game: &G, state: &G::State) -> u32 {
        let _ = (game, state);
        1
    }

    /// Returns a correction of a leaf's points that depends on the path to the leaf; `None` for no
    /// correction. Only fixed-depth searches call this.
    fn trend(&self) -> Option<VariationTrendCorrection<'_>> {
        None
    }
}

/// A function from the points of all positions on the path from root to leaf, both included, to the
/// points to add to the leaf.
pub type VariationTrendCorrection<'a> =
    &'a (dyn Fn(&[PerSeat<EvalPoints>]) -> PerSeat<EvalPoints> + Sync);

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

/// The evaluation that gives every unfinished position zero points.
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

/// Converts the utility of a game that ended `ply` plies after the root to points. Quicker wins get
/// more points, quicker losses fewer. For utilities other than those of wins and losses, [`squash`]
/// with the same `scale` inverts the conversion.
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

/// Number of plies from the root to the proven win (positive points) or loss (negative points) that
/// [`points_at_end`] encoded; `None` if the points are an estimate.
#[inline]
pub fn win_distance(points: EvalPoints) -> Option<u32> {
    let distance = WIN.unsigned_abs().checked_sub(points.unsigned_abs())?;
    (distance <= FURTHEST_WIN).then_some(distance)
}

/// Converts points to a utility from -1 to 1: zero points give 0, `scale` points one half. Only
/// proven wins and losses give 1 and -1.
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
