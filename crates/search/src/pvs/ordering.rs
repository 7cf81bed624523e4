//! In which order moves are searched: the earlier the best one comes, the more alpha-beta prunes.
//! Remembers which moves were good elsewhere in the tree.

use std::hash::{Hash, Hasher};

use ludorum_core::{Game, Seat};

use crate::Hints;

/// History is kept for this many classes of moves per seat; a power of two.
const SLOTS: usize = 1 << 12;

/// History scores stay within this, either way.
const MOST_HISTORY: i32 = 1 << 14;

/// Killers come before everything history may say.
const KILLER: i64 = 1 << 17;

/// The game's own priorities come before killers and history.
const PRIORITY_BITS: u32 = 20;

/// After so many moves taken one by one a cutoff is not to be expected: the rest is sorted.
const PICKED_SINGLY: usize = 6;

/// A move in the order of search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranked<M> {
    /// The move.
    pub(super) mv: M,
    /// Its place among the listed moves.
    pub(super) index: u16,
    slot: u16,
    rank: i64,
}

impl<M> Ranked<M> {
    /// Whether the game's hints expect little of the move, and the table does not know better.
    pub(super) fn is_unpromising(&self) -> bool {
        // Killers and history cannot make up for half a step of priority.
        self.rank < -(1 << (PRIORITY_BITS - 1))
    }
}

/// The moves of one position that are still to be searched, as a part of the common stack.
#[derive(Debug)]
pub(super) struct Picker {
    start: usize,
    next: usize,
}

impl Picker {
    /// How many moves were handed out.
    pub(super) fn taken(&self) -> usize {
        self.next - self.start
    }
}

/// Orders moves: first the one the table remembers, then by the game's priority, and among moves of
/// equal priority the killers first, then by history.
#[derive(Debug)]
pub(super) struct Ordering<M> {
    /// Where moves are listed before they are ranked.
    pub(super) listed: Vec<M>,
    /// The priorities of the listed moves.
    priorities: Vec<i32>,
    /// One stack for all plies.
    stack: Vec<Ranked<M>>,
    /// The last two moves that cut at each ply (Akl and Newborn 1977).
    killers: Vec<[Option<M>; 2]>,
    /// How often moves cut, anywhere (Schaeffer 1983), per seat and class of moves.
    history: Vec<i32>,
}

impl<M: Copy + Eq + Hash> Ordering<M> {
    pub(super) fn new(seats: usize, plies: usize) -> Ordering<M> {
        Ordering {
            listed: Vec::new(),
            priorities: Vec::new(),
            stack: Vec::new(),
            killers: vec![[None; 2]; plies],
            history: vec![0; seats * SLOTS],
        }
    }

    /// Ranks the listed moves of a position. `hashed` is the index of the move the table
    /// remembers; one that is not in the list is of no consequence.
    pub(super) fn open<G, H>(
        &mut self,
        (game, hints): (&G, &H),
        state: &G::State,
        seat: Seat,
        (depth, ply): (i32, u32),
        hashed: Option<u16>,
    ) -> Picker
    where
        G: Game<Move = M>,
        H: Hints<G>,
    {
        let start = self.stack.len();
        let killers = self.killers.get(ply as usize).copied().unwrap_or_default();
        let history = &self.history[seat.index() * SLOTS..][..SLOTS];
        let depth = depth.max(0).unsigned_abs();
        self.priorities.clear();
        hints.priorities(game, state, depth, &self.listed, &mut self.priorities);
        let priorities = &self.priorities;
        self.stack
            .extend(self.listed.iter().enumerate().map(|(i, &mv)| {
                let index = u16::try_from(i).unwrap_or(u16::MAX);
                let slot = slot(mv);
                let rank = if hashed == Some(index) {
                    i64::MAX
                } else {
                    let killer = match killers {
                        [Some(last), _] if last == mv => 2 * KILLER,
                        [_, Some(before)] if before == mv => KILLER,
                        _ => 0,
                    };
                    let priority = i64::from(priorities[i]);
                    (priority << PRIORITY_BITS) + killer + i64::from(history[usize::from(slot)])
                };
                Ranked {
                    mv,
                    index,
                    slot,
                    rank,
                }
            }));
        Picker { start, next: start }
    }

    /// The next move to search.
    #[inline]
    pub(super) fn next(&mut self, picker: &mut Picker) -> Option<Ranked<M>> {
        let rest = &mut self.stack[picker.next..];
        let first = |ranked: &Ranked<M>| (std::cmp::Reverse(ranked.rank), ranked.index);
        if picker.next - picker.start < PICKED_SINGLY {
            let best = (0..rest.len()).min_by_key(|&i| first(&rest[i]))?;
            rest.swap(0, best);
        } else if picker.next - picker.start == PICKED_SINGLY {
            rest.sort_unstable_by_key(first);
        }
        let ranked = *rest.first()?;
        picker.next += 1;
        Some(ranked)
    }

