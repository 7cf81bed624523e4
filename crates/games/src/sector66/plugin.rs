//! Plug-ins as the rules see them: their hooks, and the [`PluginHost`] that runs them in whatever
//! language they are written.

use std::fmt;
use std::sync::Arc;

use ludorum_core::Seat;

use super::effect_context::EffectContext;
use super::element::{BoardElement, PluginId};
use super::memo::ReadSet;
use super::rules::Rules;
use super::state::State;
use crate::quoridor::Square;

/// Kind of a plug-in: field or spell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PluginKind {
    /// The plug-in defines a special kind of field.
    Field,
    /// The plug-in defines a spell, which lies on a field, is picked up by a pawn and cast.
    Spell,
}

/// A callback of a plug-in: a rule to answer or an effect to carry out.
///
/// Field plug-ins are called for the fields of their kind, and every plug-in for the elements it
/// has stored data in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum PluginHook {
    /// Rule: may the pawn step on the field?
    CanStep,
    /// Rule of a spell: may it be cast on the element?
    CanCast,
    /// Rule of the plug-ins of an element: may a spell be cast on the element?
    CanReceive,
    /// Rule: may the player move?
    CanMove,
    /// Rule: may the wall be changed?
    CanChange,
    /// Effect: the pawn has stepped on the field.
    OnStep,
    /// Effect: the spell is cast on the element.
    OnCast,
    /// Effect: the player of the pawn has made a move.
    AfterMove,
    /// Effect: the wall has been built.
    OnBuild,
}

impl PluginHook {
    /// All hooks.
    pub const ALL: [PluginHook; 9] = [
        PluginHook::CanStep,
        PluginHook::CanCast,
        PluginHook::CanReceive,
        PluginHook::CanMove,
        PluginHook::CanChange,
        PluginHook::OnStep,
        PluginHook::OnCast,
        PluginHook::AfterMove,
        PluginHook::OnBuild,
    ];

    /// True if the hook is a rule, which answers yes or no; false if it is an effect.
    pub fn is_rule(self) -> bool {
        match self {
            PluginHook::CanStep
            | PluginHook::CanCast
            | PluginHook::CanReceive
            | PluginHook::CanMove
            | PluginHook::CanChange => true,
            PluginHook::OnStep
            | PluginHook::OnCast
            | PluginHook::AfterMove
            | PluginHook::OnBuild => false,
        }
    }

    /// Name of the function in the plug-in's code that implements this hook.
    pub fn name(self) -> &'static str {
        match self {
            PluginHook::CanStep => "can_step",
            PluginHook::CanCast => "can_cast",
            PluginHook::CanReceive => "can_receive",
            PluginHook::CanMove => "can_move",
            PluginHook::CanChange => "can_change",
            PluginHook::OnStep => "on_step",
            PluginHook::OnCast => "on_cast",
            PluginHook::AfterMove => "after_move",
            PluginHook::OnBuild => "on_build",
        }
    }
}

/// A set of plug-in hooks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HookSet(u16);

impl HookSet {
    /// True if the set contains `hook`.
    #[inline]
    pub fn has(self, hook: PluginHook) -> bool {
        self.0 >> hook as u8 & 1 == 1
    }
}

impl FromIterator<PluginHook> for HookSet {
    fn from_iter<I: IntoIterator<Item = PluginHook>>(hooks: I) -> HookSet {
        HookSet(hooks.into_iter().fold(0, |set, hook| set | 1 << hook as u8))
    }
}

/// Declared targets of a spell. The spell's own rule may narrow them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DeclaredSpellTargets {
    /// True if fields are targets.
    pub fields: bool,
    /// True if pawns are targets.
    pub pawns: bool,
    /// True if built walls are targets.
    pub built: bool,
    /// True if empty wall slots are targets, disabled ones included.
    pub unbuilt: bool,
    /// Largest distance of a target field from the caster, in king's moves; `None` if unlimited.
    pub range: Option<u8>,
}

