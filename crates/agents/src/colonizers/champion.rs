//! The Colonizers agent `champion` and its strength levels.

use ludorum_core::{
    Agent, Budget, CarriedState, MoveChoice, Param, Params, Rng, Seat, TurnContext,
};
use ludorum_games::Colonizers;
use ludorum_games::colonizers::{Move, View};
use ludorum_search::{Ismcts, IsmctsConfig, ObserverModel, UniformDeterminizer, UniformRandom};

use super::earnings_heuristic::ColonizersIncomePolicy;
use super::heuristic::{ColonizersRulePolicy, ColonizersThesisHeuristic};
use super::world_sampler::PlausibilityDeterminizer;
use crate::AgentKind;

/// Search iterations and share of random moves for one strength level of the Colonizers champion.
#[derive(Clone, Copy, Debug)]
struct ColonizersLevel {
    iterations: u64,
    /// Share of moves chosen at random, from 0 to 1.
    random_share: f64,
}

/// Strength levels from 1 (mostly random moves) to 10 (full strength).
const LEVELS: [ColonizersLevel; 10] = [
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

const fn level(iterations: u64, random_share: f64) -> ColonizersLevel {
    ColonizersLevel {
        iterations,
        random_share,
    }
}

/// Agent type `champion` of Colonizers: information-set MCTS with strength levels.
pub(super) fn champion() -> AgentKind<Colonizers> {
    AgentKind::new(
        "champion",
        "the strongest agent; level 1 is for beginners, 10 is full strength",
        vec![
            Param::int(
                "level",
                "playing strength; 10 is full strength",
                10,
                (1, 10),
            ),
            Param::time("time", "thinking time per move; not reproducible"),
            Param::int(
                "iterations",
                "iterations per move; set by the level if neither this nor time is given",
                1,
                (1, i64::MAX),
            )
            .with_default(None),
            Param::choice("playout", "playout policy", ["shrewd", "heuristic"]),
            Param::switch(
                "inference",
                "prefer determinizations in which opponents picked colonists that suit them",
                true,
            ),
            Param::switch("reuse", "reuse the trees between moves", true),
        ],
        |_: &Colonizers, params| {
            let level = LEVELS[params.int("level").clamp(1, 10) as usize - 1];
            Ok(Box::new(ColonizersChampion {
                search: search(level, params),
                random_share: level.random_share,
            }))
        },
    )
}

/// Creates the champion's search, a multiple-observer information-set MCTS, for a strength level.
fn search(level: ColonizersLevel, params: &Params) -> Ismcts<Colonizers> {
    let given = Budget {
        time: params.time("time"),
        iterations: params.int_if_given("iterations").map(i64::unsigned_abs),
        ..Budget::UNLIMITED
    };
    let budget = if given == Budget::UNLIMITED {
        Budget::iterations(level.iterations)
    } else {
        given
    };
    let search = Ismcts::new(IsmctsConfig {
        observers: ObserverModel::Multiple,
        budget,
        exploration: 0.5,
        rank_weight: 0.75,
        reuse: params.is_on("reuse"),
        ..IsmctsConfig::default()
    });
    let search = match params.choice("playout") {
        "heuristic" => search.with_playouts(ColonizersRulePolicy(ColonizersThesisHeuristic)),
        _ => search.with_playouts(ColonizersIncomePolicy::default()),
    };
    if params.is_on("inference") {
        search.with_determinizer(PlausibilityDeterminizer)
    } else {
        search.with_determinizer(UniformDeterminizer)
    }
}

struct ColonizersChampion {
    search: Ismcts<Colonizers>,
    random_share: f64,
}

impl Agent<Colonizers> for ColonizersChampion {
    fn choose(&mut self, turn: &TurnContext<'_, Colonizers>, rng: &mut Rng) -> MoveChoice<Move> {
        if self.random_share > 0.0 && rng.unit() < self.random_share {
            return UniformRandom.choose(turn, rng);
        }
        self.search.choose(turn, rng)
    }

    fn observe(&mut self, game: &Colonizers, seat: Seat, view: &View) {
        self.search.observe(game, seat, view);
    }

    fn carried_state(&self) -> CarriedState {
        self.search.carried_state()
    }

    fn memory(&self) -> usize {
        self.search.memory()
    }
}
