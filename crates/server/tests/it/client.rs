//! Test client: HTTP requests, and a table connection that records every message.

use std::time::Duration;

use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use futures_util::{SinkExt, StreamExt};
use http_body_util::BodyExt;
use ludorum_protocol::lobby::{
    ClientSession, JoinRequest, NewTable, SeatOccupantChoice, TableInfo, TableSettings,
};
use ludorum_protocol::table::{
    ClientMessage, ClientTableRole, DrawingStyle, Event, GameView, ServerMessage,
};
use ludorum_protocol::{ApiProblem, ErrorCode, VERSION};
use ludorum_server::app;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::net::TcpStream;
use tokio::time::{Instant, timeout_at};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};
use tower::ServiceExt;

use crate::{OPERATOR_TOKEN, Running};

/// Timeout of each message, long enough for a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// Person with a session token.
#[derive(Clone)]
pub(crate) struct Person {
    pub(crate) token: String,
    /// True if requests of the person carry the operator's token.
    is_operator: bool,
}

impl Running {
    pub(crate) async fn request(&self, request: Request<Body>) -> (StatusCode, Vec<u8>) {
        let answer = app(self.server.clone()).oneshot(request).await.unwrap();
        let status = answer.status();
        let body = answer.into_body().collect().await.unwrap();
        (status, body.to_bytes().to_vec())
    }

    pub(crate) async fn person(&self) -> Person {
        let request = Request::post("/api/session").header("host", "localhost");
        let (_, body) = self.request(request.body(Body::empty()).unwrap()).await;
        let session: ClientSession = serde_json::from_slice(&body).unwrap();
        Person {
            token: session.token,
            is_operator: false,
        }
    }

    /// Creates a person whose requests carry the operator's token.
    pub(crate) async fn operator(&self) -> Person {
        Person {
            is_operator: true,
            ..self.person().await
        }
    }

    pub(crate) async fn ask<T: DeserializeOwned>(
        &self,
        who: &Person,
        method: Method,
        path: &str,
        body: &impl Serialize,
    ) -> Result<T, ApiProblem> {
        let request = Request::builder()
            .method(method)
            .uri(format!("/api/{path}"))
            .header("host", "localhost")
            .header("content-type", "application/json")
            .header("authorization", format!("Bearer {}", who.token));
        let request = if who.is_operator {
            request.header("x-ludorum-operator", OPERATOR_TOKEN)
        } else {
            request
        };
        let body = serde_json::to_vec(body).unwrap();
        let (status, body) = self.request(request.body(body.into()).unwrap()).await;
        let text = String::from_utf8_lossy(&body).into_owned();
        if status.is_success() {
            Ok(serde_json::from_slice(&body).unwrap_or_else(|error| panic!("{error}: {text}")))
        } else {
            Err(serde_json::from_slice(&body).unwrap_or_else(|error| panic!("{error}: {text}")))
        }
    }

    pub(crate) async fn post<T: DeserializeOwned>(
        &self,
        who: &Person,
        path: &str,
        body: &impl Serialize,
    ) -> Result<T, ApiProblem> {
        self.ask(who, Method::POST, path, body).await
    }

    /// Sends a POST request whose response is empty. Returns the error code if it is refused.
    pub(crate) async fn post_empty(
        &self,
        who: &Person,
        path: &str,
        body: &impl Serialize,
    ) -> Option<ErrorCode> {
        let request = Request::post(format!("/api/{path}"))
            .header("host", "localhost")
            .header("content-type", "application/json")
            .header("authorization", format!("Bearer {}", who.token));
        let body = serde_json::to_vec(body).unwrap();
        let (status, body) = self.request(request.body(body.into()).unwrap()).await;
        if status.is_success() {
            assert!(body.is_empty());
            return None;
        }
        Some(serde_json::from_slice::<ApiProblem>(&body).unwrap().code)
    }

    /// Fetches a text over HTTP without a session token.
    pub(crate) async fn text(&self, path: &str) -> String {
        let request = Request::get(path).header("host", "localhost");
        let (status, body) = self.request(request.body(Body::empty()).unwrap()).await;
        assert!(status.is_success(), "{path}: {status}");
        String::from_utf8(body).unwrap()
    }

