//! Common WebSocket code: limits, and sends with a timeout.

use std::time::Duration;

use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use futures_util::{Stream, StreamExt};
use tokio::time::{Interval, interval, timeout};

use crate::LARGEST;

/// Ping interval; a client that does not answer before the next ping is disconnected.
const PING_EVERY: Duration = Duration::from_secs(30);

const SEND_TIMEOUT: Duration = Duration::from_secs(10);

/// Time a client has to close the connection.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// Sets size limits and small buffers: ten thousand idle connections must stay cheap.
pub(super) fn limited(upgrade: WebSocketUpgrade) -> WebSocketUpgrade {
    upgrade
        .max_message_size(LARGEST)
        .max_frame_size(LARGEST)
        .read_buffer_size(2048)
        .write_buffer_size(0)
}

/// Messages to and from a client that is pinged meanwhile.
pub(super) struct Pump<'a, S> {
    pub(super) socket: &'a mut WebSocket,
    outgoing: S,
    pings: Interval,
    is_alive: bool,
}

impl<'a, S: Stream<Item = Utf8Bytes> + Unpin> Pump<'a, S> {
    pub(super) fn new(socket: &'a mut WebSocket, outgoing: S) -> Pump<'a, S> {
        Pump {
            socket,
            outgoing,
            pings: interval(PING_EVERY),
            is_alive: true,
        }
    }

    /// Sends the outgoing messages until one arrives, which is returned; none if either side has
    /// ended.
    pub(super) async fn receive(&mut self) -> Option<Message> {
        loop {
            tokio::select! {
                message = self.outgoing.next() => if !send(self.socket, message?).await {
                    return None;
                },
                message = self.socket.recv() => {
                    self.is_alive = true;
                    match message?.ok()? {
                        Message::Ping(_) | Message::Pong(_) => {}
                        Message::Close(_) => return None,
                        message => return Some(message),
                    }
                }
                _ = self.pings.tick() => {
                    if !self.is_alive || !ping(self.socket).await {
                        return None;
                    }
                    self.is_alive = false;
                }
            }
        }
    }
}

/// Sends a message; true if it succeeded.
pub(super) async fn send(socket: &mut WebSocket, text: Utf8Bytes) -> bool {
    send_message(socket, Message::Text(text)).await
}

async fn ping(socket: &mut WebSocket) -> bool {
    send_message(socket, Message::Ping(Default::default())).await
}

/// Closes the connection. Pending input is drained first: otherwise the system would reset the
/// connection and discard our last message.
pub(super) async fn close(socket: &mut WebSocket) {
    send_message(socket, Message::Close(None)).await;
    let drained = timeout(CLOSE_TIMEOUT, async {
        while let Some(Ok(_)) = socket.recv().await {}
    });
    // Clients still connected after the timeout are dropped.
    let _ = drained.await;
}

async fn send_message(socket: &mut WebSocket, message: Message) -> bool {
    matches!(
        timeout(SEND_TIMEOUT, socket.send(message)).await,
        Ok(Ok(()))
    )
}
