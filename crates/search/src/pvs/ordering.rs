//! Move ordering: hash move, hints, killer moves and the history heuristic.

use std::hash::{Hash, Hasher};

use ludorum_core::{Game, Seat};

use crate::MoveHints;

/// Number of history counters per seat, a power of two; moves are hashed to them.
const HISTORY_SLOTS: usize = 1 << 12;

/// Maximum absolute value of history scores.
const MAX_HISTORY: i32 = 1 << 14;

/// Addition to the ordering rank of killer moves; exceeds every history score.
const KILLER_BONUS: i64 = 1 << 17;

/// Left shift of move-hint priorities in ordering ranks, so that they outweigh killers and history.
const PRIORITY_BITS: u32 = 20;

/// Number of moves that the move picker selects one by one; after that a cutoff is unlikely, and it
/// sorts the rest.
const SELECTED_SINGLY: usize = 6;

/// A move with its ordering rank.
#[derive(Clone, Copy, Debug)]
pub(super) struct RankedMove<M> {
    /// The move itself.
    pub(super) mv: M,
    /// Index of the move in the generated move list.
    pub(super) index: u16,
    slot: u16,
    rank: i64,
}

impl<M> RankedMove<M> {
    /// True if the move hints give the move a negative priority and it is not the hash move.
    pub(super) fn is_unpromising(&self) -> bool {
        // Killers and history never outweigh half a step of priority.
        self.rank < -(1 << (PRIORITY_BITS - 1))
    }
}

/// Iterator over the ranked moves of one position, which lie on the stack of [`MoveOrdering`].
#[derive(Debug)]
pub(super) struct MovePicker {
    start: usize,
    next: usize,
}

impl MovePicker {
    /// Number of moves already returned by [`MoveOrdering::next_move`].
    pub(super) fn moves_taken(&self) -> usize {
        self.next - self.start
    }
}

/// Orders moves: hash move first, then by priority of the move hints, then killers, then history.
#[derive(Debug)]
pub(super) struct MoveOrdering<M> {
    /// Generated moves of the position to be ranked next.
    pub(super) listed: Vec<M>,
    /// Priorities of the moves in `listed`.
    priorities: Vec<i32>,
    /// Stack of ranked moves, shared by all plies.
    stack: Vec<RankedMove<M>>,
    /// Killer moves: the last two cutoff moves at each ply (Akl and Newborn 1977).
    killers: Vec<[Option<M>; 2]>,
    /// History heuristic: cutoff scores per seat and hashed move (Schaeffer 1983).
    history: Vec<i32>,
}

impl<M: Copy + Eq + Hash> MoveOrdering<M> {
    pub(super) fn new(seats: usize, plies: usize) -> MoveOrdering<M> {
        MoveOrdering {
            listed: Vec::new(),
            priorities: Vec::new(),
            stack: Vec::new(),
            killers: vec![[None; 2]; plies],
            history: vec![0; seats * HISTORY_SLOTS],
        }
    }

    /// Ranks the moves in `listed`. `hash_move` is the index of the transposition table's best
    /// move; an index out of range is ignored.
    pub(super) fn rank<G, H>(
        &mut self,
        (game, hints): (&G, &H),
        state: &G::State,
        seat: Seat,
        (depth, ply): (i32, u32),
        hash_move: Option<u16>,
    ) -> MovePicker
    where
        G: Game<Move = M>,
        H: MoveHints<G>,
    {
        let start = self.stack.len();
        let killers = self.killers.get(ply as usize).copied().unwrap_or_default();
        let history = &self.history[seat.index() * HISTORY_SLOTS..][..HISTORY_SLOTS];
        let depth = depth.max(0).unsigned_abs();
        self.priorities.clear();
        hints.priorities(game, state, depth, &self.listed, &mut self.priorities);
        let priorities = &self.priorities;
        self.stack
            .extend(self.listed.iter().enumerate().map(|(i, &mv)| {
                let index = u16::try_from(i).unwrap_or(u16::MAX);
                let slot = slot(mv);
                let rank = if hash_move == Some(index) {
                    i64::MAX
                } else {
                    let killer = match killers {
                        [Some(last), _] if last == mv => 2 * KILLER_BONUS,
                        [_, Some(before)] if before == mv => KILLER_BONUS,
                        _ => 0,
                    };
                    let priority = i64::from(priorities[i]);
                    (priority << PRIORITY_BITS) + killer + i64::from(history[usize::from(slot)])
                };
                RankedMove {
                    mv,
                    index,
                    slot,
                    rank,
                }
            }));
        MovePicker { start, next: start }
    }

