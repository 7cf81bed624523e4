//! Golden playthroughs: games whose every position was looked at once and may not change unseen.
//!
//! ```text
//! # Seat 1 wins with the diagonal.
//! game tictactoe
//! seed 1
//! position .../.../...
//! seat 1 to move, 9 moves
//! | 3  · │ · │ ·
//! ...
//!
//! ! b9 : a row is 1 to 3 (column 2)
//!
//! > b2
//! position .../.x./...
//! ...
//! over
//! seat 1: place 1, utility 1
//! seat 2: place 2, utility -1
//! ```
//!
//! A header may say `from` and a position; else the game begins at its start.
//! `>` plays a move or a chance event, `!` tries one that must be refused here. They, the header and the
//! comments are written by people; everything else follows from them, and is written by running
//! the tests once with `LUDORUM_BLESS=1`. Read what it wrote before you keep it.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use ludorum_core::{Ink, Node, Notation, Seat, Seed};

use crate::perft::play;

/// Replays every `.txt` file in `folder`, or writes them anew if `LUDORUM_BLESS` is set.
///
/// # Panics
/// When there is none, one cannot be read, or a line is not what it was; the message gives file
/// and line.
pub fn replay_playthroughs<G: Notation>(
    folder: impl AsRef<Path>,
    make_game: impl Fn(&str) -> Result<G, String>,
) {
    let folder = folder.as_ref();
    let files = playthroughs_in(folder);
    assert!(!files.is_empty(), "{}: no playthroughs", folder.display());
    let blesses = std::env::var_os("LUDORUM_BLESS").is_some();
    for path in files {
        let golden = std::fs::read_to_string(&path)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let fresh = replay(&golden, &make_game);
        let fresh = fresh.unwrap_or_else(|(line, reason)| {
            panic!("{}:{line}: {reason}", path.display());
        });
        if blesses {
            std::fs::write(&path, fresh)
                .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        } else if let Some((line, difference)) = first_difference(&golden, &fresh) {
            panic!("{}:{line}: {difference}", path.display());
        }
    }
}

/// For each of `games` that has no perft file or no playthrough in the folder `tests`, the path at
/// which one is expected.
pub fn missing_cases<'a>(
    games: impl IntoIterator<Item = &'a str>,
    tests: impl AsRef<Path>,
) -> Vec<PathBuf> {
    let tests = tests.as_ref();
    let mut missing = Vec::new();
    for game in games {
        let perft = tests.join(format!("{game}.perft"));
        if !perft.is_file() {
            missing.push(perft);
        }
        let playthroughs = tests.join("playthroughs").join(game);
        if playthroughs_in(&playthroughs).is_empty() {
            missing.push(playthroughs.join("*.txt"));
        }
    }
    missing
}

fn playthroughs_in(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .collect();
    files.sort();
    files
}

/// Plays the moves of a playthrough and writes it as it goes today.
///
/// # Errors
/// The line, counted from 1, that is not understood, whose move cannot be played, or whose move can
/// be though it is marked as refused; and what is wrong with it.
pub fn replay<G: Notation>(
    golden: &str,
    make_game: impl Fn(&str) -> Result<G, String>,
) -> Result<String, (usize, String)> {
    let lines: Vec<(usize, &str)> = (1..).zip(golden.lines()).collect();
    let is_header = |&(_, line): &(usize, &str)| !matches!(word_of(line).0, "position" | ">" | "!");
    let header_end = lines.iter().take_while(|line| is_header(line)).count();
    let (header, body) = lines.split_at(header_end);

    let mut out = String::new();
    let (game, mut state) = open(header, &mut out, make_game)?;
    write_facts(&mut out, &game, &state);
    for &(number, line) in body {
        let at = |reason: String| (number, reason);
        match word_of(line) {
            (">", text) => {
                play(&game, &mut state, text).map_err(at)?;
                out += &format!("\n> {text}\n");
                write_facts(&mut out, &game, &state);
            }
            ("!", rest) => {
                let text = rest.split_once(" : ").map_or(rest, |(text, _)| text);
                let reason = refusal(&game, &state, text).map_err(at)?;
                out += &format!("! {text} : {reason}\n");
            }
            ("position" | "seat" | "chance" | "over" | "|" | "", _) => {}
            _ if line.starts_with('#') => out += &format!("{line}\n"),
            _ => return Err(at(format!("'{line}' is not a line of a playthrough"))),
        }
    }
    Ok(out)
}

