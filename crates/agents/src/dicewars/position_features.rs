//! Features of a position: dice, scores and areas, expected losses and gains, and the safe part of
//! the largest region.

use ludorum_core::Seat;
use ludorum_games::dicewars::{Area, AreaSet, MAX_AREAS, MAX_DICE, State, success};

/// Length of the vector of [`end_of_turn_features`].
pub(super) const END_FEATURES: usize = 26;

/// Feature vector of a Dice Wars position in which the seat to move is about to end its turn.
pub(super) fn end_of_turn_features(state: &State, players: usize) -> [f64; END_FEATURES] {
    let me = state.turn();
    let own = state.owned(me);
    let board = state.board();
    let all = board.areas() as f64;
    let region = board.largest_region(own);
    let score = region.count();

    let room: u32 = own.map(|area| u32::from(MAX_DICE - state.dice(area))).sum();
    let open = own.filter(|&area| state.dice(area) < MAX_DICE).count();
    let income = score as u32 + u32::from(state.reserve(me));
    let placed = income.min(room);
    let reserve = f64::from((income - placed).min(64));
    let on_board = state.total_dice(me);
    let dice = f64::from(on_board + placed);
    // New dice are placed at random: every area with room gets its expected share.
    let growth = if open == 0 {
        0.0
    } else {
        f64::from(placed) / open as f64
    };

    let mut strength = [0.0; MAX_AREAS];
    for area in own {
        strength[area.index()] = (f64::from(state.dice(area)) + growth).min(8.0);
    }

    let (mut others_dice, mut most_dice, mut most_score, mut most_areas) =
        (0.0, 0.0f64, 0.0f64, 0.0f64);
    let (mut others_score, mut others_reserve, mut alive) = (0.0, 0.0, 0.0);
    for seat in Seat::all(players).filter(|&seat| seat != me) {
        let areas = state.owned(seat);
        if areas.is_empty() {
            continue;
        }
        alive += 1.0;
        let dice = f64::from(state.total_dice(seat));
        let score = state.score(seat) as f64;
        others_dice += dice;
        others_score += score;
        others_reserve += f64::from(state.reserve(seat));
        most_dice = most_dice.max(dice);
        most_score = most_score.max(score);
        most_areas = most_areas.max(areas.count() as f64);
    }

    // Expected losses: each area to any of its neighbours, as in equation 5.1.
    let (mut lost, mut lost_dice, mut lost_region, mut border, mut border_dice) =
        (0.0, 0.0, 0.0, 0.0, 0.0);
    let mut shaky = AreaSet::NONE;
    let mut eights = 0.0;
    let mut exposed = 0.0;
    for area in own {
        let enemies = board.touching(area).minus(own);
        eights += f64::from(u8::from(state.dice(area) == MAX_DICE));
        if enemies.is_empty() {
            continue;
        }
        let strength = strength[area.index()];
        let holds: f64 = enemies
            .map(|enemy| 1.0 - taken(f64::from(state.dice(enemy)), strength))
            .product();
        border += 1.0;
        border_dice += strength;
        exposed += enemies.count() as f64;
        lost += 1.0 - holds;
        lost_dice += (1.0 - holds) * strength;
        if region.has(area) {
            lost_region += 1.0 - holds;
        }
        if holds < 0.5 {
            shaky = shaky.with(area);
        }
    }
    let kept = board.largest_region(own.minus(shaky)).count() as f64;

    // Expected gains of the next turn, by the strongest neighbour of each area.
    let (mut gain, mut gain_dice) = (0.0, 0.0);
    let mut targets = AreaSet::NONE;
    for area in own {
        targets = targets.or(board.touching(area));
    }
    for enemy in targets.minus(own) {
        let near = board.touching(enemy).and(own);
        let best = near
            .map(|area: Area| strength[area.index()])
            .fold(0.0, f64::max);
        let odds = taken(best, f64::from(state.dice(enemy)));
        gain += odds;
        gain_dice += odds * f64::from(state.dice(enemy));
    }

    let log = |number: f64| libm::log(number + 1.0);
    let mine = own.count() as f64;
    let total = dice + others_dice;
    [
        log(dice),
        log(score as f64),
        log(mine),
        log(reserve),
        log(others_dice),
        log(most_dice),
        log(most_score),
        log(most_areas),
        log(others_score),
        log(others_reserve),
        dice / total,
        score as f64 / all,
        mine / all,
        most_score / all,
        lost / all,
        lost / mine.max(1.0),
        lost_dice / total,
        lost_region / all,
        log(kept),
        gain / all,
        gain_dice / total,
        border / mine.max(1.0),
        border_dice / border.max(1.0) / 8.0,
        eights / mine.max(1.0),
        exposed / all,
        alive,
    ]
}

/// Probability that an attack takes the area, interpolated for fractional numbers of dice.
#[inline]
fn taken(attackers: f64, defenders: f64) -> f64 {
    if attackers < 2.0 {
        return 0.0;
    }
    let (a, d) = (attackers.min(8.0), defenders.clamp(1.0, 8.0));
    let (low_a, low_d) = (a as u8, d as u8);
    let (part_a, part_d) = (a - f64::from(low_a), d - f64::from(low_d));
    let (high_a, high_d) = ((low_a + 1).min(MAX_DICE), (low_d + 1).min(MAX_DICE));
    let along = |a: u8| {
        let (near, far) = (success(a, low_d), success(a, high_d));
        near + part_d * (far - near)
    };
    let (near, far) = (along(low_a), along(high_a));
    near + part_a * (far - near)
}

/// Length of the vector of [`attack_features`].
pub(super) const ATTACK_FEATURES: usize = 7;

/// Feature vector of the attacks that the seat to move can still make in its turn.
pub(super) fn attack_features(state: &State, players: usize) -> [f64; ATTACK_FEATURES] {
    let own = state.owned(state.turn());
    let board = state.board();
    let all = board.areas() as f64;
    let region = board.largest_region(own);
    let strong = state.strong();

    let (mut attackers, mut best_odds, mut good) = (0.0, 0.0, 0.0);
    let mut targets = AreaSet::NONE;
    for area in strong {
        let near = state.targets(area);
        if near.is_empty() {
            continue;
        }
        targets = targets.or(near);
        let dice = state.dice(area);
        let odds = near
            .map(|enemy| success(dice, state.dice(enemy)))
            .fold(0.0, f64::max);
        attackers += 1.0;
        best_odds += odds;
        good += f64::from(u8::from(odds > 0.6));
    }
    let (mut gain, mut gain_dice, mut gain_region) = (0.0, 0.0, 0.0);
    for enemy in targets {
        let near = board.touching(enemy);
        let most = near
            .and(strong)
            .map(|area| state.dice(area))
            .max()
            .unwrap_or(1);
        let odds = success(most, state.dice(enemy));
        gain += odds;
        gain_dice += odds * f64::from(state.dice(enemy));
        if !near.and(region).is_empty() {
            gain_region += odds;
        }
    }
    let total = Seat::all(players)
        .map(|seat| state.total_dice(seat))
        .sum::<u32>();
    [
        attackers / all,
        best_odds / all,
        good / all,
        gain / all,
        gain_dice / f64::from(total),
        gain_region / all,
        libm::log(gain + 1.0),
    ]
}