    /// Opens a table with `host` at the first seat and `others` at the following seats.
    pub(crate) async fn open(
        &self,
        host: &Person,
        game: &str,
        others: &[SeatOccupantChoice],
    ) -> TableInfo {
        self.open_with(host, TableSettings::new("test", game), others)
            .await
    }

    pub(crate) async fn open_with(
        &self,
        host: &Person,
        settings: TableSettings,
        others: &[SeatOccupantChoice],
    ) -> TableInfo {
        let mut seats = vec![here("host")];
        seats.extend(others.iter().cloned());
        let new = NewTable {
            settings,
            password: None,
            seats,
            name: "host".to_owned(),
        };
        self.post(host, "tables", &new).await.unwrap()
    }

    pub(crate) async fn join(&self, who: &Person, table: &str) -> Result<TableInfo, ApiProblem> {
        self.join_as("guest", who, table).await
    }

    pub(crate) async fn join_as(
        &self,
        name: &str,
        who: &Person,
        table: &str,
    ) -> Result<TableInfo, ApiProblem> {
        let join = JoinRequest {
            name: name.to_owned(),
            ..JoinRequest::default()
        };
        self.post::<TableInfo>(who, &format!("tables/{table}/join"), &join)
            .await?;
        let ready = serde_json::json!({"ready": true});
        self.post(who, &format!("tables/{table}/ready"), &ready)
            .await
    }

    pub(crate) async fn start(&self, host: &Person, table: &str) -> Result<TableInfo, ApiProblem> {
        self.post(host, &format!("tables/{table}/start"), &()).await
    }

    /// Starts a game of two people; returns host, guest and table id.
    pub(crate) async fn two_players(&self, game: &str) -> (Person, Person, String) {
        let (host, guest) = (self.person().await, self.person().await);
        let table = self.open(&host, game, &[]).await;
        self.join(&guest, &table.id).await.unwrap();
        self.start(&host, &table.id).await.unwrap();
        (host, guest, table.id)
    }
}

pub(crate) fn here(name: &str) -> SeatOccupantChoice {
    SeatOccupantChoice::Here {
        name: name.to_owned(),
        colour: None,
    }
}

pub(crate) fn agent(spec: &str) -> SeatOccupantChoice {
    SeatOccupantChoice::Agent {
        spec: spec.to_owned(),
        name: None,
        colour: None,
    }
}

/// Client connected to a table over a WebSocket.
pub(crate) struct Client {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// Text of every message received.
    pub(crate) heard: Vec<String>,
    pub(crate) events: Vec<Event>,
    pub(crate) last: Option<u64>,
    pub(crate) you: Option<ClientTableRole>,
    pub(crate) table: Option<TableInfo>,
    pub(crate) game: Option<GameView>,
    pub(crate) refused: Option<ApiProblem>,
}

impl Client {
    /// Connects to a table and requests all events since the game began.
    pub(crate) async fn at(running: &Running, table: &str, who: Option<&Person>) -> Client {
        Client::since(running, table, who, None).await
    }

    /// Connects to a table and requests the events after number `last`.
    pub(crate) async fn since(
        running: &Running,
        table: &str,
        who: Option<&Person>,
        last: Option<u64>,
    ) -> Client {
        let mut client = Client::silent(running, table, who).await;
        client.last = last;
        client
            .say(&ClientMessage::Hello {
                version: VERSION,
                last,
                seat: None,
                drawing: DrawingStyle::None,
            })
            .await;
        client
    }

    /// Opens the WebSocket of a table without sending `Hello`.
    pub(crate) async fn silent(running: &Running, table: &str, who: Option<&Person>) -> Client {
        let url = format!("ws://{}/api/tables/{table}/live", running.address);
        let mut request = url.into_client_request().unwrap();
        if let Some(who) = who {
            let bearer = format!("Bearer {}", who.token);
            let headers = request.headers_mut();
            headers.insert("authorization", bearer.parse().unwrap());
        }
        let (socket, _) = connect_async_with_config(request, None, true)
            .await
            .unwrap();
        Client {
            socket,
            heard: Vec::new(),
            events: Vec::new(),
            last: None,
            you: None,
            table: None,
            game: None,
            refused: None,
        }
    }

