//! One ply of thought: make every move, look, and keep the best.

use ludorum_core::{
    Agent, Candidate, Carried, Choice, Effort, Evaluate, Game, Known, Node, Open, PerSeat, Policy,
    Rng, Turn,
};

/// Plays the move after which the mover's utility is highest, by `E` or exactly where the game
/// ends; of equal moves any, each equally likely.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy<E> {
    evaluate: E,
}

impl<E> Greedy<E> {
    /// Greedy play by this evaluation.
    pub fn new(evaluate: E) -> Greedy<E> {
        Greedy { evaluate }
    }

    /// The best of `moves` and the utilities after it; `seen` is told of every move.
    fn best<G: Game>(
        &self,
        game: &G,
        state: &mut G::State,
        moves: &[G::Move],
        rng: &mut Rng,
        mut seen: impl FnMut(G::Move, f64),
    ) -> (G::Move, PerSeat<f64>)
    where
        E: Evaluate<G>,
    {
        let Node::Decide(mover) = game.node(state) else {
            unreachable!("a policy is asked only where a seat decides");
        };
        let mut best: Option<(G::Move, PerSeat<f64>)> = None;
        let mut ties = 1;
        for &mv in moves {
            let undo = game.make(state, mv);
            let utilities = self.evaluate.utilities(game, state);
            game.unmake(state, mv, undo);
            seen(mv, utilities[mover]);

            let lead = best.map_or(f64::INFINITY, |(_, best)| utilities[mover] - best[mover]);
            if lead > 0.0 {
                best = Some((mv, utilities));
                ties = 1;
            } else if lead == 0.0 {
                // The k-th of equals replaces the earlier ones with probability 1/k, which leaves
                // each with the same chance (reservoir sampling).
                ties += 1;
                if rng.below(ties) == 0 {
                    best = Some((mv, utilities));
                }
            }
        }
        best.expect("nobody is asked to move without a legal move")
    }
}

impl<G: Game, E: Evaluate<G> + Clone + 'static> Policy<G> for Greedy<E> {
    fn pick(
        &mut self,
        game: &G,
        state: &mut G::State,
        scratch: &mut Vec<G::Move>,
        rng: &mut Rng,
    ) -> G::Move {
        scratch.clear();
        game.moves(state, scratch);
        self.best(game, state, scratch, rng, |_, _| ()).0
    }

    fn fork(&self) -> Box<dyn Policy<G>> {
        Box::new(self.clone())
    }
}

impl<G: Open, E: Evaluate<G>> Agent<G> for Greedy<E> {
    fn choose(&mut self, turn: &Turn<'_, G>, rng: &mut Rng) -> Choice<G::Move> {
        let mut state = turn.view.clone();
        let mut candidates = Vec::with_capacity(turn.moves.len());
        let (best, value) = self.best(turn.game, &mut state, turn.moves, rng, |mv, value| {
            candidates.push(Candidate {
                mv,
                value: Some(value),
                known: Known::Exactly,
                visits: 0,
            });
        });
        // Stable, and the chosen one before its equals.
        candidates.sort_by(|a, b| {
            let by_value = f64::total_cmp(&b.value.unwrap_or(-1.0), &a.value.unwrap_or(-1.0));
            by_value.then((b.mv == best).cmp(&(a.mv == best)))
        });
        let looked_at = turn.moves.len() as u64;
        Choice {
            value: Some(value),
            candidates,
            effort: Effort {
                nodes: looked_at,
                evaluations: looked_at,
                playouts: 0,
                depth: 1,
            },
            ..Choice::plain(best)
        }
    }

    fn carries(&self) -> Carried {
        Carried::Nothing
    }
}
