//! Transcripts: the moves of a game in numbered rounds, as printed in books (`1.c2c4 2.c3b4`),
//! after header lines. Also converts records to another notation.

use ludorum_catalog::{Position, Variant, open};
use ludorum_core::{NodeKind, Seat, Seed};

use crate::read::RecordError;
use crate::write::print_ranks;
use crate::{GameRecord, RecordHeader, RecordedPly, TakeBackSummary, replay};

/// Maximum line length of transcripts in bytes; lines break between rounds.
const MAX_LINE: usize = 100;

/// Game and seed that replace those of a transcript.
#[derive(Clone, Copy, Debug, Default)]
pub struct TranscriptReplayOverrides<'a> {
    /// Spec of the game; `None` uses that of the transcript.
    pub game: Option<&'a str>,
    /// Seed of the initial position and of chance; `None` uses that of the transcript.
    pub seed: Option<Seed>,
}

impl GameRecord {
    /// Formats the record as a transcript: game, players, moves in rounds, and the result. Values,
    /// nodes and times are omitted.
    ///
    /// A round ends when a lower seat moves again. Moves of a round are written without spaces if
    /// all moves of the game look like squares (`c2`, `c4N`). Chance events are marked by `*`.
    pub fn to_transcript(&self) -> String {
        let header = &self.header;
        let mut text = format!("# game {}\n# seed {}\n", header.game, header.seed.0);
        for (number, seat) in (1..).zip(&header.seats) {
            text.push_str(&format!("# seat {number} {seat}\n"));
        }
        let mut length = 0;
        for round in self.rounds() {
            if length > 0 && length + 1 + round.len() > MAX_LINE {
                text.push('\n');
                length = 0;
            }
            if length > 0 {
                text.push(' ');
                length += 1;
            }
            length += round.len();
            text.push_str(&round);
        }
        if length > 0 {
            text.push('\n');
        }
        if let Some(ranks) = &self.ranks {
            text.push_str(&format!("# result {}\n", print_ranks(ranks)));
        }
        text
    }

    /// Formats the moves in numbered rounds, with `*` before chance events.
    fn rounds(&self) -> Vec<String> {
        let between = if self.plies.iter().all(|ply| is_square(&ply.text)) {
            ""
        } else {
            " "
        };
        let mut rounds: Vec<Vec<String>> = Vec::new();
        let mut before: Option<Seat> = None;
        for ply in &self.plies {
            let is_new = match (ply.seat, before) {
                (Some(seat), Some(before)) => seat < before,
                _ => false,
            };
            if rounds.is_empty() || is_new {
                rounds.push(Vec::new());
            }
            let mark = if ply.seat.is_none() { "*" } else { "" };
            if let Some(round) = rounds.last_mut() {
                round.push(format!("{mark}{}", ply.text));
            }
            before = ply.seat.or(before);
        }
        let numbered = (1..).zip(rounds);
        numbered
            .map(|(number, moves): (usize, _)| format!("{number}.{}", moves.join(between)))
            .collect()
    }

    /// Converts the moves of the record to another notation of the game.
    ///
    /// # Errors
    /// If the record violates the rules, or the game has no such notation.
    pub fn in_notation(&self, notation: &str) -> Result<GameRecord, RecordError> {
        let from = replay(self)?;
        let spec = with_parameter(&self.header.game, "notation", notation);
        let to = open(&spec).map_err(|error| RecordError::new(2, error.to_string()))?;
        let (mut old, mut new) = (from.start, to.start(self.header.seed));
        let mut record = self.clone();
        record.header.game = to.spec().to_owned();
        for (index, ply) in record.plies.iter_mut().enumerate() {
            let line = self.line_of_ply(index);
            let refuse = |message: String| RecordError::new(line, message);
            // The index among the legal moves does not depend on the notation.
            let moves = old.moves();
            old.play_text(&ply.text)
                .map_err(|error| refuse(error.to_string()))?;
            let played = old.last_move().unwrap_or_default();
            match moves.iter().position(|text| *text == played) {
                Some(place) => {
                    ply.text = new.move_text(place);
                    new.play(place);
                }
                None => new
                    .play_text(&ply.text)
                    .map_err(|error| refuse(error.to_string()))?,
            }
        }
        Ok(record)
    }
}

