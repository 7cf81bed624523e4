//! Templates and plug-ins of Sector 66: list, check, trial, saving by the operator. Games continue
//! only with the files they started with.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Method, Request, StatusCode};
use ludorum_core::RulesFile;
use ludorum_plugins::PluginPackage;
use ludorum_protocol::content::{
    BoardTemplateCheckResult, BoardTemplateList, PluginKindInfo, PluginList, SavedBoardTemplate,
};
use ludorum_protocol::{ApiProblem, ErrorCode};
use ludorum_server::storage::{MemoryStorage, Storage, StoredRulesFileKey, TableEventBatch};
use ludorum_server::{Config, ServerGames, app};
use serde_json::{Value, json};
use tower::ServiceExt;

use crate::client::agent;
use crate::{OPERATOR_TOKEN, Running, generous, start, start_with};

const TELEPORT: &str = "684b7714-2acf-44a7-ba68-cc085d06e09a";
const STUN: &str = "b6e6b625-11ca-4b59-b74f-465dc8c615db";
/// Client address of the operator.
const NEAR: &str = "127.0.0.1:40000";
/// Client address of another account on the operator's machine, without the token.
const NEIGHBOUR: &str = "127.0.0.1:40001";
const FAR: &str = "192.168.1.9:40000";

fn folder() -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("sector66-{number}"));
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

