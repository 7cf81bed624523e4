//! A position, and the changes it is made of: everything that happens to a position in which there
//! is more than pawns and walls is a [`Change`], and every change knows the one that takes it back.

use std::sync::Arc;

use ludorum_core::Seat;

use super::element::{Element, FIELDS, HAND, MOST_SEATS, Move, PluginId, WallState};
use super::plugin::{Part, Reads};
use super::ways::Ways;
use crate::quoridor::grid::Walls;
use crate::quoridor::{self, Direction, Square, Wall};

/// A position of Sector 66.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// Pawns, walls, walls in hand, distances and the number of moves.
    pub(super) board: quoridor::State,
    /// All the rest; none on boards where Quoridor's own rules are enough.
    pub(super) more: Option<Box<More>>,
}

/// What Quoridor does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct More {
    pub(super) turn: Seat,
    /// Turns the seat to move has after this one, before the next seat has its.
    pub(super) again: u8,
    /// Turns each seat will be skipped.
    pub(super) skips: [u8; MOST_SEATS],
    pub(super) won: Option<Seat>,
    pub(super) disabled: Walls,
    /// The plug-in of each field, 0 for ordinary ones.
    pub(super) kinds: [u8; FIELDS],
    /// The spell lying on each field, 0 for none.
    pub(super) spells: [u8; FIELDS],
    /// The spells each seat holds, the higher numbers first, 0 for none.
    pub(super) hands: [[u8; HAND]; MOST_SEATS],
    /// What plug-ins have stored, in order.
    pub(super) data: Vec<Datum>,
    pub(super) pending: Option<Box<Pending>>,
    /// A hash of each part.
    pub(super) hashes: Hashes,
    pub(super) ways: Arc<Ways>,
}

/// A hash of each part of a position.
pub(super) type Hashes = [u64; Part::ALL.len()];

/// One number stored by a plug-in in an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Datum {
    pub(super) element: Element,
    pub(super) plugin: PluginId,
    pub(super) slot: u8,
    pub(super) value: i32,
}

/// A move that waits for chance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pending {
    pub(super) mv: Move,
    /// What chance has decided so far.
    pub(super) rolls: Vec<u8>,
    /// Between how many numbers it has to decide now.
    pub(super) sides: u8,
}

/// One change of a position.
#[derive(Clone, Debug)]
pub(super) enum Change {
    Pawn(Seat, Square),
    Left(Seat, u8),
    Wall(Wall, WallState),
    Kind(Square, u8),
    Spell(Square, u8),
    Hand(Seat, [u8; HAND]),
    Skips(Seat, u8),
    Again(u8),
    Turn(Seat),
    Won(Option<Seat>),
    Data(Element, PluginId, u8, Option<i32>),
    Pending(Option<Box<Pending>>),
}

