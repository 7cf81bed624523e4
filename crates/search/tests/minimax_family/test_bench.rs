//! A test bench for searches, and a pseudo-random evaluation.

use ludorum_core::{
    Budget, Deterministic, EvalPoints, Evaluate, Game, NodeKind, PerSeat, PerfectInformation,
    ProgressCallback, Seat, Seed, StopFlag, TurnContext, points_at_end,
};
use ludorum_search::{
    AlphaBeta, AlphaBetaOptions, MaxN, Minimax, NoHints, ParallelAlphaBeta, Pvs, PvsConfig,
    SearchResult,
};

/// The scale of [`Noise`]: large, so that the utilities of trees stay distinct in points.
pub(crate) const SCALE: EvalPoints = 5_000_000;

/// A position to search, with budget and stop flag.
pub(crate) struct TestBench<G: Game> {
    pub(crate) game: G,
    pub(crate) state: G::State,
    pub(crate) seat: Seat,
    pub(crate) moves: Vec<G::Move>,
    pub(crate) budget: Budget,
    pub(crate) stop: StopFlag,
}

impl<G: PerfectInformation> TestBench<G> {
    pub(crate) fn at_start(game: G) -> TestBench<G> {
        let state = game.initial(Seed(0));
        let mut bench = TestBench {
            game,
            state,
            seat: Seat::FIRST,
            moves: Vec::new(),
            budget: Budget::UNLIMITED,
            stop: StopFlag::new(),
        };
        bench.list_moves();
        bench
    }

    pub(crate) fn play(&mut self, mv: G::Move) {
        self.game.make(&mut self.state, mv);
        self.list_moves();
    }

    fn list_moves(&mut self) {
        self.moves.clear();
        self.game.moves(&self.state, &mut self.moves);
        self.seat = seat_to_move(&self.game, &self.state).unwrap_or(Seat::FIRST);
    }

    pub(crate) fn ask<A>(&self, answer: impl FnOnce(&TurnContext<'_, G>) -> A) -> A {
        answer(&TurnContext {
            game: &self.game,
            seat: self.seat,
            view: &self.state,
            moves: &self.moves,
            budget: &self.budget,
            stop: &self.stop,
            progress: ProgressCallback::NONE,
        })
    }

    pub(crate) fn minimax<E: Evaluate<G>>(&self, depth: u32, eval: E) -> SearchResult<G::Move>
    where
        G: Deterministic,
    {
        self.ask(|turn| Minimax::new(depth, eval).solve(turn))
    }

    pub(crate) fn alphabeta<E: Evaluate<G>>(&self, depth: u32, eval: E) -> SearchResult<G::Move>
    where
        G: Deterministic,
    {
        self.ask(|turn| AlphaBeta::new(depth, eval).solve(turn))
    }

    pub(crate) fn alphabeta_with<E: Evaluate<G>>(
        &self,
        depth: u32,
        eval: E,
        shortcuts: AlphaBetaOptions,
    ) -> SearchResult<G::Move>
    where
        G: Deterministic,
    {
        let alphabeta = AlphaBeta {
            options: shortcuts,
            ..AlphaBeta::new(depth, eval)
        };
        self.ask(|turn| alphabeta.solve(turn))
    }

    pub(crate) fn parallel<E: Evaluate<G>>(
        &self,
        depth: u32,
        eval: E,
        threads: usize,
    ) -> SearchResult<G::Move>
    where
        G: Deterministic,
    {
        let agent = ParallelAlphaBeta {
            search: AlphaBeta::new(depth, eval),
            threads: Some(threads),
        };
        self.ask(|turn| agent.solve(turn))
    }

    pub(crate) fn maxn<E: Evaluate<G>>(
        &self,
        depth: u32,
        eval: E,
    ) -> SearchResult<G::Move, PerSeat<EvalPoints>>
    where
        G: Deterministic,
    {
        self.ask(|turn| MaxN::new(depth, eval).solve(turn))
    }

    /// Searches with an empty transposition table.
    pub(crate) fn pvs<E: Evaluate<G>>(&self, config: &PvsConfig, eval: E) -> SearchResult<G::Move>
    where
        G: Deterministic,
    {
        self.ask(|turn| Pvs::new(config.clone(), eval, NoHints).solve(turn))
    }

    /// Checks a result: the best move leads the line and the candidates, the line is legal, no candidate
    /// is better than the best.
    #[track_caller]
    pub(crate) fn check(&self, solution: &SearchResult<G::Move>) {
        assert!(self.moves.contains(&solution.best));
        assert_eq!(solution.line.first(), Some(&solution.best));
        let mut state = self.state.clone();
        for &mv in &solution.line {
            let mut moves = Vec::new();
            self.game.moves(&state, &mut moves);
            assert!(moves.contains(&mv), "{mv:?} in {:?}", solution.line);
            self.game.make(&mut state, mv);
        }
        let best = solution.points.map(|points| (solution.best, points));
        assert_eq!(solution.candidates.first(), best.as_ref());
        assert!(solution.candidates.is_sorted_by(|a, b| a.1 >= b.1));
    }

    /// Also checks a search to the end of the game: the line leads to the points found.
    #[track_caller]
    pub(crate) fn check_to_the_end(&self, solution: &SearchResult<G::Move>) {
        self.check(solution);
        let mut state = self.state.clone();
        for &mv in &solution.line {
            self.game.make(&mut state, mv);
        }
        let end = self.game.outcome(&state).map(|outcome| {
            let plies = solution.line.len() as u32;
            points_at_end(outcome.utilities()[self.seat], plies, SCALE)
        });
        assert_eq!(
            solution.points, end,
            "the line does not lead to the points found"
        );
    }

    /// True if some seat moves twice in a row on the first moves of this game.
    pub(crate) fn has_compound_turn(&self) -> bool {
        let mut state = self.state.clone();
        let mut before = None;
        while let Some(seat) = seat_to_move(&self.game, &state) {
            if before == Some(seat) {
                return true;
            }
            before = Some(seat);
            let mut moves = Vec::new();
            self.game.moves(&state, &mut moves);
            self.game.make(&mut state, moves[0]);
        }
        false
    }
}

/// The seat to move; none if the game is over.
pub(crate) fn seat_to_move<G: Game>(game: &G, state: &G::State) -> Option<Seat> {
    match game.node(state) {
        NodeKind::Decide(seat) => Some(seat),
        _ => None,
    }
}

/// An evaluation that hashes the key, so that every mistake about which positions are evaluated changes
/// the result. Zero-sum for two seats. The field is the maximum; if small, many positions are equal or
/// nearly so.
#[derive(Clone, Copy)]
pub(crate) struct Noise(pub(crate) EvalPoints);

impl<G: Game> Evaluate<G> for Noise {
    fn points(&self, game: &G, state: &G::State) -> PerSeat<EvalPoints> {
        let seed = Seed(game.key(state));
        let mut points = PerSeat::from_fn(game.seats(), |seat| {
            let mut rng = seed.child("noise", seat.index() as u64).rng();
            rng.below(2 * self.0 as usize + 1) as EvalPoints - self.0
        });
        if game.seats() == 2 {
            points[Seat::new(1)] = -points[Seat::FIRST];
        }
        points
    }

    fn scale(&self) -> EvalPoints {
        SCALE
    }
}

/// The default configuration with this depth and a smaller table.
pub(crate) fn to_depth(depth: u32) -> PvsConfig {
    PvsConfig {
        budget: Budget::depth(depth),
        table_mib: 1,
        ..PvsConfig::default()
    }
}
