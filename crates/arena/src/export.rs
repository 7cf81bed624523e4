//! Every game of a run as a table for other programs: one row for each game and seat.

use std::sync::Arc;

use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use serde::Serialize;

use crate::Report;

/// One seat of one game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// The spec of the game that was played.
    pub variant: String,
    /// The seed of the run.
    pub run_seed: String,
    /// The number of the game in its run, from 0.
    pub game: u64,
    /// The block it belongs to, from 0.
    pub block: u64,
    /// The seed of the setup and of chance.
    pub seed: String,
    /// The seed of the agents' own randomness.
    pub streams: String,
    /// The number of moves in the game, chance events included.
    pub plies: u64,
    /// The seat, from 1.
    pub seat: u64,
    /// The spec of the agent.
    pub agent: String,
    /// Its rank, 1 being the best.
    pub rank: u64,
    /// Its share of the win.
    pub share: f64,
    /// Its points at the end; none in games that count none, and in games that were given up.
    pub points: Option<i64>,
    /// The number of its moves.
    pub moves: u64,
    /// The legal moves it had to choose from, all together.
    pub choices: u64,
    /// The nodes it visited.
    pub nodes: u64,
    /// The positions it evaluated.
    pub evaluations: u64,
    /// The time it thought, in milliseconds.
    pub time_ms: f64,
    /// Why it gave the game up; none if it did not.
    pub forfeit: Option<String>,
    /// What tells the game from others by its setup and its moves: games with the same hash and the same
    /// agents at the same seats are one game, played again. None for games kept by older versions.
    pub hash: Option<String>,
}

/// The rows of a report.
pub fn rows(report: &Report) -> Vec<Row> {
    let layout = report.layout();
    let mut rows = Vec::new();
    for game in &report.games {
        for (index, seat) in game.seats.iter().enumerate() {
            let agent = report.agents.get(seat.agent);
            let quit = game.forfeit.as_ref();
            let quit = quit.filter(|forfeit| forfeit.seat == index + 1);
            rows.push(Row {
                variant: report.game.clone(),
                run_seed: report.seed.clone(),
                game: game.game,
                block: layout.as_ref().map_or(0, |layout| layout.block(game.game)),
                seed: game.seed.clone(),
                streams: game.streams.clone(),
                plies: game.plies,
                seat: index as u64 + 1,
                agent: agent.map(|agent| agent.spec.clone()).unwrap_or_default(),
                rank: seat.rank.into(),
                share: seat.share,
                points: seat.points.map(i64::from),
                moves: seat.moves,
                choices: seat.choices,
                nodes: seat.nodes,
                evaluations: seat.evaluations,
                time_ms: seat.time_ms,
                forfeit: quit.map(|forfeit| forfeit.reason.clone()),
                hash: game.hash.map(|hash| format!("{hash:016x}")),
            });
        }
    }
    rows
}

/// What a column holds.
enum Column {
    Text(fn(&Row) -> Option<&str>),
    Whole(fn(&Row) -> u64),
    Signed(fn(&Row) -> Option<i64>),
    Real(fn(&Row) -> f64),
}

/// The columns, in order, by name.
const COLUMNS: [(&str, Column); 19] = [
    ("variant", Column::Text(|row| Some(&row.variant))),
    ("run_seed", Column::Text(|row| Some(&row.run_seed))),
    ("game", Column::Whole(|row| row.game)),
    ("block", Column::Whole(|row| row.block)),
    ("seed", Column::Text(|row| Some(&row.seed))),
    ("streams", Column::Text(|row| Some(&row.streams))),
    ("plies", Column::Whole(|row| row.plies)),
    ("seat", Column::Whole(|row| row.seat)),
    ("agent", Column::Text(|row| Some(&row.agent))),
    ("rank", Column::Whole(|row| row.rank)),
    ("share", Column::Real(|row| row.share)),
    ("moves", Column::Whole(|row| row.moves)),
    ("choices", Column::Whole(|row| row.choices)),
    ("nodes", Column::Whole(|row| row.nodes)),
    ("evaluations", Column::Whole(|row| row.evaluations)),
    ("time_ms", Column::Real(|row| row.time_ms)),
    ("forfeit", Column::Text(|row| row.forfeit.as_deref())),
    ("points", Column::Signed(|row| row.points)),
    ("hash", Column::Text(|row| row.hash.as_deref())),
];

/// The rows as comma-separated values (RFC 4180), with a header.
pub fn csv(rows: &[Row]) -> String {
    let names: Vec<&str> = COLUMNS.iter().map(|(name, _)| *name).collect();
    let mut text = names.join(",") + "\r\n";
    for row in rows {
        let cells = COLUMNS.iter().map(|(_, column)| match column {
            Column::Text(of) => quoted(of(row).unwrap_or_default()),
            Column::Whole(of) => of(row).to_string(),
            Column::Signed(of) => of(row).map(|number| number.to_string()).unwrap_or_default(),
            Column::Real(of) => of(row).to_string(),
        });
        text.push_str(&cells.collect::<Vec<String>>().join(","));
        text.push_str("\r\n");
    }
    text
}

