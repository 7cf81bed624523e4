//! The strongest player, and its weaker levels.

use ludorum_core::{Agent, Budget, Choice, Game, Param, Rng, Seat, Seed, Turn};
use ludorum_games::Quoridor;
use ludorum_games::quoridor::{Move, State};
use ludorum_search::{Bias, Mcts, MctsConfig, Pvs, PvsConfig, Reductions, Selective};

use super::evaluation::Race;
use super::focus::{Focused, InFocus};
use super::hints::Gains;
use super::levels::{Level, Misjudged};
use crate::AgentKind;

/// `champion`.
pub fn champion() -> AgentKind<Quoridor> {
    AgentKind::new(
        "champion",
        "the strongest; levels from a beginner's 1 to 10",
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
        ],
        |game: &Quoridor, params| {
            let given = Budget {
                time: params.time("time"),
                nodes: params.int_if_given("nodes").map(i64::unsigned_abs),
                ..Budget::UNLIMITED
            };
            let level = Level::numbered(params.int("level"));
            Ok(Box::new(Champion {
                focused: Focused { game: game.clone() },
                budget: level.budget(given),
                level,
                search: None,
            }))
        },
    )
}

/// Searches the focused game: between two by principal variation search, among more by
/// Monte-Carlo tree search with the evaluation in place of playouts, in which every seat plays for
/// itself. Each did better than the other in its place.
struct Champion {
    focused: Focused,
    budget: Budget,
    level: Level,
    /// Made for the first move, when there are random numbers to make it with.
    search: Option<Box<dyn Agent<Focused>>>,
}

/// What the champion thinks of a position.
type Opinion = Misjudged<InFocus<Race>>;

fn search(seats: usize, budget: Budget, opinion: Opinion) -> Box<dyn Agent<Focused>> {
    if seats == 2 {
        let config = PvsConfig {
            budget,
            selective: Selective {
                reductions: Some(Reductions { full: 4, step: 12 }),
                promising_only: 1,
                idle_reduction: Some(2),
            },
            ..PvsConfig::default()
        };
        return Box::new(Pvs::new(config, opinion, Gains));
    }
    let config = MctsConfig {
        budget,
        exploration: 0.3,
        first_play: Some(0.5),
        playout_depth: Some(0),
        bias: Some(Bias {
            weight: 0.5,
            scale: 3,
        }),
        ..MctsConfig::default()
    };
    let mcts = Mcts::new(config).with_evaluation(opinion).with_hints(Gains);
    Box::new(mcts)
}

impl Agent<Quoridor> for Champion {
    fn choose(&mut self, turn: &Turn<'_, Quoridor>, rng: &mut Rng) -> Choice<Move> {
        let mut moves = Vec::new();
        self.focused.moves(turn.view, &mut moves);
        let focused = Turn {
            game: &self.focused,
            seat: turn.seat,
            view: turn.view,
            moves: &moves,
            budget: turn.budget,
            stop: turn.stop,
            watcher: turn.watcher,
        };
        let search = self.search.get_or_insert_with(|| {
            let opinion = Misjudged {
                evaluation: InFocus(Race::default()),
                error: self.level.error,
                seed: Seed(rng.bits()),
            };
            search(self.focused.seats(), self.budget, opinion)
        });
        search.choose(&focused, rng)
    }

    fn observe(&mut self, _: &Quoridor, seat: Seat, view: &State) {
        if let Some(search) = &mut self.search {
            search.observe(&self.focused, seat, view);
        }
    }
}
