//! Agents whose randomness starts over with every game.

use ludorum_core::{Agent, Carried, Choice, Game, Param, Params, Rng, Seat, Seed, Stop, Turn};

use crate::AgentKind;

/// The same kind with a parameter `seed`. Agents that are given one draw from a stream of their own
/// that begins with it in every game, so that those with the same seed draw the same numbers: that is
/// how some published experiments were made, and what they measured is partly this. A kind that has the
/// parameter already stays as it is.
pub fn seeded<G: Game>(kind: AgentKind<G>) -> AgentKind<G> {
    if kind.params().iter().any(|param| param.name == "seed") {
        return kind;
    }
    let seed = Param::int(
        "seed",
        "where its own randomness starts anew in every game; by the match if not given",
        0,
        (0, i64::MAX),
    );
    kind.wrapped(
        [seed.with_default(None)],
        |agent, params: &Params| match params.int_if_given("seed") {
            Some(seed) => Box::new(Seeded {
                agent,
                rng: Seed(seed.unsigned_abs()).rng(),
            }),
            None => agent,
        },
    )
}

struct Seeded<A> {
    agent: A,
    rng: Rng,
}

impl<G: Game, A: Agent<G>> Agent<G> for Seeded<A> {
    fn choose(&mut self, turn: &Turn<'_, G>, _: &mut Rng) -> Choice<G::Move> {
        self.agent.choose(turn, &mut self.rng)
    }

    fn observe(&mut self, game: &G, seat: Seat, view: &G::View) {
        self.agent.observe(game, seat, view);
    }

    fn ponder(&mut self, game: &G, seat: Seat, view: &G::View, stop: &Stop) {
        self.agent.ponder(game, seat, view, stop);
    }

    fn carries(&self) -> Carried {
        // How far its stream has got depends on all its choices.
        Carried::Choices
    }

    fn memory(&self) -> usize {
        self.agent.memory()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::standard::random;
    use ludorum_core::{Budget, Watcher};
    use ludorum_testkit::toys::{Pile, PileState};

    const PILE: Pile = Pile {
        stones: 200,
        take: 100,
        seats: 2,
    };

    fn choices(params: &str, seed: u64) -> Vec<u8> {
        let kind = seeded::<Pile>(seeded(random()));
        let params = Params::parse(kind.params(), params).unwrap();
        let mut agent = kind.build(&PILE, &params).unwrap();
        let state: PileState = PILE.initial(Seed(0));
        let mut moves = Vec::new();
        PILE.moves(&state, &mut moves);
        let turn = Turn {
            game: &PILE,
            seat: Seat::FIRST,
            view: &state,
            moves: &moves,
            budget: &Budget::UNLIMITED,
            stop: &Stop::new(),
            watcher: Watcher::NOBODY,
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
