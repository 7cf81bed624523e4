//! Rule for generic crates: their code names no game, so games are added without changing them.
//!
//! The games are the folders of `crates/games/src/`. In a generic crate, no game name (in any case,
//! with or without underscores) may occur in:
//! - identifiers and paths;
//! - string literals without white space, such as `"quoridor"` or `"quoridor-9x9"`.
//!
//! Comments and tests may name games. So may texts for people: string literals with white space,
//! such as help texts with examples.

use std::path::{Path, PathBuf};

use super::TidyProblem;

/// Folder whose subfolders are the games.
const GAMES: &str = "crates/games/src";

/// Folders and files that contain code of single games or list games. All other crates are generic.
const GAME_CODE: [&str; 7] = [
    "crates/games/",
    "crates/plugins/",
    "crates/agents/",
    "crates/catalog/src/list.rs",
    "crates/catalog/src/content.rs",
    "crates/extras/",
    "crates/cli/src/game_commands/",
];

const REMEDY: &str = "register it where games are listed: crates/catalog/src/list.rs or content.rs, \
                      crates/extras or crates/cli/src/game_commands/list.rs";

/// Names of the games, found from the paths of the workspace's files.
pub(super) fn games(files: &[PathBuf]) -> Vec<String> {
    let mut names: Vec<String> = files
        .iter()
        .filter_map(|file| file.strip_prefix(GAMES).ok()?.parent()?.iter().next())
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    names.sort();
    names.dedup();
    names
}

/// Finds game names in a file of a generic crate; returns nothing for other files.
pub(super) fn check(file: &Path, text: &str, games: &[String]) -> Vec<TidyProblem> {
    if !is_generic(file) {
        return Vec::new();
    }
    words(text)
        .filter_map(|(line, word)| {
            let plain = word.replace('_', "").to_lowercase();
            let game = games.iter().find(|game| plain.contains(game.as_str()))?;
            Some(TidyProblem {
                file: file.to_owned(),
                line,
                what: format!("{word} names the game {game} in a generic crate"),
                remedy: REMEDY,
            })
        })
        .collect()
}

/// True for source files of generic crates, except tests.
fn is_generic(file: &Path) -> bool {
    let is_source = file.extension().is_some_and(|ending| ending == "rs")
        && file.starts_with("crates")
        && file.iter().nth(2).is_some_and(|folder| folder == "src");
    is_source && !file.ends_with("tests.rs") && !GAME_CODE.iter().any(|path| file.starts_with(path))
}

/// Iterates over identifiers and string literals without white space, with their line numbers.
/// Comments and the test module at the end of a file are skipped.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let code = text.split("\n#[cfg(test)]\nmod ").next().unwrap_or(text);
    let mut rest = code;
    let mut line = 1;
    std::iter::from_fn(move || {
        while let Some(first) = rest.chars().next() {
            let (token, kind) = token(rest, first);
            let at = line;
            line += token.matches('\n').count();
            rest = &rest[token.len()..];
            let is_word = match kind {
                RustTokenKind::Identifier => true,
                RustTokenKind::Literal => !token.contains(char::is_whitespace),
                RustTokenKind::Other => false,
            };
            if is_word {
                return Some((at, token));
            }
        }
        None
    })
}

/// Type of a Rust token, as far as the rule distinguishes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RustTokenKind {
    Identifier,
    /// A string literal.
    Literal,
    /// A comment, character literal or punctuation.
    Other,
}

