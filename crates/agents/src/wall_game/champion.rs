//! The strongest agent, and its weaker levels.

use std::sync::Arc;

use ludorum_core::{
    Agent, Budget, CarriedState, Chance, Deterministic, EvalPoints, Game, MoveChoice, Params, Rng,
    Seat, Seed, TurnContext,
};
use ludorum_search::{Mcts, MctsConfig, ProgressiveBias, ProgressiveWidening, Pvs, PvsConfig};

use super::{PrunedWallGame, RaceEvaluation, WallGame, WallGameMoveHints};
use crate::levels::{NoisyEvaluation, SELECTIVITY, StrengthLevel};
use crate::standard::limits;

/// A wall game with an opponent model for three and more players.
pub(crate) trait OpponentModelWallGame: WallGame + Deterministic {
    /// The game in which only one seat decides and moves of opponents are chance events.
    type Model: WallGame<Rules = Self::Rules, State = Self::State, Move = Self::Move> + Chance;

    /// Strength levels of the champion, weakest first.
    fn levels(&self) -> &'static [StrengthLevel; 10];

    /// The opponent model for a search by `me`.
    fn opponent_model(pruned: Arc<PrunedWallGame<Self>>, me: Seat) -> Self::Model
    where
        Self: Sized;

    /// The search of the opponent model, for evaluations with this largest error.
    fn model_search(config: MctsConfig, error: EvalPoints) -> Mcts<Self::Model>;

    /// True if a tree of the opponent model of `me` may contain the position.
    fn is_in_tree(&self, me: Seat, state: &Self::State) -> bool;
}

/// Searches with pruned walls: principal variation search for two players, Monte-Carlo tree search
/// over an opponent model for more. Each was stronger than the other for its number of players.
pub(crate) struct WallGameChampion<G: OpponentModelWallGame> {
    pruned: Arc<PrunedWallGame<G>>,
    budget: Budget,
    level: StrengthLevel,
    hints: WallGameMoveHints,
    /// Created at the first move, when a random seed is available.
    search: Option<ChampionSearch<G>>,
}

/// Race evaluation with the noise of the level.
type NoisyRaceEvaluation<G> = NoisyEvaluation<RaceEvaluation<<G as WallGame>::Rules>>;

enum ChampionSearch<G: OpponentModelWallGame> {
    TwoPlayer(Pvs<NoisyRaceEvaluation<G>, WallGameMoveHints>),
    MultiPlayer {
        model: G::Model,
        search: Mcts<G::Model, NoisyRaceEvaluation<G>, WallGameMoveHints>,
    },
}

impl<G: OpponentModelWallGame> WallGameChampion<G> {
    /// The champion with the limits and the level of `params`.
    pub(crate) fn new(game: G, params: &Params) -> WallGameChampion<G> {
        let level = StrengthLevel::numbered(game.levels(), params.int("level"));
        WallGameChampion {
            pruned: Arc::new(PrunedWallGame { game }),
            budget: level.budget(limits(params)),
            level,
            hints: WallGameMoveHints::default(),
            search: None,
        }
    }

    fn new_search(&self, me: Seat, seed: Seed) -> ChampionSearch<G> {
        let evaluation = NoisyEvaluation {
            evaluation: RaceEvaluation::default(),
            error: self.level.error,
            seed,
        };
        if self.pruned.seats() == 2 {
            let config = PvsConfig {
                budget: self.budget,
                selectivity: SELECTIVITY,
                ..PvsConfig::default()
            };
            return ChampionSearch::TwoPlayer(Pvs::new(config, evaluation, self.hints.clone()));
        }
        let config = MctsConfig {
            budget: self.budget,
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
            model: G::opponent_model(Arc::clone(&self.pruned), me),
            search: G::model_search(config, self.level.error)
                .with_evaluation(evaluation)
                .with_hints(self.hints.clone()),
        }
    }
}

impl<G, H> Agent<H> for WallGameChampion<G>
where
    G: OpponentModelWallGame,
    H: Game<View = G::State, Move = G::Move>,
{
    fn choose(&mut self, turn: &TurnContext<'_, H>, rng: &mut Rng) -> MoveChoice<G::Move> {
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

    fn observe(&mut self, _: &H, seat: Seat, view: &G::State) {
        match &mut self.search {
            Some(ChampionSearch::TwoPlayer(search)) => search.observe(&*self.pruned, seat, view),
            Some(ChampionSearch::MultiPlayer { model, search })
                if self.pruned.game.is_in_tree(seat, view) =>
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
