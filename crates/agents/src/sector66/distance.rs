//! Distances to the target in turns; steps onto fields with effects are simulated.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use ludorum_core::Seat;
use ludorum_games::quoridor::goal_distances::GoalDistances;
use ludorum_games::quoridor::{Square, SquareSet};
use ludorum_games::sector66::{DependencyChecker, Rules, State, StepDependencies, StepOutcome};

/// Landings cached for each step; the oldest are dropped.
const MAX_CACHED_LANDINGS: usize = 16;

/// Longest distance that is measured.
const MAX_TURNS: usize = GoalDistances::UNREACHABLE as usize;

/// Computes distances, and caches the landing of each step while its dependencies hold. Cached
/// landings are exact, so results do not depend on the cache.
#[derive(Default)]
pub struct DistanceCache {
    cache: Mutex<StepCache>,
}

/// Landing of each step of a seat between two fields, with its dependencies.
type StepCache = HashMap<(Seat, Square, Square), Vec<(StepDependencies, Option<StepOutcome>)>>;

impl fmt::Debug for DistanceCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DistanceCache").finish_non_exhaustive()
    }
}

impl DistanceCache {
    /// Turns a seat needs to its target without interference; [`GoalDistances::UNREACHABLE`] if the target is
    /// unreachable.
    pub fn of(&self, rules: &Arc<Rules>, state: &State, seat: Seat) -> u32 {
        self.from(rules, state, seat, state.board().pawn(seat))
    }

    /// Turns from another field.
    pub fn from(&self, rules: &Arc<Rules>, state: &State, seat: Seat, start: Square) -> u32 {
        let effects = rules.fields_with_effects(state);
        if effects.is_empty() {
            return state.board().goal_distances(seat).distance(start);
        }
        let mut cache = self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        dijkstra(rules, state, (seat, start), effects, &mut cache)
    }
}

/// Dijkstra's algorithm (1959) from the start. Turns are few, so the queue is a list of fields for
/// each number of turns.
fn dijkstra(
    rules: &Arc<Rules>,
    state: &State,
    (seat, start): (Seat, Square),
    effects: SquareSet,
    cache: &mut StepCache,
) -> u32 {
    let goal = rules.quoridor().goal(seat);
    let mut scene = DependencyChecker::new(rules, state, seat);
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
                for to in scene.steps_away(seat, from) & !seen {
                    let landing = if effects.has(to) {
                        cached_landing(rules, state, seat, (from, to), &mut scene, cache)
                    } else {
                        Some(StepOutcome { at: to, turns: 1 })
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

fn cached_landing(
    rules: &Arc<Rules>,
    state: &State,
    seat: Seat,
    (from, to): (Square, Square),
    scene: &mut DependencyChecker<'_>,
    cache: &mut StepCache,
) -> Option<StepOutcome> {
    let known = cache.entry((seat, from, to)).or_default();
    let holding = known
        .iter()
        .position(|(dependencies, _)| dependencies.hold(scene));
    if let Some(index) = holding {
        // Most recently used first.
        known[..=index].rotate_right(1);
        return known[0].1;
    }
    let (landing, dependencies) = rules.try_step(state, seat, from, to);
    known.truncate(MAX_CACHED_LANDINGS - 1);
    known.insert(0, (dependencies, landing));
    landing
}
