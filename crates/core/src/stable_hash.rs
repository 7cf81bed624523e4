//! A hash function with the same values on every machine and in every run.

use std::hash::{Hash, Hasher};

/// Hashes `value` to the same number on every machine and in every run.
pub fn stable_hash(value: impl Hash) -> u64 {
    let mut hasher = StableHasher(0);
    value.hash(&mut hasher);
    hasher.finish()
}

/// A folded-multiply hasher (after wyhash, Wang Yi 2019): much faster than the standard hasher, but
/// without protection against crafted input.
struct StableHasher(u64);

impl StableHasher {
    #[inline]
    fn mix(&mut self, word: u64) {
        let wide = u128::from(self.0 ^ word ^ 0x9e37_79b9_7f4a_7c15)
            .wrapping_mul(u128::from(0xe703_7ed1_a0b4_28db_u64 ^ word.rotate_left(32)) | 1);
        self.0 = (wide as u64) ^ ((wide >> 64) as u64);
    }
}

impl Hasher for StableHasher {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.mix(u64::from_le_bytes(word));
        }
        self.mix(bytes.len() as u64);
    }

    #[inline]
    fn write_u8(&mut self, value: u8) {
        self.mix(u64::from(value));
    }

    #[inline]
    fn write_u16(&mut self, value: u16) {
        self.mix(u64::from(value));
    }

    #[inline]
    fn write_u32(&mut self, value: u32) {
        self.mix(u64::from(value));
    }

    #[inline]
    fn write_u64(&mut self, value: u64) {
        self.mix(value);
    }

    // Enum discriminants are hashed as `usize`; widened, they hash the same on all platforms.
    #[inline]
    fn write_usize(&mut self, value: usize) {
        self.mix(value as u64);
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn different_values_have_different_signs() {
        let mut seen = std::collections::HashSet::new();
        for a in 0..200_u8 {
            assert!(seen.insert(stable_hash(a)));
            for b in 0..200_u8 {
                assert!(seen.insert(stable_hash((a, b))), "{a} {b}");
            }
        }
        assert_eq!(stable_hash([1_u8, 2]), stable_hash([1_u8, 2]));
        assert_ne!(stable_hash([1_u8, 2]), stable_hash([2_u8, 1]));
        assert_ne!(stable_hash("ab"), stable_hash("a"));
        assert_ne!(stable_hash(None::<u8>), stable_hash(Some(0_u8)));
    }
}
