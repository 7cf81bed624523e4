//! Tests the reverse proxy configurations of the guide: clients behind them are counted separately.

use std::fs::{self, File};
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::thread::sleep;
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use ludorum_protocol::lobby::{
    ClientSession, NewTable, SeatOccupantChoice, TableInfo, TableSettings,
};
use ludorum_protocol::table::{ClientMessage, ServerMessage, TableUpdate};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{WebSocketStream, client_async};

use super::Server;
use crate::folder;

/// Host name of the guide's examples.
const NAME: &str = "games.example";

/// Configuration of a proxy from the guide's code block marked with its name.
fn example(kind: &str) -> String {
    let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/server.md");
    let guide = fs::read_to_string(guide).unwrap();
    let (_, rest) = guide.split_once(&format!("```{kind}\n")).unwrap();
    rest.split_once("```").unwrap().0.to_owned()
}

/// Replaces `old` in a text by `new`; panics if the text does not contain it.
fn with(text: &str, old: &str, new: &str) -> String {
    assert!(text.contains(old), "{old} is not in {text}");
    text.replace(old, new)
}

/// A process of a reverse proxy that is stopped when dropped.
struct Proxy {
    child: Child,
    port: u16,
}

impl Drop for Proxy {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Proxy {
    fn of(mut command: Command, port: u16, log: PathBuf) -> Proxy {
        let out = File::create(&log).unwrap();
        command.stdout(out.try_clone().unwrap()).stderr(out);
        let child = command
            .spawn()
            .unwrap_or_else(|error| panic!("{error}: apt install nginx caddy"));
        let (mut proxy, began) = (Proxy { child, port }, Instant::now());
        while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
            let is_running = proxy.child.try_wait().unwrap().is_none();
            let is_late = began.elapsed() > Duration::from_secs(30);
            assert!(
                is_running && !is_late,
                "{}",
                fs::read_to_string(&log).unwrap()
            );
            sleep(Duration::from_millis(20));
        }
        proxy
    }

    fn nginx(data: &Path, server: u16) -> Proxy {
        let port = free_port();
        let text = with(
            &example("nginx"),
            "listen 80;",
            &format!("listen 127.0.0.1:{port};"),
        );
        let text = with(&text, "127.0.0.1:7878", &format!("127.0.0.1:{server}"));
        let folder = data.display();
        let paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map(|kind| format!("{kind}_temp_path {folder}/{kind};"))
            .join("\n");
        let text = format!(
            "daemon off;\nmaster_process off;\npid {folder}/pid;\nerror_log stderr;\n\
             events {{}}\nhttp {{\naccess_log off;\n{paths}\n{text}\n}}\n"
        );
        let file = data.join("nginx.conf");
        fs::write(&file, text).unwrap();
        let mut command = Command::new("/usr/sbin/nginx");
        command.arg("-p").arg(data).arg("-c").arg(&file);
        Proxy::of(command, port, data.join("nginx.log"))
    }

    fn caddy(data: &Path, server: u16) -> Proxy {
        let port = free_port();
        let site = format!("http://{NAME}:{port} {{");
        let text = with(&example("caddy"), &format!("{NAME} {{"), &site);
        let text = with(&text, "127.0.0.1:7878", &format!("127.0.0.1:{server}"));
        let file = data.join("Caddyfile");
        fs::write(&file, format!("{{\n\tadmin off\n}}\n{text}")).unwrap();
        let mut command = Command::new("/usr/bin/caddy");
        command
            .args(["run", "--adapter", "caddyfile", "--config"])
            .arg(&file)
            .env("HOME", data)
            .env("XDG_DATA_HOME", data)
            .env("XDG_CONFIG_HOME", data);
        Proxy::of(command, port, data.join("caddy.log"))
    }
}

fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().port()
}

/// A client at a loopback address that connects through a proxy.
struct Visitor {
    last: u8,
    port: u16,
}

impl Visitor {
    async fn connect(&self) -> TcpStream {
        let socket = TcpSocket::new_v4().unwrap();
        let own = SocketAddr::from(([127, 0, 0, self.last], 0));
        socket.bind(own).unwrap();
        let proxy = SocketAddr::from(([127, 0, 0, 1], self.port));
        socket.connect(proxy).await.unwrap()
    }

