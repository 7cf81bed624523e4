//! Numbers that stand for what is seen, to be compared and nothing else.

use std::hash::{Hash, Hasher};

/// A number for `value`: equal values have equal numbers, others hardly ever.
pub fn sign_of(value: impl Hash) -> u64 {
    let mut mixer = Mixer(0);
    value.hash(&mut mixer);
    mixer.finish()
}

/// Multiplies and folds (after wyhash, Wang Yi 2019): much quicker than the standard hasher, which
/// guards against people who choose what is hashed.
struct Mixer(u64);

impl Mixer {
    #[inline]
    fn mix(&mut self, word: u64) {
        let wide = u128::from(self.0 ^ word ^ 0x9e37_79b9_7f4a_7c15)
            .wrapping_mul(u128::from(0xe703_7ed1_a0b4_28db_u64 ^ word.rotate_left(32)) | 1);
        self.0 = (wide as u64) ^ ((wide >> 64) as u64);
    }
}

impl Hasher for Mixer {
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

    // Discriminants of enums come here; all platforms give the same number for them.
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
            assert!(seen.insert(sign_of(a)));
            for b in 0..200_u8 {
                assert!(seen.insert(sign_of((a, b))), "{a} {b}");
            }
        }
        assert_eq!(sign_of([1_u8, 2]), sign_of([1_u8, 2]));
        assert_ne!(sign_of([1_u8, 2]), sign_of([2_u8, 1]));
        assert_ne!(sign_of("ab"), sign_of("a"));
        assert_ne!(sign_of(None::<u8>), sign_of(Some(0_u8)));
    }
}
