//! A table at which tests ask searches, and an evaluation without sense.

use ludorum_core::{
    Budget, Deterministic, Evaluate, Game, Node, Open, PerSeat, Points, Seat, Seed, Stop, Turn,
    Watcher, points_at_end,
};
use ludorum_search::{
    AlphaBeta, MaxN, Minimax, NoHints, ParallelAlphaBeta, Pvs, PvsConfig, Shortcuts, Solution,
};

/// The scale of [`Noise`]: large, so that the utilities of trees keep apart in points.
pub(crate) const SCALE: Points = 5_000_000;

/// A position, and all that is asked together with it.
pub(crate) struct Desk<G: Game> {
    pub(crate) game: G,
    pub(crate) state: G::State,
    pub(crate) seat: Seat,
    pub(crate) moves: Vec<G::Move>,
    pub(crate) budget: Budget,
    pub(crate) stop: Stop,
}

impl<G: Open> Desk<G> {
    pub(crate) fn at_start(game: G) -> Desk<G> {
        let state = game.initial(Seed(0));
        let mut desk = Desk {
            game,
            state,
            seat: Seat::FIRST,
            moves: Vec::new(),
            budget: Budget::UNLIMITED,
            stop: Stop::new(),
        };
        desk.arrive();
        desk
    }

    pub(crate) fn play(&mut self, mv: G::Move) {
        self.game.make(&mut self.state, mv);
        self.arrive();
    }

    fn arrive(&mut self) {
        self.moves.clear();
        self.game.moves(&self.state, &mut self.moves);
        self.seat = seat_to_move(&self.game, &self.state).unwrap_or(Seat::FIRST);
    }

    pub(crate) fn ask<A>(&self, answer: impl FnOnce(&Turn<'_, G>) -> A) -> A {
        answer(&Turn {
            game: &self.game,
            seat: self.seat,
            view: &self.state,
            moves: &self.moves,
            budget: &self.budget,
            stop: &self.stop,
            watcher: Watcher::NOBODY,
        })
    }

    pub(crate) fn minimax<E: Evaluate<G>>(&self, depth: u32, eval: E) -> Solution<G::Move>
    where
        G: Deterministic,
    {
        self.ask(|turn| Minimax::new(depth, eval).solve(turn))
    }

    pub(crate) fn alphabeta<E: Evaluate<G>>(&self, depth: u32, eval: E) -> Solution<G::Move>
    where
        G: Deterministic,
    {
        self.ask(|turn| AlphaBeta::new(depth, eval).solve(turn))
    }

    pub(crate) fn alphabeta_with<E: Evaluate<G>>(
        &self,
        depth: u32,
        eval: E,
        shortcuts: Shortcuts,
    ) -> Solution<G::Move>
    where
        G: Deterministic,
    {
        let alphabeta = AlphaBeta {
            shortcuts,
            ..AlphaBeta::new(depth, eval)
        };
        self.ask(|turn| alphabeta.solve(turn))
    }

    pub(crate) fn parallel<E: Evaluate<G>>(
        &self,
        depth: u32,
        eval: E,
        threads: usize,
    ) -> Solution<G::Move>
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
    ) -> Solution<G::Move, PerSeat<Points>>
    where
        G: Deterministic,
    {
        self.ask(|turn| MaxN::new(depth, eval).solve(turn))
    }

    /// With an empty table.
    pub(crate) fn pvs<E: Evaluate<G>>(&self, config: &PvsConfig, eval: E) -> Solution<G::Move>
    where
        G: Deterministic,
    {
        self.ask(|turn| Pvs::new(config.clone(), eval, NoHints).solve(turn))
    }

    /// What holds for any answer: the best move leads the line and the candidates, the line can be
    /// played, no candidate is better than the best.
    #[track_caller]
    pub(crate) fn check(&self, solution: &Solution<G::Move>) {
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

    /// What holds besides when the game was searched to its end: the line leads to what was found.
    #[track_caller]
    pub(crate) fn check_to_the_end(&self, solution: &Solution<G::Move>) {
        self.check(solution);
        let mut state = self.state.clone();
        for &mv in &solution.line {
            self.game.make(&mut state, mv);
        }
        let end = self.game.outcome(&state).map(|outcome| {
            let plies = solution.line.len() as u32;
            points_at_end(outcome.utilities()[self.seat], plies, SCALE)
        });
        assert_eq!(solution.points, end, "the line ends elsewhere");
    }

    /// Whether some seat moves twice in a row on the first moves of this game.
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

/// Who moves; none when the game is over.
pub(crate) fn seat_to_move<G: Game>(game: &G, state: &G::State) -> Option<Seat> {
    match game.node(state) {
        Node::Decide(seat) => Some(seat),
        _ => None,
    }
}

/// An opinion that follows from nothing but the key, so that every mistake about which positions
/// are evaluated changes the result. Balanced between two seats. Up to so many points; with few,
/// many positions are equal or nearly so.
#[derive(Clone, Copy)]
pub(crate) struct Noise(pub(crate) Points);

impl<G: Game> Evaluate<G> for Noise {
    fn points(&self, game: &G, state: &G::State) -> PerSeat<Points> {
        let seed = Seed(game.key(state));
        let mut points = PerSeat::from_fn(game.seats(), |seat| {
            let mut rng = seed.child("noise", seat.index() as u64).rng();
            rng.below(2 * self.0 as usize + 1) as Points - self.0
        });
        if game.seats() == 2 {
            points[Seat::new(1)] = -points[Seat::FIRST];
        }
        points
    }

    fn scale(&self) -> Points {
        SCALE
    }
}

/// A search of this depth, otherwise as by default but for a smaller table.
pub(crate) fn to_depth(depth: u32) -> PvsConfig {
    PvsConfig {
        budget: Budget::depth(depth),
        table_mib: 1,
        ..PvsConfig::default()
    }
}
