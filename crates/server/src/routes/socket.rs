//! What all WebSockets have in common: limits, and messages that are sent in time or not at all.

use std::time::Duration;

use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use tokio::time::timeout;

use crate::LARGEST;

/// Who does not answer within this time is gone.
pub(super) const PING_EVERY: Duration = Duration::from_secs(30);

/// Who does not take a message within this time is gone.
const SEND_WITHIN: Duration = Duration::from_secs(10);

/// How long a client may take to hear that it has to go.
const FAREWELL: Duration = Duration::from_secs(1);

/// Ten thousand connections that are idle should cost little: the buffers are small.
pub(super) fn limited(upgrade: WebSocketUpgrade) -> WebSocketUpgrade {
    upgrade
        .max_message_size(LARGEST)
        .max_frame_size(LARGEST)
        .read_buffer_size(2048)
        .write_buffer_size(0)
}

/// Whether a message was taken.
pub(super) async fn send(socket: &mut WebSocket, text: Utf8Bytes) -> bool {
    pass(socket, Message::Text(text)).await
}

/// Whether a sign of life was taken.
pub(super) async fn ping(socket: &mut WebSocket) -> bool {
    pass(socket, Message::Ping(Default::default())).await
}

/// Says farewell. What the client had sent before it heard of it is read and forgotten: otherwise the
/// system would throw away our last words together with theirs.
pub(super) async fn close(socket: &mut WebSocket) {
    pass(socket, Message::Close(None)).await;
    let drained = timeout(FAREWELL, async {
        while let Some(Ok(_)) = socket.recv().await {}
    });
    // Who has not gone by then is cut off.
    let _ = drained.await;
}

async fn pass(socket: &mut WebSocket, message: Message) -> bool {
    matches!(timeout(SEND_WITHIN, socket.send(message)).await, Ok(Ok(())))
}
