//! The secret key of games with external agents, from which their seeds are derived.
//!
//! A seed such as 1 can be guessed, and it determines the board, the dice and the hidden cards. So
//! games with external agents also mix a random key into their seeds. It is stored with the results
//! and never sent to an agent.

use std::fmt;
use std::str::FromStr;

use ludorum_core::{Rng, Seed};
use sha2::{Digest, Sha256};

/// Secret of 128 random bits that is hashed with a seed, so that agents cannot guess the seeds of a
/// game. The same key and seed give the same games.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct SeedKey([u8; 16]);

impl SeedKey {
    /// Draws a key from the random generator of the operating system.
    ///
    /// # Panics
    /// If the system has no randomness.
    pub fn random() -> SeedKey {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).expect("the system has randomness");
        SeedKey(bytes)
    }

    /// Derives the root seed that replaces `seed`. Neither key nor seed can be computed from it.
    pub fn root(&self, seed: Seed) -> Seed {
        hashed("ludorum root", &[&self.0, &seed.0.to_le_bytes()])
    }
}

/// Random generator for the seeds sent to an external agent for one move. Derived by a hash, so
/// that these reveal neither the seeds of other seats nor the seed of the game.
pub(crate) fn external_rng(stream: Seed, ply: usize) -> Rng {
    let ply = ply as u64;
    hashed(
        "ludorum told",
        &[&stream.0.to_le_bytes(), &ply.to_le_bytes()],
    )
    .rng()
}

/// The first 64 bits of the SHA-256 hash of `purpose` and `parts`, which have fixed lengths.
fn hashed(purpose: &str, parts: &[&[u8]]) -> Seed {
    let mut hasher = Sha256::new_with_prefix(purpose);
    for part in parts {
        hasher.update(part);
    }
    let mut first = [0; 8];
    first.copy_from_slice(&hasher.finalize()[..8]);
    Seed(u64::from_le_bytes(first))
}

impl fmt::Display for SeedKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for SeedKey {
    /// Omits the digits of the key, as debug output may be shared.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(..)")
    }
}

impl FromStr for SeedKey {
    type Err = SeedKeyError;

    fn from_str(text: &str) -> Result<SeedKey, SeedKeyError> {
        let refuse = || SeedKeyError(text.to_owned());
        let is_hex = text.len() == 32 && text.bytes().all(|digit| digit.is_ascii_hexdigit());
        if !is_hex {
            return Err(refuse());
        }
        let bits = u128::from_str_radix(text, 16).map_err(|_| refuse())?;
        Ok(SeedKey(bits.to_be_bytes()))
    }
}

/// Error for a text that is not a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeedKeyError(String);

impl fmt::Display for SeedKeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "'{}' is not a key: a key is 32 hexadecimal digits, as printed in reports",
            self.0
        )
    }
}

impl std::error::Error for SeedKeyError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_read_as_they_are_printed() {
        let text = "000102030405060708090a0b0c0d0eff";
        let key: SeedKey = text.parse().unwrap();
        assert_eq!(key.to_string(), text);
        assert_eq!(format!("{key:?}"), "Key(..)");
        for bad in ["", "1", "+00102030405060708090a0b0c0d0eff", "x"] {
            assert!(bad.parse::<SeedKey>().is_err(), "{bad}");
        }
        assert!(text[1..].parse::<SeedKey>().is_err());
    }

    #[test]
    fn roots_never_change() {
        // Runs repeated with the key of their report depend on these.
        let key: SeedKey = "000102030405060708090a0b0c0d0e0f".parse().unwrap();
        assert_eq!(key.root(Seed(1)), key.root(Seed(1)));
        assert_ne!(key.root(Seed(1)), key.root(Seed(2)));
        assert_ne!(key.root(Seed(1)), SeedKey::random().root(Seed(1)));
        assert_ne!(SeedKey::random(), SeedKey::random());
    }
}
