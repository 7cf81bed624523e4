//! What the thesis measures on the way: how much of what they could agents attack (section 6.5), and
//! whether areas are held as often as equation 5.1 estimates (Figure 6.5).

use ludorum_core::{MAX_SEATS, Seat};
use ludorum_games::DiceWars;
use ludorum_games::dicewars::{Area, Areas, Attack, Phase, State};

use super::rules_of_thumb::take_and_hold;
use crate::{Count, MeasureKind, Probe};

/// A step of a turn, told by the position after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnStep {
    /// A turn begins.
    Begins,
    /// An attack is made; areas and dice are as before it.
    Attacks(Attack),
    /// The attack has been decided.
    Decided,
    /// The turn ends, and new dice come next.
    Ends,
}

/// Follows the turns of a game by its positions.
#[derive(Clone, Copy, Debug, Default)]
pub struct TurnSteps {
    is_rolling: bool,
}

impl TurnSteps {
    /// The step that led to a position; none for a turn that would begin after the end of the game.
    pub fn step(&mut self, game: &DiceWars, state: &State) -> Option<TurnStep> {
        let was_rolling = std::mem::take(&mut self.is_rolling);
        match state.phase() {
            Phase::Roll(attack) => {
                self.is_rolling = true;
                Some(TurnStep::Attacks(attack))
            }
            Phase::Grow => Some(TurnStep::Ends),
            Phase::Decide if was_rolling => Some(TurnStep::Decided),
            Phase::Decide => (!game.is_over(state)).then_some(TurnStep::Begins),
        }
    }
}

/// The share of the attacks it could have made that a seat made. What it could still have attacked from
/// when it ended a turn counts as attacks not made.
#[derive(Debug, Default)]
struct Aggressivity {
    steps: TurnSteps,
    counts: [Count; MAX_SEATS],
}

impl Probe<DiceWars> for Aggressivity {
    fn observe(&mut self, game: &DiceWars, state: &State) {
        let count = &mut self.counts[state.turn().index()];
        match self.steps.step(game, state) {
            Some(TurnStep::Attacks(_)) => {
                count.cases += 1;
                count.hits += 1;
            }
            Some(TurnStep::Ends) => {
                let able: Areas = state
                    .strong()
                    .filter(|&area| !state.targets(area).is_empty())
                    .collect();
                count.cases += able.count() as u64;
            }
            _ => {}
        }
    }

    fn counts(&self, seat: Seat) -> Vec<Count> {
        vec![self.counts[seat.index()]]
    }
}

/// Attacked areas that are the attacker's own when its next turn begins, by tenths of the estimate.
#[derive(Debug, Default)]
struct Held {
    steps: TurnSteps,
    /// Attacks of the last turn of each seat, which its next turn will tell about.
    open: [Vec<(Area, f64)>; MAX_SEATS],
    tenths: [[Count; 10]; MAX_SEATS],
}

impl Probe<DiceWars> for Held {
    fn observe(&mut self, game: &DiceWars, state: &State) {
        let seat = state.turn();
        let open = &mut self.open[seat.index()];
        match self.steps.step(game, state) {
            Some(TurnStep::Attacks(attack)) => {
                open.push((attack.to, take_and_hold(state, attack)));
            }
            Some(TurnStep::Begins) => {
                let own = state.owned(seat);
                for (area, estimate) in open.drain(..) {
                    let place = ((estimate * 10.0) as usize).min(9);
                    self.tenths[seat.index()][place].add(Count {
                        cases: 1,
                        hits: u64::from(own.has(area)),
                        expected: estimate,
                    });
                }
            }
            _ => {}
        }
    }

    fn counts(&self, seat: Seat) -> Vec<Count> {
        self.tenths[seat.index()].to_vec()
    }
}

/// All measures of Dice Wars.
pub(super) fn measures() -> [MeasureKind<DiceWars>; 2] {
    [
        MeasureKind::new(
            "aggressivity",
            "the share of the attacks it could have made that an agent made",
            |_| Box::new(Aggressivity::default()),
        ),
        MeasureKind::new(
            "held",
            "attacked areas that are the attacker's own in its next turn, by tenths of the estimate \
             of equation 5.1",
            |_| Box::new(Held::default()),
        ),
    ]
}

/// The shape of the board a game is played on.
pub(super) fn board_shape(state: &State) -> Vec<(&'static str, f64)> {
    let shape = state.board().topology();
    vec![
        ("areas", shape.areas as f64),
        ("borders", shape.borders as f64),
        ("mean degree", shape.mean_degree),
        ("diameter", shape.diameter as f64),
        ("mean distance", shape.mean_distance),
        ("cut areas", shape.cut_areas as f64),
        ("dead ends", shape.dead_ends as f64),
        ("clustering", shape.clustering),
    ]
}
