//! The desk at which plug-ins sit: all they see of a game and all they can do to it. Every change
//! is recorded, so whatever a plug-in does can be taken back without its help.

mod change;
mod look;

use std::fmt;
use std::sync::Arc;

use ludorum_core::Seat;

use super::afresh::Ground;
use super::element::{Element, PluginId};
use super::plugin::{Call, Hook, Part, Reads};
use super::rules::Rules;
use super::state::{Change, State};
use super::walk::Sight;
use crate::quoridor::grid::Walls;
use crate::quoridor::{Square, Wall};

/// Why a plug-in was not allowed to do something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Denied(pub String);

impl fmt::Display for Denied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Denied {}

fn denied<T>(message: impl Into<String>) -> Result<T, Denied> {
    Err(Denied(message.into()))
}

/// What the one at the desk may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Leave {
    /// All but where one may step: that is being asked.
    LookAround,
    Look,
    Change,
}

/// What is to be told to plug-ins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// Who, from where, and to where.
    Stepped(Seat, Square, Square),
    Built(Seat, Wall),
    Cast(Seat, PluginId, Element),
    Moved(Seat),
}

/// How far things had come at a desk.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    changes: usize,
    events: usize,
    rolled: usize,
}

/// A position, open to a plug-in.
#[derive(Debug)]
pub struct Desk {
    rules: Arc<Rules>,
    pub(super) state: State,
    leave: Leave,
    actor: Option<PluginId>,
    reads: Reads,
    walls_seen: Walls,
    sight: Sight,
    /// Whose pawn is where whoever watches has put it.
    watched: Option<Seat>,
    /// What takes the changes back, in the order in which they were made.
    pub(super) journal: Vec<Change>,
    pub(super) events: Vec<Event>,
    /// The plug-ins that have changed something.
    doers: Vec<PluginId>,
    pub(super) rolls: Vec<u8>,
    pub(super) rolled: usize,
    asked: Option<u8>,
    pub(super) ground: Ground,
}

impl Desk {
    /// A desk to look at a position only, for a rule.
    pub fn for_rule(rules: &Arc<Rules>, state: &State, call: &Call) -> Desk {
        let mut desk = Desk::open(rules, state.clone());
        desk.leave = match call.hook {
            Hook::CanStep => Leave::LookAround,
            _ => Leave::Look,
        };
        desk.actor = Some(call.plugin);
        desk
    }

    pub(super) fn open(rules: &Arc<Rules>, state: State) -> Desk {
        Desk {
            rules: Arc::clone(rules),
            state,
            leave: Leave::Change,
            actor: None,
            reads: Reads::NOTHING,
            walls_seen: Walls::default(),
            sight: Sight::default(),
            watched: None,
            journal: Vec::new(),
            events: Vec::new(),
            doers: Vec::new(),
            rolls: Vec::new(),
            rolled: 0,
            asked: None,
            ground: Ground::default(),
        }
    }

    /// Seats a plug-in at the desk.
    pub(super) fn seat_actor(&mut self, actor: PluginId) {
        self.actor = Some(actor);
        self.asked = None;
        self.forget_ways();
    }

    /// What has been looked at.
    pub fn reads(&self) -> Reads {
        self.reads
    }

    /// The walls that were looked at.
    pub fn walls_seen(&self) -> Walls {
        self.walls_seen
    }

    /// Watches a step of a seat: its own pawn is no news.
    pub(super) fn watch(&mut self, seat: Seat) {
        self.watched = Some(seat);
        self.sight = Sight::default();
    }

    /// What has been looked at, pawns and walls one by one.
    pub(super) fn sight(&self) -> Sight {
        self.sight
    }

    /// Between how many numbers chance has to decide before the plug-in can go on.
    pub fn asked(&self) -> Option<u8> {
        self.asked
    }

    /// The plug-ins of the game.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    pub(super) fn change(&mut self, change: Change) {
        let undo = self.state.apply(change);
        self.journal.push(undo);
    }

    /// Takes back all changes but the first `keep`.
    pub(super) fn roll_back(&mut self, keep: usize) {
        while self.journal.len() > keep {
            let undo = self.journal.pop().expect("there are more than zero");
            self.state.apply(undo);
        }
        self.forget_ways();
    }

    /// Takes down who is at the desk, if anything has changed since.
    pub(super) fn note_doer(&mut self, mark: Mark) {
        if let Some(actor) = self.actor
            && self.journal.len() > mark.changes
            && !self.doers.contains(&actor)
        {
            self.doers.push(actor);
        }
    }

    /// The plug-ins that have changed something, the first first.
    pub(super) fn doers(&self) -> &[PluginId] {
        &self.doers
    }

    /// How far things have come.
    pub fn mark(&self) -> Mark {
        Mark {
            changes: self.journal.len(),
            events: self.events.len(),
            rolled: self.rolled,
        }
    }

    /// Takes back all that was done since.
    pub fn rewind(&mut self, mark: Mark) {
        self.roll_back(mark.changes);
        self.events.truncate(mark.events);
        self.rolled = mark.rolled;
        self.asked = None;
    }

    fn look(&mut self, part: Part) -> &State {
        self.reads.add(part);
        self.sight.parts.add(part);
        &self.state
    }

    fn allowed(&self) -> Result<(), Denied> {
        match self.leave {
            Leave::Change => Ok(()),
            Leave::Look | Leave::LookAround => {
                denied("a rule may look at the game but not change it")
            }
        }
    }
}
