//! Writer of complete records.

use std::fmt::Write;
use std::time::Duration;

use ludorum_core::{PerSeat, print_duration};

use crate::{GameRecord, OPENING, RecordedPly, TakeBackSummary, chain_checksum};

/// Maximum recorded duration of a move; longer ones are reduced to it, so that they can be parsed.
const MAX_TIME: Duration = Duration::from_secs(1_000_000);

impl GameRecord {
    /// Formats the record as the text of a `.ludorum` file.
    pub fn to_text(&self) -> String {
        let header = &self.header;
        let mut writer = ChecksumLineWriter::default();
        let format = match (self.dropouts.len(), header.take_backs.count) {
            (0, 0) => 1,
            (0, _) => 2,
            _ => 3,
        };
        writer.add(&format!("ludorum-record {format}"));
        writer.add(&format!("game {}", header.game));
        writer.add(&format!("rules {}", header.rules));
        writer.add(&match header.opening {
            0 => format!("program {}", header.program),
            plies => format!("program {}{OPENING}{plies}", header.program),
        });
        writer.add(&format!("seed {}", header.seed.0));
        writer.add(&format!("streams {}", header.streams.0));
        if let TakeBackSummary {
            count: count @ 1..,
            is_unrated,
        } = header.take_backs
        {
            let mark = if is_unrated { " unrated" } else { "" };
            writer.add(&format!("take-backs {count}{mark}"));
        }
        for file in &header.content {
            writer.add(&format!("content {file}"));
        }
        for (number, seat) in (1..).zip(&header.seats) {
            writer.add(&format!("seat {number} {seat}"));
        }
        for ply in &self.plies {
            writer.add(&print_ply(ply));
        }
        for dropout in &self.dropouts {
            writer.add(&format!("out {dropout}"));
        }
        if let Some(ranks) = &self.ranks {
            writer.add(&format!("result {}", print_ranks(ranks)));
        }
        writer.text
    }
}

/// Writer of the lines of a record, each with a checksum of itself and all previous lines.
#[derive(Default)]
struct ChecksumLineWriter {
    text: String,
    check: u32,
}

impl ChecksumLineWriter {
    fn add(&mut self, line: &str) {
        self.check = chain_checksum(self.check, line);
        self.text
            .push_str(&format!("{line}  #{:08x}\n", self.check));
    }
}

fn print_ply(ply: &RecordedPly) -> String {
    let mut line = match ply.seat {
        Some(seat) => format!("{seat} {}", ply.text),
        None => format!("* {}", ply.text),
    };
    // Writing to a string cannot fail.
    if let Some(value) = ply.value.filter(|value| !value.is_nan()) {
        // Rounding can push a mean of utilities out of range.
        let _ = write!(line, " value={}", value.clamp(-1.0, 1.0));
    }
    if ply.nodes > 0 {
        let _ = write!(line, " nodes={}", ply.nodes);
    }
    if let Some(time) = ply.time {
        let _ = write!(line, " time={}", print_duration(time.min(MAX_TIME)));
    }
    line
}

/// Formats the ranks of all seats; the best rank is printed as 1.
pub(crate) fn print_ranks(ranks: &PerSeat<u8>) -> String {
    let ranks: Vec<String> = ranks.iter().map(|rank| (rank + 1).to_string()).collect();
    ranks.join(" ")
}
