//! Logs of a server: one JSON object per line, without secrets.

use std::fs::{self, File};
use std::process::Stdio;

use ludorum_protocol::lobby::{
    ClientSession, JoinRequest, NewTable, SeatOccupantChoice, TableInfo, TableSettings,
};
use serde_json::Value;

use super::terminal::Terminal;
use super::{Server, post};
use crate::{command, folder, text};

#[test]
fn logs_are_json_and_keep_secrets_to_themselves() {
    let data = folder("logged");
    let log = data.join("log");
    let mut serve = command(&["serve", "--data", text(&data), "--port", "0"]);
    serve.args(["--log", "trace", "--log-json"]);
    serve.stderr(Stdio::from(File::create(&log).unwrap()));
    let server = Server::of(serve);
    let port = server.port;
    // A host opens a table with a password, a guest joins with a wrong and the right one, and a
    // game is played to its end.
    let [host, guest]: [ClientSession; 2] = [0, 1].map(|_| post(port, "", "session", ()));
    let new = NewTable {
        settings: TableSettings::new("a quiet table", "tictactoe"),
        password: Some("open sesame".to_owned()),
        seats: vec![
            SeatOccupantChoice::Open,
            SeatOccupantChoice::Agent {
                spec: "random".to_owned(),
                name: None,
                colour: None,
            },
        ],
        name: "me".to_owned(),
    };
    let table: TableInfo = post(port, &host.token, "tables", new);
    let join = |password: &str| JoinRequest {
        name: "guest".to_owned(),
        password: Some(password.to_owned()),
        ..JoinRequest::default()
    };
    let path = format!("http://127.0.0.1:{port}/api/tables/{}/join", table.id);
    let wrong = ureq::post(&path).header("authorization", format!("Bearer {}", guest.token));
    wrong.send_json(join("open barley")).unwrap_err();
    let path = format!("tables/{}/join", table.id);
    let _: TableInfo = post(port, &guest.token, &path, join("open sesame"));
    let args = ["tictactoe", "--seats", "human,random"];
    let mut terminal = Terminal::open(port, &data.join("state"), "anna", &args);
    for mv in ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"] {
        terminal.type_line(mv);
    }
    terminal.wait("rematch or quit");
    let url = format!("http://127.0.0.1:{port}/api/replays");
    let replays: Value = ureq::get(&url)
        .call()
        .unwrap()
        .body_mut()
        .read_json()
        .unwrap();
    let id = replays[0]["id"].as_str().unwrap().to_owned();
    let mut record = ureq::get(format!("{url}/{id}")).call().unwrap();
    let record = record.body_mut().read_to_string().unwrap();
    drop((terminal, server));

    let logged = fs::read_to_string(&log).unwrap();
    let lines: Vec<Value> = logged
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}")))
        .collect();
    let is_request = |line: &&Value| line["fields"]["message"] == "request";
    let requests: Vec<&Value> = lines.iter().filter(is_request).collect();
    assert!(requests.len() >= 8, "{logged}");
    for request in requests {
        assert!(request["fields"]["status"].is_number(), "{request}");
        assert!(request["timestamp"].is_string() && request["level"].is_string());
    }
    let own = fs::read_dir(data.join("state/ludorum"))
        .unwrap()
        .next()
        .unwrap()
        .unwrap();
    let own = fs::read_to_string(own.path()).unwrap();
    let seeds = record.lines().filter_map(|line| {
        let (name, value) = line.split_once(' ')?;
        ["seed", "streams"].contains(&name).then_some(value)
    });
    let seeds: Vec<&str> = seeds.collect();
    assert_eq!(seeds.len(), 2, "{record}");
    let mut secrets = vec![&host.token, &guest.token, own.trim(), &table.id, &id];
    secrets.extend(["sesame", "barley", "argon2"]);
    secrets.extend(seeds);
    for secret in secrets {
        assert!(secret.len() > 5);
        assert!(!logged.contains(secret), "{secret} is in {logged}");
    }
}
