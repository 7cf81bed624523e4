//! The web page, its languages, and positions outside tables.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use http_body_util::BodyExt;
use ludorum_protocol::lobby::{LocaleInfo, ParamKind, VariantInfo};
use ludorum_protocol::study::ExploredPosition;
use ludorum_protocol::{ApiProblem, ErrorCode};
use ludorum_server::app;
use serde_json::json;
use tower::ServiceExt;

use crate::client::Person;
use crate::{Running, start};

async fn get(running: &Running, path: &str) -> (StatusCode, Vec<(String, String)>, String) {
    let request = Request::get(path).header("host", "localhost");
    let request = request.body(Body::empty()).unwrap();
    let answer = app(running.server.clone()).oneshot(request).await.unwrap();
    let header = |(name, value): (&axum::http::HeaderName, &axum::http::HeaderValue)| {
        (name.to_string(), value.to_str().unwrap().to_owned())
    };
    let (status, headers) = (
        answer.status(),
        answer.headers().iter().map(header).collect(),
    );
    let body = answer.into_body().collect().await.unwrap().to_bytes();
    (status, headers, String::from_utf8_lossy(&body).into_owned())
}

fn has(headers: &[(String, String)], name: &str, part: &str) -> bool {
    headers
        .iter()
        .any(|(n, value)| n == name && value.contains(part))
}

/// Every path of the page serves the page (or its placeholder) with the security policy.
#[tokio::test]
async fn addresses_of_the_page_are_the_page() {
    let running = start().await;
    for path in ["/", "/lobby", "/table/0123", "/new?game=quoridor"] {
        let (status, headers, body) = get(&running, path).await;
        assert_eq!(status, StatusCode::OK, "{path}");
        assert!(has(&headers, "content-type", "text/html"), "{path}");
        assert!(has(
            &headers,
            "content-security-policy",
            "script-src 'self'"
        ));
        assert!(body.contains("<title>Ludorum</title>"), "{path}");
    }
}

#[tokio::test]
async fn what_is_not_a_page_is_not_answered_by_the_page() {
    let running = start().await;
    for path in [
        "/api/nothing",
        "/assets/gone.js",
        "/locales/xx.ftl",
        "/locales/..%2Fen.ftl",
    ] {
        let (status, headers, _) = get(&running, path).await;
        assert_eq!(status, StatusCode::NOT_FOUND, "{path}");
        assert!(has(&headers, "content-type", "application/json"), "{path}");
    }
}

#[tokio::test]
async fn languages_are_listed_by_what_they_call_themselves() {
    let running = start().await;
    let (_, _, body) = get(&running, "/api/locales").await;
    let locales: Vec<LocaleInfo> = serde_json::from_str(&body).unwrap();
    let name = |code| {
        locales
            .iter()
            .find(|locale| locale.code == code)
            .unwrap()
            .name
            .clone()
    };
    assert_eq!(
        (name("en"), name("cs")),
        ("English".into(), "Čeština".into())
    );
    let (status, _, text) = get(&running, "/locales/cs.ftl").await;
    assert_eq!(status, StatusCode::OK);
    assert!(text.contains("language = Čeština"));
}

async fn explore(
    running: &Running,
    who: &Person,
    body: serde_json::Value,
) -> Result<ExploredPosition, ApiProblem> {
    running.post(who, "explore", &body).await
}

#[tokio::test]
async fn a_position_is_explored_with_its_shortest_ways() {
    let running = start().await;
    let who = running.person().await;
    let game = "quoridor:size=5";
    let start = explore(&running, &who, json!({"game": game}))
        .await
        .unwrap();
    assert_eq!(
        (start.position.as_str(), start.to_move),
        ("c1,c5/4,4/-/0", Some(0))
    );
    assert_eq!(start.insights[0].line, ["c1", "c2", "c3", "c4", "c5"]);
    // A wall that blocks both players makes both paths one step longer.
    let asked = json!({"game": game, "position": start.position, "moves": ["c2h"]});
    let walled = explore(&running, &who, asked).await.unwrap();
    let numbers: Vec<u32> = walled.insights.iter().map(|way| way.number).collect();
    assert_eq!((numbers, walled.to_move), (vec![5, 5], Some(1)));
    assert_eq!(walled.insights[1].line.len(), 6);
    let end = json!({"game": "tictactoe", "moves": ["a1", "b1", "a2", "b2", "a3"]});
    let end = explore(&running, &who, end).await.unwrap();
    assert_eq!((end.ranks, end.to_move), (Some(vec![1, 2]), None));
}

#[tokio::test]
async fn a_position_is_explored_with_the_eyes_of_a_seat() {
    let running = start().await;
    let who = running.person().await;
    let moves = ["remove:miner", "pick:spy", "pick:visionary"];
    let asked = |eyes: Option<u8>| json!({"game": "colonizers", "moves": moves, "eyes": eyes});
    let all = explore(&running, &who, asked(None)).await.unwrap();
    assert!(all.position.contains("/0,0,V,"));
    assert_eq!(all.seen, None);
    let first = explore(&running, &who, asked(Some(0))).await.unwrap();
    assert_eq!(first.position, all.position);
    let seen = first.seen.unwrap();
    let expected = "1/pick:3/M/0,0,S,S,-,-/0,0,?,VEGO,-,-/";
    assert!(seen.starts_with(expected), "{seen}");
    let third = explore(&running, &who, asked(Some(2))).await.unwrap();
    assert!(third.seen.is_some_and(|seen| seen.starts_with("3/pick:3/")));
    let problem = explore(&running, &who, asked(Some(4))).await.unwrap_err();
    assert_eq!(problem.code, ErrorCode::UnknownSeat);
}

#[tokio::test]
async fn a_refused_wall_says_why_and_whom_it_shuts_in() {
    let running = start().await;
    let who = running.person().await;
    for (moves, why, seat) in [
        (&["a2h", "a2v"][..], "wall-crosses", None),
        (&["a2h", "b2h"], "wall-overlaps", None),
        (&["a1h", "a2h", "b1v"], "no-walls-left", None),
        (&["a2h", "b2v"], "wall-closes-path", Some("1")),
        (&["a2h", "a1"], "pawn-too-far", None),
        (&["a1h", "a3", "b2"], "wall-between", None),
        (&["pass"], "no-pass", None),
    ] {
        let asked = json!({"game": "quoridor:size=3", "moves": moves});
        let problem = explore(&running, &who, asked).await.unwrap_err();
        assert_eq!(problem.code, ErrorCode::IllegalMove);
        let param = |name: &str| problem.params.get(name).map(String::as_str);
        assert_eq!(
            (param("why"), param("seat")),
            (Some(why), seat),
            "{moves:?}"
        );
    }
}

#[tokio::test]
async fn a_variant_tells_its_seats_and_who_plays_it() {
    let running = start().await;
    let (_, _, body) = get(&running, "/api/variants/quoridor:size=5,players=4").await;
    let info: VariantInfo = serde_json::from_str(&body).unwrap();
    assert_eq!((info.seats, info.open), (4, true));
    let champion = info
        .agents
        .iter()
        .find(|agent| agent.name == "champion")
        .unwrap();
    let level = champion
        .params
        .iter()
        .find(|param| param.name == "level")
        .unwrap();
    assert_eq!(level.kind, ParamKind::Int { min: 1, max: 10 });
    let (status, _, _) = get(&running, "/api/variants/quoridor:size=99").await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
}
