//! Greedy play: a one-ply search.

use ludorum_core::{
    Agent, CandidateMove, CarriedState, Evaluate, Game, MoveChoice, NodeKind, PerSeat,
    PerfectInformation, Policy, Rng, SearchStats, TurnContext, ValueBound,
};

/// Plays the move with the highest utility for the mover after one ply, evaluated by `E` or exact
/// if the game ends. It breaks ties uniformly at random.
#[derive(Clone, Copy, Debug, Default)]
pub struct OnePlyGreedy<E> {
    evaluate: E,
}

impl<E> OnePlyGreedy<E> {
    /// Creates the agent that evaluates positions with `evaluate`.
    pub fn new(evaluate: E) -> OnePlyGreedy<E> {
        OnePlyGreedy { evaluate }
    }

    /// Returns the best of `moves` and the utilities of all seats after it. Calls `seen` with every
    /// move and its value.
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
        let NodeKind::Decide(mover) = game.node(state) else {
            unreachable!("a policy is called at decision nodes only");
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
                // Reservoir sampling: the k-th of equals replaces the earlier ones with probability
                // 1/k, so all are equally likely.
                ties += 1;
                if rng.below(ties) == 0 {
                    best = Some((mv, utilities));
                }
            }
        }
        best.expect("a seat to move has a move")
    }
}

impl<G: Game, E: Evaluate<G> + Clone + 'static> Policy<G> for OnePlyGreedy<E> {
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

impl<G: PerfectInformation, E: Evaluate<G>> Agent<G> for OnePlyGreedy<E> {
    fn choose(&mut self, turn: &TurnContext<'_, G>, rng: &mut Rng) -> MoveChoice<G::Move> {
        let mut state = turn.view.clone();
        let mut candidates = Vec::with_capacity(turn.moves.len());
        let (best, value) = self.best(turn.game, &mut state, turn.moves, rng, |mv, value| {
            candidates.push(CandidateMove {
                mv,
                value: Some(value),
                bound: ValueBound::Exact,
                visits: 0,
            });
        });
        // Stable sort; the chosen move comes before its equals.
        candidates.sort_by(|a, b| {
            let by_value = f64::total_cmp(&b.value.unwrap_or(-1.0), &a.value.unwrap_or(-1.0));
            by_value.then((b.mv == best).cmp(&(a.mv == best)))
        });
        let looked_at = turn.moves.len() as u64;
        MoveChoice {
            value: Some(value),
            candidates,
            effort: SearchStats {
                nodes: looked_at,
                evaluations: looked_at,
                playouts: 0,
                depth: 1,
            },
            ..MoveChoice::plain(best)
        }
    }

    fn carried_state(&self) -> CarriedState {
        CarriedState::Nothing
    }
}
