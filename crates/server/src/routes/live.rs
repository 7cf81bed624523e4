//! WebSocket of a table: receives client messages and sends updates.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Extension, State};
use axum::response::Response;
use futures_util::stream::poll_fn;
use governor::RateLimiter;
use ludorum_protocol::table::{ClientMessage, ServerMessage};
use ludorum_protocol::{ApiProblem, ErrorCode, VERSION};
use tokio::sync::mpsc;
use tokio::time::timeout;

use super::body::PathParams;
use super::socket;
use super::tables::ClientAddress;
use crate::identity::PersonId;
use crate::rate_limit::quota;
use crate::table::{ClientAddressKey, ClientHello, TableHandle, TableMessage};
use crate::table_registry::serialise;
use crate::{Error, Server};

/// Maximum number of queued messages to a client; a client that exceeds it is disconnected. Agents
/// may make hundreds of moves at once, so a full game must fit.
const OUTBOX: usize = 512;

/// Maximum time until the first message of a client, `Hello`.
const HELLO_TIMEOUT: Duration = Duration::from_secs(10);

/// Opens the WebSocket of a table for a player or spectator.
pub(super) async fn live(
    State(server): State<Arc<Server>>,
    Extension(address): Extension<ClientAddress>,
    who: Option<PersonId>,
    PathParams(id): PathParams<String>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Error> {
    // Before the upgrade a refused client gets an HTTP status, afterwards only a closed connection.
    server.table(&id).await?;
    let permit = server
        .websocket_limits
        .acquire(address.0)
        .ok_or(ErrorCode::TooManyRequests)?;
    Ok(
        socket::limited(upgrade).on_upgrade(async move |mut socket| {
            let _guard = server.context.metrics.connections.increment();
            if let Err(problem) = run_session(&mut socket, &server, &id, (who, address)).await {
                socket::send(&mut socket, refused(problem)).await;
                socket::close(&mut socket).await;
            }
            drop(permit);
        }),
    )
}

/// Serves a client until either side closes the connection. An error is sent as the last message.
async fn run_session(
    socket: &mut WebSocket,
    server: &Server,
    id: &str,
    (who, address): (Option<PersonId>, ClientAddress),
) -> Result<(), ApiProblem> {
    let first = timeout(HELLO_TIMEOUT, socket.recv()).await;
    let Ok(Some(Ok(Message::Text(text)))) = first else {
        return Err(unreadable(server, "the first message must be hello"));
    };
    let hello = match read(server, &text)? {
        ClientMessage::Hello {
            version: VERSION,
            last,
            seat,
            drawing,
        } => ClientHello {
            who,
            origin: ClientAddressKey::of(address.0),
            last,
            seat,
            drawing,
        },
        ClientMessage::Hello { .. } => {
            return Err(ApiProblem::new(ErrorCode::BadVersion).with("supported", VERSION));
        }
        _ => return Err(unreadable(server, "the first message must be hello")),
    };
    let (outbox, mut messages) = mpsc::channel(OUTBOX);
    let connected = server.ask(id, |reply| TableMessage::Connect {
        hello,
        outbox,
        reply,
    });
    let from = connected.await.map_err(Error::problem)?;
    let Ok(table) = server.table(id).await else {
        return Ok(());
    };
    let end = relay(socket, server, &table, &mut messages, |message| {
        TableMessage::FromClient { from, message }
    })
    .await;
    // Fails only if the table is archived, which needs no notice.
    let _ = table.send(TableMessage::Disconnected { from }).await;
    end
}

async fn relay(
    socket: &mut WebSocket,
    server: &Server,
    table: &TableHandle,
    messages: &mut mpsc::Receiver<Utf8Bytes>,
    to_table: impl Fn(ClientMessage) -> TableMessage,
) -> Result<(), ApiProblem> {
    let rate = server.context.config.messages_per_second;
    let permits = RateLimiter::direct(quota(rate, rate * 10.0));
    let outgoing = poll_fn(|context| messages.poll_recv(context));
    let mut pump = socket::WebSocketPump::new(socket, outgoing);
    // The outgoing messages end when the table disconnects a slow client or is archived.
    while let Some(message) = pump.receive().await {
        let Message::Text(text) = message else {
            return Err(unreadable(server, "messages must be text"));
        };
        if permits.check().is_err() {
            server.context.metrics.limited.add(1);
            return Err(ErrorCode::TooManyRequests.into());
        }
        let is_open = match read(server, &text) {
            Ok(message) => table.send(to_table(message)).await.is_ok(),
            Err(problem) => socket::send(pump.socket, refused(problem)).await,
        };
        if !is_open {
            break;
        }
    }
    Ok(())
}

fn read(server: &Server, text: &str) -> Result<ClientMessage, ApiProblem> {
    serde_json::from_str(text).map_err(|error| unreadable(server, &error.to_string()))
}

fn unreadable(server: &Server, reason: &str) -> ApiProblem {
    server.context.metrics.malformed.add(1);
    ApiProblem::new(ErrorCode::BadRequest).with("reason", reason)
}

fn refused(problem: ApiProblem) -> Utf8Bytes {
    serialise(&ServerMessage::Refused { problem })
}
