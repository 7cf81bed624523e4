//! Detects ambiguous requests and invalid WebSocket handshakes, which are refused before any other
//! handling.

use axum::extract::Request;
use axum::http::HeaderMap;
use axum::http::header::{HOST, SEC_WEBSOCKET_KEY, UPGRADE};
use data_encoding::BASE64;

/// Returns the reason why a request is malformed, or `None` if it is well-formed.
pub(crate) fn malformation(request: &Request) -> Option<&'static str> {
    let headers = request.headers();
    if headers.get_all(HOST).iter().count() > 1 {
        return Some("the request has two Host headers; send one");
    }
    let (uri, host) = (request.uri(), headers.get(HOST));
    if let (Some(authority), Some(host)) = (uri.authority(), host)
        && !host
            .as_bytes()
            .eq_ignore_ascii_case(authority.as_str().as_bytes())
    {
        return Some("the request line and the Host header name different servers");
    }
    if uri
        .scheme_str()
        .is_some_and(|scheme| !matches!(scheme, "http" | "https"))
    {
        return Some("the request URL is neither http nor https");
    }
    if is_websocket(headers) && !has_proper_key(headers) {
        return Some("Sec-WebSocket-Key must be present once, with 16 random bytes in base64");
    }
    None
}

fn is_websocket(headers: &HeaderMap) -> bool {
    let mut upgrades = headers.get_all(UPGRADE).iter();
    upgrades.any(|upgrade| upgrade.as_bytes().eq_ignore_ascii_case(b"websocket"))
}

fn has_proper_key(headers: &HeaderMap) -> bool {
    let mut keys = headers.get_all(SEC_WEBSOCKET_KEY).iter();
    match (keys.next(), keys.next()) {
        (Some(key), None) => BASE64
            .decode(key.as_bytes())
            .is_ok_and(|bytes| bytes.len() == 16),
        _ => false,
    }
}
