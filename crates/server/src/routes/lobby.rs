//! News about the list of tables, over a WebSocket.

use std::sync::Arc;

use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Extension, State};
use axum::response::Response;
use ludorum_protocol::Code;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::interval;

use super::socket;
use super::tables::Address;
use crate::{Error, Server};

/// All listed tables, then whatever changes.
pub(super) async fn live(
    State(server): State<Arc<Server>>,
    Extension(address): Extension<Address>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Error> {
    let door = server.doors.enter(address.0).ok_or(Code::TooManyRequests)?;
    Ok(
        socket::limited(upgrade).on_upgrade(async move |mut socket| {
            let _one_more = server.desk.metrics.connections.one_more();
            watch(&mut socket, &server).await;
            drop(door);
        }),
    )
}

async fn watch(socket: &mut WebSocket, server: &Server) {
    let (tables, mut news) = server.desk.board.watch();
    if !socket::send(socket, tables).await {
        return;
    }
    let mut pings = interval(socket::PING_EVERY);
    let mut is_alive = true;
    loop {
        tokio::select! {
            message = news.recv() => {
                let message = match message {
                    Ok(message) => message,
                    // Too far behind to catch up: from the beginning.
                    Err(RecvError::Lagged(_)) => {
                        let (tables, fresh) = server.desk.board.watch();
                        news = fresh;
                        tables
                    }
                    Err(RecvError::Closed) => return,
                };
                if !socket::send(socket, message).await {
                    return;
                }
            }
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
