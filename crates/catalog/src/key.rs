//! The key of games with external agents: a root of seeds that cannot be found by trying.
//!
//! A seed such as 1 is found by trying, and whoever has it can compute the board, the dice and the
//! hidden cards. So a game with agents from outside takes its seeds from a random key too, which is
//! kept with the results and never told to an agent.

use std::fmt;
use std::str::FromStr;

use ludorum_core::{Rng, Seed};
use sha2::{Digest, Sha256};

/// 128 random bits. The same key and the same seed give the same games.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Key([u8; 16]);

impl Key {
    /// A key that nobody could foresee.
    ///
    /// # Panics
    /// If the system has no randomness.
    pub fn random() -> Key {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).expect("the system has randomness");
        Key(bytes)
    }

    /// The root that takes the place of `seed`. Neither key nor seed can be computed from it.
    pub fn root(&self, seed: Seed) -> Seed {
        hashed("ludorum root", &[&self.0, &seed.0.to_le_bytes()])
    }
}

/// The generator of what an external agent is told for one move. A hash, so that what an agent is told
/// leads neither to the seeds of the other seats nor to that of the game.
pub(crate) fn told_rng(stream: Seed, ply: usize) -> Rng {
    let ply = ply as u64;
    hashed(
        "ludorum told",
        &[&stream.0.to_le_bytes(), &ply.to_le_bytes()],
    )
    .rng()
}

/// The first bits of the SHA-256 of parts that all have a fixed length.
fn hashed(purpose: &str, parts: &[&[u8]]) -> Seed {
    let mut hasher = Sha256::new_with_prefix(purpose);
    for part in parts {
        hasher.update(part);
    }
    let mut first = [0; 8];
    first.copy_from_slice(&hasher.finalize()[..8]);
    Seed(u64::from_le_bytes(first))
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Key {
    /// Without its digits: what is printed to find faults is read by many.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(..)")
    }
}

impl FromStr for Key {
    type Err = KeyError;

    fn from_str(text: &str) -> Result<Key, KeyError> {
        let refuse = || KeyError(text.to_owned());
        let is_hex = text.len() == 32 && text.bytes().all(|digit| digit.is_ascii_hexdigit());
        if !is_hex {
            return Err(refuse());
        }
        let bits = u128::from_str_radix(text, 16).map_err(|_| refuse())?;
        Ok(Key(bits.to_be_bytes()))
    }
}

/// A text that is no key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyError(String);

impl fmt::Display for KeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "'{}' is no key: a key is 32 hexadecimal digits, as reports have it",
            self.0
        )
    }
}

impl std::error::Error for KeyError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_read_as_they_are_printed() {
        let text = "000102030405060708090a0b0c0d0eff";
        let key: Key = text.parse().unwrap();
        assert_eq!(key.to_string(), text);
        assert_eq!(format!("{key:?}"), "Key(..)");
        for bad in ["", "1", "+00102030405060708090a0b0c0d0eff", "x"] {
            assert!(bad.parse::<Key>().is_err(), "{bad}");
        }
        assert!(text[1..].parse::<Key>().is_err());
    }

    #[test]
    fn roots_never_change() {
        // Runs that are repeated by the key of their report depend on these.
        let key: Key = "000102030405060708090a0b0c0d0e0f".parse().unwrap();
        assert_eq!(key.root(Seed(1)), key.root(Seed(1)));
        assert_ne!(key.root(Seed(1)), key.root(Seed(2)));
        assert_ne!(key.root(Seed(1)), Key::random().root(Seed(1)));
        assert_ne!(Key::random(), Key::random());
    }
}
