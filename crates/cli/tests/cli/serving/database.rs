//! `ludorum db` with a running server, and with a damaged database.

use std::fs;

use ludorum_protocol::lobby::{ClientSession, NewTable, TableInfo, TableSettings};

use super::{Server, post};
use crate::command;
use crate::{folder, ludorum, text};

fn open_table(server: &Server) {
    let session: ClientSession = post(server.port, "", "session", ());
    let new = NewTable {
        settings: TableSettings::new("test", "tictactoe"),
        password: None,
        seats: Vec::new(),
        name: "me".to_owned(),
    };
    let _: TableInfo = post(server.port, &session.token, "tables", new);
}

#[test]
fn a_running_server_is_copied_and_checked() {
    let (data, copy) = (folder("db-running"), folder("db-copy"));
    let server = Server::start(&data, 0);
    open_table(&server);
    let file = copy.join("ludorum.sqlite");
    let backup = ["db", "backup", text(&file), "--data", text(&data)];
    ludorum(&backup).ok().tells(&["copied to"]);
    ludorum(&["db", "check", "--data", text(&data)])
        .ok()
        .tells(&["intact"]);
    drop(server);
    // A server can continue with the copy.
    let server = Server::start(&copy, 0);
    server.loaded();
    let url = format!("http://127.0.0.1:{}/api/tables", server.port);
    let tables: Vec<TableInfo> = ureq::get(url)
        .call()
        .unwrap()
        .body_mut()
        .read_json()
        .unwrap();
    assert_eq!(tables.len(), 1);
    let refused = ludorum(&backup);
    assert_ne!(refused.code, 0);
    assert!(refused.err.contains("already exists"), "{}", refused.err);
}

#[test]
fn damage_and_absence_are_told() {
    let data = folder("db-damaged");
    let missing = ludorum(&["db", "check", "--data", text(&data)]);
    assert_ne!(missing.code, 0);
    assert!(
        missing.err.contains("there is no database at"),
        "{}",
        missing.err
    );
    let server = Server::start(&data, 0);
    open_table(&server);
    drop(server);
    let file = data.join("ludorum.sqlite");
    // Reading merges the write-ahead log of the killed server; then half of the file is
    // overwritten.
    ludorum(&[
        "db",
        "backup",
        text(&data.join("whole")),
        "--data",
        text(&data),
    ])
    .ok();
    fs::rename(data.join("whole"), &file).unwrap();
    for rest in ["ludorum.sqlite-wal", "ludorum.sqlite-shm"] {
        let _ = fs::remove_file(data.join(rest));
    }
    ludorum(&["db", "check", "--data", text(&data)]).ok();
    let mut bytes = fs::read(&file).unwrap();
    let half = bytes.len() / 2;
    bytes[half..].fill(0x5a);
    fs::write(&file, bytes).unwrap();
    let damaged = ludorum(&["db", "check", "--data", text(&data)]);
    assert_ne!(damaged.code, 0, "{}", damaged.out);
    fs::write(
        &file,
        "this is no database, and longer than the header of one would be".repeat(9),
    )
    .unwrap();
    let rubbish = ludorum(&["db", "check", "--data", text(&data)]);
    assert_ne!(rubbish.code, 0);
    assert!(rubbish.err.contains("not a database"), "{}", rubbish.err);
}

/// Stops a server with SIGTERM and waits until it has exited.
#[cfg(unix)]
fn terminate(mut server: Server) {
    let id = server.child.id().to_string();
    let sent = std::process::Command::new("kill")
        .args(["-TERM", &id])
        .status();
    assert!(sent.unwrap().success());
    assert!(server.child.wait().unwrap().success());
}

#[cfg(unix)]
#[test]
fn after_sigterm_a_copy_of_the_one_file_is_whole() {
    use std::os::unix::fs::PermissionsExt;
    let (data, copy) = (folder("db-term").join("data"), folder("db-term-copy"));
    let server = Server::start(&data, 0);
    open_table(&server);
    let mode = |name: &str| {
        let about = fs::metadata(data.join(name)).unwrap();
        about.permissions().mode() & 0o777
    };
    assert_eq!(mode(""), 0o700);
    for name in ["ludorum.sqlite", "ludorum.sqlite-wal", "ludorum.sqlite-shm"] {
        assert_eq!(mode(name), 0o600, "{name}");
    }
    terminate(server);
    let name = "ludorum.sqlite";
    fs::copy(data.join(name), copy.join(name)).unwrap();
    ludorum(&["db", "check", "--data", text(&copy)])
        .ok()
        .tells(&["intact"]);
    let server = Server::start(&copy, 0);
    server.loaded();
    let url = format!("http://127.0.0.1:{}/api/tables", server.port);
    let mut answer = ureq::get(url).call().unwrap();
    let tables: Vec<TableInfo> = answer.body_mut().read_json().unwrap();
    assert_eq!(tables.len(), 1);
}

#[test]
fn a_server_says_that_its_database_is_gone_and_begins_another_one_only_when_told_so() {
    let data = folder("db-gone");
    let server = Server::start(&data, 0);
    open_table(&server);
    drop(server);
    for name in ["ludorum.sqlite", "ludorum.sqlite-wal", "ludorum.sqlite-shm"] {
        let _ = fs::remove_file(data.join(name));
    }
    let serve = ["serve", "--data", text(&data), "--port", "0"];
    let refused = ludorum(&serve);
    assert_ne!(refused.code, 0);
    for part in ["ludorum.sqlite", "is missing", "--new-database"] {
        assert!(refused.err.contains(part), "{part}: {}", refused.err);
    }
    let mut another = command(&serve);
    another.args(["--new-database", "--log", "error"]);
    drop(Server::of(another));
    drop(Server::start(&data, 0));
}
