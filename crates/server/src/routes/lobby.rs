//! News about the list of tables, over a WebSocket.

use std::sync::Arc;

use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Extension, State};
use axum::response::Response;
use ludorum_protocol::Code;
use tokio::time::interval;

use super::body::Query;
use super::socket;
use super::tables::Address;
use crate::filter::Filter;
use crate::watcher::Watcher;
use crate::{Error, Server};

/// All listed tables that are wanted, then whatever changes.
pub(super) async fn live(
    State(server): State<Arc<Server>>,
    Query(filter): Query<Filter>,
    Extension(address): Extension<Address>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Error> {
    let door = server.doors.enter(address.0).ok_or(Code::TooManyRequests)?;
    Ok(
        socket::limited(upgrade).on_upgrade(async move |mut socket| {
            let _one_more = server.desk.metrics.connections.one_more();
            watch(&mut socket, &server, filter).await;
            drop(door);
        }),
    )
}

async fn watch(socket: &mut WebSocket, server: &Server, filter: Filter) {
    let board = &server.desk.board;
    let loading = &server.loading;
    let (mut watcher, tables) = Watcher::new(board, loading, filter);
    if !socket::send(socket, tables).await {
        return;
    }
    let mut pings = interval(socket::PING_EVERY);
    let mut is_alive = true;
    loop {
        tokio::select! {
            message = watcher.next(board, loading) => match message {
                Some(message) => if !socket::send(socket, message).await {
                    return;
                },
                None => return,
            },
            message = socket.recv() => match message {
                Some(Ok(Message::Pong(_) | Message::Ping(_))) => is_alive = true,
                // There is nothing to say here.
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
