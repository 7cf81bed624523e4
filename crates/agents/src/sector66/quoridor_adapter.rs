//! Quoridor agents on boards with plain Quoridor rules.

use ludorum_core::{
    Agent, CandidateMove, CarriedState, MoveChoice, ProgressCallback, Rng, Seat, TurnContext,
};
use ludorum_games::sector66::{ContentSource, Move, State};
use ludorum_games::{Quoridor, Sector66, quoridor};

/// Adapts a Quoridor agent to Sector 66 boards with plain Quoridor rules.
pub(super) struct QuoridorAgentAdapter {
    pub(super) agent: Box<dyn Agent<Quoridor>>,
}

fn to_quoridor(mv: Move) -> quoridor::Move {
    match mv {
        Move::Step(to) => quoridor::Move::Step(to),
        Move::Build(wall) => quoridor::Move::Place(wall),
        // Such a board has neither spells nor chance.
        Move::Pass | Move::Cast(..) | Move::Roll(_) => quoridor::Move::Pass,
    }
}

fn from_quoridor(mv: quoridor::Move) -> Move {
    match mv {
        quoridor::Move::Step(to) => Move::Step(to),
        quoridor::Move::Place(wall) => Move::Build(wall),
        quoridor::Move::Pass => Move::Pass,
    }
}

fn from_quoridor_choice(choice: &MoveChoice<quoridor::Move>) -> MoveChoice<Move> {
    let candidates = choice.candidates.iter().map(|candidate| CandidateMove {
        mv: from_quoridor(candidate.mv),
        value: candidate.value,
        bound: candidate.bound,
        visits: candidate.visits,
    });
    MoveChoice {
        best: from_quoridor(choice.best),
        value: choice.value,
        line: choice.line.iter().copied().map(from_quoridor).collect(),
        candidates: candidates.collect(),
        effort: choice.effort,
    }
}

impl<C: ContentSource> Agent<Sector66<C>> for QuoridorAgentAdapter {
    fn choose(&mut self, turn: &TurnContext<'_, Sector66<C>>, rng: &mut Rng) -> MoveChoice<Move> {
        let moves: Vec<_> = turn.moves.iter().copied().map(to_quoridor).collect();
        let show = |so_far: &MoveChoice<_>| turn.progress.report(|| from_quoridor_choice(so_far));
        let inner = TurnContext {
            game: turn.game.rules().quoridor(),
            seat: turn.seat,
            view: turn.view.board(),
            moves: &moves,
            budget: turn.budget,
            stop: turn.stop,
            progress: if turn.progress.is_set() {
                ProgressCallback::new(&show)
            } else {
                ProgressCallback::NONE
            },
        };
        from_quoridor_choice(&self.agent.choose(&inner, rng))
    }

    fn observe(&mut self, game: &Sector66<C>, seat: Seat, view: &State) {
        self.agent
            .observe(game.rules().quoridor(), seat, view.board());
    }

    fn carried_state(&self) -> CarriedState {
        self.agent.carried_state()
    }

    fn memory(&self) -> usize {
        self.agent.memory()
    }
}
