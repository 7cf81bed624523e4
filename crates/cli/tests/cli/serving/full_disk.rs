//! A full disk: the player gets an error, no change is half stored, and freeing space resolves it.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use super::Server;
use super::terminal::Terminal;
use crate::{Run, command, folder, ludorum, text};

/// Starts a server with a small disk in its own mount namespace; also returns the path of the disk
/// as seen from this process. `None` if the system does not allow namespaces.
fn with_small_disk(name: &str) -> Option<(Server, PathBuf)> {
    let disk = folder(name);
    let own = ["--user", "--map-root-user", "--mount"];
    let works = Command::new("unshare")
        .args(own)
        .args(["sh", "-c", "mount -t tmpfs none \"$0\"", text(&disk)])
        .stderr(Stdio::null())
        .status();
    if !works.is_ok_and(|status| status.success()) {
        return None;
    }
    let mut serve = Command::new("unshare");
    let script = "mount -t tmpfs -o size=2m none \"$0\" && \
                  exec \"$1\" serve --data \"$0\" --port 0 --log error";
    serve.args(own).args(["sh", "-c", script, text(&disk)]);
    serve.arg(env!("CARGO_BIN_EXE_ludorum"));
    serve.stdin(Stdio::null()).stderr(Stdio::null());
    let server = Server::of(serve);
    let root = PathBuf::from(format!("/proc/{}/root", server.child.id()));
    let seen = root.join(disk.strip_prefix("/").unwrap());
    // The test fills the disk, so it needs access to the namespace of the server.
    seen.join("ludorum.sqlite")
        .exists()
        .then_some((server, seen))
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_stops_a_move_whole_and_space_lets_it_happen() {
    let Some((server, disk)) = with_small_disk("small-disk") else {
        return;
    };
    let state = folder("small-disk-state");
    let mut anna = Terminal::open(server.port, &state, "anna", &["tictactoe"]);
    let id = anna.table();
    let mut bob = Terminal::open(server.port, &state, "bob", &["--table", &id]);
    anna.wait("1 anna ›");
    anna.type_line("b2");
    bob.wait("1 anna plays b2");
    let filler = disk.join("filler");
    // Writes more than the free space, which fills the disk.
    fs::write(&filler, vec![1; 4 << 20]).unwrap_err();
    bob.type_line("a1");
    bob.wait("the server could not store it; nothing has changed");
    // The health endpoint reports the failure too.
    let health = format!("http://127.0.0.1:{}/api/health", server.port);
    let status = |wanted: u16| {
        for _ in 0..300 {
            let agent = ureq::Agent::config_builder().http_status_as_error(false);
            let answer = ureq::Agent::from(agent.build()).get(&health).call();
            if answer.unwrap().status() == wanted {
                return;
            }
            sleep(Duration::from_millis(100));
        }
        panic!("{health} does not come to say {wanted}");
    };
    status(503);
    sleep(Duration::from_millis(300));
    assert!(!anna.shows().contains("plays a1"));
    // New spectators do not see the move either, and new tables are refused.
    let watcher = Terminal::open(server.port, &state, "zoe", &["--table", &id]);
    watcher.wait("plays b2");
    assert!(!watcher.shows().contains("a1 "), "{}", watcher.shows());
    let url = format!("http://127.0.0.1:{}", server.port);
    let mut eve = command(&["play", "--server", &url, "--name", "eve", "tictactoe"]);
    let refused: Run = eve.env("XDG_STATE_HOME", &state).output().unwrap().into();
    assert!(refused.err.contains("could not store"), "{}", refused.err);
    fs::remove_file(&filler).unwrap();
    status(200);
    bob.type_line("c3");
    anna.wait("2 bob plays c3");
    anna.type_line("a2");
    bob.wait("1 anna plays a2");
    drop(watcher);
    let copy = folder("small-disk-copy");
    for file in ["ludorum.sqlite", "ludorum.sqlite-wal"] {
        fs::copy(disk.join(file), copy.join(file)).unwrap();
    }
    ludorum(&["db", "check", "--data", text(&copy)])
        .ok()
        .tells(&["intact"]);
}
