//! The strongest player, and its weaker levels.

use ludorum_core::{Agent, Budget, Carried, Choice, Param, Params, Rng, Seat, Turn};
use ludorum_games::Colonizers;
use ludorum_games::colonizers::{Move, View};
use ludorum_search::{Ismcts, IsmctsConfig, Observers, Random, Uniform};

use super::heuristic::Heuristic;
use super::shrewd::Shrewd;
use super::suspicion::Suspicion;
use crate::AgentKind;

/// How strong a champion is to play.
#[derive(Clone, Copy, Debug)]
struct Level {
    iterations: u64,
    /// The share of moves that are made without thinking.
    slips: f64,
}

/// From a beginner, who makes most moves without thinking, to full strength.
const LEVELS: [Level; 10] = [
    level(10, 0.8),
    level(10, 0.6),
    level(20, 0.4),
    level(20, 0.25),
    level(40, 0.15),
    level(60, 0.05),
    level(150, 0.0),
    level(500, 0.0),
    level(2000, 0.0),
    level(10_000, 0.0),
];

const fn level(iterations: u64, slips: f64) -> Level {
    Level { iterations, slips }
}

/// `champion`.
pub(super) fn champion() -> AgentKind<Colonizers> {
    AgentKind::new(
        "champion",
        "the strongest; levels from a beginner's 1 to 10",
        vec![
            Param::int("level", "how strong, 10 being all it can", 10, (1, 10)),
            Param::time("time", "thinking time for a move; not reproducible"),
            Param::int(
                "iterations",
                "playouts for a move; by level if neither this nor time is given",
                1,
                (1, i64::MAX),
            )
            .with_default(None),
            Param::choice(
                "playout",
                "how games are played out",
                ["shrewd", "heuristic"],
            ),
            Param::switch(
                "inference",
                "prefer worlds in which others picked what suits them",
                true,
            ),
            Param::switch("reuse", "keep the trees between moves", true),
        ],
        |_: &Colonizers, params| {
            let level = LEVELS[params.int("level").clamp(1, 10) as usize - 1];
            Ok(Box::new(Champion {
                search: search(level, params),
                slips: level.slips,
            }))
        },
    )
}

/// A tree for every seat, with what won most.
fn search(level: Level, params: &Params) -> Ismcts<Colonizers> {
    let given = Budget {
        time: params.time("time"),
        iterations: params.int_if_given("iterations").map(i64::unsigned_abs),
        ..Budget::UNLIMITED
    };
    let budget = match given == Budget::UNLIMITED {
        true => Budget::iterations(level.iterations),
        false => given,
    };
    let search = Ismcts::new(IsmctsConfig {
        observers: Observers::Multiple,
        budget,
        exploration: 0.5,
        rank_weight: 0.75,
        reuse: params.on("reuse"),
        ..IsmctsConfig::default()
    });
    let search = match params.word("playout") {
        "heuristic" => search.with_playouts(Heuristic),
        _ => search.with_playouts(Shrewd::default()),
    };
    match params.on("inference") {
        true => search.with_worlds(Suspicion),
        false => search.with_worlds(Uniform),
    }
}

struct Champion {
    search: Ismcts<Colonizers>,
    slips: f64,
}

impl Agent<Colonizers> for Champion {
    fn choose(&mut self, turn: &Turn<'_, Colonizers>, rng: &mut Rng) -> Choice<Move> {
        if self.slips > 0.0 && rng.unit() < self.slips {
            return Random.choose(turn, rng);
        }
        self.search.choose(turn, rng)
    }

    fn observe(&mut self, game: &Colonizers, seat: Seat, view: &View) {
        self.search.observe(game, seat, view);
    }

    fn carries(&self) -> Carried {
        self.search.carries()
    }

    fn memory(&self) -> usize {
        self.search.memory()
    }
}