    /// Returns the next move to search; `None` after the last.
    #[inline]
    pub(super) fn next_move(&mut self, picker: &mut MovePicker) -> Option<RankedMove<M>> {
        let rest = &mut self.stack[picker.next..];
        let first = |ranked: &RankedMove<M>| (std::cmp::Reverse(ranked.rank), ranked.index);
        if picker.next - picker.start < SELECTED_SINGLY {
            let best = (0..rest.len()).min_by_key(|&i| first(&rest[i]))?;
            rest.swap(0, best);
        } else if picker.next - picker.start == SELECTED_SINGLY {
            rest.sort_unstable_by_key(first);
        }
        let ranked = *rest.first()?;
        picker.next += 1;
        Some(ranked)
    }

    /// Records that the move returned last caused a cutoff: it becomes a killer move and gains
    /// history score; the moves before it lose history score.
    pub(super) fn record_cutoff(&mut self, picker: &MovePicker, seat: Seat, ply: u32, depth: i32) {
        let Some((cut, before)) = self.stack[picker.start..picker.next].split_last() else {
            return;
        };
        if let Some(killers) = self.killers.get_mut(ply as usize)
            && killers[0] != Some(cut.mv)
        {
            *killers = [Some(cut.mv), killers[0]];
        }
        let history = &mut self.history[seat.index() * HISTORY_SLOTS..][..HISTORY_SLOTS];
        let mut change = |ranked: &RankedMove<M>, bonus: i32| {
            // History gravity: the larger a score, the less it grows, so scores stay bounded.
            let score = &mut history[usize::from(ranked.slot)];
            *score += bonus - *score * bonus.abs() / MAX_HISTORY;
        };
        let bonus = (depth * depth).min(MAX_HISTORY / 8);
        change(cut, bonus);
        for ranked in before {
            change(ranked, -bonus);
        }
    }

    /// Pops a position's moves from the stack. Positions are released in reverse order of ranking.
    #[inline]
    pub(super) fn release(&mut self, picker: MovePicker) {
        self.stack.truncate(picker.start);
    }
}

/// Index of the history counter of a move. Moves that collide share a counter, which does little
/// harm.
fn slot<M: Hash>(mv: M) -> u16 {
    let mut hasher = MoveHasher(0);
    mv.hash(&mut hasher);
    (hasher.finish() >> (u64::BITS - HISTORY_SLOTS.ilog2())) as u16
}

/// The FxHash function: fast, and the same in every run and on every machine.
struct MoveHasher(u64);

impl MoveHasher {
    #[inline]
    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}

