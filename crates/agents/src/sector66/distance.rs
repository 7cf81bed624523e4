//! Distances to the goal in turns; steps onto fields with effects are simulated.

use std::sync::{Arc, Mutex, PoisonError};

use ludorum_core::Seat;
use ludorum_games::quoridor::goal_distances::GoalDistances;
use ludorum_games::quoridor::{Square, SquareSet};
use ludorum_games::sector66::{MemoTable, PawnStepOutcome, Rules, State};

/// Longest distance to the goal that Dijkstra's algorithm measures, in turns.
const MAX_TURNS: usize = GoalDistances::UNREACHABLE as usize;

/// Computes distances to the goal in Sector 66 and caches the outcomes of simulated steps. Cached
/// outcomes are exact, so distances do not depend on earlier calls.
#[derive(Debug, Default)]
pub struct DistanceCache {
    landings: Mutex<Landings>,
}

/// Cached outcome of a step, by seat, start square and end square; `None` if another seat wins by
/// the step.
type Landings = MemoTable<(Seat, Square, Square), Option<PawnStepOutcome>>;

impl DistanceCache {
    /// Number of turns that a seat needs to its goal if no opponent interferes;
    /// [`GoalDistances::UNREACHABLE`] if no path leads to the goal.
    pub fn of(&self, rules: &Arc<Rules>, state: &State, seat: Seat) -> u32 {
        self.from(rules, state, seat, state.board().pawn(seat))
    }

    /// Number of turns that `seat` would need to its goal if its pawn stood on `start`.
    pub fn from(&self, rules: &Arc<Rules>, state: &State, seat: Seat, start: Square) -> u32 {
        let effects = rules.fields_with_effects(state);
        if effects.is_empty() {
            return state.board().goal_distances(seat).distance(start);
        }
        let landings = self.landings.lock();
        let mut landings = landings.unwrap_or_else(PoisonError::into_inner);
        dijkstra(rules, state, (seat, start), effects, &mut landings)
    }
}

/// Number of turns from `start` to the goal by Dijkstra's algorithm (1959). Its queue is a list of
/// fields for each number of turns, since turns are few.
fn dijkstra(
    rules: &Arc<Rules>,
    state: &State,
    (seat, start): (Seat, Square),
    effects: SquareSet,
    landings: &mut Landings,
) -> u32 {
    let goal = rules.quoridor().goal(seat);
    let passages = rules.grid().passages(state.board().walls());
    let mut reached = [SquareSet::NONE; MAX_TURNS];
    let mut seen = SquareSet::NONE;
    reached[0] = start.set();
    for turns in 0..MAX_TURNS {
        // A step that gains a turn leads to fields at the same distance.
        loop {
            let ring = reached[turns] & !seen;
            if ring.is_empty() {
                break;
            }
            if ring.meets(goal) {
                return turns as u32;
            }
            seen |= ring;
            for from in ring {
                for to in rules.steps_from(state, seat, &passages, from) & !seen {
                    let landing = if effects.has(to) {
                        landing(rules, state, (seat, from, to), landings)
                    } else {
                        Some(PawnStepOutcome { at: to, turns: 1 })
                    };
                    if let Some(landing) = landing {
                        let then = turns + usize::from(landing.turns);
                        if then < MAX_TURNS {
                            reached[then] |= landing.at.set();
                        }
                    }
                }
            }
        }
    }
    GoalDistances::UNREACHABLE
}

fn landing(
    rules: &Arc<Rules>,
    state: &State,
    (seat, from, to): (Seat, Square, Square),
    landings: &mut Landings,
) -> Option<PawnStepOutcome> {
    if let Some((&landing, _)) = landings.get(state, &(seat, from, to)) {
        return landing;
    }
    let (landing, reads) = rules.try_step(state, seat, from, to);
    landings.insert(state, (seat, from, to), landing, reads);
    landing
}
