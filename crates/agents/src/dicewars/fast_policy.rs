//! Trait of the Dice Wars policies, and the agent that plays one.

use ludorum_core::{Agent, CarriedState, MoveChoice, Rng, TurnContext};
use ludorum_games::DiceWars;
use ludorum_games::dicewars::{Attack, Move, State};

/// Dice Wars policy that sees only the current position; fast enough for playouts.
pub trait DiceWarsPolicy: Send {
    /// Chooses an attack of the seat to move, or `None` to end its turn. `players` includes
    /// eliminated players.
    fn decide(&mut self, state: &State, players: usize, rng: &mut Rng) -> Option<Attack>;

    /// State that the policy keeps between decisions. The default is the most general case, so it
    /// is correct for every policy.
    fn carries(&self) -> CarriedState {
        CarriedState::Choices
    }
}

/// Agent that plays the moves of a [`DiceWarsPolicy`].
#[derive(Debug)]
pub struct DiceWarsPolicyAgent<T>(pub T);

impl<T: DiceWarsPolicy> Agent<DiceWars> for DiceWarsPolicyAgent<T> {
    fn choose(&mut self, turn: &TurnContext<'_, DiceWars>, rng: &mut Rng) -> MoveChoice<Move> {
        let players = ludorum_core::Game::seats(turn.game);
        let attack = self.0.decide(turn.view, players, rng);
        MoveChoice::plain(attack.map_or(Move::End, Move::Attack))
    }

    fn carried_state(&self) -> CarriedState {
        self.0.carries()
    }
}

/// Attack with the highest value, and that value; ties are broken at random.
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