async fn start_in(folder: &Path) -> Running {
    let config = Config {
        programs: true,
        content: Some(folder.to_owned()),
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
    path: &str,
    body: &Value,
    from: &str,
) -> (StatusCode, String) {
    let request = Request::builder()
        .method(method)
        .uri(format!("/api/{path}"))
        .header("host", "localhost:7878")
        .header("content-type", "application/json");
    let request = match from {
        NEAR => request.header("x-ludorum-operator", OPERATOR_TOKEN),
        _ => request,
    };
    let mut request = request.body(Body::from(body.to_string())).unwrap();
    let address: SocketAddr = from.parse().unwrap();
    request.extensions_mut().insert(ConnectInfo(address));
    let (status, body) = running.request(request).await;
    (status, String::from_utf8(body).unwrap())
}

fn code(body: &str) -> ErrorCode {
    serde_json::from_str::<ApiProblem>(body).unwrap().code
}

/// Creates a valid template for two players.
fn small() -> Value {
    json!({
        "name": "Small",
        "description": "Two columns",
        "plugins": {"teleport": TELEPORT},
        "places": {
            "a": {"start": "a1", "target": "row 9"},
            "b": {"start": "b9", "target": ["row 1", "i5"]},
        },
        "seats": {"2": {"places": ["a", "b"], "walls": {"least": 0, "most": 4, "usual": 2}}},
        "walls": {"built": ["e3h"], "disabled": ["e5v"]},
        "fields": {},
        "spells": {"allowed": ["teleport"], "forced": [], "least": 0, "most": 1, "usual": 1},
    })
}

#[tokio::test]
async fn plug_ins_are_listed_and_have_harmless_pictures() {
    let running = start().await;
    let shelf: PluginList = serde_json::from_str(&running.text("/api/plugins").await).unwrap();
    assert!(shelf.plugins.len() >= 11 && shelf.troubles.is_empty());
    assert!(shelf.plugins.iter().all(|plugin| plugin.shipped));
    let mut plugins = shelf.plugins.iter();
    let teleport = plugins.find(|plugin| plugin.uuid == TELEPORT).unwrap();
    assert_eq!(teleport.kind, PluginKindInfo::Spell);
    assert_eq!((teleport.cast.len(), teleport.range), (1, Some(1)));
    assert!(teleport.translations.contains_key("cs"));
    let request = Request::get(format!("/api/plugins/{TELEPORT}/icon.svg"));
    let request = request.header("host", "localhost").body(Body::empty());
    let answer = app(running.server.clone())
        .oneshot(request.unwrap())
        .await
        .unwrap();
    let header = |name: &str| answer.headers()[name].to_str().unwrap().to_owned();
    assert_eq!(header("content-type"), "image/svg+xml");
    assert_eq!(header("x-content-type-options"), "nosniff");
    let policy = header("content-security-policy");
    assert!(policy.contains("default-src 'none'") && policy.contains("sandbox"));
    let icon = running
        .text(&format!("/api/plugins/{TELEPORT}/icon.svg"))
        .await;
    assert!(icon.starts_with("<svg xmlns="), "{icon}");
    let null = json!(null);
    let (status, _) = ask(&running, Method::GET, "plugins/none/icon.svg", &null, NEAR).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn plug_ins_that_cannot_be_used_are_told_with_their_lines() {
    let folder = folder();
    let plugin = folder.join("plugins/broken");
    std::fs::create_dir_all(&plugin).unwrap();
    let manifest = "uuid = \"x\"\nkind = \"field\"\nname = \"\"\ndescription = \"d\"\nversion = \"1\"\nicon = \"<svg onload='x'/>\"\n";
    std::fs::write(plugin.join("plugin.toml"), manifest).unwrap();
    std::fs::write(plugin.join("main.luau"), "return {}").unwrap();
    let running = start_in(&folder).await;
    let shelf: PluginList = serde_json::from_str(&running.text("/api/plugins").await).unwrap();
    let trouble = &shelf.troubles[0];
    assert_eq!(trouble.file, "broken/plugin.toml");
    let keys: Vec<(u32, &str)> = trouble
        .problems
        .iter()
        .map(|problem| (problem.line, problem.key.as_str()))
        .collect();
    assert!(
        keys.contains(&(1, "uuid")) && keys.contains(&(6, "icon")),
        "{keys:?}"
    );
}

#[tokio::test]
async fn templates_are_listed_and_checked() {
    let running = start().await;
    let shelf: BoardTemplateList =
        serde_json::from_str(&running.text("/api/templates").await).unwrap();
    assert_eq!(shelf.templates[0].name, "classic");
    assert!(!shelf.may_save && shelf.templates.len() >= 6);
    assert!(
        shelf
            .templates
            .iter()
            .all(|one| one.shipped && one.draft.is_some())
    );
    let check = async |body: Value| {
        let (status, text) = ask(&running, Method::POST, "templates/check", &body, FAR).await;
        assert_eq!(status, StatusCode::OK, "{text}");
        serde_json::from_str::<BoardTemplateCheckResult>(&text).unwrap()
    };
    let good = check(json!({"draft": small()})).await;
    assert_eq!(good.problems, []);
    // The file of the template gives the same result.
    let again = check(json!({"text": good.text})).await;
    assert_eq!((again.draft, again.problems), (good.draft, vec![]));
    let mut bad = small();
    bad["places"]["b"]["start"] = json!("a1");
    bad["description"] = json!("");
    let bad = check(json!({"draft": bad})).await;
    let told: Vec<(&str, u32)> = bad
        .problems
        .iter()
        .map(|problem| (problem.key.as_str(), problem.line))
        .collect();
    assert!(told.contains(&("description", 2)), "{told:?}");
    let mut same = small();
    same["places"]["b"]["start"] = json!("a1");
    let same = check(json!({"draft": same})).await;
    assert_eq!(same.problems[0].key, "seats.2.places");
    assert!(
        same.text
            .lines()
            .nth(same.problems[0].line as usize - 1)
            .unwrap()
            .contains("places")
    );
    let unreadable = check(json!({"text": "name = "})).await;
    assert!(unreadable.draft.is_none() && unreadable.problems.len() == 1);
    let mut odd = small();
    odd["more"] = json!(1);
    for body in [json!({"draft": odd}), json!({}), json!({"file": "x"})] {
        let (status, text) = ask(&running, Method::POST, "templates/check", &body, FAR).await;
        assert_eq!(
            (status, code(&text)),
            (StatusCode::BAD_REQUEST, ErrorCode::BadRequest)
        );
    }
}

#[tokio::test]
async fn templates_are_saved_from_here_and_from_nowhere_else() {
    let folder = folder();
    let running = start_in(&folder).await;
    let null = json!(null);
    let body = json!({"draft": small()});
    for from in [NEIGHBOUR, FAR] {
        let (status, text) = ask(&running, Method::PUT, "templates/mine", &body, from).await;
        assert_eq!(
            (status, code(&text)),
            (StatusCode::FORBIDDEN, ErrorCode::OperatorOnly)
        );
    }
    let (status, text) = ask(&running, Method::PUT, "templates/mine", &body, NEAR).await;
    assert_eq!(status, StatusCode::OK, "{text}");
    let file = std::fs::read_to_string(folder.join("templates/mine.toml")).unwrap();
    assert!(file.starts_with("name = \"Small\""), "{file}");
    let (_, text) = ask(&running, Method::GET, "templates", &null, NEAR).await;
    let shelf: BoardTemplateList = serde_json::from_str(&text).unwrap();
    let mine = shelf
        .templates
        .iter()
        .find(|one| one.name == "mine")
        .unwrap();
    assert!(shelf.may_save && !mine.shipped && mine.problems.is_empty());
    let (_, text) = ask(&running, Method::GET, "templates/mine", &null, FAR).await;
    let got: BoardTemplateCheckResult = serde_json::from_str(&text).unwrap();
    assert_eq!(got.text, file);
    // Invalid, built-in or badly named templates are not saved.
    let mut wrong = small();
    wrong["places"]["a"]["target"] = json!("a1");
    for (name, draft) in [
        ("other", wrong),
        ("classic", small()),
        ("..%2Fescaped", small()),
        ("try-this", small()),
    ] {
        let body = json!({"draft": draft});
        let (status, text) = ask(
            &running,
            Method::PUT,
            &format!("templates/{name}"),
            &body,
            NEAR,
        )
        .await;
        assert_eq!(
            (status, code(&text)),
            (StatusCode::BAD_REQUEST, ErrorCode::BadTemplate),
            "{name}"
        );
    }
    assert_eq!(
        std::fs::read_dir(folder.join("templates")).unwrap().count(),
        1
    );
    let (status, _) = ask(&running, Method::DELETE, "templates/mine", &null, FAR).await;
    assert_eq!(status, StatusCode::FORBIDDEN);
    for wanted in [StatusCode::NO_CONTENT, StatusCode::NOT_FOUND] {
        let (status, _) = ask(&running, Method::DELETE, "templates/mine", &null, NEAR).await;
        assert_eq!(status, wanted);
    }
}

#[tokio::test]
async fn templates_are_tried_by_anybody_and_do_not_pile_up() {
    let folder = folder();
    let running = start_in(&folder).await;
    let attempt = async |number: u32| {
        let mut draft = small();
        draft["description"] = json!(format!("number {number}"));
        let body = json!({"draft": draft});
        let (status, text) = ask(&running, Method::POST, "templates/try", &body, FAR).await;
        assert_eq!(status, StatusCode::CREATED, "{text}");
        serde_json::from_str::<SavedBoardTemplate>(&text)
            .unwrap()
            .name
    };
    let first = attempt(0).await;
    assert!(first.starts_with("try-"));
    assert_eq!(attempt(0).await, first, "the same template is kept once");
    let tried = folder.join("tried");
    let count = || std::fs::read_dir(&tried).unwrap().count();
    assert_eq!(count(), 1);
    for number in 1..60 {
        attempt(number).await;
    }
    assert_eq!(count(), 50);
    let mut wrong = small();
    wrong["name"] = json!("");
    let body = json!({"draft": wrong});
    let (_, text) = ask(&running, Method::POST, "templates/try", &body, FAR).await;
    assert_eq!(code(&text), ErrorCode::BadTemplate);
    let without = start().await;
    let body = json!({"draft": small()});
    let (_, text) = ask(&without, Method::POST, "templates/try", &body, NEAR).await;
    assert_eq!(code(&text), ErrorCode::NotAllowed);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_plug_in_is_checked_when_asked_one_at_a_time() {
    let running = start().await;
    let null = json!(null);
    let path = format!("plugins/{STUN}/check");
    let (status, _) = ask(&running, Method::POST, &path, &null, FAR).await;
    assert_eq!(status, StatusCode::ACCEPTED);
    let other = format!("plugins/{TELEPORT}/check");
    let (status, text) = ask(&running, Method::POST, &other, &null, FAR).await;
    assert_eq!(
        (status, code(&text)),
        (StatusCode::CONFLICT, ErrorCode::CheckRunning)
    );
    let done = loop {
        let shelf: PluginList = serde_json::from_str(&running.text("/api/plugins").await).unwrap();
        let mut plugins = shelf.plugins.into_iter();
        let stun = plugins.find(|plugin| plugin.uuid == STUN).unwrap();
        let check = stun.check.expect("it was begun");
        if !check.running {
            break check;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    };
    let told: Vec<&str> = done.findings.iter().map(|one| one.text.as_str()).collect();
    assert!(told[0].starts_with("loads: "), "{told:?}");
    assert!(
        told.iter().any(|text| text.contains("taken back exactly")),
        "{told:?}"
    );
}

/// Starts a game against an agent; returns the table id and its stored events.
async fn begun(game: &str) -> (String, Vec<String>) {
    let storage = Arc::new(MemoryStorage::new());
    let running = start_with(generous(), storage.clone(), ServerGames::catalog()).await;
    let host = running.person().await;
    let table = running.open(&host, game, &[agent("random")]).await;
    running.start(&host, &table.id).await.unwrap();
    let events = storage.load(&table.id).unwrap().unwrap();
    (table.id, events)
}

async fn look_again(id: &str, events: Vec<String>) -> Result<Value, ApiProblem> {
    look_with(id, events, Vec::new()).await
}

/// Restores a table from these events and stored files on a new server; returns the table.
async fn look_with(
    id: &str,
    events: Vec<String>,
    files: Vec<RulesFile>,
) -> Result<Value, ApiProblem> {
    let storage = Arc::new(MemoryStorage::new());
    let batch = TableEventBatch {
        table: id.to_owned(),
        first: 1,
        events,
        files,
        live: Some(true),
        ..TableEventBatch::default()
    };
    storage.append(batch).await.unwrap().unwrap();
    let running = start_with(generous(), storage, ServerGames::catalog()).await;
    let who = running.person().await;
    running
        .ask(&who, Method::GET, &format!("tables/{id}"), &())
        .await
}

/// Games without a rules version are of version 1; Dice Wars has other dice since version 2.
#[tokio::test]
async fn games_go_on_only_by_the_rules_they_were_begun_with() {
    let (id, events) = begun("dicewars").await;
    assert!(look_again(&id, events.clone()).await.is_ok());
    let forget = |event: &String| {
        let mut event: Value = serde_json::from_str(event).unwrap();
        event.as_object_mut().unwrap().remove("rules");
        event.to_string()
    };
    let old = events.iter().map(forget).collect();
    let problem = look_again(&id, old).await.unwrap_err();
    assert_eq!(problem.code, ErrorCode::ContentChanged);
    let reason = &problem.params["reason"];
    assert!(reason.contains("version 1 of the rules"), "{problem}");
}

#[tokio::test]
async fn games_go_on_only_with_the_files_they_were_begun_with() {
    let (id, events) = begun("sector66:template=thesis").await;
    let started = events
        .iter()
        .position(|event| event.contains("\"started\""))
        .unwrap();
    let event: Value = serde_json::from_str(&events[started]).unwrap();
    let content: Vec<&str> = event["content"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(Value::as_str)
        .collect();
    assert!(
        content[0].starts_with("template ") && content[0].contains("sha256:"),
        "{content:?}"
    );
    assert!(
        content.iter().any(|file| file.contains(STUN)),
        "{content:?}"
    );
    assert!(look_again(&id, events.clone()).await.is_ok());
    // A plug-in of another version.
    let (_, hash) = content
        .iter()
        .find(|file| file.contains(STUN))
        .unwrap()
        .split_once("sha256:")
        .unwrap();
    let other = events[started].replace(hash, &"0".repeat(64));
    assert_ne!(other, events[started]);
    let mut changed = events.clone();
    changed[started] = other;
    let problem = look_again(&id, changed).await.unwrap_err();
    assert_eq!(problem.code, ErrorCode::ContentChanged);
    assert!(problem.params["reason"].contains(STUN), "{problem}");
    // A missing template.
    let gone: Vec<String> = events
        .iter()
        .map(|event| event.replace("template=thesis", "template=gone"))
        .collect();
    let problem = look_again(&id, gone).await.unwrap_err();
    assert_eq!(problem.code, ErrorCode::ContentChanged);
    assert!(problem.params["reason"].contains("gone"), "{problem}");
    // Games started by a server that stored no hashes continue.
    let mut event = event;
    event.as_object_mut().unwrap().remove("content");
    let mut old = events;
    old[started] = event.to_string();
    assert!(look_again(&id, old).await.is_ok());
}

/// A table with stored files can be restored if its template is missing and a plug-in has changed.
#[tokio::test]
async fn games_go_on_with_the_files_that_were_kept_for_them() {
    let storage = Arc::new(MemoryStorage::new());
    let running = start_with(generous(), storage.clone(), ServerGames::catalog()).await;
    let host = running.person().await;
    let game = "sector66:template=thesis";
    let id = running.open(&host, game, &[agent("random")]).await.id;
    running.start(&host, &id).await.unwrap();
    let events = storage.load(&id).unwrap().unwrap();
    let started = events.iter().find(|event| event.contains("\"started\""));
    let started: Value = serde_json::from_str(started.unwrap()).unwrap();
    let lines = started["content"].as_array().unwrap().iter();
    let hashes = lines.map(|line| line.as_str().unwrap().rsplit_once("sha256:").unwrap().1);
    let kept = hashes.map(|hash| {
        storage
            .file(StoredRulesFileKey::Hash(hash))
            .unwrap()
            .unwrap()
    });
    let mut files: Vec<RulesFile> = kept.collect();
    assert_eq!(files[0].name, "thesis");
    files[0].name = "gone".to_owned();
    let stun = files.iter_mut().find(|file| file.name == STUN).unwrap();
    let newer_hash = stun.hash.clone();
    stun.parts[1].push_str("\n-- an older version\n");
    stun.hash = PluginPackage::new("stun", &stun.parts[0], &stun.parts[1])
        .unwrap()
        .hash;
    let older_hash = stun.hash.clone();
    let older = |event: &String| {
        let event = event.replace(&newer_hash, &older_hash);
        event.replace("template=thesis", "template=gone")
    };
    let events: Vec<String> = events.iter().map(older).collect();
    let problem = look_again(&id, events.clone()).await.unwrap_err();
    assert_eq!(problem.code, ErrorCode::ContentChanged);
    let table = look_with(&id, events.clone(), files.clone()).await.unwrap();
    assert_eq!(table["phase"], json!("playing"));
    // Stored files are checked like installed ones.
    let stun = files.iter_mut().find(|file| file.name == STUN).unwrap();
    stun.parts[1].push_str("-- and changed\n");
    let problem = look_with(&id, events, files).await.unwrap_err();
    assert_eq!(problem.code, ErrorCode::ContentChanged);
}

#[tokio::test]
async fn fields_are_drawn_with_their_outline_and_texture() {
    let running = start().await;
    let shelf: PluginList = serde_json::from_str(&running.text("/api/plugins").await).unwrap();
    let ice = shelf
        .plugins
        .iter()
        .find(|plugin| plugin.folder == "ice")
        .unwrap();
    assert!(ice.look.outlined && ice.look.textured);
    let picture = running
        .text(&format!("/api/plugins/{}/field.svg", ice.uuid))
        .await;
    assert!(
        picture.contains("<pattern id=\"t\"") && picture.contains("fill=\"#bfe8ff\""),
        "{picture}"
    );
    let request = Request::get(format!("/api/plugins/{}/field.svg", ice.uuid));
    let request = request.header("host", "localhost").body(Body::empty());
    let answer = app(running.server.clone())
        .oneshot(request.unwrap())
        .await
        .unwrap();
    let header = |name: &str| answer.headers()[name].to_str().unwrap().to_owned();
    assert_eq!(header("content-type"), "image/svg+xml");
    assert!(header("content-security-policy").contains("sandbox"));
    let null = json!(null);
    let spell = format!("plugins/{TELEPORT}/field.svg");
    let (status, _) = ask(&running, Method::GET, &spell, &null, NEAR).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    // A plug-in with a direction has a text for each orientation of the board.
    let oneway = shelf
        .plugins
        .iter()
        .find(|plugin| plugin.folder == "oneway")
        .unwrap();
    assert_eq!(
        (oneway.turned.len(), oneway.translations["cs"].turned.len()),
        (3, 3)
    );
}

#[tokio::test]
async fn boards_that_were_only_tried_are_listed_nowhere() {
    let folder = folder();
    let running = start_in(&folder).await;
    let draft = json!({"draft": small()});
    let (status, body) = ask(&running, Method::POST, "templates/try", &draft, FAR).await;
    assert_eq!(status, StatusCode::CREATED);
    let kept: SavedBoardTemplate = serde_json::from_str(&body).unwrap();
    assert!(!running.text("/api/templates").await.contains(&kept.name));
    let board = running.text(&format!("/api/templates/{}", kept.name)).await;
    assert!(board.contains("Two columns"), "{board}");
}

#[tokio::test]
async fn problems_of_templates_have_words_for_other_languages() {
    let running = start().await;
    let mut draft = small();
    draft["places"]["a"]["start"] = json!("z9");
    draft["spells"] =
        json!({"allowed": ["teleport"], "forced": ["teleport"], "least": 0, "most": 1, "usual": 0});
    let body = json!({"draft": draft});
    let (_, text) = ask(&running, Method::POST, "templates/check", &body, FAR).await;
    let checked: BoardTemplateCheckResult = serde_json::from_str(&text).unwrap();
    let told: Vec<(&str, &str, Option<&str>)> = checked
        .problems
        .iter()
        .map(|problem| {
            let detail = problem.details.values().next();
            (
                problem.key.as_str(),
                problem.why.as_str(),
                detail.map(String::as_str),
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            ("places.a.start", "no-field", Some("z9")),
            ("spells.usual", "fewer-than-forced", Some("1")),
        ]
    );
}
