//! The position as plug-ins read and change it. Every change is recorded, so that all effects can
//! be undone without the plug-in's help.

mod actions;
mod read;

use std::fmt;
use std::sync::Arc;

use ludorum_core::Seat;

use super::element::{BoardElement, PluginId};
use super::memo::{Memo, ReadSet, StatePart};
use super::plugin::{HookCall, PluginHook};
use super::rules::Rules;
use super::state::{State, StateChange};
use super::step_map::StepMap;
use crate::quoridor::{Square, Wall};

/// Error: a plug-in tried an action that is not allowed; the text says why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PluginActionDenied(pub String);

impl fmt::Display for PluginActionDenied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for PluginActionDenied {}

fn denied<T>(message: impl Into<String>) -> Result<T, PluginActionDenied> {
    Err(PluginActionDenied(message.into()))
}

/// Access rights of a plug-in to the position during a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PluginPermission {
    /// The plug-in may read all of the position except the step map, which is being computed.
    ReadExceptSteps,
    Read,
    Write,
}

/// An event in a game to which plug-ins react with effects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PluginTriggerEvent {
    /// The pawn of this seat has moved from the first field to the second.
    Stepped(Seat, Square, Square),
    Built(Seat, Wall),
    Cast(Seat, PluginId, BoardElement),
    Moved(Seat),
}

/// A point in the journal of changes to the position, to which later changes can be rolled back.
#[derive(Clone, Copy, Debug)]
pub struct Savepoint {
    changes: usize,
    events: usize,
    rolled: usize,
}

/// The position as plug-ins read and change it. Records all reads and, for rollback, all changes.
#[derive(Debug)]
pub struct EffectContext {
    rules: Arc<Rules>,
    pub(super) state: State,
    permission: PluginPermission,
    actor: Option<PluginId>,
    reads: ReadSet,
    /// Inverse of each change to the position, in the order in which the changes were made.
    pub(super) journal: Vec<StateChange>,
    pub(super) events: Vec<PluginTriggerEvent>,
    /// The plug-ins that have changed the position.
    contributors: Vec<PluginId>,
    pub(super) rolls: Vec<u8>,
    pub(super) rolled: usize,
    requested_roll: Option<u8>,
    /// The step map of the position before the first change; `None` on boards without one.
    step_map_before: Option<Arc<Memo<StepMap>>>,
}

impl EffectContext {
    /// Creates a read-only context in which the rule of `call` is evaluated.
    pub fn for_rule(rules: &Arc<Rules>, state: &State, call: &HookCall) -> EffectContext {
        let mut context = EffectContext::open(rules, state.clone());
        context.permission = match call.hook {
            PluginHook::CanStep => PluginPermission::ReadExceptSteps,
            _ => PluginPermission::Read,
        };
        context.actor = Some(call.plugin);
        context
    }

    pub(super) fn open(rules: &Arc<Rules>, state: State) -> EffectContext {
        let extra = state.extra.as_ref();
        EffectContext {
            step_map_before: extra.map(|extra| Arc::clone(&extra.step_map)),
            rules: Arc::clone(rules),
            state,
            permission: PluginPermission::Write,
            actor: None,
            reads: ReadSet::default(),
            journal: Vec::new(),
            events: Vec::new(),
            contributors: Vec::new(),
            rolls: Vec::new(),
            rolled: 0,
            requested_roll: None,
        }
    }

    /// Prepares the context for a hook call of the plug-in `actor`.
    pub(super) fn begin_call(&mut self, actor: PluginId) {
        self.actor = Some(actor);
        self.requested_roll = None;
        self.reset_step_map();
    }

    /// All parts of the position that plug-ins have read in this context.
    pub fn reads(&self) -> ReadSet {
        self.reads
    }

    /// Restarts the recording of reads, for a question that fixes the field of the pawn of `seat`.
    pub(super) fn place_pawn_by_question(&mut self, seat: Seat) {
        self.reads = ReadSet::with_pawn_placed(seat);
    }

    /// True if the step map must be recomputed before an effect uses it; always false for rules.
    pub fn step_map_is_stale(&self) -> bool {
        self.permission == PluginPermission::Write
            && !self.state.extra().step_map.holds(&self.state)
    }

    /// Recomputes the step map if changes to the position have made it invalid.
    pub(super) fn refresh_step_map(&mut self) {
        if self.step_map_is_stale() {
            self.state.extra_mut().step_map = self.rules.current_step_map(&self.state);
        }
    }

    /// Restores the step map from before the first change, so that the cost of a plug-in call does
    /// not depend on earlier calls.
    fn reset_step_map(&mut self) {
        if let (Some(before), Some(extra)) = (&self.step_map_before, &mut self.state.extra) {
            extra.step_map = Arc::clone(before);
        }
    }

    /// Number of outcomes of the chance event that the plug-in waits for; `None` if it waits for
    /// none.
    pub fn requested_roll(&self) -> Option<u8> {
        self.requested_roll
    }

    /// The rules of the game.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    pub(super) fn change(&mut self, change: StateChange) {
        let undo = self.state.apply(change);
        self.journal.push(undo);
    }

    /// Rolls back all changes to the position except the first `keep`.
    pub(super) fn roll_back(&mut self, keep: usize) {
        while self.journal.len() > keep {
            let undo = self.journal.pop().expect("there are more than zero");
            self.state.apply(undo);
        }
        self.reset_step_map();
    }

    /// Adds the current plug-in to the contributors if it has changed the position since
    /// `savepoint`.
    pub(super) fn note_contributor(&mut self, savepoint: Savepoint) {
        if let Some(actor) = self.actor
            && self.has_changed_since(savepoint)
            && !self.contributors.contains(&actor)
        {
            self.contributors.push(actor);
        }
    }

    /// The plug-ins that have changed the position, in order of their first change.
    pub(super) fn contributors(&self) -> &[PluginId] {
        &self.contributors
    }

    /// Returns the current point in the journal of changes, for a later rollback.
    pub fn savepoint(&self) -> Savepoint {
        Savepoint {
            changes: self.journal.len(),
            events: self.events.len(),
            rolled: self.rolled,
        }
    }

    /// True if the position was changed since `savepoint`.
    pub fn has_changed_since(&self, savepoint: Savepoint) -> bool {
        self.journal.len() > savepoint.changes
    }

    /// Rolls back all changes to the position since `savepoint`.
    pub fn roll_back_to(&mut self, savepoint: Savepoint) {
        self.roll_back(savepoint.changes);
        self.events.truncate(savepoint.events);
        self.rolled = savepoint.rolled;
        self.requested_roll = None;
    }

    fn read(&mut self, part: StatePart) -> &State {
        self.reads.add([part]);
        &self.state
    }

    fn check_write_access(&self) -> Result<(), PluginActionDenied> {
        match self.permission {
            PluginPermission::Write => Ok(()),
            PluginPermission::Read | PluginPermission::ReadExceptSteps => {
                denied("a rule may look at the game but not change it")
            }
        }
    }
}
