//! A table at which tests ask agents, and a game with some of its doors closed.

use ludorum_core::{
    Agent, Budget, Chance, Choice, Deterministic, Evaluate, Game, Listing, Node, Open, Outcome,
    PerSeat, Points, Randomisable, Rng, Seat, Seed, Stop, Turn, Watcher,
};
use ludorum_testkit::toys::{RollMove, RollState, ThreeRolls, Tree};

/// A position, and all that is asked together with it.
pub(crate) struct Desk<G: Game> {
    pub(crate) game: G,
    pub(crate) state: G::State,
    pub(crate) budget: Budget,
    pub(crate) stop: Stop,
    pub(crate) seed: Seed,
}

impl<G: Open + Chance> Desk<G> {
    pub(crate) fn at_start(game: G) -> Desk<G> {
        Desk {
            state: game.initial(Seed(0)),
            game,
            budget: Budget::UNLIMITED,
            stop: Stop::new(),
            seed: Seed(0),
        }
    }

    pub(crate) fn with_budget(self, budget: Budget) -> Desk<G> {
        Desk { budget, ..self }
    }

    pub(crate) fn play(&mut self, mv: G::Move) {
        self.game.make(&mut self.state, mv);
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
            view: &self.state,
            moves: &moves,
            budget: &self.budget,
            stop: &self.stop,
            watcher,
        };
        let choice = agent.choose(&turn, &mut self.seed.rng());
        assert!(moves.contains(&choice.best));
        assert_eq!(choice.line.first(), Some(&choice.best));
        let mut state = self.state.clone();
        for &mv in &choice.line {
            let mut moves = Vec::new();
            self.game.moves(&state, &mut moves);
            let is_event = self.game.node(&state) == Node::Chance;
            assert!(moves.contains(&mv) || is_event && self.game.possible(&state, mv));
            self.game.make(&mut state, mv);
        }
        if let Some(first) = choice.candidates.first() {
            assert_eq!(first.mv, choice.best);
            assert_eq!(choice.candidates.len(), moves.len());
        }
        choice
    }
}

/// An opinion that follows from nothing but the key. Balanced between two seats.
#[derive(Clone, Copy)]
pub(crate) struct Noise;

impl<G: Game> Evaluate<G> for Noise {
    fn points(&self, game: &G, state: &G::State) -> PerSeat<Points> {
        let seed = Seed(game.key(state));
        let mut points = PerSeat::from_fn(game.seats(), |seat| {
            seed.child("noise", seat.index() as u64).rng().below(2001) as Points - 1000
        });
        if game.seats() == 2 {
            points[Seat::new(1)] = -points[Seat::FIRST];
        }
        points
    }

    fn scale(&self) -> Points {
        400
    }
}

/// A game that tells less than it knows: not all moves are randomisable, no events are listed.
pub(crate) struct Sly<G>(pub(crate) G);

impl<G: Open> Game for Sly<G> {
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

    fn node(&self, state: &G::State) -> Node {
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

impl Deterministic for Sly<Tree> {}

/// Only the first two moves.
impl Randomisable for Sly<Tree> {
    fn randomisable(&self, state: &<Tree as Game>::State, out: &mut Vec<u16>) {
        let start = out.len();
        self.moves(state, out);
        out.truncate(start + 2);
    }
}

impl Chance for Sly<ThreeRolls> {
    fn events(&self, _: &RollState, _: &mut Vec<(RollMove, f64)>) -> Listing {
        Listing::TooMany
    }

    fn sample(&self, state: &RollState, rng: &mut Rng) -> RollMove {
        self.0.sample(state, rng)
    }

    fn possible(&self, state: &RollState, event: RollMove) -> bool {
        self.0.possible(state, event)
    }
}
