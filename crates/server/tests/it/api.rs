//! The OpenAPI document covers every operation, message and error.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::start;

#[tokio::test(flavor = "multi_thread")]
async fn the_document_describes_every_route_and_refers_to_nothing_that_is_not_there() {
    let running = start().await;
    let text = running.text("/api/openapi.json").await;
    let api: Value = serde_json::from_str(&text).unwrap();
    assert!(api["openapi"].as_str().unwrap().starts_with("3."));
    // All routes are documented, except pages and WebSockets.
    let source = include_str!("../../src/routes/mod.rs");
    let routes = source.split(".route(").skip(1);
    let undescribed = ["/", "/api", "/api/docs.js", "/api/openapi.json"];
    let mut described = 0;
    for route in routes {
        let path = route.split('"').nth(1).unwrap();
        let is_page = undescribed.contains(&path) || !path.starts_with("/api");
        if is_page || path.ends_with("/live") {
            continue;
        }
        let operations = api["paths"][path].as_object();
        let operations = operations.unwrap_or_else(|| panic!("{path} is not described"));
        for method in ["get", "post", "put", "patch", "delete"] {
            let is_answered = route.contains(&format!("{method}("));
            assert_eq!(
                operations.contains_key(method),
                is_answered,
                "{method} {path}"
            );
            described += usize::from(is_answered);
        }
    }
    assert!(described >= 16);
    let schemas = api["components"]["schemas"].as_object().unwrap();
    let parts = text.split("#/components/schemas/").skip(1);
    let names: BTreeSet<&str> = parts.map(|part| part.split('"').next().unwrap()).collect();
    for name in names {
        assert!(schemas.contains_key(name), "{name}");
    }
    for name in [
        "ClientMessage",
        "ServerMessage",
        "LobbyMessage",
        "ApiProblem",
    ] {
        assert!(schemas.contains_key(name), "{name}");
    }
    let codes = schemas["ErrorCode"]["description"].as_str().unwrap();
    for code in schemas["ErrorCode"]["enum"].as_array().unwrap() {
        let code = code.as_str().unwrap();
        assert!(codes.contains(&format!("| `{code}` |")), "{code}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_shows_the_document() {
    let running = start().await;
    let page = running.text("/api").await;
    assert!(page.contains("/api/docs.js") && page.contains("/api/openapi.json"));
    assert!(running.text("/api/docs.js").await.contains("openapi.json"));
    let landing = running.text("/").await;
    assert!(landing.contains("ludorum") || landing.contains("Ludorum"));
}
