//! A test bench for agents that see only their view.

use ludorum_core::{
    Agent, Budget, CandidateMove, Chance, Determinize, MoveChoice, NodeKind, Notation,
    ProgressCallback, Seat, Seed, StopFlag, TurnContext,
};
use ludorum_search::{Ismcts, IsmctsConfig, ObserverModel};

/// All observer models.
pub(crate) const OBSERVERS: [ObserverModel; 3] = [
    ObserverModel::Single,
    ObserverModel::SinglePartial,
    ObserverModel::Multiple,
];

/// A search with this many iterations and random playouts.
pub(crate) fn ismcts<G: Determinize + Chance>(
    observers: ObserverModel,
    iterations: u64,
) -> Ismcts<G> {
    Ismcts::new(IsmctsConfig {
        observers,
        budget: Budget::iterations(iterations),
        ..IsmctsConfig::default()
    })
}

/// A position to search, with budget, seed and stop flag.
pub(crate) struct TestBench<G: Determinize> {
    pub(crate) game: G,
    pub(crate) state: G::State,
    pub(crate) budget: Budget,
    pub(crate) stop: StopFlag,
    pub(crate) seed: Seed,
}

impl<G: Determinize + Notation> TestBench<G> {
    #[track_caller]
    pub(crate) fn at(game: G, position: &str) -> TestBench<G> {
        let state = game.parse_position(position).unwrap();
        TestBench::of(game, state)
    }
}

impl<G: Determinize + Chance> TestBench<G> {
    pub(crate) fn at_start(game: G) -> TestBench<G> {
        let state = game.initial(Seed(0));
        TestBench::of(game, state)
    }

    fn of(game: G, state: G::State) -> TestBench<G> {
        TestBench {
            game,
            state,
            budget: Budget::UNLIMITED,
            stop: StopFlag::new(),
            seed: Seed(5),
        }
    }

    pub(crate) fn seat(&self) -> Seat {
        match self.game.node(&self.state) {
            NodeKind::Decide(seat) => seat,
            node => panic!("{node:?} in {:?}", self.state),
        }
    }

    /// Asks the agent for a move and checks the answer for consistency.
    #[track_caller]
    pub(crate) fn ask(&self, agent: &mut impl Agent<G>) -> MoveChoice<G::Move> {
        self.ask_with_progress(agent, ProgressCallback::NONE)
    }

    /// The same with a progress callback.
    #[track_caller]
    pub(crate) fn ask_with_progress(
        &self,
        agent: &mut impl Agent<G>,
        progress: ProgressCallback<'_, G::Move>,
    ) -> MoveChoice<G::Move> {
        let mut moves = Vec::new();
        self.game.moves(&self.state, &mut moves);
        let turn = TurnContext {
            game: &self.game,
            seat: self.seat(),
            view: &self.game.view(&self.state, self.seat()),
            moves: &moves,
            budget: &self.budget,
            stop: &self.stop,
            progress,
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

/// The candidate entry of a move.
#[track_caller]
pub(crate) fn of<M: Copy + Eq>(choice: &MoveChoice<M>, mv: M) -> CandidateMove<M> {
    let found = choice
        .candidates
        .iter()
        .find(|candidate| candidate.mv == mv);
    *found.expect("a candidate")
}