/// The first word of a line, and what follows the space behind it.
fn word_of(line: &str) -> (&str, &str) {
    line.split_once(' ').unwrap_or((line, ""))
}

/// Writes the header and starts the game it names.
fn open<G: Notation>(
    header: &[(usize, &str)],
    out: &mut String,
    make_game: impl Fn(&str) -> Result<G, String>,
) -> Result<(G, G::State), (usize, String)> {
    let mut game = None;
    let mut seed = Seed(1);
    let mut from = None;
    for &(number, line) in header {
        match word_of(line) {
            ("from", text) => from = Some((number, text)),
            ("game", spec) => {
                game = Some((spec, make_game(spec).map_err(|reason| (number, reason))?));
            }
            ("seed", text) => {
                let value = text.parse();
                seed = Seed(value.map_err(|_| (number, format!("'{text}' is not a seed")))?);
            }
            ("", _) => {}
            _ if line.starts_with('#') => *out += &format!("{line}\n"),
            _ => return Err((number, format!("'{line}' is not a line of a header"))),
        }
    }
    let missing = || (header.len(), "the header names no game".to_owned());
    let (spec, game) = game.ok_or_else(missing)?;
    *out += &format!("game {spec}\nseed {}\n", seed.0);
    let state = match from {
        None => game.initial(seed),
        Some((number, text)) => {
            *out += &format!("from {text}\n");
            let read = game.parse_position(text);
            read.map_err(|error| (number, error.to_string()))?
        }
    };
    *out += "\n";
    Ok((game, state))
}

/// Why the move is refused.
fn refusal<G: Notation>(game: &G, state: &G::State, text: &str) -> Result<String, String> {
    let verdict = game
        .parse_move(text)
        .and_then(|mv| game.check_move(state, mv));
    match verdict {
        Ok(()) => Err(format!("{text} is legal here, expected it to be refused")),
        Err(error) => Ok(error.to_string()),
    }
}

/// What there is to say about a position.
fn write_facts<G: Notation>(out: &mut String, game: &G, state: &G::State) {
    *out += &format!("position {}\n", game.print_position(state));
    match game.node(state) {
        Node::Decide(seat) => {
            let mut moves = Vec::new();
            game.moves(state, &mut moves);
            *out += &format!("seat {seat} to move, {} moves\n", moves.len());
        }
        Node::Chance => *out += "chance\n",
        Node::Over => *out += "over\n",
    }
    if let Some(outcome) = game.outcome(state) {
        for seat in Seat::all(game.seats()) {
            let place = outcome.ranks()[seat] + 1;
            let utility = outcome.utilities()[seat];
            *out += &format!("seat {seat}: place {place}, utility {utility}\n");
        }
    }
    let drawings: Vec<String> = Seat::all(game.seats())
        .map(|seat| game.draw(&game.view(state, seat), Ink::Plain))
        .collect();
    if drawings.iter().all(|drawing| *drawing == drawings[0]) {
        write_drawing(out, &drawings[0]);
    } else {
        for (seat, drawing) in Seat::all(game.seats()).zip(&drawings) {
            *out += &format!("seat {seat} sees\n");
            write_drawing(out, drawing);
        }
    }
}

fn write_drawing(out: &mut String, drawing: &str) {
    for line in drawing.lines() {
        // Writing to a string does not fail.
        let _ = writeln!(out, "{}", format!("| {line}").trim_end());
    }
}

