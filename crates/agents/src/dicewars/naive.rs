//! Attacks whatever can be attacked (Tureček 2018, section 5.1), or a part of it (section 6.5).

use ludorum_core::{Carried, Rng};
use ludorum_games::dicewars::{Areas, Attack, State};

use super::tactic::Tactic;

/// The naive player.
#[derive(Clone, Debug)]
pub struct Naive {
    aggressivity: f64,
    /// What it remembers of its turn.
    turn: Memory,
}

#[derive(Clone, Copy, Debug, Default)]
struct Memory {
    /// How many attacks there had been in the game when it attacked last; none after its turn.
    attacked_at: Option<u32>,
    attacks: usize,
    attackers: Areas,
}

impl Naive {
    /// A player that ends its turn once it has attacked from more than this share of the
    /// areas it could have attacked from; 1 for one that never stops by itself.
    pub fn new(aggressivity: f64) -> Naive {
        Naive {
            aggressivity,
            turn: Memory::default(),
        }
    }

    /// Whether another attack would be more than the player wants in a turn.
    fn has_enough(&mut self, state: &State) -> bool {
        if self
            .turn
            .attacked_at
            .is_none_or(|at| at + 1 != state.attacks())
        {
            self.turn = Memory::default();
        }
        let attackers: Areas = state
            .strong()
            .filter(|&area| !state.targets(area).is_empty())
            .collect();
        self.turn.attackers = self.turn.attackers.or(attackers);
        let wanted = self.aggressivity * self.turn.attackers.count() as f64;
        self.turn.attacks as f64 > wanted
    }
}

impl Tactic for Naive {
    #[inline]
    fn decide(&mut self, state: &State, _: usize, rng: &mut Rng) -> Option<Attack> {
        let stops = self.aggressivity < 1.0 && self.has_enough(state);
        let attack = if stops { None } else { any_attack(state, rng) };
        self.turn.attacks += usize::from(attack.is_some());
        self.turn.attacked_at = attack.map(|_| state.attacks());
        attack
    }

    fn carries(&self) -> Carried {
        match self.aggressivity < 1.0 {
            true => Carried::Choices,
            false => Carried::Nothing,
        }
    }
}

/// An attack from any area that can attack, on anything it can attack.
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
