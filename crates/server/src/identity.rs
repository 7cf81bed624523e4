//! Who someone is: whoever has a token is the person it names. The server keeps no tokens, only
//! what they hash to, and only where a person has a seat; so none can be stolen from it.

use std::fmt;

use axum::extract::{FromRequestParts, OptionalFromRequestParts};
use axum::http::header::{AUTHORIZATION, COOKIE};
use axum::http::request::Parts;
use blake2::digest::consts::U16;
use blake2::{Blake2b, Digest};
use ludorum_protocol::Code;
use serde::{Deserialize, Serialize};

use crate::Error;

/// The name of the cookie that carries the token.
const COOKIE_NAME: &str = "ludorum";

/// How long a browser keeps the token, in seconds: a year.
const COOKIE_AGE: u32 = 31_536_000;

/// 128 random bits as text: the address of a table or a replay. Who was not told cannot guess it.
pub(crate) fn new_id() -> String {
    hex(&random::<16>())
}

/// The beginning of an id, for logs: enough to find a table by, too little to get there.
pub(crate) fn short(id: &str) -> &str {
    id.get(..8).unwrap_or_default()
}

/// Random bytes nobody can foresee.
pub(crate) fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system has randomness");
    bytes
}

/// The secret of a person: 256 random bits.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Token(String);

impl Token {
    pub(crate) fn new() -> Token {
        Token(hex(&random::<32>()))
    }

    fn parse(text: &str) -> Option<Token> {
        let is_hex = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        let is_token = text.len() == 64 && text.bytes().all(is_hex);
        is_token.then(|| Token(text.to_owned()))
    }

    pub(crate) fn person(&self) -> Person {
        let hash = Blake2b::<U16>::digest(self.0.as_bytes());
        Person(hex(&hash))
    }

    pub(crate) fn secret(&self) -> &str {
        &self.0
    }

    /// The header by which a browser keeps the token where no script can read it. `Lax` so that a
    /// link from a friend leads to the person's own table.
    pub(crate) fn cookie(&self) -> String {
        let token = &self.0;
        format!("{COOKIE_NAME}={token}; Path=/; Max-Age={COOKIE_AGE}; HttpOnly; SameSite=Lax")
    }

    fn of(parts: &Parts) -> Option<Token> {
        let text = |name| {
            parts
                .headers
                .get(name)
                .and_then(|value| value.to_str().ok())
        };
        if let Some(bearer) = text(AUTHORIZATION) {
            return Token::parse(bearer.strip_prefix("Bearer ")?);
        }
        let mut cookies = text(COOKIE)?.split(';').map(str::trim);
        cookies
            .find_map(|cookie| Token::parse(cookie.strip_prefix(COOKIE_NAME)?.strip_prefix('=')?))
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(secret)")
    }
}

/// A person: what a token hashes to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct Person(String);

impl<S: Sync> FromRequestParts<S> for Person {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Person, Error> {
        let token = Token::of(parts).ok_or(Code::NoSession)?;
        Ok(token.person())
    }
}

impl<S: Sync> OptionalFromRequestParts<S> for Person {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Option<Person>, Error> {
        Ok(Token::of(parts).map(|token| token.person()))
    }
}

/// What the operator's token hashes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OperatorKey(Person);

impl OperatorKey {
    /// The key of a token; none if the text is no token of [`new_operator_token`].
    pub fn of(token: &str) -> Option<OperatorKey> {
        let token = Token::parse(token.trim())?;
        Some(OperatorKey(token.person()))
    }
}

/// A new token for the operator of a server: 256 random bits as text.
pub fn new_operator_token() -> String {
    Token::new().secret().to_owned()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_operator_is_known_by_the_token_alone() {
        let token = new_operator_token();
        assert_eq!(
            OperatorKey::of(&token),
            OperatorKey::of(&format!("{token}\n"))
        );
        assert_ne!(
            OperatorKey::of(&token),
            OperatorKey::of(&new_operator_token())
        );
        assert_eq!(OperatorKey::of("secret"), None);
        assert!(!format!("{:?}", OperatorKey::of(&token)).contains(&token));
    }

    #[test]
    fn tokens_are_read_back_and_told_to_nobody() {
        let token = Token::new();
        assert_eq!(Token::parse(token.secret()), Some(token.clone()));
        assert_ne!(Token::new(), token);
        assert!(!format!("{token:?}").contains(token.secret()));
        assert!(!token.person().0.contains(token.secret()));
        for text in ["", "x", &"g".repeat(64), &"a".repeat(63), &"A".repeat(64)] {
            assert_eq!(Token::parse(text), None, "{text}");
        }
    }
}
