//! The same game without chance, for searches that can do without it.

use std::sync::Arc;

use ludorum_core::{
    Agent, Chance, Choice, Deterministic, Evaluate, Game, Node, Outcome, PerSeat, Points, Rng,
    Seat, Seed, Turn,
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

impl<C: Content> Game for Settled<C> {
    type State = State;
    type Move = Move;
    /// The move and all that chance made of it.
    type Undo = Vec<(Move, Undo)>;
    type View = State;

    fn seats(&self) -> usize {
        self.game.seats()
    }

    fn initial(&self, seed: Seed) -> State {
        self.game.initial(seed)
    }

    fn node(&self, state: &State) -> Node {
        self.game.node(state)
    }

    fn moves(&self, state: &State, out: &mut Vec<Move>) {
        self.game.moves(state, out);
    }

    fn make(&self, state: &mut State, mv: Move) -> Vec<(Move, Undo)> {
        let mut made = vec![(mv, self.game.make(state, mv))];
        while self.game.node(state) == Node::Chance {
            let mut fate = Seed(self.game.key(state)).rng();
            let event = self.game.sample(state, &mut fate);
            made.push((event, self.game.make(state, event)));
        }
        made
    }

    fn unmake(&self, state: &mut State, _: Move, made: Vec<(Move, Undo)>) {
        for (mv, undo) in made.into_iter().rev() {
            self.game.unmake(state, mv, undo);
        }
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        self.game.outcome(state)
    }

    fn key(&self, state: &State) -> u64 {
        self.game.key(state)
    }

    fn view(&self, state: &State, seat: Seat) -> State {
        self.game.view(state, seat)
    }

    fn max_plies(&self) -> u32 {
        self.game.max_plies()
    }
}

impl<C: Content> Deterministic for Settled<C> {}

/// An evaluation of the whole game, for the settled one.
#[derive(Clone, Copy, Debug, Default)]
pub struct AsSettled<E>(pub E);

impl<C: Content, E: Evaluate<Sector66<C>>> Evaluate<Settled<C>> for AsSettled<E> {
    fn points(&self, settled: &Settled<C>, state: &State) -> PerSeat<Points> {
        self.0.points(&settled.game, state)
    }

    fn scale(&self) -> Points {
        self.0.scale()
    }
}

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
            .choose(&within(turn, &self.settled, turn.moves), rng)
    }

    fn observe(&mut self, _: &Sector66<C>, seat: Seat, view: &State) {
        self.agent.observe(&self.settled, seat, view);
    }
}

/// The same turn in another game with the same positions and moves.
pub(super) fn within<'a, C: Content, G: Game<View = State, Move = Move>>(
    turn: &Turn<'a, Sector66<C>>,
    game: &'a G,
    moves: &'a [Move],
) -> Turn<'a, G> {
    Turn {
        game,
        seat: turn.seat,
        view: turn.view,
        moves,
        budget: turn.budget,
        stop: turn.stop,
        watcher: turn.watcher,
    }
}
