//! Parser of records. It verifies checksums but does not replay the moves.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use ludorum_core::{MAX_SEATS, PerSeat, Seat, Seed, parse_duration};

use crate::{
    FORMAT, GameRecord, OPENING, RecordHeader, RecordedDropout, RecordedPly, TakeBackSummary,
    chain_checksum,
};

/// Error in a record, with its line number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// Number of the line, counted from 1.
    pub line: usize,
    /// Description of the error.
    pub message: String,
}

impl RecordError {
    pub(crate) fn new(line: usize, message: impl Into<String>) -> RecordError {
        RecordError {
            line,
            message: message.into(),
        }
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for RecordError {}

impl GameRecord {
    /// Line number in the record file, from 1, of the ply with this index, from 0.
    pub fn line_of_ply(&self, index: usize) -> usize {
        self.header.lines() + self.header.content.len() + self.header.seats.len() + index + 1
    }
}

impl RecordHeader {
    /// Number of header lines before those of content files and seats.
    pub(crate) fn lines(&self) -> usize {
        6 + usize::from(self.take_backs.count > 0)
    }
}

/// Parses a record and verifies its checksums; [`replay`](crate::replay) checks the moves.
///
/// # Errors
/// If a line is malformed or its checksum is wrong, such as a truncated last line.
pub fn read(bytes: &[u8]) -> Result<GameRecord, RecordError> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let before = &bytes[..error.valid_up_to()];
        let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
        RecordError::new(line, "there are bytes here that are not text")
    })?;
    let mut reader = RecordReader {
        rest: text,
        number: 0,
        check: 0,
    };
    let version = reader.field("ludorum-record")?;
    let version: u32 = reader.parse_canonical(version)?;
    if version == 0 || version > FORMAT {
        return Err(reader.error(format!(
            "this is format {version}, but only formats up to {FORMAT} are known; use a newer ludorum"
        )));
    }
    let game = reader.field("game")?.to_owned();
    let rules = reader.field("rules")?;
    let rules = reader.parse_canonical(rules)?;
    let program = reader.field("program")?;
    let opened = program.rsplit_once(OPENING);
    let (program, opening) =
        match opened.and_then(|(by, plies)| Some((by, parse_canonical(plies)?))) {
            Some((_, 0)) | None => (program.to_owned(), 0),
            Some((by, plies)) => (by.to_owned(), plies),
        };
    let seed = reader.field("seed")?;
    let seed = Seed(reader.parse_canonical(seed)?);
    let streams = reader.field("streams")?;
    let streams = Seed(reader.parse_canonical(streams)?);
    let mut record = GameRecord {
        header: RecordHeader {
            game,
            rules,
            program,
            seed,
            streams,
            take_backs: TakeBackSummary::default(),
            content: Vec::new(),
            opening,
            seats: Vec::new(),
        },
        plies: Vec::new(),
        dropouts: Vec::new(),
        ranks: None,
    };
    while let Some(line) = reader.next()? {
        if record.ranks.is_some() {
            return Err(reader.error("nothing may follow the result"));
        }
        let (head, rest) = line.split_once(' ').unwrap_or((line, ""));
        match head {
            "take-backs" if version > 1 && reader.number == 7 => {
                record.header.take_backs = reader.take_backs(rest)?;
            }
            "content" if record.header.seats.is_empty() => {
                record.header.content.push(rest.to_owned());
            }
            "seat" if record.plies.is_empty() => reader.seat(rest, &mut record.header.seats)?,
            "result" => record.ranks = Some(reader.ranks(rest, record.header.seats.len())?),
            "out" if version > 2 => {
                let dropout = reader.dropout(rest, &record)?;
                record.dropouts.push(dropout);
            }
            _ if !record.dropouts.is_empty() => {
                return Err(reader.error("only the result may follow those who left the game"));
            }
            _ => record
                .plies
                .push(reader.ply(head, rest, record.header.seats.len())?),
        }
    }
    if record.header.seats.is_empty() {
        return Err(RecordError::new(reader.number + 1, "expected 'seat 1 ...'"));
    }
    Ok(record)
}

/// Iterates over the lines of a record; verifies and strips their checksums.
struct RecordReader<'a> {
    rest: &'a str,
    number: usize,
    check: u32,
}

