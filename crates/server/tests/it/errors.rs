//! The error list in the guide matches the code. `LUDORUM_BLESS=1` rewrites it.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use axum::response::IntoResponse;
use ludorum_protocol::ErrorCode;
use ludorum_server::Error;

const SOURCE: &str = include_str!("../../../protocol/src/error.rs");

/// Returns every error code with its meaning, read from the doc comments of `ErrorCode`.
fn codes() -> Vec<(ErrorCode, String)> {
    let body = SOURCE.split_once("pub enum ErrorCode {").unwrap().1;
    let body = body.split_once("\n}").unwrap().0;
    let mut codes = Vec::new();
    let mut meaning = String::new();
    for line in body.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if let Some(words) = line.strip_prefix("/// ") {
            if !meaning.is_empty() {
                meaning.push(' ');
            }
            meaning.push_str(words);
            continue;
        }
        let mut name = String::new();
        for letter in line.trim_end_matches(',').chars() {
            if letter.is_uppercase() && !name.is_empty() {
                name.push('_');
            }
            name.extend(letter.to_lowercase());
        }
        let code = serde_json::from_value(name.clone().into());
        codes.push((
            code.unwrap_or_else(|_| panic!("{name}")),
            std::mem::take(&mut meaning),
        ));
    }
    codes
}

#[test]
fn the_guide_lists_every_error() {
    let mut text = "# Errors\n\nA refused request is answered with `{\"code\": ..., \"params\": {...}}`. \
                    Codes are only ever added; clients\ntranslate them into texts for people. The \
                    table names the parameters of a code after its meaning. Over a\nWebSocket the \
                    same codes come in a `refused` message, without a status.\n\n| code | status | meaning |\n|---|---|---|\n"
        .to_owned();
    let codes = codes();
    let distinct: BTreeSet<String> = codes.iter().map(|(code, _)| format!("{code:?}")).collect();
    assert_eq!(distinct.len(), codes.len());
    assert!(codes.len() > 30);
    for (code, meaning) in codes {
        assert!(!meaning.is_empty(), "{code:?}");
        let status = Error::from(code).into_response().status().as_u16();
        let name = serde_json::to_value(code).unwrap();
        let name = name.as_str().unwrap();
        writeln!(text, "| `{name}` | {status} | {meaning} |").unwrap();
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/errors.md");
    if std::env::var_os("LUDORUM_BLESS").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(written, text, "run the test with LUDORUM_BLESS=1");
}
