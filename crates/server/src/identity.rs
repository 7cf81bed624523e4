//! Identity by session token. The server stores only hashes of tokens, and only for people with
//! seats, so no tokens can be stolen from it.

use std::fmt;

use axum::extract::{FromRequestParts, OptionalFromRequestParts};
use axum::http::header::{AUTHORIZATION, COOKIE};
use axum::http::request::Parts;
use blake2::digest::consts::U16;
use blake2::{Blake2b, Digest};
use data_encoding::HEXLOWER;
use ludorum_protocol::ErrorCode;
use serde::{Deserialize, Serialize};

use crate::Error;

const COOKIE_NAME: &str = "ludorum";

/// Lifetime of the session cookie in seconds: one year.
const COOKIE_AGE: u32 = 31_536_000;

/// A random 128-bit id of a table or replay, which cannot be guessed.
pub(crate) fn new_id() -> String {
    HEXLOWER.encode(&random::<16>())
}

/// The first characters of a table's id, for logs: enough to recognise the table, too few to open
/// it.
pub(crate) fn short(id: &str) -> &str {
    id.get(..8).unwrap_or_default()
}

/// Cryptographically secure random bytes.
pub(crate) fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system has randomness");
    bytes
}

/// A person's secret session token: 256 random bits.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct SessionToken(String);

impl SessionToken {
    pub(crate) fn new() -> SessionToken {
        SessionToken(HEXLOWER.encode(&random::<32>()))
    }

    fn parse(text: &str) -> Option<SessionToken> {
        let is_hex = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        let is_token = text.len() == 64 && text.bytes().all(is_hex);
        is_token.then(|| SessionToken(text.to_owned()))
    }

    pub(crate) fn person(&self) -> PersonId {
        let hash = Blake2b::<U16>::digest(self.0.as_bytes());
        PersonId(HEXLOWER.encode(&hash))
    }

    pub(crate) fn secret(&self) -> &str {
        &self.0
    }

    /// The value of the `Set-Cookie` header. `HttpOnly` hides the token from scripts;
    /// `SameSite=Lax` keeps the session when a link is followed.
    pub(crate) fn cookie(&self) -> String {
        let token = &self.0;
        format!("{COOKIE_NAME}={token}; Path=/; Max-Age={COOKIE_AGE}; HttpOnly; SameSite=Lax")
    }

    fn from_request(parts: &Parts) -> Option<SessionToken> {
        let text = |name| {
            parts
                .headers
                .get(name)
                .and_then(|value| value.to_str().ok())
        };
        if let Some(bearer) = text(AUTHORIZATION) {
            return SessionToken::parse(bearer.strip_prefix("Bearer ")?);
        }
        let mut cookies = text(COOKIE)?.split(';').map(str::trim);
        cookies.find_map(|cookie| {
            SessionToken::parse(cookie.strip_prefix(COOKIE_NAME)?.strip_prefix('=')?)
        })
    }
}

impl fmt::Debug for SessionToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SessionToken(secret)")
    }
}

/// Id of a person: the hash of their session token.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct PersonId(String);

impl<S: Sync> FromRequestParts<S> for PersonId {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<PersonId, Error> {
        let token = SessionToken::from_request(parts).ok_or(ErrorCode::NoSession)?;
        Ok(token.person())
    }
}

impl<S: Sync> OptionalFromRequestParts<S> for PersonId {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Option<PersonId>, Error> {
        Ok(SessionToken::from_request(parts).map(|token| token.person()))
    }
}

/// Hash of the operator's token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OperatorTokenHash(PersonId);

impl OperatorTokenHash {
    /// Hashes an operator token. `None` if the text does not have the form of a token from
    /// [`new_operator_token`].
    pub fn of(token: &str) -> Option<OperatorTokenHash> {
        let token = SessionToken::parse(token.trim())?;
        Some(OperatorTokenHash(token.person()))
    }
}

/// Generates a random operator token of 256 bits, as text.
pub fn new_operator_token() -> String {
    SessionToken::new().secret().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_operator_is_known_by_the_token_alone() {
        let token = new_operator_token();
        assert_eq!(
            OperatorTokenHash::of(&token),
            OperatorTokenHash::of(&format!("{token}\n"))
        );
        assert_ne!(
            OperatorTokenHash::of(&token),
            OperatorTokenHash::of(&new_operator_token())
        );
        assert_eq!(OperatorTokenHash::of("secret"), None);
        assert!(!format!("{:?}", OperatorTokenHash::of(&token)).contains(&token));
    }

    #[test]
    fn tokens_are_read_back_and_told_to_nobody() {
        let token = SessionToken::new();
        assert_eq!(SessionToken::parse(token.secret()), Some(token.clone()));
        assert_ne!(SessionToken::new(), token);
        assert!(!format!("{token:?}").contains(token.secret()));
        assert!(!token.person().0.contains(token.secret()));
        for text in ["", "x", &"g".repeat(64), &"a".repeat(63), &"A".repeat(64)] {
            assert_eq!(SessionToken::parse(text), None, "{text}");
        }
    }
}
