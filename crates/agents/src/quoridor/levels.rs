//! What makes a weaker player: looking less far ahead, and misjudging what is seen there.

use ludorum_core::{Budget, Evaluate, Game, PerSeat, Points, Seat, Seed};

/// How strong the champion is to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Level {
    depth: Option<u32>,
    nodes: u64,
    /// By how many points each seat's chances are misjudged at most.
    pub(super) error: Points,
}

/// From a beginner, who sees one move ahead and misjudges it by steps, to full strength.
const LEVELS: [Level; 10] = [
    level(Some(1), 1_000, 250),
    level(Some(2), 2_000, 200),
    level(Some(2), 3_000, 120),
    level(Some(3), 4_000, 80),
    level(Some(4), 6_000, 50),
    level(None, 5_000, 30),
    level(None, 10_000, 0),
    level(None, 25_000, 0),
    level(None, 60_000, 0),
    level(None, 150_000, 0),
];

const fn level(depth: Option<u32>, nodes: u64, error: Points) -> Level {
    Level {
        depth,
        nodes,
        error,
    }
}

impl Level {
    /// Levels count from 1 to 10.
    pub(super) fn numbered(number: i64) -> Level {
        LEVELS[number.clamp(1, 10) as usize - 1]
    }

    /// How much this level thinks about a move, unless `given` limits nodes or time itself.
    pub(super) fn budget(&self, given: Budget) -> Budget {
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
pub(super) struct Misjudged<E> {
    pub(super) evaluation: E,
    /// The largest error made about a seat.
    pub(super) error: Points,
    /// Players with other seeds make other errors.
    pub(super) seed: Seed,
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
