//! The strongest agent, and its weaker levels.

use ludorum_core::{
    Agent, Budget, CarriedState, Game, MoveChoice, OnBase, Param, Rng, Seat, Seed, Turn,
};
use ludorum_games::Quoridor;
use ludorum_games::quoridor::{Move, State};
use ludorum_search::{
    LateMoveReductions, Mcts, MctsConfig, ProgressiveBias, ProgressiveWidening, Pvs, PvsConfig,
    Selectivity,
};

use super::evaluation::QuoridorRaceEvaluation;
use super::hints::QuoridorHints;
use super::levels::LEVELS;
use super::opponent_model::QuoridorOpponentModel;
use super::pruned_moves::PrunedQuoridor;
use crate::AgentKind;
use crate::levels::{NoisyEvaluation, StrengthLevel};

/// The agent `champion`.
pub fn champion() -> AgentKind<Quoridor> {
    AgentKind::new(
        "champion",
        "the strongest agent; level 1 is for beginners, 10 is full strength",
        champion_params(),
        |game: &Quoridor, params| {
            let given = Budget {
                time: params.time("time"),
                nodes: params.int_if_given("nodes").map(i64::unsigned_abs),
                ..Budget::UNLIMITED
            };
            let level = StrengthLevel::numbered(&LEVELS, params.int("level"));
            Ok(Box::new(Champion {
                pruned: PrunedQuoridor { game: game.clone() },
                budget: level.budget(given),
                level,
                search: None,
            }))
        },
    )
}

/// Parameters for strength and search limits.
pub(crate) fn champion_params() -> Vec<Param> {
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
    ]
}

/// Searches with pruned walls: principal variation search for two players; Monte-Carlo tree search
/// over an opponent model for more, with the evaluation in place of playouts. Each was stronger
/// than the other for its number of players.
struct Champion {
    pruned: PrunedQuoridor,
    budget: Budget,
    level: StrengthLevel,
    /// Created at the first move, when a random seed is available.
    search: Option<ChampionSearch>,
}

/// Race evaluation with the noise of the level.
type ChampionEvaluation = NoisyEvaluation<OnBase<QuoridorRaceEvaluation>>;

#[expect(clippy::large_enum_variant, reason = "there is one for a whole game")]
enum ChampionSearch {
    TwoPlayer(Pvs<ChampionEvaluation, QuoridorHints>),
    MultiPlayer {
        model: QuoridorOpponentModel,
        search: Mcts<QuoridorOpponentModel, OnBase<ChampionEvaluation>, OnBase<QuoridorHints>>,
    },
}

impl ChampionSearch {
    fn new(
        pruned: &PrunedQuoridor,
        me: Seat,
        budget: Budget,
        evaluation: ChampionEvaluation,
    ) -> ChampionSearch {
        if pruned.seats() == 2 {
            let config = PvsConfig {
                budget,
                selectivity: Selectivity {
                    reductions: Some(LateMoveReductions { full: 4, step: 12 }),
                    futility_depth: 1,
                    null_move_reduction: Some(2),
                    one_reply_extension: false,
                },
                ..PvsConfig::default()
            };
            return ChampionSearch::TwoPlayer(Pvs::new(config, evaluation, QuoridorHints));
        }
        let config = MctsConfig {
            budget,
            exploration: 0.6,
            first_play: Some(0.5),
            playout_depth: Some(0),
            bias: Some(ProgressiveBias {
                weight: 0.5,
                scale: 3,
            }),
            widening: Some(ProgressiveWidening {
                factor: 2.0,
                exponent: 0.4,
            }),
            ..MctsConfig::default()
        };
        let model = QuoridorOpponentModel {
            pruned: pruned.clone(),
            me,
        };
        let search = Mcts::new(config).with_evaluation(OnBase(evaluation));
        ChampionSearch::MultiPlayer {
            model,
            search: search.with_hints(OnBase(QuoridorHints)),
        }
    }
}

impl Agent<Quoridor> for Champion {
    fn choose(&mut self, turn: &Turn<'_, Quoridor>, rng: &mut Rng) -> MoveChoice<Move> {
        let mut moves = Vec::new();
        self.pruned.moves(turn.view, &mut moves);
        let search = self.search.get_or_insert_with(|| {
            let evaluation = NoisyEvaluation {
                evaluation: OnBase(QuoridorRaceEvaluation::default()),
                error: self.level.error,
                seed: Seed(rng.bits()),
            };
            ChampionSearch::new(&self.pruned, turn.seat, self.budget, evaluation)
        });
        match search {
            ChampionSearch::TwoPlayer(search) => {
                search.choose(&turn.for_game(&self.pruned, &moves), rng)
            }
            ChampionSearch::MultiPlayer { model, search } => {
                search.choose(&turn.for_game(model, &moves), rng)
            }
        }
    }

    fn observe(&mut self, _: &Quoridor, seat: Seat, view: &State) {
        match &mut self.search {
            Some(ChampionSearch::TwoPlayer(search)) => search.observe(&self.pruned, seat, view),
            // The tree contains only positions in which this seat is to move.
            Some(ChampionSearch::MultiPlayer { model, search }) if view.to_move() == seat => {
                search.observe(model, seat, view);
            }
            Some(ChampionSearch::MultiPlayer { .. }) | None => {}
        }
    }

    fn carried_state(&self) -> CarriedState {
        match self.budget.time {
            Some(_) => CarriedState::Observations,
            None => CarriedState::Choices,
        }
    }

    fn memory(&self) -> usize {
        match &self.search {
            Some(ChampionSearch::TwoPlayer(search)) => search.memory(),
            Some(ChampionSearch::MultiPlayer { search, .. }) => search.memory(),
            None => 0,
        }
    }
}
