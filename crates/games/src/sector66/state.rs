//! Positions and the changes they are made of. On boards with plug-ins, everything is a
//! [`StateChange`], and applying one returns its inverse.

use std::sync::Arc;

use ludorum_core::Seat;

use super::element::{BoardElement, FIELDS, HAND, MOST_SEATS, Move, PluginId, WallState};
use super::memo::{Memo, PartHashes, StatePart};
use super::step_map::StepMap;
use crate::quoridor::grid::WallSet;
use crate::quoridor::{self, Square, Wall, WallOrientation};

/// A Sector 66 position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// The Quoridor position: pawns, walls, walls in hand, distances and the number of plies.
    pub(super) board: quoridor::State,
    /// Fields of the position that Quoridor lacks; `None` on boards that use Quoridor's own rules.
    pub(super) extra: Option<Box<ExtraState>>,
}

/// Fields of a Sector 66 position that a Quoridor position lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ExtraState {
    pub(super) turn: Seat,
    /// Number of extra turns that the seat to move has after this turn.
    pub(super) extra_turns: u8,
    /// Number of turns that each seat will miss.
    pub(super) skips: [u8; MOST_SEATS],
    pub(super) won: Option<Seat>,
    pub(super) disabled: WallSet,
    /// Number of the plug-in that makes each field special; 0 for ordinary fields.
    pub(super) kinds: [u8; FIELDS],
    /// Plug-in number of the spell that lies on each field; 0 for no spell.
    pub(super) spells: [u8; FIELDS],
    /// Plug-in numbers of the spells in each seat's hand, in descending order; 0 for an empty slot.
    pub(super) hands: [[u8; HAND]; MOST_SEATS],
    /// Numbers stored by plug-ins, sorted.
    pub(super) data: Vec<PluginDatum>,
    pub(super) pending: Option<Box<MoveAwaitingChance>>,
    /// Zobrist hash of each component of the position.
    pub(super) hashes: PartHashes,
    pub(super) step_map: Arc<Memo<StepMap>>,
}

/// A number stored by a plug-in in a board element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PluginDatum {
    pub(super) element: BoardElement,
    pub(super) plugin: PluginId,
    pub(super) slot: u8,
    pub(super) value: i32,
}

/// A move that cannot finish until a chance event has happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MoveAwaitingChance {
    pub(super) mv: Move,
    /// Results of the chance events during this move so far.
    pub(super) rolls: Vec<u8>,
    /// Number of outcomes of the next chance event of this move.
    pub(super) sides: u8,
}

/// A reversible change of a position.
#[derive(Clone, Debug)]
pub(super) enum StateChange {
    Pawn(Seat, Square),
    WallsLeft(Seat, u8),
    Wall(Wall, WallState),
    FieldKind(Square, u8),
    Spell(Square, u8),
    Hand(Seat, [u8; HAND]),
    Skips(Seat, u8),
    ExtraTurns(u8),
    Turn(Seat),
    Winner(Option<Seat>),
    Data(BoardElement, PluginId, u8, Option<i32>),
    Pending(Option<Box<MoveAwaitingChance>>),
}

