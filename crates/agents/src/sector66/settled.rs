//! The same game without chance, for searches that can do without it.

use std::sync::Arc;

use ludorum_core::{
    Agent, Carried, Chance, Choice, Deterministic, Game, Node, Rng, Seat, Seed, Turn, Variation,
};
use ludorum_games::Sector66;
use ludorum_games::sector66::{Content, Move, State, Undo};

use crate::AgentKind;

/// Sector 66 in which what is left to chance is settled by the position alone: which way is as good
/// as any, but it is always the same.
#[derive(Debug)]
pub struct Settled<C> {
    /// The whole game.
    pub game: Sector66<C>,
}

impl<C: Content> Settled<C> {
    /// The same variant without chance.
    pub fn new(game: &Sector66<C>) -> Settled<C> {
        Settled {
            game: Sector66::new(Arc::clone(game.rules())),
        }
    }
}

impl<C: Content> Variation for Settled<C> {
    type Whole = Sector66<C>;
    /// The move and all that chance made of it.
    type Undo = Vec<(Move, Undo)>;

    fn whole(&self) -> &Sector66<C> {
        &self.game
    }

    fn play(&self, state: &mut State, mv: Move) -> Vec<(Move, Undo)> {
        let mut made = vec![(mv, self.game.make(state, mv))];
        while self.game.node(state) == Node::Chance {
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

impl<C: Content> Deterministic for Settled<C> {}

/// A kind of agent of the settled game, for the whole one.
pub(super) fn unsettled<C: Content>(kind: AgentKind<Settled<C>>) -> AgentKind<Sector66<C>> {
    AgentKind::new(
        kind.name(),
        kind.summary(),
        kind.params().to_vec(),
        move |game: &Sector66<C>, params| {
            let settled = Settled::new(game);
            let agent = kind.build(&settled, params)?;
            Ok(Box::new(Unsettled { settled, agent }))
        },
    )
}

/// A player of the settled game at a board where chance is what it is.
struct Unsettled<C: Content> {
    settled: Settled<C>,
    agent: Box<dyn Agent<Settled<C>>>,
}

impl<C: Content> Agent<Sector66<C>> for Unsettled<C> {
    fn choose(&mut self, turn: &Turn<'_, Sector66<C>>, rng: &mut Rng) -> Choice<Move> {
        self.agent
            .choose(&turn.within(&self.settled, turn.moves), rng)
    }

    fn observe(&mut self, _: &Sector66<C>, seat: Seat, view: &State) {
        self.agent.observe(&self.settled, seat, view);
    }

    fn carries(&self) -> Carried {
        self.agent.carries()
    }

    fn memory(&self) -> usize {
        self.agent.memory()
    }
}
