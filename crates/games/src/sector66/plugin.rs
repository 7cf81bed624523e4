//! What a game knows of its plug-ins: who they are, what they want to be asked about, and how they
//! are asked. What they are written in is the business of a [`Host`].

use std::fmt;
use std::sync::Arc;

use ludorum_core::Seat;

use super::desk::Desk;
use super::element::{Element, PluginId};
use super::rules::Rules;
use super::state::State;
use crate::quoridor::Square;
use crate::quoridor::grid::Walls;

/// What a plug-in is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PluginKind {
    /// Fields of this kind lie on the board in place of ordinary ones.
    Field,
    /// It lies on fields, is picked up and cast.
    Spell,
}

/// A question to a plug-in, or something that happened to an element it is responsible for.
///
/// A field plug-in is responsible for the fields of its kind, and any plug-in for the elements in
/// which it has stored data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Hook {
    /// Rule: may the pawn step on the field?
    CanStep,
    /// Rule: may the spell be cast on the element?
    CanCast,
    /// Rule: may another spell be cast on the element?
    CanReceive,
    /// Rule: may the player move?
    CanMove,
    /// Rule: may the wall be changed?
    CanChange,
    /// Effect: the pawn has stepped on the field.
    OnStep,
    /// Effect: the spell is cast on the element.
    OnCast,
    /// Effect: the player of the pawn has moved.
    AfterMove,
    /// Effect: the wall has been built.
    OnBuild,
}

impl Hook {
    /// All of them.
    pub const ALL: [Hook; 9] = [
        Hook::CanStep,
        Hook::CanCast,
        Hook::CanReceive,
        Hook::CanMove,
        Hook::CanChange,
        Hook::OnStep,
        Hook::OnCast,
        Hook::AfterMove,
        Hook::OnBuild,
    ];

    /// Whether it is a question, to be answered by yes or no.
    pub fn is_rule(self) -> bool {
        match self {
            Hook::CanStep | Hook::CanCast | Hook::CanReceive | Hook::CanMove | Hook::CanChange => {
                true
            }
            Hook::OnStep | Hook::OnCast | Hook::AfterMove | Hook::OnBuild => false,
        }
    }

    /// The name by which plug-ins define it.
    pub fn name(self) -> &'static str {
        match self {
            Hook::CanStep => "can_step",
            Hook::CanCast => "can_cast",
            Hook::CanReceive => "can_receive",
            Hook::CanMove => "can_move",
            Hook::CanChange => "can_change",
            Hook::OnStep => "on_step",
            Hook::OnCast => "on_cast",
            Hook::AfterMove => "after_move",
            Hook::OnBuild => "on_build",
        }
    }
}

/// The hooks a plug-in defines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hooks(u16);

impl Hooks {
    /// Whether `hook` is among them.
    #[inline]
    pub fn has(self, hook: Hook) -> bool {
        self.0 >> hook as u8 & 1 == 1
    }
}

impl FromIterator<Hook> for Hooks {
    fn from_iter<I: IntoIterator<Item = Hook>>(hooks: I) -> Hooks {
        Hooks(hooks.into_iter().fold(0, |set, hook| set | 1 << hook as u8))
    }
}

/// On what a spell can be cast, as far as it can be said without asking it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Targets {
    /// Fields.
    pub fields: bool,
    /// Pawns.
    pub pawns: bool,
    /// Walls that stand.
    pub built: bool,
    /// Places for walls that do not stand, disabled ones included.
    pub unbuilt: bool,
    /// For fields, how far from the caster they can be, in steps of a chess king; any distance if
    /// none.
    pub range: Option<u8>,
}

/// What a game has to know of a plug-in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plugin {
    /// Its name in this game: lower case letters, digits and hyphens.
    pub name: String,
    /// What it is for all games.
    pub uuid: String,
    /// A hash of its files.
    pub hash: String,
    /// What it is.
    pub kind: PluginKind,
    /// What it wants to be asked and told.
    pub hooks: Hooks,
    /// On what it can be cast, if it is a spell.
    pub targets: Targets,
}

