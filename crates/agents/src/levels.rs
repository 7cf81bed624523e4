//! What makes a weaker player of a champion: looking less far ahead, and misjudging what is seen there.

use ludorum_core::{Budget, Evaluate, Game, PerSeat, Points, Seat, Seed};

/// How strong a champion is to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Level {
    depth: Option<u32>,
    nodes: u64,
    /// By how many points each seat's chances are misjudged at most.
    pub(crate) error: Points,
}

impl Level {
    /// A level that looks so many plies ahead, visits so many nodes, and errs by so many points.
    pub(crate) const fn new(depth: Option<u32>, nodes: u64, error: Points) -> Level {
        Level {
            depth,
            nodes,
            error,
        }
    }

    /// The level with this number of ten, counted from 1.
    pub(crate) fn numbered(levels: &[Level; 10], number: i64) -> Level {
        levels[number.clamp(1, 10) as usize - 1]
    }

    /// How much this level thinks about a move, unless `given` limits nodes or time itself.
    pub(crate) fn budget(&self, given: Budget) -> Budget {
        let unlimited = given.time.is_none() && given.nodes.is_none();
        Budget {
            depth: self.depth,
            nodes: if unlimited {
                Some(self.nodes)
            } else {
                given.nodes
            },
            ..given
        }
    }
}

/// Judges as `E` does, but for an error that is always the same for the same position.
#[derive(Debug)]
pub(crate) struct Misjudged<E> {
    pub(crate) evaluation: E,
    /// The largest error made about a seat.
    pub(crate) error: Points,
    /// Players with other seeds make other errors.
    pub(crate) seed: Seed,
}

impl<G: Game, E: Evaluate<G>> Evaluate<G> for Misjudged<E> {
    fn points(&self, game: &G, state: &G::State) -> PerSeat<Points> {
        let points = self.evaluation.points(game, state);
        if self.error == 0 {
            return points;
        }
        let mut rng = self.seed.child("position", game.key(state)).rng();
        let seats = game.seats();
        let errors = PerSeat::from_fn(seats, |_| {
            rng.below(2 * self.error as usize + 1) as Points - self.error
        });
        // Each error is added once and taken off once, so points keep their sum.
        let misjudge = |seat: Seat| points[seat] + errors[seat] - errors[seat.next(seats)];
        PerSeat::from_fn(seats, misjudge)
    }

    fn scale(&self) -> Points {
        self.evaluation.scale()
    }
}