fn quoted(text: &str) -> String {
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}

/// The rows as an Apache Parquet file.
///
/// # Errors
/// When the library refuses, which it has no reason to.
pub fn parquet(rows: &[Row]) -> Result<Vec<u8>, ParquetError> {
    let mut schema = String::from("message games {");
    for (name, column) in &COLUMNS {
        schema.push_str(&match column {
            Column::Text(_) => format!(" OPTIONAL BYTE_ARRAY {name} (UTF8);"),
            Column::Whole(_) => format!(" REQUIRED INT64 {name};"),
            Column::Signed(_) => format!(" OPTIONAL INT64 {name};"),
            Column::Real(_) => format!(" REQUIRED DOUBLE {name};"),
        });
    }
    schema.push_str(" }");
    let schema = Arc::new(parse_message_type(&schema)?);
    let mut writer = SerializedFileWriter::new(Vec::new(), schema, Arc::default())?;
    let mut group = writer.next_row_group()?;
    for (_, column) in &COLUMNS {
        let Some(mut open) = group.next_column()? else {
            break;
        };
        match column {
            Column::Text(of) => {
                let given = |row: &Row| i16::from(of(row).is_some());
                let levels: Vec<i16> = rows.iter().map(given).collect();
                let texts: Vec<ByteArray> =
                    rows.iter().filter_map(of).map(ByteArray::from).collect();
                open.typed::<ByteArrayType>()
                    .write_batch(&texts, Some(&levels), None)?;
            }
            Column::Whole(of) => {
                // Parquet has no whole numbers beyond this without a second type.
                let whole = |row: &Row| i64::try_from(of(row)).unwrap_or(i64::MAX);
                let numbers: Vec<i64> = rows.iter().map(whole).collect();
                open.typed::<Int64Type>()
                    .write_batch(&numbers, None, None)?;
            }
            Column::Signed(of) => {
                let given = |row: &Row| i16::from(of(row).is_some());
                let levels: Vec<i16> = rows.iter().map(given).collect();
                let numbers: Vec<i64> = rows.iter().filter_map(of).collect();
                open.typed::<Int64Type>()
                    .write_batch(&numbers, Some(&levels), None)?;
            }
            Column::Real(of) => {
                let numbers: Vec<f64> = rows.iter().map(of).collect();
                open.typed::<DoubleType>()
                    .write_batch(&numbers, None, None)?;
            }
        }
        open.close()?;
    }
    group.close()?;
    writer.into_inner()
}

#[cfg(test)]
mod tests {
    use super::*;
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::RowAccessor;

    fn row(game: u64, forfeit: Option<&str>) -> Row {
        Row {
            variant: "tictactoe".to_owned(),
            run_seed: "1".to_owned(),
            game,
            block: game / 2,
            seed: "7".to_owned(),
            streams: "8".to_owned(),
            plies: 9,
            seat: 1,
            agent: "mcts:c=1,iterations=5".to_owned(),
            rank: 1,
            share: 0.5,
            points: forfeit.is_none().then_some(-3),
            moves: 5,
            choices: 25,
            nodes: 3,
            evaluations: 2,
            time_ms: 1.5,
            forfeit: forfeit.map(str::to_owned),
            hash: Some("00ff".to_owned()),
        }
    }

    #[test]
    fn commas_and_quotes_stay_within_their_cell() {
        let text = csv(&[row(3, Some("said \"no\""))]);
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].starts_with("variant,run_seed,game,block,"));
        assert_eq!(
            lines[1],
            "tictactoe,1,3,1,7,8,9,1,\"mcts:c=1,iterations=5\",1,0.5,5,25,3,2,1.5,\"said \"\"no\"\"\",,00ff"
        );
    }

    #[test]
    fn parquet_is_read_back() {
        let bytes = parquet(&[row(0, None), row(1, Some("tired"))]).unwrap();
        let reader = SerializedFileReader::new(bytes::Bytes::from(bytes)).unwrap();
        let read: Vec<parquet::record::Row> = reader
            .get_row_iter(None)
            .unwrap()
            .map(Result::unwrap)
            .collect();
        assert_eq!(read.len(), 2);
        assert_eq!(read[1].get_long(2).unwrap(), 1);
        assert_eq!(read[1].get_string(8).unwrap(), "mcts:c=1,iterations=5");
        assert_eq!(read[0].get_double(15).unwrap(), 1.5);
        assert_eq!(read[0].get_long(17).unwrap(), -3);
        assert!(read[1].get_long(17).is_err(), "nothing there");
        assert!(read[0].get_string(16).is_err(), "nothing there");
        assert_eq!(read[1].get_string(16).unwrap(), "tired");
    }
}
