//! Agents whose random stream restarts with every game.

use ludorum_core::{
    Agent, CarriedState, Game, MoveChoice, Param, Params, Rng, Seat, Seed, StopFlag, TurnContext,
};

use crate::AgentKind;

/// Adds the parameter `seed` to an agent type that has none. An agent with a seed uses its own
/// random stream, restarted in every game, so agents with equal seeds draw equal numbers. Some
/// published results depend on this.
pub fn seeded<G: Game>(kind: AgentKind<G>) -> AgentKind<G> {
    if kind.params().iter().any(|param| param.name == "seed") {
        return kind;
    }
    let seed = Param::int(
        "seed",
        "seed of the agent's random stream, restarted every game; set by the match if not given",
        0,
        (0, i64::MAX),
    );
    kind.wrapped(
        [seed.with_default(None)],
        |agent, params: &Params| match params.int_if_given("seed") {
            Some(seed) => Box::new(SeededAgent {
                agent,
                rng: Seed(seed.unsigned_abs()).rng(),
            }),
            None => agent,
        },
    )
}

struct SeededAgent<A> {
    agent: A,
    rng: Rng,
}

impl<G: Game, A: Agent<G>> Agent<G> for SeededAgent<A> {
    fn choose(&mut self, turn: &TurnContext<'_, G>, _: &mut Rng) -> MoveChoice<G::Move> {
        self.agent.choose(turn, &mut self.rng)
    }

    fn observe(&mut self, game: &G, seat: Seat, view: &G::View) {
        self.agent.observe(game, seat, view);
    }

    fn ponder(&mut self, game: &G, seat: Seat, view: &G::View, stop: &StopFlag) {
        self.agent.ponder(game, seat, view, stop);
    }

    fn carried_state(&self) -> CarriedState {
        // The state of the stream depends on all earlier choices.
        CarriedState::Choices
    }

    fn memory(&self) -> usize {
        self.agent.memory()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::standard::random;
    use ludorum_core::{Budget, ProgressCallback};
    use ludorum_testkit::toys::{SubtractionGame, SubtractionState};

    const PILE: SubtractionGame = SubtractionGame {
        stones: 200,
        take: 100,
        seats: 2,
    };

    fn choices(params: &str, seed: u64) -> Vec<u8> {
        let kind = seeded::<SubtractionGame>(seeded(random()));
        let params = Params::parse(kind.params(), params).unwrap();
        let mut agent = kind.build(&PILE, &params).unwrap();
        let state: SubtractionState = PILE.initial(Seed(0));
        let mut moves = Vec::new();
        PILE.moves(&state, &mut moves);
        let turn = TurnContext {
            game: &PILE,
            seat: Seat::FIRST,
            view: &state,
            moves: &moves,
            budget: &Budget::UNLIMITED,
            stop: &StopFlag::new(),
            progress: ProgressCallback::NONE,
        };
        let choose = |ply| agent.choose(&turn, &mut Seed(seed).child("move", ply).rng());
        (0..20).map(choose).map(|choice| choice.best).collect()
    }

    #[test]
    fn the_same_seed_draws_the_same_numbers_whoever_asks() {
        assert_eq!(choices("seed=42", 1), choices("seed=42", 2));
        assert_ne!(choices("seed=42", 1), choices("seed=43", 1));
        assert_ne!(choices("", 1), choices("", 2));
        let drawn = choices("seed=42", 1);
        assert!(drawn.iter().any(|&other| other != drawn[0]), "{drawn:?}");
    }
}