    /// The move handed out last made the others unnecessary: it is to come earlier elsewhere, and
    /// the moves that came before it later.
    pub(super) fn reward(&mut self, picker: &Picker, seat: Seat, ply: u32, depth: i32) {
        let Some((cut, before)) = self.stack[picker.start..picker.next].split_last() else {
            return;
        };
        if let Some(killers) = self.killers.get_mut(ply as usize)
            && killers[0] != Some(cut.mv)
        {
            *killers = [Some(cut.mv), killers[0]];
        }
        let history = &mut self.history[seat.index() * SLOTS..][..SLOTS];
        let mut change = |ranked: &Ranked<M>, bonus: i32| {
            // What is far out moves little, so scores stay within bounds ("history gravity").
            let score = &mut history[usize::from(ranked.slot)];
            *score += bonus - *score * bonus.abs() / MOST_HISTORY;
        };
        let bonus = (depth * depth).min(MOST_HISTORY / 8);
        change(cut, bonus);
        for ranked in before {
            change(ranked, -bonus);
        }
    }

    /// Forgets the moves of a position. Positions are closed in the reverse order of opening.
    #[inline]
    pub(super) fn close(&mut self, picker: Picker) {
        self.stack.truncate(picker.start);
    }
}

/// The class of a move: moves that fall together share their history, which does little harm.
fn slot<M: Hash>(mv: M) -> u16 {
    let mut hasher = MoveHasher(0);
    mv.hash(&mut hasher);
    (hasher.finish() >> (u64::BITS - SLOTS.ilog2())) as u16
}

/// The multiplicative hash known as FxHash: quick, and the same in every run and on every machine.
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

    // The default methods write bytes in the order of the machine.
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
    use ludorum_testkit::toys::Pile;

    /// More moves than are picked singly, so both ways of picking are used.
    const PILE: Pile = Pile {
        stones: 20,
        take: 12,
        seats: 2,
    };

    /// Prefers even numbers.
    struct Even;

    impl Hints<Pile> for Even {
        fn priority(&self, _: &Pile, _: &<Pile as Game>::State, taken: u8) -> i32 {
            -i32::from(taken % 2)
        }
    }

    fn order<H: Hints<Pile>>(
        ordering: &mut Ordering<u8>,
        hints: &H,
        ply: u32,
        hashed: Option<u16>,
    ) -> Vec<u8> {
        let state = PILE.initial(Seed(0));
        ordering.listed.clear();
        PILE.moves(&state, &mut ordering.listed);
        let mut picker = ordering.open((&PILE, hints), &state, Seat::FIRST, (1, ply), hashed);
        let mut order = Vec::new();
        while let Some(ranked) = ordering.next(&mut picker) {
            assert_eq!(u16::from(ranked.mv), ranked.index + 1);
            order.push(ranked.mv);
        }
        ordering.close(picker);
        assert!(ordering.stack.is_empty());
        order
    }

    /// Lets `mv` cut after the moves listed before it.
    fn cut(ordering: &mut Ordering<u8>, mv: u8, ply: u32, depth: i32) {
        let state = PILE.initial(Seed(0));
        ordering.listed.clear();
        ordering.listed.extend(1..=mv);
        let mut picker = ordering.open((&PILE, &NoHints), &state, Seat::FIRST, (1, ply), None);
        while ordering
            .next(&mut picker)
            .is_some_and(|ranked| ranked.mv != mv)
        {}
        ordering.reward(&picker, Seat::FIRST, ply, depth);
        ordering.close(picker);
    }

    #[test]
    fn without_knowledge_moves_come_as_listed() {
        let mut ordering = Ordering::new(2, 4);
        let listed: Vec<u8> = (1..=12).collect();
        assert_eq!(order(&mut ordering, &NoHints, 0, None), listed);
        // What the table says of another position with the same key may be beyond the list.
        assert_eq!(order(&mut ordering, &NoHints, 0, Some(12)), listed);
        assert_eq!(order(&mut ordering, &NoHints, 9, Some(u16::MAX)), listed);
    }

    #[test]
    fn table_then_priority_then_killers_then_history() {
        let mut ordering = Ordering::new(2, 4);
        for (mv, ply, depth) in [(4, 1, 5), (9, 0, 3), (10, 0, 3)] {
            cut(&mut ordering, mv, ply, depth);
        }
        let order = order(&mut ordering, &Even, 0, Some(6));
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
        let mut ordering = Ordering::new(2, 4);
        for mv in [3, 5, 5, 8] {
            cut(&mut ordering, mv, 2, 1);
        }
        assert_eq!(ordering.killers[2], [Some(8), Some(5)]);
        assert_eq!(ordering.killers[1], [None; 2]);
    }

    #[test]
    fn history_stays_below_killers() {
        let mut ordering = Ordering::new(2, 4);
        for _ in 0..1000 {
            cut(&mut ordering, 7, 3, 200);
        }
        let scores = || ordering.history.iter().copied();
        assert!(scores().max() > Some(MOST_HISTORY / 2));
        assert!(scores().all(|score| score.abs() <= MOST_HISTORY));
        const { assert!(2 * (MOST_HISTORY as i64) < KILLER) };
        const { assert!(4 * KILLER < 1 << PRIORITY_BITS) };
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
