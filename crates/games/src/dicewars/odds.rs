//! Dice probabilities: success of attacks, and random rolls that match a result.

use ludorum_core::Rng;

/// Largest number of dice on an area.
pub const MAX_DICE: u8 = 8;

const DICE: usize = MAX_DICE as usize;
const SUMS: usize = 6 * DICE + 1;

/// Number of ways in which `dice` dice show the sum `sum`: `WAYS[dice][sum]`.
const WAYS: [[u64; SUMS]; DICE + 1] = ways();

/// Probability that an attack succeeds (equation 3.1 of the thesis), by the dice of both areas:
/// `ODDS[attackers][defenders]`.
const ODDS: [[f64; DICE + 1]; DICE + 1] = odds();

const fn ways() -> [[u64; SUMS]; DICE + 1] {
    let mut ways = [[0; SUMS]; DICE + 1];
    ways[0][0] = 1;
    let mut dice = 1;
    while dice <= DICE {
        let mut sum = dice;
        while sum <= 6 * dice {
            let mut pips = 1;
            while pips <= 6 && pips <= sum {
                ways[dice][sum] += ways[dice - 1][sum - pips];
                pips += 1;
            }
            sum += 1;
        }
        dice += 1;
    }
    ways
}

const fn odds() -> [[f64; DICE + 1]; DICE + 1] {
    let mut odds = [[0.0; DICE + 1]; DICE + 1];
    let mut attackers = 1;
    while attackers <= DICE {
        let mut defenders = 1;
        while defenders <= DICE {
            // Integers up to 6^16 fit into `u64`.
            let (mut won, mut below, mut sum) = (0, 0, 0);
            while sum < SUMS {
                won += WAYS[attackers][sum] * below;
                below += WAYS[defenders][sum];
                sum += 1;
            }
            let all = 6u64.pow((attackers + defenders) as u32);
            odds[attackers][defenders] = won as f64 / all as f64;
            defenders += 1;
        }
        attackers += 1;
    }
    odds
}

/// Probability that `attackers` dice show a higher sum than `defenders` dice.
///
/// # Panics
/// If either number is above [`MAX_DICE`].
#[inline]
pub fn success(attackers: u8, defenders: u8) -> f64 {
    ODDS[attackers as usize][defenders as usize]
}

/// Probability that the sum of `dice` dice is `sum`.
///
/// # Panics
/// If `dice` is above [`MAX_DICE`].
pub fn sum_probability(dice: u8, sum: usize) -> f64 {
    let ways = WAYS[usize::from(dice)].get(sum).copied().unwrap_or(0);
    // Integers up to 6^8 are exact in both types.
    ways as f64 / 6u64.pow(u32::from(dice)) as f64
}

/// The face values of several rolled dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiceRoll {
    pips: [u8; DICE],
    dice: u8,
}

impl DiceRoll {
    /// Creates a roll from face values; `None` unless there are 1 to 8 dice with values 1 to 6.
    pub fn new(pips: &[u8]) -> Option<DiceRoll> {
        let fits =
            (1..=DICE).contains(&pips.len()) && pips.iter().all(|pips| (1..=6).contains(pips));
        fits.then(|| {
            let mut roll = DiceRoll {
                pips: [0; DICE],
                dice: pips.len() as u8,
            };
            roll.pips[..pips.len()].copy_from_slice(pips);
            roll
        })
    }

    /// Face values of the dice.
    pub fn pips(&self) -> &[u8] {
        &self.pips[..usize::from(self.dice)]
    }

    /// Sum of the face values.
    pub fn sum(&self) -> u8 {
        self.pips().iter().sum()
    }

    /// Draws a random roll of `dice` dice whose face values sum to `sum`.
    fn with_sum(dice: u8, sum: usize, rng: &mut Rng) -> DiceRoll {
        let mut roll = DiceRoll {
            pips: [0; DICE],
            dice,
        };
        let mut left = sum;
        for (others, pips) in (0..usize::from(dice)).rev().zip(&mut roll.pips) {
            let most = left.min(6);
            let weights = (1..=most).map(|pips| WAYS[others][left - pips]);
            *pips = 1 + weighted_index(weights, rng) as u8;
            left -= usize::from(*pips);
        }
        roll
    }
}

/// Draws random rolls of both players in an attack, conditional on its result.
pub(super) fn rolls(
    attackers: u8,
    defenders: u8,
    won: bool,
    rng: &mut Rng,
) -> (DiceRoll, DiceRoll) {
    let (attack, defence) = (&WAYS[usize::from(attackers)], &WAYS[usize::from(defenders)]);
    let fitting = |sum: usize| {
        let (below, above) = defence.split_at(sum);
        if won { below } else { above }
    };
    let sums = (0..SUMS).map(|sum| attack[sum] * fitting(sum).iter().sum::<u64>());
    let sum = weighted_index(sums, rng);
    let first = if won { 0 } else { sum };
    let other = first + weighted_index(fitting(sum).iter().copied(), rng);
    (
        DiceRoll::with_sum(attackers, sum, rng),
        DiceRoll::with_sum(defenders, other, rng),
    )
}

/// Draws an index at random, with probability proportional to its weight in `weights`.
fn weighted_index(weights: impl Iterator<Item = u64> + Clone, rng: &mut Rng) -> usize {
    let all: u64 = weights.clone().sum();
    let mut left = rng.below(all as usize) as u64;
    for (index, weight) in weights.enumerate() {
        if left < weight {
            return index;
        }
        left -= weight;
    }
    unreachable!("what is below the sum of the weights falls on one of them")
}