    /// Sends an HTTP request and returns the status and the whole response.
    async fn ask(&self, first: &str, headers: &str, body: &str) -> (u16, String) {
        let (port, length) = (self.port, body.len());
        let request = format!(
            "{first} HTTP/1.1\r\nHost: {NAME}:{port}\r\n{headers}Connection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        );
        let mut stream = self.connect().await;
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await.unwrap();
        let answer = String::from_utf8(answer).unwrap();
        let status = answer.split(' ').nth(1).unwrap().parse().unwrap();
        (status, answer)
    }

    async fn post<T: serde::de::DeserializeOwned>(
        &self,
        token: &str,
        path: &str,
        body: impl serde::Serialize,
    ) -> T {
        let headers = format!("Authorization: Bearer {token}\r\n");
        let body = serde_json::to_string(&body).unwrap();
        let (_, answer) = self
            .ask(&format!("POST /api/{path}"), &headers, &body)
            .await;
        let body = answer.split_once("\r\n\r\n").unwrap().1;
        // The response may be chunked; one chunk contains the JSON object.
        let body = &body[body.find('{').unwrap()..=body.rfind('}').unwrap()];
        serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {answer}"))
    }

    /// Opens a table for two local players and plays a move.
    async fn plays(&self) {
        let session: ClientSession = self.post("", "session", ()).await;
        let here = |name: &str| SeatOccupantChoice::Here {
            name: name.to_owned(),
            colour: None,
        };
        let new = NewTable {
            settings: TableSettings::new("test", "tictactoe"),
            password: None,
            seats: vec![here("one"), here("other")],
            name: "one".to_owned(),
        };
        let table: TableInfo = self.post(&session.token, "tables", new).await;
        let id = table.id;
        let _: TableInfo = self
            .post(&session.token, &format!("tables/{id}/start"), ())
            .await;
        let site = format!("{NAME}:{}", self.port);
        let url = format!("ws://{site}/api/tables/{id}/live");
        let mut request = url.into_client_request().unwrap();
        let headers = request.headers_mut();
        let bearer = format!("Bearer {}", session.token);
        headers.insert("authorization", bearer.parse().unwrap());
        // Origin header of a page served by the proxy.
        headers.insert("origin", format!("http://{site}").parse().unwrap());
        let (mut socket, _) = client_async(request, self.connect().await).await.unwrap();
        let hello = ClientMessage::Hello {
            version: 1,
            last: None,
            seat: None,
            drawing: Default::default(),
        };
        say(&mut socket, &hello).await;
        let (ply, text) = (0, "b2".to_owned());
        say(&mut socket, &ClientMessage::Move { ply, text }).await;
        while update(&mut socket)
            .await
            .game
            .is_none_or(|game| game.ply == 0)
        {}
    }
}

async fn say(socket: &mut WebSocketStream<TcpStream>, message: &ClientMessage) {
    let text = serde_json::to_string(message).unwrap();
    socket.send(Message::text(text)).await.unwrap();
}

async fn update(socket: &mut WebSocketStream<TcpStream>) -> TableUpdate {
    loop {
        let Message::Text(text) = socket.next().await.unwrap().unwrap() else {
            continue;
        };
        match serde_json::from_str(&text).unwrap() {
            ServerMessage::Update(update) => return *update,
            ServerMessage::Refused { problem } => panic!("{problem:?}"),
            _ => {}
        }
    }
}

fn check(name: &str, start: impl Fn(&Path, u16) -> Proxy) {
    let data = folder(name);
    let options = [
        "--log",
        "error",
        "--host",
        NAME,
        "--trusted-proxy",
        "127.0.0.1",
        "--programs",
        "yes",
    ];
    let server = Server::with(&data, 0, &options);
    let proxy = start(&data, server.port);
    let visitor = |last| Visitor {
        last,
        port: proxy.port,
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        // Too many requests are refused, whatever addresses their headers claim.
        let greedy = visitor(2);
        let mut statuses = Vec::new();
        for number in 0..400 {
            let address = format!("203.0.113.{}", number % 250);
            let made_up = format!(
                "X-Forwarded-For: {address}\r\nForwarded: for={address}\r\nX-Real-IP: {address}\r\n"
            );
            let (status, _) = greedy.ask("GET /api/health", &made_up, "").await;
            statuses.push(status);
        }
        assert_eq!(statuses[0], 200);
        assert_eq!(statuses.last(), Some(&429), "{statuses:?}");
        // Requests from another address are accepted.
        let other = visitor(3);
        assert_eq!(other.ask("GET /api/health", "", "").await.0, 200);
        other.plays().await;
        // A request through the proxy has no operator rights.
        let (status, answer) = other.ask("DELETE /api/agents/nobody", "", "").await;
        assert_eq!(status, 403, "{answer}");
    });
}

#[test]
fn the_guide_has_both_proxies() {
    assert!(example("nginx").contains("proxy_pass http://127.0.0.1:7878;"));
    assert!(example("caddy").contains("reverse_proxy 127.0.0.1:7878"));
}

#[test]
#[ignore = "long: needs nginx, which make test-long installs"]
fn behind_nginx_everybody_has_their_own_limits() {
    check("behind-nginx", Proxy::nginx);
}

#[test]
#[ignore = "long: needs caddy, which make test-long installs"]
fn behind_caddy_everybody_has_their_own_limits() {
    check("behind-caddy", Proxy::caddy);
}