/// The finaliser of SplitMix64.
fn scramble(value: u64) -> u64 {
    let mut z = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A random number for one feature of a position, the same everywhere.
fn feature(tag: u8, place: usize, value: u64) -> u64 {
    scramble(scramble(u64::from(tag) << 32 | place as u64) ^ value)
}

fn element_code(element: Element) -> usize {
    match element {
        Element::Field(square) => square.index(),
        Element::Pawn(seat) => 1000 + seat.index(),
        Element::Wall(wall) => 2000 + wall_code(wall),
    }
}

fn wall_code(wall: Wall) -> usize {
    wall.square.index() * 2 + usize::from(wall.direction == Direction::Vertical)
}

fn hand_code(hand: [u8; HAND]) -> u64 {
    u64::from(u32::from_le_bytes(hand))
}

fn move_code(mv: Move) -> u64 {
    let (tag, code) = match mv {
        Move::Step(square) => (1, square.index()),
        Move::Build(wall) => (2, wall_code(wall)),
        Move::Cast(plugin, element) => {
            let code = element_code(element) << 8 | usize::from(plugin.number());
            (3, code)
        }
        Move::Pass => (4, 0),
        Move::Roll(number) => (5, usize::from(number)),
    };
    (code as u64) << 3 | tag
}

fn pending_feature(pending: Option<&Pending>) -> u64 {
    let Some(pending) = pending else { return 0 };
    let start = scramble(move_code(pending.mv) << 8 | u64::from(pending.sides));
    pending
        .rolls
        .iter()
        .fold(start, |hash, &roll| scramble(hash ^ u64::from(roll)))
}

fn datum_feature(datum: &Datum) -> u64 {
    let place = element_code(datum.element) << 16
        | usize::from(datum.plugin.number()) << 8
        | usize::from(datum.slot);
    feature(9, place, datum.value as u32 as u64)
}

impl More {
    #[inline]
    fn turn_code(&self) -> u64 {
        let won = self.won.map_or(7, Seat::index) as u64;
        let skips = u64::from(u32::from_le_bytes(self.skips));
        skips << 24 | u64::from(self.again) << 16 | won << 8 | self.turn.index() as u64
    }

    fn turn_feature(&self) -> u64 {
        feature(8, 0, self.turn_code()) ^ pending_feature(self.pending.as_deref())
    }

    #[inline]
    fn toggle(&mut self, part: Part, hash: u64) {
        self.hashes[part as usize] ^= hash;
    }
}

impl State {
    /// Pawns, walls, walls in hand, distances and the number of moves. Whose turn it is, is not
    /// for this to say: see [`State::to_move`].
    #[inline]
    pub fn board(&self) -> &quoridor::State {
        &self.board
    }

    /// The seat whose turn it is, or would be if the game were not over.
    #[inline]
    pub fn to_move(&self) -> Seat {
        match &self.more {
            Some(more) => more.turn,
            None => self.board.to_move(),
        }
    }

    /// The plug-in that makes a field a special one.
    pub fn kind_of(&self, field: Square) -> Option<PluginId> {
        numbered(self.more.as_ref()?.kinds[field.index()])
    }

    /// The spell that lies on a field.
    pub fn spell_on(&self, field: Square) -> Option<PluginId> {
        numbered(self.more.as_ref()?.spells[field.index()])
    }

    /// The spells a seat holds.
    pub fn spells_of(&self, seat: Seat) -> impl Iterator<Item = PluginId> + use<> {
        let hand = self.more.as_ref().map(|more| more.hands[seat.index()]);
        hand.into_iter().flatten().filter_map(numbered)
    }

    /// The turns a seat will be skipped.
    pub fn skips(&self, seat: Seat) -> u8 {
        let more = self.more.as_ref();
        more.map_or(0, |more| more.skips[seat.index()])
    }

    /// Turns the seat to move has after this one, before the next seat has its.
    pub fn turns_to_come(&self) -> u8 {
        self.more.as_ref().map_or(0, |more| more.again)
    }

    /// What a wall is.
    pub fn wall(&self, wall: Wall) -> WallState {
        let has = |walls: &Walls| walls.along(wall.direction).has(wall.square);
        if has(&self.board.walls) {
            WallState::Built
        } else if self.more.as_ref().is_some_and(|more| has(&more.disabled)) {
            WallState::Disabled
        } else {
            WallState::Open
        }
    }

    /// What a plug-in has stored in an element under a number.
    pub fn stored(&self, element: Element, plugin: PluginId, slot: u8) -> Option<i32> {
        let data = &self.more.as_ref()?.data;
        let place = data.binary_search_by_key(&(element, plugin, slot), Datum::place);
        place.ok().map(|index| data[index].value)
    }

    /// A hash of the parts of the position that were read.
    #[inline]
    pub fn hash_of(&self, reads: Reads) -> u64 {
        let Some(more) = &self.more else { return 0 };
        let parts = Part::ALL.into_iter().filter(|&part| reads.has(part));
        parts.fold(0, |hash, part| {
            scramble(hash ^ more.hashes[part as usize]).rotate_left(part as u32)
        })
    }

    /// All of what Quoridor does not have.
    pub(super) fn more(&self) -> &More {
        self.more
            .as_deref()
            .expect("only asked where there is more")
    }

    pub(super) fn more_mut(&mut self) -> &mut More {
        let more = self.more.as_deref_mut();
        more.expect("only asked where there is more")
    }

    /// Makes a change; returns the change that takes it back.
    pub(super) fn apply(&mut self, change: Change) -> Change {
        let board = &mut self.board;
        let more = self.more.as_deref_mut();
        let more = more.expect("only changed where there is more");
        match change {
            Change::Pawn(seat, to) => {
                let from = std::mem::replace(&mut board.pawns[seat.index()], to);
                let hash = pawn_feature(seat, from) ^ pawn_feature(seat, to);
                more.toggle(Part::Pawns, hash);
                Change::Pawn(seat, from)
            }
            Change::Left(seat, left) => {
                let before = std::mem::replace(&mut board.left[seat.index()], left);
                let hash = left_feature(seat, before) ^ left_feature(seat, left);
                more.toggle(Part::Hands, hash);
                Change::Left(seat, before)
            }
            Change::Wall(wall, state) => {
                let before = self.wall(wall);
                let board = &mut self.board;
                let more = self.more.as_deref_mut().expect("as above");
                board.walls = board.walls.without(wall);
                more.disabled = more.disabled.without(wall);
                match state {
                    WallState::Built => board.walls = board.walls.with(wall),
                    WallState::Disabled => more.disabled = more.disabled.with(wall),
                    WallState::Open => {}
                }
                let hash = wall_feature(wall, before) ^ wall_feature(wall, state);
                more.toggle(Part::Walls, hash);
                Change::Wall(wall, before)
            }
            Change::Kind(field, kind) => {
                let before = std::mem::replace(&mut more.kinds[field.index()], kind);
                let hash = kind_feature(field.index(), before) ^ kind_feature(field.index(), kind);
                more.toggle(Part::Fields, hash);
                Change::Kind(field, before)
            }
            Change::Spell(field, spell) => {
                let before = std::mem::replace(&mut more.spells[field.index()], spell);
                let index = field.index();
                let hash = spell_feature(index, before) ^ spell_feature(index, spell);
                more.toggle(Part::Fields, hash);
                Change::Spell(field, before)
            }
            Change::Hand(seat, hand) => {
                let before = std::mem::replace(&mut more.hands[seat.index()], hand);
                let hash = hand_feature(seat, before) ^ hand_feature(seat, hand);
                more.toggle(Part::Hands, hash);
                Change::Hand(seat, before)
            }
            Change::Skips(seat, skips) => more.turning(|more| {
                let before = std::mem::replace(&mut more.skips[seat.index()], skips);
                Change::Skips(seat, before)
            }),
            Change::Again(again) => more.turning(|more| {
                let before = std::mem::replace(&mut more.again, again);
                Change::Again(before)
            }),
            Change::Turn(seat) => more.turning(|more| {
                let before = std::mem::replace(&mut more.turn, seat);
                Change::Turn(before)
            }),
            Change::Won(seat) => more.turning(|more| {
                let before = std::mem::replace(&mut more.won, seat);
                Change::Won(before)
            }),
            Change::Pending(pending) => more.turning(|more| {
                let before = std::mem::replace(&mut more.pending, pending);
                Change::Pending(before)
            }),
            Change::Data(element, plugin, slot, value) => {
                let before = more.store(element, plugin, slot, value);
                Change::Data(element, plugin, slot, before)
            }
        }
    }

    /// The hash of every part, computed afresh.
    pub(super) fn fresh_hashes(&self, seats: usize) -> Hashes {
        let more = self.more();
        let mut hashes = [0; Part::ALL.len()];
        let mut add = |part: Part, hash: u64| hashes[part as usize] ^= hash;
        for seat in Seat::all(seats) {
            add(Part::Pawns, pawn_feature(seat, self.board.pawn(seat)));
            add(Part::Hands, left_feature(seat, self.board.walls_left(seat)));
            add(Part::Hands, hand_feature(seat, more.hands[seat.index()]));
        }
        for direction in [Direction::Horizontal, Direction::Vertical] {
            for square in self.board.walls.along(direction) {
                let wall = Wall { square, direction };
                add(Part::Walls, wall_feature(wall, WallState::Built));
            }
            for square in more.disabled.along(direction) {
                let wall = Wall { square, direction };
                add(Part::Walls, wall_feature(wall, WallState::Disabled));
            }
        }
        for index in 0..FIELDS {
            add(Part::Fields, kind_feature(index, more.kinds[index]));
            add(Part::Fields, spell_feature(index, more.spells[index]));
        }
        for datum in &more.data {
            add(Part::Data, datum_feature(datum));
        }
        add(Part::Turn, more.turn_feature());
        hashes
    }
}

impl More {
    /// Changes something of the turn, with its hash.
    fn turning(&mut self, change: impl FnOnce(&mut More) -> Change) -> Change {
        let before = self.turn_feature();
        let undo = change(self);
        let after = self.turn_feature();
        self.toggle(Part::Turn, before ^ after);
        undo
    }

    fn store(
        &mut self,
        element: Element,
        plugin: PluginId,
        slot: u8,
        value: Option<i32>,
    ) -> Option<i32> {
        let place = self
            .data
            .binary_search_by_key(&(element, plugin, slot), Datum::place);
        let before = place.ok().map(|index| self.data[index]);
        let datum = value.map(|value| Datum {
            element,
            plugin,
            slot,
            value,
        });
        match (place, datum) {
            (Ok(index), Some(datum)) => self.data[index] = datum,
            (Ok(index), None) => {
                self.data.remove(index);
            }
            (Err(index), Some(datum)) => self.data.insert(index, datum),
            (Err(_), None) => {}
        }
        for datum in before.iter().chain(&datum) {
            self.toggle(Part::Data, datum_feature(datum));
        }
        before.map(|datum| datum.value)
    }
}

impl Datum {
    fn place(&self) -> (Element, PluginId, u8) {
        (self.element, self.plugin, self.slot)
    }
}

#[inline]
pub(super) fn numbered(number: u8) -> Option<PluginId> {
    PluginId::new(usize::from(number.checked_sub(1)?))
}

fn pawn_feature(seat: Seat, square: Square) -> u64 {
    feature(1, seat.index(), square.index() as u64)
}

fn left_feature(seat: Seat, left: u8) -> u64 {
    feature(2, seat.index(), u64::from(left))
}

fn wall_feature(wall: Wall, state: WallState) -> u64 {
    match state {
        WallState::Open => 0,
        state => feature(3, wall_code(wall), state as u64),
    }
}

fn kind_feature(field: usize, kind: u8) -> u64 {
    match kind {
        0 => 0,
        kind => feature(4, field, u64::from(kind)),
    }
}

fn spell_feature(field: usize, spell: u8) -> u64 {
    match spell {
        0 => 0,
        spell => feature(5, field, u64::from(spell)),
    }
}

fn hand_feature(seat: Seat, hand: [u8; HAND]) -> u64 {
    feature(6, seat.index(), hand_code(hand))
}
