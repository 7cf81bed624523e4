//! A game on an unsaved template survives while others try their templates.

use std::fs;
use std::path::Path;

use ludorum_protocol::content::SavedBoardTemplate;
use ludorum_protocol::lobby::{
    ClientSession, NewTable, ReplayInfo, SeatOccupantChoice, TableInfo, TablePhase, TableSettings,
};
use ludorum_protocol::record::RecordCheckResult;
use ludorum_protocol::table::{ClientMessage, GameView};
use serde_json::{Value, json};

use super::killed::{Socket, next_update, say};
use super::{Player, Server, post};
use crate::{Run, command, folder, text};

const TELEPORT: &str = "684b7714-2acf-44a7-ba68-cc085d06e09a";

fn start(data: &Path, content: &Path) -> Server {
    let mut serve = command(&["serve", "--data", text(data), "--port", "0"]);
    serve.args(["--log", "error", "--unlimited"]);
    serve.env("LUDORUM_CONTENT", content);
    Server::of(serve)
}

fn get<T: serde::de::DeserializeOwned>(port: u16, token: &str, path: &str) -> T {
    let url = format!("http://127.0.0.1:{port}/api/{path}");
    let request = ureq::get(&url).header("authorization", format!("Bearer {token}"));
    request.call().unwrap().body_mut().read_json().unwrap()
}

/// Submits an unsaved template with `number` in its description and returns its name.
fn attempt(port: u16, number: usize) -> String {
    let draft = json!({
        "name": "Small",
        "description": format!("number {number}"),
        "plugins": {"teleport": TELEPORT},
        "places": {
            "a": {"start": "a1", "target": "row 9"},
            "b": {"start": "b9", "target": ["row 1", "i5"]},
        },
        "seats": {"2": {"places": ["a", "b"], "walls": {"least": 0, "most": 4, "usual": 2}}},
        "walls": {"built": ["e3h"], "disabled": ["e5v"]},
        "fields": {},
        "spells": {"allowed": ["teleport"], "forced": [], "least": 0, "most": 1, "usual": 1},
    });
    let kept: SavedBoardTemplate = post(port, "", "templates/try", json!({"draft": draft}));
    kept.name
}

fn here(name: &str) -> SeatOccupantChoice {
    SeatOccupantChoice::Here {
        name: name.to_owned(),
        colour: None,
    }
}

fn view(socket: &mut Socket) -> GameView {
    loop {
        if let Some(game) = next_update(socket).unwrap().game {
            return game;
        }
    }
}

fn play(socket: &mut Socket, game: &GameView) -> GameView {
    let moves = game.moves.as_ref().unwrap();
    let message = ClientMessage::Move {
        ply: game.ply,
        text: moves[0].clone(),
    };
    say(socket, &message).unwrap();
    view(socket)
}

#[test]
fn a_game_on_a_tried_template_goes_on_after_fifty_others_and_a_restart() {
    let (data, content) = (folder("kept-files"), folder("kept-files-content"));
    let server = start(&data, &content);
    let name = attempt(server.port, 0);
    let session: ClientSession = post(server.port, "", "session", ());
    let open = |port: u16| -> TableInfo {
        let new = NewTable {
            settings: TableSettings::new("test", format!("sector66:template={name}")),
            password: None,
            seats: vec![here("one"), here("two")],
            name: "one".to_owned(),
        };
        post(port, &session.token, "tables", new)
    };
    // Opens a table with a running game, and one whose game has not started.
    let (played, waiting) = (open(server.port), open(server.port));
    let begin = format!("tables/{}/start", played.id);
    let _: TableInfo = post(server.port, &session.token, &begin, ());
    let player = Player::at(server.port, &session.token, &played.id);
    let mut socket = player.connect(None).unwrap();
    let game = view(&mut socket);
    let before = play(&mut socket, &game);
    assert_eq!(before.ply, 1);
    for number in 1..=50 {
        attempt(server.port, number);
    }
    let file = content.join(format!("tried/{name}.toml"));
    assert!(!file.exists(), "only the newest are kept in the folder");
    drop((socket, server));

    let server = start(&data, &content);
    let path = format!("tables/{}", played.id);
    let table: TableInfo = get(server.port, &session.token, &path);
    assert_eq!(table.phase, TablePhase::Playing);
    let player = Player::at(server.port, &session.token, &played.id);
    let mut socket = player.connect(None).unwrap();
    let game = view(&mut socket);
    assert_eq!((game.ply, &game.position), (before.ply, &before.position));
    assert_eq!(play(&mut socket, &game).ply, 2);
    // The other game starts, and the page can draw its board.
    let begin = format!("tables/{}/start", waiting.id);
    let begun: TableInfo = post(server.port, &session.token, &begin, ());
    assert_eq!(begun.phase, TablePhase::Playing);
    let board: Value = get(server.port, &session.token, &format!("templates/{name}"));
    assert_eq!(board["draft"]["description"], json!("number 0"));
    // The record of the game can be replayed, and the database is intact.
    say(&mut socket, &ClientMessage::Resign).unwrap();
    while view(&mut socket).verdict.is_none() {}
    let replays: Vec<ReplayInfo> = get(server.port, &session.token, "replays");
    let url = format!(
        "http://127.0.0.1:{}/api/replays/{}",
        server.port, replays[0].id
    );
    let record = ureq::get(&url).call().unwrap().body_mut().read_to_string();
    let body = json!({"text": record.unwrap()});
    let checked: RecordCheckResult = post(server.port, &session.token, "records/check", body);
    assert!(matches!(checked, RecordCheckResult::Good(_)), "{checked:?}");
    drop(server);
    fs::remove_dir_all(content.join("tried")).unwrap();
    let mut check = command(&["db", "check", "--data", text(&data)]);
    let checked: Run = check
        .env("LUDORUM_CONTENT", &content)
        .output()
        .unwrap()
        .into();
    checked.ok().tells(&["intact"]);
}
