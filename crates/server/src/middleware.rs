//! Middleware for all requests: rate limits, checks of host and origin, security headers.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;

use axum::extract::{ConnectInfo, FromRequestParts, Request, State};
use axum::http::header::{
    self, CONNECTION, CONTENT_SECURITY_POLICY, HOST, HeaderName, HeaderValue, ORIGIN,
    REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use ludorum_protocol::{ApiProblem, ErrorCode};

use crate::connections::HttpConnection;
use crate::forwarded::{self, client_address};
use crate::identity::PersonId;
use crate::malformed::malformation;
use crate::routes::ClientAddress;
use crate::{Error, Server};

/// Content security policy of the page: only files of this server, no inline scripts.
const POLICY: &str = "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
                      img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; \
                      base-uri 'none'; form-action 'self'";

/// Middleware that refuses disallowed requests and adds security headers to every response.
pub(crate) async fn guard(
    State(server): State<Arc<Server>>,
    mut request: Request,
    next: Next,
) -> Response {
    let metrics = &server.context.metrics;
    metrics.requests.add(1);
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    // The connection is not tracked after such requests: see `connections::smuggling`.
    let is_last = request.headers().contains_key(header::TRANSFER_ENCODING)
        || request.headers().contains_key(header::UPGRADE);
    let connection = request.extensions().get::<Arc<HttpConnection>>().cloned();
    let admitted = admit(&server, connection.as_deref(), &mut request).await;
    let is_refused = admitted.is_err();
    let answer = match admitted.and_then(|address| check(&server, &request).map(|()| address)) {
        Err(error) => error.into_response(),
        Ok(address) if !server.requests.take(&address) => {
            metrics.limited.add(1);
            Error::from(ErrorCode::TooManyRequests).into_response()
        }
        Ok(address) => {
            request.extensions_mut().insert(ClientAddress(address));
            next.run(request).await
        }
    };
    let status = answer.status().as_u16();
    // Paths contain secret table ids: only the first segments are logged.
    let route: Vec<&str> = path.split('/').take(3).collect();
    tracing::debug!(%method, route = route.join("/"), status, "request");
    let mut answer = with_headers(answer);
    if is_refused || (is_last && answer.status() != StatusCode::SWITCHING_PROTOCOLS) {
        let close = HeaderValue::from_static("close");
        answer.headers_mut().insert(CONNECTION, close);
    }
    answer
}

/// Refuses malformed requests, and requests of other people on connections reserved for seated
/// players. Returns the client address by which limits count the request.
async fn admit(
    server: &Server,
    connection: Option<&HttpConnection>,
    request: &mut Request,
) -> Result<IpAddr, Error> {
    let ambiguous = connection
        .is_some_and(HttpConnection::is_ambiguous)
        .then_some("the request has Content-Length and Transfer-Encoding; send one of them");
    if let Some(reason) = ambiguous.or_else(|| malformation(request)) {
        server.context.metrics.malformed.add(1);
        return Err(bad_request(reason));
    }
    if let Some(connection) = connection {
        let (mut parts, body) = std::mem::take(request).into_parts();
        let person = <PersonId as FromRequestParts<()>>::from_request_parts(&mut parts, &()).await;
        *request = Request::from_parts(parts, body);
        if person.is_ok_and(|person| server.context.players.contains(&person)) {
            connection.permit().mark_as_player();
        } else if connection.permit().is_on_trial() {
            server.refusals.not_a_player();
            return Err(ErrorCode::ServerFull.into());
        }
    }
    let peer = peer(request.extensions());
    let proxies = &server.context.config.trusted_proxies;
    let address = client_address(peer, request.headers(), proxies).map_err(bad_request)?;
    Ok(forwarded::limit_key(address))
}

fn bad_request(reason: &str) -> Error {
    ApiProblem::new(ErrorCode::BadRequest)
        .with("reason", reason)
        .into()
}

/// The address of the TCP peer. Tests without a network get localhost.
fn peer(extensions: &axum::http::Extensions) -> IpAddr {
    let info = extensions.get::<ConnectInfo<SocketAddr>>();
    info.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |info| info.0.ip())
}

