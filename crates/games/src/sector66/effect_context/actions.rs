//! Actions of plug-ins. Rules may not use them.

use std::sync::Arc;

use ludorum_core::Seat;

use super::{EffectContext, PluginActionDenied, PluginTriggerEvent, denied};
use crate::quoridor::{Square, Wall};
use crate::sector66::element::{BoardElement, HAND, PluginId, WallState};
use crate::sector66::memo::StatePart;
use crate::sector66::plugin::{PluginHook, PluginKind};
use crate::sector66::rules::Rules;
use crate::sector66::state::{State, StateChange};

/// Largest number of numbers that plug-ins may have stored in a game at the same time.
const MOST_DATA: usize = 256;

/// Largest number of extra turns, and of turns to be missed, that a player can have.
const MOST_TURNS: u8 = 3;

/// Largest number of walls that a plug-in can give a player.
const MOST_WALLS: u8 = 99;

/// Largest number of outcomes of a chance event that a plug-in may request.
const MOST_SIDES: u8 = 81;

/// Largest number of chance events that plug-ins may request during one move.
const MOST_ROLLS: usize = 32;

impl EffectContext {
    /// Puts the pawn of `seat` on a free field. Plug-in effects of that field follow after this
    /// call of the plug-in.
    ///
    /// # Errors
    /// When another pawn stands on `to`, or when a rule calls this.
    pub fn move_pawn(&mut self, seat: Seat, to: Square) -> Result<(), PluginActionDenied> {
        self.check_write_access()?;
        if let Some(other) = self.pawn_on(to) {
            return denied(format!("player {other} stands there"));
        }
        self.put_pawn(seat, to);
        Ok(())
    }

    /// Swaps the pawns of two seats.
    ///
    /// # Errors
    /// When a rule calls this: rules may not change the position.
    pub fn swap_pawns(&mut self, one: Seat, other: Seat) -> Result<(), PluginActionDenied> {
        self.check_write_access()?;
        let (here, there) = (self.pawn(one), self.pawn(other));
        if one != other {
            self.put_pawn(one, there);
            self.put_pawn(other, here);
        }
        Ok(())
    }

    pub(in crate::sector66) fn put_pawn(&mut self, seat: Seat, to: Square) {
        let from = self.state.board.pawn(seat);
        self.change(StateChange::Pawn(seat, to));
        if let Some(spell) = self.state.spell_on(to)
            && self.add_spell(seat, spell)
        {
            self.change(StateChange::Spell(to, 0));
        }
        self.events
            .push(PluginTriggerEvent::Stepped(seat, from, to));
    }

    /// Sets the number of walls that a player has in hand.
    ///
    /// # Errors
    /// When `walls` exceeds the limit of 99, or when a rule calls this.
    pub fn set_walls_left(&mut self, seat: Seat, walls: u8) -> Result<(), PluginActionDenied> {
        self.check_write_access()?;
        if walls > MOST_WALLS {
            return denied(format!("a player has at most {MOST_WALLS} walls"));
        }
        self.change(StateChange::WallsLeft(seat, walls));
        Ok(())
    }

    /// Adds a spell to a player's hand; returns false if the hand is full.
    ///
    /// # Errors
    /// When the plug-in is not a spell, or when a rule calls this.
    pub fn give_spell(&mut self, seat: Seat, spell: PluginId) -> Result<bool, PluginActionDenied> {
        self.check_write_access()?;
        self.is_spell(spell)?;
        self.read_spells();
        Ok(self.add_spell(seat, spell))
    }

    /// Removes a spell from a player's hand; returns false if the hand does not contain it.
    ///
    /// # Errors
    /// When a rule calls this: rules may not change the position.
    pub fn take_spell(&mut self, seat: Seat, spell: PluginId) -> Result<bool, PluginActionDenied> {
        self.check_write_access()?;
        self.read_spells();
        Ok(self.remove_spell(seat, spell))
    }

    /// Lays a spell on a field, replacing the spell there; `None` only removes that spell.
    ///
    /// # Errors
    /// When the plug-in is not a spell, or when a rule calls this.
    pub fn lay_spell(
        &mut self,
        field: Square,
        spell: Option<PluginId>,
    ) -> Result<(), PluginActionDenied> {
        self.check_write_access()?;
        if let Some(spell) = spell {
            self.is_spell(spell)?;
        }
        let number = spell.map_or(0, PluginId::number);
        self.change(StateChange::Spell(field, number));
        Ok(())
    }

    /// Sets the plug-in that makes a field special; `None` makes the field ordinary.
    ///
    /// # Errors
    /// When the plug-in is not of the kind field, or when a rule calls this.
    pub fn set_kind(
        &mut self,
        field: Square,
        kind: Option<PluginId>,
    ) -> Result<(), PluginActionDenied> {
        self.check_write_access()?;
        if let Some(kind) = kind
            && self.rules.plugin(kind).kind != PluginKind::Field
        {
            return denied(format!("{} is not a field", self.rules.plugin(kind).name));
        }
        let number = kind.map_or(0, PluginId::number);
        self.change(StateChange::FieldKind(field, number));
        Ok(())
    }

