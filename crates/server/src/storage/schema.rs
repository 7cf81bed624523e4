//! The SQLite schema and its migrations.

use rusqlite::Connection;

use super::StorageError;

/// SQL of the migrations from an empty file to the current schema. The database stores how many
/// were applied, so migrations may only be appended.
pub(super) const MIGRATIONS: [&str; 4] = [
    "
    CREATE TABLE tables (
        id TEXT PRIMARY KEY,
        live INTEGER NOT NULL DEFAULT 1
    ) WITHOUT ROWID;
    CREATE INDEX live_tables ON tables (id) WHERE live;
    CREATE TABLE facts (
        table_id TEXT NOT NULL REFERENCES tables (id),
        seq INTEGER NOT NULL,
        fact TEXT NOT NULL,
        PRIMARY KEY (table_id, seq)
    ) WITHOUT ROWID;
    CREATE TABLE replays (
        id TEXT PRIMARY KEY,
        table_id TEXT NOT NULL REFERENCES tables (id),
        game TEXT NOT NULL,
        seats TEXT NOT NULL,
        ended INTEGER NOT NULL,
        listed INTEGER NOT NULL,
        record TEXT NOT NULL
    );
    CREATE INDEX newest_replays ON replays (ended DESC) WHERE listed;
",
    "
    ALTER TABLE replays ADD COLUMN take_backs INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE replays ADD COLUMN unrated INTEGER NOT NULL DEFAULT 0;
",
    "
    CREATE TABLE files (
        hash TEXT PRIMARY KEY,
        parts TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE table_files (
        table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
        hash TEXT NOT NULL REFERENCES files (hash),
        name TEXT NOT NULL,
        PRIMARY KEY (table_id, hash, name)
    ) WITHOUT ROWID;
    CREATE INDEX tables_of_files ON table_files (hash);
    CREATE INDEX files_by_name ON table_files (name);
    CREATE TABLE probe (
        id INTEGER PRIMARY KEY,
        filler BLOB NOT NULL
    );
",
    "ALTER TABLE replays ADD COLUMN dropouts TEXT NOT NULL DEFAULT '[]';",
];

/// Returns the number of applied migrations. Fails if a newer program applied more than `known`.
pub(super) fn steps_taken(connection: &Connection, known: usize) -> Result<usize, StorageError> {
    let taken = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if taken > known {
        return Err(StorageError::new(format!(
            "the database has version {taken}, this program knows {known}; use a newer ludorum"
        )));
    }
    Ok(taken)
}

/// Applies the missing migrations of `steps`, each in a transaction.
pub(super) fn migrate(connection: &mut Connection, steps: &[&str]) -> Result<(), StorageError> {
    let taken = steps_taken(connection, steps.len())?;
    for (version, step) in (1..).zip(steps).skip(taken) {
        let transaction = connection.transaction()?;
        transaction.execute_batch(step)?;
        transaction.pragma_update(None, "user_version", version)?;
        transaction.commit()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEPS: [&str; 2] = [
        MIGRATIONS[0],
        "ALTER TABLE replays ADD COLUMN title TEXT NOT NULL DEFAULT 'untitled';",
    ];

    /// Creates a database with the first `steps` migrations and one replay.
    fn written_by_older(steps: usize) -> Connection {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection, &STEPS[..steps]).unwrap();
        connection
            .execute_batch(
                "INSERT INTO tables (id) VALUES ('t');
                 INSERT INTO replays (id, table_id, game, seats, ended, listed, record)
                 VALUES ('r', 't', 'tictactoe', 'a', 7, 1, 'text');",
            )
            .unwrap();
        connection
    }

    fn text(connection: &Connection, sql: &str) -> String {
        connection.query_row(sql, [], |row| row.get(0)).unwrap()
    }

    #[test]
    fn an_older_database_is_brought_up_to_date_and_keeps_what_it_has() {
        let mut connection = written_by_older(1);
        for _ in 0..2 {
            migrate(&mut connection, &STEPS).unwrap();
            assert_eq!(steps_taken(&connection, 2), Ok(2));
            let titles = text(&connection, "SELECT title || record FROM replays");
            assert_eq!(titles, "untitledtext");
        }
    }

    #[test]
    fn a_step_that_fails_changes_nothing() {
        let mut connection = written_by_older(1);
        let broken = [STEPS[0], "DROP TABLE replays; SELECT nonsense;"];
        migrate(&mut connection, &broken).unwrap_err();
        assert_eq!(steps_taken(&connection, 2), Ok(1));
        assert_eq!(text(&connection, "SELECT id FROM replays"), "r");
    }

    #[test]
    fn a_newer_database_is_refused() {
        let mut connection = written_by_older(2);
        let error = migrate(&mut connection, &STEPS[..1]).unwrap_err();
        let told = "the database has version 2, this program knows 1; use a newer ludorum";
        assert_eq!(error.to_string(), told);
    }
}
