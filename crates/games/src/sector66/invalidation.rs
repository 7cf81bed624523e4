//! Lazy update of the step map during a move: recomputed only on request, and only if something it
//! depends on has changed.

use std::sync::Arc;

use super::effect_context::EffectContext;
use super::element::BoardElement;
use super::plugin::{ReadSet, StatePart};
use super::rules::Rules;
use super::state::{PartHashes, State, StateChange};
use super::step_map::StepMap;

/// The step map before a move, and the hashes to detect changes since.
#[derive(Clone, Debug)]
pub(super) struct StepMapSnapshot {
    pub(super) step_map: Arc<StepMap>,
    hashes: PartHashes,
}

impl StepMapSnapshot {
    pub(super) fn take(state: &State) -> StepMapSnapshot {
        let extra = state.extra();
        StepMapSnapshot {
            step_map: Arc::clone(&extra.step_map),
            hashes: extra.hashes,
        }
    }

    /// The parts of the position that have changed since the snapshot.
    fn changed(&self, state: &State) -> ReadSet {
        let now = &state.extra().hashes;
        let mut changed = ReadSet::NOTHING;
        for part in StatePart::ALL {
            if self.hashes[part as usize] != now[part as usize] {
                changed.add(part);
            }
        }
        changed
    }

    /// True if these changes may invalidate the map: a part it depends on has changed, or other
    /// plug-ins are responsible.
    fn is_stale(&self, state: &State, changes: &[StateChange]) -> bool {
        changes.iter().any(changes_responsibility) || self.step_map.reads.meets(self.changed(state))
    }

    /// Computes the current step map, reusing valid answers.
    pub(super) fn recompute(&self, rules: &Arc<Rules>, state: &State) -> Arc<StepMap> {
        rules.compute_step_map(state, &self.step_map, self.changed(state))
    }
}

/// True if a change can make other plug-ins responsible for a field.
fn changes_responsibility(change: &StateChange) -> bool {
    matches!(
        change,
        StateChange::FieldKind(..) | StateChange::Data(BoardElement::Field(_), ..)
    )
}

impl Rules {
    /// The step map after these changes, if it differs.
    pub(super) fn updated_step_map(
        self: &Arc<Rules>,
        snapshot: &StepMapSnapshot,
        state: &State,
        changes: &[StateChange],
    ) -> Option<Arc<StepMap>> {
        if !snapshot.is_stale(state, changes) {
            return None;
        }
        let found = snapshot.recompute(self, state);
        (found != snapshot.step_map).then_some(found)
    }
}

/// State of the step map in an [`EffectContext`].
#[derive(Debug, Default)]
pub(super) struct StepMapCache {
    /// The map before the move; `None` if nothing is changed.
    before: Option<StepMapSnapshot>,
    /// Journal length at the last refresh in the current call.
    refreshed_at: Option<usize>,
}

impl EffectContext {
    /// Starts from the step map before the move.
    pub(super) fn start_from_snapshot(&mut self, snapshot: &StepMapSnapshot) {
        self.step_map_cache = StepMapCache {
            before: Some(snapshot.clone()),
            refreshed_at: None,
        };
    }

    /// True if the step map must be recomputed before use.
    pub fn step_map_is_stale(&self) -> bool {
        let Some(before) = &self.step_map_cache.before else {
            return false;
        };
        self.step_map_cache.refreshed_at != Some(self.journal.len())
            && before.is_stale(&self.state, &self.journal)
    }

    /// Recomputes the step map if needed.
    pub(super) fn refresh_step_map(&mut self) {
        if self.step_map_is_stale()
            && let Some(before) = &self.step_map_cache.before
        {
            self.state.extra_mut().step_map = before.recompute(self.rules(), &self.state);
            self.step_map_cache.refreshed_at = Some(self.journal.len());
        }
    }

    /// Restores the snapshot's map, so that the cost of a call does not depend on earlier calls.
    pub(super) fn reset_step_map(&mut self) {
        self.step_map_cache.refreshed_at = None;
        if let Some(before) = &self.step_map_cache.before
            && self.state.extra.is_some()
        {
            self.state.extra_mut().step_map = Arc::clone(&before.step_map);
        }
    }
}