/// The properties of a plug-in that the rules of the game need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PluginDefinition {
    /// Name of the plug-in in this game: lower case letters, digits and hyphens.
    pub name: String,
    /// UUID of the plug-in, the same in all games.
    pub uuid: String,
    /// Hash of the plug-in's files.
    pub hash: String,
    /// The kind of the plug-in, field or spell.
    pub kind: PluginKind,
    /// Hooks that the plug-in defines.
    pub hooks: HookSet,
    /// Declared targets of a spell; no targets for field plug-ins.
    pub targets: DeclaredSpellTargets,
}

/// A call of one hook of a plug-in, with its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HookCall {
    /// The hook that is called.
    pub hook: PluginHook,
    /// The plug-in whose hook is called.
    pub plugin: PluginId,
    /// Field, pawn or wall for which the hook is called.
    pub element: BoardElement,
    /// Seat of the acting player.
    pub pawn: Seat,
    /// Field from which the pawn steps; `None` if it lands without a step, and for other hooks.
    pub from: Option<Square>,
    /// Spell that is to be cast, for [`PluginHook::CanReceive`]; `None` for other hooks.
    pub spell: Option<PluginId>,
}

/// A failure of a plug-in, or of the combined effects of several plug-ins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PluginFault {
    /// Name of the plug-in, or of all plug-ins involved.
    pub plugin: String,
    /// Location and cause of the failure, in English.
    pub message: String,
    /// Effects that are cancelled because of the failure.
    pub scope: FaultCancelScope,
}

/// Extent of the effects that a plug-in failure cancels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultCancelScope {
    /// Only the effects of the failed plug-in call are cancelled.
    Call,
    /// The effects of all plug-in calls after a move are cancelled, even if no call failed by
    /// itself.
    Move,
}

impl PluginFault {
    /// Creates the fault of one failed plug-in call.
    pub fn new(plugin: impl Into<String>, message: impl Into<String>) -> PluginFault {
        PluginFault {
            plugin: plugin.into(),
            message: message.into(),
            scope: FaultCancelScope::Call,
        }
    }
}

impl fmt::Display for PluginFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "plug-in {}: {}", self.plugin, self.message)
    }
}

impl std::error::Error for PluginFault {}

/// Reason why a plug-in effect did not finish.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EffectInterrupt {
    /// The plug-in failed.
    Fault(PluginFault),
    /// The plug-in first needs a random number, from 1 to this value.
    Roll(u8),
}

/// Answer of a plug-in's rule, with the components of the position that the rule has read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleAnswer {
    /// True if the rule allows the action; an error if it has failed.
    pub answer: Result<bool, PluginFault>,
    /// Components of the position that the rule has read, on which the answer depends.
    pub reads: ReadSet,
}

/// Runs the plug-ins of one game.
///
/// Plug-ins have no memory between calls: a result depends on the call and on what they read
/// through the [`EffectContext`].
pub trait PluginHost: Send + Sync {
    /// The plug-ins of the game, in the order of their ids.
    fn plugins(&self) -> &[PluginDefinition];

    /// Starts the time budget of the plug-in calls for one move or one move list.
    fn begin_move(&self) {}

    /// Fault that has stopped all plug-ins; `None` while they work. Results after such a fault are
    /// not reproducible on other machines and must be discarded.
    fn halted(&self) -> Option<&PluginFault> {
        None
    }

    /// Calls a rule of a plug-in, which may read the position but not change it.
    fn ask_rule(&self, rules: &Arc<Rules>, state: &State, call: &HookCall) -> RuleAnswer;

    /// Calls an effect of a plug-in. The context records its changes to the position.
    ///
    /// # Errors
    /// When the effect fails or needs a chance event; the caller must roll its changes back.
    fn run_effect(
        &self,
        context: EffectContext,
        call: &HookCall,
    ) -> (EffectContext, Result<(), EffectInterrupt>);
}
