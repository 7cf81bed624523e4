//! Strength difference checking, and single turn expectiminimax in its two versions (Tureček 2018,
//! sections 5.2 and 5.3).

use ludorum_core::{CarriedState, Rng};
use ludorum_games::dicewars::{Area, AreaSet, Attack, MAX_DICE, State, success};

use super::fast_policy::{DiceWarsPolicy, best_of};

/// Dice Wars policy "strength difference checking" (SDC): makes the attack with the largest
/// non-negative lead in dice.
#[derive(Clone, Copy, Debug)]
pub struct StrengthDifferencePolicy;

impl DiceWarsPolicy for StrengthDifferencePolicy {
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

    fn carries(&self) -> CarriedState {
        CarriedState::Nothing
    }
}

/// Dice Wars policy "single turn expectiminimax" (STE, STEi): maximises the probability of taking
/// an area and holding it until the next turn.
#[derive(Clone, Copy, Debug)]
pub struct SingleTurnExpectiminimax {
    /// Smallest probability of taking and holding an area for which the policy attacks; areas with
    /// eight dice always attack.
    pub threshold: f64,
    /// Factor by which attacks from the seat's largest region are preferred.
    pub preference: f64,
}

impl SingleTurnExpectiminimax {
    /// Parameters of STE (Tureček 2018, section 5.3).
    pub const PLAIN: SingleTurnExpectiminimax = SingleTurnExpectiminimax {
        threshold: 0.2,
        preference: 1.0,
    };

    /// Parameters of STEi that were best in Tureček (2018, section 6.3), by number of players.
    pub fn improved(players: usize) -> SingleTurnExpectiminimax {
        let (threshold, preference) = if players == 2 { (0.2, 3.0) } else { (0.4, 2.0) };
        SingleTurnExpectiminimax {
            threshold,
            preference,
        }
    }
}

impl DiceWarsPolicy for SingleTurnExpectiminimax {
    #[inline]
    fn decide(&mut self, state: &State, _: usize, rng: &mut Rng) -> Option<Attack> {
        let own = state.owned(state.turn());
        let region = if self.preference == 1.0 {
            AreaSet::NONE
        } else {
            state.board().largest_region(own)
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

    fn carries(&self) -> CarriedState {
        CarriedState::Nothing
    }
}

/// Probability of taking the attacked area and holding it against each hostile neighbour (Tureček
/// 2018, equation 5.1).
#[inline]
pub fn take_and_hold(state: &State, attack: Attack) -> f64 {
    let own = state.owned(state.turn());
    let dice = state.dice(attack.from) - 1;
    let enemies = state.board().touching(attack.to).minus(own);
    state.success(attack) * holds(state, enemies, dice)
}

/// Probability that an area with `dice` dice withstands one attack from each area of `enemies`.
#[inline]
fn holds(state: &State, enemies: AreaSet, dice: u8) -> f64 {
    let holds_against = |area: Area| match state.dice(area) {
        1 => 1.0,
        attackers => 1.0 - success(attackers, dice),
    };
    enemies.map(holds_against).product()
}
