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

/// Wall game whose champion searches an opponent model with three and more players.
pub(crate) trait OpponentModelWallGame: WallGame + Deterministic {
    /// Opponent-model game: only one seat decides; moves of opponents are predicted or random.
    type Model: WallGame<Rules = Self::Rules, State = Self::State, Move = Self::Move> + Chance;

    /// Strength levels of the game's champion, weakest first.
    fn levels(&self) -> &'static [StrengthLevel; 10];

    /// Creates the opponent-model game for a search by the seat `me`.
    fn opponent_model(pruned: Arc<PrunedWallGame<Self>>, me: Seat) -> Self::Model
    where
        Self: Sized;

    /// Creates the search of the opponent-model game; `error` is the level's largest evaluation
    /// noise.
    fn model_search(config: MctsConfig, error: EvalPoints) -> Mcts<Self::Model>;

    /// True if `state` may be a node of the tree when `me` searches its opponent model.
    fn is_in_tree(&self, me: Seat, state: &Self::State) -> bool;
}

/// Champion of Quoridor and Sector 66, with pruned walls: principal variation search for two
/// players, Monte-Carlo tree search of an opponent model for more. Each is the stronger method for
/// its number of players.
pub(crate) struct WallGameChampion<G: OpponentModelWallGame> {
    pruned: Arc<PrunedWallGame<G>>,
    budget: Budget,
    level: StrengthLevel,
    hints: WallGameMoveHints,
    /// The search; `None` until the first move, which supplies the seed of the noise.
    search: Option<ChampionSearch<G>>,
}

/// Race evaluation with the evaluation noise of a strength level.
type NoisyRaceEvaluation<G> = NoisyEvaluation<RaceEvaluation<<G as WallGame>::Rules>>;

enum ChampionSearch<G: OpponentModelWallGame> {
    TwoPlayer(Pvs<NoisyRaceEvaluation<G>, WallGameMoveHints>),
    MultiPlayer {
        model: G::Model,
        search: Mcts<G::Model, NoisyRaceEvaluation<G>, WallGameMoveHints>,
    },
}

impl<G: OpponentModelWallGame> WallGameChampion<G> {
    /// Creates the champion with the limits and the strength level in `params`.
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
