//! Statistics of Tureček (2018): aggressivity (section 6.5), and how often attacked areas are held
//! compared with equation 5.1 (Figure 6.5).

use ludorum_core::{MAX_SEATS, Seat};
use ludorum_games::DiceWars;
use ludorum_games::dicewars::{Area, AreaSet, Attack, DiceWarsPhase, State};

use super::rules_of_thumb::take_and_hold;
use crate::{GameStatisticProbe, ObservedExpectedCounts, StatisticKind};

/// Event of a Dice Wars turn, recognised from the position after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiceWarsTurnEvent {
    /// Start of a turn.
    Begins,
    /// Declaration of an attack, before its dice are rolled.
    Attacks(Attack),
    /// Dice roll that decides the last declared attack.
    Decided,
    /// End of a turn, before new dice are placed.
    Ends,
}

/// Recognises the [`DiceWarsTurnEvent`]s of a game from its successive positions.
#[derive(Clone, Copy, Debug, Default)]
pub struct TurnEventDetector {
    is_rolling: bool,
}

impl TurnEventDetector {
    /// Event that led to `state`; `None` if the last event ended the game, so that no turn starts.
    pub fn event(&mut self, game: &DiceWars, state: &State) -> Option<DiceWarsTurnEvent> {
        let was_rolling = std::mem::take(&mut self.is_rolling);
        match state.phase() {
            DiceWarsPhase::Roll(attack) => {
                self.is_rolling = true;
                Some(DiceWarsTurnEvent::Attacks(attack))
            }
            DiceWarsPhase::Grow => Some(DiceWarsTurnEvent::Ends),
            DiceWarsPhase::Decide if was_rolling => Some(DiceWarsTurnEvent::Decided),
            DiceWarsPhase::Decide => (!game.is_over(state)).then_some(DiceWarsTurnEvent::Begins),
        }
    }
}

/// Counts the attacks that each seat could make, and those it made. Areas still able to attack at
/// the end of a turn count as attacks not made.
#[derive(Debug, Default)]
struct AggressivityProbe {
    tracker: TurnEventDetector,
    counts: [ObservedExpectedCounts; MAX_SEATS],
}

impl GameStatisticProbe<DiceWars> for AggressivityProbe {
    fn observe(&mut self, game: &DiceWars, state: &State) {
        let count = &mut self.counts[state.turn().index()];
        match self.tracker.event(game, state) {
            Some(DiceWarsTurnEvent::Attacks(_)) => {
                count.cases += 1;
                count.hits += 1;
            }
            Some(DiceWarsTurnEvent::Ends) => {
                let able: AreaSet = state
                    .strong()
                    .filter(|&area| !state.targets(area).is_empty())
                    .collect();
                count.cases += able.count() as u64;
            }
            _ => {}
        }
    }

    fn counts(&self, seat: Seat) -> Vec<ObservedExpectedCounts> {
        vec![self.counts[seat.index()]]
    }
}

/// Counts the attacked areas that the attacker owns when its next turn begins, in ten categories by
/// the estimated probability of taking and holding the area.
#[derive(Debug, Default)]
struct AreaRetentionProbe {
    tracker: TurnEventDetector,
    /// Targets of each seat's attacks since its last turn began, with the estimated probability of
    /// holding each; counted when the seat's next turn begins.
    open: [Vec<(Area, f64)>; MAX_SEATS],
    tenths: [[ObservedExpectedCounts; 10]; MAX_SEATS],
}

impl GameStatisticProbe<DiceWars> for AreaRetentionProbe {
    fn observe(&mut self, game: &DiceWars, state: &State) {
        let seat = state.turn();
        let open = &mut self.open[seat.index()];
        match self.tracker.event(game, state) {
            Some(DiceWarsTurnEvent::Attacks(attack)) => {
                open.push((attack.to, take_and_hold(state, attack)));
            }
            Some(DiceWarsTurnEvent::Begins) => {
                let own = state.owned(seat);
                for (area, estimate) in open.drain(..) {
                    let place = ((estimate * 10.0) as usize).min(9);
                    self.tenths[seat.index()][place].add(ObservedExpectedCounts {
                        cases: 1,
                        hits: u64::from(own.has(area)),
                        expected: estimate,
                    });
                }
            }
            _ => {}
        }
    }

    fn counts(&self, seat: Seat) -> Vec<ObservedExpectedCounts> {
        self.tenths[seat.index()].to_vec()
    }
}

/// Statistics that can be measured in games of Dice Wars.
pub(super) fn measures() -> [StatisticKind<DiceWars>; 2] {
    [
        StatisticKind::new(
            "aggressivity",
            "share of an agent's possible attacks that it made",
            |_| Box::new(AggressivityProbe::default()),
        ),
        StatisticKind::new(
            "held",
            "attacked areas that the attacker owns in its next turn, by decile of the estimate of \
             equation 5.1",
            |_| Box::new(AreaRetentionProbe::default()),
        ),
    ]
}

/// Named graph statistics of the Dice Wars board, such as mean degree and diameter.
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
