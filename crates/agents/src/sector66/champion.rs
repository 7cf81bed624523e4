//! The strongest agent, and its weaker levels.

use std::sync::Arc;

use ludorum_core::{
    Agent, Budget, CarriedState, Game, MoveChoice, NodeKind, OnBase, Params, Rng, Seat, Seed, Turn,
};
use ludorum_games::Sector66;
use ludorum_games::sector66::{ContentSource, Move, State};
use ludorum_search::{
    LateMoveReductions, Mcts, MctsConfig, ProgressiveBias, ProgressiveWidening, Pvs, PvsConfig,
    Selectivity,
};

use super::fixed_chance::FixedChance;
use super::hints::Sector66Hints;
use super::levels::{MULTI_PLAYER, TWO_PLAYERS};
use super::opponent_model::{OpponentModelPolicy, Sector66OpponentModel};
use super::pruned_moves::PrunedSector66;
use super::quoridor_adapter::QuoridorAgentAdapter;
use super::race::Sector66RaceEvaluation;
use crate::levels::{NoisyEvaluation, StrengthLevel};
use crate::{AgentKind, quoridor};

/// The agent `champion`. On boards with plain Quoridor rules it is Quoridor's champion.
pub fn champion<C: ContentSource>() -> AgentKind<Sector66<C>> {
    let native = quoridor::champion();
    AgentKind::new(
        "champion",
        "the strongest agent; level 1 is for beginners, 10 is full strength",
        quoridor::champion_params(),
        move |game: &Sector66<C>, params| {
            if game.rules().is_plain() {
                let agent = native.build(game.rules().quoridor(), params)?;
                return Ok(Box::new(QuoridorAgentAdapter { agent }));
            }
            Ok(Box::new(Champion::new(game, params)))
        },
    )
}

/// Searches with pruned walls: principal variation search for two players; Monte-Carlo tree search
/// over an opponent model for more, with playouts that follow the model for every seat.
struct Champion<C: ContentSource> {
    pruned: Arc<PrunedSector66<C>>,
    budget: Budget,
    level: StrengthLevel,
    hints: Sector66Hints,
    /// Created at the first move, when a random seed is available.
    search: Option<ChampionSearch<C>>,
}

/// Race evaluation with the noise of the level.
type ChampionEvaluation = NoisyEvaluation<OnBase<OnBase<Sector66RaceEvaluation>>>;

#[expect(clippy::large_enum_variant, reason = "there is one for a whole game")]
enum ChampionSearch<C: ContentSource> {
    TwoPlayer(Pvs<ChampionEvaluation, Sector66Hints>),
    MultiPlayer {
        model: Sector66OpponentModel<C>,
        search: Mcts<Sector66OpponentModel<C>, OnBase<ChampionEvaluation>, OnBase<Sector66Hints>>,
    },
}

impl<C: ContentSource> Champion<C> {
    fn new(game: &Sector66<C>, params: &Params) -> Champion<C> {
        let given = Budget {
            time: params.time("time"),
            nodes: params.int_if_given("nodes").map(i64::unsigned_abs),
            ..Budget::UNLIMITED
        };
        let levels = match game.seats() {
            2 => &TWO_PLAYERS,
            _ => &MULTI_PLAYER,
        };
        let level = StrengthLevel::numbered(levels, params.int("level"));
        Champion {
            pruned: Arc::new(PrunedSector66 {
                base: FixedChance::new(game),
            }),
            budget: level.budget(given),
            level,
            hints: Sector66Hints::default(),
            search: None,
        }
    }

    fn new_search(&self, me: Seat, seed: Seed) -> ChampionSearch<C> {
        let evaluation = NoisyEvaluation {
            evaluation: OnBase(OnBase(Sector66RaceEvaluation::default())),
            error: self.level.error,
            seed,
        };
        if self.pruned.seats() == 2 {
            let config = PvsConfig {
                budget: self.budget,
                selectivity: Selectivity {
                    reductions: Some(LateMoveReductions { full: 4, step: 12 }),
                    futility_depth: 1,
                    null_move_reduction: Some(2),
                    one_reply_extension: false,
                },
                ..PvsConfig::default()
            };
            return ChampionSearch::TwoPlayer(Pvs::new(config, evaluation, self.hints.clone()));
        }
        let config = MctsConfig {
            budget: self.budget,
            exploration: 0.3,
            // Exceeds the value of any move, so a leading seat also explores untried moves.
            first_play: Some(1.1),
            // Weakened levels evaluate leaves instead of playing out.
            playout_depth: (self.level.error > 0).then_some(0),
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
        ChampionSearch::MultiPlayer {
            model: Sector66OpponentModel::new(Arc::clone(&self.pruned), me),
            search: Mcts::new(config)
                .with_playouts(OpponentModelPolicy)
                .with_evaluation(OnBase(evaluation))
                .with_hints(OnBase(self.hints.clone())),
        }
    }
}

impl<C: ContentSource> Agent<Sector66<C>> for Champion<C> {
    fn choose(&mut self, turn: &Turn<'_, Sector66<C>>, rng: &mut Rng) -> MoveChoice<Move> {
        let mut moves = Vec::new();
        self.pruned.moves(turn.view, &mut moves);
        self.hints.set_root(self.pruned.key(turn.view));
        let mut search = match self.search.take() {
            Some(search) => search,
            None => self.new_search(turn.seat, Seed(rng.bits())),
        };
        let choice = match &mut search {
            ChampionSearch::TwoPlayer(search) => {
                search.choose(&turn.for_game(&*self.pruned, &moves), rng)
            }
            ChampionSearch::MultiPlayer { model, search } => {
                search.choose(&turn.for_game(model, &moves), rng)
            }
        };
        self.search = Some(search);
        choice
    }

    fn observe(&mut self, _: &Sector66<C>, seat: Seat, view: &State) {
        match &mut self.search {
            Some(ChampionSearch::TwoPlayer(search)) => search.observe(&*self.pruned, seat, view),
            // Chance nodes are resolved inside the tree.
            Some(ChampionSearch::MultiPlayer { model, search })
                if self.pruned.node(view) != NodeKind::Chance =>
            {
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