impl<'a> RecordReader<'a> {
    fn next(&mut self) -> Result<Option<&'a str>, RecordError> {
        if self.rest.is_empty() {
            return Ok(None);
        }
        self.number += 1;
        let Some((line, rest)) = self.rest.split_once('\n') else {
            return Err(self.error("the line is cut off: it has no end"));
        };
        self.rest = rest;
        if line.ends_with('\r') {
            return Err(self.error(
                "the line ends with CR LF, as on Windows; a record has LF alone: convert it back",
            ));
        }
        // Makes records safe to print on a terminal.
        if let Some(control) = line.chars().find(|c| c.is_control()) {
            let code = u32::from(control);
            return Err(self.error(format!("there is a control character here: U+{code:04X}")));
        }
        let Some((content, check)) = line.rsplit_once("  #") else {
            return Err(self.error("the line has no checksum: it was changed or cut off"));
        };
        self.check = chain_checksum(self.check, content);
        if check != format!("{:08x}", self.check) {
            return Err(self.error(format!(
                "the checksum does not fit: this line was changed, or lines before it were \
                 removed (it says #{check}, the line gives #{:08x})",
                self.check
            )));
        }
        Ok(Some(content))
    }

    fn field(&mut self, name: &str) -> Result<&'a str, RecordError> {
        let line = self.next()?.ok_or_else(|| {
            RecordError::new(
                self.number + 1,
                format!("expected '{name} ...', the file ends"),
            )
        })?;
        line.strip_prefix(name)
            .and_then(|rest| rest.strip_prefix(' '))
            .ok_or_else(|| self.error(format!("expected '{name} ...', found '{line}'")))
    }

    /// Parses an unsigned integer in canonical form: no sign, no leading zeros.
    fn parse_canonical<T: FromStr + ToString>(&self, text: &str) -> Result<T, RecordError> {
        parse_canonical(text)
            .ok_or_else(|| self.error(format!("'{text}' is not a whole number of the right size")))
    }

    fn value(&self, text: &str) -> Result<f64, RecordError> {
        text.parse()
            .ok()
            .filter(|value| (-1.0..=1.0).contains(value))
            .ok_or_else(|| self.error(format!("'{text}' is not a value from -1 to 1")))
    }

    fn time(&self, text: &str) -> Result<Duration, RecordError> {
        // `parse_duration` rejects zero, which is a valid time for a move.
        if text == "0us" {
            return Ok(Duration::ZERO);
        }
        parse_duration(text).ok_or_else(|| self.error(format!("'{text}' is not a time")))
    }

    fn take_backs(&self, rest: &str) -> Result<TakeBackSummary, RecordError> {
        let (count, is_unrated) = match rest.strip_suffix(" unrated") {
            Some(count) => (count, true),
            None => (rest, false),
        };
        match self.parse_canonical(count)? {
            0 => Err(self.error("without take-backs the line is left out")),
            count => Ok(TakeBackSummary { count, is_unrated }),
        }
    }

    fn seat(&self, rest: &str, seats: &mut Vec<String>) -> Result<(), RecordError> {
        let (number, who) = rest.split_once(' ').unwrap_or((rest, ""));
        let expected = seats.len() + 1;
        if parse_canonical(number) != Some(expected) || expected > MAX_SEATS || who.is_empty() {
            return Err(self.error(format!(
                "expected 'seat {expected} ...', found 'seat {rest}'"
            )));
        }
        seats.push(who.to_owned());
        Ok(())
    }

    fn ply(&self, head: &str, rest: &str, seats: usize) -> Result<RecordedPly, RecordError> {
        let seat = match parse_canonical::<usize>(head) {
            _ if head == "*" => None,
            Some(number) if (1..=seats).contains(&number) => Some(Seat::new(number - 1)),
            _ => {
                return Err(self.error(format!(
                    "expected a move such as '1 b2', a chance event such as '* =6', or the \
                     result; found '{head} {rest}'"
                )));
            }
        };
        let mut words = rest.split(' ');
        let text = words.next().filter(|text| !text.is_empty());
        let mut ply =
            RecordedPly::plain(seat, text.ok_or_else(|| self.error("the move is missing"))?);
        let mut nodes = None;
        for word in words {
            let (name, given) = word.split_once('=').unwrap_or((word, ""));
            let is_first = match name {
                "value" => ply.value.replace(self.value(given)?).is_none(),
                "nodes" => nodes.replace(self.parse_canonical(given)?).is_none(),
                "time" => ply.time.replace(self.time(given)?).is_none(),
                _ => return Err(self.error(format!("'{word}' is not value=, nodes= or time="))),
            };
            if !is_first {
                return Err(self.error(format!("{name}= is given twice")));
            }
        }
        ply.nodes = nodes.unwrap_or(0);
        Ok(ply)
    }

    fn dropout(&self, rest: &str, record: &GameRecord) -> Result<RecordedDropout, RecordError> {
        let (seats, plies) = (record.header.seats.len(), record.plies.len());
        let dropout = RecordedDropout::read(rest, seats, plies).ok_or_else(|| {
            self.error(format!(
                "expected 'out SEAT place=PLACE after=PLIES cause=resigned', or left, time or \
                 failed, found 'out {rest}'"
            ))
        })?;
        if record
            .dropouts
            .iter()
            .any(|other| other.seat == dropout.seat)
        {
            Err(self.error(format!("seat {} leaves the game twice", dropout.seat)))
        } else {
            Ok(dropout)
        }
    }

    fn ranks(&self, rest: &str, seats: usize) -> Result<PerSeat<u8>, RecordError> {
        let ranks: Vec<u8> = rest
            .split(' ')
            .map(|rank| self.parse_canonical(rank))
            .collect::<Result<_, _>>()?;
        if ranks.len() != seats || ranks.contains(&0) {
            return Err(self.error(format!("expected a rank from 1 for each of {seats} seats")));
        }
        Ok(PerSeat::from_fn(seats, |seat| ranks[seat.index()] - 1))
    }

    fn error(&self, message: impl Into<String>) -> RecordError {
        RecordError::new(self.number, message)
    }
}

/// Parses an unsigned integer in canonical form: no sign, no leading zeros.
pub(crate) fn parse_canonical<T: FromStr + ToString>(text: &str) -> Option<T> {
    text.parse()
        .ok()
        .filter(|number: &T| number.to_string() == text)
}
