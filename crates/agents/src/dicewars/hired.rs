//! Any agent of the roster as a tactic, for games at full speed.

use ludorum_core::{Agent, Budget, Game, ParamError, Rng, Stop, Turn, Watcher};
use ludorum_games::DiceWars;
use ludorum_games::dicewars::{Attack, Move, State};

use super::roster::roster;
use super::tactic::Tactic;
use crate::Files;

/// The agent that `name` or `name:key=value,...` means, as a tactic; none if there is no such name. It
/// may be made from these files.
///
/// # Errors
/// When its parameters are not right.
pub fn hired(
    game: &DiceWars,
    spec: &str,
    files: &Files,
) -> Option<Result<Box<dyn Tactic>, ParamError>> {
    let (name, params) = spec.split_once(':').unwrap_or((spec, ""));
    let roster = roster();
    let kind = roster.kinds().iter().find(|kind| kind.name() == name)?;
    let agent = kind.hire(game, params, files);
    let game = *game;
    Some(agent.map(|crate::Hired { agent, .. }| {
        Box::new(Hired {
            agent,
            game,
            moves: Vec::new(),
        }) as Box<dyn Tactic>
    }))
}

struct Hired {
    agent: Box<dyn Agent<DiceWars>>,
    game: DiceWars,
    moves: Vec<Move>,
}

impl Tactic for Hired {
    fn decide(&mut self, state: &State, _: usize, rng: &mut Rng) -> Option<Attack> {
        self.moves.clear();
        self.game.moves(state, &mut self.moves);
        let turn = Turn {
            game: &self.game,
            seat: state.turn(),
            view: state,
            moves: &self.moves,
            budget: &Budget::UNLIMITED,
            stop: &Stop::new(),
            watcher: Watcher::NOBODY,
        };
        match self.agent.choose(&turn, rng).best {
            Move::Attack(attack) => Some(attack),
            _ => None,
        }
    }
}
