//! Whether somebody sits at the machine of the server: only they may have it start programs.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::header::{FORWARDED, HOST, VIA};
use axum::http::request::Parts;
use ludorum_protocol::Code;

use crate::routes::Address;
use crate::{Error, OperatorKey, Server};

/// From where somebody asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// From the machine of the server, which lets such people start programs.
    Here,
    /// From anywhere, or nobody may.
    Elsewhere,
}

impl Reach {
    /// Refuses those who do not sit here.
    pub(crate) fn only_here(self) -> Result<(), Code> {
        match self {
            Reach::Here => Ok(()),
            Reach::Elsewhere => Err(Code::LocalOnly),
        }
    }
}

impl FromRequestParts<Arc<Server>> for Reach {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, server: &Arc<Server>) -> Result<Reach, Error> {
        let address = parts.extensions.get::<Address>();
        let is_here = server.desk.config.programs
            && address.is_some_and(|address| address.0.to_canonical().is_loopback())
            && !is_passed_on(&parts.headers)
            && is_for_this_machine(&parts.headers);
        Ok(match is_here {
            true => Reach::Here,
            false => Reach::Elsewhere,
        })
    }
}

/// Somebody who sits at the machine of the server; others are refused before anything is read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Here;

impl FromRequestParts<Arc<Server>> for Here {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, server: &Arc<Server>) -> Result<Here, Error> {
        let reach = Reach::from_request_parts(parts, server).await?;
        reach.only_here()?;
        Ok(Here)
    }
}

/// The header that carries the operator's token.
const OPERATOR: &str = "x-ludorum-operator";

/// The operator: somebody who sends the operator's token, or sits at the machine of the server.
/// Others are refused before anything is read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operator;

impl FromRequestParts<Arc<Server>> for Operator {
    type Rejection = Error;

    async fn from_request_parts(
        parts: &mut Parts,
        server: &Arc<Server>,
    ) -> Result<Operator, Error> {
        let token = parts.headers.get(OPERATOR);
        let key = token.and_then(|token| OperatorKey::of(token.to_str().ok()?));
        // Hashes are compared, so how long that takes tells nothing about the token.
        let has_token = key.is_some() && key == server.desk.config.operator;
        match has_token || Reach::from_request_parts(parts, server).await? == Reach::Here {
            true => Ok(Operator),
            false => Err(Code::OperatorOnly.into()),
        }
    }
}

/// Whether a proxy says that it only passes the request on.
fn is_passed_on(headers: &HeaderMap) -> bool {
    let names = ["x-forwarded-for", "x-forwarded-host", "x-real-ip"];
    headers.contains_key(FORWARDED)
        || headers.contains_key(VIA)
        || names.iter().any(|name| headers.contains_key(*name))
}

/// Whether the server is addressed by a name that leads nowhere else than to the machine itself.
fn is_for_this_machine(headers: &HeaderMap) -> bool {
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    let name = host.map(|host| match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    });
    name.is_some_and(|name| {
        let is_loopback = |address: IpAddr| address.is_loopback();
        name.eq_ignore_ascii_case("localhost") || name.parse().is_ok_and(is_loopback)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        let pair = |&(name, value): &(&'static str, &'static str)| {
            (name.parse().unwrap(), value.parse().unwrap())
        };
        pairs.iter().map(pair).collect()
    }

    #[test]
    fn names_of_this_machine() {
        for host in ["localhost", "LOCALHOST:7878", "127.0.0.1:80", "[::1]:80"] {
            assert!(is_for_this_machine(&headers(&[("host", host)])), "{host}");
        }
        for host in [
            "",
            "192.168.1.7:80",
            "games.example",
            "localhost.example",
            "[fe80::1]",
        ] {
            assert!(!is_for_this_machine(&headers(&[("host", host)])), "{host}");
        }
        assert!(!is_for_this_machine(&headers(&[])));
    }

    #[test]
    fn proxies_are_recognised() {
        assert!(!is_passed_on(&headers(&[("host", "localhost")])));
        for name in ["forwarded", "via", "x-forwarded-for", "x-real-ip"] {
            assert!(is_passed_on(&headers(&[(name, "1.2.3.4")])), "{name}");
        }
    }
}
