//! The strongest agent, and its weaker levels.

use ludorum_core::{
    Agent, Budget, CarriedState, MoveChoice, Param, Rng, Seat, Seed, StopFlag, Turn,
};
use ludorum_games::Yinsh;
use ludorum_games::yinsh::{Move, State};
use ludorum_search::{LateMoveReductions, Pvs, PvsConfig, Selectivity};

use super::evaluation::YinshEvaluation;
use super::hints::YinshHints;
use super::ring_rules::{self, RingRuleAgent};
use crate::AgentKind;
use crate::levels::{NoisyEvaluation, StrengthLevel};

/// From a beginner, who looks one ply ahead and errs by a ring or two, to full strength.
const LEVELS: [StrengthLevel; 10] = [
    StrengthLevel::new(Some(1), 1_000, 300),
    StrengthLevel::new(Some(1), 1_000, 150),
    StrengthLevel::new(Some(2), 2_000, 120),
    StrengthLevel::new(Some(2), 2_000, 60),
    StrengthLevel::new(Some(3), 4_000, 40),
    StrengthLevel::new(None, 2_000, 20),
    StrengthLevel::new(None, 5_000, 0),
    StrengthLevel::new(None, 15_000, 0),
    StrengthLevel::new(None, 50_000, 0),
    StrengthLevel::new(None, 150_000, 0),
];

/// The agent `champion`.
pub fn champion() -> AgentKind<Yinsh> {
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
                "nodes",
                "nodes per move; set by the level if neither this nor time is given",
                1,
                (1, i64::MAX),
            )
            .with_default(None),
            Param::switch(
                "ponder",
                "ponder on a person's time, if limited by time",
                true,
            ),
            ring_rules::placement_param(),
        ],
        |_: &Yinsh, params| {
            let given = Budget {
                time: params.time("time"),
                nodes: params.int_if_given("nodes").map(i64::unsigned_abs),
                ..Budget::UNLIMITED
            };
            let level = StrengthLevel::numbered(&LEVELS, params.int("level"));
            let config = PvsConfig {
                budget: level.budget(given),
                // A search limited by nodes must be reproducible, so it does not ponder.
                ponders: given.time.is_some() && params.is_on("ponder"),
                ..champion_search_config()
            };
            let champion = Champion {
                config,
                error: level.error,
                search: None,
            };
            Ok(Box::new(RingRuleAgent::placing_only(
                Box::new(champion),
                params,
            )))
        },
    )
}

/// Search settings of the champion, without limits.
pub fn champion_search_config() -> PvsConfig {
    PvsConfig {
        quiescence_depth: 2,
        selectivity: Selectivity {
            reductions: Some(LateMoveReductions { full: 4, step: 12 }),
            futility_depth: 1,
            null_move_reduction: Some(2),
            one_reply_extension: true,
        },
        ..PvsConfig::default()
    }
}

/// Principal variation search with the trained evaluation.
struct Champion {
    config: PvsConfig,
    /// Largest evaluation error, in points.
    error: i32,
    /// Created at the first move, when a random seed is available.
    search: Option<Pvs<NoisyEvaluation<YinshEvaluation>, YinshHints>>,
}

impl Agent<Yinsh> for Champion {
    fn choose(&mut self, turn: &Turn<'_, Yinsh>, rng: &mut Rng) -> MoveChoice<Move> {
        let search = self.search.get_or_insert_with(|| {
            let evaluation = NoisyEvaluation {
                evaluation: YinshEvaluation::default(),
                error: self.error,
                seed: Seed(rng.bits()),
            };
            Pvs::new(self.config.clone(), evaluation, YinshHints)
        });
        search.choose(turn, rng)
    }

    fn ponders(&self) -> bool {
        self.config.ponders
    }

    fn ponder(&mut self, game: &Yinsh, seat: Seat, view: &State, stop: &StopFlag) {
        if let Some(search) = &mut self.search {
            search.ponder(game, seat, view, stop);
        }
    }

    fn carried_state(&self) -> CarriedState {
        self.config.carries()
    }

    fn memory(&self) -> usize {
        self.search.as_ref().map_or(0, Pvs::memory)
    }
}
