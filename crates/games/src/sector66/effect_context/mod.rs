//! The position as plug-ins read and change it. Every change is recorded, so that all effects can
//! be undone without the plug-in's help.

mod actions;
mod read;

use std::fmt;
use std::sync::Arc;

use ludorum_core::Seat;

use super::element::{BoardElement, PluginId};
use super::invalidation::StepMapCache;
use super::plugin::{HookCall, PluginHook, ReadSet, StatePart};
use super::rules::Rules;
use super::state::{State, StateChange};
use super::step_effects::DetailedReadSet;
use crate::quoridor::grid::WallSet;
use crate::quoridor::{Square, Wall};

/// Error: a plug-in tried something that is not allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionDenied(pub String);

impl fmt::Display for ActionDenied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ActionDenied {}

fn denied<T>(message: impl Into<String>) -> Result<T, ActionDenied> {
    Err(ActionDenied(message.into()))
}

/// The access a plug-in has to the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PluginPermission {
    /// Read all but the step map, which is being computed.
    ReadExceptSteps,
    Read,
    Write,
}

/// An event that plug-ins react to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BoardEvent {
    /// Pawn, from, to.
    Stepped(Seat, Square, Square),
    Built(Seat, Wall),
    Cast(Seat, PluginId, BoardElement),
    Moved(Seat),
}

/// A point in the journal to roll back to.
#[derive(Clone, Copy, Debug)]
pub struct Savepoint {
    changes: usize,
    events: usize,
    rolled: usize,
}

/// The position as plug-ins read and change it. Every change is recorded, so that it can be undone.
#[derive(Debug)]
pub struct EffectContext {
    rules: Arc<Rules>,
    pub(super) state: State,
    permission: PluginPermission,
    actor: Option<PluginId>,
    reads: ReadSet,
    walls_seen: WallSet,
    detailed_reads: DetailedReadSet,
    /// The seat whose step is tried out; reading its own pawn is no dependency.
    watched_seat: Option<Seat>,
    /// Inverses of the changes, in the order in which those were made.
    pub(super) journal: Vec<StateChange>,
    pub(super) events: Vec<BoardEvent>,
    /// The plug-ins that have changed something.
    contributors: Vec<PluginId>,
    pub(super) rolls: Vec<u8>,
    pub(super) rolled: usize,
    requested_roll: Option<u8>,
    pub(super) step_map_cache: StepMapCache,
}

impl EffectContext {
    /// A read-only context, for a rule.
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
        EffectContext {
            rules: Arc::clone(rules),
            state,
            permission: PluginPermission::Write,
            actor: None,
            reads: ReadSet::NOTHING,
            walls_seen: WallSet::default(),
            detailed_reads: DetailedReadSet::default(),
            watched_seat: None,
            journal: Vec::new(),
            events: Vec::new(),
            contributors: Vec::new(),
            rolls: Vec::new(),
            rolled: 0,
            requested_roll: None,
            step_map_cache: StepMapCache::default(),
        }
    }

    /// Prepares for a call of a plug-in.
    pub(super) fn begin_call(&mut self, actor: PluginId) {
        self.actor = Some(actor);
        self.requested_roll = None;
        self.reset_step_map();
    }

    /// The parts of the position that were read.
    pub fn reads(&self) -> ReadSet {
        self.reads
    }

    /// The walls that were read.
    pub fn walls_seen(&self) -> WallSet {
        self.walls_seen
    }

    /// Starts recording the reads of a trial step of `seat`.
    pub(super) fn watch_step(&mut self, seat: Seat) {
        self.watched_seat = Some(seat);
        self.detailed_reads = DetailedReadSet::default();
    }

    /// The reads so far, with single fields and walls.
    pub(super) fn detailed_reads(&self) -> DetailedReadSet {
        self.detailed_reads
    }

    /// Number of outcomes of the chance event the plug-in waits for.
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

    /// Rolls back all changes but the first `keep`.
    pub(super) fn roll_back(&mut self, keep: usize) {
        while self.journal.len() > keep {
            let undo = self.journal.pop().expect("there are more than zero");
            self.state.apply(undo);
        }
        self.reset_step_map();
    }

    /// Adds the current plug-in to the contributors if it has changed something since `savepoint`.
    pub(super) fn note_contributor(&mut self, savepoint: Savepoint) {
        if let Some(actor) = self.actor
            && self.has_changed_since(savepoint)
            && !self.contributors.contains(&actor)
        {
            self.contributors.push(actor);
        }
    }

    /// The plug-ins that have changed something, in order of their first change.
    pub(super) fn contributors(&self) -> &[PluginId] {
        &self.contributors
    }

    /// Marks the current point in the journal.
    pub fn savepoint(&self) -> Savepoint {
        Savepoint {
            changes: self.journal.len(),
            events: self.events.len(),
            rolled: self.rolled,
        }
    }

    /// True if something was changed since the savepoint.
    pub fn has_changed_since(&self, savepoint: Savepoint) -> bool {
        self.journal.len() > savepoint.changes
    }

    /// Rolls back everything since the savepoint.
    pub fn roll_back_to(&mut self, savepoint: Savepoint) {
        self.roll_back(savepoint.changes);
        self.events.truncate(savepoint.events);
        self.rolled = savepoint.rolled;
        self.requested_roll = None;
    }

    fn read(&mut self, part: StatePart) -> &State {
        self.reads.add(part);
        self.detailed_reads.parts.add(part);
        &self.state
    }

    fn check_write_access(&self) -> Result<(), ActionDenied> {
        match self.permission {
            PluginPermission::Write => Ok(()),
            PluginPermission::Read | PluginPermission::ReadExceptSteps => {
                denied("a rule may look at the game but not change it")
            }
        }
    }
}