impl Hasher for MoveHasher {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.add(u64::from(byte));
        }
    }

    // The default methods would write bytes in native order.
    fn write_u8(&mut self, i: u8) {
        self.add(u64::from(i));
    }
    fn write_u16(&mut self, i: u16) {
        self.add(u64::from(i));
    }
    fn write_u32(&mut self, i: u32) {
        self.add(u64::from(i));
    }
    fn write_u64(&mut self, i: u64) {
        self.add(i);
    }
    fn write_usize(&mut self, i: usize) {
        self.add(i as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NoHints;
    use ludorum_core::Seed;
    use ludorum_testkit::toys::SubtractionGame;

    /// More moves than `SELECTED_SINGLY`, so both ways of picking are tested.
    const PILE: SubtractionGame = SubtractionGame {
        stones: 20,
        take: 12,
        seats: 2,
    };

    /// Hints that prefer even numbers.
    struct PreferEven;

    impl MoveHints<SubtractionGame> for PreferEven {
        fn priority(
            &self,
            _: &SubtractionGame,
            _: &<SubtractionGame as Game>::State,
            taken: u8,
        ) -> i32 {
            -i32::from(taken % 2)
        }
    }

    fn order<H: MoveHints<SubtractionGame>>(
        ordering: &mut MoveOrdering<u8>,
        hints: &H,
        ply: u32,
        hash_move: Option<u16>,
    ) -> Vec<u8> {
        let state = PILE.initial(Seed(0));
        ordering.listed.clear();
        PILE.moves(&state, &mut ordering.listed);
        let mut picker = ordering.rank((&PILE, hints), &state, Seat::FIRST, (1, ply), hash_move);
        let mut order = Vec::new();
        while let Some(ranked) = ordering.next_move(&mut picker) {
            assert_eq!(u16::from(ranked.mv), ranked.index + 1);
            order.push(ranked.mv);
        }
        ordering.release(picker);
        assert!(ordering.stack.is_empty());
        order
    }

    /// Records a cutoff by `mv` after the moves before it.
    fn cut(ordering: &mut MoveOrdering<u8>, mv: u8, ply: u32, depth: i32) {
        let state = PILE.initial(Seed(0));
        ordering.listed.clear();
        ordering.listed.extend(1..=mv);
        let mut picker = ordering.rank((&PILE, &NoHints), &state, Seat::FIRST, (1, ply), None);
        while ordering
            .next_move(&mut picker)
            .is_some_and(|ranked| ranked.mv != mv)
        {}
        ordering.record_cutoff(&picker, Seat::FIRST, ply, depth);
        ordering.release(picker);
    }

    #[test]
    fn without_knowledge_moves_come_as_listed() {
        let mut ordering = MoveOrdering::new(2, 4);
        let listed: Vec<u8> = (1..=12).collect();
        assert_eq!(order(&mut ordering, &NoHints, 0, None), listed);
        // After a key collision the index may be out of range.
        assert_eq!(order(&mut ordering, &NoHints, 0, Some(12)), listed);
        assert_eq!(order(&mut ordering, &NoHints, 9, Some(u16::MAX)), listed);
    }

    #[test]
    fn table_then_priority_then_killers_then_history() {
        let mut ordering = MoveOrdering::new(2, 4);
        for (mv, ply, depth) in [(4, 1, 5), (9, 0, 3), (10, 0, 3)] {
            cut(&mut ordering, mv, ply, depth);
        }
        let order = order(&mut ordering, &PreferEven, 0, Some(6));
        assert_eq!(
            order[..2],
            [7, 10],
            "the move of the table, the even killer"
        );
        assert_eq!(order[2..7], [4, 12, 6, 8, 2], "even moves by history");
        assert_eq!(order[7], 9, "the odd killer");
    }

    #[test]
    fn the_last_two_killers_are_kept_per_ply() {
        let mut ordering = MoveOrdering::new(2, 4);
        for mv in [3, 5, 5, 8] {
            cut(&mut ordering, mv, 2, 1);
        }
        assert_eq!(ordering.killers[2], [Some(8), Some(5)]);
        assert_eq!(ordering.killers[1], [None; 2]);
    }

    #[test]
    fn history_stays_below_killers() {
        let mut ordering = MoveOrdering::new(2, 4);
        for _ in 0..1000 {
            cut(&mut ordering, 7, 3, 200);
        }
        let scores = || ordering.history.iter().copied();
        assert!(scores().max() > Some(MAX_HISTORY / 2));
        assert!(scores().all(|score| score.abs() <= MAX_HISTORY));
        const { assert!(2 * (MAX_HISTORY as i64) < KILLER_BONUS) };
        const { assert!(4 * KILLER_BONUS < 1 << PRIORITY_BITS) };
    }

    #[test]
    fn classes_of_moves_are_the_same_everywhere() {
        let classes = [
            slot(0_u8),
            slot(1_u8),
            slot((1_u8, -1_i16)),
            slot(Some(7_usize)),
        ];
        assert_eq!(classes, [0, 1303, 1403, 27]);
    }
}
