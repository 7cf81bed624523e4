//! A test bench for agents, and a game with restricted capabilities.

use ludorum_core::{
    Agent, Budget, Chance, ChanceListingStatus, Deterministic, EvalPoints, Evaluate, Game,
    MoveChoice, NodeKind, Outcome, PerSeat, PerfectInformation, ProgressCallback, Randomisable,
    Rng, Seat, Seed, StopFlag, TurnContext,
};
use ludorum_testkit::toys::{ExplicitTree, RerollGame, RerollGameState, RerollMove};

/// A position to search, with budget, seed and stop flag.
pub(crate) struct TestBench<G: Game> {
    pub(crate) game: G,
    pub(crate) state: G::State,
    pub(crate) budget: Budget,
    pub(crate) stop: StopFlag,
    pub(crate) seed: Seed,
}

impl<G: PerfectInformation + Chance> TestBench<G> {
    pub(crate) fn at_start(game: G) -> TestBench<G> {
        TestBench {
            state: game.initial(Seed(0)),
            game,
            budget: Budget::UNLIMITED,
            stop: StopFlag::new(),
            seed: Seed(0),
        }
    }

    pub(crate) fn with_budget(self, budget: Budget) -> TestBench<G> {
        TestBench { budget, ..self }
    }

    pub(crate) fn play(&mut self, mv: G::Move) {
        self.game.make(&mut self.state, mv);
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
            view: &self.state,
            moves: &moves,
            budget: &self.budget,
            stop: &self.stop,
            progress,
        };
        let choice = agent.choose(&turn, &mut self.seed.rng());
        assert!(moves.contains(&choice.best));
        assert_eq!(choice.line.first(), Some(&choice.best));
        let mut state = self.state.clone();
        for &mv in &choice.line {
            let mut moves = Vec::new();
            self.game.moves(&state, &mut moves);
            let is_event = self.game.node(&state) == NodeKind::Chance;
            assert!(moves.contains(&mv) || is_event && self.game.is_possible(&state, mv));
            self.game.make(&mut state, mv);
        }
        if let Some(first) = choice.candidates.first() {
            assert_eq!(first.mv, choice.best);
            assert_eq!(choice.candidates.len(), moves.len());
        }
        choice
    }
}

/// An evaluation that hashes the key. Zero-sum for two seats.
#[derive(Clone, Copy)]
pub(crate) struct Noise;

impl<G: Game> Evaluate<G> for Noise {
    fn points(&self, game: &G, state: &G::State) -> PerSeat<EvalPoints> {
        let seed = Seed(game.key(state));
        let mut points = PerSeat::from_fn(game.seats(), |seat| {
            seed.child("noise", seat.index() as u64).rng().below(2001) as EvalPoints - 1000
        });
        if game.seats() == 2 {
            points[Seat::new(1)] = -points[Seat::FIRST];
        }
        points
    }

    fn scale(&self) -> EvalPoints {
        400
    }
}

/// A game with restricted capabilities: few moves are randomisable, events can only be sampled.
pub(crate) struct RestrictedGame<G>(pub(crate) G);

impl<G: PerfectInformation> Game for RestrictedGame<G> {
    type State = G::State;
    type Move = G::Move;
    type Undo = G::Undo;
    type View = G::State;

    fn seats(&self) -> usize {
        self.0.seats()
    }

    fn initial(&self, seed: Seed) -> G::State {
        self.0.initial(seed)
    }

    fn node(&self, state: &G::State) -> NodeKind {
        self.0.node(state)
    }

    fn moves(&self, state: &G::State, out: &mut Vec<G::Move>) {
        self.0.moves(state, out);
    }

    fn make(&self, state: &mut G::State, mv: G::Move) -> G::Undo {
        self.0.make(state, mv)
    }

    fn unmake(&self, state: &mut G::State, mv: G::Move, undo: G::Undo) {
        self.0.unmake(state, mv, undo);
    }

    fn outcome(&self, state: &G::State) -> Option<Outcome> {
        self.0.outcome(state)
    }

    fn key(&self, state: &G::State) -> u64 {
        self.0.key(state)
    }

    fn view(&self, state: &G::State, _: Seat) -> G::State {
        state.clone()
    }

    fn max_plies(&self) -> u32 {
        self.0.max_plies()
    }
}

impl Deterministic for RestrictedGame<ExplicitTree> {}

/// Only the first two moves are randomisable.
impl Randomisable for RestrictedGame<ExplicitTree> {
    fn randomisable(&self, state: &<ExplicitTree as Game>::State, out: &mut Vec<u16>) {
        let start = out.len();
        self.moves(state, out);
        out.truncate(start + 2);
    }
}

impl Chance for RestrictedGame<RerollGame> {
    fn events(&self, _: &RerollGameState, _: &mut Vec<(RerollMove, f64)>) -> ChanceListingStatus {
        ChanceListingStatus::TooMany
    }

    fn sample(&self, state: &RerollGameState, rng: &mut Rng) -> RerollMove {
        self.0.sample(state, rng)
    }

    fn is_possible(&self, state: &RerollGameState, event: RerollMove) -> bool {
        self.0.is_possible(state, event)
    }
}
