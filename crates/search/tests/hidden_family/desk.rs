//! A table at which tests ask agents that see their view only.

use ludorum_core::{
    Agent, Budget, Candidate, Chance, Choice, Hidden, Node, Notation, Seat, Seed, Stop, Turn,
    Watcher,
};
use ludorum_search::{Ismcts, IsmctsConfig, Observers};

/// All ways to treat the moves of others.
pub(crate) const OBSERVERS: [Observers; 3] = [
    Observers::Single,
    Observers::SinglePartial,
    Observers::Multiple,
];

/// A search of so many iterations with random playouts.
pub(crate) fn ismcts<G: Hidden + Chance>(observers: Observers, iterations: u64) -> Ismcts<G> {
    Ismcts::new(IsmctsConfig {
        observers,
        budget: Budget::iterations(iterations),
        ..IsmctsConfig::default()
    })
}

/// A position, and all that is asked together with it.
pub(crate) struct Desk<G: Hidden> {
    pub(crate) game: G,
    pub(crate) state: G::State,
    pub(crate) budget: Budget,
    pub(crate) stop: Stop,
    pub(crate) seed: Seed,
}

impl<G: Hidden + Notation> Desk<G> {
    #[track_caller]
    pub(crate) fn at(game: G, position: &str) -> Desk<G> {
        let state = game.parse_position(position).unwrap();
        Desk::of(game, state)
    }
}

impl<G: Hidden + Chance> Desk<G> {
    pub(crate) fn at_start(game: G) -> Desk<G> {
        let state = game.initial(Seed(0));
        Desk::of(game, state)
    }

    fn of(game: G, state: G::State) -> Desk<G> {
        Desk {
            game,
            state,
            budget: Budget::UNLIMITED,
            stop: Stop::new(),
            seed: Seed(5),
        }
    }

    pub(crate) fn seat(&self) -> Seat {
        match self.game.node(&self.state) {
            Node::Decide(seat) => seat,
            node => panic!("{node:?} in {:?}", self.state),
        }
    }

    /// Asks the agent, and checks what holds for any answer.
    #[track_caller]
    pub(crate) fn ask(&self, agent: &mut impl Agent<G>) -> Choice<G::Move> {
        self.ask_watched(agent, Watcher::NOBODY)
    }

    /// The same, with somebody watching.
    #[track_caller]
    pub(crate) fn ask_watched(
        &self,
        agent: &mut impl Agent<G>,
        watcher: Watcher<'_, G::Move>,
    ) -> Choice<G::Move> {
        let mut moves = Vec::new();
        self.game.moves(&self.state, &mut moves);
        let turn = Turn {
            game: &self.game,
            seat: self.seat(),
            view: &self.game.view(&self.state, self.seat()),
            moves: &moves,
            budget: &self.budget,
            stop: &self.stop,
            watcher,
        };
        let choice = agent.choose(&turn, &mut self.seed.rng());
        assert!(moves.contains(&choice.best));
        assert_eq!(choice.line.first(), Some(&choice.best));
        if let Some(first) = choice.candidates.first() {
            assert_eq!(first.mv, choice.best);
            assert_eq!(choice.candidates.len(), moves.len());
        }
        choice
    }
}

/// What was thought of a move.
#[track_caller]
pub(crate) fn of<M: Copy + Eq>(choice: &Choice<M>, mv: M) -> Candidate<M> {
    let found = choice
        .candidates
        .iter()
        .find(|candidate| candidate.mv == mv);
    *found.expect("a candidate")
}