/// Returns the token at the start of `rest`, whose first character is `first`, and its type.
fn token(rest: &str, first: char) -> (&str, RustTokenKind) {
    let until = |end: Option<usize>| end.map_or(rest, |end| &rest[..end]);
    if rest.starts_with("//") {
        return (until(rest.find('\n')), RustTokenKind::Other);
    }
    if rest.starts_with("/*") {
        return (
            until(rest.find("*/").map(|end| end + 2)),
            RustTokenKind::Other,
        );
    }
    if first == '"' {
        return (until(string_end(rest)), RustTokenKind::Literal);
    }
    if rest.starts_with("r\"") || rest.starts_with("r#") {
        let hashes = rest[1..].bytes().take_while(|&byte| byte == b'#').count();
        let close = format!("\"{}", "#".repeat(hashes));
        if let Some(body) = rest[1 + hashes..].strip_prefix('"') {
            let end = body.find(&close).map(|end| 2 + hashes + end + close.len());
            return (until(end), RustTokenKind::Literal);
        }
    }
    // A character literal with a quotation mark does not start a string.
    if let Some(quote) = ["'\"'", "'\\\"'", "'\\''"]
        .into_iter()
        .find(|quote| rest.starts_with(quote))
    {
        return (&rest[..quote.len()], RustTokenKind::Other);
    }
    if first.is_alphabetic() || first == '_' {
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
        return (until(end), RustTokenKind::Identifier);
    }
    (&rest[..first.len_utf8()], RustTokenKind::Other)
}

/// Byte offset of the end of the string literal that starts `rest`; `None` if it is not closed.
fn string_end(rest: &str) -> Option<usize> {
    let mut is_escaped = false;
    let close = rest.char_indices().skip(1).find(|&(_, c)| {
        let closes = c == '"' && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
        closes
    });
    close.map(|(index, _)| index + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(file: &str, text: &str) -> Vec<String> {
        let games = ["dicewars", "quoridor"].map(str::to_owned);
        let problems = check(Path::new(file), text, &games);
        let line = |problem: &TidyProblem| format!("{}: {}", problem.line, problem.what);
        problems.iter().map(line).collect()
    }

    #[test]
    fn code_that_names_a_game_is_found() {
        for (text, word) in [
            ("\nuse ludorum_games::dicewars::State;", "dicewars"),
            ("\nstruct DiceWarsServer;", "DiceWarsServer"),
            ("\nconst DICE_WARS: u8 = 1;", "DICE_WARS"),
            ("// '\n\"dicewars\"", "\"dicewars\""),
            (
                "/* \" */\nopen(\"dicewars:players=2\")",
                "\"dicewars:players=2\"",
            ),
            ("'\"';\nr#\"dicewars\"#", "r#\"dicewars\"#"),
            ("\"a\\\"\\\\\"\n.dicewars", "dicewars"),
        ] {
            let what = format!("2: {word} names the game dicewars in a generic crate");
            assert_eq!(problems("crates/arena/src/run.rs", text), [what], "{text}");
        }
    }

    #[test]
    fn comments_texts_and_tests_may_name_games() {
        for text in [
            "/// Dice Wars, as `dicewars`.\nfn f() {} // quoridor",
            "/* quoridor */ fn f() {}",
            "const HELP: &str = \"\\\nExamples:\n  ludorum match quoridor a b\";",
            "bail!(\"try --game quoridor\")",
            "fn f() {}\n\n#[cfg(test)]\nmod tests {\n    use quoridor;\n}\n",
        ] {
            assert_eq!(problems("crates/arena/src/run.rs", text), [""; 0], "{text}");
        }
    }

    #[test]
    fn code_of_games_and_tests_may_name_them() {
        for file in [
            "crates/games/src/lib.rs",
            "crates/agents/src/quoridor/mod.rs",
            "crates/catalog/src/list.rs",
            "crates/extras/src/dicewars/mod.rs",
            "crates/cli/src/game_commands/list.rs",
            "crates/cli/tests/cli/dicewars.rs",
            "crates/bridge/src/service/tests.rs",
            "xtask/src/main.rs",
        ] {
            assert_eq!(problems(file, "use quoridor;"), [""; 0], "{file}");
        }
        for file in [
            "crates/catalog/src/spec.rs",
            "crates/cli/src/commands/list.rs",
        ] {
            assert_eq!(problems(file, "use quoridor;").len(), 1, "{file}");
        }
    }

    #[test]
    fn games_are_the_folders_of_the_games_crate() {
        let files = [
            "crates/games/src/lib.rs",
            "crates/games/src/quoridor/mod.rs",
            "crates/games/src/quoridor/a/b.rs",
        ];
        assert_eq!(games(&files.map(PathBuf::from)), ["quoridor"]);
    }
}
