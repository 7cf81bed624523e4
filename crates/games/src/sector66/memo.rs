//! Memos: answers about positions that are stored because computing them means calling plug-ins.
//!
//! While an answer is computed, all that it reads of the position is recorded in a [`ReadSet`]. The
//! *fingerprint* of a read set in a position is the Zobrist hash of the position restricted to that
//! set.
//!
//! **The rule of validity:** a stored answer is valid in every position where its read set has the
//! same fingerprint as in the position for which the answer was computed. Nothing else is needed
//! when moves are made and unmade: no stored answer is ever invalidated.
//!
//! - **Answer of a rule.** Question: the variant and the [`HookCall`]. Read set: reads of the plug-in.
//!   Stored in a [`MemoTable`] per thread, in `luau/host.rs` of the crate `plugins`.
//! - **Closed entries of a field.** Question: field and plug-in. Read set: reads of its `can_step` rule
//!   for all seats and entries. Stored in [`Memo`]s inside the step map (`step_map.rs`).
//! - **Step map.** Read set: reads of all closed entries, and the parts [`StatePart::FieldKinds`] and
//!   [`StatePart::FieldData`], which decide the plug-ins to call. Stored in a [`Memo`] inside the
//!   position (`state.rs`).
//! - **Outcome of a step.** Question: seat, start and destination. Read set: reads of the effects, and
//!   the same two parts. Stored in a [`MemoTable`] per evaluation, in `sector66/distance.rs` of the
//!   crate `agents`.
//! - **Weakness of a path.** Question: seat and field. Read set: reads of the step map, and
//!   [`StatePart::Walls`]. Stored by fingerprint in `wall_game/weakness.rs` of the crate `agents`.
//!
//! [`HookCall`]: super::HookCall

use std::fmt;
use std::hash::Hash;

use ludorum_core::Seat;
use rustc_hash::FxHashMap;

use super::element::{BoardElement, MOST_SEATS, WallState};
use super::state::{State, pawn_key, wall_key};
use crate::quoridor::grid::WallSet;
use crate::quoridor::{Square, SquareSet, Wall};

/// Largest number of answers in a [`MemoTable`]; a full table is emptied.
const MAX_ANSWERS: usize = 1 << 17;

/// Largest number of read sets per question in a [`MemoTable`]; the oldest is dropped.
const MAX_READ_SETS: usize = 16;

/// A component of a Sector 66 position that has its own Zobrist hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum StatePart {
    /// Positions of the pawns.
    Pawns,
    /// Built and disabled walls.
    Walls,
    /// Walls and spells that players have in hand.
    Hands,
    /// Plug-ins that make fields special.
    FieldKinds,
    /// Spells lying on fields.
    FieldSpells,
    /// Numbers that plug-ins have stored in fields.
    FieldData,
    /// Numbers that plug-ins have stored in pawns and walls.
    OtherData,
    /// The seat to move, extra and missed turns, the winner and the pending chance event.
    Turn,
}

/// Zobrist hash of each [`StatePart`] of a position, in the order of [`StatePart::ALL`].
pub(super) type PartHashes = [u64; StatePart::ALL.len()];

impl StatePart {
    /// All eight components of a position.
    pub const ALL: [StatePart; 8] = [
        StatePart::Pawns,
        StatePart::Walls,
        StatePart::Hands,
        StatePart::FieldKinds,
        StatePart::FieldSpells,
        StatePart::FieldData,
        StatePart::OtherData,
        StatePart::Turn,
    ];

    /// The component of the position that contains the numbers stored in `element`.
    pub(super) fn data_in(element: BoardElement) -> StatePart {
        match element {
            BoardElement::Field(_) => StatePart::FieldData,
            BoardElement::Pawn(_) | BoardElement::Wall(_) => StatePart::OtherData,
        }
    }
}

/// All that the computation of an answer has read of a position: whole components, and for pawns
/// and walls also single fields and wall slots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadSet {
    /// Bit set of the [`StatePart`]s that were read as a whole.
    parts: u8,
    /// Fields that were checked for a pawn; empty if [`StatePart::Pawns`] was read as a whole.
    fields: SquareSet,
    /// Slots that were checked for a wall; empty if [`StatePart::Walls`] was read as a whole.
    walls: WallSet,
    /// Seat whose pawn does not count as read, because the question fixes the field of that pawn.
    placed: Option<Seat>,
}

impl ReadSet {
    /// Creates an empty read set for a question that fixes the field of the pawn of `seat`.
    pub(super) fn with_pawn_placed(seat: Seat) -> ReadSet {
        ReadSet {
            placed: Some(seat),
            ..ReadSet::default()
        }
    }

    /// True if `part` was read as a whole.
    #[inline]
    pub fn has(&self, part: StatePart) -> bool {
        self.parts >> part as u8 & 1 == 1
    }

    /// True if the state of a wall slot was read.
    pub(super) fn has_wall(&self, wall: Wall) -> bool {
        self.has(StatePart::Walls) || self.walls.has(wall)
    }

    /// Adds components of the position that were read as a whole.
    #[inline]
    pub fn add<const N: usize>(&mut self, parts: [StatePart; N]) {
        for part in parts {
            self.parts |= 1 << part as u8;
        }
        self.drop_details();
    }

    /// Adds the field on which the pawn of `seat` stands.
    pub(super) fn add_pawn(&mut self, seat: Seat) {
        if self.placed != Some(seat) {
            self.add([StatePart::Pawns]);
        }
    }

