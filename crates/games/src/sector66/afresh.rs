//! Where seats may step while a move is being made: asked anew only when something that was looked
//! at has changed, and only when somebody wants to know.

use std::sync::Arc;

use super::desk::Desk;
use super::element::Element;
use super::plugin::{Part, Reads};
use super::rules::Rules;
use super::state::{Change, Hashes, State};
use super::ways::Ways;

/// Where seats may step before a move, and hashes of what that may depend on.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    pub(super) ways: Arc<Ways>,
    hashes: Hashes,
}

impl Asked {
    pub(super) fn before(state: &State) -> Asked {
        let more = state.more();
        Asked {
            ways: Arc::clone(&more.ways),
            hashes: more.hashes,
        }
    }

    /// The parts of the position that have changed since.
    fn changed(&self, state: &State) -> Reads {
        let now = &state.more().hashes;
        let mut changed = Reads::NOTHING;
        for part in Part::ALL {
            if self.hashes[part as usize] != now[part as usize] {
                changed.add(part);
            }
        }
        changed
    }

    /// Whether the answers can be others once these changes are made: only what was changed and
    /// looked at can change them.
    fn is_out_of_date(&self, state: &State, changes: &[Change]) -> bool {
        changes.iter().any(decides_who_is_asked) || self.ways.reads.meets(self.changed(state))
    }

    /// Where seats may step by now.
    pub(super) fn again(&self, rules: &Arc<Rules>, state: &State) -> Arc<Ways> {
        rules.find_ways(state, &self.ways, self.changed(state))
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
        let found = asked.again(self, state);
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
        if self.is_behind()
            && let Some(before) = &self.ground.before
        {
            self.state.more_mut().ways = before.again(self.rules(), &self.state);
            self.ground.asked_after = Some(self.journal.len());
        }
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