/// Parses a transcript and plays its moves. Lines with `#` may give game, seed, seats and result,
/// as written by [`GameRecord::to_transcript`]; all other text is moves, with or without round
/// numbers.
///
/// # Errors
/// If the game is missing or cannot be opened, a move is illegal, or the result differs.
pub fn read_transcript(
    text: &str,
    given: TranscriptReplayOverrides<'_>,
) -> Result<GameRecord, RecordError> {
    let mut header = TranscriptHeader::default();
    let mut words = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        match line.trim_start().strip_prefix('#') {
            Some(comment) => header.read(number, comment.trim())?,
            None => words.extend(line.split_whitespace().map(|word| (number, word))),
        }
    }
    let (line, spec) = match (header.game, given.game) {
        (_, Some(spec)) => (1, spec),
        (Some((line, spec)), None) => (line, spec),
        (None, None) => {
            let message = "the game is missing: add a line '# game quoridor:size=5', or give \
                           the game";
            return Err(RecordError::new(1, message));
        }
    };
    let variant = open(spec).map_err(|error| RecordError::new(line, error.to_string()))?;
    let seed = given.seed.or(header.seed).unwrap_or(Seed(0));
    let mut game = TranscriptReplay {
        position: variant.start(seed),
        plies: Vec::new(),
    };
    for (line, word) in words {
        let moves = strip_number(word);
        if !moves.is_empty() {
            game.play(moves)
                .map_err(|message| RecordError::new(line, message))?;
        }
    }
    let ranks = game.position.outcome().map(|outcome| outcome.ranks());
    if let Some((line, result)) = header.result {
        let found = ranks.as_ref().map(print_ranks);
        if found.as_deref() != Some(result) {
            let found = found.unwrap_or_else(|| "none, as the game is not over".to_owned());
            let message = format!("the result is wrong: by the rules the ranks are {found}");
            return Err(RecordError::new(line, message));
        }
    }
    Ok(GameRecord {
        header: record_header(&variant, seed, &header.seats)?,
        plies: game.plies,
        dropouts: Vec::new(),
        ranks,
    })
}

fn record_header(
    variant: &Variant,
    seed: Seed,
    seats: &[(usize, usize, &str)],
) -> Result<RecordHeader, RecordError> {
    let mut names: Vec<String> = Seat::all(variant.seats())
        .map(|seat| format!("player {seat}"))
        .collect();
    for &(line, number, name) in seats {
        let count = names.len();
        let Some(seat) = number.checked_sub(1).and_then(|at| names.get_mut(at)) else {
            let spec = variant.spec();
            let message = format!("there is no seat {number}: {spec} has seats 1 to {count}");
            return Err(RecordError::new(line, message));
        };
        *seat = name.to_owned();
    }
    Ok(RecordHeader {
        game: variant.spec().to_owned(),
        rules: variant.rules_version(),
        program: RecordHeader::this_program(),
        seed,
        streams: Seed(0),
        take_backs: TakeBackSummary::default(),
        content: variant.content(),
        opening: 0,
        seats: names,
    })
}

