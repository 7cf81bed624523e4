//! The strongest player, and its weaker levels.

use ludorum_core::{Agent, Budget, Carried, Choice, Game, OfWhole, Param, Rng, Seat, Seed, Turn};
use ludorum_games::Quoridor;
use ludorum_games::quoridor::{Move, State};
use ludorum_search::{Bias, Mcts, MctsConfig, Pvs, PvsConfig, Reductions, Selective, Widening};

use super::evaluation::Race;
use super::focus::Focused;
use super::foreseen::Foreseen;
use super::hints::Gains;
use super::levels::LEVELS;
use crate::AgentKind;
use crate::levels::{Level, Misjudged};

/// `champion`.
pub fn champion() -> AgentKind<Quoridor> {
    AgentKind::new(
        "champion",
        "the strongest; levels from a beginner's 1 to 10",
        champion_params(),
        |game: &Quoridor, params| {
            let given = Budget {
                time: params.time("time"),
                nodes: params.int_if_given("nodes").map(i64::unsigned_abs),
                ..Budget::UNLIMITED
            };
            let level = Level::numbered(&LEVELS, params.int("level"));
            Ok(Box::new(Champion {
                focused: Focused { game: game.clone() },
                budget: level.budget(given),
                level,
                mind: None,
            }))
        },
    )
}

/// How strong it is to play, and what limits its thinking.
pub(crate) fn champion_params() -> Vec<Param> {
    vec![
        Param::int("level", "how strong, 10 being all it can", 10, (1, 10)),
        Param::time("time", "thinking time for a move; not reproducible"),
        Param::int(
            "nodes",
            "positions visited for a move; by level if neither this nor time is given",
            1,
            (1, i64::MAX),
        )
        .with_default(None),
    ]
}

/// Searches the game without the walls that do not matter: between two by principal variation
/// search, among more by Monte-Carlo tree search over its own moves, with the evaluation in place of
/// playouts, taking the others to do the obvious. Each did better than the other in its place.
struct Champion {
    focused: Focused,
    budget: Budget,
    level: Level,
    /// Made for the first move, when there are random numbers to make it with.
    mind: Option<Mind>,
}

/// What the champion thinks of a position.
type Opinion = Misjudged<OfWhole<Race>>;

#[expect(clippy::large_enum_variant, reason = "there is one for a whole game")]
enum Mind {
    Duel(Pvs<Opinion, Gains>),
    Crowd {
        foreseen: Foreseen,
        search: Mcts<Foreseen, OfWhole<Opinion>, OfWhole<Gains>>,
    },
}

impl Mind {
    fn new(focused: &Focused, me: Seat, budget: Budget, opinion: Opinion) -> Mind {
        if focused.seats() == 2 {
            let config = PvsConfig {
                budget,
                selective: Selective {
                    reductions: Some(Reductions { full: 4, step: 12 }),
                    promising_only: 1,
                    idle_reduction: Some(2),
                    forced_moves_free: false,
                },
                ..PvsConfig::default()
            };
            return Mind::Duel(Pvs::new(config, opinion, Gains));
        }
        let config = MctsConfig {
            budget,
            exploration: 0.6,
            first_play: Some(0.5),
            playout_depth: Some(0),
            bias: Some(Bias {
                weight: 0.5,
                scale: 3,
            }),
            widening: Some(Widening {
                factor: 2.0,
                exponent: 0.4,
            }),
            ..MctsConfig::default()
        };
        let foreseen = Foreseen {
            focused: focused.clone(),
            me,
        };
        let search = Mcts::new(config).with_evaluation(OfWhole(opinion));
        Mind::Crowd {
            foreseen,
            search: search.with_hints(OfWhole(Gains)),
        }
    }
}

impl Agent<Quoridor> for Champion {
    fn choose(&mut self, turn: &Turn<'_, Quoridor>, rng: &mut Rng) -> Choice<Move> {
        let mut moves = Vec::new();
        self.focused.moves(turn.view, &mut moves);
        let mind = self.mind.get_or_insert_with(|| {
            let opinion = Misjudged {
                evaluation: OfWhole(Race::default()),
                error: self.level.error,
                seed: Seed(rng.bits()),
            };
            Mind::new(&self.focused, turn.seat, self.budget, opinion)
        });
        match mind {
            Mind::Duel(search) => search.choose(&turn.within(&self.focused, &moves), rng),
            Mind::Crowd { foreseen, search } => search.choose(&turn.within(foreseen, &moves), rng),
        }
    }

    fn observe(&mut self, _: &Quoridor, seat: Seat, view: &State) {
        match &mut self.mind {
            Some(Mind::Duel(search)) => search.observe(&self.focused, seat, view),
            // The tree has only positions in which this seat is to move.
            Some(Mind::Crowd { foreseen, search }) if view.to_move() == seat => {
                search.observe(foreseen, seat, view);
            }
            Some(Mind::Crowd { .. }) | None => {}
        }
    }

    fn carries(&self) -> Carried {
        match self.budget.time {
            Some(_) => Carried::Observations,
            None => Carried::Choices,
        }
    }

    fn memory(&self) -> usize {
        match &self.mind {
            Some(Mind::Duel(search)) => search.memory(),
            Some(Mind::Crowd { search, .. }) => search.memory(),
            None => 0,
        }
    }
}
