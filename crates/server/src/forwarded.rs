//! Determines the client address of a request: the TCP peer, or the address that a trusted proxy
//! names in its headers.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use axum::http::HeaderMap;
use axum::http::header::FORWARDED;

const X_FORWARDED_FOR: &str = "x-forwarded-for";

/// True if the TCP peer is a trusted proxy.
pub(crate) fn is_trusted(peer: IpAddr, proxies: &[IpAddr]) -> bool {
    let peer = peer.to_canonical();
    proxies.iter().any(|proxy| proxy.to_canonical() == peer)
}

/// Key under which limits count a client: its IPv4 address or its IPv6 /64 network.
pub(crate) fn limit_key(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) if !address.is_loopback() => {
            let network = address.to_bits() & !u128::from(u64::MAX);
            IpAddr::V6(Ipv6Addr::from_bits(network))
        }
        address => address,
    }
}

/// The client address of a request. Behind trusted proxies it is the last forwarded address that is
/// not a proxy, since clients can forge the earlier ones.
///
/// # Errors
/// When the proxy passes on two headers that disagree: the client has set one of them.
pub(crate) fn client_address(
    peer: IpAddr,
    headers: &HeaderMap,
    proxies: &[IpAddr],
) -> Result<IpAddr, &'static str> {
    if !is_trusted(peer, proxies) {
        return Ok(peer);
    }
    let forwarded = lines(headers, FORWARDED.as_str()).map(|text| {
        let hops: Vec<_> = split(&text, ',').into_iter().map(forwarded_for).collect();
        rightmost(peer, &hops, proxies)
    });
    let x_forwarded_for = lines(headers, X_FORWARDED_FOR).map(|text| {
        let hops: Vec<_> = text
            .split(',')
            .map(|hop| parse_address(hop.trim()))
            .collect();
        rightmost(peer, &hops, proxies)
    });
    match (forwarded, x_forwarded_for) {
        (Some(one), Some(other)) if one != other => Err(
            "the proxy sent Forwarded and X-Forwarded-For headers that disagree; configure it to remove one",
        ),
        (Some(address), _) | (None, Some(address)) => Ok(address),
        (None, None) => Ok(peer),
    }
}

/// All values of a header, joined by commas. `None` if the header is missing.
fn lines(headers: &HeaderMap, name: &str) -> Option<String> {
    let lines: Vec<_> = headers.get_all(name).iter().collect();
    let text =
        |line: &&axum::http::HeaderValue| String::from_utf8_lossy(line.as_bytes()).into_owned();
    (!lines.is_empty()).then(|| lines.iter().map(text).collect::<Vec<_>>().join(","))
}

/// Last forwarded address that is not a trusted proxy. If there is none, the first of the trusted
/// proxies, or the peer.
fn rightmost(peer: IpAddr, hops: &[Option<IpAddr>], proxies: &[IpAddr]) -> IpAddr {
    let mut nearest = peer;
    for hop in hops.iter().rev() {
        match hop {
            Some(hop) if is_trusted(*hop, proxies) => nearest = *hop,
            Some(hop) => return *hop,
            None => break,
        }
    }
    nearest
}

/// The `for` address in one element of a `Forwarded` header; `None` if missing or invalid.
fn forwarded_for(element: &str) -> Option<IpAddr> {
    let pairs = split(element, ';');
    let mut pairs = pairs.iter().filter_map(|pair| pair.split_once('='));
    let (_, value) = pairs.find(|(name, _)| name.trim().eq_ignore_ascii_case("for"))?;
    parse_address(value.trim().trim_matches('"'))
}

/// Splits a header value at separators outside quotes.
fn split(text: &str, separator: char) -> Vec<&str> {
    let mut is_quoted = false;
    text.split(|letter: char| {
        is_quoted ^= letter == '"';
        letter == separator && !is_quoted
    })
    .collect()
}

