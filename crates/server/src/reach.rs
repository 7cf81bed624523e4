//! Whether somebody sits at the machine of the server: only they may have it start programs.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::HeaderMap;
use axum::http::header::HOST;
use axum::http::request::Parts;
use ludorum_protocol::Code;

use crate::forwarded::is_trusted;
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
            && !is_of_proxy(parts, server)
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

/// Whether the other end of the connection is a proxy that is named as one.
fn is_of_proxy(parts: &Parts, server: &Server) -> bool {
    let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
    peer.is_some_and(|peer| is_trusted(peer.0.ip(), &server.desk.config.trusted_proxies))
}

/// Whether a proxy says that it only passes the request on.
fn is_passed_on(headers: &HeaderMap) -> bool {
    headers.keys().any(|name| {
        let name = name.as_str();
        PROXIES.contains(&name) || FAMILIES.iter().any(|family| name.starts_with(family))
    })
}

/// Headers by which proxies, tunnels and content networks say whose request they pass on.
const PROXIES: [&str; 21] = [
    "cdn-loop",
    "client-ip",
    "do-connecting-ip",
    "fastly-client-ip",
    "fly-client-ip",
    "forwarded-for",
    "proxy-client-ip",
    "true-client-ip",
    "via",
    "wl-proxy-client-ip",
    "x-appengine-user-ip",
    "x-azure-clientip",
    "x-client-ip",
    "x-cluster-client-ip",
    "x-forwarded",
    "x-nf-client-connection-ip",
    "x-originating-ip",
    "x-proxyuser-ip",
    "x-real-ip",
    "x-remote-addr",
    "x-remote-ip",
];

/// How the names of such headers begin that come in families.
const FAMILIES: [&str; 9] = [
    "cf-",
    "forwarded",
    "tailscale-",
    "x-amz-cf-",
    "x-amzn-",
    "x-envoy-",
    "x-forwarded-",
    "x-original-",
    "x-vercel-",
];

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
        let own = [
            ("host", "localhost"),
            ("cookie", "ludorum=1"),
            ("x-ludorum-operator", "1"),
            ("upgrade-insecure-requests", "1"),
        ];
        assert!(!is_passed_on(&headers(&own)));
        for name in [
            "CF-Connecting-IP",
            "CF-Ray",
            "Fly-Client-IP",
            "Forwarded",
            "True-Client-IP",
            "Via",
            "X-Envoy-External-Address",
            "X-Forwarded-For",
            "X-Forwarded-Host",
            "X-Forwarded-Proto",
            "X-Original-Forwarded-For",
            "X-Real-IP",
        ] {
            assert!(is_passed_on(&headers(&[(name, "1.2.3.4")])), "{name}");
        }
    }
}
