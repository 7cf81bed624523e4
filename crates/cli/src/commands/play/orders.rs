//! What a person can type besides moves.

use std::path::PathBuf;

use crate::language::say;

/// Something the program is asked to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Order {
    Help,
    Hint,
    Undo,
    Moves,
    Board,
    /// Without a file, to the one saved or loaded last.
    Save(Option<PathBuf>),
    Load(PathBuf),
    Quit,
}

/// Reads an order; none if the line is not one, an error if it is one but not complete.
pub(super) fn read(line: &str) -> Option<Result<Order, String>> {
    let (head, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    // The rest of the line, so that names of files may have spaces in them.
    let file = || (!rest.is_empty()).then(|| PathBuf::from(rest));
    let order = match head.to_lowercase().as_str() {
        "save" => return Some(Ok(Order::Save(file()))),
        "load" => {
            let named = file().map(Order::Load);
            return Some(named.ok_or_else(|| say!("name-a-file-to-load")));
        }
        _ if !rest.is_empty() => return None,
        "help" | "?" => Order::Help,
        "hint" => Order::Hint,
        "undo" => Order::Undo,
        "moves" => Order::Moves,
        "board" => Order::Board,
        "quit" | "exit" | "q" => Order::Quit,
        _ => return None,
    };
    Some(Ok(order))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_told_from_moves() {
        assert_eq!(read("help"), Some(Ok(Order::Help)));
        assert_eq!(read("QUIT"), Some(Ok(Order::Quit)));
        assert_eq!(read("save"), Some(Ok(Order::Save(None))));
        let file = Order::Save(Some("my game.txt".into()));
        assert_eq!(read("save  my game.txt"), Some(Ok(file)));
        assert_eq!(read("load x"), Some(Ok(Order::Load("x".into()))));
        assert!(matches!(read("load"), Some(Err(_))));
        for line in ["", "b2", "undo 3", "quitter", "savegame"] {
            assert_eq!(read(line), None, "{line}");
        }
    }
}