/// Parses an IP address with optional brackets and port.
fn parse_address(text: &str) -> Option<IpAddr> {
    let socket = || text.parse::<SocketAddr>().ok().map(|socket| socket.ip());
    let bracketed = || text.strip_prefix('[')?.strip_suffix(']')?.parse().ok();
    let address = text.parse().ok().or_else(socket).or_else(bracketed);
    address.map(|address: IpAddr| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(peer: &str, headers: &[(&'static str, &str)], expected: &str) {
        let proxies = ["10.0.0.1", "10.0.0.2", "::1"].map(|proxy| proxy.parse().unwrap());
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(*name, value.parse().unwrap());
        }
        let found = client_address(peer.parse().unwrap(), &map, &proxies);
        let found = found.map_or("refused".to_owned(), |address| address.to_string());
        assert_eq!(found, expected, "{headers:?}");
    }

    #[test]
    fn only_trusted_proxies_are_believed() {
        let named = [
            ("x-forwarded-for", "192.0.2.7"),
            ("forwarded", "for=192.0.2.7"),
        ];
        for header in named {
            check("10.0.0.3", &[header], "10.0.0.3");
            check("127.0.0.1", &[header], "127.0.0.1");
            for peer in ["10.0.0.1", "::1", "::ffff:10.0.0.2"] {
                check(peer, &[header], "192.0.2.7");
            }
        }
        check("10.0.0.1", &named, "192.0.2.7");
        check("10.0.0.1", &[], "10.0.0.1");
    }

    #[test]
    fn the_rightmost_untrusted_hop_counts() {
        for (name, value, expected) in [
            ("x-forwarded-for", "1.1.1.1, 192.0.2.7", "192.0.2.7"),
            (
                "x-forwarded-for",
                "1.1.1.1,192.0.2.7, 10.0.0.2",
                "192.0.2.7",
            ),
            ("x-forwarded-for", "192.0.2.7:4711", "192.0.2.7"),
            ("x-forwarded-for", "[2001:db8::7]:4711", "2001:db8::7"),
            ("x-forwarded-for", "2001:db8::7", "2001:db8::7"),
            ("x-forwarded-for", "::ffff:192.0.2.7", "192.0.2.7"),
            ("x-forwarded-for", "10.0.0.2", "10.0.0.2"),
            ("x-forwarded-for", "1.1.1.1, unknown", "10.0.0.1"),
            ("x-forwarded-for", "1.1.1.1, unknown, 10.0.0.2", "10.0.0.2"),
            ("x-forwarded-for", "", "10.0.0.1"),
            (
                "forwarded",
                "for=1.1.1.1, For=192.0.2.7;proto=https",
                "192.0.2.7",
            ),
            (
                "forwarded",
                "proto=http;for=\"[2001:db8::7]:80\"",
                "2001:db8::7",
            ),
            (
                "forwarded",
                "for=\"x, for=1.1.1.1\", for=192.0.2.7",
                "192.0.2.7",
            ),
            ("forwarded", "for=192.0.2.7;by=\"a,b;c\"", "192.0.2.7"),
            ("forwarded", "for=_hidden", "10.0.0.1"),
            ("forwarded", "by=1.1.1.1", "10.0.0.1"),
        ] {
            check("10.0.0.1", &[(name, value)], expected);
        }
        // Repeated headers are one list.
        let lines = [
            ("x-forwarded-for", "1.1.1.1"),
            ("x-forwarded-for", "192.0.2.7"),
        ];
        check("10.0.0.1", &lines, "192.0.2.7");
    }

    #[test]
    fn a_header_of_the_client_beside_that_of_the_proxy_is_refused() {
        let both = [
            ("x-forwarded-for", "192.0.2.7"),
            ("forwarded", "for=1.1.1.1"),
        ];
        check("10.0.0.1", &both, "refused");
        check("10.0.0.3", &both, "10.0.0.3");
    }

    #[test]
    fn a_network_of_ipv6_is_one_address() {
        let limit_key = |text: &str| limit_key(text.parse().unwrap()).to_string();
        assert_eq!(limit_key("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(limit_key("::1"), "::1");
        assert_eq!(limit_key("::ffff:192.0.2.7"), "192.0.2.7");
        assert_eq!(limit_key("192.0.2.7"), "192.0.2.7");
    }
}
