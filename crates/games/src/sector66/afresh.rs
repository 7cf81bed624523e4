//! Where seats may step while a move is being made: asked anew only when something that was looked
//! at has changed, and only when somebody wants to know.

use std::sync::Arc;

use super::desk::Desk;
use super::element::Element;
use super::rules::Rules;
use super::state::{Change, State};
use super::ways::Ways;

/// Where seats may step before a move, and a hash of what that depends on.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    pub(super) ways: Arc<Ways>,
    hash: u64,
}

impl Asked {
    pub(super) fn before(state: &State) -> Asked {
        let ways = Arc::clone(&state.more().ways);
        let hash = state.hash_of(ways.reads);
        Asked { ways, hash }
    }

    /// Whether the answers can be others once these changes are made: only what was changed and
    /// looked at can change them.
    fn is_out_of_date(&self, state: &State, changes: &[Change]) -> bool {
        changes.iter().any(decides_who_is_asked) || self.hash != state.hash_of(self.ways.reads)
    }
}

/// Whether a change can make other plug-ins responsible for a field.
fn decides_who_is_asked(change: &Change) -> bool {
    matches!(
        change,
        Change::Kind(..) | Change::Data(Element::Field(_), ..)
    )
}

impl Rules {
    /// Where seats may step once these changes are made, if that is different.
    pub(super) fn new_ways(
        self: &Arc<Rules>,
        asked: &Asked,
        state: &State,
        changes: &[Change],
    ) -> Option<Arc<Ways>> {
        if !asked.is_out_of_date(state, changes) {
            return None;
        }
        let found = self.find_ways(state);
        (found != asked.ways).then_some(found)
    }
}

/// What a desk knows of where seats may step.
#[derive(Debug, Default)]
pub(super) struct Ground {
    /// As it was before the move; none where nothing is changed.
    before: Option<Asked>,
    /// The number of changes after which it was last asked, in the present call.
    asked_after: Option<usize>,
}

impl Desk {
    /// Starts from what was known before the move.
    pub(super) fn begin_from(&mut self, asked: &Asked) {
        self.ground = Ground {
            before: Some(asked.clone()),
            asked_after: None,
        };
    }

    /// Whether where seats may step has to be asked again before it can be told.
    pub fn is_behind(&self) -> bool {
        let Some(before) = &self.ground.before else {
            return false;
        };
        self.ground.asked_after != Some(self.journal.len())
            && before.is_out_of_date(&self.state, &self.journal)
    }

    /// Asks where seats may step, if need be.
    pub(super) fn catch_up(&mut self) {
        if !self.is_behind() {
            return;
        }
        let found = self.rules().find_ways(&self.state);
        self.state.more_mut().ways = found;
        self.ground.asked_after = Some(self.journal.len());
    }

    /// Forgets what was asked, so that what a call costs does not depend on calls before it.
    pub(super) fn forget_ways(&mut self) {
        self.ground.asked_after = None;
        if let Some(before) = &self.ground.before
            && self.state.more.is_some()
        {
            self.state.more_mut().ways = Arc::clone(&before.ways);
        }
    }
}
