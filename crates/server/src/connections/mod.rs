//! Accepts TCP connections within the limits, serves HTTP on them, and closes them on timeouts.

mod body;
mod descriptors;
mod limits;
mod refusal_counters;
mod seated_players;
mod smuggling;
mod stream;

pub(crate) use descriptors::room_for_connections;
pub(crate) use limits::{ConnectionLimiter, ConnectionRefusal};
pub(crate) use refusal_counters::RefusalCounters;
pub(crate) use seated_players::SeatedPeopleLastSeen;

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::sleep;

use crate::Server;
use crate::forwarded;
use body::TimedBody;
use limits::ConnectionPermit;
use stream::ConnectionStream;

/// Time limit for the first request of a connection on trial, which must come from a seated player.
const TRIAL: Duration = Duration::from_secs(2);

/// Idle timeout of connections from a trusted proxy.
const PROXY_IDLE: Duration = Duration::from_secs(5 * 60);

/// Pause before accepting again after the system refused to accept a connection.
const ACCEPT_RETRY: Duration = Duration::from_millis(50);

/// An accepted connection. Request handlers get it as a request extension.
#[derive(Debug)]
pub(crate) struct HttpConnection {
    permit: ConnectionPermit,
    is_ambiguous: AtomicBool,
}

impl HttpConnection {
    /// The permit that counts this connection towards the limits.
    pub(crate) fn permit(&self) -> &ConnectionPermit {
        &self.permit
    }

    /// True if a request on this connection had both `Content-Length` and `Transfer-Encoding`.
    pub(crate) fn is_ambiguous(&self) -> bool {
        self.is_ambiguous.load(Ordering::Relaxed)
    }

    fn found_ambiguous(&self) {
        self.is_ambiguous.store(true, Ordering::Relaxed);
    }
}

/// Accepts and serves connections until the task is cancelled.
pub(crate) async fn accept(listener: TcpListener, server: Arc<Server>, app: Router) {
    let app = TowerToHyperService::new(app);
    let (most, per_address) = server.connections.numbers();
    tracing::info!(most, per_address, "connection limits");
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => admit(stream, peer, &server, &app),
            Err(error) if is_client_error(&error) => {}
            Err(error) => {
                server.refusals.no_descriptors(&error);
                sleep(ACCEPT_RETRY).await;
            }
        }
    }
}

/// True for accept errors caused by a single connection; false if the listener itself failed.
fn is_client_error(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionRefused
            | io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionReset
    )
}

fn admit(
    stream: TcpStream,
    peer: SocketAddr,
    server: &Arc<Server>,
    app: &TowerToHyperService<Router>,
) {
    let config = &server.context.config;
    let is_proxy = forwarded::is_trusted(peer.ip(), &config.trusted_proxies);
    let address = forwarded::limit_key(peer.ip());
    let permit = match server.connections.admit(address, is_proxy) {
        Ok(permit) => permit,
        Err(limit) => {
            server.refusals.refused(limit, address);
            // A new connection has buffer space for this; clients that do not read it are not
            // waited for.
            let _ = stream.try_write(refusal_response(limit));
            return;
        }
    };
    // Moves are small packets: no Nagle delay.
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "could not set TCP_NODELAY");
    }
    let within = match (permit.is_on_trial(), is_proxy) {
        (true, _) => TRIAL.min(config.header_deadline),
        (false, true) => PROXY_IDLE.max(config.header_deadline),
        (false, false) => config.header_deadline,
    };
    let connection = Arc::new(HttpConnection {
        permit,
        is_ambiguous: AtomicBool::new(false),
    });
    let (server, app) = (Arc::clone(server), app.clone());
    tokio::spawn(serve_connection(
        stream, peer, within, connection, server, app,
    ));
}

async fn serve_connection(
    stream: TcpStream,
    peer: SocketAddr,
    within: Duration,
    connection: Arc<HttpConnection>,
    server: Arc<Server>,
    app: TowerToHyperService<Router>,
) {
    let stream = ConnectionStream::new(stream, Arc::clone(&connection));
    let body_deadline = server.context.config.body_deadline;
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        request.extensions_mut().insert(Arc::clone(&connection));
        app.call(request.map(|body| Body::new(TimedBody::new(body, body_deadline))))
    });
    let mut builder = http1::Builder::new();
    builder
        .timer(TokioTimer::new())
        .header_read_timeout(within)
        .max_buf_size(smuggling::LONGEST_HEAD);
    let served = builder.serve_connection(TokioIo::new(stream), service);
    if let Err(error) = served.with_upgrades().await {
        if error.is_timeout() {
            server.refusals.timed_out();
        }
        tracing::debug!(%error, "a connection ended");
    }
}

/// The complete HTTP response sent on a connection that a limit refuses.
fn refusal_response(limit: ConnectionRefusal) -> &'static [u8] {
    match limit {
        ConnectionRefusal::Address => {
            b"HTTP/1.1 429 Too Many Requests\r\nContent-Type: application/json\r\n\
              Content-Length: 28\r\nRetry-After: 10\r\nConnection: close\r\n\r\n\
              {\"code\":\"too_many_requests\"}"
        }
        ConnectionRefusal::Public | ConnectionRefusal::Total => {
            b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\n\
              Content-Length: 22\r\nRetry-After: 10\r\nConnection: close\r\n\r\n\
              {\"code\":\"server_full\"}"
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludorum_protocol::{ApiProblem, ErrorCode};

    #[test]
    fn refusals_are_whole_answers() {
        for (limit, code) in [
            (ConnectionRefusal::Address, ErrorCode::TooManyRequests),
            (ConnectionRefusal::Public, ErrorCode::ServerFull),
            (ConnectionRefusal::Total, ErrorCode::ServerFull),
        ] {
            let text = std::str::from_utf8(refusal_response(limit)).unwrap();
            let (head, body) = text.split_once("\r\n\r\n").unwrap();
            assert!(head.contains(&format!("Content-Length: {}", body.len())));
            let problem: ApiProblem = serde_json::from_str(body).unwrap();
            assert_eq!(problem.code, code);
        }
    }

    #[test]
    fn a_client_that_has_gone_does_not_hold_up_others() {
        assert!(is_client_error(&io::ErrorKind::ConnectionAborted.into()));
        // EMFILE and ENFILE: an immediate retry would fail too.
        for number in [24, 23] {
            assert!(!is_client_error(&io::Error::from_raw_os_error(number)));
        }
    }
}
