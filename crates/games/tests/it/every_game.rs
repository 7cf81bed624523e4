//! Every game has a case file.

use std::path::Path;

/// Every module whose rules `lib.rs` re-exports, a folder or a single file, has a case file.
#[test]
fn every_game_has_cases() {
    let source = std::fs::read_to_string("src/lib.rs").expect("the tests run in the crate");
    let exports = source
        .lines()
        .filter_map(|line| line.strip_prefix("pub use "));
    let games: Vec<&str> = exports.filter_map(|path| path.split("::").next()).collect();
    assert!(games.len() >= 6, "{games:?}");
    for game in games {
        let cases = format!("tests/{game}.cases");
        assert!(Path::new(&cases).is_file(), "missing: {cases}");
    }
}
