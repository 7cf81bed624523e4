//! Opinions about who is winning, and the scale they are measured on.
//!
//! Searches that compare positions use whole [`Points`]: exact, and the same on every machine.
//! Searches that average positions use utilities from -1 to 1; [`squash`] leads from one to the
//! other.

use crate::{Game, PerSeat};

/// What a position is worth to a seat, in units an evaluation chooses for itself.
pub type Points = i32;

/// The points of a game that is won now. Evaluations stay well inside (see [`Evaluate`]).
pub const WIN: Points = 1_000_000_000;

/// Wins further away than this are not told apart.
const FURTHEST_WIN: u32 = 50_000;

/// An opinion about positions in which the game goes on.
///
/// Evaluations of two-seat games must be balanced: the points of the two seats sum to zero. One that
/// is not, because it minds a loss more or less than it values a gain, serves searches between two
/// all the same: these use the points of the seat they are for.
pub trait Evaluate<G: Game>: Send + Sync {
    /// What this position is worth to each seat. Between `-WIN / 2` and `WIN / 2`.
    fn points(&self, game: &G, state: &G::State) -> PerSeat<Points>;

    /// The points of a seat that is clearly ahead: they are taken for a utility of one half.
    fn scale(&self) -> Points;

    /// Whether this position is to be judged as it is, however much deeper a search could look.
    fn settles(&self, game: &G, state: &G::State) -> bool {
        let _ = (game, state);
        false
    }

    /// What a finished game is worth to each seat, where that is not to be its result but an opinion.
    /// Only searches to a fixed depth ask.
    fn ending(&self, game: &G, state: &G::State) -> Option<PerSeat<Points>> {
        let _ = (game, state);
        None
    }

    /// How many plies of depth the move or event in this position uses up, where searches are to count
    /// them otherwise than one by one.
    fn plies(&self, game: &G, state: &G::State) -> u32 {
        let _ = (game, state);
        1
    }

    /// How the points of all positions on the way to a leaf, from the root on and the leaf's
    /// included, change the points of the leaf; none if the way does not matter. Only searches to a
    /// fixed depth ask.
    fn trend(&self) -> Option<Trend<'_>> {
        None
    }

    /// The utility of a position to each seat: exact if the game is over, else the points squashed.
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

/// What is added to the points of a leaf for the points on the way to it.
pub type Trend<'a> = &'a (dyn Fn(&[PerSeat<Points>]) -> PerSeat<Points> + Sync);

impl<G: Game, E: Evaluate<G> + ?Sized> Evaluate<G> for std::sync::Arc<E> {
    fn settles(&self, game: &G, state: &G::State) -> bool {
        (**self).settles(game, state)
    }

    fn ending(&self, game: &G, state: &G::State) -> Option<PerSeat<Points>> {
        (**self).ending(game, state)
    }

    fn plies(&self, game: &G, state: &G::State) -> u32 {
        (**self).plies(game, state)
    }

    fn trend(&self) -> Option<Trend<'_>> {
        (**self).trend()
    }

    fn points(&self, game: &G, state: &G::State) -> PerSeat<Points> {
        (**self).points(game, state)
    }

    fn scale(&self) -> Points {
        (**self).scale()
    }
}

/// No opinion: every position that is not the end is worth nothing to anyone.
#[derive(Clone, Copy, Debug, Default)]
pub struct Blind;

impl<G: Game> Evaluate<G> for Blind {
    fn points(&self, game: &G, _: &G::State) -> PerSeat<Points> {
        PerSeat::filled(game.seats(), 0)
    }

    // Large, so that results between a win and a loss keep apart.
    fn scale(&self) -> Points {
        WIN / 200
    }
}

/// The points of a finished game reached `ply` moves from the root: a quicker win is better than a
/// slow one, a slower loss better than a quick one. What is neither win nor loss is worth what an
/// evaluation with this `scale` would give for it: [`squash`] leads back to the utility.
#[inline]
pub fn points_at_end(utility: f64, ply: u32, scale: Points) -> Points {
    let delay = ply.min(FURTHEST_WIN) as Points;
    if utility >= 1.0 {
        WIN - delay
    } else if utility <= -1.0 {
        delay - WIN
    } else {
        let points = utility * f64::from(scale) / (1.0 - utility.abs());
        points
            .round()
            .clamp(f64::from(-WIN / 2), f64::from(WIN / 2)) as Points
    }
}

/// The number of plies to the certain win (positive points) or loss (negative points) that
/// [`points_at_end`] tells of; none if the points are an opinion.
#[inline]
pub fn win_distance(points: Points) -> Option<u32> {
    let distance = WIN.unsigned_abs().checked_sub(points.unsigned_abs())?;
    (distance <= FURTHEST_WIN).then_some(distance)
}

/// Points as a utility: 0 at 0, one half at `scale`, and 1 or -1 for certain wins and losses only.
#[inline]
pub fn squash(points: Points, scale: Points) -> f64 {
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
                assert!((told - utility).abs() < 0.01, "{utility} is told as {told}");
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
