//! Naive policy: random attacks (Tureček 2018, section 5.1), optionally limited (section 6.5).

use ludorum_core::{CarriedState, Rng};
use ludorum_games::dicewars::{AreaSet, Attack, State};

use super::fast_policy::DiceWarsPolicy;

/// Dice Wars policy that attacks at random until it has made a given share of the possible attacks.
#[derive(Clone, Debug)]
pub struct RandomAttackPolicy {
    aggressivity: f64,
    /// Number of attacks made in the current turn, and areas able to attack in it.
    turn: TurnAttackCounts,
}

#[derive(Clone, Copy, Debug, Default)]
struct TurnAttackCounts {
    /// Attack count of the game before the policy's last attack; `None` after the policy's turn.
    attacked_at: Option<u32>,
    attacks: usize,
    attackers: AreaSet,
}

impl RandomAttackPolicy {
    /// Creates a policy that ends its turn when its number of attacks exceeds the share
    /// `aggressivity` of the areas able to attack; 1 attacks as long as possible.
    pub fn new(aggressivity: f64) -> RandomAttackPolicy {
        RandomAttackPolicy {
            aggressivity,
            turn: TurnAttackCounts::default(),
        }
    }

    /// Updates the attack counts of the turn; returns true if the attacks exceed the share
    /// `aggressivity`.
    fn reached_quota(&mut self, state: &State) -> bool {
        if self
            .turn
            .attacked_at
            .is_none_or(|at| at + 1 != state.attacks())
        {
            self.turn = TurnAttackCounts::default();
        }
        let attackers: AreaSet = state
            .strong()
            .filter(|&area| !state.targets(area).is_empty())
            .collect();
        self.turn.attackers = self.turn.attackers.or(attackers);
        let wanted = self.aggressivity * self.turn.attackers.count() as f64;
        self.turn.attacks as f64 > wanted
    }
}

impl DiceWarsPolicy for RandomAttackPolicy {
    #[inline]
    fn decide(&mut self, state: &State, _: usize, rng: &mut Rng) -> Option<Attack> {
        let stops = self.aggressivity < 1.0 && self.reached_quota(state);
        let attack = if stops { None } else { any_attack(state, rng) };
        self.turn.attacks += usize::from(attack.is_some());
        self.turn.attacked_at = attack.map(|_| state.attacks());
        attack
    }

    fn carries(&self) -> CarriedState {
        if self.aggressivity < 1.0 {
            CarriedState::Choices
        } else {
            CarriedState::Nothing
        }
    }
}

/// Attack from a random area that can attack to a random target; `None` if no attack is possible.
#[inline]
fn any_attack(state: &State, rng: &mut Rng) -> Option<Attack> {
    let mut candidates = state.strong();
    while !candidates.is_empty() {
        let from = candidates.nth_area(rng.below(candidates.count()))?;
        let targets = state.targets(from);
        if !targets.is_empty() {
            let to = targets.nth_area(rng.below(targets.count()))?;
            return Some(Attack { from, to });
        }
        candidates = candidates.without(from);
    }
    None
}