    pub(crate) async fn say(&mut self, message: &ClientMessage) {
        self.say_text(serde_json::to_string(message).unwrap()).await;
    }

    pub(crate) async fn say_text(&mut self, text: String) {
        // A closed connection is detected when receiving.
        let _ = self.socket.send(Message::text(text)).await;
    }

    pub(crate) async fn say_bytes(&mut self, bytes: Vec<u8>) {
        let _ = self.socket.send(Message::binary(bytes)).await;
    }

    /// Receives the next message; `None` if the server has closed the connection.
    pub(crate) async fn hear(&mut self) -> Option<ServerMessage> {
        // Pings do not extend the timeout.
        let deadline = Instant::now() + PATIENCE;
        loop {
            let message = timeout_at(deadline, self.socket.next())
                .await
                .expect("in time");
            let text = match message? {
                Ok(Message::Text(text)) => text.to_string(),
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => continue,
            };
            let message: ServerMessage = serde_json::from_str(&text).unwrap();
            self.heard.push(text);
            match &message {
                ServerMessage::You(you) => self.you = Some(you.clone()),
                ServerMessage::Update(update) => {
                    for event in &update.events {
                        if let Some(last) = self.last {
                            assert_eq!(event.seq, last + 1, "no gap, no event twice");
                        }
                        self.last = Some(event.seq);
                        self.events.push(event.event.clone());
                    }
                    self.last = Some(update.seq);
                    self.table = update.table.clone().or(self.table.take());
                    self.game = update.game.clone().or(self.game.take());
                }
                ServerMessage::Refused { problem } => self.refused = Some(problem.clone()),
                _ => {}
            }
            return Some(message);
        }
    }

    /// Receives messages until a condition holds.
    pub(crate) async fn until(&mut self, holds: impl Fn(&Client) -> bool) {
        while !holds(self) {
            assert!(
                self.hear().await.is_some(),
                "closed: {:?}",
                self.heard.last()
            );
        }
    }

    /// Receives messages until it is this client's turn or the end of the game; returns the moves.
    pub(crate) async fn turn(&mut self) -> Option<Vec<String>> {
        self.until(|client| {
            let game = client.game.as_ref();
            game.is_some_and(|game| game.moves.is_some() || game.verdict.is_some())
        })
        .await;
        self.game.as_ref().and_then(|game| game.moves.clone())
    }

    /// Plays a move and receives messages until it is confirmed.
    pub(crate) async fn play(&mut self, text: &str) {
        let ply = self.ply();
        self.attempt(text).await;
        self.until(|client| client.ply() > ply).await;
    }

    /// Switches to the view of a seat, or to the public view, and receives the game in that view.
    pub(crate) async fn look(&mut self, seat: Option<u8>) {
        self.say(&ClientMessage::Look { seat }).await;
        let sees = |client: &Client| client.you.as_ref().is_some_and(|you| you.eyes == seat);
        self.until(sees).await;
        self.last = None;
        self.events.clear();
        self.until(|client| client.last.is_some()).await;
    }

    /// Sends a move without waiting for its confirmation.
    pub(crate) async fn attempt(&mut self, text: &str) {
        let ply = self.ply();
        let text = text.to_owned();
        self.say(&ClientMessage::Move { ply, text }).await;
    }

    pub(crate) fn ply(&self) -> u32 {
        self.game.as_ref().map_or(0, |game| game.ply)
    }

    /// Receives messages until a message of this client is refused. Returns the error code.
    pub(crate) async fn refusal(&mut self) -> ErrorCode {
        self.refused = None;
        self.until(|client| client.refused.is_some()).await;
        self.refused.as_ref().unwrap().code
    }

    pub(crate) fn moves(&self) -> Vec<String> {
        let text = |event: &Event| match event {
            Event::Moved { text, .. } => Some(text.clone()),
            _ => None,
        };
        self.events.iter().filter_map(text).collect()
    }
}
