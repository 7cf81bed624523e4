//! The strongest player, and its weaker levels.

use std::time::Duration;

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
        ],
        |game: &Quoridor, params| {
            let budget = Budget {
                time: params.time("time").or(Some(Duration::from_millis(100))),
                nodes: params.int_if_given("nodes").map(i64::unsigned_abs),
                ..Budget::UNLIMITED
            };
            Ok(Box::new(Champion::new(game, budget)))
        },
    )
}

/// Principal variation search in the focused game.
struct Champion {
    focused: Focused,
    search: Pvs<InFocus<Race>, NoHints>,
}

impl Champion {
    fn new(game: &Quoridor, budget: Budget) -> Champion {
        let config = PvsConfig {
            budget,
            ..PvsConfig::default()
        };
        Champion {
            focused: Focused { game: game.clone() },
            search: Pvs::new(config, InFocus(Race::default()), NoHints),
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
