//! Case files: expected perft numbers, endings and refusals of a game, as data.
//!
//! ```text
//! # Comments and blank lines may stand anywhere.
//! game tictactoe
//! perft 9 72 504 3024
//!
//! game tictactoe
//! moves b2 a1
//! perft 7 42 210
//! refuses a1 : a1 is already taken
//!
//! game tictactoe
//! position xx./oo./...
//! moves c3
//! ends row 1
//! ```
//!
//! A case begins with `game` and a spec. It starts from `position` or, by default, from the initial
//! position of `seed` (default 1); then the `moves` are played. Facts about the position follow:
//!
//! - `perft` and the number of move sequences of length 1, 2, 3 and so on;
//! - `ends`, a type of ending from [`Configure::ENDINGS`] and the seats in first place: the last
//!   move has ended the game. A file must have such a case for every type of ending;
//! - `refuses`, a move and the reason for its rejection.

use std::collections::HashSet;
use std::path::Path;

use ludorum_core::{Configure, Notation, Seat, Seed, perft};

use crate::configured;

/// Checks every test case of a case file, and that every type of game ending has a case.
///
/// # Panics
/// If the file cannot be read or parsed, or a fact is wrong; the message gives file and line.
pub fn run_case_file<G: Configure>(path: impl AsRef<Path>) {
    let path = path.as_ref();
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) => panic!("{}: {error}", path.display()),
    };
    if let Err((line, reason)) = check_cases::<G>(&text) {
        panic!("{}:{line}: {reason}", path.display());
    }
}

/// Checks the text of a case file like [`run_case_file`], but returns the first error.
///
/// # Errors
/// The number of the first wrong line, counted from 1, and the reason.
pub fn check_cases<G: Configure>(text: &str) -> Result<(), (usize, String)> {
    let mut case: Option<CaseFileEntry<G>> = None;
    let mut recorded = HashSet::new();
    let mut last = 0;
    for (number, line) in (1..).zip(text.lines()) {
        last = number;
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (word, &mut case) {
            ("game", Some(unfinished)) if !unfinished.has_facts => {
                return Err((number, "the case before this one has no facts".to_owned()));
            }
            ("game", case) => {
                *case = Some(CaseFileEntry::new(
                    configured::<G>(rest).map_err(|error| (number, error))?,
                ));
            }
            (_, Some(case)) => {
                case.read(word, rest).map_err(|error| (number, error))?;
                if word == "ends" {
                    recorded.extend(rest.split_whitespace().next());
                }
            }
            (_, None) => return Err((number, "a case begins with game".to_owned())),
        }
    }
    if !case.is_some_and(|case| case.has_facts) {
        return Err((last, "the file ends without facts".to_owned()));
    }
    match G::ENDINGS.iter().find(|kind| !recorded.contains(*kind)) {
        None => Ok(()),
        Some(kind) => Err((last, format!("no case ends by '{kind}'"))),
    }
}

struct CaseFileEntry<G: Notation> {
    game: G,
    state: G::State,
    has_facts: bool,
}

impl<G: Configure> CaseFileEntry<G> {
    fn new(game: G) -> CaseFileEntry<G> {
        let state = game.initial(Seed(1));
        CaseFileEntry {
            game,
            state,
            has_facts: false,
        }
    }

    fn read(&mut self, word: &str, rest: &str) -> Result<(), String> {
        match word {
            "seed" => {
                let seed = rest
                    .parse()
                    .map_err(|_| format!("'{rest}' is not a seed"))?;
                self.state = self.game.initial(Seed(seed));
                return Ok(());
            }
            "position" => {
                let state = self.game.parse_position(rest);
                self.state = state.map_err(|error| error.to_string())?;
                return Ok(());
            }
            "moves" => {
                for text in rest.split_whitespace() {
                    play(&self.game, &mut self.state, text)?;
                }
                return Ok(());
            }
            "perft" => self.count(rest)?,
            "ends" => self.check_ending(rest)?,
            "refuses" => self.check_refusal(rest)?,
            _ => {
                return Err(format!(
                    "'{word}' is none of game, seed, position, moves, perft, ends, refuses"
                ));
            }
        }
        self.has_facts = true;
        Ok(())
    }

    fn count(&mut self, numbers: &str) -> Result<(), String> {
        if numbers.is_empty() {
            return Err("perft needs numbers".to_owned());
        }
        for (depth, text) in (1..).zip(numbers.split_whitespace()) {
            let expected: u64 = text.parse().map_err(|_| format!("'{text}' is no number"))?;
            let count = perft(&self.game, &mut self.state, depth);
            let count = count.map_err(|error| error.to_string())?;
            if count != expected {
                return Err(format!("perft({depth}) is {count}, expected {expected}"));
            }
        }
        Ok(())
    }

