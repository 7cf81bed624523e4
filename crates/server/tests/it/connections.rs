//! Idle and hostile connections: they time out and do not use up the connections of players.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use ludorum_server::storage::MemoryStorage;
use ludorum_server::{Config, ServerGames};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;

use crate::client::{Client, Person};
use crate::numbers::number;
use crate::{Running, generous, start_with};

const PATIENCE: Duration = Duration::from_secs(60);

/// Timeout that is longer than any test.
const LONG: Duration = Duration::from_secs(600);

const HALF: &str = "GET /api/health HTTP/1.1\r\nHost: localhost\r\nX-Slow: ";

async fn with(config: Config) -> Running {
    start_with(
        config,
        Arc::new(MemoryStorage::new()),
        ServerGames::catalog(),
    )
    .await
}

/// Connects from the local address 127.0.0.`last`.
async fn from(last: u8, to: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    let own = SocketAddr::from(([127, 0, 0, last], 0));
    socket.bind(own).unwrap();
    socket.connect(to).await.unwrap()
}

/// Connects from the local address 127.0.0.`last` and sends a text.
async fn saying(last: u8, to: SocketAddr, text: &str) -> TcpStream {
    let mut stream = from(last, to).await;
    // The server may have closed the connection already.
    let _ = stream.write_all(text.as_bytes()).await;
    stream
}

