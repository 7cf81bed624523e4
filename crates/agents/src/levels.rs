//! Shared by the `champion` agents of several games: parameters, selective-search settings, and
//! strength levels made by shallower search and a noisy evaluation.

use ludorum_core::{
    Agent, Budget, EvalPoints, Evaluate, Game, Param, ParamError, Params, PerSeat, Seat, Seed,
};
use ludorum_search::{LateMoveReductions, Selectivity};

use crate::AgentKind;

/// Selective-search settings of the `champion` agents: reductions, futility pruning, null move.
pub(crate) const SELECTIVITY: Selectivity = Selectivity {
    reductions: Some(LateMoveReductions { full: 4, step: 12 }),
    futility_depth: 1,
    null_move_reduction: Some(2),
    one_reply_extension: false,
};

/// Creates the agent type `champion`, with the parameters `level`, `time`, `nodes` and `more`.
pub(crate) fn champion_kind<G: Game>(
    more: impl IntoIterator<Item = Param>,
    build: impl Fn(&G, &Params) -> Result<Box<dyn Agent<G>>, ParamError> + Send + Sync + 'static,
) -> AgentKind<G> {
    let mut params = vec![
        Param::int(
            "level",
            "playing strength; 10 is full strength",
            10,
            (1, 10),
        ),
        Param::time("time", "thinking time per move; not reproducible"),
        Param::int(
            "nodes",
            "nodes per move; set by the level if neither this nor time is given",
            1,
            (1, i64::MAX),
        )
        .with_default(None),
    ];
    params.extend(more);
    AgentKind::new(
        "champion",
        "the strongest agent; level 1 is for beginners, 10 is full strength",
        params,
        build,
    )
}

/// Search limits and evaluation noise of one strength level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StrengthLevel {
    depth: Option<u32>,
    nodes: u64,
    /// Largest absolute value of the noise added to each seat's evaluation, in points; 0 for no
    /// noise.
    pub(crate) error: EvalPoints,
}

impl StrengthLevel {
    /// Creates a level from a depth limit (`None`: unlimited), a node limit and evaluation noise.
    pub(crate) const fn new(depth: Option<u32>, nodes: u64, error: EvalPoints) -> StrengthLevel {
        StrengthLevel {
            depth,
            nodes,
            error,
        }
    }

    /// Strength level `number` of `levels`, counted from 1; numbers outside 1 to 10 are clamped.
    pub(crate) fn numbered(levels: &[StrengthLevel; 10], number: i64) -> StrengthLevel {
        levels[number.clamp(1, 10) as usize - 1]
    }

    /// Search budget of the level: its depth with the limits of `given`. If `given` limits neither
    /// time nor nodes, the level's node limit applies.
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

/// Evaluation `E` plus pseudo-random noise, which depends only on the seed and the position.
#[derive(Debug)]
pub(crate) struct NoisyEvaluation<E> {
    pub(crate) evaluation: E,
    /// Largest absolute value of the noise added to each seat's evaluation, in points; 0 for no
    /// noise.
    pub(crate) error: EvalPoints,
    /// Seed of the noise; every agent draws its own.
    pub(crate) seed: Seed,
}

impl<G: Game, E: Evaluate<G>> Evaluate<G> for NoisyEvaluation<E> {
    fn points(&self, game: &G, state: &G::State) -> PerSeat<EvalPoints> {
        let points = self.evaluation.points(game, state);
        if self.error == 0 {
            return points;
        }
        let mut rng = self.seed.child("position", game.key(state)).rng();
        let seats = game.seats();
        let errors = PerSeat::from_fn(seats, |_| {
            rng.below(2 * self.error as usize + 1) as EvalPoints - self.error
        });
        // Each error is also subtracted from a neighbour, so the sum over the seats is unchanged.
        let misjudge = |seat: Seat| points[seat] + errors[seat] - errors[seat.next(seats)];
        PerSeat::from_fn(seats, misjudge)
    }

    fn scale(&self) -> EvalPoints {
        self.evaluation.scale()
    }
}
