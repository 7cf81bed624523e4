//! Exports the games of a run as a table: one row per game and seat.

use std::sync::Arc;

use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use serde::Serialize;

use crate::RunReport;

/// Row of the table exported as CSV or Parquet: one seat of one game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ExportRow {
    /// Spec of the game.
    pub variant: String,
    /// Seed of the run, as text.
    pub run_seed: String,
    /// Index of the game in its run, from 0.
    pub game: u64,
    /// Index of the game's block in the run, from 0. A block is one setup that a group of agents
    /// plays in all its seatings.
    pub block: u64,
    /// Seed of the game's setup and chance events.
    pub seed: String,
    /// Seed of the agents' random numbers.
    pub streams: String,
    /// Number of plies in the game, chance events included.
    pub plies: u64,
    /// Seat number, from 1.
    pub seat: u64,
    /// Spec of the agent in this seat.
    pub agent: String,
    /// Final rank of the seat; 1 is best.
    pub rank: u64,
    /// Share of the win: 1 for a sole winner, 1/n for each of n tied winners, 0 for the others.
    pub share: f64,
    /// Final points of the seat; `None` in games without points and after a forfeit.
    pub points: Option<i64>,
    /// Number of moves that this seat made.
    pub moves: u64,
    /// Number of legal moves, summed over the seat's decisions.
    pub choices: u64,
    /// Number of nodes searched by the seat's agent in this game.
    pub nodes: u64,
    /// Number of positions evaluated by the seat's agent in this game.
    pub evaluations: u64,
    /// Total thinking time of the seat's agent in this game, in milliseconds.
    pub time_ms: f64,
    /// Reason for this seat's forfeit; `None` if the seat did not forfeit.
    pub forfeit: Option<String>,
    /// Hash of the game's setup and moves; games with equal hash, agents and seats are repetitions.
    /// `None` in results of old program versions.
    pub hash: Option<String>,
}

/// Builds the rows of the exported table from a report, in game and seat order.
pub fn rows(report: &RunReport) -> Vec<ExportRow> {
    let layout = report.layout();
    let mut rows = Vec::new();
    for game in &report.games {
        for (index, seat) in game.seats.iter().enumerate() {
            let agent = report.agents.get(seat.agent);
            let quit = game.forfeit.as_ref();
            let quit = quit.filter(|forfeit| forfeit.seat == index + 1);
            rows.push(ExportRow {
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

/// Type of a column of the exported table, with the function that reads its value from a row.
enum ExportColumn {
    Text(fn(&ExportRow) -> Option<&str>),
    Unsigned(fn(&ExportRow) -> u64),
    Signed(fn(&ExportRow) -> Option<i64>),
    Float(fn(&ExportRow) -> f64),
}

/// Columns of the exported table, in order, with their names.
const COLUMNS: [(&str, ExportColumn); 19] = [
    ("variant", ExportColumn::Text(|row| Some(&row.variant))),
    ("run_seed", ExportColumn::Text(|row| Some(&row.run_seed))),
    ("game", ExportColumn::Unsigned(|row| row.game)),
    ("block", ExportColumn::Unsigned(|row| row.block)),
    ("seed", ExportColumn::Text(|row| Some(&row.seed))),
    ("streams", ExportColumn::Text(|row| Some(&row.streams))),
    ("plies", ExportColumn::Unsigned(|row| row.plies)),
    ("seat", ExportColumn::Unsigned(|row| row.seat)),
    ("agent", ExportColumn::Text(|row| Some(&row.agent))),
    ("rank", ExportColumn::Unsigned(|row| row.rank)),
    ("share", ExportColumn::Float(|row| row.share)),
    ("moves", ExportColumn::Unsigned(|row| row.moves)),
    ("choices", ExportColumn::Unsigned(|row| row.choices)),
    ("nodes", ExportColumn::Unsigned(|row| row.nodes)),
    ("evaluations", ExportColumn::Unsigned(|row| row.evaluations)),
    ("time_ms", ExportColumn::Float(|row| row.time_ms)),
    ("forfeit", ExportColumn::Text(|row| row.forfeit.as_deref())),
    ("points", ExportColumn::Signed(|row| row.points)),
    ("hash", ExportColumn::Text(|row| row.hash.as_deref())),
];

/// Formats the rows as CSV (RFC 4180) with a header line.
pub fn csv(rows: &[ExportRow]) -> String {
    let names: Vec<&str> = COLUMNS.iter().map(|(name, _)| *name).collect();
    let mut text = names.join(",") + "\r\n";
    for row in rows {
        let cells = COLUMNS.iter().map(|(_, column)| match column {
            ExportColumn::Text(of) => quoted(of(row).unwrap_or_default()),
            ExportColumn::Unsigned(of) => of(row).to_string(),
            ExportColumn::Signed(of) => {
                of(row).map(|number| number.to_string()).unwrap_or_default()
            }
            ExportColumn::Float(of) => of(row).to_string(),
        });
        text.push_str(&cells.collect::<Vec<String>>().join(","));
        text.push_str("\r\n");
    }
    text
}

fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

/// Encodes the rows as an Apache Parquet file.
///
/// # Errors
/// If the Parquet library fails.
pub fn parquet(rows: &[ExportRow]) -> Result<Vec<u8>, ParquetError> {
    let mut schema = String::from("message games {");
    for (name, column) in &COLUMNS {
        schema.push_str(&match column {
            ExportColumn::Text(_) => format!(" OPTIONAL BYTE_ARRAY {name} (UTF8);"),
            ExportColumn::Unsigned(_) => format!(" REQUIRED INT64 {name};"),
            ExportColumn::Signed(_) => format!(" OPTIONAL INT64 {name};"),
            ExportColumn::Float(_) => format!(" REQUIRED DOUBLE {name};"),
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
            ExportColumn::Text(of) => {
                let given = |row: &ExportRow| i16::from(of(row).is_some());
                let levels: Vec<i16> = rows.iter().map(given).collect();
                let texts: Vec<ByteArray> =
                    rows.iter().filter_map(of).map(ByteArray::from).collect();
                open.typed::<ByteArrayType>()
                    .write_batch(&texts, Some(&levels), None)?;
            }
            ExportColumn::Unsigned(of) => {
                // Parquet has no physical type for unsigned integers.
                let whole = |row: &ExportRow| i64::try_from(of(row)).unwrap_or(i64::MAX);
                let numbers: Vec<i64> = rows.iter().map(whole).collect();
                open.typed::<Int64Type>()
                    .write_batch(&numbers, None, None)?;
            }
            ExportColumn::Signed(of) => {
                let given = |row: &ExportRow| i16::from(of(row).is_some());
                let levels: Vec<i16> = rows.iter().map(given).collect();
                let numbers: Vec<i64> = rows.iter().filter_map(of).collect();
                open.typed::<Int64Type>()
                    .write_batch(&numbers, Some(&levels), None)?;
            }
            ExportColumn::Float(of) => {
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

    fn row(game: u64, forfeit: Option<&str>) -> ExportRow {
        ExportRow {
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
