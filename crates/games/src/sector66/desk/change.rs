//! What plug-ins can do. Nothing can be done by a rule.

use std::sync::Arc;

use ludorum_core::Seat;

use super::{Denied, Desk, Event, denied};
use crate::quoridor::{Square, Wall};
use crate::sector66::element::{Element, HAND, PluginId, WallState};
use crate::sector66::plugin::{Hook, Part, PluginKind};
use crate::sector66::rules::Rules;
use crate::sector66::state::{Change, State};

/// The most numbers stored in a game at a time.
const MOST_DATA: usize = 256;

/// The most turns that can be won or lost in advance.
const MOST_TURNS: u8 = 3;

/// The most walls in hand.
const MOST_WALLS: u8 = 99;

/// The most numbers chance is asked to decide between.
const MOST_SIDES: u8 = 81;

/// The most often chance decides for one move.
const MOST_ROLLS: usize = 32;

impl Desk {
    /// Puts a pawn on a free field; what happens there happens once the plug-in is done.
    ///
    /// # Errors
    /// When somebody stands there.
    pub fn move_pawn(&mut self, seat: Seat, to: Square) -> Result<(), Denied> {
        self.allowed()?;
        if let Some(other) = self.pawn_on(to) {
            return denied(format!("player {other} stands there"));
        }
        self.put_pawn(seat, to);
        Ok(())
    }

    /// Lets two pawns change places.
    ///
    /// # Errors
    /// In a rule.
    pub fn swap_pawns(&mut self, one: Seat, other: Seat) -> Result<(), Denied> {
        self.allowed()?;
        let (here, there) = (self.pawn(one), self.pawn(other));
        if one != other {
            self.put_pawn(one, there);
            self.put_pawn(other, here);
        }
        Ok(())
    }

    pub(in crate::sector66) fn put_pawn(&mut self, seat: Seat, to: Square) {
        let from = self.state.board.pawn(seat);
        self.change(Change::Pawn(seat, to));
        if let Some(spell) = self.state.spell_on(to)
            && self.add_spell(seat, spell)
        {
            self.change(Change::Spell(to, 0));
        }
        self.events.push(Event::Stepped(seat, from, to));
    }

    /// Sets the walls a player has in hand.
    ///
    /// # Errors
    /// When that is more than anyone can hold.
    pub fn set_walls_left(&mut self, seat: Seat, walls: u8) -> Result<(), Denied> {
        self.allowed()?;
        if walls > MOST_WALLS {
            return denied(format!("a player has at most {MOST_WALLS} walls"));
        }
        self.change(Change::Left(seat, walls));
        Ok(())
    }

    /// Gives a player a spell; false if the player holds as many as can be held.
    ///
    /// # Errors
    /// When the plug-in is no spell.
    pub fn give_spell(&mut self, seat: Seat, spell: PluginId) -> Result<bool, Denied> {
        self.allowed()?;
        self.is_spell(spell)?;
        self.sight.parts.add(Part::Hands);
        Ok(self.add_spell(seat, spell))
    }

    /// Takes a spell from a player; false if the player has none of the kind.
    ///
    /// # Errors
    /// In a rule.
    pub fn take_spell(&mut self, seat: Seat, spell: PluginId) -> Result<bool, Denied> {
        self.allowed()?;
        self.sight.parts.add(Part::Hands);
        Ok(self.remove_spell(seat, spell))
    }

    /// Lays a spell on a field, or with none takes away what lies there.
    ///
    /// # Errors
    /// When the plug-in is no spell.
    pub fn lay_spell(&mut self, field: Square, spell: Option<PluginId>) -> Result<(), Denied> {
        self.allowed()?;
        if let Some(spell) = spell {
            self.is_spell(spell)?;
        }
        let number = spell.map_or(0, PluginId::number);
        self.change(Change::Spell(field, number));
        Ok(())
    }

    /// Changes the kind of a field, or with none makes it an ordinary one.
    ///
    /// # Errors
    /// When the plug-in is no kind of field.
    pub fn set_kind(&mut self, field: Square, kind: Option<PluginId>) -> Result<(), Denied> {
        self.allowed()?;
        if let Some(kind) = kind
            && self.rules.plugin(kind).kind != PluginKind::Field
        {
            return denied(format!("{} is no field", self.rules.plugin(kind).name));
        }
        let number = kind.map_or(0, PluginId::number);
        self.change(Change::Kind(field, number));
        Ok(())
    }

