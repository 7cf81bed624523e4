//! Translations in the content folder: found, checked, offered, and saved by the operator.

use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Method, Request, StatusCode};
use ludorum_protocol::lobby::LocaleInfo;
use ludorum_protocol::translation::{
    TranslationFindingKind, TranslationInfo, TranslationList, TranslationSavePermission,
};
use ludorum_protocol::{ApiProblem, ErrorCode};
use ludorum_server::storage::MemoryStorage;
use ludorum_server::{Config, OperatorTokenHash, ServerGames, new_operator_token};
use serde_json::json;

use crate::{Running, generous, start_with};

const HEADER: &str = "language = Deutsch\nauthor = Anna\nversion = 1\n";
const FAR: &str = "192.168.1.9:40000";

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("translations-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("locales")).unwrap();
    folder
}

async fn start_in(folder: &Path, token: Option<&str>) -> Running {
    let config = Config {
        content: Some(folder.to_owned()),
        operator: token.and_then(OperatorTokenHash::of),
        ..generous()
    };
    start_with(
        config,
        Arc::new(MemoryStorage::new()),
        ServerGames::catalog(),
    )
    .await
}

async fn ask(
    running: &Running,
    method: Method,
    code: &str,
    text: &str,
    token: Option<&str>,
) -> (StatusCode, String) {
    let mut request = Request::builder()
        .method(method)
        .uri(format!("/api/translations/{code}"))
        .header("host", "localhost:7878")
        .header("content-type", "application/json");
    if let Some(token) = token {
        request = request.header("x-ludorum-operator", token);
    }
    let body = json!({"text": text}).to_string();
    let mut request = request.body(Body::from(body)).unwrap();
    let address: SocketAddr = FAR.parse().unwrap();
    request.extensions_mut().insert(ConnectInfo(address));
    let (status, body) = running.request(request).await;
    (status, String::from_utf8(body).unwrap())
}

async fn shelf(running: &Running) -> TranslationList {
    serde_json::from_str(&running.text("/api/translations").await).unwrap()
}

async fn offered(running: &Running) -> Vec<(String, String)> {
    let text = running.text("/api/locales").await;
    let locales: Vec<LocaleInfo> = serde_json::from_str(&text).unwrap();
    let own = locales.into_iter().filter(|locale| !locale.shipped);
    own.map(|locale| (locale.code, locale.name)).collect()
}

fn problem(body: &str) -> (ErrorCode, String) {
    let problem: ApiProblem = serde_json::from_str(body).unwrap();
    let why = problem.params.get("why").cloned();
    (problem.code, why.unwrap_or_default())
}

#[tokio::test]
async fn translations_in_the_content_folder_are_offered_and_read_again_when_they_change() {
    let folder = folder("found");
    let running = start_in(&folder, None).await;
    assert_eq!(offered(&running).await, []);
    let file = folder.join("locales/de.ftl");
    fs::write(&file, format!("{HEADER}home = Start\n")).unwrap();
    let found = [("de".to_owned(), "Deutsch".to_owned())];
    assert_eq!(offered(&running).await, found);
    assert!(
        running
            .text("/locales/de.ftl")
            .await
            .contains("home = Start")
    );
    // A changed file is read again without a restart.
    fs::write(
        &file,
        format!(
            "{}home = Anfang\n",
            HEADER.replace("Deutsch", "Deutsch (neu)")
        ),
    )
    .unwrap();
    assert_eq!(offered(&running).await[0].1, "Deutsch (neu)");
    assert!(
        running
            .text("/locales/de.ftl")
            .await
            .contains("home = Anfang")
    );
    fs::remove_file(&file).unwrap();
    assert_eq!(offered(&running).await, []);
}

