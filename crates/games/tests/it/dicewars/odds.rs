//! Success probabilities of attacks, compared with other methods and published numbers.

use std::collections::HashMap;

use ludorum_games::dicewars::{DiceWarsPhase, RolledAttack, success, sum_probability};

/// Figure 3.2 of the thesis: rows are attackers from 2, columns defenders from 1.
const PUBLISHED: [[f64; 8]; 7] = [
    [
        0.83796296, 0.44367284, 0.15200617, 0.03587963, 0.00610497, 0.00076625, 0.00007095,
        0.00000473,
    ],
    [
        0.97299383, 0.77854938, 0.45357510, 0.19170096, 0.06071269, 0.01487860, 0.00288998,
        0.00045192,
    ],
    [
        0.99729938, 0.93923611, 0.74283050, 0.45952825, 0.22044235, 0.08342284, 0.02544975,
        0.00637948,
    ],
    [
        0.99984997, 0.98794010, 0.90934714, 0.71807842, 0.46365360, 0.24244910, 0.10362599,
        0.03674187,
    ],
    [
        0.99999643, 0.99821685, 0.97529981, 0.88395347, 0.69961639, 0.46673060, 0.25998382,
        0.12150697,
    ],
    [
        1.00000000, 0.99980134, 0.99466336, 0.96153588, 0.86237652, 0.68516499, 0.46913917,
        0.27437553,
    ],
    [
        1.00000000, 0.99998345, 0.99906917, 0.98953404, 0.94773146, 0.84387382, 0.67345564,
        0.47109073,
    ],
];

#[test]
fn odds_are_the_published_ones() {
    for (attackers, row) in (2..).zip(PUBLISHED) {
        for (defenders, published) in (1..).zip(row) {
            let odds = success(attackers, defenders);
            assert!(
                (odds - published).abs() < 1e-8,
                "{attackers} against {defenders}: {odds}"
            );
        }
    }
}

/// Figure 3.1: the probabilities of all sums add up to 1, are symmetric, and are 0 below the number
/// of dice and above six times it. The odds follow from them (equation 3.1).
#[test]
fn sums_of_dice_are_symmetric() {
    for dice in 1..=8u8 {
        let count = usize::from(dice);
        let all: f64 = (0..60).map(|sum| sum_probability(dice, sum)).sum();
        assert!((all - 1.0).abs() < 1e-12);
        for sum in count..=6 * count {
            let mirrored = sum_probability(dice, 7 * count - sum);
            assert!(sum_probability(dice, sum) > 0.0);
            assert!((sum_probability(dice, sum) - mirrored).abs() < 1e-15);
        }
        assert_eq!(sum_probability(dice, count - 1), 0.0);
        assert_eq!(sum_probability(dice, 6 * count + 1), 0.0);
        for other in 1..=8u8 {
            let won = (0..60).map(|sum| {
                let below: f64 = (0..sum).map(|less| sum_probability(other, less)).sum();
                sum_probability(dice, sum) * below
            });
            assert!((won.sum::<f64>() - success(dice, other)).abs() < 1e-12);
        }
    }
}

/// Success probabilities by another method: a random walk of the attacker's lead, die by die.
#[test]
fn odds_follow_from_the_lead_die_by_die() {
    for attackers in 1..=8u8 {
        for defenders in 1..=8u8 {
            let mut leads = HashMap::from([(0i32, 1.0)]);
            let signs = [(attackers, 1), (defenders, -1)];
            for sign in signs
                .iter()
                .flat_map(|&(dice, sign)| (0..dice).map(move |_| sign))
            {
                let mut next = HashMap::new();
                for (lead, odds) in leads {
                    for pips in 1..=6 {
                        *next.entry(lead + sign * pips).or_insert(0.0) += odds / 6.0;
                    }
                }
                leads = next;
            }
            let ahead: f64 = leads
                .iter()
                .filter(|&(&lead, _)| lead > 0)
                .map(|(_, odds)| odds)
                .sum();
            let not: f64 = leads
                .iter()
                .filter(|&(&lead, _)| lead <= 0)
                .map(|(_, odds)| odds)
                .sum();
            let odds = success(attackers, defenders);
            assert!(
                (odds - ahead).abs() < 1e-12,
                "{attackers} against {defenders}"
            );
            assert!(
                (odds + not - 1.0).abs() < 1e-12,
                "{attackers} against {defenders}"
            );
        }
    }
}

/// Displayed dice agree with the result, have the right number, and are distributed like real dice.
#[test]
fn shown_dice_agree_with_the_result() {
    let game = super::dicewars("dicewars");
    let (mut counts, mut battles) = ([0u32; 7], 0);
    for seed in 0..40 {
        let mut before = None;
        super::watch(&game, ludorum_core::Seed(seed), |state, _| {
            if let (Some((attack, dice)), DiceWarsPhase::Decide) = (before.take(), state.phase()) {
                let battle: RolledAttack = state.last_battle().expect("an attack was made");
                assert_eq!(battle.attack, attack);
                let shown = (battle.attacking.pips().len(), battle.defending.pips().len());
                assert_eq!(shown, dice);
                let won = battle.attacking.sum() > battle.defending.sum();
                assert_eq!(state.owner(attack.to) == battle.attacker, won);
                for &pips in battle
                    .attacking
                    .pips()
                    .iter()
                    .chain(battle.defending.pips())
                {
                    counts[usize::from(pips)] += 1;
                }
                battles += 1;
            }
            if let DiceWarsPhase::Roll(attack) = state.phase() {
                let dice = |area| usize::from(state.dice(area));
                before = Some((attack, (dice(attack.from), dice(attack.to))));
            }
        });
    }
    let all: u32 = counts.iter().sum();
    assert!(battles > 1_000, "{battles}");
    for count in &counts[1..] {
        let share = f64::from(*count) / f64::from(all);
        assert!((share - 1.0 / 6.0).abs() < 0.02, "{counts:?}");
    }
}
