//! Security: foreign origins and hosts, headers, and secrets.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use ludorum_protocol::lobby::{ClientSession, NewTable, TableInfo, TableSettings, WatchRequest};
use ludorum_protocol::table::ClientMessage;
use ludorum_protocol::{ApiProblem, ErrorCode};
use ludorum_server::storage::MemoryStorage;
use ludorum_server::{Config, ServerGames};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use crate::client::Client;
use crate::{Running, start};

async fn ask(
    running: &Running,
    method: Method,
    path: &str,
    headers: &[(&str, &str)],
) -> Option<ErrorCode> {
    let mut request = Request::builder().method(method).uri(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let (status, body) = running.request(request.body(Body::empty()).unwrap()).await;
    if status.is_success() {
        return None;
    }
    let problem: ApiProblem = serde_json::from_slice(&body).unwrap();
    Some(problem.code)
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_of_other_sites_are_refused() {
    let running = start().await;
    let host = ("host", "localhost:7878");
    let check = async |method, headers: &[(&str, &str)], expected| {
        let code = ask(&running, method, "/api/session", headers).await;
        assert_eq!(code, expected, "{headers:?}");
    };
    let refused = Some(ErrorCode::OriginRefused);
    check(Method::POST, &[host], None).await;
    check(
        Method::POST,
        &[host, ("origin", "http://localhost:7878")],
        None,
    )
    .await;
    check(
        Method::POST,
        &[host, ("origin", "http://evil.example")],
        refused,
    )
    .await;
    check(Method::POST, &[host, ("origin", "null")], refused).await;
    // Host name of another site that resolves to this machine (DNS rebinding).
    let evil = ("host", "evil.example:7878");
    let same = ("origin", "http://evil.example:7878");
    check(Method::POST, &[evil, same], Some(ErrorCode::HostRefused)).await;
    check(Method::GET, &[evil], Some(ErrorCode::HostRefused)).await;
    check(Method::GET, &[], Some(ErrorCode::HostRefused)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sockets_of_other_sites_are_refused() {
    let running = start().await;
    let url = format!("ws://{}/api/lobby/live", running.address);
    for (origin, is_welcome) in [
        (format!("http://{}", running.address), true),
        ("http://evil.example".to_owned(), false),
    ] {
        let mut request = url.as_str().into_client_request().unwrap();
        request
            .headers_mut()
            .insert("origin", origin.parse().unwrap());
        assert_eq!(connect_async(request).await.is_ok(), is_welcome, "{origin}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_has_the_protecting_headers_and_cookies_no_script_can_read() {
    let running = start().await;
    use tower::ServiceExt;
    for (method, path) in [
        (Method::GET, "/"),
        (Method::GET, "/api"),
        (Method::GET, "/api/nowhere"),
        (Method::POST, "/api/session"),
        (Method::GET, "/api/openapi.json"),
        (Method::GET, "/api/metrics"),
    ] {
        let request = Request::builder().method(method).uri(path);
        let request = request.header("host", "localhost").body(Body::empty());
        let app = ludorum_server::app(running.server.clone());
        let answer = app.oneshot(request.unwrap()).await.unwrap();
        let header = |name: &str| answer.headers()[name].to_str().unwrap().to_owned();
        assert!(
            header("content-security-policy").contains("default-src 'self'"),
            "{path}"
        );
        assert_eq!(header("x-content-type-options"), "nosniff");
        assert_eq!(header("x-frame-options"), "DENY");
        assert_eq!(header("referrer-policy"), "no-referrer");
        if path == "/api/session" {
            let cookie = header("set-cookie");
            assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"));
        }
        if path == "/api/nowhere" {
            assert_eq!(answer.status(), StatusCode::NOT_FOUND);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cookie_is_as_good_as_a_bearer_token() {
    let running = start().await;
    let person = running.person().await;
    let host = ("host", "localhost");
    let cookie = format!("other=1; ludorum={}", person.token);
    let unknown = "/api/tables/00000000000000000000000000000000";
    for (headers, expected) in [
        (
            vec![host, ("cookie", cookie.as_str())],
            ErrorCode::UnknownTable,
        ),
        (vec![host], ErrorCode::NoSession),
        (
            vec![host, ("cookie", "ludorum=short")],
            ErrorCode::NoSession,
        ),
        (
            vec![host, ("authorization", "Bearer x")],
            ErrorCode::NoSession,
        ),
    ] {
        let code = ask(&running, Method::GET, unknown, &headers).await;
        assert_eq!(code, Some(expected), "{headers:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn too_many_and_too_large_requests_are_refused() {
    let config = Config {
        requests_per_second: 1.0,
        ..crate::generous()
    };
    let running = crate::start_with(
        config,
        Arc::new(MemoryStorage::new()),
        ServerGames::catalog(),
    )
    .await;
    let host = ("host", "localhost");
    let mut codes = Vec::new();
    for _ in 0..20 {
        codes.push(ask(&running, Method::GET, "/api/health", &[host]).await);
    }
    assert_eq!(codes[0], None);
    assert_eq!(codes[19], Some(ErrorCode::TooManyRequests));

    let running = start().await;
    let person = running.person().await;
    let request = Request::post("/api/tables")
        .header("host", "localhost")
        .header("content-type", "application/json")
        .header("authorization", format!("Bearer {}", person.token))
        .body(Body::from(vec![b' '; 100_000]));
    let (status, body) = running.request(request.unwrap()).await;
    assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE);
    let problem: ApiProblem = serde_json::from_slice(&body).unwrap();
    assert_eq!(problem.code, ErrorCode::TooLarge);
    let _: ClientSession = running.post(&person, "session", &()).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_that_are_too_large_end_the_connection() {
    let running = start().await;
    let (host, _, id) = running.two_players("tictactoe").await;
    let mut client = Client::at(&running, &id, Some(&host)).await;
    client.turn().await;
    let text = "x".repeat(17 * 1024);
    client.say(&ClientMessage::Move { ply: 0, text }).await;
    while client.hear().await.is_some() {}
    // Below the rate limit a malformed message is only refused.
    let mut client = Client::at(&running, &id, Some(&host)).await;
    client.turn().await;
    let text = "x".repeat(15 * 1024);
    client.say(&ClientMessage::Move { ply: 0, text }).await;
    assert_eq!(client.refusal().await, ErrorCode::IllegalMove);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_holds_only_so_many_connections() {
    let config = Config {
        connections_per_address: 3,
        ..crate::generous()
    };
    let running = crate::start_with(
        config,
        Arc::new(MemoryStorage::new()),
        ServerGames::catalog(),
    )
    .await;
    let (_, _, id) = running.two_players("tictactoe").await;
    let urls = [
        format!("ws://{}/api/lobby/live", running.address),
        format!("ws://{}/api/tables/{id}/live", running.address),
    ];
    let mut held = Vec::new();
    for url in [&urls[0], &urls[1], &urls[0]] {
        held.push(connect_async(url).await.unwrap());
    }
    for url in &urls {
        assert!(connect_async(url).await.is_err());
    }
    // A closed connection frees its place once the server notices.
    held.pop();
    for url in &urls {
        while connect_async(url).await.is_err() {
            tokio::task::yield_now().await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn addresses_of_tables_cannot_be_guessed() {
    let running = start().await;
    let host = running.person().await;
    let mut ids = BTreeSet::new();
    for _ in 0..50 {
        let id = running.open(&host, "tictactoe", &[]).await.id;
        assert_eq!(id.len(), 32);
        assert!(id.bytes().all(|byte| byte.is_ascii_hexdigit()));
        ids.insert(id);
    }
    assert_eq!(ids.len(), 50);
    // Ids contain no counter: several digits occur at every position.
    for place in 0..32 {
        let digits: BTreeSet<u8> = ids.iter().map(|id| id.as_bytes()[place]).collect();
        assert!(digits.len() > 5, "{place}: {digits:?}");
    }
    for id in ["", "..", "1", &"0".repeat(32), "%2e%2e%2fludorum.sqlite"] {
        let path = format!("/api/tables/{id}");
        let bearer = format!("Bearer {}", host.token);
        let headers = [("host", "localhost"), ("authorization", bearer.as_str())];
        let code = ask(&running, Method::GET, &path, &headers).await;
        assert!(
            matches!(code, Some(ErrorCode::UnknownTable | ErrorCode::NotFound)),
            "{id}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn tries_of_passwords_are_counted_for_each_table() {
    let running = start().await;
    let (host, thief) = (running.person().await, running.person().await);
    let mut tables = Vec::new();
    for _ in 0..2 {
        let new = NewTable {
            settings: TableSettings::new("locked", "tictactoe"),
            password: Some("sesame".to_owned()),
            seats: Vec::new(),
            name: "host".to_owned(),
        };
        let table: TableInfo = running.post(&host, "tables", &new).await.unwrap();
        tables.push(table.id);
    }
    let enter = async |table: &str, who, password: &str| {
        let password = password.to_owned();
        let path = format!("tables/{table}/enter");
        running
            .post_empty(who, &path, &WatchRequest { password })
            .await
    };
    for _ in 0..5 {
        let code = enter(&tables[0], &thief, "guess").await;
        assert_eq!(code, Some(ErrorCode::WrongPassword));
    }
    // Another token does not reset the limit of the address, even with the right password.
    let other = running.person().await;
    let code = enter(&tables[0], &other, "sesame").await;
    assert_eq!(code, Some(ErrorCode::TooManyTries));
    assert_eq!(enter(&tables[1], &other, "sesame").await, None);
}
