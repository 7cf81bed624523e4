//! Strength difference checking, and single turn expectiminimax in its two versions (Tureček 2018,
//! sections 5.2 and 5.3).

use ludorum_core::{Carried, Rng};
use ludorum_games::dicewars::{Area, Areas, Attack, MAX_DICE, State, success};

use super::tactic::{Tactic, best_of};

/// Attacks where it has most dice more than the other, as long as it has not fewer.
#[derive(Clone, Copy, Debug)]
pub struct Sdc;

impl Tactic for Sdc {
    #[inline]
    fn decide(&mut self, state: &State, _: usize, rng: &mut Rng) -> Option<Attack> {
        let lead =
            |attack: Attack| f64::from(state.dice(attack.from)) - f64::from(state.dice(attack.to));
        let attacks = state
            .possible_attacks()
            .map(|attack| (attack, lead(attack)));
        let (attack, lead) = best_of(attacks, rng)?;
        (lead >= 0.0).then_some(attack)
    }

    fn carries(&self) -> Carried {
        Carried::Nothing
    }
}

/// Attacks where it is most likely to take an area and to hold it until its next turn.
#[derive(Clone, Copy, Debug)]
pub struct Ste {
    /// The least likely attack it makes, but for those with eight dice.
    pub threshold: f64,
    /// How many times as much attacks from the largest region count.
    pub preference: f64,
}

impl Ste {
    /// The player of section 5.3.
    pub const PLAIN: Ste = Ste {
        threshold: 0.2,
        preference: 1.0,
    };

    /// The improved player, with what section 6.3 found best for so many players.
    pub fn improved(players: usize) -> Ste {
        let (threshold, preference) = if players == 2 { (0.2, 3.0) } else { (0.4, 2.0) };
        Ste {
            threshold,
            preference,
        }
    }
}

impl Tactic for Ste {
    #[inline]
    fn decide(&mut self, state: &State, _: usize, rng: &mut Rng) -> Option<Attack> {
        let own = state.owned(state.turn());
        let region = match self.preference == 1.0 {
            true => Areas::NONE,
            false => state.board().largest_region(own),
        };
        let attacks = state.possible_attacks().filter_map(|attack| {
            let odds = take_and_hold(state, attack);
            let wanted = odds >= self.threshold || state.dice(attack.from) == MAX_DICE;
            let weight = if region.has(attack.from) {
                self.preference
            } else {
                1.0
            };
            wanted.then_some((attack, odds * weight))
        });
        best_of(attacks, rng).map(|(attack, _)| attack)
    }

    fn carries(&self) -> Carried {
        Carried::Nothing
    }
}

/// The estimate of equation 5.1: taking the area, times holding it against each of its neighbours
/// that is not the attacker's own.
#[inline]
pub fn take_and_hold(state: &State, attack: Attack) -> f64 {
    let own = state.owned(state.turn());
    let dice = state.dice(attack.from) - 1;
    let enemies = state.board().touching(attack.to).minus(own);
    state.success(attack) * holds(state, enemies, dice)
}

/// The probability that so many dice hold against every one of these areas.
#[inline]
fn holds(state: &State, enemies: Areas, dice: u8) -> f64 {
    let holds_against = |area: Area| match state.dice(area) {
        1 => 1.0,
        attackers => 1.0 - success(attackers, dice),
    };
    enemies.map(holds_against).product()
}