    /// Builds, unbuilds or disables a wall; false if it lies across another, would close a
    /// player's last path, or a plug-in that has stored data in the wall does not let it.
    ///
    /// # Errors
    /// In a rule.
    pub fn set_wall(&mut self, wall: Wall, to: WallState) -> Result<bool, Denied> {
        self.allowed()?;
        // Paths are judged by all of these.
        for part in Part::ALL {
            self.sight.parts.add(part);
        }
        self.catch_up();
        let seat = self.state.to_move();
        if !self.rules.may_change(&self.state, wall, seat) {
            return Ok(false);
        }
        if to == WallState::Built {
            let free = self.rules.grid().free_slots(&self.state.board.walls);
            if !free.along(wall.direction).has(wall.square) {
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
        self.change(Change::Wall(wall, to));
        if to == WallState::Built && !was_built {
            self.events.push(Event::Built(seat, wall));
        }
        Ok(true)
    }

    /// Lets the player to move have so many turns more.
    ///
    /// # Errors
    /// When those are too many.
    pub fn add_turns(&mut self, turns: u8) -> Result<(), Denied> {
        self.allowed()?;
        let again = self.state.more().again.saturating_add(turns);
        if again > MOST_TURNS {
            return denied(format!("at most {MOST_TURNS} turns more can be won"));
        }
        self.change(Change::Again(again));
        Ok(())
    }

    /// Sets how many turns of a player will be skipped.
    ///
    /// # Errors
    /// When those are too many.
    pub fn set_skips(&mut self, seat: Seat, skips: u8) -> Result<(), Denied> {
        self.allowed()?;
        if skips > MOST_TURNS {
            return denied(format!("at most {MOST_TURNS} turns can be skipped"));
        }
        self.change(Change::Skips(seat, skips));
        Ok(())
    }

    /// Stores a number in an element, or with none forgets it. A plug-in that has stored something
    /// in an element has a say in what happens to it.
    ///
    /// # Errors
    /// When too much is stored in the game already.
    pub fn store(&mut self, element: Element, slot: u8, value: Option<i32>) -> Result<(), Denied> {
        self.allowed()?;
        let Some(actor) = self.actor else {
            return denied("nobody is at the desk");
        };
        let is_new = value.is_some() && self.state.stored(element, actor, slot).is_none();
        if is_new && self.state.more().data.len() >= MOST_DATA {
            return denied(format!(
                "at most {MOST_DATA} numbers can be stored in a game"
            ));
        }
        self.change(Change::Data(element, actor, slot, value));
        Ok(())
    }

    /// A random number from 1 to `sides`, decided by the game's chance.
    ///
    /// # Errors
    /// When chance has not decided yet: the plug-in must stop, and will be called again.
    pub fn random(&mut self, sides: u8) -> Result<u8, Denied> {
        self.allowed()?;
        if !(1..=MOST_SIDES).contains(&sides) {
            return denied(format!("chance decides between 1 to {MOST_SIDES} numbers"));
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
                "chance decides at most {MOST_ROLLS} times for one move"
            )),
            None => {
                self.asked = Some(sides);
                denied("chance has to decide first")
            }
        }
    }

    fn is_spell(&self, spell: PluginId) -> Result<(), Denied> {
        let plugin = self.rules.plugin(spell);
        match plugin.kind {
            PluginKind::Spell => Ok(()),
            PluginKind::Field => denied(format!("{} is no spell", plugin.name)),
        }
    }

    pub(in crate::sector66) fn add_spell(&mut self, seat: Seat, spell: PluginId) -> bool {
        let mut hand = self.state.more().hands[seat.index()];
        if hand[HAND - 1] != 0 {
            return false;
        }
        hand[HAND - 1] = spell.number();
        hand.sort_unstable_by(|a, b| b.cmp(a));
        self.change(Change::Hand(seat, hand));
        true
    }

    pub(in crate::sector66) fn remove_spell(&mut self, seat: Seat, spell: PluginId) -> bool {
        let mut hand = self.state.more().hands[seat.index()];
        let Some(held) = hand.iter_mut().find(|held| **held == spell.number()) else {
            return false;
        };
        *held = 0;
        hand.sort_unstable_by(|a, b| b.cmp(a));
        self.change(Change::Hand(seat, hand));
        true
    }
}

impl Rules {
    /// Whether plug-ins that have stored data in a wall let it be changed.
    pub fn may_change(self: &Arc<Rules>, state: &State, wall: Wall, seat: Seat) -> bool {
        self.all_agree(state, Hook::CanChange, Element::Wall(wall), seat, None)
    }

    /// Whether a seat can get to its goal from where it stands.
    fn has_path(&self, state: &State, seat: Seat) -> bool {
        let passages = self.grid().passages(&state.board.walls);
        let from = state.board.pawn(seat);
        state.more().ways.reaches(self, &passages, seat, from)
    }
}