/// One question to a plug-in, or one thing it is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Call {
    /// Which.
    pub hook: Hook,
    /// Who is asked.
    pub plugin: PluginId,
    /// The element it is about.
    pub element: Element,
    /// The player who acts.
    pub pawn: Seat,
    /// For steps, the field the pawn comes from; none if it comes out of nowhere.
    pub from: Option<Square>,
    /// For [`Hook::CanReceive`], the spell.
    pub spell: Option<PluginId>,
}

/// A plug-in failed, or what plug-ins did could not stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Its name in this game, or those of all who had a part in it.
    pub plugin: String,
    /// Where and why, in words.
    pub message: String,
    /// What is cancelled.
    pub scope: Scope,
}

/// What is cancelled because of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// What one call of a plug-in did, which failed.
    Call,
    /// What all plug-ins did after a move; none of them need have failed.
    Move,
}

impl Fault {
    /// A call of a plug-in failed.
    pub fn new(plugin: impl Into<String>, message: impl Into<String>) -> Fault {
        Fault {
            plugin: plugin.into(),
            message: message.into(),
            scope: Scope::Call,
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "plug-in {}: {}", self.plugin, self.message)
    }
}

impl std::error::Error for Fault {}

/// Why an effect did not come to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The plug-in failed.
    Fault(Fault),
    /// Chance has to decide first, between so many numbers.
    Roll(u8),
}

/// What parts of a position an answer depends on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Reads(u8);

/// One part of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Part {
    /// Where the pawns are.
    Pawns,
    /// Which walls are built or disabled.
    Walls,
    /// Walls and spells in hand.
    Hands,
    /// The kinds of fields, and the spells on them.
    Fields,
    /// What plug-ins have stored.
    Data,
    /// Whose turn it is, and which turns are skipped.
    Turn,
}

impl Part {
    /// All of them.
    pub const ALL: [Part; 6] = [
        Part::Pawns,
        Part::Walls,
        Part::Hands,
        Part::Fields,
        Part::Data,
        Part::Turn,
    ];
}

impl Reads {
    /// Nothing: the answer is always the same.
    pub const NOTHING: Reads = Reads(0);

    /// Whether `part` is read.
    #[inline]
    pub fn has(self, part: Part) -> bool {
        self.0 >> part as u8 & 1 == 1
    }

    /// Adds a part.
    #[inline]
    pub fn add(&mut self, part: Part) {
        self.0 |= 1 << part as u8;
    }

    /// Whether something is in both.
    #[inline]
    pub fn meets(self, other: Reads) -> bool {
        self.0 & other.0 != 0
    }

    /// Adds all that `other` reads.
    #[inline]
    pub fn merge(&mut self, other: Reads) {
        self.0 |= other.0;
    }
}

/// The answer to a question, with what it depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Yes or no.
    pub answer: Result<bool, Fault>,
    /// What was looked at on the way.
    pub reads: Reads,
    /// The walls that were looked at, if walls are among it.
    pub walls: Walls,
}

/// Runs the plug-ins of one game.
///
/// Plug-ins remember nothing between calls: what they do follows from the call and from what they
/// see on the [`Desk`].
pub trait Host: Send + Sync {
    /// The plug-ins, in the order of their numbers.
    fn plugins(&self) -> &[Plugin];

    /// Begins a move, or a list of moves: all that plug-ins are asked for it has one limit.
    fn begin_move(&self) {}

    /// Why plug-ins are not run any more, if so. Nothing the game says since then counts: on another
    /// machine it might have been another one.
    fn halted(&self) -> Option<&Fault> {
        None
    }

    /// Asks a plug-in; it may look at the position and change nothing.
    fn judge(&self, rules: &Arc<Rules>, state: &State, call: &Call) -> Verdict;

    /// Lets a plug-in act at the desk, which records what it changes.
    ///
    /// # Errors
    /// When it failed or waits for chance; what it has changed by then must be taken back.
    fn act(&self, desk: Desk, call: &Call) -> (Desk, Result<(), Stop>);
}
