//! Writing a record, line by line as the game goes.

use std::fmt::Write as _;
use std::io::{self, Write};

use ludorum_core::{PerSeat, print_duration};

use crate::{FORMAT, Header, Ply, Record, chain};

/// Writes a record. Every line is complete when the call returns, so that a record cut off at any
/// time is a valid record of an unfinished game.
#[derive(Debug)]
pub struct Writer<W: Write> {
    out: W,
    check: u32,
}

impl<W: Write> Writer<W> {
    /// Begins a record with its header.
    ///
    /// # Errors
    /// When the output fails.
    pub fn start(out: W, header: &Header) -> io::Result<Writer<W>> {
        let mut writer = Writer { out, check: 0 };
        writer.line(&format!("ludorum-record {FORMAT}"))?;
        writer.line(&format!("game {}", header.game))?;
        writer.line(&format!("rules {}", header.rules))?;
        writer.line(&format!("program {}", header.program))?;
        writer.line(&format!("seed {}", header.seed.0))?;
        writer.line(&format!("streams {}", header.streams.0))?;
        for (number, seat) in (1..).zip(&header.seats) {
            writer.line(&format!("seat {number} {seat}"))?;
        }
        Ok(writer)
    }

    /// Adds a move.
    ///
    /// # Errors
    /// When the output fails.
    pub fn ply(&mut self, ply: &Ply) -> io::Result<()> {
        let mut line = match ply.seat {
            Some(seat) => format!("{seat} {}", ply.text),
            None => format!("* {}", ply.text),
        };
        // Writing to a string cannot fail.
        if let Some(value) = ply.value {
            let _ = write!(line, " value={value}");
        }
        if ply.nodes > 0 {
            let _ = write!(line, " nodes={}", ply.nodes);
        }
        if let Some(time) = ply.time {
            let _ = write!(line, " time={}", print_duration(time));
        }
        self.line(&line)
    }

    /// Closes the record of a finished game.
    ///
    /// # Errors
    /// When the output fails.
    pub fn result(&mut self, ranks: &PerSeat<u8>) -> io::Result<()> {
        let ranks: Vec<String> = ranks.iter().map(|rank| (rank + 1).to_string()).collect();
        self.line(&format!("result {}", ranks.join(" ")))
    }

    fn line(&mut self, line: &str) -> io::Result<()> {
        self.check = chain(self.check, line);
        writeln!(self.out, "{line}  #{:08x}", self.check)?;
        self.out.flush()
    }
}

impl Record {
    /// Writes the whole record.
    ///
    /// # Errors
    /// When the output fails.
    pub fn write(&self, out: impl Write) -> io::Result<()> {
        let mut writer = Writer::start(out, &self.header)?;
        for ply in &self.plies {
            writer.ply(ply)?;
        }
        match &self.ranks {
            Some(ranks) => writer.result(ranks),
            None => Ok(()),
        }
    }

    /// The whole record as text.
    pub fn to_text(&self) -> String {
        let mut bytes = Vec::new();
        self.write(&mut bytes).expect("memory can be written to");
        String::from_utf8(bytes).expect("records are text")
    }
}
