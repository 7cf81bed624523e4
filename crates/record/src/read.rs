//! Reading a record: the text, line by line, without playing it.

use std::fmt;

use ludorum_core::{MAX_SEATS, PerSeat, Seat, Seed, parse_duration};

use crate::{FORMAT, Header, Ply, Record, chain};

/// What is wrong with a record, and in which line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
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

impl Record {
    /// The line of the file in which a ply stands, counted from 1.
    pub fn line_of_ply(&self, index: usize) -> usize {
        HEADER_LINES + self.header.seats.len() + index + 1
    }
}

/// The lines before the seats.
const HEADER_LINES: usize = 6;

/// Reads a record and verifies its checksums; whether its moves are legal is for
/// [`replay`](crate::replay) to say.
///
/// # Errors
/// When a line is not what it should be. A file cut off in the middle of its last line is an
/// unfinished game with an error in that line.
pub fn read(bytes: &[u8]) -> Result<Record, RecordError> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let before = &bytes[..error.valid_up_to()];
        let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
        RecordError::new(line, "there are bytes here that are not text")
    })?;
    let mut lines = Lines {
        rest: text,
        number: 0,
        check: 0,
    };
    let version = lines.field("ludorum-record")?;
    let version: u32 = lines.number(version)?;
    if version == 0 || version > FORMAT {
        return Err(lines.error(format!(
            "this is format {version}, but only formats up to {FORMAT} are known; use a newer ludorum"
        )));
    }
    let game = lines.field("game")?.to_owned();
    let rules = lines.field("rules")?;
    let rules = lines.number(rules)?;
    let program = lines.field("program")?.to_owned();
    let seed = lines.field("seed")?;
    let seed = Seed(lines.number(seed)?);
    let streams = lines.field("streams")?;
    let streams = Seed(lines.number(streams)?);
    let mut record = Record {
        header: Header {
            game,
            rules,
            program,
            seed,
            streams,
            seats: Vec::new(),
        },
        plies: Vec::new(),
        ranks: None,
    };
    while let Some(line) = lines.next()? {
        if record.ranks.is_some() {
            return Err(lines.error("nothing may follow the result"));
        }
        let (head, rest) = line.split_once(' ').unwrap_or((line, ""));
        match head {
            "seat" if record.plies.is_empty() => lines.seat(rest, &mut record.header.seats)?,
            "result" => record.ranks = Some(lines.ranks(rest, record.header.seats.len())?),
            _ => record
                .plies
                .push(lines.ply(head, rest, record.header.seats.len())?),
        }
    }
    if record.header.seats.is_empty() {
        return Err(RecordError::new(lines.number + 1, "expected 'seat 1 ...'"));
    }
    Ok(record)
}

/// The lines of a record with their checksums verified and taken off.
struct Lines<'a> {
    rest: &'a str,
    number: usize,
    check: u32,
}

impl<'a> Lines<'a> {
    fn next(&mut self) -> Result<Option<&'a str>, RecordError> {
        if self.rest.is_empty() {
            return Ok(None);
        }
        self.number += 1;
        let Some((line, rest)) = self.rest.split_once('\n') else {
            return Err(self.error("the line is cut off: it has no end"));
        };
        self.rest = rest;
        let Some((content, check)) = line.rsplit_once("  #") else {
            return Err(self.error("the line has no checksum: it was changed or cut off"));
        };
        self.check = chain(self.check, content);
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

    fn number<T: std::str::FromStr>(&self, text: &str) -> Result<T, RecordError> {
        text.parse()
            .map_err(|_| self.error(format!("'{text}' is not a number of the right size")))
    }

    fn seat(&self, rest: &str, seats: &mut Vec<String>) -> Result<(), RecordError> {
        let (number, who) = rest.split_once(' ').unwrap_or((rest, ""));
        let expected = seats.len() + 1;
        if number.parse() != Ok(expected) || expected > MAX_SEATS || who.is_empty() {
            return Err(self.error(format!(
                "expected 'seat {expected} ...', found 'seat {rest}'"
            )));
        }
        seats.push(who.to_owned());
        Ok(())
    }

    fn ply(&self, head: &str, rest: &str, seats: usize) -> Result<Ply, RecordError> {
        let seat = match head.parse::<usize>() {
            _ if head == "*" => None,
            Ok(number) if (1..=seats).contains(&number) => Some(Seat::new(number - 1)),
            _ => {
                return Err(self.error(format!(
                    "expected a move such as '1 b2', a chance event such as '* =6', or the \
                     result; found '{head} {rest}'"
                )));
            }
        };
        let mut words = rest.split(' ');
        let text = words.next().filter(|text| !text.is_empty());
        let mut ply = Ply::plain(seat, text.ok_or_else(|| self.error("the move is missing"))?);
        for word in words {
            match word.split_once('=') {
                Some(("value", value)) => ply.value = Some(self.number(value)?),
                Some(("nodes", nodes)) => ply.nodes = self.number(nodes)?,
                Some(("time", "0us")) => ply.time = Some(std::time::Duration::ZERO),
                Some(("time", time)) => {
                    let time = parse_duration(time)
                        .ok_or_else(|| self.error(format!("'{time}' is not a time")))?;
                    ply.time = Some(time);
                }
                _ => return Err(self.error(format!("'{word}' is not value=, nodes= or time="))),
            }
        }
        Ok(ply)
    }

    fn ranks(&self, rest: &str, seats: usize) -> Result<PerSeat<u8>, RecordError> {
        let ranks: Vec<u8> = rest
            .split(' ')
            .map(|rank| self.number::<u8>(rank))
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