/// The first line of `golden` that is not as in `fresh`. Blank lines do not count.
fn first_difference(golden: &str, fresh: &str) -> Option<(usize, String)> {
    let lines = |text| {
        (1..)
            .zip(str::lines(text))
            .map(|(number, line)| (number, line.trim_end()))
            .filter(|(_, line)| !line.is_empty())
    };
    let mut fresh = lines(fresh);
    let mut last = 0;
    for (number, expected) in lines(golden) {
        last = number;
        match fresh.next() {
            Some((_, actual)) if actual == expected => {}
            actual => {
                let actual = actual.map_or("nothing", |(_, line)| line);
                return Some((
                    number,
                    format!("\n  expected: {expected}\n  actual:   {actual}"),
                ));
            }
        }
    }
    let (_, actual) = fresh.next()?;
    Some((last, format!("\n  expected: the end\n  actual:   {actual}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toys::{Kuhn, Pile};

    fn pile(spec: &str) -> Result<Pile, String> {
        let stones = spec.parse().map_err(|_| format!("no pile of {spec}"))?;
        Ok(Pile {
            stones,
            take: 2,
            seats: 2,
        })
    }

    const GOLDEN: &str = "\
# Seat 2 wins.
game 3
seed 1

position 3/1
seat 1 to move, 2 moves
| ooo
! 3 : 3 is not legal here
!  : a move is the number of stones to take (column 1)

> 1
position 2/2
seat 2 to move, 2 moves
| oo
# The only good move.

> 2
position 0/1
over
seat 1: place 2, utility -1
seat 2: place 1, utility 1
|
! 1 : the game is over
";

    #[test]
    fn the_people_s_lines_bring_forth_the_others() {
        let inputs = "# Seat 2 wins.\ngame 3\n! 3\n!  : \n> 1\n# The only good move.\n> 2\n! 1\n";
        assert_eq!(replay(inputs, pile).as_deref(), Ok(GOLDEN));
        assert_eq!(replay(GOLDEN, pile).as_deref(), Ok(GOLDEN));
        assert_eq!(first_difference(GOLDEN, GOLDEN), None);
    }

    #[test]
    fn a_game_may_begin_anywhere() {
        let fresh = replay("game 3\nfrom 2/2\n> 2\n", pile).unwrap();
        assert!(fresh.starts_with("game 3\nseed 1\nfrom 2/2\n\nposition 2/2\n"));
        assert_eq!(replay(&fresh, pile), Ok(fresh));
        let (line, _) = replay("game 3\nfrom nowhere\n", pile).unwrap_err();
        assert_eq!(line, 2);
    }

    #[test]
    fn a_changed_line_is_found() {
        for (number, line) in (1..).zip(GOLDEN.lines()) {
            let is_input = line.is_empty() || word_of(line).0 == ">" || number <= 3;
            if is_input {
                continue;
            }
            let changed: String = (1..)
                .zip(GOLDEN.lines())
                .map(|(n, l)| {
                    if n == number {
                        format!("{l}?\n")
                    } else {
                        format!("{l}\n")
                    }
                })
                .collect();
            let found = match replay(&changed, pile) {
                Ok(fresh) => first_difference(&changed, &fresh).map(|(line, _)| line),
                Err((line, _)) => Some(line),
            };
            // A comment is the people's own.
            let expected = (!line.starts_with('#')).then_some(number);
            assert_eq!(found, expected, "{line}");
        }
        let cut = GOLDEN.trim_end().rsplit_once('|').unwrap().0;
        let (line, difference) = first_difference(cut, GOLDEN).unwrap();
        assert_eq!(
            (line, difference.as_str()),
            (21, "\n  expected: the end\n  actual:   |")
        );
    }

    #[test]
    fn what_cannot_be_played_is_named_with_its_line() {
        for (text, line, reason) in [
            ("seed 1\n> 1", 1, "the header names no game"),
            ("game x\n> 1", 1, "no pile of x"),
            ("game 3\nseed x\n", 2, "'x' is not a seed"),
            ("game 3\nsed 1\n", 2, "'sed 1' is not a line of a header"),
            ("game 3\n> 3", 2, "3: 3 is not legal here"),
            ("game 3\n> 1\n>2", 3, "'>2' is not a line of a playthrough"),
            (
                "game 3\n! 2",
                2,
                "2 is legal here, expected it to be refused",
            ),
        ] {
            assert_eq!(replay(text, pile), Err((line, reason.to_owned())), "{text}");
        }
    }

    #[test]
    fn seats_that_see_different_things_are_drawn_apart() {
        let text = replay("game kuhn\n> deal1\n> deal3\n", |_| Ok(Kuhn)).unwrap();
        let tail = "seat 1 sees\n| your card 1, None\nseat 2 sees\n| your card 3, None\n";
        assert!(text.ends_with(tail), "{text}");
    }
}