/// Mixes the bits of `value` by the finaliser of SplitMix64.
fn scramble(value: u64) -> u64 {
    let mut z = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Zobrist key of one feature of a position: a fixed pseudo-random number.
fn zobrist_key(tag: u8, place: usize, value: u64) -> u64 {
    scramble(scramble(u64::from(tag) << 32 | place as u64) ^ value)
}

fn element_code(element: BoardElement) -> usize {
    match element {
        BoardElement::Field(square) => square.index(),
        BoardElement::Pawn(seat) => 1000 + seat.index(),
        BoardElement::Wall(wall) => 2000 + wall_code(wall),
    }
}

fn wall_code(wall: Wall) -> usize {
    wall.square.index() * 2 + usize::from(wall.direction == WallOrientation::Vertical)
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

fn pending_key(pending: Option<&MoveAwaitingChance>) -> u64 {
    let Some(pending) = pending else { return 0 };
    let start = scramble(move_code(pending.mv) << 8 | u64::from(pending.sides));
    pending
        .rolls
        .iter()
        .fold(start, |hash, &roll| scramble(hash ^ u64::from(roll)))
}

fn datum_key(datum: &PluginDatum) -> u64 {
    let place = element_code(datum.element) << 16
        | usize::from(datum.plugin.number()) << 8
        | usize::from(datum.slot);
    zobrist_key(9, place, datum.value as u32 as u64)
}

impl ExtraState {
    #[inline]
    fn turn_code(&self) -> u64 {
        let won = self.won.map_or(7, Seat::index) as u64;
        let skips = u64::from(u32::from_le_bytes(self.skips));
        skips << 24 | u64::from(self.extra_turns) << 16 | won << 8 | self.turn.index() as u64
    }

    fn turn_key(&self) -> u64 {
        zobrist_key(8, 0, self.turn_code()) ^ pending_key(self.pending.as_deref())
    }

    /// Hash of the position without the number of plies.
    pub(super) fn hash(&self) -> u64 {
        // The key of a position seeds chance in searches without chance nodes, so it must not change
        // when a part is split.
        let [
            pawns,
            walls,
            hands,
            kinds,
            spells,
            field_data,
            other_data,
            turn,
        ] = self.hashes;
        let parts = [
            pawns,
            walls,
            hands,
            kinds ^ spells,
            field_data ^ other_data,
            turn,
        ];
        parts.into_iter().fold(0u64, |hash, part| {
            (hash ^ part)
                .rotate_left(17)
                .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        })
    }

    #[inline]
    fn toggle(&mut self, part: StatePart, hash: u64) {
        self.hashes[part as usize] ^= hash;
    }
}

impl State {
    /// The Quoridor position: pawns, walls, walls in hand, distances and the number of plies. Its
    /// seat to move is not valid: use [`State::to_move`].
    #[inline]
    pub fn board(&self) -> &quoridor::State {
        &self.board
    }

    /// The seat to move, also after the end of the game.
    #[inline]
    pub fn to_move(&self) -> Seat {
        match &self.extra {
            Some(extra) => extra.turn,
            None => self.board.to_move(),
        }
    }

    /// The plug-in of a special field; `None` for an ordinary field.
    pub fn kind_of(&self, field: Square) -> Option<PluginId> {
        plugin_numbered(self.extra.as_ref()?.kinds[field.index()])
    }

    /// The spell that lies on `field`; `None` if there is none.
    pub fn spell_on(&self, field: Square) -> Option<PluginId> {
        plugin_numbered(self.extra.as_ref()?.spells[field.index()])
    }

    /// The spells that `seat` has in hand.
    pub fn spells_of(&self, seat: Seat) -> impl Iterator<Item = PluginId> + use<> {
        let hand = self.extra.as_ref().map(|extra| extra.hands[seat.index()]);
        hand.into_iter().flatten().filter_map(plugin_numbered)
    }

    /// Number of turns that a seat will miss.
    pub fn skips(&self, seat: Seat) -> u8 {
        let extra = self.extra.as_ref();
        extra.map_or(0, |extra| extra.skips[seat.index()])
    }

    /// Number of extra turns that the seat to move has after this turn.
    pub fn extra_turns(&self) -> u8 {
        self.extra.as_ref().map_or(0, |extra| extra.extra_turns)
    }

    /// State of a wall slot: built, open or disabled.
    pub fn wall(&self, wall: Wall) -> WallState {
        let extra = self.extra.as_ref();
        if self.board.walls.has(wall) {
            WallState::Built
        } else if extra.is_some_and(|extra| extra.disabled.has(wall)) {
            WallState::Disabled
        } else {
            WallState::Open
        }
    }

    /// The number that `plugin` has stored in a slot of an element; `None` if there is none.
    pub fn stored(&self, element: BoardElement, plugin: PluginId, slot: u8) -> Option<i32> {
        let data = &self.extra.as_ref()?.data;
        let place = data.binary_search_by_key(&(element, plugin, slot), PluginDatum::sort_key);
        place.ok().map(|index| data[index].value)
    }

    /// The fields of the position that Quoridor lacks.
    ///
    /// # Panics
    /// On boards that use Quoridor's own rules.
    pub(super) fn extra(&self) -> &ExtraState {
        self.extra
            .as_deref()
            .expect("only called on boards with extra state")
    }

    pub(super) fn extra_mut(&mut self) -> &mut ExtraState {
        let extra = self.extra.as_deref_mut();
        extra.expect("only called on boards with extra state")
    }

    /// Applies a change to the position and returns the inverse change.
    pub(super) fn apply(&mut self, change: StateChange) -> StateChange {
        let board = &mut self.board;
        let extra = self.extra.as_deref_mut();
        let extra = extra.expect("only called on boards with extra state");
        match change {
            StateChange::Pawn(seat, to) => {
                let from = std::mem::replace(&mut board.pawns[seat.index()], to);
                let hash = pawn_key(seat, from) ^ pawn_key(seat, to);
                extra.toggle(StatePart::Pawns, hash);
                StateChange::Pawn(seat, from)
            }
            StateChange::WallsLeft(seat, left) => {
                let before = std::mem::replace(&mut board.left[seat.index()], left);
                let hash = left_key(seat, before) ^ left_key(seat, left);
                extra.toggle(StatePart::Hands, hash);
                StateChange::WallsLeft(seat, before)
            }
            StateChange::Wall(wall, state) => {
                let before = self.wall(wall);
                let board = &mut self.board;
                let extra = self.extra.as_deref_mut().expect("as above");
                board.walls = board.walls.without(wall);
                extra.disabled = extra.disabled.without(wall);
                match state {
                    WallState::Built => board.walls = board.walls.with(wall),
                    WallState::Disabled => extra.disabled = extra.disabled.with(wall),
                    WallState::Open => {}
                }
                let hash = wall_key(wall, before) ^ wall_key(wall, state);
                extra.toggle(StatePart::Walls, hash);
                StateChange::Wall(wall, before)
            }
            StateChange::FieldKind(field, kind) => {
                let before = std::mem::replace(&mut extra.kinds[field.index()], kind);
                let hash = kind_key(field.index(), before) ^ kind_key(field.index(), kind);
                extra.toggle(StatePart::FieldKinds, hash);
                StateChange::FieldKind(field, before)
            }
            StateChange::Spell(field, spell) => {
                let before = std::mem::replace(&mut extra.spells[field.index()], spell);
                let index = field.index();
                let hash = spell_key(index, before) ^ spell_key(index, spell);
                extra.toggle(StatePart::FieldSpells, hash);
                StateChange::Spell(field, before)
            }
            StateChange::Hand(seat, hand) => {
                let before = std::mem::replace(&mut extra.hands[seat.index()], hand);
                let hash = hand_key(seat, before) ^ hand_key(seat, hand);
                extra.toggle(StatePart::Hands, hash);
                StateChange::Hand(seat, before)
            }
            StateChange::Skips(seat, skips) => extra.change_turn(|extra| {
                let before = std::mem::replace(&mut extra.skips[seat.index()], skips);
                StateChange::Skips(seat, before)
            }),
            StateChange::ExtraTurns(extra_turns) => extra.change_turn(|extra| {
                let before = std::mem::replace(&mut extra.extra_turns, extra_turns);
                StateChange::ExtraTurns(before)
            }),
            StateChange::Turn(seat) => extra.change_turn(|extra| {
                let before = std::mem::replace(&mut extra.turn, seat);
                StateChange::Turn(before)
            }),
            StateChange::Winner(seat) => extra.change_turn(|extra| {
                let before = std::mem::replace(&mut extra.won, seat);
                StateChange::Winner(before)
            }),
            StateChange::Pending(pending) => extra.change_turn(|extra| {
                let before = std::mem::replace(&mut extra.pending, pending);
                StateChange::Pending(before)
            }),
            StateChange::Data(element, plugin, slot, value) => {
                let before = extra.store(element, plugin, slot, value);
                StateChange::Data(element, plugin, slot, before)
            }
        }
    }

    /// Computes the Zobrist hash of every component of the position from scratch.
    pub(super) fn compute_hashes(&self, seats: usize) -> PartHashes {
        let extra = self.extra();
        let mut hashes = [0; StatePart::ALL.len()];
        let mut add = |part: StatePart, hash: u64| hashes[part as usize] ^= hash;
        for seat in Seat::all(seats) {
            add(StatePart::Pawns, pawn_key(seat, self.board.pawn(seat)));
            add(
                StatePart::Hands,
                left_key(seat, self.board.walls_left(seat)),
            );
            add(StatePart::Hands, hand_key(seat, extra.hands[seat.index()]));
        }
        for wall in self.board.walls.iter() {
            add(StatePart::Walls, wall_key(wall, WallState::Built));
        }
        for wall in extra.disabled.iter() {
            add(StatePart::Walls, wall_key(wall, WallState::Disabled));
        }
        for index in 0..FIELDS {
            add(StatePart::FieldKinds, kind_key(index, extra.kinds[index]));
            add(
                StatePart::FieldSpells,
                spell_key(index, extra.spells[index]),
            );
        }
        for datum in &extra.data {
            add(StatePart::data_in(datum.element), datum_key(datum));
        }
        add(StatePart::Turn, extra.turn_key());
        hashes
    }
}

impl ExtraState {
    /// Applies a change of [`StatePart::Turn`] and updates its hash.
    fn change_turn(&mut self, change: impl FnOnce(&mut ExtraState) -> StateChange) -> StateChange {
        let before = self.turn_key();
        let undo = change(self);
        let after = self.turn_key();
        self.toggle(StatePart::Turn, before ^ after);
        undo
    }

    fn store(
        &mut self,
        element: BoardElement,
        plugin: PluginId,
        slot: u8,
        value: Option<i32>,
    ) -> Option<i32> {
        let place = self
            .data
            .binary_search_by_key(&(element, plugin, slot), PluginDatum::sort_key);
        let before = place.ok().map(|index| self.data[index]);
        let datum = value.map(|value| PluginDatum {
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
            self.toggle(StatePart::data_in(element), datum_key(datum));
        }
        before.map(|datum| datum.value)
    }
}

impl PluginDatum {
    fn sort_key(&self) -> (BoardElement, PluginId, u8) {
        (self.element, self.plugin, self.slot)
    }
}

#[inline]
pub(super) fn plugin_numbered(number: u8) -> Option<PluginId> {
    PluginId::new(usize::from(number.checked_sub(1)?))
}

pub(super) fn pawn_key(seat: Seat, square: Square) -> u64 {
    zobrist_key(1, seat.index(), square.index() as u64)
}

fn left_key(seat: Seat, left: u8) -> u64 {
    zobrist_key(2, seat.index(), u64::from(left))
}

pub(super) fn wall_key(wall: Wall, state: WallState) -> u64 {
    match state {
        WallState::Open => 0,
        state => zobrist_key(3, wall_code(wall), state as u64),
    }
}

fn kind_key(field: usize, kind: u8) -> u64 {
    match kind {
        0 => 0,
        kind => zobrist_key(4, field, u64::from(kind)),
    }
}

fn spell_key(field: usize, spell: u8) -> u64 {
    match spell {
        0 => 0,
        spell => zobrist_key(5, field, u64::from(spell)),
    }
}

fn hand_key(seat: Seat, hand: [u8; HAND]) -> u64 {
    zobrist_key(6, seat.index(), hand_code(hand))
}
