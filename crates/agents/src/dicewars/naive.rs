//! Naive policy: random attacks (Tureček 2018, section 5.1), optionally limited (section 6.5).

use ludorum_core::{CarriedState, Rng};
use ludorum_games::dicewars::{AreaSet, Attack, State};

use super::fast_policy::FastPolicy;

/// Attacks at random.
#[derive(Clone, Debug)]
pub struct NaivePolicy {
    aggressivity: f64,
    /// Attacks of the current turn.
    turn: TurnAttacks,
}

#[derive(Clone, Copy, Debug, Default)]
struct TurnAttacks {
    /// Number of attacks in the game at its last attack; `None` after its turn.
    attacked_at: Option<u32>,
    attacks: usize,
    attackers: AreaSet,
}

impl NaivePolicy {
    /// A policy that ends its turn once it has attacked from more than this share of the areas able
    /// to attack; 1 never stops early.
    pub fn new(aggressivity: f64) -> NaivePolicy {
        NaivePolicy {
            aggressivity,
            turn: TurnAttacks::default(),
        }
    }

    /// True if the policy has made enough attacks this turn.
    fn reached_quota(&mut self, state: &State) -> bool {
        if self
            .turn
            .attacked_at
            .is_none_or(|at| at + 1 != state.attacks())
        {
            self.turn = TurnAttacks::default();
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

impl FastPolicy for NaivePolicy {
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

/// A random attack: a random area able to attack, and a random target.
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
