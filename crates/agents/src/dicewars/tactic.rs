//! Players that decide from a position alone, and how they become agents.

use ludorum_core::{Agent, Carried, Choice, Rng, Turn};
use ludorum_games::DiceWars;
use ludorum_games::dicewars::{Attack, Move, State};

/// A quick way to decide about the next step of a turn.
pub trait Tactic: Send {
    /// The attack to make, or none to end the turn. `state` is one in which the seat to move
    /// decides; `players` is their number, the eliminated included.
    fn decide(&mut self, state: &State, players: usize, rng: &mut Rng) -> Option<Attack>;

    /// What it carries from one decision to the next; the default is the safe answer.
    fn carries(&self) -> Carried {
        Carried::Choices
    }
}

/// A tactic as an agent.
#[derive(Debug)]
pub struct Tactical<T>(pub T);

impl<T: Tactic> Agent<DiceWars> for Tactical<T> {
    fn choose(&mut self, turn: &Turn<'_, DiceWars>, rng: &mut Rng) -> Choice<Move> {
        let players = ludorum_core::Game::seats(turn.game);
        let attack = self.0.decide(turn.view, players, rng);
        Choice::plain(attack.map_or(Move::End, Move::Attack))
    }

    fn carries(&self) -> Carried {
        self.0.carries()
    }
}

/// The best of some attacks by a measure, any one of those that are equally good.
pub(super) fn best_of(
    attacks: impl Iterator<Item = (Attack, f64)>,
    rng: &mut Rng,
) -> Option<(Attack, f64)> {
    let mut best: Option<(Attack, f64)> = None;
    let mut ties = 1;
    for (attack, value) in attacks {
        match best {
            Some((_, most)) if value < most => {}
            Some((_, most)) if value == most => {
                ties += 1;
                if rng.below(ties) == 0 {
                    best = Some((attack, value));
                }
            }
            _ => {
                best = Some((attack, value));
                ties = 1;
            }
        }
    }
    best
}
