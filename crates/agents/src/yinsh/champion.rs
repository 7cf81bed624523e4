//! The YINSH agent `champion` and its strength levels.

use ludorum_core::{
    Agent, CarriedState, MoveChoice, Param, Rng, Seat, Seed, StopFlag, TurnContext,
};
use ludorum_games::Yinsh;
use ludorum_games::yinsh::{Move, State};
use ludorum_search::{Pvs, PvsConfig, Selectivity};

use super::evaluation::YinshEvaluation;
use super::hints::YinshMoveHints;
use super::ring_rules::{self, RingPlacementAgent};
use crate::AgentKind;
use crate::levels::{NoisyEvaluation, SELECTIVITY, StrengthLevel, champion_kind};
use crate::standard::limits;

/// Strength levels of the YINSH champion, from 1 (one ply, very noisy) to 10 (full strength).
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

/// Agent type `champion` of YINSH: principal variation search with the trained evaluation.
pub fn champion() -> AgentKind<Yinsh> {
    let ponder = Param::switch(
        "ponder",
        "ponder while a human opponent thinks, if limited by time",
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
            let champion = YinshChampion {
                config,
                error: level.error,
                search: None,
            };
            Ok(Box::new(RingPlacementAgent::placing_only(
                Box::new(champion),
                params,
            )))
        },
    )
}

/// Search settings of the YINSH champion, without limits of time, nodes or depth.
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

/// YINSH agent `champion`: principal variation search with the trained, possibly noisy evaluation.
struct YinshChampion {
    config: PvsConfig,
    /// Largest absolute value of the evaluation noise, in points; 0 for no noise.
    error: i32,
    /// The search; `None` until the first move, which supplies the seed of the noise.
    search: Option<Pvs<NoisyEvaluation<YinshEvaluation>, YinshMoveHints>>,
}

impl Agent<Yinsh> for YinshChampion {
    fn choose(&mut self, turn: &TurnContext<'_, Yinsh>, rng: &mut Rng) -> MoveChoice<Move> {
        let search = self.search.get_or_insert_with(|| {
            let evaluation = NoisyEvaluation {
                evaluation: YinshEvaluation::default(),
                error: self.error,
                seed: Seed(rng.bits()),
            };
            Pvs::new(self.config.clone(), evaluation, YinshMoveHints)
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
