//! The game without chance, for searches that need a deterministic game.

use std::sync::Arc;

use ludorum_core::{
    Agent, CarriedState, Chance, Deterministic, Game, GameTransform, MoveChoice, NodeKind, Rng,
    Seat, Seed, TurnContext,
};
use ludorum_games::Sector66;
use ludorum_games::sector66::{ContentSource, Move, State, Undo};

use crate::AgentKind;

/// Sector 66 without chance: a hash of the position selects each chance event, arbitrary but fixed.
#[derive(Debug)]
pub struct FixedChance<C> {
    /// The original game, with chance.
    pub game: Sector66<C>,
}

impl<C: ContentSource> FixedChance<C> {
    /// Creates the game without chance for the same variant of Sector 66.
    pub fn new(game: &Sector66<C>) -> FixedChance<C> {
        FixedChance {
            game: Sector66::new(Arc::clone(game.rules())),
        }
    }
}

impl<C: ContentSource> GameTransform for FixedChance<C> {
    type Base = Sector66<C>;
    /// The move and the chance events resolved after it, each with the data that unmakes it.
    type Undo = Vec<(Move, Undo)>;

    fn base(&self) -> &Sector66<C> {
        &self.game
    }

    fn play(&self, state: &mut State, mv: Move) -> Vec<(Move, Undo)> {
        let mut made = vec![(mv, self.game.make(state, mv))];
        while self.game.node(state) == NodeKind::Chance {
            let mut fate = Seed(self.game.key(state)).rng();
            let event = self.game.sample(state, &mut fate);
            made.push((event, self.game.make(state, event)));
        }
        made
    }

    fn take_back(&self, state: &mut State, _: Move, made: Vec<(Move, Undo)>) {
        for (mv, undo) in made.into_iter().rev() {
            self.game.unmake(state, mv, undo);
        }
    }
}

impl<C: ContentSource> Deterministic for FixedChance<C> {}

/// Adapts an agent type for Sector 66 without chance to Sector 66 with chance.
pub(super) fn with_fixed_chance<C: ContentSource>(
    kind: AgentKind<FixedChance<C>>,
) -> AgentKind<Sector66<C>> {
    AgentKind::new(
        kind.name(),
        kind.summary(),
        kind.params().to_vec(),
        move |game: &Sector66<C>, params| {
            let base = FixedChance::new(game);
            let agent = kind.build(&base, params)?;
            Ok(Box::new(ChanceFreeSearchAgent { base, agent }))
        },
    )
}

/// Agent for Sector 66 with chance that searches the game without chance.
struct ChanceFreeSearchAgent<C: ContentSource> {
    base: FixedChance<C>,
    agent: Box<dyn Agent<FixedChance<C>>>,
}

impl<C: ContentSource> Agent<Sector66<C>> for ChanceFreeSearchAgent<C> {
    fn choose(&mut self, turn: &TurnContext<'_, Sector66<C>>, rng: &mut Rng) -> MoveChoice<Move> {
        self.agent
            .choose(&turn.for_game(&self.base, turn.moves), rng)
    }

    fn observe(&mut self, _: &Sector66<C>, seat: Seat, view: &State) {
        self.agent.observe(&self.base, seat, view);
    }

    fn carried_state(&self) -> CarriedState {
        self.agent.carried_state()
    }

    fn memory(&self) -> usize {
        self.agent.memory()
    }
}
