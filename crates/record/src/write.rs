//! Writing a record, always as a whole.

use std::fmt::Write;
use std::time::Duration;

use ludorum_core::{PerSeat, print_duration};

use crate::{OPENING, Ply, Record, TakeBacks, chain};

/// No time is written that could not be read: a game may lie open for weeks.
const LONGEST: Duration = Duration::from_secs(1_000_000);

impl Record {
    /// The record as text, ready to be a file.
    pub fn to_text(&self) -> String {
        let header = &self.header;
        let mut lines = Lines::default();
        let format = match (self.dropouts.len(), header.take_backs.count) {
            (0, 0) => 1,
            (0, _) => 2,
            _ => 3,
        };
        lines.add(&format!("ludorum-record {format}"));
        lines.add(&format!("game {}", header.game));
        lines.add(&format!("rules {}", header.rules));
        lines.add(&match header.opening {
            0 => format!("program {}", header.program),
            plies => format!("program {}{OPENING}{plies}", header.program),
        });
        lines.add(&format!("seed {}", header.seed.0));
        lines.add(&format!("streams {}", header.streams.0));
        if let TakeBacks {
            count: count @ 1..,
            is_unrated,
        } = header.take_backs
        {
            let mark = if is_unrated { " unrated" } else { "" };
            lines.add(&format!("take-backs {count}{mark}"));
        }
        for file in &header.content {
            lines.add(&format!("content {file}"));
        }
        for (number, seat) in (1..).zip(&header.seats) {
            lines.add(&format!("seat {number} {seat}"));
        }
        for ply in &self.plies {
            lines.add(&print_ply(ply));
        }
        for dropout in &self.dropouts {
            lines.add(&format!("out {dropout}"));
        }
        if let Some(ranks) = &self.ranks {
            lines.add(&format!("result {}", print_ranks(ranks)));
        }
        lines.text
    }
}

/// Lines, each closed by the checksum of itself and all before it.
#[derive(Default)]
struct Lines {
    text: String,
    check: u32,
}

impl Lines {
    fn add(&mut self, line: &str) {
        self.check = chain(self.check, line);
        self.text
            .push_str(&format!("{line}  #{:08x}\n", self.check));
    }
}

fn print_ply(ply: &Ply) -> String {
    let mut line = match ply.seat {
        Some(seat) => format!("{seat} {}", ply.text),
        None => format!("* {}", ply.text),
    };
    // Writing to a string cannot fail.
    if let Some(value) = ply.value.filter(|value| !value.is_nan()) {
        // An average of utilities may be off by its last digit.
        let _ = write!(line, " value={}", value.clamp(-1.0, 1.0));
    }
    if ply.nodes > 0 {
        let _ = write!(line, " nodes={}", ply.nodes);
    }
    if let Some(time) = ply.time {
        let _ = write!(line, " time={}", print_duration(time.min(LONGEST)));
    }
    line
}

/// Ranks as people count them, from 1.
pub(crate) fn print_ranks(ranks: &PerSeat<u8>) -> String {
    let ranks: Vec<String> = ranks.iter().map(|rank| (rank + 1).to_string()).collect();
    ranks.join(" ")
}
