//! The same seeds give the same choices at a table, in a match and in the terminal, even if the
//! server is killed.

use std::collections::BTreeMap;
use std::thread::sleep;
use std::time::{Duration, Instant};

use ludorum_arena::play_players;
use ludorum_catalog::{AgentDescription, Position, open};
use ludorum_core::{Seed, StopFlag};
use ludorum_protocol::lobby::{
    ClientSession, NewTable, SeatOccupantChoice, TableInfo, TableSettings,
};
use ludorum_protocol::table::{Event, ServerMessage};

use super::killed::{Player, next_message};
use super::{Server, post};
use crate::{folder, ludorum};

const SEED: u64 = 7;

/// Small variants of all games; also with more than two seats where that needs another search.
const GAMES: [&str; 8] = [
    "tictactoe",
    "quoridor:size=5,walls=2",
    "quoridor:size=3,players=4",
    "sector66:template=duel",
    "sector66:template=trio",
    "yinsh:rings_to_win=1",
    "colonizers:cap=120",
    "dicewars:players=3,areas=8,cap=60",
];

/// Spec of an agent with low search effort and the options that carry state between moves.
fn spec(agent: &AgentDescription) -> String {
    let has = |param: &&str| {
        let name = param.split('=').next().unwrap_or_default();
        agent.params.iter().any(|param| param.name == name)
    };
    let limit = ["iterations=12", "nodes=60", "depth=1"];
    let limit = limit.into_iter().find(|param| has(param));
    let more = [
        "determinizations=2",
        "reuse=on",
        "seed=42",
        "aggressivity=0.3",
    ];
    let params: Vec<&str> = limit
        .into_iter()
        .chain(more)
        .filter(|param| has(param))
        .collect();
    if params.is_empty() {
        agent.name.to_owned()
    } else {
        format!("{}:{}", agent.name, params.join(","))
    }
}

/// A game at a table of the server, with the agents of all seats and the table's id.
struct Game {
    game: &'static str,
    seats: Vec<String>,
    table: String,
}

fn get(port: u16, path: &str) -> String {
    let url = format!("http://127.0.0.1:{port}/api/{path}");
    let mut answer = ureq::get(&url).call().unwrap();
    answer.body_mut().read_to_string().unwrap()
}

/// Reads a number from the metrics endpoint of the server.
fn number(port: u16, name: &str) -> f64 {
    let text = get(port, "metrics");
    let line = text
        .lines()
        .find(|line| line.starts_with(&format!("{name} ")));
    let value = line.and_then(|line| line.rsplit(' ').next());
    value
        .and_then(|value| value.parse().ok())
        .unwrap_or_else(|| panic!("{text}"))
}

/// Moves of a record, including chance events.
fn moves(record: &str) -> Vec<String> {
    let record = ludorum_record::read(record.as_bytes()).unwrap();
    record.plies.into_iter().map(|ply| ply.text).collect()
}

/// Moves of a finished game at a table.
fn at_table(port: u16, token: &str, table: &str) -> Vec<String> {
    let watcher = Player::at(port, token, table);
    let began = Instant::now();
    loop {
        assert!(began.elapsed() < Duration::from_secs(120), "{table}");
        let Some(mut socket) = watcher.connect(None) else {
            continue;
        };
        while let Some(message) = next_message(&mut socket) {
            let ServerMessage::Update(update) = message else {
                continue;
            };
            for event in update.events {
                if let Event::Ended { replay, .. } = event.event {
                    return moves(&get(port, &format!("replays/{replay}")));
                }
            }
        }
    }
}

/// Plays a game in the terminal and returns its moves.
fn in_terminal(game: &str, seats: &[String]) -> Vec<String> {
    let (seats, seed) = (seats.join(","), SEED.to_string());
    let run = ludorum(&["play", game, "--seats", &seats, "--seed", &seed, "--reveal"]).ok();
    let told = |line: &str| {
        let (_, told) = line
            .split_once(" plays ")
            .or_else(|| line.split_once("chance gives "))?;
        told.split_whitespace().next().map(str::to_owned)
    };
    run.out.lines().filter_map(told).collect()
}

#[test]
fn all_games_and_agents_choose_the_same_at_a_table_in_a_match_and_in_the_terminal() {
    let data = folder("same");
    // With --agent-memory 0 every agent is evicted after each of its moves.
    let server = Server::with(
        &data,
        0,
        &["--log", "error", "--unlimited", "--agent-memory", "0"],
    );
    let session: ClientSession = post(server.port, "", "session", ());
    let mut games = Vec::new();
    for game in GAMES {
        let variant = open(game).unwrap();
        for agent in variant.agents() {
            let seats = vec![spec(&agent); variant.seats()];
            let seating = |spec: &String| SeatOccupantChoice::Agent {
                spec: spec.clone(),
                name: None,
                colour: None,
            };
            let new = NewTable {
                settings: TableSettings {
                    seed: Some(SEED),
                    thinking: false,
                    ..TableSettings::new("test", game)
                },
                password: None,
                seats: seats.iter().map(seating).collect(),
                name: "me".to_owned(),
            };
            let info: TableInfo = post(server.port, &session.token, "tables", new);
            let table = info.id;
            games.push(Game { game, seats, table });
        }
    }
    for game in &games {
        let path = format!("tables/{}/start", game.table);
        let _: TableInfo = post(server.port, &session.token, &path, ());
    }
    let began = Instant::now();
    while number(server.port, "ludorum_moves_total") < 10.0 * games.len() as f64 {
        assert!(began.elapsed() < Duration::from_secs(120));
        sleep(Duration::from_millis(20));
    }
    assert!(number(server.port, "ludorum_agents_let_go_total") > 0.0);
    assert_eq!(number(server.port, "ludorum_agents_resident"), 0.0);
    let port = server.kill();
    let server = Server::with(&data, port, &["--log", "error", "--unlimited"]);
    let mut different = BTreeMap::new();
    for Game { game, seats, table } in &games {
        let at_table = at_table(server.port, &session.token, table);
        let variant = open(game).unwrap();
        let players = seats.iter().map(|spec| variant.player(spec).unwrap());
        let seeds = (Seed(SEED), Seed(SEED));
        let mut in_match = Vec::new();
        let keep = &mut |position: &Position| in_match = position.history();
        play_players(&variant, players.collect(), seeds, &StopFlag::new(), keep).unwrap();
        let in_terminal = in_terminal(game, seats);
        if at_table != in_match || in_terminal != in_match {
            different.insert(
                format!("{game} {}", seats[0]),
                [at_table, in_match, in_terminal],
            );
        }
    }
    assert!(different.is_empty(), "{different:#?}");
    assert!(number(server.port, "ludorum_agents_rebuilt_total") > 0.0);
    assert_eq!(
        number(server.port, "ludorum_agents_resident"),
        0.0,
        "all games are over"
    );
}
