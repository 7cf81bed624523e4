//! WebSocket that sends updates of the list of tables.

use std::pin::pin;
use std::sync::Arc;

use axum::extract::ws::{WebSocket, WebSocketUpgrade};
use axum::extract::{Extension, State};
use axum::response::Response;
use futures_util::stream::unfold;
use ludorum_protocol::ErrorCode;

use super::body::QueryParams;
use super::socket;
use super::tables::ClientAddress;
use crate::lobby_subscriber::LobbySubscriber;
use crate::table_filter::TableFilter;
use crate::{Error, Server};

/// Opens a WebSocket that sends the listed tables that match the filter, then all changes to them.
pub(super) async fn live(
    State(server): State<Arc<Server>>,
    QueryParams(filter): QueryParams<TableFilter>,
    Extension(address): Extension<ClientAddress>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Error> {
    let permit = server
        .websocket_limits
        .acquire(address.0)
        .ok_or(ErrorCode::TooManyRequests)?;
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
    let (subscriber, tables) = LobbySubscriber::new(registry, loading, filter);
    if !socket::send(socket, tables).await {
        return;
    }
    let updates = unfold(subscriber, async |mut subscriber| {
        let message = subscriber.next(registry, loading).await?;
        Some((message, subscriber))
    });
    // Clients must not send messages here: a message ends the connection.
    socket::WebSocketPump::new(socket, pin!(updates))
        .receive()
        .await;
}
