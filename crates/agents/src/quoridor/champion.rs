//! The strongest player, and its weaker levels.

use ludorum_core::{Agent, Budget, Choice, Param, Rng, Turn};
use ludorum_games::Quoridor;
use ludorum_search::{NoHints, Pvs, PvsConfig};

use super::evaluation::Race;
use super::focus::{Focused, InFocus};
use crate::AgentKind;

/// `champion`.
pub fn champion() -> AgentKind<Quoridor> {
    AgentKind::new(
        "champion",
        "the strongest; levels from a beginner's 1 to 10",
        vec![
            Param::int("level", "how strong, 10 being all it can", 10, (1, 10)),
            Param::time("time", "thinking time for a move; not reproducible"),
            Param::int("nodes", "positions visited for a move", 1, (1, i64::MAX))
                .with_default(None),
            Param::int("ra", "", 4, (-1000, 1000)),
            Param::int("rs", "", 12, (-1000, 1000)),
            Param::int("wall", "", 100, (-1000, 1000)),
            Param::int("wbd", "", 0, (-1000, 1000)),
            Param::int("tempo", "", 50, (-1000, 1000)),
            Param::int("decided", "", 3000, (0, 100000)),
        ],
        |game: &Quoridor, params| {
            let budget = Budget {
                time: params.time("time"),
                nodes: params.int_if_given("nodes").map(i64::unsigned_abs),
                ..Budget::UNLIMITED
            };
            let weights = crate::quoridor::RaceWeights {
                wall: params.int("wall") as i32,
                wall_by_distance: params.int("wbd") as i32,
                tempo: params.int("tempo") as i32,
                decided: params.int("decided") as i32,
            };
            Ok(Box::new(Champion::new(
                game,
                budget,
                Race { weights },
                (params.int("ra") > 0).then(|| ludorum_search::Reductions {
                    after: params.int("ra") as usize,
                    step: params.int("rs") as usize,
                }),
            )))
        },
    )
}

/// Principal variation search in the focused game.
struct Champion {
    focused: Focused,
    search: Pvs<InFocus<Race>, NoHints>,
}

impl Champion {
    fn new(
        game: &Quoridor,
        budget: Budget,
        race: Race,
        reductions: Option<ludorum_search::Reductions>,
    ) -> Champion {
        let config = PvsConfig {
            budget,
            reductions,
            ..PvsConfig::default()
        };
        Champion {
            focused: Focused { game: game.clone() },
            search: Pvs::new(config, InFocus(race), NoHints),
        }
    }
}

impl Agent<Quoridor> for Champion {
    fn choose(
        &mut self,
        turn: &Turn<'_, Quoridor>,
        rng: &mut Rng,
    ) -> Choice<ludorum_games::quoridor::Move> {
        let mut moves = Vec::new();
        ludorum_core::Game::moves(&self.focused, turn.view, &mut moves);
        let focused = Turn {
            game: &self.focused,
            seat: turn.seat,
            view: turn.view,
            moves: &moves,
            budget: turn.budget,
            stop: turn.stop,
        };
        self.search.choose(&focused, rng)
    }
}
