//! Updates of the list of tables, over a WebSocket.

use std::sync::Arc;

use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Extension, State};
use axum::response::Response;
use ludorum_protocol::Code;
use tokio::time::interval;

use super::body::QueryParams;
use super::socket;
use super::tables::ClientAddress;
use crate::lobby_subscriber::LobbySubscriber;
use crate::table_filter::TableFilter;
use crate::{Error, Server};

/// Sends the matching listed tables, then their changes.
pub(super) async fn live(
    State(server): State<Arc<Server>>,
    QueryParams(filter): QueryParams<TableFilter>,
    Extension(address): Extension<ClientAddress>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Error> {
    let permit = server
        .websocket_limits
        .acquire(address.0)
        .ok_or(Code::TooManyRequests)?;
    Ok(
        socket::limited(upgrade).on_upgrade(async move |mut socket| {
            let _guard = server.context.metrics.connections.increment();
            watch(&mut socket, &server, filter).await;
            drop(permit);
        }),
    )
}

async fn watch(socket: &mut WebSocket, server: &Server, filter: TableFilter) {
    let registry = &server.context.registry;
    let loading = &server.loading;
    let (mut subscriber, tables) = LobbySubscriber::new(registry, loading, filter);
    if !socket::send(socket, tables).await {
        return;
    }
    let mut pings = interval(socket::PING_EVERY);
    let mut is_alive = true;
    loop {
        tokio::select! {
            message = subscriber.next(registry, loading) => match message {
                Some(message) => if !socket::send(socket, message).await {
                    return;
                },
                None => return,
            },
            message = socket.recv() => match message {
                Some(Ok(Message::Pong(_) | Message::Ping(_))) => is_alive = true,
                // Clients send nothing here.
                _ => return,
            },
            _ = pings.tick() => {
                if !is_alive || !socket::ping(socket).await {
                    return;
                }
                is_alive = false;
            }
        }
    }
}
