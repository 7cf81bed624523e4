//! Perft files: the number of move sequences from given positions.
//!
//! ```text
//! # Comments and blank lines may stand anywhere.
//! game tictactoe
//! perft 9 72 504 3024
//!
//! game tictactoe
//! moves b2 a1
//! perft 7 42 210
//!
//! game tictactoe
//! position x.o/.../...
//! perft 7 42 210
//! ```
//!
//! A case begins with `game` and a spec. It starts from `position`, or else from the initial
//! position of `seed` (default 1); then the `moves` are played. The numbers after `perft` count the
//! sequences of length 1, 2, 3 and so on.

use std::path::Path;

use ludorum_core::{Notation, Seed, perft};

/// Checks every case of a perft file; there must be at least one. `make_game` makes a game from its
/// spec; for a single kind of game use [`configured`](crate::configured).
///
/// # Panics
/// If the file cannot be read or parsed, or a number is wrong; the message gives file and line.
pub fn run_perft_file<G: Notation>(
    path: impl AsRef<Path>,
    make_game: impl Fn(&str) -> Result<G, String>,
) {
    let path = path.as_ref();
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) => panic!("{}: {error}", path.display()),
    };
    if let Err((line, reason)) = check_perft(&text, make_game) {
        panic!("{}:{line}: {reason}", path.display());
    }
}

/// Checks every case in the text of a perft file.
///
/// # Errors
/// The first wrong line, counted from 1, and the reason.
pub fn check_perft<G: Notation>(
    text: &str,
    make_game: impl Fn(&str) -> Result<G, String>,
) -> Result<(), (usize, String)> {
    let mut case: Option<PerftCase<G>> = None;
    let mut last = 0;
    for (number, line) in (1..).zip(text.lines()) {
        last = number;
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (word, &mut case) {
            ("game", Some(unfinished)) if !unfinished.counted => {
                return Err((number, "the case before this one has no perft".to_owned()));
            }
            ("game", case) => {
                *case = Some(PerftCase::new(
                    make_game(rest).map_err(|error| (number, error))?,
                ));
            }
            (_, Some(case)) => case.read(word, rest).map_err(|error| (number, error))?,
            (_, None) => return Err((number, "a case begins with game".to_owned())),
        }
    }
    match case {
        Some(case) if case.counted => Ok(()),
        _ => Err((last, "the file ends without a perft".to_owned())),
    }
}

struct PerftCase<G: Notation> {
    game: G,
    state: G::State,
    counted: bool,
}

impl<G: Notation> PerftCase<G> {
    fn new(game: G) -> PerftCase<G> {
        let state = game.initial(Seed(1));
        PerftCase {
            game,
            state,
            counted: false,
        }
    }

    fn read(&mut self, word: &str, rest: &str) -> Result<(), String> {
        match word {
            "seed" => {
                let seed = rest
                    .parse()
                    .map_err(|_| format!("'{rest}' is not a seed"))?;
                self.state = self.game.initial(Seed(seed));
            }
            "position" => {
                let state = self.game.parse_position(rest);
                self.state = state.map_err(|error| error.to_string())?;
            }
            "moves" => {
                for text in rest.split_whitespace() {
                    play(&self.game, &mut self.state, text)?;
                }
            }
            "perft" => self.count(rest)?,
            _ => {
                return Err(format!(
                    "'{word}' is none of game, seed, position, moves, perft"
                ));
            }
        }
        Ok(())
    }

    fn count(&mut self, numbers: &str) -> Result<(), String> {
        for (depth, text) in (1..).zip(numbers.split_whitespace()) {
            let expected: u64 = text.parse().map_err(|_| format!("'{text}' is no number"))?;
            let count = perft(&self.game, &mut self.state, depth);
            let count = count.map_err(|error| error.to_string())?;
            if count != expected {
                return Err(format!("perft({depth}) is {count}, expected {expected}"));
            }
            self.counted = true;
        }
        if self.counted {
            Ok(())
        } else {
            Err("perft needs numbers".to_owned())
        }
    }
}

/// Plays the move written as `text`.
pub(crate) fn play<G: Notation>(game: &G, state: &mut G::State, text: &str) -> Result<(), String> {
    let mv = game
        .parse_move(text)
        .and_then(|mv| game.check_move(state, mv).map(|()| mv))
        .map_err(|error| format!("{text}: {error}"))?;
    game.make(state, mv);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toys::SubtractionGame;

    fn pile(spec: &str) -> Result<SubtractionGame, String> {
        let stones = spec.parse().map_err(|_| format!("no pile of {spec}"))?;
        Ok(SubtractionGame {
            stones,
            take: 2,
            seats: 2,
        })
    }

    #[test]
    fn right_numbers_pass() {
        let text = "# A comment.\ngame 4\nperft 2 4 4 1 0\n\ngame 5\nmoves 1\nperft 2 4\n";
        assert_eq!(check_perft(text, pile), Ok(()));
        assert_eq!(check_perft("game 9\nposition 4/2\nperft 2", pile), Ok(()));
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        for (text, line, reason) in [
            ("game 4\nperft 2 5", 2, "perft(2) is 4, expected 5"),
            ("game x\nperft 2", 1, "no pile of x"),
            ("\nperft 2", 2, "a case begins with game"),
            ("game 4\nmoves 1 9\nperft 1", 2, "9: 9 is not legal here"),
            (
                "game 4\nposition 5/1",
                2,
                "a position is stones/seat, such as 12/1",
            ),
            ("game 4\nperft 2 many", 2, "'many' is no number"),
            ("game 4\nperft", 2, "perft needs numbers"),
            (
                "game 4\ngame 4\nperft 2",
                2,
                "the case before this one has no perft",
            ),
            (
                "game 4\nperft 2\ngame 4\n",
                3,
                "the file ends without a perft",
            ),
            ("# nothing", 1, "the file ends without a perft"),
            ("game 4\nseed x", 2, "'x' is not a seed"),
            (
                "game 4\nperf 2",
                2,
                "'perf' is none of game, seed, position, moves, perft",
            ),
        ] {
            assert_eq!(
                check_perft(text, pile),
                Err((line, reason.to_owned())),
                "{text}"
            );
        }
    }
}
