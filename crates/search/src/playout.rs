//! Playouts of sampling searches.

use ludorum_core::{Chance, Game, NodeKind, Outcome, Policy, Rng};

use crate::BudgetMeter;

/// Runs playouts in which a policy chooses every move.
pub(crate) struct PlayoutRunner<G: Game> {
    policy: Box<dyn Policy<G>>,
    moves: Vec<G::Move>,
}

/// Behaviour of a playout when the budget runs out.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum OnBudgetSpent {
    /// The playout continues to its end; used for the first playout of a search, which needs a
    /// result.
    Finish,
    Stop,
}

/// Reason why a playout ended.
pub(crate) enum PlayoutEnd {
    /// The game ended, with this outcome.
    Over(Outcome),
    /// The depth limit was reached: the position must be evaluated.
    DepthLimit,
    /// The budget ran out, so the playout was broken off.
    BudgetSpent,
}

impl<G: Chance> PlayoutRunner<G> {
    pub(crate) fn new(policy: Box<dyn Policy<G>>) -> PlayoutRunner<G> {
        let moves = Vec::new();
        PlayoutRunner { policy, moves }
    }

    /// Runs a playout from `state`, of at most `depth` plies; `None` plays to the end of the game.
    pub(crate) fn run(
        &mut self,
        game: &G,
        state: &mut G::State,
        depth: Option<u32>,
        rng: &mut Rng,
        meter: &mut BudgetMeter,
        on_budget_spent: OnBudgetSpent,
    ) -> PlayoutEnd {
        if depth.is_none()
            && game.node(state) != NodeKind::Over
            && let Some((outcome, plies)) = self.policy.play_out(game, state, rng)
        {
            meter.count_nodes(plies);
            meter.effort.playouts += 1;
            return PlayoutEnd::Over(outcome);
        }
        let limit = depth.unwrap_or(u32::MAX);
        let mut plies = 0;
        let ending = loop {
            let node = game.node(state);
            if node == NodeKind::Over {
                let outcome = game.outcome(state);
                break PlayoutEnd::Over(outcome.expect("a game that is over has an outcome"));
            }
            if plies == limit {
                break PlayoutEnd::DepthLimit;
            }
            if meter.is_spent() && on_budget_spent == OnBudgetSpent::Stop {
                return PlayoutEnd::BudgetSpent;
            }
            let mv = match node {
                NodeKind::Chance => game.sample(state, rng),
                _ => self.policy.pick(game, state, &mut self.moves, rng),
            };
            game.make(state, mv);
            // The loop checks the budget between plies.
            let _ = meter.count_node();
            plies += 1;
        };
        meter.effort.playouts += u64::from(plies > 0);
        ending
    }
}
