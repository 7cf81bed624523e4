//! Players of Quoridor on boards where Quoridor's own rules are enough.

use ludorum_core::{Agent, Candidate, Carried, Choice, Rng, Seat, Turn, Watcher};
use ludorum_games::sector66::{Content, Move, State};
use ludorum_games::{Quoridor, Sector66, quoridor};

/// A player of Quoridor at a board of Sector 66.
pub(super) struct OnPlain {
    pub(super) agent: Box<dyn Agent<Quoridor>>,
}

fn to_quoridor(mv: Move) -> quoridor::Move {
    match mv {
        Move::Step(to) => quoridor::Move::Step(to),
        Move::Build(wall) => quoridor::Move::Place(wall),
        // Neither spells nor chance are on such a board.
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

fn translated(choice: &Choice<quoridor::Move>) -> Choice<Move> {
    let candidates = choice.candidates.iter().map(|candidate| Candidate {
        mv: from_quoridor(candidate.mv),
        value: candidate.value,
        known: candidate.known,
        visits: candidate.visits,
    });
    Choice {
        best: from_quoridor(choice.best),
        value: choice.value,
        line: choice.line.iter().copied().map(from_quoridor).collect(),
        candidates: candidates.collect(),
        effort: choice.effort,
    }
}

impl<C: Content> Agent<Sector66<C>> for OnPlain {
    fn choose(&mut self, turn: &Turn<'_, Sector66<C>>, rng: &mut Rng) -> Choice<Move> {
        let moves: Vec<_> = turn.moves.iter().copied().map(to_quoridor).collect();
        let sight = |so_far: &Choice<_>| turn.watcher.show(|| translated(so_far));
        let inner = Turn {
            game: turn.game.rules().quoridor(),
            seat: turn.seat,
            view: turn.view.board(),
            moves: &moves,
            budget: turn.budget,
            stop: turn.stop,
            watcher: match turn.watcher.is_there() {
                true => Watcher::new(&sight),
                false => Watcher::NOBODY,
            },
        };
        translated(&self.agent.choose(&inner, rng))
    }

    fn observe(&mut self, game: &Sector66<C>, seat: Seat, view: &State) {
        self.agent
            .observe(game.rules().quoridor(), seat, view.board());
    }

    fn carries(&self) -> Carried {
        self.agent.carries()
    }

    fn memory(&self) -> usize {
        self.agent.memory()
    }
}
