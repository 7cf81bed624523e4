//! A hostile server that sends terminal control sequences.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;

use serde_json::json;

use crate::{command, folder, text, typed};

/// Control sequences: window title, clear screen, overwritten line, text direction.
const EVIL: &str = "A\x1b]0;owned\x07\x1b[2J\r\u{9b}31m\u{202e}Z";

fn answer(mut stream: TcpStream) -> Option<()> {
    let mut reader = BufReader::new(stream.try_clone().ok()?);
    let mut first = String::new();
    reader.read_line(&mut first).ok()?;
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let line = line.trim().to_ascii_lowercase();
        if let Some(given) = line.strip_prefix("content-length:") {
            length = given.trim().parse().ok()?;
        }
        if line.is_empty() {
            break;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    let seat = json!({"kind": "person", "name": EVIL, "colour": "#000000", "ready": true, "present": true});
    let table = json!({
        "id": "t", "locked": false, "phase": "open", "host": EVIL, "seats": [seat, seat],
        "settings": {"name": EVIL, "description": EVIL, "game": EVIL},
    });
    let (status, body) = match first.split(' ').nth(1)? {
        "/api/session" => ("200 OK", json!({"token": "0".repeat(64)})),
        "/api/tables" if first.starts_with("GET") => ("200 OK", json!([table])),
        _ => (
            "400 Bad Request",
            json!({"code": "bad_game", "params": {"reason": EVIL}}),
        ),
    };
    let body = body.to_string();
    let head = format!(
        "HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all((head + &body).as_bytes()).ok()
}

#[test]
fn nothing_a_server_says_reaches_the_terminal_unescaped() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            thread::spawn(move || answer(stream));
        }
    });
    let state = folder("hostile-server");
    let mut play = command(&["play", "--server", &url, "--name", "anna"]);
    play.env("XDG_STATE_HOME", text(&state))
        .env("HOME", text(&state));
    let run = typed(play, &["new tictactoe", "q"]);
    let told = format!("{}{}", run.out, run.err);
    assert!(told.contains("\\u{1b}]0;owned\\u{7}"), "{told}");
    let obeyed = |c: char| (c.is_control() && c != '\n') || c == '\u{202e}';
    assert_eq!(told.chars().find(|c| obeyed(*c)), None, "{told:?}");
}
