//! Rules files (templates and plug-ins), stored by hash as long as a table uses them.

use ludorum_core::RulesFile;
use rusqlite::{Connection, OptionalExtension, params};

use super::{StorageError, StoredRulesFileKey};

/// Stores the rules files of a table within the open transaction.
pub(super) fn keep(
    connection: &Connection,
    table: &str,
    files: &[RulesFile],
) -> rusqlite::Result<()> {
    for file in files {
        let parts = serde_json::to_string(&file.parts).expect("texts are JSON");
        let sql = "INSERT OR IGNORE INTO files (hash, parts) VALUES (?1, ?2)";
        let mut query = connection.prepare_cached(sql)?;
        query.execute(params![file.hash, parts])?;
        let sql = "INSERT OR IGNORE INTO table_files (table_id, hash, name) VALUES (?1, ?2, ?3)";
        let mut query = connection.prepare_cached(sql)?;
        query.execute(params![table, file.hash, file.name])?;
    }
    Ok(())
}

/// Removes rules files that no table uses, and returns their number.
pub(super) fn remove_unused(connection: &Connection) -> rusqlite::Result<usize> {
    connection.execute(
        "DELETE FROM files WHERE hash NOT IN (SELECT hash FROM table_files)",
        [],
    )
}

/// Returns the rules file with this key; `None` if it is not stored.
pub(super) fn find(
    connection: &Connection,
    key: StoredRulesFileKey<'_>,
) -> Result<Option<RulesFile>, StorageError> {
    let (column, value) = match key {
        StoredRulesFileKey::Hash(hash) => ("hash", hash),
        StoredRulesFileKey::Name(name) => ("name", name),
    };
    let sql = format!(
        "SELECT files.hash, name, parts FROM table_files JOIN files ON files.hash = table_files.hash
         WHERE table_files.{column} = ?1 LIMIT 1"
    );
    let mut query = connection.prepare_cached(&sql)?;
    let read = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get::<_, String>(2)?));
    let Some((hash, name, parts)) = query.query_row([value], read).optional()? else {
        return Ok(None);
    };
    let parts = serde_json::from_str(&parts).map_err(|error| {
        StorageError::new(format!("the stored file {hash} is damaged: {error}"))
    })?;
    Ok(Some(RulesFile { hash, name, parts }))
}
