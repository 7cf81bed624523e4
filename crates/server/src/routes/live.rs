//! A table over a WebSocket: the client's wishes in, what happens out.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Extension, State};
use axum::response::Response;
use ludorum_protocol::table::{ClientMessage, ServerMessage};
use ludorum_protocol::{Code, Problem, VERSION};
use tokio::sync::mpsc;
use tokio::time::{interval, timeout};

use super::body::Path;
use super::socket;
use super::tables::Address;
use crate::identity::Person;
use crate::table::{Handle, Hello, Order, Origin};
use crate::throttle::Bucket;
use crate::{Error, Server};

/// Messages that may wait for a client. Who has more waiting is disconnected. Agents that play among
/// themselves make hundreds of moves in a moment: a whole game of theirs fits.
const OUTBOX: usize = 512;

/// Who has not said hello by then has come by mistake.
const HELLO_WITHIN: Duration = Duration::from_secs(10);

/// A table live.
pub(super) async fn live(
    State(server): State<Arc<Server>>,
    Extension(address): Extension<Address>,
    who: Option<Person>,
    Path(id): Path<String>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Error> {
    // Refused now, a client gets a status; later only a closed connection.
    server.table(&id).await?;
    let door = server.doors.enter(address.0).ok_or(Code::TooManyRequests)?;
    Ok(
        socket::limited(upgrade).on_upgrade(async move |mut socket| {
            let _one_more = server.desk.metrics.connections.one_more();
            if let Err(problem) = attend(&mut socket, &server, &id, (who, address)).await {
                socket::send(&mut socket, refused(problem)).await;
                socket::close(&mut socket).await;
            }
            drop(door);
        }),
    )
}

/// Stays at the table until one side goes; a problem is the last thing the client is told.
async fn attend(
    socket: &mut WebSocket,
    server: &Server,
    id: &str,
    (who, address): (Option<Person>, Address),
) -> Result<(), Problem> {
    let first = timeout(HELLO_WITHIN, socket.recv()).await;
    let Ok(Some(Ok(Message::Text(text)))) = first else {
        return Err(unreadable(server, "hello comes first"));
    };
    let hello = match read(server, &text)? {
        ClientMessage::Hello {
            version: VERSION,
            last,
            seat,
            drawing,
        } => Hello {
            who,
            origin: Origin::of(address.0),
            last,
            seat,
            drawing,
        },
        ClientMessage::Hello { .. } => {
            return Err(Problem::new(Code::BadVersion).with("supported", VERSION));
        }
        _ => return Err(unreadable(server, "hello comes first")),
    };
    let (outbox, mut messages) = mpsc::channel(OUTBOX);
    let connected = server.ask(id, |reply| Order::Connect {
        hello,
        outbox,
        reply,
    });
    let from = connected.await.map_err(Error::problem)?;
    let Ok(table) = server.table(id).await else {
        return Ok(());
    };
    let end = converse(socket, server, &table, &mut messages, |message| {
        Order::Say { from, message }
    })
    .await;
    // A table that has gone needs not to be told.
    let _ = table.send(Order::Gone { from }).await;
    end
}

async fn converse(
    socket: &mut WebSocket,
    server: &Server,
    table: &Handle,
    messages: &mut mpsc::Receiver<Utf8Bytes>,
    say: impl Fn(ClientMessage) -> Order,
) -> Result<(), Problem> {
    let rate = server.desk.config.messages_per_second;
    let mut permits = Bucket::full(rate * 10.0);
    let mut pings = interval(socket::PING_EVERY);
    let mut is_alive = true;
    loop {
        tokio::select! {
            message = messages.recv() => match message {
                Some(message) => if !socket::send(socket, message).await {
                    return Ok(());
                },
                // The table has dropped us: too slow, or archived.
                None => return Ok(()),
            },
            message = socket.recv() => {
                is_alive = true;
                let text = match message {
                    Some(Ok(Message::Text(text))) => text,
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                    Some(Ok(Message::Binary(_))) => {
                        return Err(unreadable(server, "messages are text"));
                    }
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return Ok(()),
                };
                if !permits.take(rate, rate * 10.0) {
                    server.desk.metrics.limited.add(1);
                    return Err(Code::TooManyRequests.into());
                }
                match read(server, &text) {
                    Ok(message) => if table.send(say(message)).await.is_err() {
                        return Ok(());
                    },
                    Err(problem) => if !socket::send(socket, refused(problem)).await {
                        return Ok(());
                    },
                }
            }
            _ = pings.tick() => {
                if !is_alive || !socket::ping(socket).await {
                    return Ok(());
                }
                is_alive = false;
            }
        }
    }
}

fn read(server: &Server, text: &str) -> Result<ClientMessage, Problem> {
    serde_json::from_str(text).map_err(|error| unreadable(server, &error.to_string()))
}

fn unreadable(server: &Server, reason: &str) -> Problem {
    server.desk.metrics.malformed.add(1);
    Problem::new(Code::BadRequest).with("reason", reason)
}

fn refused(problem: Problem) -> Utf8Bytes {
    let message = ServerMessage::Refused { problem };
    let text = serde_json::to_string(&message).expect("messages are JSON");
    text.into()
}
