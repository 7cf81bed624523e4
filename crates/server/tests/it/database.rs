//! The database file: copied while it is written to, checked, damaged, and refused.

use std::fs;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ludorum_core::Seed;
use ludorum_protocol::table::ClientMessage;
use ludorum_server::storage::{Sqlite, Storage};
use ludorum_server::{Games, check_record, check_table};
use rusqlite::Connection;

use crate::client::Client;
use crate::{generous, start_with};

/// An empty folder of a test's own.
fn empty(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn check(folder: &Path) -> Vec<String> {
    match Sqlite::check(folder, check_table, check_record) {
        Ok(problems) => problems,
        // A file too broken to be read is found out, too.
        Err(error) => vec![error.to_string()],
    }
}

/// A folder in which a game was played to its end, and another was begun.
async fn played(name: &str) -> PathBuf {
    let folder = empty(name);
    let storage = Arc::new(Sqlite::open(&folder).unwrap());
    let running = start_with(generous(), storage, Games::catalog()).await;
    for is_finished in [true, false] {
        let (host, guest, id) = running.two_players("tictactoe").await;
        let mut first = Client::at(&running, &id, Some(&host)).await;
        let mut second = Client::at(&running, &id, Some(&guest)).await;
        first.turn().await;
        first.play("b2").await;
        second.turn().await;
        second.play("a1").await;
        if is_finished {
            first.say(&ClientMessage::Resign).await;
            let is_over = |client: &Client| client.game.as_ref().unwrap().verdict.is_some();
            first.until(is_over).await;
        }
    }
    // A copy, for the server itself may need a while to let go of its own.
    let copy = empty(&format!("{name}-copy"));
    Sqlite::backup(&folder, &copy.join("ludorum.sqlite")).unwrap();
    assert_eq!(check(&copy), [""; 0]);
    copy
}

fn edit(folder: &Path, sql: &str) {
    let connection = Connection::open(folder.join("ludorum.sqlite")).unwrap();
    connection.execute_batch(sql).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_made_while_games_are_played_is_whole() {
    let folder = empty("copied");
    let storage = Arc::new(Sqlite::open(&folder).unwrap());
    let running = start_with(generous(), storage, Games::catalog()).await;
    let (host, guest, id) = running.two_players("quoridor").await;
    let mut first = Client::at(&running, &id, Some(&host)).await;
    let mut second = Client::at(&running, &id, Some(&guest)).await;
    let mut rng = Seed(3).rng();
    for number in 0..5 {
        for client in [&mut first, &mut second] {
            let moves = client.turn().await.unwrap();
            client.play(rng.pick(&moves).unwrap()).await;
        }
        let copy = empty(&format!("copy-{number}"));
        Sqlite::backup(&folder, &copy.join("ludorum.sqlite")).unwrap();
        assert_eq!(check(&copy), [""; 0]);
        let facts = Sqlite::open(&copy).unwrap().load(&id).unwrap().unwrap();
        let moves = facts.iter().filter(|fact| fact.contains("\"moved\""));
        assert_eq!(moves.count(), 2 * (number + 1), "all that was announced");
        let again = Sqlite::backup(&folder, &copy.join("ludorum.sqlite"));
        assert!(again.unwrap_err().to_string().contains("is there already"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_missing_or_changed_is_found() {
    for (name, sql, expected) in [
        (
            "gap",
            "DELETE FROM facts WHERE fact LIKE '%\"ready\"%'",
            "is missing",
        ),
        (
            "move",
            "UPDATE facts SET fact = replace(fact, '\"a1\"', '\"b2\"') WHERE fact LIKE '%moved%'",
            "move b2",
        ),
        (
            "json",
            "UPDATE facts SET fact = '{' WHERE seq = 3",
            "table ",
        ),
        (
            "replay",
            "UPDATE replays SET record = replace(record, 'a1', 'b2')",
            "replay ",
        ),
    ] {
        let folder = played(name).await;
        edit(&folder, sql);
        let problems = check(&folder);
        let is_told = problems.iter().any(|problem| problem.contains(expected));
        assert!(is_told, "{name}: {problems:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn damage_to_the_file_is_found() {
    let folder = played("damaged").await;
    // Everything into the one file, which is then overwritten here and there.
    edit(&folder, "PRAGMA wal_checkpoint(TRUNCATE)");
    let path = folder.join("ludorum.sqlite");
    let file = fs::OpenOptions::new().write(true).open(&path).unwrap();
    let pages = file.metadata().unwrap().len() / 4096;
    assert!(pages > 5);
    for page in 2..pages {
        file.write_all_at(&[0xa5; 600], page * 4096).unwrap();
    }
    assert_ne!(check(&folder), [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_of_a_newer_program_is_refused_and_left_as_it_is() {
    let folder = played("newer").await;
    edit(&folder, "PRAGMA user_version = 99");
    let told = "the database has version 99, this program knows 3; use a newer ludorum";
    assert_eq!(Sqlite::open(&folder).unwrap_err().to_string(), told);
    assert_eq!(check(&folder), [told]);
    edit(&folder, "PRAGMA user_version = 2");
    assert_eq!(check(&folder), [""; 0]);
}

#[test]
fn two_servers_cannot_have_the_same_folder() {
    let folder = empty("twice");
    let first = Sqlite::open(&folder).unwrap();
    let error = Sqlite::open(&folder).unwrap_err().to_string();
    assert!(error.contains("another server uses this folder"), "{error}");
    drop(first);
    Sqlite::open(&folder).unwrap();
}
