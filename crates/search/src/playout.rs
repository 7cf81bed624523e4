//! Playing a game out, as the searches that sample do it.

use ludorum_core::{Chance, Game, Node, Outcome, Policy, Rng};

use crate::Meter;

/// A policy, with the memory a playout uses.
pub(crate) struct Playouts<G: Game> {
    policy: Box<dyn Policy<G>>,
    moves: Vec<G::Move>,
}

/// What a playout does when the budget is spent.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum WhenSpent {
    /// It goes on to its end: the first one of a search, which needs a result.
    Finish,
    Stop,
}

/// How a playout ended.
pub(crate) enum Ending {
    /// With the game.
    Over(Outcome),
    /// At its depth: the position is to be judged.
    CutShort,
    /// With the budget.
    Spent,
}

impl<G: Chance> Playouts<G> {
    pub(crate) fn new(policy: Box<dyn Policy<G>>) -> Playouts<G> {
        let moves = Vec::new();
        Playouts { policy, moves }
    }

    /// Plays on from `state`, for `depth` plies if there is such a limit.
    pub(crate) fn run(
        &mut self,
        game: &G,
        state: &mut G::State,
        depth: Option<u32>,
        rng: &mut Rng,
        meter: &mut Meter,
        when_spent: WhenSpent,
    ) -> Ending {
        if depth.is_none()
            && game.node(state) != Node::Over
            && let Some((outcome, plies)) = self.policy.play_out(game, state, rng)
        {
            meter.nodes(plies);
            meter.effort.playouts += 1;
            return Ending::Over(outcome);
        }
        let limit = depth.unwrap_or(u32::MAX);
        let mut plies = 0;
        let ending = loop {
            let node = game.node(state);
            if node == Node::Over {
                let outcome = game.outcome(state);
                break Ending::Over(outcome.expect("a game that is over has an outcome"));
            }
            if plies == limit {
                break Ending::CutShort;
            }
            if meter.is_spent() && when_spent == WhenSpent::Stop {
                return Ending::Spent;
            }
            let mv = match node {
                Node::Chance => game.sample(state, rng),
                _ => self.policy.pick(game, state, &mut self.moves, rng),
            };
            game.make(state, mv);
            // Whether the budget is spent is asked between the plies.
            let _ = meter.node();
            plies += 1;
        };
        meter.effort.playouts += u64::from(plies > 0);
        ending
    }
}