    /// Checks an `ends` line: the type of ending and the seats in first place.
    fn check_ending(&self, fact: &str) -> Result<(), String> {
        let (kind, winners) = fact.split_once(char::is_whitespace).unwrap_or((fact, ""));
        if !G::ENDINGS.contains(&kind) {
            let known = G::ENDINGS.join(", ");
            return Err(format!("'{kind}' is none of the endings {known}"));
        }
        let outcome = self.game.outcome(&self.state);
        let outcome = outcome.ok_or_else(|| format!("the game is not over by '{kind}'"))?;
        let first = Seat::all(self.game.seats()).filter(|&seat| outcome.ranks()[seat] == 0);
        let first: Vec<String> = first.map(|seat| seat.to_string()).collect();
        let first = first.join(" ");
        if first == winners.trim() {
            Ok(())
        } else {
            Err(format!("the winners are '{first}', expected '{winners}'"))
        }
    }

    /// Checks a `refuses` line: a move and the reason for its rejection, separated by a colon.
    fn check_refusal(&self, fact: &str) -> Result<(), String> {
        let (text, expected) = fact.split_once(':').ok_or("refuses needs MOVE : REASON")?;
        let reason = refusal(&self.game, &self.state, text.trim())?;
        if reason == expected.trim() {
            Ok(())
        } else {
            Err(format!("the reason is '{reason}'"))
        }
    }
}

/// Parses the move `text`, checks that it is legal, and plays it.
pub(crate) fn play<G: Notation>(game: &G, state: &mut G::State, text: &str) -> Result<(), String> {
    let mv = game
        .parse_move(text)
        .and_then(|mv| game.check_move(state, mv).map(|()| mv))
        .map_err(|error| format!("{text}: {error}"))?;
    game.make(state, mv);
    Ok(())
}

/// Returns the reason why the move `text` is rejected; an error if it is legal.
pub(crate) fn refusal<G: Notation>(
    game: &G,
    state: &G::State,
    text: &str,
) -> Result<String, String> {
    let checked = game
        .parse_move(text)
        .and_then(|mv| game.check_move(state, mv));
    match checked {
        Ok(()) => Err(format!("{text} is legal here, expected it to be refused")),
        Err(error) => Ok(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toys::SubtractionGame;

    const END: &str = "game pile:stones=4,take=2\nmoves 2 2\nends last-stone 2\n";

    #[test]
    fn facts_that_hold_pass() {
        for facts in [
            "game pile:stones=4,take=2\nperft 2 4 4 1 0",
            "game pile:stones=4,take=2\n\nmoves 1\nmoves 1\nperft 2 1 0",
            "game pile:stones=9,take=2\nposition 4/2\nperft 2\nrefuses 3 : 3 is not legal here",
        ] {
            assert_eq!(
                check_cases::<SubtractionGame>(&format!("{facts}\n{END}")),
                Ok(())
            );
        }
    }

    #[test]
    fn every_kind_of_ending_is_recorded() {
        let missing = (2, "no case ends by 'last-stone'".to_owned());
        let facts = "game pile:stones=4,take=2\nperft 2";
        assert_eq!(check_cases::<SubtractionGame>(facts), Err(missing));
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        for (facts, line, reason) in [
            ("perft 2 5", 2, "perft(2) is 4, expected 5"),
            ("moves 1 9\nperft 1", 2, "9: 9 is not legal here"),
            ("position 5/1", 2, "a position is stones/seat, such as 12/1"),
            ("perft 2 many", 2, "'many' is no number"),
            ("perft", 2, "perft needs numbers"),
            ("game pile", 2, "the case before this one has no facts"),
            ("perft 2\ngame pile\n", 3, "the file ends without facts"),
            ("seed x", 2, "'x' is not a seed"),
            (
                "perf 2",
                2,
                "'perf' is none of game, seed, position, moves, perft, ends, refuses",
            ),
            ("ends row 1", 2, "'row' is none of the endings last-stone"),
            (
                "moves 2\nends last-stone 1",
                3,
                "the game is not over by 'last-stone'",
            ),
            (
                "moves 2 2\nends last-stone 1",
                3,
                "the winners are '2', expected '1'",
            ),
            ("refuses 3", 2, "refuses needs MOVE : REASON"),
            (
                "refuses 2 : no",
                2,
                "2 is legal here, expected it to be refused",
            ),
            ("refuses 3 : no", 2, "the reason is '3 is not legal here'"),
        ] {
            let text = format!("game pile:stones=4,take=2\n{facts}");
            let wrong = check_cases::<SubtractionGame>(&text);
            assert_eq!(wrong, Err((line, reason.to_owned())), "{text}");
        }
        for (text, reason) in [
            ("perft 2", "a case begins with game"),
            ("# nothing", "the file ends without facts"),
            ("game nim", "the game is 'nim', expected 'pile'"),
        ] {
            let wrong = check_cases::<SubtractionGame>(text);
            assert_eq!(wrong, Err((1, reason.to_owned())), "{text}");
        }
    }
}
