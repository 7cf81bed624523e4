//! Compact set of game indices: at most one bit per game.

use std::collections::BTreeMap;

const WORDS: usize = 64;
/// Number of game indices in one chunk of the bitmap.
const CHUNK: u64 = 64 * WORDS as u64;

/// Set of game indices, as a chunked bitmap. Full chunks take almost no memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameIndexSet {
    chunks: BTreeMap<u64, GameIndexChunk>,
    count: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum GameIndexChunk {
    Full,
    Partial { bits: Box<[u64; WORDS]>, count: u64 },
}

impl GameIndexSet {
    /// Number of game indices in the set.
    pub fn len(&self) -> u64 {
        self.count
    }

    /// True if the set is empty.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// True if the set contains the game with this index.
    pub fn contains(&self, game: u64) -> bool {
        match self.chunks.get(&(game / CHUNK)) {
            None => false,
            Some(GameIndexChunk::Full) => true,
            Some(GameIndexChunk::Partial { bits, .. }) => {
                let (word, bit) = word_and_bit(game);
                bits[word] & bit != 0
            }
        }
    }

    /// Adds a game index. Returns false if the set already contained it.
    pub fn insert(&mut self, game: u64) -> bool {
        let empty = || GameIndexChunk::Partial {
            bits: Box::new([0; WORDS]),
            count: 0,
        };
        let chunk = self.chunks.entry(game / CHUNK).or_insert_with(empty);
        let GameIndexChunk::Partial { bits, count } = chunk else {
            return false;
        };
        let (word, bit) = word_and_bit(game);
        if bits[word] & bit != 0 {
            return false;
        }
        bits[word] |= bit;
        *count += 1;
        if *count == CHUNK {
            *chunk = GameIndexChunk::Full;
        }
        self.count += 1;
        true
    }
}

/// Position of a game's bit in its chunk: index of the 64-bit word, and mask within the word.
fn word_and_bit(game: u64) -> (usize, u64) {
    let within = game % CHUNK;
    ((within / 64) as usize, 1 << (within % 64))
}

impl FromIterator<u64> for GameIndexSet {
    fn from_iter<I: IntoIterator<Item = u64>>(games: I) -> GameIndexSet {
        let mut set = GameIndexSet::default();
        for game in games {
            set.insert(game);
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_in_the_set_once() {
        let mut set = GameIndexSet::default();
        for game in [0, 63, 64, 4095, 4096, u64::MAX] {
            assert!(!set.contains(game));
            assert!(set.insert(game) && !set.insert(game));
            assert!(set.contains(game));
        }
        assert_eq!((set.len(), set.contains(1)), (6, false));
    }

    #[test]
    fn a_million_games_in_a_row_take_no_bits() {
        let set: GameIndexSet = (0..1_000_000).rev().collect();
        assert_eq!(set.len(), 1_000_000);
        assert!(set.contains(999_999) && !set.contains(1_000_000));
        let partial = |chunk: &&GameIndexChunk| **chunk != GameIndexChunk::Full;
        assert_eq!(set.chunks.values().filter(partial).count(), 1);
    }
}
