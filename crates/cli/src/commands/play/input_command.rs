//! Commands typed at the prompt of a local game.

use std::path::PathBuf;

use crate::language::say;

/// Command that a player types instead of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum InputCommand {
    Help,
    Hint,
    Undo,
    Moves,
    Board,
    /// Saves the game to this file; `None` means the file last saved or loaded.
    Save(Option<PathBuf>),
    Load(PathBuf),
    Quit,
}

/// Parses a typed line; `None` if it is not a command, an error if an argument is missing.
pub(super) fn parse(line: &str) -> Option<Result<InputCommand, String>> {
    let (head, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    // File names may contain spaces.
    let file = || (!rest.is_empty()).then(|| PathBuf::from(rest));
    let command = match head.to_lowercase().as_str() {
        "save" => return Some(Ok(InputCommand::Save(file()))),
        "load" => {
            let named = file().map(InputCommand::Load);
            return Some(named.ok_or_else(|| say!("name-a-file-to-load")));
        }
        _ if !rest.is_empty() => return None,
        "help" | "?" => InputCommand::Help,
        "hint" => InputCommand::Hint,
        "undo" => InputCommand::Undo,
        "moves" => InputCommand::Moves,
        "board" => InputCommand::Board,
        "quit" | "exit" | "q" => InputCommand::Quit,
        _ => return None,
    };
    Some(Ok(command))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_told_from_moves() {
        assert_eq!(parse("help"), Some(Ok(InputCommand::Help)));
        assert_eq!(parse("QUIT"), Some(Ok(InputCommand::Quit)));
        assert_eq!(parse("save"), Some(Ok(InputCommand::Save(None))));
        let file = InputCommand::Save(Some("my game.txt".into()));
        assert_eq!(parse("save  my game.txt"), Some(Ok(file)));
        assert_eq!(parse("load x"), Some(Ok(InputCommand::Load("x".into()))));
        assert!(matches!(parse("load"), Some(Err(_))));
        for line in ["", "b2", "undo 3", "quitter", "savegame"] {
            assert_eq!(parse(line), None, "{line}");
        }
    }
}