fn check(server: &Server, request: &Request) -> Result<(), Error> {
    let host = host_of(request.headers(), request.uri());
    // Checking the host name stops DNS rebinding.
    let Some(host) = host.filter(|host| is_ours(host, &server.context.config.hosts)) else {
        return Err(ErrorCode::HostRefused.into());
    };
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD);
    let is_socket = request.headers().contains_key(header::UPGRADE);
    // Browsers send the origin of a request; other programs do not.
    if let Some(origin) = request.headers().get(ORIGIN)
        && (changes || is_socket)
        && !is_same(origin, host)
    {
        return Err(ErrorCode::OriginRefused.into());
    }
    Ok(())
}

fn host_of<'a>(headers: &'a HeaderMap, uri: &'a Uri) -> Option<&'a str> {
    match headers.get(HOST) {
        Some(host) => host.to_str().ok(),
        None => uri.authority().map(|authority| authority.as_str()),
    }
}

fn is_ours(host: &str, known: &[String]) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.rsplit_once(':').map_or(host, |(name, _)| name),
    };
    name.eq_ignore_ascii_case("localhost")
        || name.parse::<IpAddr>().is_ok()
        || known.iter().any(|known| known.eq_ignore_ascii_case(name))
}

fn is_same(origin: &HeaderValue, host: &str) -> bool {
    let origin = origin.to_str().unwrap_or_default();
    let authority = ["http://", "https://"]
        .iter()
        .find_map(|scheme| origin.strip_prefix(scheme));
    authority.is_some_and(|authority| authority.eq_ignore_ascii_case(host))
}

fn with_headers(mut answer: Response) -> Response {
    let headers = answer.headers_mut();
    // Plug-in images have a stricter policy.
    if !headers.contains_key(CONTENT_SECURITY_POLICY) {
        headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    }
    for (name, value) in [
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (X_FRAME_OPTIONS, "DENY"),
        // Table ids are secrets: other sites must not get the referrer.
        (REFERRER_POLICY, "no-referrer"),
        (
            HeaderName::from_static("cross-origin-opener-policy"),
            "same-origin",
        ),
        (
            HeaderName::from_static("cross-origin-resource-policy"),
            "same-origin",
        ),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    // Responses of the framework itself are converted to our JSON form.
    let is_json = headers
        .get(header::CONTENT_TYPE)
        .is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    let code = match answer.status() {
        StatusCode::NOT_FOUND => ErrorCode::NotFound,
        StatusCode::PAYLOAD_TOO_LARGE => ErrorCode::TooLarge,
        _ => return answer,
    };
    if is_json {
        return answer;
    }
    with_headers(Error::from(code).into_response())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_other_sites_are_not_ours() {
        let known = ["games.example".to_owned()];
        for host in [
            "localhost",
            "localhost:7878",
            "127.0.0.1:80",
            "192.168.1.7:7878",
            "[::1]:7878",
            "games.example:443",
        ] {
            assert!(is_ours(host, &known), "{host}");
        }
        for host in [
            "",
            "evil.example",
            "localhost.evil.example:7878",
            "[evil]",
            "1.2.3.4.evil",
        ] {
            assert!(!is_ours(host, &known), "{host}");
        }
    }

    #[test]
    fn origins_must_be_the_server_itself() {
        let same = |origin: &'static str| is_same(&HeaderValue::from_static(origin), "a:1");
        assert!(same("http://a:1"));
        assert!(same("https://a:1"));
        for origin in [
            "null",
            "http://a",
            "http://a:2",
            "http://evil/a:1",
            "a:1",
            "",
        ] {
            assert!(!same(origin), "{origin}");
        }
    }
}
