//! WebSocket code shared by routes: size limits, pings, and sending with a timeout.

use std::time::Duration;

use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use futures_util::{Stream, StreamExt};
use tokio::time::{Interval, interval, timeout};

use crate::LARGEST;

/// Interval of pings. A client that does not answer before the next ping is disconnected.
const PING_EVERY: Duration = Duration::from_secs(30);

const SEND_TIMEOUT: Duration = Duration::from_secs(10);

/// Maximum time to wait until the client closes its side of the connection.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// Limits message sizes and buffers of a WebSocket: ten thousand idle connections must stay cheap.
pub(super) fn limited(upgrade: WebSocketUpgrade) -> WebSocketUpgrade {
    upgrade
        .max_message_size(LARGEST)
        .max_frame_size(LARGEST)
        .read_buffer_size(2048)
        .write_buffer_size(0)
}

/// WebSocket of a client with the stream of its outgoing messages. Also sends pings.
pub(super) struct WebSocketPump<'a, S> {
    pub(super) socket: &'a mut WebSocket,
    outgoing: S,
    pings: Interval,
    is_alive: bool,
}

impl<'a, S: Stream<Item = Utf8Bytes> + Unpin> WebSocketPump<'a, S> {
    pub(super) fn new(socket: &'a mut WebSocket, outgoing: S) -> WebSocketPump<'a, S> {
        WebSocketPump {
            socket,
            outgoing,
            pings: interval(PING_EVERY),
            is_alive: true,
        }
    }

    /// Sends outgoing messages until the client sends a message, and returns the client's message.
    /// `None` if the connection or the stream of outgoing messages has ended.
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

/// Sends a text message with a timeout; true if it was sent.
pub(super) async fn send(socket: &mut WebSocket, text: Utf8Bytes) -> bool {
    send_message(socket, Message::Text(text)).await
}

async fn ping(socket: &mut WebSocket) -> bool {
    send_message(socket, Message::Ping(Default::default())).await
}

/// Closes the connection after reading its pending input: otherwise the system would reset the
/// connection and discard the last message to the client.
pub(super) async fn close(socket: &mut WebSocket) {
    send_message(socket, Message::Close(None)).await;
    let drained = timeout(CLOSE_TIMEOUT, async {
        while let Some(Ok(_)) = socket.recv().await {}
    });
    // Clients that are still connected after the timeout are disconnected.
    let _ = drained.await;
}

async fn send_message(socket: &mut WebSocket, message: Message) -> bool {
    matches!(
        timeout(SEND_TIMEOUT, socket.send(message)).await,
        Ok(Ok(()))
    )
}
