//! The desk at which plug-ins sit: all they see of a game and all they can do to it. Every change
//! is recorded, so whatever a plug-in does can be taken back without its help.

use std::fmt;
use std::sync::Arc;

use ludorum_core::Seat;

use super::afresh::Ground;
use super::element::{Element, HAND, PluginId, WallState};
use super::plugin::{Call, Hook, Part, PluginKind, Reads};
use super::rules::Rules;
use super::state::{Change, State};
use super::walk::Sight;
use crate::quoridor::grid::Walls;
use crate::quoridor::{Square, Wall};

/// The most numbers stored in a game at a time.
const MOST_DATA: usize = 256;

/// The most turns that can be won or lost in advance.
const MOST_TURNS: u8 = 3;

/// The most walls in hand.
const MOST_WALLS: u8 = 99;

/// The most numbers chance is asked to decide between.
pub(super) const MOST_SIDES: u8 = 81;

/// The most often chance decides for one move.
const MOST_ROLLS: usize = 32;

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

/// What can be seen.
impl Desk {
    /// The number of players.
    pub fn players(&self) -> usize {
        self.rules.seats()
    }

    /// Whose turn it is.
    pub fn to_move(&mut self) -> Seat {
        self.look(Part::Turn).to_move()
    }

    /// The turns a player will be skipped.
    pub fn skips(&mut self, seat: Seat) -> u8 {
        self.look(Part::Turn).skips(seat)
    }

    /// Where a pawn stands.
    pub fn pawn(&mut self, seat: Seat) -> Square {
        self.reads.add(Part::Pawns);
        if self.watched != Some(seat) {
            self.sight.parts.add(Part::Pawns);
        }
        self.state.board.pawn(seat)
    }

    /// Whose pawn stands on a field.
    pub fn pawn_on(&mut self, field: Square) -> Option<Seat> {
        self.reads.add(Part::Pawns);
        self.sight.fields |= field.set();
        let board = &self.state.board;
        Seat::all(self.rules.seats()).find(|&seat| board.pawn(seat) == field)
    }

    /// The walls a player has in hand.
    pub fn walls_left(&mut self, seat: Seat) -> u8 {
        self.look(Part::Hands).board.walls_left(seat)
    }

    /// The spells a player holds.
    pub fn spells(&mut self, seat: Seat) -> Vec<PluginId> {
        // A spell may just have been picked up.
        self.sight.parts.add(Part::Fields);
        self.look(Part::Hands).spells_of(seat).collect()
    }

    /// What kind of field this is; none if an ordinary one.
    pub fn kind(&mut self, field: Square) -> Option<PluginId> {
        self.look(Part::Fields).kind_of(field)
    }

    /// All fields of a kind.
    pub fn fields_of(&mut self, kind: PluginId) -> Vec<Square> {
        let all = self.rules.grid().all();
        let state = self.look(Part::Fields);
        all.filter(|&field| state.kind_of(field) == Some(kind))
            .collect()
    }

    /// The spell lying on a field.
    pub fn spell_on(&mut self, field: Square) -> Option<PluginId> {
        self.look(Part::Fields).spell_on(field)
    }

    /// What a wall is.
    pub fn wall(&mut self, wall: Wall) -> WallState {
        self.walls_seen = self.walls_seen.with(wall);
        self.look(Part::Walls).wall(wall)
    }

    /// Whether there is no wall between two neighbouring fields.
    pub fn is_open(&mut self, from: Square, to: Square) -> bool {
        self.reads.add(Part::Walls);
        self.sight.edges |= from.set() | to.set();
        let grid = self.rules.grid();
        // Of two neighbours one is up or to the right of the other.
        let both = from.set() | to.set();
        let rising = both & grid.down(both);
        let sideways = both & both.left();
        let across = grid.walls_across(rising, sideways);
        self.walls_seen = self.walls_seen.with_all(across);
        let passages = grid.passages(&self.state.board.walls);
        grid.step(&passages, from.set()).has(to)
    }

    /// Whether a pawn may be put on a field, walls notwithstanding: nobody stands there, and it may
    /// be stepped on.
    ///
    /// # Errors
    /// In the rule that says whether a field may be stepped on: it would ask itself.
    pub fn is_free_for(&mut self, seat: Seat, field: Square) -> Result<bool, Denied> {
        if self.leave == Leave::LookAround {
            return denied(
                "can_step may not ask is_free, which asks can_step; pawn_at tells who stands there",
            );
        }
        self.catch_up();
        let ways = &self.state.more().ways;
        let may_land = ways.landing(seat).has(field);
        let mut looked = ways.reads;
        looked.add(Part::Fields);
        looked.add(Part::Data);
        self.reads.merge(looked);
        self.sight.parts.merge(looked);
        Ok(may_land && self.pawn_on(field).is_none())
    }

    /// Whether a player has won by standing on this field.
    pub fn is_goal(&self, seat: Seat, field: Square) -> bool {
        self.rules.quoridor().goal(seat).has(field)
    }

    /// The number the plug-in has stored in an element.
    pub fn stored(&mut self, element: Element, slot: u8) -> Option<i32> {
        let actor = self.actor?;
        self.look(Part::Data).stored(element, actor, slot)
    }
}

/// What can be done. Nothing can be done by a rule.
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

    pub(super) fn put_pawn(&mut self, seat: Seat, to: Square) {
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

    pub(super) fn add_spell(&mut self, seat: Seat, spell: PluginId) -> bool {
        let mut hand = self.state.more().hands[seat.index()];
        if hand[HAND - 1] != 0 {
            return false;
        }
        hand[HAND - 1] = spell.number();
        hand.sort_unstable_by(|a, b| b.cmp(a));
        self.change(Change::Hand(seat, hand));
        true
    }

    pub(super) fn remove_spell(&mut self, seat: Seat, spell: PluginId) -> bool {
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
    pub(super) fn has_path(&self, state: &State, seat: Seat) -> bool {
        let passages = self.grid().passages(&state.board.walls);
        let from = state.board.pawn(seat);
        state.more().ways.reaches(self, &passages, seat, from)
    }
}
