//! Which games of a run have been played: at most a bit for each.

use std::collections::BTreeMap;

const WORDS: usize = 64;
/// The games of a chunk.
const CHUNK: u64 = 64 * WORDS as u64;

/// A set of games by their numbers. Where all games were played it takes next to no memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameSet {
    chunks: BTreeMap<u64, Chunk>,
    count: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Chunk {
    All,
    Some { bits: Box<[u64; WORDS]>, count: u64 },
}

impl GameSet {
    /// The number of games in the set.
    pub fn len(&self) -> u64 {
        self.count
    }

    /// Whether there is no game in it.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Whether a game is in it.
    pub fn contains(&self, game: u64) -> bool {
        match self.chunks.get(&(game / CHUNK)) {
            None => false,
            Some(Chunk::All) => true,
            Some(Chunk::Some { bits, .. }) => {
                let (word, bit) = place(game);
                bits[word] & bit != 0
            }
        }
    }

    /// Adds a game; returns whether it was not in the set before.
    pub fn insert(&mut self, game: u64) -> bool {
        let empty = || Chunk::Some {
            bits: Box::new([0; WORDS]),
            count: 0,
        };
        let chunk = self.chunks.entry(game / CHUNK).or_insert_with(empty);
        let Chunk::Some { bits, count } = chunk else {
            return false;
        };
        let (word, bit) = place(game);
        if bits[word] & bit != 0 {
            return false;
        }
        bits[word] |= bit;
        *count += 1;
        if *count == CHUNK {
            *chunk = Chunk::All;
        }
        self.count += 1;
        true
    }
}

/// Where the bit of a game is in its chunk.
fn place(game: u64) -> (usize, u64) {
    let within = game % CHUNK;
    ((within / 64) as usize, 1 << (within % 64))
}

impl FromIterator<u64> for GameSet {
    fn from_iter<I: IntoIterator<Item = u64>>(games: I) -> GameSet {
        let mut set = GameSet::default();
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
        let mut set = GameSet::default();
        for game in [0, 63, 64, 4095, 4096, u64::MAX] {
            assert!(!set.contains(game));
            assert!(set.insert(game) && !set.insert(game));
            assert!(set.contains(game));
        }
        assert_eq!((set.len(), set.contains(1)), (6, false));
    }

    #[test]
    fn a_million_games_in_a_row_take_no_bits() {
        let set: GameSet = (0..1_000_000).rev().collect();
        assert_eq!(set.len(), 1_000_000);
        assert!(set.contains(999_999) && !set.contains(1_000_000));
        let partial = |chunk: &&Chunk| **chunk != Chunk::All;
        assert_eq!(set.chunks.values().filter(partial).count(), 1);
    }
}