    /// Adds a check of one field for a pawn.
    pub(super) fn add_field(&mut self, field: Square) {
        self.fields |= field.set();
        self.drop_details();
    }

    /// Adds the states of the wall slots `walls`.
    pub(super) fn add_walls(&mut self, walls: WallSet) {
        self.walls = self.walls.with_all(walls);
        self.drop_details();
    }

    /// Adds everything that `other` contains.
    pub fn merge(&mut self, other: &ReadSet) {
        self.parts |= other.parts;
        self.fields |= other.fields;
        self.add_walls(other.walls);
    }

    /// Removes single fields and wall slots that a component read as a whole includes, so that
    /// equal reads give equal sets.
    #[inline]
    fn drop_details(&mut self) {
        if self.has(StatePart::Pawns) {
            self.fields = SquareSet::NONE;
        }
        if self.has(StatePart::Walls) {
            self.walls = WallSet::default();
        }
    }
}

impl State {
    /// Zobrist hash of the position restricted to a read set; 0 on boards that use Quoridor's own
    /// rules, where no plug-in is called.
    pub(super) fn fingerprint(&self, reads: &ReadSet) -> u64 {
        let Some(extra) = &self.extra else {
            return 0;
        };
        let mut hash = 0;
        for part in StatePart::ALL {
            if reads.has(part) {
                hash ^= extra.hashes[part as usize];
            }
        }
        let pawn_hash = |seat| pawn_key(seat, self.board.pawn(seat));
        if let (true, Some(seat)) = (reads.has(StatePart::Pawns), reads.placed) {
            hash ^= pawn_hash(seat);
        }
        if !reads.fields.is_empty() {
            for seat in Seat::all(MOST_SEATS).filter(|&seat| reads.placed != Some(seat)) {
                if reads.fields.has(self.board.pawn(seat)) {
                    hash ^= pawn_hash(seat);
                }
            }
        }
        for (walls, state) in [
            (self.board.walls, WallState::Built),
            (extra.disabled, WallState::Disabled),
        ] {
            for wall in (walls & reads.walls).iter() {
                hash ^= wall_key(wall, state);
            }
        }
        hash
    }
}

/// A value computed from a position, valid in every position with the same read-set fingerprint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Memo<T> {
    pub(super) value: T,
    pub(super) reads: ReadSet,
    fingerprint: u64,
}

impl<T> Memo<T> {
    /// Creates the memo of a value that was computed for `state` by reading `reads`.
    pub(super) fn new(state: &State, reads: ReadSet, value: T) -> Memo<T> {
        Memo {
            fingerprint: state.fingerprint(&reads),
            reads,
            value,
        }
    }

    /// Creates the memo of a constant, which is valid in all positions.
    pub(super) fn constant(value: T) -> Memo<T> {
        Memo {
            value,
            reads: ReadSet::default(),
            fingerprint: 0,
        }
    }

    /// True if the stored value is valid in `state`.
    #[inline]
    pub(super) fn holds(&self, state: &State) -> bool {
        state.fingerprint(&self.reads) == self.fingerprint
    }
}

/// A cache of answers `V` to questions `Q` about positions. An answer is valid in every position
/// where its read set has the same fingerprint. A full table is emptied.
pub struct MemoTable<Q, V> {
    /// For each question, its answers grouped by read set.
    questions: FxHashMap<Q, Vec<AnswersByFingerprint<V>>>,
    /// Total number of stored answers.
    len: usize,
}

/// Answers to one question with the same read set, by fingerprint of the read set.
struct AnswersByFingerprint<V> {
    reads: ReadSet,
    answers: FxHashMap<u64, V>,
}

impl<Q, V> Default for MemoTable<Q, V> {
    fn default() -> MemoTable<Q, V> {
        MemoTable {
            questions: FxHashMap::default(),
            len: 0,
        }
    }
}

impl<Q, V> fmt::Debug for MemoTable<Q, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MemoTable")
            .field("len", &self.len)
            .finish_non_exhaustive()
    }
}

impl<Q: Eq + Hash, V> MemoTable<Q, V> {
    /// The stored answer to a question that is valid in `state`, with its read set, or `None`.
    pub fn get(&self, state: &State, question: &Q) -> Option<(&V, &ReadSet)> {
        self.questions.get(question)?.iter().find_map(|group| {
            let answer = group.answers.get(&state.fingerprint(&group.reads))?;
            Some((answer, &group.reads))
        })
    }

    /// Stores the answer to a question that was computed for `state` by reading `reads`.
    pub fn insert(&mut self, state: &State, question: Q, answer: V, reads: ReadSet) {
        if self.len >= MAX_ANSWERS {
            self.questions.clear();
            self.len = 0;
        }
        let groups = self.questions.entry(question).or_default();
        let index = groups.iter().position(|group| group.reads == reads);
        let index = index.unwrap_or_else(|| {
            if groups.len() >= MAX_READ_SETS {
                self.len -= groups.remove(0).answers.len();
            }
            groups.push(AnswersByFingerprint {
                reads,
                answers: FxHashMap::default(),
            });
            groups.len() - 1
        });
        let answers = &mut groups[index].answers;
        self.len -= answers.len();
        answers.insert(state.fingerprint(&reads), answer);
        self.len += answers.len();
    }
}