#[tokio::test]
async fn broken_translations_are_told_and_not_offered() {
    let folder = folder("broken");
    let write =
        |name: &str, text: &[u8]| fs::write(folder.join("locales").join(name), text).unwrap();
    write("cs.ftl", HEADER.as_bytes());
    write(
        "de.ftl",
        format!("{HEADER}home = {{ $x }}\nlobby = {{\n").as_bytes(),
    );
    write("fr.ftl", b"language = Fran\xe7ais\n");
    write("it.ftl", b"language = Italiano\nhome = Casa\n");
    write("notes.txt", b"not a translation");
    write("very-long-name-of-a-language.ftl", HEADER.as_bytes());
    fs::create_dir(folder.join("locales/nl.ftl")).unwrap();
    let running = start_in(&folder, None).await;
    let told: Vec<(String, String)> = shelf(&running)
        .await
        .translations
        .into_iter()
        .map(|info| {
            let why = info
                .refused
                .and_then(|problem| problem.params.get("why").cloned());
            (info.code, why.unwrap_or_default())
        })
        .collect();
    let expected = [
        ("cs", "translation-shipped"),
        ("de", ""),
        ("fr", "translation-unreadable"),
        ("it", "translation-header"),
        ("nl", "translation-unreadable"),
        ("very-long-name-of-a-language", "translation-code"),
    ];
    let expected = expected.map(|(code, why)| (code.to_owned(), why.to_owned()));
    assert_eq!(told, expected);
    // Invalid messages are reported, and the others are offered.
    assert_eq!(
        offered(&running).await,
        [("de".to_owned(), "Deutsch".to_owned())]
    );
    let de = &shelf(&running).await.translations[1];
    let kinds: Vec<(TranslationFindingKind, Option<u32>)> = de
        .findings
        .iter()
        .map(|finding| (finding.kind, finding.line))
        .collect();
    assert_eq!(
        kinds,
        [
            (TranslationFindingKind::Placeholders, Some(4)),
            (TranslationFindingKind::Syntax, Some(5))
        ]
    );
    // The built-in Czech is not replaced.
    assert!(running.text("/locales/cs.ftl").await.contains("Čeština"));
}

#[tokio::test]
async fn only_the_operator_saves_translations_and_only_with_a_whole_header() {
    let folder = folder("saved");
    let token = new_operator_token();
    let running = start_in(&folder, Some(&token)).await;
    assert_eq!(
        shelf(&running).await.saving,
        TranslationSavePermission::WithToken
    );
    let text = format!("{HEADER}home = Start\n");
    let file = folder.join("locales/de.ftl");
    let other = new_operator_token();
    for wrong in [None, Some(""), Some("x"), Some(other.as_str())] {
        let (status, body) = ask(&running, Method::PUT, "de", &text, wrong).await;
        assert_eq!(
            (status, problem(&body).0),
            (StatusCode::FORBIDDEN, ErrorCode::OperatorOnly)
        );
        let (status, _) = ask(&running, Method::DELETE, "de", "", wrong).await;
        assert_eq!(status, StatusCode::FORBIDDEN);
    }
    assert!(!file.exists());
    for (code, text, why) in [
        (
            "de",
            "language = Deutsch\nversion = 1\nhome = Start\n",
            "translation-header",
        ),
        ("de", "author = Anna\nversion = 1\n", "translation-header"),
        (
            "de",
            "language = Deutsch\nauthor = Anna\n",
            "translation-header",
        ),
        ("en", HEADER, "translation-shipped"),
        ("..%2Fde", HEADER, "translation-code"),
        ("de%2Fx", HEADER, "translation-code"),
    ] {
        let (status, body) = ask(&running, Method::PUT, code, text, Some(&token)).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{code} {body}");
        assert_eq!(
            problem(&body),
            (ErrorCode::BadTranslation, why.to_owned()),
            "{code}"
        );
    }
    let (status, _) = ask(
        &running,
        Method::PUT,
        "de",
        &"x".repeat(600_000),
        Some(&token),
    )
    .await;
    assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE);
    let (status, body) = ask(&running, Method::PUT, "de", &text, Some(&token)).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    let info: TranslationInfo = serde_json::from_str(&body).unwrap();
    assert_eq!(
        (info.code.as_str(), info.messages, info.findings.len()),
        ("de", 4, 0)
    );
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
    assert_eq!(offered(&running).await.len(), 1);
    // No temporary file is left.
    assert_eq!(fs::read_dir(folder.join("locales")).unwrap().count(), 1);
    let (status, _) = ask(&running, Method::DELETE, "de", "", Some(&token)).await;
    assert_eq!((status, file.exists()), (StatusCode::NO_CONTENT, false));
    let (status, _) = ask(&running, Method::DELETE, "de", "", Some(&token)).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
}
