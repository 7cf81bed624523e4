//! The strongest agent, and its weaker levels.

use ludorum_core::{Agent, CarriedState, MoveChoice, Param, Rng, Seat, Seed, StopFlag, Turn};
use ludorum_games::Yinsh;
use ludorum_games::yinsh::{Move, State};
use ludorum_search::{Pvs, PvsConfig, Selectivity};

use super::evaluation::YinshEvaluation;
use super::hints::YinshHints;
use super::ring_rules::{self, RingRuleAgent};
use crate::AgentKind;
use crate::levels::{NoisyEvaluation, SELECTIVITY, StrengthLevel, champion_kind};
use crate::standard::limits;

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
    let ponder = Param::switch(
        "ponder",
        "ponder on a person's time, if limited by time",
        true,
    );
    champion_kind(
        [ponder, ring_rules::placement_param()],
        |_: &Yinsh, params| {
            let given = limits(params);
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
            one_reply_extension: true,
            ..SELECTIVITY
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
