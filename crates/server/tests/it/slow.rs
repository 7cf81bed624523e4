//! Clients that do not read are disconnected and delay nobody.

use std::time::{Duration, Instant};

use ludorum_protocol::table::{ClientMessage, DrawingStyle};
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpSocket, TcpStream};

use crate::client::{Client, here};
use crate::numbers::number;
use crate::{Running, start};

const ASLEEP: u64 = 20;

/// Maximum wait for an update on a busy machine. It is less than the ten seconds that the server
/// gives a client to take a message, so waiting for a client that does not read would exceed it.
const NOTICED: Duration = Duration::from_secs(5);

/// Connects a client with small buffers that sends `Hello` and never reads.
async fn asleep(running: &Running, table: &str) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(2048).unwrap();
    let mut stream = socket.connect(running.address).await.unwrap();
    let host = running.address;
    let upgrade = format!(
        "GET /api/tables/{table}/live HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\n\
         Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
         Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    stream.write_all(upgrade.as_bytes()).await.unwrap();
    let hello = ClientMessage::Hello {
        version: 1,
        last: None,
        seat: None,
        drawing: DrawingStyle::Colour,
    };
    let hello = serde_json::to_vec(&hello).unwrap();
    // WebSocket text frame of at most 125 bytes, with a mask of zeros.
    let mut frame = vec![0x81, 0x80 | u8::try_from(hello.len()).unwrap(), 0, 0, 0, 0];
    frame.extend(hello);
    stream.write_all(&frame).await.unwrap();
    stream
}

#[tokio::test(flavor = "multi_thread")]
async fn clients_that_do_not_read_hold_up_nobody() {
    let running = start().await;
    let host = running.person().await;
    let table = running.open(&host, "quoridor", &[here("friend")]).await;
    running.start(&host, &table.id).await.unwrap();
    let mut client = Client::at(&running, &table.id, Some(&host)).await;
    let mut sleepers = Vec::new();
    for _ in 0..ASLEEP {
        sleepers.push(asleep(&running, &table.id).await);
    }
    // One of the clients disconnects.
    sleepers.pop();
    let moves = client.turn().await.unwrap();
    let (began, mut longest) = (Instant::now(), Duration::ZERO);
    // Makes and takes back moves until all clients that do not read are disconnected.
    while number(&running, "ludorum_dropped_total").await == 0.0
        || number(&running, "ludorum_connections").await > 1.0
    {
        for _ in 0..20 {
            let sent = Instant::now();
            client.play(&moves[0]).await;
            client.say(&ClientMessage::Undo).await;
            client.until(|client| client.ply() == 0).await;
            longest = longest.max(sent.elapsed());
        }
        assert!(longest < NOTICED, "{longest:?}");
        assert!(
            began.elapsed() < Duration::from_secs(60),
            "nobody is let go"
        );
    }
}