    /// Builds, removes or disables a wall. Returns false if a new wall overlaps or crosses another
    /// one or closes a player's last path, or if a plug-in with data in the wall forbids the
    /// change.
    ///
    /// # Errors
    /// When a rule calls this: rules may not change the position.
    pub fn set_wall(&mut self, wall: Wall, to: WallState) -> Result<bool, PluginActionDenied> {
        self.check_write_access()?;
        // The path check depends on all of them.
        self.reads.add(StatePart::ALL);
        self.refresh_step_map();
        let seat = self.state.to_move();
        if !self.rules.may_change(&self.state, wall, seat) {
            return Ok(false);
        }
        if to == WallState::Built {
            let free = self.rules.grid().free_slots(&self.state.board.walls);
            if !free.has(wall) {
                return Ok(false);
            }
            let closes = Seat::all(self.rules.seats()).any(|seat| {
                self.rules.has_path(&self.state, seat)
                    && !self.rules.keeps_path(&self.state, wall, seat)
            });
            if closes {
                return Ok(false);
            }
        }
        let was_built = self.state.wall(wall) == WallState::Built;
        self.change(StateChange::Wall(wall, to));
        if to == WallState::Built && !was_built {
            self.events.push(PluginTriggerEvent::Built(seat, wall));
        }
        Ok(true)
    }

    /// Gives the seat to move `turns` extra turns.
    ///
    /// # Errors
    /// When the seat would have more than three extra turns, or when a rule calls this.
    pub fn add_turns(&mut self, turns: u8) -> Result<(), PluginActionDenied> {
        self.check_write_access()?;
        let extra_turns = self.state.extra().extra_turns.saturating_add(turns);
        if extra_turns > MOST_TURNS {
            return denied(format!("at most {MOST_TURNS} extra turns can be won"));
        }
        self.change(StateChange::ExtraTurns(extra_turns));
        Ok(())
    }

    /// Sets the number of turns that `seat` will miss.
    ///
    /// # Errors
    /// When `skips` exceeds three, or when a rule calls this.
    pub fn set_skips(&mut self, seat: Seat, skips: u8) -> Result<(), PluginActionDenied> {
        self.check_write_access()?;
        if skips > MOST_TURNS {
            return denied(format!("at most {MOST_TURNS} turns can be skipped"));
        }
        self.change(StateChange::Skips(seat, skips));
        Ok(())
    }

    /// Stores a number of the current plug-in in a slot of an element; `None` removes it. A plug-in
    /// is called for all elements in which it has stored numbers.
    ///
    /// # Errors
    /// When the game's limit of stored numbers is reached.
    pub fn store(
        &mut self,
        element: BoardElement,
        slot: u8,
        value: Option<i32>,
    ) -> Result<(), PluginActionDenied> {
        self.check_write_access()?;
        let Some(actor) = self.actor else {
            return denied("no plug-in is being called");
        };
        // The limit counts all numbers.
        self.reads.add([StatePart::FieldData, StatePart::OtherData]);
        let is_new = value.is_some() && self.state.stored(element, actor, slot).is_none();
        if is_new && self.state.extra().data.len() >= MOST_DATA {
            return denied(format!(
                "at most {MOST_DATA} numbers can be stored in a game"
            ));
        }
        self.change(StateChange::Data(element, actor, slot, value));
        Ok(())
    }

    /// Returns a random number from 1 to `sides`, drawn by a chance event of the game.
    ///
    /// # Errors
    /// When the number is not drawn yet: the plug-in must stop, and is called again once it is.
    /// Also when `sides` or the number of draws exceeds its limit, or when a rule calls this.
    pub fn random(&mut self, sides: u8) -> Result<u8, PluginActionDenied> {
        self.check_write_access()?;
        if !(1..=MOST_SIDES).contains(&sides) {
            return denied(format!(
                "a random number has between 1 and {MOST_SIDES} outcomes"
            ));
        }
        if sides == 1 {
            return Ok(1);
        }
        match self.rolls.get(self.rolled) {
            Some(&roll) => {
                self.rolled += 1;
                Ok(roll.min(sides))
            }
            None if self.rolls.len() >= MOST_ROLLS => denied(format!(
                "a move may draw at most {MOST_ROLLS} random numbers"
            )),
            None => {
                self.requested_roll = Some(sides);
                denied("the random number is not drawn yet")
            }
        }
    }

    fn is_spell(&self, spell: PluginId) -> Result<(), PluginActionDenied> {
        let plugin = self.rules.plugin(spell);
        match plugin.kind {
            PluginKind::Spell => Ok(()),
            PluginKind::Field => denied(format!("{} is not a spell", plugin.name)),
        }
    }

    pub(in crate::sector66) fn add_spell(&mut self, seat: Seat, spell: PluginId) -> bool {
        let mut hand = self.state.extra().hands[seat.index()];
        if hand[HAND - 1] != 0 {
            return false;
        }
        hand[HAND - 1] = spell.number();
        hand.sort_unstable_by(|a, b| b.cmp(a));
        self.change(StateChange::Hand(seat, hand));
        true
    }

    pub(in crate::sector66) fn remove_spell(&mut self, seat: Seat, spell: PluginId) -> bool {
        let mut hand = self.state.extra().hands[seat.index()];
        let Some(held) = hand.iter_mut().find(|held| **held == spell.number()) else {
            return false;
        };
        *held = 0;
        hand.sort_unstable_by(|a, b| b.cmp(a));
        self.change(StateChange::Hand(seat, hand));
        true
    }
}

impl Rules {
    /// True if all plug-ins that have stored numbers in `wall` allow `seat` to change it.
    pub fn may_change(self: &Arc<Rules>, state: &State, wall: Wall, seat: Seat) -> bool {
        self.all_allow(
            state,
            PluginHook::CanChange,
            BoardElement::Wall(wall),
            seat,
            None,
        )
    }

    /// True if the pawn of `seat` can reach its goal from the field on which it stands.
    fn has_path(&self, state: &State, seat: Seat) -> bool {
        let passages = self.grid().passages(&state.board.walls);
        let from = state.board.pawn(seat);
        let step_map = &state.extra().step_map.value;
        step_map.reaches(self, &passages, seat, from)
    }
}
