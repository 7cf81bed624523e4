//! Plug-ins that take too long block no other requests, and their games are stopped.

use std::sync::Arc;
use std::time::Duration;

use ludorum_agents::sector66::roster;
use ludorum_catalog::CatalogEntry;
use ludorum_games::sector66::{ContentSource, PlayableBoardTemplate};
use ludorum_plugins::{ContentLibrary, PluginPackage};
use ludorum_protocol::ErrorCode;
use ludorum_protocol::table::{EndCause, Event};
use ludorum_server::ServerGames;
use ludorum_server::storage::MemoryStorage;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

use crate::client::{Client, here};
use crate::{Running, generous, start_with};

const UUID: &str = "aaaaaaaa-0000-4000-8000-000000000002";

/// Maximum response time while a plug-in runs.
const SOON: Duration = Duration::from_secs(10);

/// Sector 66 content with a plug-in that is slow once the second player is to move. `NUMBER` makes
/// the plug-in distinct, because a stopped plug-in is not loaded again.
struct Slow<const NUMBER: u32>;

impl<const NUMBER: u32> ContentSource for Slow<NUMBER> {
    fn templates() -> Vec<String> {
        vec!["slow".to_owned()]
    }

    fn open(_: &str) -> Result<PlayableBoardTemplate, String> {
        let manifest = format!(
            "uuid = \"{UUID}\"\nkind = \"field\"\nname = \"Slow\"\ndescription = \"Slow\"\n\
             version = \"{NUMBER}\"\nicon = '<svg></svg>'\n"
        );
        let work = "s = s .. s ".repeat(16) + &"_ = s + 0 ".repeat(900);
        let source = format!(
            "return {{ can_step = function(game)\n if game.turn() == 1 then return true end\n\
             local s, _ = '1', 0 {work} return true\nend }}"
        );
        let fields = ["4", "5", "6"].iter().flat_map(|row| {
            let field = move |column: char| format!("\"{column}{row}\"");
            ('a'..='i').map(field)
        });
        let fields: Vec<String> = fields.collect();
        let template = format!(
            "name = \"Slow\"\ndescription = \"Slow\"\n[plugins]\nslow = \"{UUID}\"\n\
             [places.south]\nstart = \"e1\"\ntarget = \"row 9\"\n\
             [places.north]\nstart = \"e9\"\ntarget = \"row 1\"\n\
             [seats.2]\nplaces = [\"south\", \"north\"]\n\
             walls = {{ least = 0, most = 20, usual = 10 }}\n\
             [fields]\nslow = [{}]\n",
            fields.join(", ")
        );
        let mut library = ContentLibrary::default();
        let package =
            PluginPackage::new("slow", &manifest, &source).expect("the manifest is right");
        library.add_plugin(Ok(package));
        let read = library.read_template("slow", &template);
        let read = read.map_err(|trouble| trouble.to_string())?;
        Ok(PlayableBoardTemplate {
            template: read.template,
            host: read.host,
            sources: Vec::new(),
        })
    }
}

fn slow<const NUMBER: u32>() -> ServerGames {
    ServerGames::new(vec![CatalogEntry::new(roster::<Slow<NUMBER>>())])
}

/// Sends a health request over the network; returns the response.
async fn health(running: &Running) -> String {
    let mut stream = TcpStream::connect(running.address).await.unwrap();
    let request = "GET /api/health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_game_whose_plug_in_takes_too_long_is_stopped_and_everyone_is_answered() {
    let storage = Arc::new(MemoryStorage::new());
    let running = Arc::new(start_with(generous(), storage.clone(), slow::<1>()).await);
    let host = running.person().await;
    let table = running.open(&host, "sector66", &[here("friend")]).await;
    running.start(&host, &table.id).await.unwrap();
    let mut client = Client::at(&running, &table.id, Some(&host)).await;
    client.turn().await;
    client.attempt("e2").await;
    let own = Arc::clone(&running);
    let asked = tokio::spawn(async move {
        for _ in 0..20 {
            let answer = timeout(SOON, health(&own)).await.expect("answered");
            assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
            sleep(Duration::from_millis(50)).await;
        }
    });
    let is_over = |client: &Client| {
        let game = client.game.as_ref();
        game.is_some_and(|game| game.verdict.is_some())
    };
    client.until(is_over).await;
    asked.await.unwrap();
    let verdict = client.game.as_ref().unwrap().verdict.clone().unwrap();
    assert_eq!((verdict.by, verdict.ranks), (EndCause::Stopped, vec![1, 1]));
    let halted = client.events.iter().find_map(|event| match event {
        Event::Halted { plugin, reason } => Some((plugin.clone(), reason.clone())),
        _ => None,
    });
    let (plugin, reason) = halted.expect("it is told");
    assert_eq!(plugin, "slow");
    assert!(reason.contains("too long"), "{reason}");

    // A new game with the plug-in, and the table after a restart, are refused with the reason.
    let new =
        json!({"settings": {"name": "again", "game": "sector66"}, "seats": [], "name": "host"});
    let refused = running
        .post::<Value>(&host, "tables", &new)
        .await
        .unwrap_err();
    assert_eq!(refused.code, ErrorCode::BadGame);
    assert!(refused.params["reason"].contains("was stopped before"));
    let again = start_with(generous(), storage, slow::<1>()).await;
    let path = format!("tables/{}", table.id);
    let refused = again
        .ask::<Value>(&host, axum::http::Method::GET, &path, &())
        .await
        .unwrap_err();
    assert_eq!(refused.code, ErrorCode::ContentChanged);
    assert!(refused.params["reason"].contains("was stopped before"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn positions_that_take_too_long_are_refused_and_everyone_is_answered() {
    let running =
        Arc::new(start_with(generous(), Arc::new(MemoryStorage::new()), slow::<2>()).await);
    let host = running.person().await;
    let own = Arc::clone(&running);
    let explored = tokio::spawn(async move {
        let wanted = json!({"game": "sector66", "moves": ["e2"]});
        own.post::<Value>(&host, "explore", &wanted).await
    });
    // The only thread that serves requests keeps serving while the plug-in runs.
    let mut answered = 0;
    while !explored.is_finished() {
        timeout(SOON, health(&running)).await.expect("answered");
        answered += 1;
        sleep(Duration::from_millis(20)).await;
    }
    assert!(answered >= 10, "{answered} times");
    let refused = explored.await.unwrap().unwrap_err();
    assert_eq!(refused.code, ErrorCode::PluginStopped);
    assert_eq!(refused.params["plugin"], "slow");
}