/// Header lines (`#`) of a transcript, with their line numbers.
#[derive(Default)]
struct TranscriptHeader<'a> {
    game: Option<(usize, &'a str)>,
    seed: Option<Seed>,
    seats: Vec<(usize, usize, &'a str)>,
    result: Option<(usize, &'a str)>,
}

impl<'a> TranscriptHeader<'a> {
    fn read(&mut self, line: usize, comment: &'a str) -> Result<(), RecordError> {
        let refuse = |message: String| RecordError::new(line, message);
        let (word, rest) = comment.split_once(' ').unwrap_or((comment, ""));
        let rest = rest.trim();
        match word {
            "game" => self.game = Some((line, rest)),
            "seed" => {
                let seed = rest.parse();
                let bad = |_| refuse(format!("a seed is a whole number, not '{rest}'"));
                self.seed = Some(Seed(seed.map_err(bad)?));
            }
            "seat" => {
                let (number, name) = rest.split_once(' ').unwrap_or((rest, ""));
                let bad = |_| refuse(format!("write '# seat 1 NAME', not '# seat {rest}'"));
                self.seats.push((line, number.parse().map_err(bad)?, name));
            }
            "result" => self.result = Some((line, rest)),
            // Anything else is a comment.
            _ => {}
        }
        Ok(())
    }
}

/// The game of a transcript, replayed while its moves are parsed.
struct TranscriptReplay {
    position: Position,
    plies: Vec<RecordedPly>,
}

impl TranscriptReplay {
    /// Plays a word of a transcript: one move, or several moves written without spaces.
    fn play(&mut self, word: &str) -> Result<(), String> {
        let refusal = match self.play_one(word) {
            Ok(()) => return Ok(()),
            Err(refusal) => refusal,
        };
        let parts = split_squares(word);
        if parts.len() < 2 {
            return Err(refusal);
        }
        parts.into_iter().try_for_each(|part| self.play_one(part))
    }

    fn play_one(&mut self, word: &str) -> Result<(), String> {
        let number = self.plies.len() + 1;
        let (is_event, text) = match word.strip_prefix('*') {
            Some(event) => (true, event),
            None => (false, word),
        };
        let refuse = |why: String| format!("move {number}, {text}: {why}");
        let seat = match self.position.node() {
            NodeKind::Over => return Err(refuse("the game is over".to_owned())),
            NodeKind::Decide(_) if is_event => {
                return Err(refuse("a player is to move, not chance".to_owned()));
            }
            NodeKind::Decide(seat) => Some(seat),
            NodeKind::Chance => None,
        };
        self.position
            .play_text(text)
            .map_err(|error| refuse(error.to_string()))?;
        // Canonical text, because some moves have several spellings.
        let text = self.position.last_move();
        self.plies.push(RecordedPly::plain(
            seat,
            text.unwrap_or_else(|| word.to_owned()),
        ));
        Ok(())
    }
}

/// Strips the round number from a word, such as `12.e4` or `12.`.
fn strip_number(word: &str) -> &str {
    match word.split_once('.') {
        Some((number, rest)) if number.bytes().all(|byte| byte.is_ascii_digit()) => {
            rest.trim_start_matches('.')
        }
        _ => word,
    }
}

/// True if a move is a square, optionally followed by a letter.
fn is_square(text: &str) -> bool {
    split_squares(text).len() == 1
}

/// Splits a word into squares (`c2`, `c4N`, `c10h`) and passes; empty if anything else is in the
/// word. A letter before a number starts a new square: `e3h4` is `e3` and `h4`.
fn split_squares(word: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = word;
    while !rest.is_empty() {
        let Some(length) = square_length(rest) else {
            return Vec::new();
        };
        let (part, after) = rest.split_at(length);
        parts.push(part);
        rest = after;
    }
    parts
}

fn square_length(text: &str) -> Option<usize> {
    if text.starts_with("pass") {
        return Some("pass".len());
    }
    let bytes = text.as_bytes();
    let digits = |from: usize| {
        let after = bytes.get(from..).unwrap_or_default();
        after
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count()
    };
    let number = digits(1);
    if !bytes.first()?.is_ascii_lowercase() || number == 0 {
        return None;
    }
    let end = 1 + number;
    // The `p` of `pass` is not the letter of a wall.
    let is_side = bytes.get(end).is_some_and(u8::is_ascii_alphabetic)
        && digits(end + 1) == 0
        && !text[end..].starts_with("pass");
    Some(end + usize::from(is_side))
}

/// Returns the spec of a game with the parameter `name` set to `value`.
fn with_parameter(spec: &str, name: &str, value: &str) -> String {
    let (game, params) = spec.split_once(':').unwrap_or((spec, ""));
    let others = params.split(',').filter(|param| {
        let key = param.split_once('=').map_or(*param, |(key, _)| key);
        !param.is_empty() && key != name
    });
    let own = format!("{name}={value}");
    let all: Vec<&str> = others.chain([own.as_str()]).collect();
    format!("{game}:{}", all.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_without_spaces_come_apart() {
        for (word, parts) in [
            ("c2c4", &["c2", "c4"][..]),
            ("c4Nd2", &["c4N", "d2"]),
            ("e3h4", &["e3", "h4"]),
            ("e3hh4", &["e3h", "h4"]),
            ("c10vd11h", &["c10v", "d11h"]),
            ("e3passe4h", &["e3", "pass", "e4h"]),
            ("e5-e8", &[]),
            ("12>7", &[]),
            ("", &[]),
        ] {
            assert_eq!(split_squares(word), parts, "{word}");
        }
    }

    #[test]
    fn a_parameter_is_replaced_or_added() {
        let spec = |spec| with_parameter(spec, "notation", "compass");
        assert_eq!(spec("quoridor"), "quoridor:notation=compass");
        assert_eq!(
            spec("quoridor:notation=ours,size=5"),
            "quoridor:size=5,notation=compass"
        );
    }
}
