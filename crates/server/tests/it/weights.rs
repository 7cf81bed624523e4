//! Agents with weights files: only files in the server's folder can be loaded.

use std::path::Path;
use std::sync::Arc;

use ludorum_agents::dicewars::{DiceWarsTrainedAgent, WpmFeatures};
use ludorum_protocol::lobby::{GameInfo, NewTable, ParamKind, TableInfo, TableSettings};
use ludorum_protocol::{ApiProblem, ErrorCode};
use ludorum_server::storage::MemoryStorage;
use ludorum_server::{Config, ServerGames};

use crate::client::{Person, agent, here};
use crate::{Running, generous, start, start_with};

async fn seat(running: &Running, host: &Person, spec: &str) -> Result<TableInfo, ApiProblem> {
    let new = NewTable {
        settings: TableSettings::new("test", "dicewars"),
        password: None,
        seats: vec![here("host"), agent(spec)],
        name: "host".to_owned(),
    };
    running.post(host, "tables", &new).await
}

/// Returns the weights files that clients can choose for the agent WPM-C.
async fn offered(running: &Running) -> Option<Vec<String>> {
    let games: Vec<GameInfo> = serde_json::from_str(&running.text("/api/games").await).unwrap();
    let dicewars = games.iter().find(|game| game.name == "dicewars").unwrap();
    let mut agents = dicewars.agents.iter();
    let wpm = agents.find(|agent| agent.name == "wpm-c").unwrap();
    let mut params = wpm.params.iter();
    let weights = params.find(|param| param.name == "weights")?;
    match &weights.kind {
        ParamKind::Choice { words } => Some(words.clone()),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn strangers_have_no_files_read() {
    let running = start().await;
    let host = running.person().await;
    assert_eq!(offered(&running).await, None);
    for file in ["/etc/passwd", "../weights.txt", "mine.txt"] {
        let spec = format!("wpm-c:weights={file}");
        let problem = seat(&running, &host, &spec).await.unwrap_err();
        assert_eq!(problem.code, ErrorCode::BadAgent, "{file}");
        assert!(
            problem.to_string().contains("files are not read here"),
            "{problem}"
        );
    }
}

#[tokio::test]
async fn the_operator_offers_weights_by_name() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("operator");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(folder.join("weights")).unwrap();
    let wpm = DiceWarsTrainedAgent::Wpm(WpmFeatures::Both);
    let text = wpm.shipped(2).write(wpm, 2, &[]);
    std::fs::write(folder.join("secret.txt"), &text).unwrap();
    std::fs::write(folder.join("weights/mine.txt"), &text).unwrap();
    std::fs::write(folder.join("weights/other.txt"), "secret").unwrap();
    let config = Config {
        content: Some(folder.clone()),
        ..generous()
    };
    let running = start_with(
        config,
        Arc::new(MemoryStorage::new()),
        ServerGames::catalog(),
    )
    .await;
    let host = running.person().await;
    let names = ["mine.txt", "other.txt"].map(str::to_owned);
    assert_eq!(offered(&running).await, Some(names.to_vec()));

    // The spec contains the file's hash: the game continues with the weights it started with.
    let seated = seat(&running, &host, "wpm-c:weights=mine.txt")
        .await
        .unwrap();
    let spec = seated.seats[1].agent.clone().unwrap();
    let (named, hash) = spec.rsplit_once('#').unwrap();
    assert_eq!((named, hash.len()), ("wpm-c:weights=mine.txt", 16));

    let absolute = folder.join("secret.txt").display().to_string();
    for (file, part) in [
        ("../secret.txt", "give a name of letters"),
        (absolute.as_str(), "give a name of letters"),
        ("nothing.txt", "cannot be read"),
        ("other.txt", "expected 'ludorum-weights 2'"),
    ] {
        let spec = format!("wpm-c:weights={file}");
        let problem = seat(&running, &host, &spec).await.unwrap_err();
        assert_eq!(problem.code, ErrorCode::BadAgent, "{file}");
        assert!(problem.to_string().contains(part), "{problem}");
    }
}
