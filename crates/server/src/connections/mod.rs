//! Connections: let in within limits, answered, and ended when they keep still for too long.

mod body;
mod descriptors;
mod framing;
mod limits;
mod players;
mod refusals;
mod stream;

pub(crate) use descriptors::room_for_connections;
pub(crate) use limits::{ConnectionLimits, Limit};
pub(crate) use players::Players;
pub(crate) use refusals::Refusals;

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
use limits::Admission;
use stream::CountedStream;

/// A connection on trial has to show by then that it belongs to somebody who plays.
const TRIAL: Duration = Duration::from_secs(2);

/// A trusted proxy keeps its connections for longer than its clients do theirs.
const PROXY_IDLE: Duration = Duration::from_secs(5 * 60);

/// How long nobody is let in after the system refused to.
const BREATH: Duration = Duration::from_millis(50);

/// A connection, as its requests know it.
#[derive(Debug)]
pub(crate) struct Connection {
    admission: Admission,
    is_ambiguous: AtomicBool,
}

impl Connection {
    /// How it was let in.
    pub(crate) fn admission(&self) -> &Admission {
        &self.admission
    }

    /// Whether one of its requests has said its length in two ways.
    pub(crate) fn is_ambiguous(&self) -> bool {
        self.is_ambiguous.load(Ordering::Relaxed)
    }

    fn found_ambiguous(&self) {
        self.is_ambiguous.store(true, Ordering::Relaxed);
    }
}

/// Answers those who connect, for ever.
pub(crate) async fn accept(listener: TcpListener, server: Arc<Server>, app: Router) {
    let app = TowerToHyperService::new(app);
    let (most, per_address) = server.connections.numbers();
    tracing::info!(most, per_address, "connections are limited");
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => admit(stream, peer, &server, &app),
            Err(error) if is_of_one_client(&error) => {}
            Err(error) => {
                server.refusals.no_descriptors(&error);
                sleep(BREATH).await;
            }
        }
    }
}

/// Whether only the connection that should have been accepted has failed.
fn is_of_one_client(error: &io::Error) -> bool {
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
    let config = &server.desk.config;
    let is_proxy = forwarded::is_trusted(peer.ip(), &config.trusted_proxies);
    let address = forwarded::counted(peer.ip());
    let admission = match server.connections.admit(address, is_proxy) {
        Ok(admission) => admission,
        Err(limit) => {
            server.refusals.refused(limit, address);
            // A new connection has room for it; who does not read it is not waited for.
            let _ = stream.try_write(refusal(limit));
            return;
        }
    };
    // A move is a small packet that should not wait for another.
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "packets may be held back");
    }
    let within = match (admission.is_on_trial(), is_proxy) {
        (true, _) => TRIAL.min(config.header_deadline),
        (false, true) => PROXY_IDLE.max(config.header_deadline),
        (false, false) => config.header_deadline,
    };
    let connection = Arc::new(Connection {
        admission,
        is_ambiguous: AtomicBool::new(false),
    });
    let (server, app) = (Arc::clone(server), app.clone());
    tokio::spawn(answer(stream, peer, within, connection, server, app));
}

async fn answer(
    stream: TcpStream,
    peer: SocketAddr,
    within: Duration,
    connection: Arc<Connection>,
    server: Arc<Server>,
    app: TowerToHyperService<Router>,
) {
    let stream = CountedStream::new(stream, Arc::clone(&connection));
    let body_deadline = server.desk.config.body_deadline;
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        request.extensions_mut().insert(Arc::clone(&connection));
        app.call(request.map(|body| Body::new(TimedBody::new(body, body_deadline))))
    });
    let mut builder = http1::Builder::new();
    builder
        .timer(TokioTimer::new())
        .header_read_timeout(within)
        .max_buf_size(framing::LONGEST_HEAD);
    let served = builder.serve_connection(TokioIo::new(stream), service);
    if let Err(error) = served.with_upgrades().await {
        if error.is_timeout() {
            server.refusals.timed_out();
        }
        tracing::debug!(%error, "a connection ended");
    }
}

/// What a connection is told that is not let in.
fn refusal(limit: Limit) -> &'static [u8] {
    match limit {
        Limit::Address => {
            b"HTTP/1.1 429 Too Many Requests\r\nContent-Type: application/json\r\n\
              Content-Length: 28\r\nRetry-After: 10\r\nConnection: close\r\n\r\n\
              {\"code\":\"too_many_requests\"}"
        }
        Limit::Public | Limit::Total => {
            b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\n\
              Content-Length: 22\r\nRetry-After: 10\r\nConnection: close\r\n\r\n\
              {\"code\":\"server_full\"}"
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludorum_protocol::{Code, Problem};

    #[test]
    fn refusals_are_whole_answers() {
        for (limit, code) in [
            (Limit::Address, Code::TooManyRequests),
            (Limit::Public, Code::ServerFull),
            (Limit::Total, Code::ServerFull),
        ] {
            let text = std::str::from_utf8(refusal(limit)).unwrap();
            let (head, body) = text.split_once("\r\n\r\n").unwrap();
            assert!(head.contains(&format!("Content-Length: {}", body.len())));
            let problem: Problem = serde_json::from_str(body).unwrap();
            assert_eq!(problem.code, code);
        }
    }

    #[test]
    fn a_client_that_has_gone_does_not_hold_up_others() {
        assert!(is_of_one_client(&io::ErrorKind::ConnectionAborted.into()));
        // EMFILE and ENFILE: the next one would fail as well, at once.
        for number in [24, 23] {
            assert!(!is_of_one_client(&io::Error::from_raw_os_error(number)));
        }
    }
}
