//! Two-player features from a greedy simulation of the rest of the own turn and the opponent's
//! reply, in which every attack with more dice succeeds. Unlike estimates for single areas, it
//! shows one stack taking several areas in a row, and the regions that are cut off.

use ludorum_games::dicewars::{Area, AreaSet, MAX_AREAS, MAX_DICE, State};

/// Length of the vector of [`reply_features`].
pub(super) const REPLY_FEATURES: usize = 8;

/// Length of the vector of [`continuation_features`].
pub(super) const CONTINUATION_FEATURES: usize = 4 + REPLY_FEATURES;

/// Simulated Dice Wars position: the areas of each player and the dice on every area.
#[derive(Clone, Copy)]
struct SimulatedDiceWarsPosition {
    mine: AreaSet,
    theirs: AreaSet,
    dice: [u8; MAX_AREAS],
}

/// Feature vector of the position after the opponent's simulated reply, if the turn ends now.
pub(super) fn reply_features(state: &State) -> [f64; REPLY_FEATURES] {
    let mut position = SimulatedDiceWarsPosition::of(state);
    position.place_new_dice(state);
    position.features_after_reply(state)
}

/// Feature vector of two positions: after the simulated rest of the turn, and after the opponent's
/// simulated reply to it.
pub(super) fn continuation_features(state: &State) -> [f64; CONTINUATION_FEATURES] {
    let all = state.board().areas() as f64;
    let mut position = SimulatedDiceWarsPosition::of(state);
    let total = position.dice_on(position.mine) + position.dice_on(position.theirs);
    let attacks = sweep(
        state,
        &mut position.mine,
        &mut position.theirs,
        &mut position.dice,
    );
    let score = |areas| state.board().largest_region(areas).count() as f64;
    let rest = [
        score(position.mine) / all,
        score(position.theirs) / all,
        f64::from(attacks) / all,
        position.dice_on(position.theirs) / total,
    ];
    position.place_new_dice(state);
    let mut features = [0.0; CONTINUATION_FEATURES];
    features[..rest.len()].copy_from_slice(&rest);
    features[rest.len()..].copy_from_slice(&position.features_after_reply(state));
    features
}

impl SimulatedDiceWarsPosition {
    fn of(state: &State) -> SimulatedDiceWarsPosition {
        let mut dice = [0; MAX_AREAS];
        for area in state.board().all() {
            dice[area.index()] = state.dice(area);
        }
        SimulatedDiceWarsPosition {
            mine: state.owned(state.turn()),
            theirs: state.owned(state.turn().next(2)),
            dice,
        }
    }

    fn dice_on(&self, areas: AreaSet) -> f64 {
        let dice: u32 = areas.map(|area| u32::from(self.dice[area.index()])).sum();
        f64::from(dice)
    }

    /// Adds the dice gained at the end of the turn, spread evenly over own areas that are not full.
    fn place_new_dice(&mut self, state: &State) {
        let has_room = |area: &Area| self.dice[area.index()] < MAX_DICE;
        let open: AreaSet = self.mine.filter(has_room).collect();
        let room: u32 = open
            .map(|area| u32::from(MAX_DICE - self.dice[area.index()]))
            .sum();
        let score = state.board().largest_region(self.mine).count() as u32;
        let placed = room.min(score + u32::from(state.reserve(state.turn())));
        let opens = open.count() as u32;
        for (index, area) in (0..).zip(open) {
            let share = placed * (index + 1) / opens - placed * index / opens;
            let dice = &mut self.dice[area.index()];
            *dice = (u32::from(*dice) + share).min(u32::from(MAX_DICE)) as u8;
        }
    }

    fn features_after_reply(mut self, state: &State) -> [f64; REPLY_FEATURES] {
        let attacks = sweep(state, &mut self.theirs, &mut self.mine, &mut self.dice);
        let all = state.board().areas() as f64;
        let score = |areas| state.board().largest_region(areas).count() as f64;
        let (my_score, their_score) = (score(self.mine), score(self.theirs));
        let my_dice = self.dice_on(self.mine);
        let their_dice = self.dice_on(self.theirs) + their_score;
        let log = |number: f64| libm::log(number + 1.0);
        [
            my_score / all,
            their_score / all,
            self.mine.count() as f64 / all,
            my_dice / (my_dice + their_dice),
            f64::from(attacks) / all,
            log(my_dice),
            log(my_score),
            log(their_dice),
        ]
    }
}

/// Simulates attacks by the largest lead in dice, all successful, until no attack has a lead.
/// Returns the number of attacks.
fn sweep(
    state: &State,
    attackers: &mut AreaSet,
    defenders: &mut AreaSet,
    dice: &mut [u8; MAX_AREAS],
) -> u32 {
    let mut attacks = 0;
    loop {
        let mut best = 0;
        let mut attack = None;
        for from in *attackers {
            let strength = dice[from.index()];
            // The weakest defender has one die.
            if strength <= best + 1 {
                continue;
            }
            for to in state.board().touching(from).and(*defenders) {
                let lead = strength.saturating_sub(dice[to.index()]);
                if lead > best {
                    best = lead;
                    attack = Some((from, to));
                }
            }
        }
        let Some((from, to)) = attack else {
            return attacks;
        };
        dice[to.index()] = dice[from.index()] - 1;
        dice[from.index()] = 1;
        *attackers = attackers.with(to);
        *defenders = defenders.without(to);
        attacks += 1;
    }
}
