//! The strongest player, and its weaker levels.

use ludorum_core::{Agent, Budget, Carried, Choice, Param, Rng, Seat, Seed, Stop, Turn};
use ludorum_games::Yinsh;
use ludorum_games::yinsh::{Move, State};
use ludorum_search::{Pvs, PvsConfig, Reductions, Selective};

use super::habits::{self, Habits};
use super::hints::Flips;
use super::outlook::Outlook;
use crate::AgentKind;
use crate::levels::{Level, Misjudged};

/// From a beginner, who sees one move ahead and misjudges it by a ring or two, to full strength.
const LEVELS: [Level; 10] = [
    Level::new(Some(1), 1_000, 300),
    Level::new(Some(1), 1_000, 150),
    Level::new(Some(2), 2_000, 120),
    Level::new(Some(2), 2_000, 60),
    Level::new(Some(3), 4_000, 40),
    Level::new(None, 2_000, 20),
    Level::new(None, 5_000, 0),
    Level::new(None, 15_000, 0),
    Level::new(None, 50_000, 0),
    Level::new(None, 150_000, 0),
];

/// `champion`.
pub fn champion() -> AgentKind<Yinsh> {
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
            Param::switch(
                "ponder",
                "think on a person's time too, if limited by time",
                true,
            ),
            habits::placement_param(),
        ],
        |_: &Yinsh, params| {
            let given = Budget {
                time: params.time("time"),
                nodes: params.int_if_given("nodes").map(i64::unsigned_abs),
                ..Budget::UNLIMITED
            };
            let level = Level::numbered(&LEVELS, params.int("level"));
            let config = PvsConfig {
                budget: level.budget(given),
                // What is limited by nodes is to be reproducible.
                ponders: given.time.is_some() && params.on("ponder"),
                ..search_of_champion()
            };
            let champion = Champion {
                config,
                error: level.error,
                search: None,
            };
            Ok(Box::new(Habits::placing(Box::new(champion), params)))
        },
    )
}

/// How the champion searches, whatever limits it.
pub fn search_of_champion() -> PvsConfig {
    PvsConfig {
        quiescence_depth: 2,
        selective: Selective {
            reductions: Some(Reductions { full: 4, step: 12 }),
            promising_only: 1,
            idle_reduction: Some(2),
            forced_moves_free: true,
        },
        ..PvsConfig::default()
    }
}

/// Principal variation search with what was learnt about positions.
struct Champion {
    config: PvsConfig,
    /// By how many points it misjudges at most.
    error: i32,
    /// Made for the first move, when there are random numbers to make it with.
    search: Option<Pvs<Misjudged<Outlook>, Flips>>,
}

impl Agent<Yinsh> for Champion {
    fn choose(&mut self, turn: &Turn<'_, Yinsh>, rng: &mut Rng) -> Choice<Move> {
        let search = self.search.get_or_insert_with(|| {
            let opinion = Misjudged {
                evaluation: Outlook::default(),
                error: self.error,
                seed: Seed(rng.bits()),
            };
            Pvs::new(self.config.clone(), opinion, Flips)
        });
        search.choose(turn, rng)
    }

    fn ponders(&self) -> bool {
        self.config.ponders
    }

    fn ponder(&mut self, game: &Yinsh, seat: Seat, view: &State, stop: &Stop) {
        if let Some(search) = &mut self.search {
            search.ponder(game, seat, view, stop);
        }
    }

    fn carries(&self) -> Carried {
        self.config.carries()
    }

    fn memory(&self) -> usize {
        self.search.as_ref().map_or(0, Pvs::memory)
    }
}