/// Reads until the server closes the connection; returns the text read.
async fn rest(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    // A reset counts as the end.
    let _ = timeout(PATIENCE, stream.read_to_end(&mut bytes))
        .await
        .expect("closed in time");
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Sends a request on a new connection; returns its status, or `None` if it gets no response.
async fn status(last: u8, to: SocketAddr, who: Option<&Person>) -> Option<u16> {
    let bearer = who.map_or(String::new(), |who| {
        format!("Authorization: Bearer {}\r\n", who.token)
    });
    let request =
        format!("GET /api/health HTTP/1.1\r\nHost: localhost\r\n{bearer}Connection: close\r\n\r\n");
    let mut stream = saying(last, to, &request).await;
    let answer = rest(&mut stream).await;
    answer.split(' ').nth(1)?.parse().ok()
}

async fn held(running: &Running) -> f64 {
    number(running, "ludorum_connections_held").await
}

async fn until_held(running: &Running, count: f64) {
    let waited = timeout(PATIENCE, async {
        while held(running).await != count {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    });
    waited.await.expect("in time");
}

#[tokio::test(flavor = "multi_thread")]
async fn half_a_header_from_one_address_leaves_room_for_others() {
    let running = with(Config {
        most_connections: 40,
        connections_per_address: 10,
        header_deadline: LONG,
        ..generous()
    })
    .await;
    let (host, guest, id) = running.two_players("tictactoe").await;
    let mut attack = Vec::new();
    for _ in 0..200 {
        attack.push(saying(2, running.address, HALF).await);
    }
    until_held(&running, 10.0).await;
    // The response with the reason may be lost.
    assert_eq!(status(2, running.address, None).await.unwrap_or(429), 429);
    let mut players = [
        Client::at(&running, &id, Some(&host)).await,
        Client::at(&running, &id, Some(&guest)).await,
    ];
    for (ply, text) in ["a1", "b1", "a2", "b2", "a3"].into_iter().enumerate() {
        let [one, other] = &mut players;
        let (mover, other) = match ply % 2 {
            0 => (one, other),
            _ => (other, one),
        };
        mover.turn().await;
        mover.play(text).await;
        other.until(|client| client.ply() > ply as u32).await;
    }
    assert_eq!(status(1, running.address, None).await, Some(200));
    let name = "ludorum_connections_refused_total{limit=\"address\"}";
    assert!(number(&running, name).await >= 190.0);
    // Closing a connection frees its place.
    drop(attack);
    while status(2, running.address, None).await != Some(200) {}
}

#[tokio::test(flavor = "multi_thread")]
async fn headers_and_the_next_request_have_to_come_in_time() {
    let running = with(Config {
        header_deadline: Duration::from_millis(300),
        ..generous()
    })
    .await;
    // A silent client, an incomplete header, and a header that never ends.
    let mut silent = from(1, running.address).await;
    let mut half = saying(1, running.address, HALF).await;
    let mut dripping = saying(1, running.address, HALF).await;
    let drip = async {
        while dripping.write_all(b"x").await.is_ok() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(PATIENCE, drip).await.expect("closed in time");
    assert_eq!(rest(&mut silent).await, "");
    assert_eq!(rest(&mut half).await, "");
    // An answered request, followed by silence.
    let whole = "GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n";
    let mut idle = saying(1, running.address, whole).await;
    assert!(rest(&mut idle).await.starts_with("HTTP/1.1 200"));
    until_held(&running, 0.0).await;
    assert!(number(&running, "ludorum_connections_timed_out_total").await >= 3.0);
}

#[tokio::test(flavor = "multi_thread")]
async fn bodies_have_to_come_in_time() {
    let running = with(Config {
        header_deadline: LONG,
        body_deadline: Duration::from_millis(300),
        ..generous()
    })
    .await;
    let person = running.person().await;
    let head = format!(
        "POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
         Authorization: Bearer {}\r\nContent-Length: 100\r\n\r\n{{",
        person.token
    );
    let mut slow = saying(1, running.address, &head).await;
    let answer = rest(&mut slow).await;
    assert!(answer.starts_with("HTTP/1.1 400"), "{answer}");
    assert!(answer.contains("did not arrive within 300ms"), "{answer}");
    until_held(&running, 0.0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn live_tables_last_longer_than_the_deadlines() {
    let running = with(Config {
        header_deadline: Duration::from_millis(200),
        body_deadline: Duration::from_millis(200),
        ..generous()
    })
    .await;
    let (host, guest, id) = running.two_players("tictactoe").await;
    let mut client = Client::at(&running, &id, Some(&host)).await;
    client.turn().await;
    tokio::time::sleep(Duration::from_millis(600)).await;
    client.play("a1").await;
    let mut other = Client::at(&running, &id, Some(&guest)).await;
    assert!(other.turn().await.is_some());
    // Connections count until they are closed.
    assert_eq!(held(&running).await, 2.0);
    drop((client, other));
    until_held(&running, 0.0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn those_who_play_get_in_when_strangers_have_taken_all_else() {
    let running = with(Config {
        most_connections: 16,
        connections_per_address: 4,
        header_deadline: LONG,
        ..generous()
    })
    .await;
    let (host, guest, id) = running.two_players("tictactoe").await;
    let stranger = running.person().await;
    // Twelve public connections from three addresses; one more is admitted on trial.
    let mut attack = Vec::new();
    for last in [2, 3, 4] {
        for _ in 0..4 {
            attack.push(saying(last, running.address, HALF).await);
        }
    }
    until_held(&running, 12.0).await;
    assert_eq!(status(5, running.address, None).await, Some(503));
    assert_eq!(status(5, running.address, Some(&stranger)).await, Some(503));
    // A seated player is admitted, even from a new address.
    assert_eq!(status(6, running.address, Some(&host)).await, Some(200));
    let mut client = Client::at(&running, &id, Some(&host)).await;
    client.turn().await;
    client.play("a1").await;
    // A silent connection on trial times out soon, and a player's known address needs no trial.
    let mut mute = saying(7, running.address, HALF).await;
    assert_eq!(status(1, running.address, None).await, Some(200));
    assert_eq!(rest(&mut mute).await, "");
    let mut other = Client::at(&running, &id, Some(&guest)).await;
    assert!(other.turn().await.is_some());
    let name = "ludorum_connections_refused_total{limit=\"public\"}";
    assert!(number(&running, name).await >= 2.0);
    drop(attack);
}

#[tokio::test(flavor = "multi_thread")]
async fn people_who_had_seats_before_a_restart_are_known() {
    let storage = Arc::new(MemoryStorage::new());
    let config = || Config {
        most_connections: 4,
        connections_per_address: 3,
        header_deadline: LONG,
        ..generous()
    };
    let running = start_with(config(), storage.clone(), ServerGames::catalog()).await;
    let (host, _, _) = running.two_players("tictactoe").await;
    drop(running);
    let running = start_with(config(), storage, ServerGames::catalog()).await;
    let mut attack = Vec::new();
    for _ in 0..3 {
        attack.push(saying(2, running.address, HALF).await);
    }
    until_held(&running, 3.0).await;
    assert_eq!(status(3, running.address, None).await, Some(503));
    assert_eq!(status(3, running.address, Some(&host)).await, Some(200));
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_that_can_be_read_in_two_ways_are_refused() {
    let running = with(Config {
        header_deadline: LONG,
        ..generous()
    })
    .await;
    let host = running.address;
    let check = async |text: String, reason: Option<&str>| {
        let mut stream = saying(1, running.address, &text).await;
        let answer = rest(&mut stream).await;
        match reason {
            Some(reason) => {
                assert!(answer.starts_with("HTTP/1.1 400"), "{text}: {answer}");
                assert!(answer.contains("bad_request"), "{text}: {answer}");
                assert!(answer.contains(reason), "{text}: {answer}");
                assert_eq!(answer.matches("HTTP/1.1").count(), 1, "{text}: {answer}");
            }
            None => assert!(answer.starts_with("HTTP/1.1 2"), "{text}: {answer}"),
        }
    };
    let close = "Connection: close\r\n";
    let get =
        |target: &str, headers: &str| format!("GET {target} HTTP/1.1\r\n{headers}{close}\r\n");
    let own = format!("Host: {host}\r\n");
    check(get("/api/health", &own), None).await;
    let two = Some("two Host headers");
    check(get("/api/health", &format!("{own}{own}")), two).await;
    check(
        get("/api/health", &format!("{own}Host: evil.example\r\n")),
        two,
    )
    .await;
    let foreign = Some("name different servers");
    check(get(&format!("http://{host}/api/health"), &own), None).await;
    check(get("http://evil.example/api/health", &own), foreign).await;
    check(get("http://127.0.0.1:1/api/health", &own), foreign).await;
    check(get(&format!("http://me@{host}/api/health"), &own), foreign).await;
    check(
        get(&format!("ftp://{host}/api/health"), &own),
        Some("neither http nor https"),
    )
    .await;
    let post = |headers: &str, body: &str| {
        format!("POST /api/session HTTP/1.1\r\nHost: {host}\r\n{headers}\r\n{body}")
    };
    let chunked = "Transfer-Encoding: chunked\r\n";
    let smuggled = get("/api/health", &own);
    let lengths = Some("Content-Length and Transfer-Encoding");
    check(
        post(
            &format!("Content-Length: 5\r\n{chunked}"),
            &format!("0\r\n\r\n{smuggled}"),
        ),
        lengths,
    )
    .await;
    check(
        post(
            &format!("{chunked}Content-Length: 5\r\n"),
            &format!("0\r\n\r\n{smuggled}"),
        ),
        lengths,
    )
    .await;
    // Each header alone is accepted; after a chunked body the connection ends, so that no request
    // can be hidden in it.
    check(post(&format!("Content-Length: 2\r\n{close}"), "{}"), None).await;
    check(post(chunked, "2\r\n{}\r\n0\r\n\r\n"), None).await;
    let lost = post(chunked, "0\r\n\r\n").replace("POST /api/session", "GET /api/nowhere");
    let mut stream = saying(1, running.address, &lost).await;
    assert!(rest(&mut stream).await.starts_with("HTTP/1.1 404"));
    // The second request on a connection is checked too.
    let kept = format!("GET /api/health HTTP/1.1\r\nHost: {host}\r\n\r\n");
    let mut stream = saying(1, running.address, &kept).await;
    let mut bytes = [0; 4096];
    let count = timeout(PATIENCE, stream.read(&mut bytes))
        .await
        .unwrap()
        .unwrap();
    assert!(bytes[..count].starts_with(b"HTTP/1.1 200"));
    let second = post(&format!("Content-Length: 5\r\n{chunked}"), "0\r\n\r\n");
    stream.write_all(second.as_bytes()).await.unwrap();
    let answer = rest(&mut stream).await;
    assert!(
        answer.contains("Content-Length and Transfer-Encoding"),
        "{answer}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn websockets_need_a_proper_key() {
    let running = with(generous()).await;
    let ask = async |keys: &[&str]| {
        let keys: String = keys
            .iter()
            .map(|key| format!("Sec-WebSocket-Key: {key}\r\n"))
            .collect();
        let request = format!(
            "GET /api/lobby/live HTTP/1.1\r\nHost: {}\r\nConnection: Upgrade\r\n\
             Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n{keys}\r\n",
            running.address
        );
        let mut stream = saying(1, running.address, &request).await;
        let mut bytes = vec![0; 4096];
        let count = timeout(PATIENCE, stream.read(&mut bytes)).await.unwrap();
        String::from_utf8_lossy(&bytes[..count.unwrap()]).into_owned()
    };
    let proper = "dGhlIHNhbXBsZSBub25jZQ==";
    assert!(ask(&[proper]).await.starts_with("HTTP/1.1 101"));
    for keys in [
        &[][..],
        &[""],
        &["x"],
        &["dGhlIHNhbXBsZSBub25j"],
        &["dGhlIHNhbXBsZSBub25jZSE="],
        &["dGhlIHNhbXBsZSBub25jZQ"],
        &[proper, proper],
    ] {
        let answer = ask(keys).await;
        assert!(answer.starts_with("HTTP/1.1 400"), "{keys:?}: {answer}");
        assert!(answer.contains("Sec-WebSocket-Key"), "{keys:?}: {answer}");
    }
}

/// Sends 25 requests from 127.0.0.`last` with a forwarding header; returns their statuses.
async fn statuses(running: &Running, last: u8, header: impl Fn(usize) -> String) -> Vec<u16> {
    let mut statuses = Vec::new();
    for number in 0..25 {
        let request = format!(
            "GET /api/health HTTP/1.1\r\nHost: localhost\r\n{}\r\nConnection: close\r\n\r\n",
            header(number)
        );
        let mut stream = saying(last, running.address, &request).await;
        let answer = rest(&mut stream).await;
        statuses.push(answer.split(' ').nth(1).unwrap().parse().unwrap());
    }
    statuses
}

#[tokio::test(flavor = "multi_thread")]
async fn a_trusted_proxy_names_the_address_that_is_counted() {
    let running = with(Config {
        requests_per_second: 1.0,
        connections_per_address: 1,
        trusted_proxies: vec![IpAddr::from([127, 0, 0, 9])],
        ..generous()
    })
    .await;
    let refused = |statuses: &[u16]| statuses.iter().filter(|&&status| status == 429).count();
    // Each client behind the proxy has its own limit.
    let forwarded = |number| format!("X-Forwarded-For: 1.1.1.1, 192.0.2.{number}");
    assert_eq!(refused(&statuses(&running, 9, forwarded).await), 0);
    let forwarded = |number| format!("Forwarded: for=1.1.1.1, for=198.51.100.{number};proto=https");
    assert_eq!(refused(&statuses(&running, 9, forwarded).await), 0);
    // Forged entries do not change the counted address.
    let spoofed = |number| format!("X-Forwarded-For: 1.1.1.{number}, 203.0.113.1");
    assert!(refused(&statuses(&running, 9, spoofed).await) >= 10);
    // Headers of untrusted peers are ignored.
    let spoofed = |number| format!("X-Forwarded-For: 203.0.113.{number}");
    assert!(refused(&statuses(&running, 8, spoofed).await) >= 10);
    // Connections of a proxy count for no address, all others for their own.
    let mut proxied = Vec::new();
    for _ in 0..5 {
        proxied.push(from(9, running.address).await);
    }
    until_held(&running, 5.0).await;
    // Contradicting headers of client and proxy are refused.
    let both = |_| "Forwarded: for=1.1.1.1\r\nX-Forwarded-For: 203.0.113.77".to_owned();
    assert!(
        statuses(&running, 9, both)
            .await
            .iter()
            .all(|&status| status == 400)
    );
}
