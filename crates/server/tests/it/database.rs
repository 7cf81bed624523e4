//! The database file: backups while it is in use, checks, damage, and refusal to open it.

use std::fs;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ludorum_core::Seed;
use ludorum_protocol::table::ClientMessage;
use ludorum_server::storage::{SqliteStorage, Storage};
use ludorum_server::{ServerGames, check_record, check_table};
use rusqlite::Connection;

use crate::client::Client;
use crate::{generous, start_with};

/// Creates an empty folder for a test.
fn empty(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn check(folder: &Path) -> Vec<String> {
    match SqliteStorage::check(folder, check_table, check_record) {
        Ok(problems) => problems,
        // An unreadable file is reported as a problem too.
        Err(error) => vec![error.to_string()],
    }
}

/// Creates a database folder with one finished and one running game.
async fn played(name: &str) -> PathBuf {
    let folder = empty(name);
    let storage = Arc::new(SqliteStorage::open(&folder).unwrap());
    let running = start_with(generous(), storage, ServerGames::catalog()).await;
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
    // A copy, because the server may hold the lock of its own folder for a while.
    let copy = empty(&format!("{name}-copy"));
    SqliteStorage::backup(&folder, &copy.join("ludorum.sqlite")).unwrap();
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
    let storage = Arc::new(SqliteStorage::open(&folder).unwrap());
    let running = start_with(generous(), storage, ServerGames::catalog()).await;
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
        SqliteStorage::backup(&folder, &copy.join("ludorum.sqlite")).unwrap();
        assert_eq!(check(&copy), [""; 0]);
        let events = SqliteStorage::open(&copy)
            .unwrap()
            .load(&id)
            .unwrap()
            .unwrap();
        let moves = events.iter().filter(|event| event.contains("\"moved\""));
        assert_eq!(moves.count(), 2 * (number + 1), "all that was announced");
        let again = SqliteStorage::backup(&folder, &copy.join("ludorum.sqlite"));
        assert!(again.unwrap_err().to_string().contains("already exists"));
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
    // Merges the log into the database file, which is then partly overwritten.
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
    let file = folder.join("ludorum.sqlite");
    let told = format!(
        "{}: the database has version 99, this program knows 4; use a newer ludorum",
        file.display()
    );
    assert_eq!(SqliteStorage::open(&folder).unwrap_err().to_string(), told);
    assert_eq!(check(&folder), [told]);
    edit(&folder, "PRAGMA user_version = 4");
    assert_eq!(check(&folder), [""; 0]);
}

#[test]
fn two_servers_cannot_have_the_same_folder() {
    let folder = empty("twice");
    let first = SqliteStorage::open(&folder).unwrap();
    let error = SqliteStorage::open(&folder).unwrap_err().to_string();
    assert!(error.contains("another server uses this folder"), "{error}");
    drop(first);
    SqliteStorage::open(&folder).unwrap();
}

/// Returns the permission bits of a file.
fn mode(path: &Path) -> u32 {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_user_of_the_server_can_read_the_database() {
    let folder = empty("private").join("data");
    let storage = Arc::new(SqliteStorage::open(&folder).unwrap());
    let running = start_with(generous(), storage.clone(), ServerGames::catalog()).await;
    running.two_players("tictactoe").await;
    assert_eq!(mode(&folder), 0o700);
    let files = ["ludorum.sqlite", "ludorum.sqlite-wal", "ludorum.sqlite-shm"];
    for file in files {
        assert_eq!(mode(&folder.join(file)), 0o600, "{file}");
    }
    let copy = folder.join("copy.sqlite");
    SqliteStorage::backup(&folder, &copy).unwrap();
    assert_eq!(mode(&copy), 0o600);
    drop(running);
    storage.close();
    // A database created by an older server.
    use std::os::unix::fs::PermissionsExt;
    let file = folder.join("ludorum.sqlite");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
    drop(storage);
    let older = empty("private-older");
    fs::rename(&file, older.join("ludorum.sqlite")).unwrap();
    let _storage = SqliteStorage::open(&older).unwrap();
    assert_eq!(mode(&older.join("ludorum.sqlite")), 0o600);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_was_closed_is_one_file() {
    let folder = empty("closed");
    let storage = Arc::new(SqliteStorage::open(&folder).unwrap());
    let running = start_with(generous(), storage.clone(), ServerGames::catalog()).await;
    let (_, _, id) = running.two_players("tictactoe").await;
    let events = storage.load(&id).unwrap();
    storage.close();
    let copy = empty("closed-copy");
    let name = "ludorum.sqlite";
    fs::copy(folder.join(name), copy.join(name)).unwrap();
    assert_eq!(check(&copy), [""; 0]);
    assert_eq!(
        SqliteStorage::open(&copy).unwrap().load(&id).unwrap(),
        events
    );
    // Reads and writes fail with a reason.
    let who = running.person().await;
    let settings = ludorum_protocol::lobby::TableSettings::new("late", "tictactoe");
    let new = serde_json::json!({"settings": settings, "name": "late"});
    let refused = running.post::<serde_json::Value>(&who, "tables", &new);
    let refused = refused.await.unwrap_err().code;
    assert_eq!(refused, ludorum_protocol::ErrorCode::NotStored);
    assert!(storage.load(&id).is_err());
}

#[test]
fn a_database_that_is_gone_is_told_and_not_begun_anew() {
    let folder = empty("gone");
    let file = folder.join("ludorum.sqlite");
    drop(SqliteStorage::open(&folder).unwrap());
    let whole = fs::read(&file).unwrap();
    for what in ["is empty", "is missing"] {
        match what {
            "is empty" => fs::write(&file, "").unwrap(),
            _ => fs::remove_file(&file).unwrap(),
        }
        let error = SqliteStorage::open(&folder).unwrap_err().to_string();
        for part in [
            file.to_str().unwrap(),
            what,
            "ludorum db backup",
            "--new-database",
        ] {
            assert!(error.contains(part), "{part}: {error}");
        }
        assert!(check(&folder)[0].contains(file.to_str().unwrap()));
        assert_eq!(fs::metadata(&file).map_or(0, |about| about.len()), 0);
    }
    // Works again once the file is restored.
    fs::write(&file, &whole).unwrap();
    let refused = SqliteStorage::create_new(&folder).unwrap_err().to_string();
    assert!(refused.contains("there is a database"), "{refused}");
    drop(SqliteStorage::open(&folder).unwrap());
    // A new database is created on request, once.
    fs::remove_file(&file).unwrap();
    drop(SqliteStorage::create_new(&folder).unwrap());
    drop(SqliteStorage::open(&folder).unwrap());
}

/// A write-ahead log without its database must be kept, although SQLite itself would remove it.
#[test]
fn a_log_without_its_database_is_kept() {
    let folder = empty("log-only");
    let log = folder.join("ludorum.sqlite-wal");
    fs::write(&log, "what was not copied back").unwrap();
    let error = SqliteStorage::open(&folder).unwrap_err().to_string();
    assert!(error.contains("ludorum.sqlite-wal"), "{error}");
    drop(SqliteStorage::create_new(&folder).unwrap());
    let aside = fs::read_to_string(folder.join("ludorum.sqlite-wal.old")).unwrap();
    assert_eq!(aside, "what was not copied back");
}

#[tokio::test(flavor = "multi_thread")]
async fn damage_names_the_file_and_says_what_to_do() {
    let folder = played("told").await;
    edit(&folder, "PRAGMA wal_checkpoint(TRUNCATE)");
    let file = folder.join("ludorum.sqlite");
    let whole = fs::read(&file).unwrap();
    let mut damaged = whole.clone();
    damaged[4096..].fill(0xa5);
    let advice = |error: &str| {
        for part in [
            file.to_str().unwrap(),
            "is damaged",
            "ludorum db backup",
            "ludorum db check",
        ] {
            assert!(error.contains(part), "{part}: {error}");
        }
    };
    fs::write(&file, &damaged).unwrap();
    advice(&check(&folder)[0]);
    let opened = SqliteStorage::open(&folder).and_then(|storage| storage.live());
    let error = opened.unwrap_err().to_string();
    assert!(error.contains("malformed"), "{error}");
    advice(&error);
    fs::write(&file, "no database at all".repeat(100)).unwrap();
    advice(&SqliteStorage::open(&folder).unwrap_err().to_string());
    advice(&check(&folder)[0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn files_of_games_are_kept_as_long_as_a_table_relies_on_them() {
    let folder = empty("files");
    let storage = Arc::new(SqliteStorage::open(&folder).unwrap());
    let running = start_with(generous(), storage.clone(), ServerGames::catalog()).await;
    for _ in 0..2 {
        running.two_players("sector66:template=thesis").await;
    }
    drop(running);
    storage.close();
    drop(storage);
    let count = |sql: &str| {
        let connection = Connection::open(folder.join("ludorum.sqlite")).unwrap();
        connection
            .query_row(sql, [], |row| row.get::<_, i64>(0))
            .unwrap()
    };
    let files = "SELECT count(*) FROM files";
    let kept = count(files);
    assert!(kept > 1, "{kept}");
    assert_eq!(
        count("SELECT count(*) FROM table_files"),
        2 * kept,
        "kept once for both"
    );
    assert_eq!(check(&folder), [""; 0]);
    for (tables, expected) in [(1, kept), (0, 0)] {
        let delete = format!(
            "PRAGMA foreign_keys = ON;
             DELETE FROM facts WHERE table_id NOT IN (SELECT id FROM tables LIMIT {tables});
             DELETE FROM tables WHERE id NOT IN (SELECT id FROM tables LIMIT {tables});"
        );
        edit(&folder, &delete);
        drop(SqliteStorage::open(&folder).unwrap());
        assert_eq!(count(files), expected);
    }
}
