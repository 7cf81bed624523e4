//! What two players can foresee: how the other will answer, and before that how the own turn may
//! go on, both as if every attack with more dice succeeded. Unlike a look at each area by itself
//! it sees one stack of dice take several areas in a row, and what is cut off by it.

use ludorum_games::dicewars::{Area, Areas, MAX_AREAS, MAX_DICE, State};

/// The number of features of [`answer`].
pub(super) const ANSWER_FEATURES: usize = 8;

/// The number of features of [`rest_and_answer`].
pub(super) const REST_FEATURES: usize = 4 + ANSWER_FEATURES;

/// Two players' areas, and the dice on them.
#[derive(Clone, Copy)]
struct Sides {
    mine: Areas,
    theirs: Areas,
    dice: [u8; MAX_AREAS],
}

/// The features of the other's answer to a turn that ends here.
pub(super) fn answer(state: &State) -> [f64; ANSWER_FEATURES] {
    let mut sides = Sides::of(state);
    sides.grow(state);
    sides.answered(state)
}

/// The features of the rest of the turn, and of the answer to it.
pub(super) fn rest_and_answer(state: &State) -> [f64; REST_FEATURES] {
    let all = state.board().areas() as f64;
    let mut sides = Sides::of(state);
    let total = sides.dice_on(sides.mine) + sides.dice_on(sides.theirs);
    let attacks = sweep(state, &mut sides.mine, &mut sides.theirs, &mut sides.dice);
    let score = |areas| state.board().largest_region(areas).count() as f64;
    let rest = [
        score(sides.mine) / all,
        score(sides.theirs) / all,
        f64::from(attacks) / all,
        sides.dice_on(sides.theirs) / total,
    ];
    sides.grow(state);
    let mut features = [0.0; REST_FEATURES];
    features[..rest.len()].copy_from_slice(&rest);
    features[rest.len()..].copy_from_slice(&sides.answered(state));
    features
}

impl Sides {
    fn of(state: &State) -> Sides {
        let mut dice = [0; MAX_AREAS];
        for area in state.board().all() {
            dice[area.index()] = state.dice(area);
        }
        Sides {
            mine: state.owned(state.turn()),
            theirs: state.owned(state.turn().next(2)),
            dice,
        }
    }

    fn dice_on(&self, areas: Areas) -> f64 {
        let dice: u32 = areas.map(|area| u32::from(self.dice[area.index()])).sum();
        f64::from(dice)
    }

    /// New dice, as evenly as they can be on the areas with room.
    fn grow(&mut self, state: &State) {
        let has_room = |area: &Area| self.dice[area.index()] < MAX_DICE;
        let open: Areas = self.mine.filter(has_room).collect();
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

    fn answered(mut self, state: &State) -> [f64; ANSWER_FEATURES] {
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

/// Attacks where the lead in dice is largest until there is none, and always wins. Returns the
/// number of attacks.
fn sweep(
    state: &State,
    attackers: &mut Areas,
    defenders: &mut Areas,
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
